"""Adafactor: Adam's scaling with the memory of a row and a column for each matrix."""

from __future__ import annotations

import math
from typing import Any

from ._checks import AT_LEAST_ZERO, Check, Range, check_count, check_number
from ._rule import Counters, Hyper, State
from .optimizer import Optimizer, ParamsT

_EPSILONS = (
    Check("eps", AT_LEAST_ZERO, "epsilon1", should=">= 0"),
    Check("eps", AT_LEAST_ZERO, "epsilon2", should=">= 0"),
)


class Adafactor(Optimizer):
    """Adafactor: squares are averaged over rows and over columns, and steps clipped.

    For the gradient g of a parameter p (negated where `maximize`) in step t, with `lr`,
    `beta2_decay` e, `eps` (e1, e2), `d` and `weight_decay` w::

        u = t^e,  a = max(e2, rms(p)) min(lr, 1 / sqrt(t))
        p = p - lr w p
        r = (1 - u) r + u mean(g^2)              over each row
        c = (1 - u) c + u mean(g^2)              over each column
        v = r c / max(mean(r), e1)
        s = g / max(sqrt(v), e1)
        p = p - a s / max(1, rms(s) / d)

    Rows and columns are those of the last two dimensions. Of a vector or a scalar, v itself is the
    average. Defaults: lr 1e-2, beta2_decay -0.8, eps (None, 1e-3), d 1.0, no weight decay; None is
    the machine epsilon of the type that is computed in, which for 16-bit parameters is float32.
    State: `step`, and `row_var` (r) and `col_var` (c), or `variance` (v). `foreach` is accepted and
    changes nothing.

    Raises ValueError for hyper-parameters out of range: lr, eps and weight_decay must be 0 or more,
    beta2_decay 0 or less, d 1 or more; `step` raises RuntimeError for complex parameters and for
    sparse gradients.

    Source: Shazeer and Stern, Adafactor: Adaptive Learning Rates with Sublinear Memory Cost, arXiv
    1804.04235, with e1 and lr in the places that PyTorch has given them.

    >>> import numpy as np
    >>> from firebrick_optim import Adafactor
    >>> rule, p = Adafactor.bare(lr=0.1), np.ones((20, 30))
    >>> state = rule.init(p)
    >>> for _ in range(50):
    ...     p = rule.update(p, 2 * p, state)
    >>> bool(abs(p).max() < 0.1), state["row_var"].size + state["col_var"].size
    (True, 50)
    """

    checks = (
        Check("lr", AT_LEAST_ZERO, "Learning rate", should=">= 0"),
        Check("beta2_decay", Range(-math.inf, 0.0), "beta2_decay", should="<= 0"),
        Check("d", Range(1.0), "Clipping threshold d", should=">= 1"),
        Check("weight_decay", AT_LEAST_ZERO, "weight_decay", should=">= 0"),
    )
    counters = ("step",)
    scratch = 2
    elementwise = False
    takes_complex = False

    def __init__(
        self, params: ParamsT, lr: Any = 1e-2, beta2_decay: float = -0.8, eps: Any = (None, 1e-3),
        d: float = 1.0, weight_decay: float = 0.0, *, foreach: bool | None = None,
        maximize: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d, "weight_decay": weight_decay,
            "foreach": foreach, "maximize": maximize,
        })

    @classmethod
    def check_hyper(cls, hyper: Hyper) -> None:
        super().check_hyper(hyper)
        check_count(cls.__name__, "eps", hyper["eps"], 2)
        for i, (row, value) in enumerate(zip(_EPSILONS, hyper["eps"], strict=True)):
            if i == 1 or value is not None:
                check_number(cls.__name__, row, f"eps[{i}]", "", value)

    @classmethod
    def buffers_of(cls, param: Any, hyper: Hyper) -> tuple[str, ...]:
        return ("row_var", "col_var") if param.ndim > 1 else ("variance",)

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        if param.ndim <= 1:
            return {"step": 0.0, "variance": xp.zeros_like(param)}
        *outer, rows, columns = param.shape
        return {
            "step": 0.0,
            "row_var": xp.zeros((*outer, rows, 1), param.dtype),
            "col_var": xp.zeros((*outer, 1, columns), param.dtype),
        }

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        step = counters["step"] = counters["step"] + 1
        lr = float(hyper["lr"])
        weight, longest = step ** hyper["beta2_decay"], min(lr, step**-0.5)
        eps1, eps2 = hyper["eps"]
        return 1 - lr * hyper["weight_decay"], weight, longest, eps1 or 0.0, eps2, hyper["d"]

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        shrink, weight, longest, eps1, eps2, clip = n
        square, step = work
        if hyper["eps"][0] is None:
            eps1 = xp.finfo(param.dtype).eps
        length = max(eps2, _rms(xp, param)) * longest
        if hyper["weight_decay"]:
            xp.multiply(param, shrink, param)
        xp.multiply(grad, grad, square)
        if param.ndim > 1:
            rows, columns = state["row_var"], state["col_var"]
            _move(rows, square.mean(-1, keepdims=True), weight)
            _move(columns, square.mean(-2, keepdims=True), weight)
            scale = xp.maximum(rows.mean(-2, keepdims=True), eps1)
            xp.multiply(rows / scale, columns, step)
        else:
            _move(state["variance"], square, weight)
            step[...] = state["variance"]
        xp.maximum(step, eps1 * eps1, out=step)
        xp.sqrt(step, step)
        xp.divide(grad, step, step)
        size = length / max(1.0, _rms(xp, step) / clip)
        xp.multiply(step, -size if hyper["maximize"] else size, step)
        xp.subtract(param, step, param)


def _rms(xp: Any, array: Any) -> Any:
    return xp.linalg.norm(array) / max(array.size, 1) ** 0.5


def _move(mean: Any, value: Any, weight: Any) -> None:
    """Move a running average towards a value, in place."""
    mean += weight * (value - mean)
