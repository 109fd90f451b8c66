"""Adan: Adam with Nesterov's momentum, from differences of gradients."""

from __future__ import annotations

from typing import Any

from ._checks import EPSILON, LEARNING_RATE, WEIGHT_DECAY, ZERO_TO_BELOW_ONE, Check
from ._rule import Counters, Hyper, State, average, average_square, number_of
from .optimizer import Optimizer, ParamsT


class Adan(Optimizer):
    """Adan (adaptive Nesterov momentum), with decoupled weight decay. PyTorch has none.

    For the gradient g of a parameter p (negated where `maximize`) in step t, its difference d from
    the gradient of the step before (0 in the first step), `lr`, `betas` (b1, b2, b3), `eps` and
    `weight_decay` w::

        m = b1 m + (1 - b1) g
        v = b2 v + (1 - b2) d
        n = b3 n + (1 - b3) (g + b2 d)^2
        p = (p - lr (m' + b2 v') / (sqrt(n') + eps)) / (1 + lr w)

    where m' = m / (1 - b1^t), v' = v / (1 - b2^t), n' = n / (1 - b3^t). As in the authors' program
    and other than in the paper, `betas` are what is kept of an average, not what is replaced.
    Defaults: lr 1e-3, betas (0.98, 0.92, 0.99), eps 1e-8, no weight decay. State: `step`, and
    `exp_avg` (m), `exp_avg_diff` (v), `exp_avg_sq` (n) and `previous_grad`, of the parameter's
    shape. `foreach=False` updates parameters one by one, with the same numbers.

    Raises ValueError for hyper-parameters below 0 and for betas outside [0, 1).

    Source: Xie et al., Adan: Adaptive Nesterov Momentum Algorithm for Faster Optimizing Deep
    Models, arXiv 2208.06677.

    >>> import numpy as np
    >>> from firebrick_optim import Adan
    >>> adan, p = Adan.bare(lr=0.5), np.array([1.0, 2.0])
    >>> adan.update(p, 2 * p, adan.init(p))  # the first step is lr long
    array([0.5, 1.5])
    """

    checks = (
        LEARNING_RATE,
        Check("betas", ZERO_TO_BELOW_ONE, "beta parameter", size=3),
        EPSILON,
        WEIGHT_DECAY,
    )
    counters = ("step",)
    scratch = 3

    def __init__(
        self, params: ParamsT, lr: Any = 1e-3, betas: Any = (0.98, 0.92, 0.99), eps: float = 1e-8,
        weight_decay: float = 0.0, *, maximize: bool = False, foreach: bool | None = None,
    ):
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "maximize": maximize, "foreach": foreach,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return "exp_avg", "exp_avg_diff", "exp_avg_sq", "previous_grad"

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"step": 0.0, **{name: xp.zeros_like(param) for name in Adan.buffers(hyper)}}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        step = counters["step"] = counters["step"] + 1
        lr, (b1, b2, b3) = number_of(hyper, "lr"), hyper["betas"]
        root = (1 - b3**step) ** 0.5
        size, turn = lr * root / (1 - b1**step), lr * root * b2 / (1 - b2**step)
        # There is no gradient before the first one: its difference counts nothing.
        ahead, weight2 = (0.0, 0.0) if step == 1 else (b2, 1 - b2)
        shrink = 1 / (1 + lr * hyper["weight_decay"])
        averages = b1, 1 - b1, b2, weight2, b3, 1 - b3
        return *averages, ahead, hyper["eps"] * root, size, turn, shrink

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        b1, weight1, b2, weight2, b3, weight3, ahead, eps, size, turn, shrink = n
        mean, change = state["exp_avg"], state["exp_avg_diff"]
        square, before, (changed, spare, step) = state["exp_avg_sq"], state["previous_grad"], work
        grad = xp.negative(grad, changed) if hyper["maximize"] else grad
        average(xp, mean, grad, b1, weight1, step)
        xp.subtract(grad, before, spare)
        average(xp, change, spare, b2, weight2, step)
        xp.multiply(spare, ahead, spare)
        xp.add(spare, grad, spare)
        average_square(xp, square, spare, b3, weight3, step)
        before[...] = grad
        xp.multiply(mean, size, step)
        xp.multiply(change, turn, spare)
        xp.add(step, spare, step)
        xp.sqrt(square, spare)
        xp.add(spare, eps, spare)
        xp.divide(step, spare, step)
        xp.subtract(param, step, param)
        if hyper["weight_decay"]:
            xp.multiply(param, shrink, param)
