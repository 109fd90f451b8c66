"""Derivatives of the QR factorization (Walter & Lehmann, Algorithmic differentiation of linear
algebra functions with application in optimum experimental design, 2010)."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative, not_implemented
from .eigen import diagonal
from .matrix import _transposed as adjoint


@derivative("linalg_qr")
class LinalgQr:
    def A(grads, Q, R, mode):
        Q_grad, R_grad = grads
        if mode == "r":
            raise RuntimeError(
                "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. "
                "Please use linalg.qr(A, mode='reduced') if you are going to differentiate through "
                "linalg.qr."
            )
        m, n = Q.shape[-2], R.shape[-1]
        if mode == "complete" and m > n:
            raise RuntimeError(
                "The QR decomposition is not differentiable when mode='complete' and nrows > ncols."
            )
        if m >= n:
            return _slope(Q, R, Q_grad, R_grad)
        # Of a wide matrix [A1, A2], Q comes from A1, and R2 is Q^H A2.
        first, last = R[..., :m], R[..., m:]
        if R_grad is None:
            return T.cat([_slope(Q, first, Q_grad, None), last.new_zeros(last.shape)], -1)
        through = T.matmul(Q, T.matmul(last, adjoint(R_grad[..., m:])))
        Q_grad = through if Q_grad is None else Q_grad + through
        A1 = _slope(Q, first, Q_grad, R_grad[..., :m])
        return T.cat([A1, T.matmul(Q, R_grad[..., m:])], -1)


def _slope(Q, R, Q_grad, R_grad):
    """The gradient of A with at least as many rows as columns."""
    # Q^H dQ is skew-Hermitian, dR R^-1 an upper triangle with a real diagonal.
    inner = None if R_grad is None else T.matmul(R_grad, adjoint(R))
    turned = None if Q_grad is None else T.matmul(adjoint(Q), Q_grad)
    if inner is not None:
        turned = -inner if turned is None else turned - inner
    inside = T.tril(turned - adjoint(turned), -1)
    if Q.dtype.is_complex:
        inside = inside + T.diag_embed(T.imag(diagonal(turned)) * 1j)
    if inner is not None:
        inside = inside + inner
    slope = T.matmul(Q, inside)
    if Q_grad is not None:
        slope = slope + Q_grad - T.matmul(Q, T.matmul(adjoint(Q), Q_grad))
    return T.linalg_solve_triangular(adjoint(R), slope, upper=False, left=False)


@derivative("geqrf")
class Geqrf:
    # Of reflectors and scales nobody asks it; that of `linalg.qr` serves.
    input = not_implemented
