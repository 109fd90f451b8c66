"""Under the names of torch.utils.data.dataloader."""

from firebrick_data import (
    DataLoader as DataLoader,
)
from firebrick_data import (
    default_collate as default_collate,
)
from firebrick_data import (
    get_worker_info as get_worker_info,
)
