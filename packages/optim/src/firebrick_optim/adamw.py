"""AdamW: Adam with the weight decay taken out of the gradient."""

from __future__ import annotations

from typing import Any

from .adam import Adam
from .optimizer import ParamsT


class AdamW(Adam):
    """Adam with decoupled weight decay: p = p - lr w p, apart from the gradient's averages.

    As `Adam` with `decoupled_weight_decay`. Defaults: lr 1e-3, betas (0.9, 0.999), eps 1e-8,
    weight_decay 0.01. State as Adam's.

    Raises ValueError for hyper-parameters below 0 and for betas outside [0, 1).

    Source: Loshchilov and Hutter, Decoupled Weight Decay Regularization, arXiv 1711.05101.

    >>> import numpy as np
    >>> from firebrick_optim import AdamW
    >>> adamw, p = AdamW.bare(lr=0.1, weight_decay=0.5), np.array([1.0, 2.0])
    >>> adamw.update(p, np.zeros(2), adamw.init(p))  # no gradient: only the decay
    array([0.95, 1.9 ])
    """

    def __init__(
        self, params: ParamsT, lr: Any = 1e-3, betas: Any = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 1e-2, amsgrad: bool = False, *, maximize: bool = False,
        foreach: bool | None = None, capturable: bool = False, differentiable: bool = False,
        fused: bool | None = None,
    ):
        super().__init__(
            params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize,
            capturable=capturable, differentiable=differentiable, fused=fused,
            decoupled_weight_decay=True,
        )
