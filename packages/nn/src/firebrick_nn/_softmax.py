"""Softmax and its relatives as layers: along one dimension, the output of the input's shape."""

from __future__ import annotations

from firebrick_core import Tensor

from . import functional as F
from ._module import Module

__all__ = ["LogSoftmax", "Softmax", "Softmax2d", "Softmin"]


class _Dim(Module):
    """A function along one dimension; for None PyTorch's old rule chooses, with a warning."""

    __constants__ = ["dim"]

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def extra_repr(self) -> str:
        return f"dim={self.dim}"


class Softmin(_Dim):
    """Softmax of `-x` along `dim`. Source: torch.nn.Softmin.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Softmin(dim=0)(torch.zeros(2))
    tensor([0.5000, 0.5000])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.softmin(input, self.dim)


class Softmax(_Dim):
    """`exp(x) / sum(exp(x))` along `dim`. Source: torch.nn.Softmax.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Softmax(dim=1)(torch.zeros(1, 4))
    tensor([[0.2500, 0.2500, 0.2500, 0.2500]])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.softmax(input, self.dim)


class Softmax2d(Module):
    """Softmax over the channels of images (N, C, H, W) or (C, H, W). Source: torch.nn.Softmax2d.

    Raises ValueError for other numbers of dimensions.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Softmax2d()(torch.zeros(2, 1, 1))
    tensor([[[0.5000]],
    <BLANKLINE>
            [[0.5000]]])
    """

    def forward(self, input: Tensor) -> Tensor:
        if input.ndim not in (3, 4):
            raise ValueError(
                f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead"
            )
        return F.softmax(input, -3)


class LogSoftmax(_Dim):
    """`log(softmax(x))` along `dim`. Source: torch.nn.LogSoftmax.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.LogSoftmax(dim=0)(torch.zeros(2))
    tensor([-0.6931, -0.6931])
    """

    def forward(self, input: Tensor) -> Tensor:
        return F.log_softmax(input, self.dim)
