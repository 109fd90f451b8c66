"""Derivatives of the singular value decomposition (Townsend, Differentiating the singular value
decomposition, 2016).

With A = U S V^H and P = U^H dA V: dS is the real diagonal of P, and where E_ij = s_j^2 - s_i^2,
U^H dU = (P S + S P^H) / E and V^H dV = (S P + P^H S) / E. What dA has outside of the spaces that U
and V span moves them there.
"""

from __future__ import annotations

from firebrick_core import _operators as T

from .._levels import readable
from .._rule import derivative
from .eigen import diagonal, off_diagonal
from .matrix import _transposed as adjoint


@derivative("linalg_svd")
class LinalgSvd:
    def A(grads, U, S, Vh):
        k = S.shape[-1]
        # Further columns and rows are arbitrary: a loss may use the space that they span only.
        U, Vh = U[..., :k], Vh[..., :k, :]
        U_grad, S_grad, Vh_grad = grads
        if U_grad is not None:
            U_grad = U_grad[..., :k]
        if Vh_grad is not None:
            Vh_grad = Vh_grad[..., :k, :]
        if U_grad is None and Vh_grad is None:
            return T.matmul(U * S_grad.unsqueeze(-2), Vh)
        inside = _inside(U, S, Vh, U_grad, S_grad, Vh_grad)
        slope = T.matmul(U, T.matmul(inside, Vh))
        if U_grad is not None and U.shape[-2] > k:
            scaled = U_grad / S.unsqueeze(-2)
            slope = slope + T.matmul(scaled - T.matmul(U, T.matmul(adjoint(U), scaled)), Vh)
        if Vh_grad is not None and Vh.shape[-1] > k:
            scaled = Vh_grad / S.unsqueeze(-1)
            beyond = scaled - T.matmul(T.matmul(scaled, adjoint(Vh)), Vh)
            slope = slope + T.matmul(U, beyond)
        return slope


def _inside(U, S, Vh, U_grad, S_grad, Vh_grad):
    """The gradient of U^H A V."""
    squares = S * S
    apart = squares.unsqueeze(-2) - squares.unsqueeze(-1) + T.diag_embed(S.new_ones(S.shape))
    parts, turned = [], []
    if U_grad is not None:
        left = T.matmul(adjoint(U), U_grad)
        parts.append((left - adjoint(left)) / apart * S.unsqueeze(-2))
        turned.append(left)
    if Vh_grad is not None:
        right = T.matmul(Vh, adjoint(Vh_grad))
        parts.append((right - adjoint(right)) / apart * S.unsqueeze(-1))
        turned.append(right)
    inside = off_diagonal(sum(parts[1:], parts[0]))
    if U.dtype.is_complex:
        _check_phases(sum(turned[1:], turned[0]))
        if U_grad is not None:
            inside = inside + T.diag_embed(T.imag(diagonal(turned[0])) / S * 1j)
    return inside if S_grad is None else inside + T.diag_embed(S_grad)


def _check_phases(turned):
    """Raises RuntimeError where a loss depends on the common phase of a pair of vectors."""
    turned = T.imag(diagonal(turned)).detach()
    if not readable(turned):
        return
    if not (turned.abs() <= 1e-2).all():
        raise RuntimeError(
            "svd_backward: The singular vectors in the complex case are specified up to "
            "multiplication by e^{i phi}. The specified loss function depends on this phase term, "
            "making it ill-defined."
        )


@derivative("linalg_svdvals")
class LinalgSvdvals:
    def A(grad, A):
        U, _, Vh = T.linalg_svd(A, False)
        return T.matmul(U * grad.unsqueeze(-2), Vh)
