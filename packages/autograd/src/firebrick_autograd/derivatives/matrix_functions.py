"""Derivatives of functions of matrices."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .matrix import _transposed as adjoint


@derivative("matrix_exp")
class MatrixExp:
    def input(grad, input):
        # exp [[A, E], [0, A]] holds the derivative of exp at A along E in its corner (Higham,
        # Functions of matrices, 2008, theorem 3.6); along the gradient at A^H it is the adjoint.
        n, other = input.shape[-1], adjoint(input)
        above = T.cat([other, grad], -1)
        below = T.cat([other.new_zeros(other.shape), other], -1)
        return T.matrix_exp(T.cat([above, below], -2))[..., :n, n:]


@derivative("pseudo_inverse")
class PseudoInverse:
    def input(grad, input, result):
        return pinv_slope(grad, input, result)


def pinv_slope(grad, A, P):
    """The gradient of A from that of its pseudo-inverse P.

    Golub & Pereyra, The differentiation of pseudo-inverses and nonlinear least squares problems
    whose variables separate, 1973: where the rank stays the same,
    dP = -P dA P + P P^H dA^H (1 - A P) + (1 - P A) dA^H P^H P.
    """
    PH, GH = adjoint(P), adjoint(grad)
    slope = -T.matmul(PH, T.matmul(grad, PH))
    right = T.matmul(T.matmul(GH, P), PH)
    slope = slope + right - T.matmul(A, T.matmul(P, right))
    left = T.matmul(T.matmul(PH, P), GH)
    return slope + left - T.matmul(T.matmul(left, P), A)
