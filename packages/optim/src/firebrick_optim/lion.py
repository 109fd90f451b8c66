"""Lion: steps of one length along the sign of a momentum."""

from __future__ import annotations

from typing import Any

from ._checks import BETAS, LEARNING_RATE, WEIGHT_DECAY
from ._rule import Counters, Hyper, State, average, number_of
from .optimizer import Optimizer, ParamsT


class Lion(Optimizer):
    """Lion (evolved sign momentum), with decoupled weight decay. PyTorch has none.

    For the gradient g of a parameter p (negated where `maximize`), with `lr`, `betas` (b1, b2) and
    `weight_decay` w::

        p = p - lr w p
        p = p - lr sign(b1 m + (1 - b1) g)
        m = b2 m + (1 - b2) g

    Good rates are 3 to 10 times smaller than Adam's, and good decays as much larger. Defaults: lr
    1e-4, betas (0.9, 0.99), no weight decay. State: `exp_avg` (m), of the parameter's shape.
    `foreach=False` updates parameters one by one, with the same numbers.

    Raises ValueError for hyper-parameters below 0 and for betas outside [0, 1).

    Source: Chen et al., Symbolic Discovery of Optimization Algorithms, arXiv 2302.06675.

    >>> import numpy as np
    >>> from firebrick_optim import Lion
    >>> lion, p = Lion.bare(lr=0.25), np.array([1.0, 2.0])
    >>> lion.update(p, np.array([0.01, -3.0]), lion.init(p))
    array([0.75, 2.25])
    """

    checks = (LEARNING_RATE, BETAS, WEIGHT_DECAY)
    scratch = 3

    def __init__(
        self, params: ParamsT, lr: Any = 1e-4, betas: Any = (0.9, 0.99), weight_decay: float = 0.0,
        *, maximize: bool = False, foreach: bool | None = None,
    ):
        super().__init__(params, {
            "lr": lr, "betas": betas, "weight_decay": weight_decay, "maximize": maximize,
            "foreach": foreach,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return ("exp_avg",)

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"exp_avg": xp.zeros_like(param)}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        lr, (beta1, beta2) = number_of(hyper, "lr"), hyper["betas"]
        return lr, 1 - lr * hyper["weight_decay"], beta1, 1 - beta1, beta2, 1 - beta2

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        lr, shrink, beta1, weight1, beta2, weight2 = n
        mean, (changed, step, spare) = state["exp_avg"], work
        grad = xp.negative(grad, changed) if hyper["maximize"] else grad
        if hyper["weight_decay"]:
            xp.multiply(param, shrink, param)
        xp.multiply(mean, beta1, step)
        xp.multiply(grad, weight1, spare)
        xp.add(step, spare, step)
        xp.sign(step, step)
        xp.multiply(step, lr, step)
        xp.subtract(param, step, param)
        average(xp, mean, grad, beta2, weight2, step)
