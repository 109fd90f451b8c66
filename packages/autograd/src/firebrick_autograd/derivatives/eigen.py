"""Derivatives of eigenvalues and eigenvectors.

With A V = V diag(L): V^-1 dA V holds dL on its diagonal, and V^-1 dV its other elements divided by
L_j - L_i (Giles 2008; for eigenvectors of norm 1, Boeddeker et al., On the computation of complex-
valued gradients with application to statistically optimum beamforming, 2017).
"""

from __future__ import annotations

from firebrick_core import _operators as T

from .._levels import readable
from .._rule import derivative
from .arithmetic import conj
from .matrix import _transposed as adjoint


def diagonal(x):
    """The diagonals of matrices, as a view."""
    return T.diagonal(x, 0, -2, -1)


def off_diagonal(x):
    """Matrices with zeros on their diagonals."""
    return x - T.diag_embed(diagonal(x))


def _differences(values):
    """L_j - L_i, with ones on the diagonal."""
    apart = values.unsqueeze(-2) - values.unsqueeze(-1)
    return apart + T.diag_embed(values.new_ones(values.shape))


def check_gauge(name, inner):
    """Raises RuntimeError where a loss depends on the phase of complex eigenvectors."""
    turned = T.imag(diagonal(inner)).detach()
    if not readable(turned):
        return
    if not (turned.abs() <= 1e-2).all():
        raise RuntimeError(
            f"{name}: The eigenvectors in the complex case are specified up to multiplication by "
            "e^{i phi}. The specified loss function depends on this quantity, so it is ill-defined."
        )


@derivative("linalg_eigh")
class LinalgEigh:
    def input(grads, eigenvalues, eigenvectors):
        value_grad, vector_grad = grads
        V = eigenvectors
        if vector_grad is None:
            return T.matmul(V * value_grad.unsqueeze(-2), adjoint(V))
        inner = T.matmul(adjoint(V), vector_grad)
        if V.dtype.is_complex:
            check_gauge("linalg_eigh_backward", inner)
        # A stays Hermitian, so that V^H dV is skew-Hermitian.
        inner = (inner - adjoint(inner)) / 2
        inner = off_diagonal(inner) / _differences(eigenvalues)
        if value_grad is not None:
            inner = inner + T.diag_embed(value_grad)
        return T.matmul(V, T.matmul(inner, adjoint(V)))


@derivative("linalg_eigvalsh")
class LinalgEigvalsh:
    def input(grad, input, UPLO):
        V = T.linalg_eigh(input, UPLO)[1]
        return T.matmul(V * grad.unsqueeze(-2), adjoint(V))


@derivative("linalg_eig")
class LinalgEig:
    def input(grads, eigenvalues, eigenvectors):
        value_grad, vector_grad = grads
        V = eigenvectors
        if vector_grad is None:
            return _from_eigenvectors(T.diag_embed(value_grad), V)
        inner = T.matmul(adjoint(V), vector_grad)
        check_gauge("linalg_eig_backward", inner)
        # The eigenvectors keep norm 1.
        kept = T.real(diagonal(inner)).unsqueeze(-2)
        inner = inner - T.matmul(adjoint(V), V) * kept
        inner = off_diagonal(inner) / conj(_differences(eigenvalues))
        if value_grad is not None:
            inner = inner + T.diag_embed(value_grad)
        return _from_eigenvectors(inner, V)


def _from_eigenvectors(inner, V):
    """V^-H inner V^H."""
    return T.linalg_solve(adjoint(V), T.matmul(inner, adjoint(V)))


@derivative("linalg_eigvals")
class LinalgEigvals:
    def input(grad, input):
        return _from_eigenvectors(T.diag_embed(grad), T.linalg_eig(input)[1])
