"""Distances and similarities of pairs of vectors, as layers."""

from __future__ import annotations

from firebrick_core import Tensor

from . import functional as F
from ._module import Module

__all__ = ["CosineSimilarity", "PairwiseDistance"]


class PairwiseDistance(Module):
    """The p-norm of `x1 - x2 + eps` along the last dimension.

    Args:
        p: Default: 2.
        eps: keeps the gradient finite where the vectors are equal. Default: 1e-6.
        keepdim: whether the last dimension stays, with size 1. Default: False.

    Shape: (N, D) and (N, D), or (D), to (N). Source: torch.nn.PairwiseDistance.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.PairwiseDistance(eps=0.0)(torch.tensor([[3.0, 4.0]]), torch.zeros(1, 2))
    tensor([5.])
    """

    __constants__ = ["norm", "eps", "keepdim"]

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.norm = p
        self.eps = eps
        self.keepdim = keepdim

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class CosineSimilarity(Module):
    """`x1 . x2 / max(|x1| |x2|, eps)` along a dimension.

    Args:
        dim: the dimension. Default: 1.
        eps: keeps the quotient finite. Default: 1e-8.

    Shape: (*, D, *) and (*, D, *) to (*, *). Source: torch.nn.CosineSimilarity.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.CosineSimilarity()(torch.ones(1, 2), torch.tensor([[1.0, 0.0]]))
    tensor([0.7071])
    """

    __constants__ = ["dim", "eps"]

    def __init__(self, dim: int = 1, eps: float = 1e-8) -> None:
        super().__init__()
        self.dim = dim
        self.eps = eps

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        return F.cosine_similarity(x1, x2, self.dim, self.eps)
