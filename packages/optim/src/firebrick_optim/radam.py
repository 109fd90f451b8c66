"""RAdam: Adam that leaves out the division while its average of squares is too uncertain."""

from __future__ import annotations

from typing import Any

from ._checks import BETAS, EPSILON, LEARNING_RATE, WEIGHT_DECAY
from ._rule import Counters, Hyper, State, average, average_square, decay_number, descent, number_of
from .optimizer import Optimizer, ParamsT


class RAdam(Optimizer):
    """Rectified Adam.

    For the gradient g of a parameter p (negated where `maximize`) in step t, with `lr`, `betas`
    (b1, b2), `eps` and `weight_decay` w::

        g = g + w p                         (p = p - lr w p with decoupled_weight_decay)
        m = b1 m + (1 - b1) g,              m' = m / (1 - b1^t)
        v = b2 v + (1 - b2) g^2
        R = 2 / (1 - b2) - 1,               r = R - 2 t b2^t / (1 - b2^t)
        p = p - lr m' c sqrt(1 - b2^t) / (sqrt(v) + eps)            where r > 5, else
        p = p - lr m'
        c = sqrt((r - 4) (r - 2) R / ((R - 4) (R - 2) r))

    Defaults: lr 1e-3, betas (0.9, 0.999), eps 1e-8, no weight decay. State: `step`, and `exp_avg`
    (m), `exp_avg_sq` (v) of the parameter's shape. `foreach` and `capturable` are accepted and
    change nothing.

    Raises ValueError for hyper-parameters below 0 and for betas outside [0, 1).

    Source: Liu et al., On the Variance of the Adaptive Learning Rate and Beyond, arXiv 1908.03265.

    >>> import numpy as np
    >>> from firebrick_optim import RAdam
    >>> radam, p = RAdam.bare(lr=0.1), np.array([1.0, 2.0])
    >>> radam.update(p, 2 * p, radam.init(p))  # the first steps are those of momentum
    array([0.8, 1.6])
    """

    checks = (LEARNING_RATE, EPSILON, BETAS, WEIGHT_DECAY)
    counters = ("step",)
    scratch = 2

    def __init__(
        self, params: ParamsT, lr: Any = 1e-3, betas: Any = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, decoupled_weight_decay: bool = False, *,
        foreach: bool | None = None, maximize: bool = False, capturable: bool = False,
        differentiable: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "maximize": maximize, "foreach": foreach, "capturable": capturable,
            "decoupled_weight_decay": decoupled_weight_decay, "differentiable": differentiable,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return "exp_avg", "exp_avg_sq"

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"step": 0.0, "exp_avg": xp.zeros_like(param), "exp_avg_sq": xp.zeros_like(param)}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        step = counters["step"] = counters["step"] + 1
        lr, (beta1, beta2) = number_of(hyper, "lr"), hyper["betas"]
        correction = 1 - beta2**step
        longest = 2 / (1 - beta2) - 1
        length = longest - 2 * step * beta2**step / correction
        rate = lr / (1 - beta1**step)
        rectified = 0.0
        if length > 5:
            variance = (length - 4) * (length - 2) * longest
            variance /= (longest - 4) * (longest - 2) * length
            rectified = rate * (variance * correction) ** 0.5
        decay = decay_number(hyper, lr)
        return decay, beta1, 1 - beta1, beta2, 1 - beta2, hyper["eps"], rate, rectified

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        decay, beta1, weight1, beta2, weight2, eps, rate, rectified = n
        mean, square, (changed, step) = state["exp_avg"], state["exp_avg_sq"], work
        grad = descent(xp, param, grad, hyper, decay, changed)
        average(xp, mean, grad, beta1, weight1, step)
        average_square(xp, square, grad, beta2, weight2, step)
        if rectified:
            xp.add(xp.sqrt(square, step), eps, step)
            xp.divide(mean, step, step)
            xp.multiply(step, rectified, step)
        else:
            xp.multiply(mean, rate, step)
        xp.subtract(param, step, param)
