"""What norms and orthogonality of weights are computed with."""

from __future__ import annotations

import firebrick_core as torch
from firebrick_core import Tensor, functional as F

__all__ = ["as_matrix", "make_orthogonal", "power_iteration", "random_direction"]


def as_matrix(weight: Tensor, dim: int) -> Tensor:
    """The weight with `dim` as rows and all other dimensions as columns."""
    return weight.movedim(dim, 0).reshape(weight.shape[dim], -1)


def random_direction(like: Tensor, size: int, eps: float) -> Tensor:
    """A random vector of length 1."""
    return F.normalize(like.new_empty(size).normal_(0, 1), dim=0, eps=eps)


def power_iteration(
    matrix: Tensor, u: Tensor, v: Tensor, steps: int, eps: float
) -> tuple[Tensor, Tensor]:
    """Better estimates of the first left and right singular vectors (von Mises iteration)."""
    for _ in range(steps):
        u = F.normalize(torch.mv(matrix, v), dim=0, eps=eps)
        v = F.normalize(torch.mv(matrix.mH, u), dim=0, eps=eps)
    return u, v


def make_orthogonal(matrix: Tensor) -> Tensor:
    """Q of the QR factorisation whose R has a positive diagonal."""
    reflections, tau = torch.geqrf(matrix)
    Q = torch.linalg.householder_product(reflections, tau)
    return Q * reflections.diagonal(0, -2, -1).sgn().unsqueeze(-2)
