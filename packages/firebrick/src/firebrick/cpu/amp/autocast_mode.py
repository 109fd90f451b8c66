"""Autocast, under the older names of torch.cpu.amp.autocast_mode, which warn as there."""

from __future__ import annotations

from ...amp._older import OlderAutocast


class autocast(OlderAutocast):
    """`torch.amp.autocast("cpu")`."""

    device_type_ = "cpu"
