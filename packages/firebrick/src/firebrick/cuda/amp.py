"""Mixed precision under the older names of torch.cuda.amp, which warn as there."""

from __future__ import annotations

import warnings
from typing import Any

import firebrick_autograd.amp as _amp
import firebrick_optim as _optim


def _old(name: str) -> None:
    warnings.warn(
        f"`torch.cuda.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}('cuda', "
        "args...)` instead.",
        FutureWarning,
        stacklevel=3,
    )


class autocast(_amp.autocast):
    """`torch.amp.autocast("cuda")`."""

    def __init__(self, enabled: bool = True, dtype: Any = None, cache_enabled: bool = True):
        _old("autocast")
        super().__init__("cuda", dtype, enabled, cache_enabled)


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
