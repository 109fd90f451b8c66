"""Under the names of torch.utils.data.distributed."""

from firebrick_data import (
    DistributedSampler as DistributedSampler,
)
