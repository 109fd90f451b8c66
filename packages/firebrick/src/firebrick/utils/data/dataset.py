"""Under the names of torch.utils.data.dataset."""

from firebrick_data import (
    ChainDataset as ChainDataset,
)
from firebrick_data import (
    ConcatDataset as ConcatDataset,
)
from firebrick_data import (
    Dataset as Dataset,
)
from firebrick_data import (
    IterableDataset as IterableDataset,
)
from firebrick_data import (
    StackDataset as StackDataset,
)
from firebrick_data import (
    Subset as Subset,
)
from firebrick_data import (
    TensorDataset as TensorDataset,
)
from firebrick_data import (
    random_split as random_split,
)
