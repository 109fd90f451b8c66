"""LAMB: Adam with steps as long as each layer's weights, for large batches."""

from __future__ import annotations

from typing import Any

from ._checks import BETAS, EPSILON, LEARNING_RATE, WEIGHT_DECAY
from ._rule import Counters, Hyper, State, average, average_square
from .optimizer import Optimizer, ParamsT


class LAMB(Optimizer):
    """LAMB (layer-wise adaptive moments). PyTorch has none.

    For the gradient g of a parameter p (negated where `maximize`) in step t, with `lr`, `betas`
    (b1, b2), `eps` and `weight_decay` w::

        m = b1 m + (1 - b1) g
        v = b2 v + (1 - b2) g^2
        r = m' / (sqrt(v') + eps) + w p,   m' = m / (1 - b1^t),  v' = v / (1 - b2^t)
        p = p - lr |p| / |r| r             (lr r where one of the norms is 0)

    The norms are those of the whole parameter. Defaults: lr 1e-3, betas (0.9, 0.999), eps 1e-6,
    weight_decay 0.01. State: `step`, and `exp_avg` (m) and `exp_avg_sq` (v), of the parameter's
    shape.

    Raises ValueError for hyper-parameters below 0 and for betas outside [0, 1); `step` raises
    RuntimeError for complex parameters.

    Source: You et al., Large Batch Optimization for Deep Learning: Training BERT in 76 minutes,
    arXiv 1904.00962, Algorithm 2.

    >>> import numpy as np
    >>> from firebrick_optim import LAMB
    >>> lamb, p = LAMB.bare(lr=0.5, weight_decay=0.0), np.array([3.0, 4.0])
    >>> p = lamb.update(p, np.array([1.0, 0.0]), lamb.init(p))
    >>> p.round(3)  # lr times the length of p
    array([0.5, 4. ])
    """

    checks = (LEARNING_RATE, BETAS, EPSILON, WEIGHT_DECAY)
    counters = ("step",)
    scratch = 2
    elementwise = False
    takes_complex = False

    def __init__(
        self, params: ParamsT, lr: Any = 1e-3, betas: Any = (0.9, 0.999), eps: float = 1e-6,
        weight_decay: float = 0.01, *, maximize: bool = False,
    ):
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay,
            "maximize": maximize,
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
        beta1, beta2 = hyper["betas"]
        root = (1 - beta2**step) ** 0.5
        unbias, eps = root / (1 - beta1**step), hyper["eps"] * root
        lr, decay = float(hyper["lr"]), hyper["weight_decay"]
        return lr, beta1, 1 - beta1, beta2, 1 - beta2, unbias, eps, decay

    @staticmethod
    def update(
        xp: Any, param: Any, grad: Any, state: State, hyper: Hyper, n: Any, work: Any
    ) -> None:
        lr, beta1, weight1, beta2, weight2, unbias, eps, decay = n
        mean, square, (spare, step) = state["exp_avg"], state["exp_avg_sq"], work
        grad = xp.negative(grad, spare) if hyper["maximize"] else grad
        average(xp, mean, grad, beta1, weight1, step)
        average_square(xp, square, grad, beta2, weight2, step)
        xp.sqrt(square, step)
        xp.add(step, eps, step)
        xp.divide(mean, step, step)
        xp.multiply(step, unbias, step)
        if hyper["weight_decay"]:
            xp.multiply(param, decay, spare)
            xp.add(step, spare, step)
        length, size = xp.linalg.norm(param), xp.linalg.norm(step)
        trust = xp.where((length > 0) & (size > 0), length / size, 1)
        xp.multiply(step, lr * trust, step)
        xp.subtract(param, step, param)
