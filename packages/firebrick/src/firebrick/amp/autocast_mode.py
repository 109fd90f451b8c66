"""Autocast, under the names of torch.amp.autocast_mode."""

from firebrick_autograd.amp import (
    autocast as autocast,
    custom_bwd as custom_bwd,
    custom_fwd as custom_fwd,
    is_autocast_available as is_autocast_available,
)
