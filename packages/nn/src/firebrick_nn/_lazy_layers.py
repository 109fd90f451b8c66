"""The lazy layers: linear, convolutions and normalisation without a number of input features."""

from __future__ import annotations

from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor

from ._conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from ._lazy import LazyModuleMixin
from ._linear import Linear
from ._normalization import (
    BatchNorm1d,
    BatchNorm2d,
    BatchNorm3d,
    InstanceNorm1d,
    InstanceNorm2d,
    InstanceNorm3d,
)
from ._uninitialized import UninitializedBuffer, UninitializedParameter

__all__ = [
    "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d", "LazyConv1d", "LazyConv2d",
    "LazyConv3d", "LazyConvTranspose1d", "LazyConvTranspose2d", "LazyConvTranspose3d",
    "LazyInstanceNorm1d", "LazyInstanceNorm2d", "LazyInstanceNorm3d", "LazyLinear",
]  # fmt: skip


class LazyLinear(LazyModuleMixin, Linear):
    """`Linear` that takes `in_features` from the last dimension of its first input.

    Args:
        out_features, bias, device, dtype: as in `Linear`.

    Source: torch.nn.LazyLinear.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyLinear(3)(torch.ones(2, 4)).shape
    torch.Size([2, 3])
    """

    cls_to_become = Linear
    weight: Any
    bias: Any

    def __init__(
        self, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__(0, 0, False)
        self.out_features = out_features
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draw new initial values, once there are parameters."""
        if not self.has_uninitialized_params() and self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Materialise the parameters for an input."""
        if self.has_uninitialized_params():
            self.in_features = input.shape[-1]
            self.weight.materialize((self.out_features, self.in_features))
            if self.bias is not None:
                self.bias.materialize((self.out_features,))
            self.reset_parameters()
        elif self.in_features == 0:  # the parameters came from a state_dict
            self.in_features = input.shape[-1]


class _LazyConv(LazyModuleMixin):
    """The number of input channels, and the parameters, from the first input."""

    def _make_lazy(self: Any, out_channels: int, bias: bool, device: Any, dtype: Any) -> None:
        self.out_channels = out_channels
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self: Any) -> None:
        """Draw new initial values, once there are parameters."""
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()  # type: ignore[misc]

    def initialize_parameters(self: Any, input: Tensor, *args: Any, **kwargs: Any) -> None:
        """Materialise the parameters for an input.

        Raises RuntimeError for a wrong number of dimensions, ValueError for channels that
        `groups` does not divide.
        """
        lazy = self.has_uninitialized_params()
        if not lazy and self.in_channels != 0:
            return
        self.in_channels = self._get_in_channels(input)
        if not lazy:
            return
        if self.in_channels % self.groups != 0:
            raise ValueError(
                f"in_channels must be divisible by groups, but got {self.in_channels} and "
                f"{self.groups}"
            )
        first, second = self.out_channels, self.in_channels
        if self.transposed:
            first, second = second, first
        self.weight.materialize((first, second // self.groups, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()

    def _get_in_channels(self: Any, input: Tensor) -> int:
        unbatched = self._dims + 1
        if input.dim() not in (unbatched, unbatched + 1):
            raise RuntimeError(
                f"Expected {unbatched}D (unbatched) or {unbatched + 1}D (batched) input to "
                f"{type(self).__name__}, but got input of size: {input.shape}"
            )
        return input.shape[input.dim() - unbatched]


class _LazyConvForward(_LazyConv):
    """The constructor of the plain lazy convolutions."""

    def __init__(
        self, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0,
        dilation: Any = 1, groups: int = 1, bias: bool = True, padding_mode: str = "zeros",
        device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__(
            0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode
        )
        self._make_lazy(out_channels, bias, device, dtype)


class _LazyConvBackward(_LazyConv):
    """The constructor of the lazy transposed convolutions."""

    def __init__(
        self, out_channels: int, kernel_size: Any, stride: Any = 1, padding: Any = 0,
        output_padding: Any = 0, groups: int = 1, bias: bool = True, dilation: Any = 1,
        padding_mode: str = "zeros", device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__(
            0, 0, kernel_size, stride, padding, output_padding, groups, False, dilation,
            padding_mode,
        )  # fmt: skip
        self._make_lazy(out_channels, bias, device, dtype)


class LazyConv1d(_LazyConvForward, Conv1d):
    """`Conv1d` that takes `in_channels` from its first input. Source: torch.nn.LazyConv1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyConv1d(4, 3)(torch.ones(1, 2, 5)).shape
    torch.Size([1, 4, 3])
    """

    cls_to_become = Conv1d


class LazyConv2d(_LazyConvForward, Conv2d):
    """`Conv2d` that takes `in_channels` from its first input. Source: torch.nn.LazyConv2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyConv2d(4, 3)(torch.ones(1, 2, 5, 5)).shape
    torch.Size([1, 4, 3, 3])
    """

    cls_to_become = Conv2d


class LazyConv3d(_LazyConvForward, Conv3d):
    """`Conv3d` that takes `in_channels` from its first input. Source: torch.nn.LazyConv3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyConv3d(4, 3)(torch.ones(1, 2, 5, 5, 5)).shape
    torch.Size([1, 4, 3, 3, 3])
    """

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvBackward, ConvTranspose1d):
    """`ConvTranspose1d` that takes `in_channels` from its first input.

    Source: torch.nn.LazyConvTranspose1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyConvTranspose1d(4, 3)(torch.ones(1, 2, 5)).shape
    torch.Size([1, 4, 7])
    """

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvBackward, ConvTranspose2d):
    """`ConvTranspose2d` that takes `in_channels` from its first input.

    Source: torch.nn.LazyConvTranspose2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyConvTranspose2d(4, 3)(torch.ones(1, 2, 5, 5)).shape
    torch.Size([1, 4, 7, 7])
    """

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvBackward, ConvTranspose3d):
    """`ConvTranspose3d` that takes `in_channels` from its first input.

    Source: torch.nn.LazyConvTranspose3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyConvTranspose3d(4, 3)(torch.ones(1, 2, 2, 2, 2)).shape
    torch.Size([1, 4, 4, 4, 4])
    """

    cls_to_become = ConvTranspose3d


class _LazyNorm(LazyModuleMixin):
    """The number of channels, and parameters and statistics, from the first input."""

    def __init__(
        self: Any, eps: float = 1e-5, momentum: float | None = 0.1, affine: bool = True,
        track_running_stats: bool = True, device: Any = None, dtype: Any = None, *,
        bias: bool = True,
    ) -> None:
        super().__init__(0, eps, momentum, False, False, device, dtype)
        self.affine = affine
        self.track_running_stats = track_running_stats
        made: dict[str, Any] = {"device": device, "dtype": dtype}
        if affine:
            self.weight = UninitializedParameter(**made)
            if bias:
                self.bias = UninitializedParameter(**made)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(**made)
            self.running_var = UninitializedBuffer(**made)
            self.num_batches_tracked = torch.tensor(0, dtype=torch.int64, device=device)

    def reset_parameters(self: Any) -> None:
        """Ones, zeros and empty statistics, once there are parameters."""
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()  # type: ignore[misc]

    def initialize_parameters(self: Any, input: Tensor) -> None:
        """Materialise parameters and statistics for an input."""
        lazy = self._lazy_members()
        if lazy or self.num_features == 0:
            self.num_features = input.shape[1]
        for _, value in lazy:
            value.materialize((self.num_features,))
        if lazy:
            self.reset_parameters()


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    """`BatchNorm1d` that takes `num_features` from its first input.

    Source: torch.nn.LazyBatchNorm1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyBatchNorm1d()(torch.ones(4, 2)).shape
    torch.Size([4, 2])
    """

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    """`BatchNorm2d` that takes `num_features` from its first input.

    Source: torch.nn.LazyBatchNorm2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyBatchNorm2d()(torch.ones(4, 2, 3, 3)).shape
    torch.Size([4, 2, 3, 3])
    """

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNorm, BatchNorm3d):
    """`BatchNorm3d` that takes `num_features` from its first input.

    Source: torch.nn.LazyBatchNorm3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyBatchNorm3d()(torch.ones(4, 2, 3, 3, 3)).shape
    torch.Size([4, 2, 3, 3, 3])
    """

    cls_to_become = BatchNorm3d


class LazyInstanceNorm1d(_LazyNorm, InstanceNorm1d):
    """`InstanceNorm1d` that takes `num_features` from its first input.

    `affine` and `track_running_stats` are True by default. Source: torch.nn.LazyInstanceNorm1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyInstanceNorm1d()(torch.ones(4, 2, 3)).shape
    torch.Size([4, 2, 3])
    """

    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNorm, InstanceNorm2d):
    """`InstanceNorm2d` that takes `num_features` from its first input.

    `affine` and `track_running_stats` are True by default. Source: torch.nn.LazyInstanceNorm2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyInstanceNorm2d()(torch.ones(4, 2, 3, 3)).shape
    torch.Size([4, 2, 3, 3])
    """

    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNorm, InstanceNorm3d):
    """`InstanceNorm3d` that takes `num_features` from its first input.

    `affine` and `track_running_stats` are True by default. Source: torch.nn.LazyInstanceNorm3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LazyInstanceNorm3d()(torch.ones(4, 2, 3, 3, 3)).shape
    torch.Size([4, 2, 3, 3, 3])
    """

    cls_to_become = InstanceNorm3d
