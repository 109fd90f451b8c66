"""Datasets and loaders, under the names of torch.utils.data."""

from firebrick_data import *  # noqa: F403

from ..._missing import attributes_missing as _attributes_missing
from . import (
    _utils as _utils,
    dataloader as dataloader,
    dataset as dataset,
    distributed as distributed,
    sampler as sampler,
)
from .distributed import DistributedSampler as DistributedSampler

__getattr__ = _attributes_missing(__name__)
