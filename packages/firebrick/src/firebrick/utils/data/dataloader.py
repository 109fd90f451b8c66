"""Under the names of torch.utils.data.dataloader."""

from firebrick_data import (
    DataLoader as DataLoader,
    default_collate as default_collate,
    get_worker_info as get_worker_info,
)
