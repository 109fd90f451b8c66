"""Autocast, under the older names of torch.cpu.amp.autocast_mode, which warn as there."""

from __future__ import annotations

import warnings
from typing import Any

import firebrick_autograd.amp as _amp


def _old(name: str) -> None:
    warnings.warn(
        f"`torch.cpu.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}('cpu', "
        "args...)` instead.",
        FutureWarning,
        stacklevel=3,
    )


class autocast(_amp.autocast):
    """`torch.amp.autocast("cpu")`."""

    def __init__(self, enabled: bool = True, dtype: Any = None, cache_enabled: bool = True):
        _old("autocast")
        super().__init__("cpu", dtype, enabled, cache_enabled)
