"""Datasets and loaders, under the names of torch.utils.data."""

from firebrick_data import *  # noqa: F403

from . import (
    dataloader as dataloader,
)
from . import (
    dataset as dataset,
)
from . import (
    distributed as distributed,
)
from . import (
    sampler as sampler,
)
