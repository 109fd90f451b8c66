"""Derivatives of solutions of linear equations, and of inverses.

From A X = B follows A dX = dB - dA X (Giles, An extended collection of matrix derivative results
for forward and reverse mode algorithmic differentiation, 2008).
"""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .matrix import _transposed as adjoint


def _is_vector(A, shape):
    return len(shape) == 1 or tuple(shape) == tuple(A.shape[:-1])


def _adjoint_solution(grad, A, vector, left):
    """The gradient of B, as matrices."""
    return T.linalg_solve(adjoint(A), grad.unsqueeze(-1) if vector else grad, left=left)


@derivative("linalg_solve_ex")
class LinalgSolveEx:
    def A(grad, A, B_shape, result, left):
        vector = _is_vector(A, B_shape)
        solved = _adjoint_solution(grad, A, vector, left)
        x = adjoint(result.unsqueeze(-1) if vector else result)
        return -T.matmul(solved, x) if left else -T.matmul(x, solved)

    def B(grad, A, B_shape, left):
        vector = _is_vector(A, B_shape)
        solved = _adjoint_solution(grad, A, vector, left)
        return solved.squeeze(-1) if vector else solved


@derivative("linalg_inv_ex")
class LinalgInvEx:
    def A(grad, inverse):
        return -T.matmul(adjoint(inverse), T.matmul(grad, adjoint(inverse)))


@derivative("linalg_solve_triangular")
class LinalgSolveTriangular:
    def input(grad, input, result, upper, left, unitriangular):
        solved = _triangular_solution(grad, input, upper, left, unitriangular)
        x = adjoint(result)
        slope = -T.matmul(solved, x) if left else -T.matmul(x, solved)
        diagonal = 1 if unitriangular else 0
        return T.triu(slope, diagonal) if upper else T.tril(slope, -diagonal)

    def B(grad, input, upper, left, unitriangular):
        return _triangular_solution(grad, input, upper, left, unitriangular)


def _triangular_solution(grad, input, upper, left, unitriangular):
    return T.linalg_solve_triangular(
        adjoint(input), grad, upper=not upper, left=left, unitriangular=unitriangular
    )
