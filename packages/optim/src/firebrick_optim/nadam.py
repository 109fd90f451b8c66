"""NAdam: Adam with Nesterov momentum."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._checks import AT_LEAST_ZERO, BETAS, EPSILON, LEARNING_RATE, WEIGHT_DECAY, Check
from ._core import counter_type
from ._rule import Counters, Hyper, State, average, average_square, decay_number, descent, number_of
from .optimizer import Optimizer, ParamsT


class NAdam(Optimizer):
    """NAdam.

    For the gradient g of a parameter p (negated where `maximize`) in step t, with `lr`, `betas`
    (b1, b2), `eps`, `momentum_decay` d and `weight_decay` w::

        g = g + w p                         (p = p - lr w p with decoupled_weight_decay)
        m = b1 m + (1 - b1) g
        v = b2 v + (1 - b2) g^2
        k(t) = b1 (1 - 0.5 * 0.96^(t d)),   P = k(1) k(2) ... k(t)
        m' = k(t+1) m / (1 - P k(t+1)) + (1 - k(t)) g / (1 - P)
        p = p - lr m' / (sqrt(v / (1 - b2^t)) + eps)

    Defaults: lr 2e-3, betas (0.9, 0.999), eps 1e-8, momentum_decay 4e-3, no weight decay. State:
    `step`, `mu_product` (P), and `exp_avg` (m), `exp_avg_sq` (v) of the parameter's shape.
    `foreach` and `capturable` are accepted and change nothing.

    Raises ValueError for hyper-parameters below 0 and for betas outside [0, 1).

    Source: Dozat, Incorporating Nesterov Momentum into Adam, ICLR workshop 2016.

    >>> import numpy as np
    >>> from firebrick_optim import NAdam
    >>> nadam, p = NAdam.bare(lr=0.1), np.array([1.0, 2.0])
    >>> nadam.update(p, 2 * p, nadam.init(p)).round(3)
    array([0.894, 1.894])
    """

    checks = (
        LEARNING_RATE, EPSILON, BETAS, WEIGHT_DECAY,
        Check("momentum_decay", AT_LEAST_ZERO, "momentum_decay value"),
    )
    counters = ("step", "mu_product")
    scratch = 3

    def __init__(
        self, params: ParamsT, lr: Any = 2e-3, betas: Any = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False, *, foreach: bool | None = None,
        maximize: bool = False, capturable: bool = False, differentiable: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "momentum_decay": momentum_decay, "decoupled_weight_decay": decoupled_weight_decay,
            "maximize": maximize, "foreach": foreach, "capturable": capturable,
            "differentiable": differentiable,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return "exp_avg", "exp_avg_sq"

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {
            "step": 0.0, "mu_product": 1.0,
            "exp_avg": xp.zeros_like(param), "exp_avg_sq": xp.zeros_like(param),
        }

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        step = counters["step"] = counters["step"] + 1
        lr, (beta1, beta2) = number_of(hyper, "lr"), hyper["betas"]
        slope = hyper["momentum_decay"]
        momentum = beta1 * (1 - 0.5 * 0.96 ** (step * slope))
        following = beta1 * (1 - 0.5 * 0.96 ** ((step + 1) * slope))
        # PyTorch multiplies in the type that it keeps the product in.
        stored = np.dtype(counter_type()).type
        product = counters["mu_product"] = float(stored(counters["mu_product"]) * stored(momentum))
        # The root of 1 - b2^t is moved out of the arrays, to eps and to the two steps.
        root = (1 - beta2**step) ** 0.5
        of_grad = lr * root * (1 - momentum) / (1 - product)
        of_mean = lr * root * following / (1 - product * following)
        decay = decay_number(hyper, lr)
        return decay, beta1, 1 - beta1, beta2, 1 - beta2, hyper["eps"] * root, of_grad, of_mean

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        decay, beta1, weight1, beta2, weight2, eps, of_grad, of_mean = n
        mean, square, (changed, root, step) = state["exp_avg"], state["exp_avg_sq"], work
        grad = descent(xp, param, grad, hyper, decay, changed)
        average(xp, mean, grad, beta1, weight1, step)
        average_square(xp, square, grad, beta2, weight2, step)
        xp.add(xp.sqrt(square, root), eps, root)
        xp.multiply(grad, of_grad, changed)
        xp.multiply(mean, of_mean, step)
        xp.add(changed, step, step)
        xp.divide(step, root, step)
        xp.subtract(param, step, param)
