"""Optimizers, under the names of torch.optim."""

from firebrick_optim import *  # noqa: F403

from .._missing import attributes_missing as _attributes_missing
from . import (
    lr_scheduler as lr_scheduler,
    optimizer as optimizer,
    swa_utils as swa_utils,
)

__getattr__ = _attributes_missing(__name__)
