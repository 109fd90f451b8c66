"""Adam: steps scaled by running averages of the gradient and of its square."""

from __future__ import annotations

from typing import Any

from ._checks import BETAS, EPSILON, LEARNING_RATE, WEIGHT_DECAY
from ._rule import Counters, Hyper, State, average, average_square, decay_number, descent, number_of
from .optimizer import Optimizer, ParamsT


class Adam(Optimizer):
    """Adam, and AMSGrad with `amsgrad`.

    For the gradient g of a parameter p (negated where `maximize`) in step t, with `lr`, `betas`
    (b1, b2), `eps` and `weight_decay` w::

        g = g + w p                     (p = p - lr w p with decoupled_weight_decay)
        m = b1 m + (1 - b1) g
        v = b2 v + (1 - b2) g^2
        p = p - lr m' / (sqrt(v') + eps),   m' = m / (1 - b1^t),  v' = v / (1 - b2^t)

    With `amsgrad`, the largest v so far takes the place of v in the last line. Defaults: lr 1e-3,
    betas (0.9, 0.999), eps 1e-8, no weight decay. State: `step`, and `exp_avg` (m), `exp_avg_sq`
    (v) and, for amsgrad, `max_exp_avg_sq`, each of the parameter's shape. `foreach`, `fused` and
    `capturable` are accepted and change nothing.

    Raises ValueError for hyper-parameters below 0 and for betas outside [0, 1).

    Source: Kingma and Ba, Adam: A Method for Stochastic Optimization, arXiv 1412.6980; Reddi et
    al., On the Convergence of Adam and Beyond, arXiv 1904.09237.

    >>> import numpy as np
    >>> from firebrick_optim import Adam
    >>> adam, p = Adam.bare(lr=0.1), np.array([1.0, 2.0])
    >>> state = adam.init(p)
    >>> for _ in range(100):
    ...     p = adam.update(p, 2 * p, state)
    >>> bool(abs(p).max() < 0.1)
    True
    """

    checks = (LEARNING_RATE, EPSILON, BETAS, WEIGHT_DECAY)
    counters = ("step",)
    scratch = 2

    def __init__(
        self, params: ParamsT, lr: Any = 1e-3, betas: Any = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, amsgrad: bool = False, *, foreach: bool | None = None,
        maximize: bool = False, capturable: bool = False, differentiable: bool = False,
        fused: bool | None = None, decoupled_weight_decay: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "amsgrad": amsgrad, "maximize": maximize, "foreach": foreach, "capturable": capturable,
            "differentiable": differentiable, "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        })

    @staticmethod
    def buffers(hyper: Hyper) -> tuple[str, ...]:
        if hyper["amsgrad"]:
            return "exp_avg", "exp_avg_sq", "max_exp_avg_sq"
        return "exp_avg", "exp_avg_sq"

    @staticmethod
    def initial_state(xp: Any, param: Any, hyper: Hyper) -> State:
        state: State = {"step": 0.0}
        for name in Adam.buffers(hyper):
            state[name] = xp.zeros_like(param)
        return state

    @staticmethod
    def numbers(hyper: Hyper, counters: Counters, first: bool) -> tuple[float, ...]:
        step = counters["step"] = counters["step"] + 1
        lr, (beta1, beta2) = number_of(hyper, "lr"), hyper["betas"]
        # The bias corrections of m and v, moved out of the arrays: two passes less.
        root = (1 - beta2**step) ** 0.5
        size = lr * root / (1 - beta1**step)
        decay, eps = decay_number(hyper, lr), hyper["eps"] * root
        return decay, beta1, 1 - beta1, beta2, 1 - beta2, eps, size

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        decay, beta1, weight1, beta2, weight2, eps, size = n
        mean, square, (changed, step) = state["exp_avg"], state["exp_avg_sq"], work
        grad = descent(xp, param, grad, hyper, decay, changed)
        average(xp, mean, grad, beta1, weight1, step)
        average_square(xp, square, grad, beta2, weight2, step)
        if hyper["amsgrad"]:
            largest = state["max_exp_avg_sq"]
            square = xp.maximum(largest, square, out=largest)
        xp.sqrt(square, step)
        xp.add(step, eps, step)
        xp.divide(mean, step, step)
        xp.multiply(step, size, step)
        xp.subtract(param, step, param)
