"""Autocast, under the older names of torch.cuda.amp.autocast_mode, which warn as there."""

from __future__ import annotations

import warnings
from typing import Any

import firebrick_autograd.amp as _amp


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


def custom_fwd(fwd: Any = None, *, cast_inputs: Any = None) -> Any:
    """`torch.amp.custom_fwd` for "cuda"."""
    _old("custom_fwd")
    return _amp.custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd: Any) -> Any:
    """`torch.amp.custom_bwd` for "cuda"."""
    _old("custom_bwd")
    return _amp.custom_bwd(bwd, device_type="cuda")
