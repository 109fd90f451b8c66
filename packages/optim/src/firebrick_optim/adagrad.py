"""Adagrad: steps divided by the root of all squares so far."""

from __future__ import annotations

from typing import Any

from ._checks import AT_LEAST_ZERO, EPSILON, LEARNING_RATE, WEIGHT_DECAY, Check
from ._rule import Counters, Hyper, State, descent, number_of
from .optimizer import Optimizer, ParamsT


class Adagrad(Optimizer):
    """Adagrad.

    For the gradient g of a parameter p (negated where `maximize`) in step t, with `lr`, `lr_decay`
    c, `eps` and `weight_decay` w::

        g = g + w p
        s = s + g^2
        p = p - lr / (1 + (t - 1) c) g / (sqrt(s) + eps)

    Defaults: lr 1e-2, eps 1e-10, everything else 0. State, made with the optimizer: `step`, and
    `sum` (s), of the parameter's shape, which starts at `initial_accumulator_value`. `foreach` and
    `fused` are accepted and change nothing.

    Raises ValueError for hyper-parameters below 0.

    Source: Duchi et al., Adaptive Subgradient Methods for Online Learning and Stochastic
    Optimization, JMLR 12, 2011.

    >>> import numpy as np
    >>> from firebrick_optim import Adagrad
    >>> adagrad, p = Adagrad.bare(lr=0.5), np.array([1.0, 2.0])
    >>> adagrad.update(p, 2 * p, adagrad.init(p))  # the first step is lr long
    array([0.5, 1.5])
    """

    checks = (
        LEARNING_RATE,
        Check("lr_decay", AT_LEAST_ZERO, "lr_decay value"),
        WEIGHT_DECAY,
        Check("initial_accumulator_value", AT_LEAST_ZERO, "initial_accumulator_value value"),
        EPSILON,
    )
    counters = ("step",)
    eager = True
    sparse = "dense"
    scratch = 2

    def __init__(
        self, params: ParamsT, lr: Any = 1e-2, lr_decay: float = 0, weight_decay: float = 0,
        initial_accumulator_value: float = 0, eps: float = 1e-10, foreach: bool | None = None, *,
        maximize: bool = False, differentiable: bool = False, fused: bool | None = None,
    ):
        super().__init__(params, {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "fused": fused,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return ("sum",)

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        value = hyper["initial_accumulator_value"]
        # PyTorch fills both parts of a complex sum.
        value = complex(value, value) if param.dtype.kind == "c" else value
        return {"step": 0.0, "sum": xp.full_like(param, value)}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        step = counters["step"] = counters["step"] + 1
        rate = number_of(hyper, "lr") / (1 + (step - 1) * hyper["lr_decay"])
        return number_of(hyper, "weight_decay"), hyper["eps"], rate

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        decay, eps, rate = n
        total, (changed, step) = state["sum"], work
        grad = descent(xp, param, grad, hyper, decay, changed)
        xp.multiply(grad, grad, step)
        xp.add(total, step, total)
        xp.sqrt(total, step)
        xp.add(step, eps, step)
        xp.divide(grad, step, step)
        xp.multiply(step, rate, step)
        xp.subtract(param, step, param)
