"""Derivatives of determinants: d det(A) = det(A) tr(A^-1 dA), Jacobi's formula."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import _operators as T

from .._levels import readable
from .._rule import derivative
from .arithmetic import conj
from .matrix import _transposed as adjoint
from .reductions import _product_of_others


def _as_matrix(x):
    """A number for each matrix, to be multiplied with it."""
    return x.unsqueeze(-1).unsqueeze(-1)


@derivative("linalg_det")
class LinalgDet:
    def A(grad, A, result):
        singular = result.detach() == 0
        if not readable(singular):
            return _either_slope(grad, A, result, singular)
        if not singular.any():
            return _regular_slope(grad, A, result)
        n = A.shape[-1]
        grad, result = grad.reshape(-1), result.reshape(-1)
        matrices, singular = A.reshape(-1, n, n), singular.reshape(-1)
        first, last = T.nonzero(~singular).squeeze(-1), T.nonzero(singular).squeeze(-1)
        parts = [
            _regular_slope(grad[first], matrices[first], result[first]),
            _singular_slope(grad[last], matrices[last]),
        ]
        back = T.argsort(T.cat([first, last]))
        return T.cat(parts)[back].reshape(A.shape)


def _regular_slope(grad, A, result):
    # Without the check that raises: a matrix whose determinant is not 0 has no zero pivot.
    inverse, _ = T.linalg_inv_ex(A)
    return _as_matrix(grad * conj(result)) * adjoint(inverse)


def _either_slope(grad, A, result, singular):
    """Both slopes, for matrices of which nobody knows inside vmap whether they are singular: each
    is computed of a matrix that it is smooth at."""
    chosen = _as_matrix(singular)
    smooth = T.diag_embed(fb.arange(1, A.shape[-1] + 1, dtype=A.dtype, device=A.device))
    regular = _regular_slope(grad, T.where(chosen, smooth, A), result)
    return T.where(chosen, _singular_slope(grad, T.where(chosen, A, smooth)), regular)


def _singular_slope(grad, A):
    """The adjugate from the singular values: exact where one of them is 0."""
    U, S, Vh = T.linalg_svd(A)
    signs = grad * conj(T.linalg_det(U) * T.linalg_det(Vh))
    scale = signs.unsqueeze(-1) * _product_of_others(S, -1)
    return T.matmul(U * scale.unsqueeze(-2), Vh)


@derivative("linalg_slogdet")
class LinalgSlogdet:
    def A(grads, A, sign):
        sign_grad, grad = grads
        if A.dtype.is_complex and sign_grad is not None:
            turned = T.imag(conj(sign_grad) * sign) * -1j
            grad = turned if grad is None else grad + turned
        if grad is None:  # a real sign is flat
            return None
        ones = T.diag_embed(A.new_ones(A.shape[:-1]))
        inverse, _ = T.linalg_solve_ex(adjoint(A), ones)
        return _as_matrix(grad) * inverse
