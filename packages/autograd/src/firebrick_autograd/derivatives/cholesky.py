"""Derivatives of the Cholesky factorization (Murray, Differentiation of the Cholesky decomposition,
2016) and of what is solved with it."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .matrix import _transposed as adjoint


@derivative("linalg_cholesky_ex")
class LinalgCholeskyEx:
    def input(grad, L, upper):
        if upper:
            L, grad = adjoint(L), adjoint(grad)
        inner = T.matmul(adjoint(L), grad)
        inner = (T.tril(inner) + adjoint(T.tril(inner, -1))) / 2
        # L^-H inner L^-1
        inner = T.linalg_solve_triangular(adjoint(L), inner, upper=True)
        return T.linalg_solve_triangular(L, inner, upper=False, left=False)


@derivative("cholesky_solve")
class CholeskySolve:
    def input(grad, input2, upper):
        return T.cholesky_solve(grad, input2, upper)

    def input2(grad, input2, result, upper):
        # That of A = L L^H, whose triangle that is not read is taken to be zero.
        slope = T.matmul(T.cholesky_solve(grad, input2, upper), adjoint(result))
        slope = -(slope + adjoint(slope))
        return T.matmul(input2, slope) if upper else T.matmul(slope, input2)


@derivative("cholesky_inverse")
class CholeskyInverse:
    def input(grad, input, result, upper):
        slope = T.matmul(result, T.matmul(grad + adjoint(grad), result))
        return -(T.matmul(input, slope) if upper else T.matmul(slope, input))
