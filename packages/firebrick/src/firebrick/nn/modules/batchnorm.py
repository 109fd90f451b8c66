"""Batch normalisation, under the names of torch.nn.modules.batchnorm."""

from firebrick_nn import (
    BatchNorm1d as BatchNorm1d,
    BatchNorm2d as BatchNorm2d,
    BatchNorm3d as BatchNorm3d,
    LazyBatchNorm1d as LazyBatchNorm1d,
    LazyBatchNorm2d as LazyBatchNorm2d,
    LazyBatchNorm3d as LazyBatchNorm3d,
    SyncBatchNorm as SyncBatchNorm,
)
from firebrick_nn._normalization import _BatchNorm, _NormBase  # noqa: F401  # programs import it
