"""Automatic mixed precision, under the names of torch.amp."""

from firebrick_autograd.amp import (
    autocast as autocast,
    custom_bwd as custom_bwd,
    custom_fwd as custom_fwd,
    is_autocast_available as is_autocast_available,
)
from firebrick_optim import GradScaler as GradScaler

from . import autocast_mode as autocast_mode, grad_scaler as grad_scaler
