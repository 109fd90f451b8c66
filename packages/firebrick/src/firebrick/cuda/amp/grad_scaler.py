"""Scaled losses, under the older names of torch.cuda.amp.grad_scaler, which warn as there."""

from __future__ import annotations

from ...amp._older import OlderGradScaler


class GradScaler(OlderGradScaler):
    """`torch.amp.GradScaler("cuda")`."""

    device_type_ = "cuda"
