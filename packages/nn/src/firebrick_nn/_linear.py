"""Affine layers, and the layer that does nothing."""

from __future__ import annotations

import math
from typing import Any

from firebrick_core import Tensor, empty

from . import functional as F, init
from ._module import Module
from ._parameter import Parameter

__all__ = ["Bilinear", "Identity", "Linear", "NonDynamicallyQuantizableLinear"]


class Identity(Module):
    """Returns its input. Takes any arguments and ignores them.

    Source: torch.nn.Identity.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Identity(54, unused=True)(torch.ones(2))
    tensor([1., 1.])
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Tensor) -> Tensor:
        return input


class Linear(Module):
    """`y = x @ weight.T + bias` on the last dimension.

    Args:
        in_features: size of the last dimension of the input.
        out_features: size of the last dimension of the output.
        bias: whether to add a learned bias. Default: True.
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Shape: (*, in_features) to (*, out_features). Parameters: `weight` (out_features, in_features),
    `bias` (out_features), both uniform in (-k, k) with k = 1 / sqrt(in_features).
    Raises RuntimeError where the input's last dimension is not in_features or the dtypes differ.
    Source: torch.nn.Linear.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Linear(20, 30)(torch.randn(128, 20)).shape
    torch.Size([128, 30])
    """

    __constants__ = ["in_features", "out_features"]

    def __init__(
        self, in_features: int, out_features: int, bias: bool = True, device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(empty((out_features, in_features), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        # With a = sqrt(5), Kaiming's bound for the weight is 1 / sqrt(fan_in) too.
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            fan_in, _ = init._calculate_fan_in_and_fan_out(self.weight)
            bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input: Tensor) -> Tensor:
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self) -> str:
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, "
            f"bias={self.bias is not None}"
        )


class NonDynamicallyQuantizableLinear(Linear):
    """`Linear` under the name that the output projection of attention has in PyTorch.

    Source: torch.nn.modules.linear.NonDynamicallyQuantizableLinear.
    """


class Bilinear(Module):
    """`y[k] = x1 @ weight[k] @ x2 + bias[k]` on the last dimensions of two inputs.

    Args:
        in1_features, in2_features, out_features: sizes of the last dimensions.
        bias: whether to add a learned bias. Default: True.
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Shape: (*, in1_features) and (*, in2_features) to (*, out_features). Parameters: `weight`
    (out_features, in1_features, in2_features), `bias` (out_features), uniform in (-k, k) with
    k = 1 / sqrt(in1_features). Raises ValueError unless in1_features > 0.
    Source: torch.nn.Bilinear.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Bilinear(4, 5, 6)(torch.randn(2, 4), torch.randn(2, 5)).shape
    torch.Size([2, 6])
    """

    __constants__ = ["in1_features", "in2_features", "out_features"]

    def __init__(
        self, in1_features: int, in2_features: int, out_features: int, bias: bool = True,
        device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__()
        if in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got {in1_features}")
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        shape = (out_features, in1_features, in2_features)
        self.weight = Parameter(empty(shape, device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        bound = 1 / math.sqrt(self.weight.size(1))
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1: Tensor, input2: Tensor) -> Tensor:
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        return (
            f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
            f"out_features={self.out_features}, bias={self.bias is not None}"
        )
