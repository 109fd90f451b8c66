"""Datasets and loaders, under the names of torch.utils.data."""

from firebrick_data import *  # noqa: F403

from . import (
    dataloader as dataloader,
    dataset as dataset,
    distributed as distributed,
    sampler as sampler,
)
