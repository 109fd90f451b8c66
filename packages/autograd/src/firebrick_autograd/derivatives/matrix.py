"""Derivatives of products of matrices and vectors."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative
from .arithmetic import conj


def _transposed(x):
    """The conjugate transpose of the last two dimensions."""
    return conj(x).transpose(-1, -2)


@derivative("matmul")
class Matmul:
    def input(grad, other, input_shape):
        if len(input_shape) == 1:
            if other.ndim == 1:
                return grad * conj(other)
            # vector @ matrix: the vector was a row.
            return T.matmul(grad.unsqueeze(-2), _transposed(other)).squeeze(-2)
        if other.ndim == 1:
            return grad.unsqueeze(-1) * conj(other)
        return T.matmul(grad, _transposed(other))

    def other(grad, input, other_shape):
        if len(other_shape) == 1:
            if input.ndim == 1:
                return grad * conj(input)
            return T.matmul(_transposed(input), grad.unsqueeze(-1)).squeeze(-1)
        if input.ndim == 1:
            return conj(input).unsqueeze(-1) * grad.unsqueeze(-2)
        if len(other_shape) == 2 and input.ndim > 2:
            # One product of tall matrices instead of a batch of small ones and their sum.
            count = math.prod(input.shape[:-1])
            rows = input.reshape(count, input.shape[-1])
            return T.matmul(_transposed(rows), grad.reshape(count, grad.shape[-1]))
        return T.matmul(_transposed(input), grad)


@derivative("bmm")
class Bmm:
    def input(grad, mat2):
        return T.bmm(grad, _transposed(mat2))

    def mat2(grad, input):
        return T.bmm(_transposed(input), grad)


@derivative("weighted_sum")
class WeightedSum:
    def input(grad, beta):
        return grad if beta == 1 else grad * conj(beta)

    def product(grad, alpha):
        return grad if alpha == 1 else grad * conj(alpha)
