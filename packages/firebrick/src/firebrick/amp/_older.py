"""What torch.cpu.amp and torch.cuda.amp, the older names of mixed precision, have in common."""

from __future__ import annotations

import warnings
from typing import Any

import firebrick_autograd.amp as _amp
import firebrick_optim as _optim


def warn_of(name: str, device_type: str) -> None:
    """The warning that PyTorch gives, at the line that called the caller."""
    warnings.warn(
        f"`torch.{device_type}.amp.{name}(args...)` is deprecated. Please use "
        f"`torch.amp.{name}('{device_type}', args...)` instead.",
        FutureWarning,
        stacklevel=3,
    )


class OlderAutocast(_amp.autocast):
    """`torch.amp.autocast` of the device type that a subclass names."""

    device_type_ = ""

    def __init__(self, enabled: bool = True, dtype: Any = None, cache_enabled: bool = True):
        warn_of("autocast", self.device_type_)
        super().__init__(self.device_type_, dtype, enabled, cache_enabled)


class OlderGradScaler(_optim.GradScaler):
    """`torch.amp.GradScaler` of the device type that a subclass names."""

    device_type_ = ""

    def __init__(
        self,
        init_scale: float = 65536.0,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ):
        warn_of("GradScaler", self.device_type_)
        super().__init__(
            self.device_type_, init_scale, growth_factor, backoff_factor, growth_interval, enabled
        )
