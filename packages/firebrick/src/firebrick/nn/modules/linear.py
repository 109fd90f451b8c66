"""Affine layers, under the names of torch.nn.modules.linear."""

from firebrick_nn import (
    Bilinear as Bilinear,
    Identity as Identity,
    LazyLinear as LazyLinear,
    Linear as Linear,
)
from firebrick_nn._linear import NonDynamicallyQuantizableLinear as NonDynamicallyQuantizableLinear
