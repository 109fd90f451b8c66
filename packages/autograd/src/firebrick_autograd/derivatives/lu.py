"""Derivative of the LU factorization (de Hoog, Anderssen & Lukas, Differentiation of matrix
functionals using triangular factorization, 2011).

With P^T A = L U and C = L^-1 P^T dA U^-1: dL = L tril(C, -1) and dU = triu(C) U.
"""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .matrix import _transposed as adjoint


@derivative("linalg_lu_factor_ex")
class LinalgLuFactorEx:
    def A(grad, LU, pivots):
        m, n = LU.shape[-2:]
        k = min(m, n)
        corner, corner_grad = LU[..., :k, :k], grad[..., :k, :k]
        lower = T.matmul(_unit_lower_adjoint(corner), T.tril(corner_grad, -1))
        upper = T.matmul(T.triu(corner_grad), adjoint(T.triu(corner)))
        below = right = None
        if m > k:  # L2 = A2 U^-1
            below = grad[..., k:, :]
            upper = upper - T.matmul(adjoint(LU[..., k:, :]), below)
            below = _divide_upper(below, corner)
        if n > k:  # U2 = L^-1 A2
            right = grad[..., k:]
            lower = lower - T.matmul(right, adjoint(LU[..., k:]))
            right = _divide_lower(right, corner)
        slope = _divide_upper(T.tril(lower, -1) + T.triu(upper), corner)
        slope = _divide_lower(slope, corner)
        if below is not None:
            slope = T.cat([slope, below], -2)
        if right is not None:
            slope = T.cat([slope, right], -1)
        back = T.argsort(T.lu_row_order(pivots, m)).unsqueeze(-1).expand(slope.shape)
        return T.gather(slope, -2, back)


def _unit_lower_adjoint(LU):
    """L^H of square factors."""
    return adjoint(T.tril(LU, -1)) + T.diag_embed(LU.new_ones(LU.shape[:-1]))


def _divide_upper(x, LU):
    """x U^-H."""
    return T.linalg_solve_triangular(adjoint(LU), x, upper=False, left=False)


def _divide_lower(x, LU):
    """L^-H x."""
    return T.linalg_solve_triangular(adjoint(LU), x, upper=True, unitriangular=True)
