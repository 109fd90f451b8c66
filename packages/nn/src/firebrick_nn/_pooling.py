"""Layers that take the maximum, the mean or a norm over windows of given size or number."""

from __future__ import annotations

from typing import Any

from firebrick_core import Tensor

from . import functional as F
from ._module import Module
from ._ntuple import ntuple

__all__ = [
    "AdaptiveAvgPool1d", "AdaptiveAvgPool2d", "AdaptiveAvgPool3d", "AdaptiveMaxPool1d",
    "AdaptiveMaxPool2d", "AdaptiveMaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d", "LPPool1d",
    "LPPool2d", "LPPool3d", "MaxPool1d", "MaxPool2d", "MaxPool3d", "MaxUnpool1d", "MaxUnpool2d",
    "MaxUnpool3d",
]  # fmt: skip


class _MaxPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "dilation", "return_indices", "ceil_mode"]

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1,
        return_indices: bool = False, ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.dilation = dilation
        self.return_indices = return_indices
        self.ceil_mode = ceil_mode

    def extra_repr(self) -> str:
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPoolNd):
    """The maximum over windows of a signal.

    Args:
        kernel_size: size of the window.
        stride: step of the window. Default: kernel_size.
        padding: minus infinity added to both sides, at most half the window. Default: 0.
        dilation: distance between the window's elements. Default: 1.
        return_indices: also return where the maxima are, for `MaxUnpool1d`. Default: False.
        ceil_mode: round the output's size up: a last window may go over the edge. Default: False.

    Shape: (N, C, L) or (C, L) to (N, C, L') with
    L' = (L + 2 padding - dilation (kernel_size - 1) - 1) // stride + 1. Raises RuntimeError for a
    window larger than the padded input. Source: torch.nn.MaxPool1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.MaxPool1d(2)(torch.tensor([[1.0, 3.0, 2.0, 0.0]]))
    tensor([[3., 2.]])
    """

    def forward(self, input: Tensor) -> Any:
        return F.max_pool1d(
            input, self.kernel_size, self.stride, self.padding, self.dilation,
            ceil_mode=self.ceil_mode, return_indices=self.return_indices,
        )


class MaxPool2d(_MaxPoolNd):
    """The maximum over windows of an image.

    Args: as `MaxPool1d`, one number for height and width or a tuple of two.

    Shape: (N, C, H, W) or (C, H, W) to (N, C, H', W'). Source: torch.nn.MaxPool2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.MaxPool2d((3, 2), stride=(2, 1))(torch.randn(2, 6, 5, 4)).shape
    torch.Size([2, 6, 2, 3])
    """

    def forward(self, input: Tensor) -> Any:
        return F.max_pool2d(
            input, self.kernel_size, self.stride, self.padding, self.dilation,
            ceil_mode=self.ceil_mode, return_indices=self.return_indices,
        )


class MaxPool3d(_MaxPoolNd):
    """The maximum over windows of a volume.

    Args: as `MaxPool1d`, one number for depth, height and width or a tuple of three.

    Shape: (N, C, D, H, W) or (C, D, H, W) to (N, C, D', H', W'). Source: torch.nn.MaxPool3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.MaxPool3d(2)(torch.randn(1, 2, 4, 6, 8)).shape
    torch.Size([1, 2, 2, 3, 4])
    """

    def forward(self, input: Tensor) -> Any:
        return F.max_pool3d(
            input, self.kernel_size, self.stride, self.padding, self.dilation,
            ceil_mode=self.ceil_mode, return_indices=self.return_indices,
        )


class _MaxUnpoolNd(Module):
    _dims: int

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        self.kernel_size = ntuple(kernel_size, self._dims)
        self.stride = ntuple(kernel_size if stride is None else stride, self._dims)
        self.padding = ntuple(padding, self._dims)

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """Puts values back where `MaxPool1d` found them, zeros elsewhere.

    Args: kernel_size, stride and padding of the pooling that it undoes.

    `forward(input, indices, output_size=None)`; several sizes pool to one, `output_size` chooses.
    Shape: (N, C, L') or (C, L') to (N, C, L). Source: torch.nn.MaxUnpool1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> pooled, indices = nn.MaxPool1d(2, return_indices=True)(torch.tensor([[1.0, 3.0, 2.0, 0.0]]))
    >>> nn.MaxUnpool1d(2)(pooled, indices)
    tensor([[0., 3., 2., 0.]])
    """

    _dims = 1

    def forward(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:
        return F.max_unpool1d(
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )


class MaxUnpool2d(_MaxUnpoolNd):
    """Puts values back where `MaxPool2d` found them, zeros elsewhere; as `MaxUnpool1d`.

    Source: torch.nn.MaxUnpool2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> pooled, indices = nn.MaxPool2d(2, return_indices=True)(torch.arange(4.0).reshape(1, 2, 2))
    >>> nn.MaxUnpool2d(2)(pooled, indices)
    tensor([[[0., 0.],
             [0., 3.]]])
    """

    _dims = 2

    def forward(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:
        return F.max_unpool2d(
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )


class MaxUnpool3d(_MaxUnpoolNd):
    """Puts values back where `MaxPool3d` found them, zeros elsewhere; as `MaxUnpool1d`.

    Source: torch.nn.MaxUnpool3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> pooled, indices = nn.MaxPool3d(2, return_indices=True)(torch.randn(1, 2, 2, 2))
    >>> nn.MaxUnpool3d(2)(pooled, indices).shape
    torch.Size([1, 2, 2, 2])
    """

    _dims = 3

    def forward(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:
        return F.max_unpool3d(
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )


class _AvgPoolNd(Module):
    __constants__ = ["kernel_size", "stride", "padding", "ceil_mode", "count_include_pad"]

    def __init__(
        self, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool, count_include_pad: bool
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding
        self.ceil_mode = ceil_mode
        self.count_include_pad = count_include_pad

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd):
    """The mean over windows of a signal.

    Args:
        kernel_size: size of the window.
        stride: step of the window. Default: kernel_size.
        padding: zeros added to both sides, at most half the window. Default: 0.
        ceil_mode: round the output's size up: a last window may go over the edge. Default: False.
        count_include_pad: whether the padding counts in the mean. Default: True.

    Shape: (N, C, L) or (C, L) to (N, C, L') with L' = (L + 2 padding - kernel_size) // stride + 1.
    Source: torch.nn.AvgPool1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AvgPool1d(3, stride=2)(torch.tensor([[1.0, 2.0, 3.0, 4.0, 5.0]]))
    tensor([[2., 4.]])
    """

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        stride = kernel_size if stride is None else stride
        super().__init__(
            ntuple(kernel_size, 1), ntuple(stride, 1), ntuple(padding, 1), ceil_mode,
            count_include_pad,
        )

    def forward(self, input: Tensor) -> Tensor:
        return F.avg_pool1d(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
            self.count_include_pad,
        )


class _AvgPoolWithDivisor(_AvgPoolNd):
    __constants__ = [*_AvgPoolNd.__constants__, "divisor_override"]

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False,
        count_include_pad: bool = True, divisor_override: int | None = None,
    ) -> None:
        super().__init__(kernel_size, stride, padding, ceil_mode, count_include_pad)
        self.divisor_override = divisor_override


class AvgPool2d(_AvgPoolWithDivisor):
    """The mean over windows of an image.

    Args: as `AvgPool1d`, one number for height and width or a tuple of two, and
        divisor_override: divide sums by this instead of the window's size. Default: None.

    Shape: (N, C, H, W) or (C, H, W) to (N, C, H', W'). Source: torch.nn.AvgPool2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AvgPool2d(2)(torch.arange(16.0).reshape(1, 4, 4))
    tensor([[[ 2.5000,  4.5000],
             [10.5000, 12.5000]]])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.avg_pool2d(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
            self.count_include_pad, self.divisor_override,
        )


class AvgPool3d(_AvgPoolWithDivisor):
    """The mean over windows of a volume.

    Args: as `AvgPool2d`, one number for depth, height and width or a tuple of three.

    Shape: (N, C, D, H, W) or (C, D, H, W) to (N, C, D', H', W'). Source: torch.nn.AvgPool3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AvgPool3d(2)(torch.randn(1, 2, 4, 6, 8)).shape
    torch.Size([1, 2, 2, 3, 4])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.avg_pool3d(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
            self.count_include_pad, self.divisor_override,
        )


class _LPPoolNd(Module):
    __constants__ = ["norm_type", "kernel_size", "stride", "ceil_mode"]

    def __init__(
        self, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False
    ) -> None:
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def extra_repr(self) -> str:
        return (
            f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, "
            f"ceil_mode={self.ceil_mode}"
        )


class LPPool1d(_LPPoolNd):
    """`(sum of x ** p over a window) ** (1 / p)`, for signals.

    Args:
        norm_type: p.
        kernel_size, stride, ceil_mode: as `AvgPool1d`.

    Shape: (N, C, L) or (C, L) to (N, C, L'). Source: torch.nn.LPPool1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LPPool1d(2, 2)(torch.tensor([[3.0, 4.0]]))
    tensor([[5.]])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.lp_pool1d(
            input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode
        )


class LPPool2d(_LPPoolNd):
    """As `LPPool1d`, for images (N, C, H, W) or (C, H, W). Source: torch.nn.LPPool2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LPPool2d(1, 2)(torch.ones(1, 2, 2))
    tensor([[[4.]]])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.lp_pool2d(
            input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode
        )


class LPPool3d(_LPPoolNd):
    """As `LPPool1d`, for volumes (N, C, D, H, W) or (C, D, H, W). Source: torch.nn.LPPool3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LPPool3d(1, 2)(torch.ones(1, 2, 2, 2))
    tensor([[[[8.]]]])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.lp_pool3d(
            input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode
        )


class _AdaptiveMaxPoolNd(Module):
    __constants__ = ["output_size", "return_indices"]

    def __init__(self, output_size: Any, return_indices: bool = False) -> None:
        super().__init__()
        self.output_size = output_size
        self.return_indices = return_indices

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """The maximum over windows that are chosen so that the output has the wanted size.

    Args:
        output_size: L'.
        return_indices: also return where the maxima are. Default: False.

    Shape: (N, C, L) or (C, L) to (N, C, L'). Source: torch.nn.AdaptiveMaxPool1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AdaptiveMaxPool1d(2)(torch.tensor([[1.0, 3.0, 2.0, 0.0, 5.0]]))
    tensor([[3., 5.]])
    """

    def forward(self, input: Tensor) -> Any:
        return F.adaptive_max_pool1d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """As `AdaptiveMaxPool1d`, for images; a size of None keeps the input's.

    Shape: (N, C, H, W) or (C, H, W) to (N, C, H', W'). Source: torch.nn.AdaptiveMaxPool2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AdaptiveMaxPool2d((3, None))(torch.randn(2, 4, 7, 5)).shape
    torch.Size([2, 4, 3, 5])
    """

    def forward(self, input: Tensor) -> Any:
        return F.adaptive_max_pool2d(input, self.output_size, self.return_indices)


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """As `AdaptiveMaxPool2d`, for volumes (N, C, D, H, W). Source: torch.nn.AdaptiveMaxPool3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AdaptiveMaxPool3d(2)(torch.randn(1, 2, 4, 5, 6)).shape
    torch.Size([1, 2, 2, 2, 2])
    """

    def forward(self, input: Tensor) -> Any:
        return F.adaptive_max_pool3d(input, self.output_size, self.return_indices)


class _AdaptiveAvgPoolNd(Module):
    __constants__ = ["output_size"]

    def __init__(self, output_size: Any) -> None:
        super().__init__()
        self.output_size = output_size

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The mean over windows that are chosen so that the output has the wanted size.

    Args:
        output_size: L'.

    Shape: (N, C, L) or (C, L) to (N, C, L'). Source: torch.nn.AdaptiveAvgPool1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AdaptiveAvgPool1d(2)(torch.tensor([[1.0, 3.0, 2.0, 0.0]]))
    tensor([[2., 1.]])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool1d(input, self.output_size)


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """As `AdaptiveAvgPool1d`, for images; a size of None keeps the input's.

    Shape: (N, C, H, W) or (C, H, W) to (N, C, H', W'). Source: torch.nn.AdaptiveAvgPool2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AdaptiveAvgPool2d(1)(torch.arange(4.0).reshape(1, 2, 2))
    tensor([[[1.5000]]])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool2d(input, self.output_size)


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """As `AdaptiveAvgPool2d`, for volumes (N, C, D, H, W). Source: torch.nn.AdaptiveAvgPool3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AdaptiveAvgPool3d(2)(torch.randn(1, 2, 4, 5, 6)).shape
    torch.Size([1, 2, 2, 2, 2])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.adaptive_avg_pool3d(input, self.output_size)
