"""Under the names of torch.utils.data.sampler."""

from firebrick_data import (
    BatchSampler as BatchSampler,
)
from firebrick_data import (
    RandomSampler as RandomSampler,
)
from firebrick_data import (
    Sampler as Sampler,
)
from firebrick_data import (
    SequentialSampler as SequentialSampler,
)
from firebrick_data import (
    SubsetRandomSampler as SubsetRandomSampler,
)
from firebrick_data import (
    WeightedRandomSampler as WeightedRandomSampler,
)
