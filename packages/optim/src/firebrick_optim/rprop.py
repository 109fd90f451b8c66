"""Rprop: step lengths of their own for every element, from the signs of gradients alone."""

from __future__ import annotations

from typing import Any

from ._checks import LEARNING_RATE, number
from ._rule import Counters, Hyper, State
from .optimizer import Optimizer, ParamsT


class Rprop(Optimizer):
    """Resilient backpropagation.

    For the gradient g of a parameter p (negated where `maximize`) and the one before, h, element by
    element, with `etas` (down, up) and `step_sizes` (smallest, largest)::

        s = min(s * up, largest)            where g h > 0
        s = max(s * down, smallest), g = 0  where g h < 0
        p = p - s sign(g)
        h = g

    Defaults: lr 1e-2 (the first s), etas (0.5, 1.2), step_sizes (1e-6, 50). State: `step`, `prev`
    (h) and `step_size` (s), of the parameter's shape. `foreach` and `capturable` are accepted and
    change nothing.

    Raises ValueError for lr below 0, and for etas not in order around 1.

    Source: Riedmiller and Braun, A direct adaptive method for faster backpropagation learning: the
    RPROP algorithm, 1993.

    >>> import numpy as np
    >>> from firebrick_optim import Rprop
    >>> rprop, p = Rprop.bare(lr=0.5), np.array([1.0, -2.0])
    >>> rprop.update(p, 2 * p, rprop.init(p))
    array([ 0.5, -1.5])
    """

    checks = (LEARNING_RATE,)
    counters = ("step",)
    scratch = 2

    def __init__(
        self, params: ParamsT, lr: Any = 1e-2, etas: Any = (0.5, 1.2),
        step_sizes: Any = (1e-6, 50), *, capturable: bool = False, foreach: bool | None = None,
        maximize: bool = False, differentiable: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        })

    @classmethod
    def check_hyper(cls, hyper: Hyper) -> None:
        super().check_hyper(hyper)
        down, up = (number(v, cls.__name__, "etas") for v in hyper["etas"])
        if not 0.0 < down < 1.0 < up:
            needs = "Rprop needs 0 < etas[0] < 1 < etas[1]"
            raise ValueError(f"Invalid eta values: {down}, {up} ({needs})")

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return "prev", "step_size"

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        lr = float(hyper["lr"])
        # PyTorch gives both parts of a complex parameter a step of this length.
        length = complex(lr, lr) if param.dtype.kind == "c" else lr
        return {"step": 0.0, "prev": xp.zeros_like(param), "step_size": xp.full_like(param, length)}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        counters["step"] += 1
        return *hyper["etas"], *hyper["step_sizes"]

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        down, up, smallest, largest = n
        before, length, (step, turn) = state["prev"], state["step_size"], work
        grad = xp.negative(grad, step) if hyper["maximize"] else grad
        xp.multiply(grad, before, turn)
        turned = turn < 0
        xp.multiply(length, xp.where(turned, down, xp.where(turn > 0, up, 1)), length)
        xp.maximum(length, smallest, out=length)
        xp.minimum(length, largest, out=length)
        before[...] = grad
        before[turned] = 0
        xp.sign(before, step)
        xp.multiply(step, length, step)
        xp.subtract(param, step, param)
