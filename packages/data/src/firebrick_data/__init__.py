"""Datasets, samplers and a multi-process loader: torch.utils.data on firebrick_core."""

from ._collate import collate as collate
from ._collate import default_collate as default_collate
from ._collate import default_collate_fn_map as default_collate_fn_map
from ._collate import default_convert as default_convert
from ._columns import ColumnBatch as ColumnBatch
from ._dataset import ChainDataset as ChainDataset
from ._dataset import ConcatDataset as ConcatDataset
from ._dataset import Dataset as Dataset
from ._dataset import IterableDataset as IterableDataset
from ._dataset import StackDataset as StackDataset
from ._dataset import Subset as Subset
from ._dataset import TensorDataset as TensorDataset
from ._dataset import random_split as random_split
from ._errors import ArgumentError as ArgumentError
from ._loader import DataLoader as DataLoader
from ._sampler import BatchSampler as BatchSampler
from ._sampler import DistributedSampler as DistributedSampler
from ._sampler import RandomSampler as RandomSampler
from ._sampler import Sampler as Sampler
from ._sampler import SequentialSampler as SequentialSampler
from ._sampler import SubsetRandomSampler as SubsetRandomSampler
from ._sampler import WeightedRandomSampler as WeightedRandomSampler
from ._version import __version__ as __version__
from ._worker_info import WorkerInfo as WorkerInfo
from ._worker_info import get_worker_info as get_worker_info

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
]
