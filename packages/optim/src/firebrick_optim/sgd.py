"""Stochastic gradient descent, with momentum."""

from __future__ import annotations

from typing import Any

from ._checks import AT_LEAST_ZERO, LEARNING_RATE, WEIGHT_DECAY, Check
from ._rule import Counters, Hyper, State, descent, number_of
from .optimizer import Optimizer, ParamsT


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum and Nesterov momentum.

    For the gradient g of a parameter p (negated where `maximize`), with `lr`, `momentum` m,
    `dampening` d and `weight_decay` w::

        g = g + w p
        b = m b + (1 - d) g             (b = g in the first step)
        p = p - lr b                    (p - lr (g + m b) with nesterov)

    Defaults: lr 1e-3, everything else 0 or off. State: `momentum_buffer`, the shape of the
    parameter, where momentum is not 0. `foreach` and `fused` are accepted and change nothing.

    Raises ValueError for hyper-parameters below 0, and for nesterov without momentum or with
    dampening.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.optim.SGD.html; Sutskever et al.,
    On the importance of initialization and momentum in deep learning, 2013.

    >>> import numpy as np
    >>> from firebrick_optim import SGD
    >>> sgd, p = SGD.bare(lr=0.1, momentum=0.9), np.array([1.0, 2.0])
    >>> state = sgd.init(p)
    >>> for _ in range(2):
    ...     p = sgd.update(p, 2 * p, state)
    >>> p
    array([0.46, 0.92])
    """

    checks = (
        LEARNING_RATE,
        Check("momentum", AT_LEAST_ZERO, "momentum value"),
        WEIGHT_DECAY,
    )

    sparse = "dense"
    scratch = 2

    def __init__(
        self, params: ParamsT, lr: Any = 1e-3, momentum: float = 0, dampening: float = 0,
        weight_decay: Any = 0, nesterov: bool = False, *, maximize: bool = False,
        foreach: bool | None = None, differentiable: bool = False, fused: bool | None = None,
    ):
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay,
            "nesterov": nesterov, "maximize": maximize, "foreach": foreach,
            "differentiable": differentiable, "fused": fused,
        })

    @classmethod
    def check_hyper(cls, hyper: Hyper) -> None:
        super().check_hyper(hyper)
        if hyper["nesterov"] and (hyper["momentum"] <= 0 or hyper["dampening"] != 0):
            raise ValueError(
                "Nesterov momentum requires a momentum and zero dampening, got "
                f"momentum={hyper['momentum']} and dampening={hyper['dampening']}"
            )

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        return ("momentum_buffer",) if hyper["momentum"] else ()

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        return {"momentum_buffer": xp.zeros_like(param)} if hyper["momentum"] else {}

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        lr, decay = number_of(hyper, "lr"), number_of(hyper, "weight_decay")
        momentum = hyper["momentum"]
        if not momentum:
            return lr, decay
        if first:  # the buffer is all zeros, and becomes the gradient undampened
            return lr, decay, momentum, 1.0
        return lr, decay, momentum, 1.0 - hyper["dampening"]

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        step, spare = work
        grad = descent(xp, param, grad, hyper, n[1], step)
        if not hyper["momentum"]:
            xp.multiply(grad, n[0], step)
            xp.subtract(param, step, param)
            return
        lr, _, momentum, rate = n
        buffer = state["momentum_buffer"]
        xp.multiply(buffer, momentum, buffer)
        xp.add(buffer, xp.multiply(grad, rate, step) if hyper["dampening"] else grad, buffer)
        if hyper["nesterov"]:
            xp.multiply(buffer, momentum, spare)
            xp.add(spare, grad, step)
            xp.multiply(step, lr, step)
        else:
            xp.multiply(buffer, lr, step)
        xp.subtract(param, step, param)
