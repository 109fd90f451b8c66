"""Windows of an image as columns, and back."""

from __future__ import annotations

from typing import Any

from firebrick_core import Tensor

from . import functional as F
from ._module import Module

__all__ = ["Fold", "Unfold"]


class Unfold(Module):
    """The windows of images, each as a column.

    Args:
        kernel_size: size of the windows, one number or (height, width).
        dilation: distance between a window's elements. Default: 1.
        padding: zeros added to both sides. Default: 0.
        stride: step of the windows. Default: 1.

    Shape: (N, C, H, W) or (C, H, W) to (N, C * prod(kernel_size), L) for L windows. Raises
    RuntimeError where no window fits. Source: torch.nn.Unfold.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Unfold(kernel_size=(2, 3))(torch.randn(2, 5, 3, 4)).shape
    torch.Size([2, 30, 4])
    """

    __constants__ = ["kernel_size", "dilation", "padding", "stride"]

    def __init__(
        self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input: Tensor) -> Tensor:
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self) -> str:
        return (
            f"kernel_size={self.kernel_size}, dilation={self.dilation}, padding={self.padding}, "
            f"stride={self.stride}"
        )


class Fold(Module):
    """Images from their windows as `Unfold` gives them; where windows overlap, they are added.

    Args:
        output_size: size of the images, one number or (height, width).
        kernel_size, dilation, padding, stride: as in `Unfold`.

    Shape: (N, C * prod(kernel_size), L) or without N to (N, C, *output_size). Raises RuntimeError
    where sizes do not fit. Source: torch.nn.Fold.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Fold(output_size=(4, 5), kernel_size=(2, 2))(torch.randn(1, 3 * 2 * 2, 12)).shape
    torch.Size([1, 3, 4, 5])
    """

    __constants__ = ["output_size", "kernel_size", "dilation", "padding", "stride"]

    def __init__(
        self, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0,
        stride: Any = 1,
    ) -> None:
        super().__init__()
        self.output_size = output_size
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def forward(self, input: Tensor) -> Tensor:
        return F.fold(
            input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride
        )

    def extra_repr(self) -> str:
        return (
            f"output_size={self.output_size}, kernel_size={self.kernel_size}, "
            f"dilation={self.dilation}, padding={self.padding}, stride={self.stride}"
        )
