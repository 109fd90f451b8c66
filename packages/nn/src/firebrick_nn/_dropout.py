"""Layers that zero a random part of their input in training mode, and pass it on in evaluation."""

from __future__ import annotations

from firebrick_core import Tensor

from . import functional as F
from ._module import Module

__all__ = [
    "AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout",
]  # fmt: skip


class _DropoutNd(Module):
    __constants__ = ["p", "inplace"]

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
        self.p = p
        self.inplace = inplace

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """Zeroes each element with probability p and scales the others by 1 / (1 - p).

    Args:
        p: the probability. Default: 0.5.
        inplace: whether to write into the input. Default: False.

    Shape: any, the output alike. Raises ValueError unless 0 <= p <= 1.
    Source: Hinton et al. 2012, Improving neural networks by preventing co-adaptation of feature
    detectors; torch.nn.Dropout.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Dropout(0.2).eval()(torch.ones(3))
    tensor([1., 1., 1.])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout(input, self.p, self.training, self.inplace)


class Dropout1d(_DropoutNd):
    """As `Dropout`, but whole channels at once.

    Shape: (N, C, L) or (C, L), the output alike. Source: torch.nn.Dropout1d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Dropout1d(1.0)(torch.ones(1, 2, 3)).sum()
    tensor(0.)
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """As `Dropout`, but whole channels of images at once.

    Shape: (N, C, H, W) or (N, C, L), the output alike. Source: Tompson et al. 2015, Efficient
    object localization using convolutional networks; torch.nn.Dropout2d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Dropout2d(1.0)(torch.ones(1, 2, 3, 3)).sum()
    tensor(0.)
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_DropoutNd):
    """As `Dropout`, but whole channels of volumes at once.

    Shape: (N, C, D, H, W) or (C, D, H, W), the output alike. Source: torch.nn.Dropout3d.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Dropout3d(1.0)(torch.ones(1, 2, 3, 3, 3)).sum()
    tensor(0.)
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_DropoutNd):
    """Dropout that keeps mean and variance, for networks with SELU.

    Elements are set to SELU's negative saturation value, and all are scaled and shifted.

    Args, shape and errors: as `Dropout`. Source: Klambauer et al. 2017, Self-normalizing neural
    networks; torch.nn.AlphaDropout.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.AlphaDropout(0.2).eval()(torch.ones(3))
    tensor([1., 1., 1.])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    """As `AlphaDropout`, but whole channels at once.

    Shape: (N, C, *), the output alike. Source: torch.nn.FeatureAlphaDropout.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.FeatureAlphaDropout(0.2).eval()(torch.ones(1, 2, 1)).shape
    torch.Size([1, 2, 1])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.feature_alpha_dropout(input, self.p, self.training)
