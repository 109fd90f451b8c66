"""Adadelta: steps in the unit of the parameters, from running averages of squares."""

from __future__ import annotations

from typing import Any

from ._checks import EPSILON, LEARNING_RATE, WEIGHT_DECAY, ZERO_TO_ONE, Check
from ._rule import Counters, Hyper, State, average_square, descent, number_of
from .optimizer import Optimizer, ParamsT


class Adadelta(Optimizer):
    """Adadelta.

    For the gradient g of a parameter p (negated where `maximize`), with `lr`, `rho` r, `eps` and
    `weight_decay` w::

        g = g + w p
        v = r v + (1 - r) g^2
        d = g sqrt(u + eps) / sqrt(v + eps)
        u = r u + (1 - r) d^2
        p = p - lr d

    Defaults: lr 1, rho 0.9, eps 1e-6, no weight decay. State: `step`, `square_avg` (v) and
    `acc_delta` (u), of the parameter's shape. `foreach` and `capturable` are accepted and change
    nothing.

    Raises ValueError for hyper-parameters below 0 and for rho above 1.

    Source: Zeiler, ADADELTA: An Adaptive Learning Rate Method, arXiv 1212.5701.

    >>> import numpy as np
    >>> from firebrick_optim import Adadelta
    >>> adadelta, p = Adadelta.bare(eps=1.0), np.array([1.0])
    >>> adadelta.update(p, np.array([2.0]), adadelta.init(p)).round(3)
    array([-0.69])
    """

    checks = (LEARNING_RATE, Check("rho", ZERO_TO_ONE, "rho value"), EPSILON, WEIGHT_DECAY)
    counters = ("step",)
    scratch = 3

    def __init__(
        self, params: ParamsT, lr: Any = 1.0, rho: float = 0.9, eps: float = 1e-6,
        weight_decay: float = 0, foreach: bool | None = None, *, capturable: bool = False,
        maximize: bool = False, differentiable: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "capturable": capturable, "foreach": foreach, "differentiable": differentiable,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return "square_avg", "acc_delta"

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"step": 0.0, "square_avg": xp.zeros_like(param), "acc_delta": xp.zeros_like(param)}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        counters["step"] += 1
        rho = hyper["rho"]
        return hyper["weight_decay"], rho, 1 - rho, hyper["eps"], number_of(hyper, "lr")

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        decay, rho, weight, eps, lr = n
        square, moved, (changed, step, spare) = state["square_avg"], state["acc_delta"], work
        grad = descent(xp, param, grad, hyper, decay, changed)
        average_square(xp, square, grad, rho, weight, step)
        xp.sqrt(xp.add(moved, eps, step), step)
        xp.sqrt(xp.add(square, eps, spare), spare)
        xp.divide(step, spare, step)
        xp.multiply(step, grad, step)
        average_square(xp, moved, step, rho, weight, spare)
        xp.multiply(step, lr, step)
        xp.subtract(param, step, param)
