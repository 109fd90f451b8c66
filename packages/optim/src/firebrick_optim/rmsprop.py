"""RMSprop: steps divided by the root of a running average of squares."""

from __future__ import annotations

from typing import Any

from ._checks import AT_LEAST_ZERO, EPSILON, LEARNING_RATE, WEIGHT_DECAY, Check
from ._rule import Counters, Hyper, State, average, average_square, descent, number_of
from .optimizer import Optimizer, ParamsT


class RMSprop(Optimizer):
    """RMSprop, plain, centered, and with momentum.

    For the gradient g of a parameter p (negated where `maximize`), with `lr`, `alpha` a, `eps`,
    `momentum` m and `weight_decay` w::

        g = g + w p
        v = a v + (1 - a) g^2
        d = g / (sqrt(v) + eps)             (sqrt(v - u^2) with centered, u = a u + (1 - a) g)
        b = m b + d
        p = p - lr b

    Defaults: lr 1e-2, alpha 0.99, eps 1e-8, everything else 0 or off. State: `step`, `square_avg`
    (v), with momentum `momentum_buffer` (b), centered `grad_avg` (u), each of the parameter's
    shape. `foreach` and `capturable` are accepted and change nothing.

    Raises ValueError for hyper-parameters below 0.

    Source: Tieleman and Hinton, Lecture 6.5 of Neural Networks for Machine Learning, 2012; Graves,
    Generating Sequences With Recurrent Neural Networks, arXiv 1308.0850 (centered).

    >>> import numpy as np
    >>> from firebrick_optim import RMSprop
    >>> rmsprop, p = RMSprop.bare(lr=0.1, alpha=0.75), np.array([1.0, 2.0])
    >>> rmsprop.update(p, 2 * p, rmsprop.init(p)).round(6)
    array([0.8, 1.8])
    """

    checks = (
        LEARNING_RATE,
        EPSILON,
        Check("momentum", AT_LEAST_ZERO, "momentum value"),
        WEIGHT_DECAY,
        Check("alpha", AT_LEAST_ZERO, "alpha value"),
    )
    counters = ("step",)
    scratch = 2

    def __init__(
        self, params: ParamsT, lr: Any = 1e-2, alpha: float = 0.99, eps: float = 1e-8,
        weight_decay: float = 0, momentum: float = 0, centered: bool = False,
        capturable: bool = False, foreach: bool | None = None, maximize: bool = False,
        differentiable: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        names: tuple[str, ...] = ("square_avg",)
        if hyper["momentum"] > 0:
            names += ("momentum_buffer",)
        return (*names, "grad_avg") if hyper["centered"] else names

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"step": 0.0, **{name: xp.zeros_like(param) for name in RMSprop.buffers(hyper)}}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        counters["step"] += 1
        lr, alpha = number_of(hyper, "lr"), hyper["alpha"]
        return hyper["weight_decay"], alpha, 1 - alpha, hyper["eps"], hyper["momentum"], lr

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        decay, alpha, weight, eps, momentum, lr = n
        square, (changed, step) = state["square_avg"], work
        grad = descent(xp, param, grad, hyper, decay, changed)
        average_square(xp, square, grad, alpha, weight, step)
        if hyper["centered"]:
            mean = state["grad_avg"]
            average(xp, mean, grad, alpha, weight, step)
            xp.multiply(mean, mean, step)
            xp.subtract(square, step, step)
            square = step
        xp.sqrt(square, step)
        xp.add(step, eps, step)
        xp.divide(grad, step, step)
        if hyper["momentum"] > 0:
            buffer = state["momentum_buffer"]
            xp.multiply(buffer, momentum, buffer)
            step = xp.multiply(xp.add(buffer, step, buffer), lr, step)
        else:
            xp.multiply(step, lr, step)
        xp.subtract(param, step, param)
