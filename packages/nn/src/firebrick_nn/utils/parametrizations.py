"""Parametrizations of weights: by direction and norm, spectral norm, orthogonal matrices.

Source: torch.nn.utils.parametrizations.
"""

from __future__ import annotations

from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor, functional as F

from .. import _conv
from .._module import Module
from . import parametrize
from ._matrices import as_matrix, make_orthogonal, power_iteration, random_direction

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]


def _named_tensor(module: Module, name: str) -> Tensor:
    value = getattr(module, name, None)
    if not isinstance(value, Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    return value


# ---------------------------------------------------------------------- weight norm
class _WeightNorm(Module):
    """w = g v / ||v||, the norm over all dimensions but one."""

    def __init__(self, dim: int | None = 0) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Tensor, weight_v: Tensor) -> Tensor:
        return weight_v * (weight_g / torch.norm_except_dim(weight_v, 2, self.dim))

    def right_inverse(self, weight: Tensor) -> tuple[Tensor, Tensor]:
        return torch.norm_except_dim(weight, 2, self.dim), weight


class _FromOldKeys:
    """A hook that loads what the older `weight_norm` saved: weight_g and weight_v."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, state: dict, prefix: str, *_: Any) -> None:
        old = [f"{prefix}{self.name}_{letter}" for letter in "gv"]
        if all(key in state for key in old):
            for i, key in enumerate(old):
                state[f"{prefix}parametrizations.{self.name}.original{i}"] = state.pop(key)


def weight_norm(module: Module, name: str = "weight", dim: int | None = 0) -> Module:
    """Split a weight into its norm, `original0`, and its direction, `original1`; w = g v / ||v||.

    Args:
        module: whose weight; it is changed and returned.
        name: the weight's name. Default: "weight".
        dim: the dimension that keeps norms of its own; None or -1 for one norm of all. Default: 0.

    Raises ValueError for an unknown name. Checkpoints with the older keys `weight_g` and `weight_v`
    load. Source: Salimans and Kingma 2016, arXiv 1602.07868.

    >>> import firebrick_nn as nn
    >>> layer = weight_norm(nn.Linear(4, 3))
    >>> layer.parametrizations.weight.original0.shape
    torch.Size([3, 1])
    """
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    module._register_load_state_dict_pre_hook(_FromOldKeys(name))
    return module


# ---------------------------------------------------------------------- spectral norm
class _SpectralNorm(Module):
    """w / sigma(w), the largest singular value estimated by power iteration."""

    def __init__(
        self, weight: Tensor, n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12
    ) -> None:
        super().__init__()
        ndim = weight.dim()
        if not -ndim <= dim < ndim:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}] but got "
                f"{dim})"
            )
        if n_power_iterations <= 0:
            raise ValueError(
                "Expected n_power_iterations to be positive, but got "
                f"n_power_iterations={n_power_iterations}"
            )
        self.dim = dim if dim >= 0 else dim + ndim
        self.eps = eps
        if ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = as_matrix(weight, self.dim)
            with torch.no_grad():
                u, v = (random_direction(matrix, size, eps) for size in matrix.shape)
                u, v = power_iteration(matrix, u, v, 15, eps)  # PyTorch's number of first steps
            self.register_buffer("_u", u)
            self.register_buffer("_v", v)

    def forward(self, weight: Tensor) -> Tensor:
        if weight.dim() == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            with torch.no_grad():
                steps = self.n_power_iterations
                u, v = power_iteration(matrix, self._u, self._v, steps, self.eps)
                self._u.copy_(u)
                self._v.copy_(v)
        u, v = self._u.clone(), self._v.clone()  # so that later steps do not change what was saved
        return weight / torch.vdot(u, torch.mv(matrix, v))

    def right_inverse(self, value: Tensor) -> Tensor:
        return value


def spectral_dim(module: Module) -> int:
    """The dimension of a weight that is the output's: the second for transposed convolutions."""
    transposed = (_conv.ConvTranspose1d, _conv.ConvTranspose2d, _conv.ConvTranspose3d)
    return 1 if isinstance(module, transposed) else 0


def spectral_norm(
    module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12,
    dim: int | None = None,
) -> Module:
    """Divide a weight by its largest singular value, estimated anew in every training step.

    Args:
        module: whose weight; it is changed and returned.
        name: the weight's name. Default: "weight".
        n_power_iterations: steps of power iteration for each use in training. Default: 1.
        eps: added to norms. Default: 1e-12.
        dim: the output's dimension. Default: 0, and 1 for transposed convolutions.

    Raises ValueError for an unknown name and non-positive steps, IndexError for `dim` out of range.
    Source: Miyato et al. 2018, arXiv 1802.05957.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> layer = spectral_norm(nn.Linear(20, 40)).eval()
    >>> bool(torch.linalg.matrix_norm(layer.weight, 2) < 1.1)
    True
    """
    weight = _named_tensor(module, name)
    dim = spectral_dim(module) if dim is None else dim
    parametrization = _SpectralNorm(weight, n_power_iterations, dim, eps)
    return parametrize.register_parametrization(module, name, parametrization)


# ---------------------------------------------------------------------- orthogonal
_MAPS = ("matrix_exp", "cayley", "householder")


def _tall(matrix: Tensor) -> tuple[Tensor, bool]:
    """The matrix with at least as many rows as columns, and whether it was transposed."""
    wide = matrix.shape[-2] < matrix.shape[-1]
    return (matrix.mT if wide else matrix), wide


def _is_orthogonal(matrix: Tensor) -> bool:
    size = matrix.shape[-1]
    tolerance = 10 * matrix.shape[-2] * torch.finfo(matrix.dtype).eps
    product = matrix.mH @ matrix
    identity = torch.eye(size, dtype=matrix.dtype, device=matrix.device)
    return torch.allclose(product, identity.expand_as(product), atol=tolerance)


class _Orthogonal(Module):
    """A free matrix to one with orthonormal columns (or rows), near `base` if there is one."""

    base: Tensor

    def __init__(self, weight: Tensor, orthogonal_map: str, *, use_trivialization: bool) -> None:
        super().__init__()
        if weight.is_complex() and orthogonal_map == "householder":
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X: Tensor) -> Tensor:
        X, wide = _tall(X)
        Q = self._reflections(X) if self.orthogonal_map == "householder" else self._rotation(X)
        if "base" in self._buffers:
            Q = self.base @ Q
        return Q.mT if wide else Q

    @staticmethod
    def _reflections(X: Tensor) -> Tensor:
        """The product of Householder reflections below the diagonal, with its signs."""
        A = X.tril(-1)
        tau = 2.0 / (1.0 + (A * A).sum(-2))
        return torch.linalg.householder_product(A, tau) * X.diagonal(0, -2, -1).int().unsqueeze(-2)

    def _rotation(self, X: Tensor) -> Tensor:
        """exp(A), or (1 - A/2)^-1 (1 + A/2), for the skew-symmetric A that X has below."""
        rows, columns = X.shape[-2:]
        X = X.tril()
        if rows != columns:
            X = torch.cat([X, X.new_zeros(*X.shape[:-1], rows - columns)], -1)
        A = X - X.mH
        if self.orthogonal_map == "matrix_exp":
            Q = torch.matrix_exp(A)
        else:
            identity = torch.eye(rows, dtype=A.dtype, device=A.device)
            Q = torch.linalg.solve(identity - 0.5 * A, identity + 0.5 * A)
        return Q[..., :columns]

    @torch.no_grad()
    def right_inverse(self, Q: Tensor) -> Tensor:
        if Q.shape != self.shape:
            raise ValueError(
                f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of "
                f"shape {Q.shape}."
            )
        if "base" not in self._buffers:
            return self._to_reflections(Q)
        given = Q
        Q, _ = _tall(Q)
        rows, columns = Q.shape[-2:]
        if rows != columns:
            more = torch.randn(*Q.shape[:-2], rows, rows - columns, dtype=Q.dtype, device=Q.device)
            Q = make_orthogonal(torch.cat([Q, more], -1))
        elif _is_orthogonal(Q):
            Q = Q.clone()
        else:
            Q = make_orthogonal(Q)
        self.base = Q
        start = torch.zeros_like(given)  # maps to the identity, so that the value is the base
        start.diagonal(0, -2, -1).fill_(-1.0)
        return start

    def _to_reflections(self, Q: Tensor) -> Tensor:
        if self.orthogonal_map != "householder":
            raise NotImplementedError(
                "It is not possible to assign to the matrix exponential or the Cayley "
                "parametrizations when use_trivialization=False."
            )
        Q, wide = _tall(Q)
        A, tau = torch.geqrf(Q)
        diagonal = A.diagonal(0, -2, -1)
        signs = torch.where(tau == 0, -diagonal.sign(), diagonal.sign())
        diagonal.copy_(signs)
        return A.mT if wide else A


def orthogonal(
    module: Module, name: str = "weight", orthogonal_map: str | None = None, *,
    use_trivialization: bool = True,
) -> Module:
    """Keep a weight orthogonal: orthonormal columns, or rows where there are more columns.

    Args:
        module: whose weight, of 2 or more dimensions; it is changed and returned.
        name: the weight's name. Default: "weight".
        orthogonal_map: "matrix_exp", "cayley" or "householder". Default: "matrix_exp" for square or
            complex weights, else "householder".
        use_trivialization: parametrize around the current value, which is kept as a buffer; any
            orthogonal value can be assigned then. Default: True.

    Raises ValueError for an unknown name or map, fewer than 2 dimensions, or complex weights with
    "householder". Source: Lezcano-Casado 2019, arXiv 1909.09501.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> weight = orthogonal(nn.Linear(20, 40)).weight
    >>> torch.allclose(weight.mT @ weight, torch.eye(20), atol=1e-5)
    True
    """
    weight = _named_tensor(module, name)
    if weight.dim() < 2:
        raise ValueError(
            f"Expected a matrix or batch of matrices. Got a tensor of {weight.dim()} dimensions."
        )
    if orthogonal_map is None:
        square = weight.shape[-2] == weight.shape[-1]
        orthogonal_map = "matrix_exp" if square or weight.is_complex() else "householder"
    if orthogonal_map not in _MAPS:
        raise ValueError(
            'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: '
            f"{orthogonal_map}"
        )
    parametrization = _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization)
    return parametrize.register_parametrization(module, name, parametrization, unsafe=True)
