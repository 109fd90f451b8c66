"""Scaled losses, under the names of torch.amp.grad_scaler."""

from firebrick_optim import GradScaler as GradScaler
from firebrick_optim.grad_scaler import OptState as OptState
