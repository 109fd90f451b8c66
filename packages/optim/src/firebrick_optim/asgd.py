"""ASGD: gradient descent that averages where it has been."""

from __future__ import annotations

from typing import Any

from ._checks import LEARNING_RATE, WEIGHT_DECAY
from ._rule import Counters, Hyper, State, average, descent, number_of
from .optimizer import Optimizer, ParamsT


class ASGD(Optimizer):
    """Averaged stochastic gradient descent.

    For the gradient g of a parameter p (negated where `maximize`) in step t, with `lr`, `lambd` l,
    `alpha` a, `t0` and `weight_decay` w::

        g = g + w p
        p = (1 - l e) p - e g
        x = x + u (p - x)
        e = lr / (1 + l lr t)^a             (lr in the first step)
        u = 1 / max(1, t - t0)              (1 in the first step)

    Defaults: lr 1e-2, lambd 1e-4, alpha 0.75, t0 1e6, no weight decay. State: `step`, `eta` (e),
    `mu` (u), and `ax` (x), the average, of the parameter's shape. `foreach` and `capturable` are
    accepted and change nothing.

    Raises ValueError for lr or weight_decay below 0.

    Source: Polyak and Juditsky, Acceleration of stochastic approximation by averaging, 1992.

    >>> import numpy as np
    >>> from firebrick_optim import ASGD
    >>> asgd, p = ASGD.bare(lr=0.25, lambd=0.0), np.array([1.0, 2.0])
    >>> asgd.update(p, 2 * p, asgd.init(p))
    array([0.5, 1. ])
    """

    checks = (LEARNING_RATE, WEIGHT_DECAY)
    counters = ("step", "eta", "mu")
    scratch = 2

    def __init__(
        self, params: ParamsT, lr: Any = 1e-2, lambd: float = 1e-4, alpha: float = 0.75,
        t0: float = 1e6, weight_decay: float = 0, foreach: bool | None = None,
        maximize: bool = False, differentiable: bool = False, capturable: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay,
            "foreach": foreach, "maximize": maximize, "differentiable": differentiable,
            "capturable": capturable,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return ("ax",)

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"step": 0.0, "eta": float(hyper["lr"]), "mu": 1.0, "ax": xp.zeros_like(param)}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        step = counters["step"] = counters["step"] + 1
        lr, lambd = number_of(hyper, "lr"), hyper["lambd"]
        eta, mu = counters["eta"], counters["mu"]
        counters["eta"] = lr / (1 + lambd * lr * step) ** hyper["alpha"]
        counters["mu"] = 1 / max(1, step - hyper["t0"])
        return hyper["weight_decay"], 1 - lambd * eta, eta, 1 - mu, mu

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        decay, shrink, eta, keep, mu = n
        changed, step = work
        grad = descent(xp, param, grad, hyper, decay, changed)
        xp.multiply(param, shrink, param)
        xp.multiply(grad, eta, step)
        xp.subtract(param, step, param)
        average(xp, state["ax"], param, keep, mu, step)
