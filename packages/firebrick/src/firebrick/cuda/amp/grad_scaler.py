"""Scaled losses, under the older names of torch.cuda.amp.grad_scaler, which warn as there."""

from __future__ import annotations

import firebrick_optim as _optim

from .autocast_mode import _old


class GradScaler(_optim.GradScaler):
    """`torch.amp.GradScaler("cuda")`."""

    def __init__(
        self,
        init_scale: float = 65536.0,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ):
        _old("GradScaler")
        super().__init__(
            "cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled
        )
