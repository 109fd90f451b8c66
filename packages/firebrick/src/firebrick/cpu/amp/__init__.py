"""Mixed precision under the older names of torch.cpu.amp, which warn as there."""

from .autocast_mode import autocast as autocast
from .grad_scaler import GradScaler as GradScaler
