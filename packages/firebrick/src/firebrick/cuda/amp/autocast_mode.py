"""Autocast, under the older names of torch.cuda.amp.autocast_mode, which warn as there."""

from __future__ import annotations

from typing import Any

import firebrick_autograd.amp as _amp

from ...amp._older import OlderAutocast, warn_of


class autocast(OlderAutocast):
    """`torch.amp.autocast("cuda")`."""

    device_type_ = "cuda"


def custom_fwd(fwd: Any = None, *, cast_inputs: Any = None) -> Any:
    """`torch.amp.custom_fwd` for "cuda"."""
    warn_of("custom_fwd", "cuda")
    return _amp.custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd: Any) -> Any:
    """`torch.amp.custom_bwd` for "cuda"."""
    warn_of("custom_bwd", "cuda")
    return _amp.custom_bwd(bwd, device_type="cuda")
