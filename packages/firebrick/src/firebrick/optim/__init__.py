"""Optimizers, under the names of torch.optim."""

from firebrick_optim import *  # noqa: F403

from . import (
    lr_scheduler as lr_scheduler,
    optimizer as optimizer,
    swa_utils as swa_utils,
)
