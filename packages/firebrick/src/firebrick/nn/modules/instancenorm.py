"""Instance normalisation, under the names of torch.nn.modules.instancenorm."""

from firebrick_nn import (
    InstanceNorm1d as InstanceNorm1d,
    InstanceNorm2d as InstanceNorm2d,
    InstanceNorm3d as InstanceNorm3d,
    LazyInstanceNorm1d as LazyInstanceNorm1d,
    LazyInstanceNorm2d as LazyInstanceNorm2d,
    LazyInstanceNorm3d as LazyInstanceNorm3d,
)
from firebrick_nn._normalization import _InstanceNorm  # noqa: F401  # programs import it
