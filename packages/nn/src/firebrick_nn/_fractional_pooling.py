"""Layers that take the maximum over windows that lie at random, for any size of the output."""

from __future__ import annotations

from typing import Any

from firebrick_core import Tensor

from . import functional as F
from ._module import Module
from ._ntuple import ntuple

__all__ = ["FractionalMaxPool2d", "FractionalMaxPool3d"]


class _FractionalMaxPoolNd(Module):
    __constants__ = ["kernel_size", "return_indices", "output_size", "output_ratio"]
    _dims: int

    def __init__(
        self, kernel_size: Any, output_size: Any = None, output_ratio: Any = None,
        return_indices: bool = False, _random_samples: Tensor | None = None,
    ) -> None:
        super().__init__()
        name, n = type(self).__name__, self._dims
        self.kernel_size = ntuple(kernel_size, n)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else ntuple(output_size, n)
        self.output_ratio = None if output_ratio is None else ntuple(output_ratio, n)
        if n == 3 and any(k <= 0 for k in self.kernel_size):
            raise ValueError(
                f"kernel_size must greater than zero for all dimensions, but got {kernel_size}"
            )
        if output_size is None and output_ratio is None:
            raise ValueError(
                f"{name} requires specifying either an output size, or a pooling ratio"
            )
        if output_size is not None and output_ratio is not None:
            raise ValueError("only one of output_size and output_ratio may be specified")
        if self.output_ratio is not None and any(not 0 < r < 1 for r in self.output_ratio):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """The maximum over windows of an image, at random places so that the output has a given size.

    Args:
        kernel_size: size of the windows, one number or a tuple.
        output_size: of the result, one number or a tuple; or
        output_ratio: of the output's size to the input's, in (0, 1).
        return_indices: also return where the maxima are, for `MaxUnpool2d`. Default: False.

    Shape: (N, C, H, W) or (C, H, W) to (N, C, *output_size). Raises ValueError where neither or
    both of output_size and output_ratio are given. Source: Graham 2015, Fractional max-pooling;
    torch.nn.FractionalMaxPool2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.FractionalMaxPool2d(3, output_ratio=0.5)(torch.randn(1, 2, 10, 12)).shape
    torch.Size([1, 2, 5, 6])
    """

    _dims = 2

    def forward(self, input: Tensor) -> Any:
        return F.fractional_max_pool2d(
            input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices,
            _random_samples=self._random_samples,
        )  # fmt: skip


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """The maximum over windows of a volume, as `FractionalMaxPool2d`.

    Shape: (N, C, D, H, W) or (C, D, H, W) to (N, C, *output_size). Source:
    torch.nn.FractionalMaxPool3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.FractionalMaxPool3d(2, output_size=3)(torch.randn(1, 2, 6, 7, 8)).shape
    torch.Size([1, 2, 3, 3, 3])
    """

    _dims = 3

    def forward(self, input: Tensor) -> Any:
        return F.fractional_max_pool3d(
            input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices,
            _random_samples=self._random_samples,
        )  # fmt: skip
