"""Scaled losses, under the older names of torch.cpu.amp.grad_scaler, which warn as there."""

from __future__ import annotations

from ...amp._older import OlderGradScaler


class GradScaler(OlderGradScaler):
    """`torch.amp.GradScaler("cpu")`."""

    device_type_ = "cpu"
