"""Datasets, samplers and a multi-process loader: torch.utils.data on firebrick_core."""

from ._collate import (
    collate as collate,
    default_collate as default_collate,
    default_collate_fn_map as default_collate_fn_map,
    default_convert as default_convert,
)
from ._columns import ColumnBatch as ColumnBatch
from ._dataset import (
    ChainDataset as ChainDataset,
    ConcatDataset as ConcatDataset,
    Dataset as Dataset,
    IterableDataset as IterableDataset,
    StackDataset as StackDataset,
    Subset as Subset,
    TensorDataset as TensorDataset,
    random_split as random_split,
)
from ._errors import ArgumentError as ArgumentError
from ._loader import DataLoader as DataLoader
from ._sample_random import sample_generator as sample_generator, sample_rng as sample_rng
from ._sampler import (
    BatchSampler as BatchSampler,
    DistributedSampler as DistributedSampler,
    RandomSampler as RandomSampler,
    Sampler as Sampler,
    SequentialSampler as SequentialSampler,
    SubsetRandomSampler as SubsetRandomSampler,
    WeightedRandomSampler as WeightedRandomSampler,
)
from ._shared_objects import SharedDict as SharedDict, SharedList as SharedList
from ._version import __version__ as __version__
from ._worker_info import WorkerInfo as WorkerInfo, get_worker_info as get_worker_info

__all__ = [
    "ArgumentError",
    "BatchSampler",
    "ChainDataset",
    "ColumnBatch",
    "ConcatDataset",
    "DataLoader",
    "Dataset",
    "DistributedSampler",
    "IterableDataset",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "SharedDict",
    "SharedList",
    "StackDataset",
    "Subset",
    "SubsetRandomSampler",
    "TensorDataset",
    "WeightedRandomSampler",
    "WorkerInfo",
    "collate",
    "default_collate",
    "default_collate_fn_map",
    "default_convert",
    "get_worker_info",
    "random_split",
    "sample_generator",
    "sample_rng",
]
