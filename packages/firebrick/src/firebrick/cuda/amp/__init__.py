"""Mixed precision under the older names of torch.cuda.amp, which warn as there."""

from .autocast_mode import (
    autocast as autocast,
    custom_bwd as custom_bwd,
    custom_fwd as custom_fwd,
)
from .grad_scaler import GradScaler as GradScaler
