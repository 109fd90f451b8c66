"""Parameters, under the names of torch.nn.parameter."""

from firebrick_nn import (
    Buffer as Buffer,
    Parameter as Parameter,
    UninitializedBuffer as UninitializedBuffer,
    UninitializedParameter as UninitializedParameter,
)
from firebrick_nn._uninitialized import (
    UninitializedTensorMixin as UninitializedTensorMixin,
    is_lazy as is_lazy,
)
