"""SparseAdam: Adam for the rows that a sparse gradient has."""

from __future__ import annotations

from typing import Any

from ._checks import ABOVE_ZERO, BETAS, Check
from ._rule import Counters, Hyper, State, average, average_square
from .optimizer import Optimizer, ParamsT


class SparseAdam(Optimizer):
    """Adam for sparse gradients: rows without gradient keep their value and their averages.

    For the rows of a parameter p that its gradient g has (negated where `maximize`) in step t, with
    `lr`, `betas` (b1, b2) and `eps`::

        m = b1 m + (1 - b1) g
        v = b2 v + (1 - b2) g^2
        p = p - lr sqrt(1 - b2^t) / (1 - b1^t) m / (sqrt(v) + eps)

    Defaults: lr 1e-3, betas (0.9, 0.999), eps 1e-8. State: `step`, a Python integer, and `exp_avg`
    (m) and `exp_avg_sq` (v), of the parameter's shape. On bare arrays, gradients are `Rows`.

    Raises ValueError for lr and eps that are not above 0, for betas outside [0, 1), and for sparse
    or complex parameters; `step` raises RuntimeError for dense gradients.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.SparseAdam.html; Kingma and
    Ba, Adam, arXiv 1412.6980.

    >>> import numpy as np
    >>> from firebrick_optim import Rows, SparseAdam
    >>> rule, p = SparseAdam.bare(lr=0.5), np.ones((3, 1))
    >>> rule.update(p, Rows([1], np.ones((1, 1))), rule.init(p)).ravel().round(3)
    array([1. , 0.5, 1. ])
    """

    checks = (
        Check("lr", ABOVE_ZERO, "learning rate"),
        Check("eps", ABOVE_ZERO, "epsilon value"),
        BETAS,
    )
    counters = ("step",)
    scratch = 2
    sparse = "rows"
    takes_complex = False
    integer_counters = True

    def __init__(
        self, params: ParamsT, lr: Any = 1e-3, betas: Any = (0.9, 0.999), eps: float = 1e-8,
        maximize: bool = False,
    ):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})

    @classmethod
    def check_param(cls, param: Any, name: str) -> None:
        if getattr(param, "is_sparse", False):
            raise ValueError(
                f"Sparse params at indices {name}: SparseAdam requires dense parameter tensors"
            )
        if "complex" in str(param.dtype):
            raise ValueError(
                f"Complex params at indices {name}: SparseAdam does not support complex parameters"
            )

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return "exp_avg", "exp_avg_sq"

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"step": 0, "exp_avg": xp.zeros_like(param), "exp_avg_sq": xp.zeros_like(param)}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        step = counters["step"] = counters["step"] + 1
        beta1, beta2 = hyper["betas"]
        size = float(hyper["lr"]) * (1 - beta2**step) ** 0.5 / (1 - beta1**step)
        return beta1, 1 - beta1, beta2, 1 - beta2, hyper["eps"], size

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        beta1, weight1, beta2, weight2, eps, size = n
        mean, square, (changed, step) = state["exp_avg"], state["exp_avg_sq"], work
        grad = xp.negative(grad, changed) if hyper["maximize"] else grad
        average(xp, mean, grad, beta1, weight1, step)
        average_square(xp, square, grad, beta2, weight2, step)
        xp.sqrt(square, step)
        xp.add(step, eps, step)
        xp.divide(mean, step, step)
        xp.multiply(step, size, step)
        xp.subtract(param, step, param)
