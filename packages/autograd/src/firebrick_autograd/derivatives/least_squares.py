"""Derivative of least squares: of X = pinv(A) B, and of the residual, which is orthogonal to what A
spans."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .matrix import _transposed as adjoint
from .matrix_functions import pinv_slope


def _residual_slope(grad, input, b, solution):
    """The gradient of A X - B from that of its squares' sums."""
    return (T.matmul(input, solution) - b) * (grad.unsqueeze(-2) * 2)


@derivative("least_squares")
class LeastSquares:
    def input(grads, input, b, solution):
        grad, residual_grad, _, values_grad = grads
        slope = None
        if grad is not None:
            slope = pinv_slope(T.matmul(grad, adjoint(b)), input, T.linalg_pinv(input))
        if residual_grad is not None and residual_grad.numel():
            off = _residual_slope(residual_grad, input, b, solution)
            part = T.matmul(off, adjoint(solution))
            slope = part if slope is None else slope + part
        if values_grad is not None and values_grad.numel():
            U, _, Vh = T.linalg_svd(input, False)
            part = T.matmul(U * values_grad.unsqueeze(-2), Vh)
            slope = part if slope is None else slope + part
        return slope

    def b(grads, input, b, solution):
        grad, residual_grad = grads[:2]
        slope = None if grad is None else T.matmul(adjoint(T.linalg_pinv(input)), grad)
        if residual_grad is not None and residual_grad.numel():
            off = _residual_slope(residual_grad, input, b, solution)
            slope = -off if slope is None else slope - off
        return slope
