"""Optimizers, under the names of torch.optim."""

from firebrick_optim import *  # noqa: F403

from . import (
    lr_scheduler as lr_scheduler,  # type: ignore[no-redef]  # this package's, not the star's
    optimizer as optimizer,
)
