"""Adamax: Adam with the largest gradient in the place of the average square."""

from __future__ import annotations

from typing import Any

from ._checks import BETAS, EPSILON, LEARNING_RATE, WEIGHT_DECAY
from ._rule import Counters, Hyper, State, average, descent, number_of
from .optimizer import Optimizer, ParamsT


class Adamax(Optimizer):
    """Adamax, the variant of Adam based on the infinity norm.

    For the gradient g of a parameter p (negated where `maximize`) in step t, with `lr`, `betas`
    (b1, b2), `eps` and `weight_decay` w::

        g = g + w p
        m = b1 m + (1 - b1) g
        u = max(b2 u, |g| + eps)
        p = p - lr / (1 - b1^t) m / u

    Defaults: lr 2e-3, betas (0.9, 0.999), eps 1e-8, no weight decay. State: `step`, `exp_avg` (m)
    and `exp_inf` (u), of the parameter's shape. `foreach` and `capturable` are accepted and change
    nothing.

    Raises ValueError for hyper-parameters below 0 and for betas outside [0, 1).

    Source: Kingma and Ba, Adam: A Method for Stochastic Optimization, arXiv 1412.6980, section 7.

    >>> import numpy as np
    >>> from firebrick_optim import Adamax
    >>> adamax, p = Adamax.bare(lr=0.5), np.array([1.0, 2.0])
    >>> adamax.update(p, 2 * p, adamax.init(p)).round(6)
    array([0.5, 1.5])
    """

    checks = (LEARNING_RATE, EPSILON, BETAS, WEIGHT_DECAY)
    counters = ("step",)
    scratch = 2

    def __init__(
        self, params: ParamsT, lr: Any = 2e-3, betas: Any = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, foreach: bool | None = None, *, maximize: bool = False,
        differentiable: bool = False, capturable: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return "exp_avg", "exp_inf"

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"step": 0.0, "exp_avg": xp.zeros_like(param), "exp_inf": xp.zeros_like(param)}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        step = counters["step"] = counters["step"] + 1
        beta1, beta2 = hyper["betas"]
        rate = number_of(hyper, "lr") / (1 - beta1**step)
        return hyper["weight_decay"], beta1, 1 - beta1, beta2, hyper["eps"], rate

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        decay, beta1, weight, beta2, eps, rate = n
        mean, largest, (changed, step) = state["exp_avg"], state["exp_inf"], work
        grad = descent(xp, param, grad, hyper, decay, changed)
        average(xp, mean, grad, beta1, weight, step)
        xp.abs(grad, step)
        xp.add(step, eps, step)
        xp.multiply(largest, beta2, largest)
        xp.maximum(largest, step, out=largest)
        xp.divide(mean, largest, step)
        xp.multiply(step, rate, step)
        xp.subtract(param, step, param)
