"""Derivatives of norms. At 0, where a norm has a kink, the slope is taken as 0."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative
from .reductions import spread


@derivative("vector_norm")
class VectorNorm:
    def input(grad, input, result, ord, dim, keepdim):
        if ord == 0:  # a count is flat
            return None
        shape = tuple(input.shape)
        grad = spread(grad, shape, dim, keepdim)
        if ord == 1:
            return T.sgn(input) * grad
        norm = spread(result, shape, dim, keepdim)
        if ord == 2:
            return grad * T.masked_fill(input / norm, norm == 0, 0)
        size = T.abs(input)
        if math.isinf(ord):
            return T.sgn(input) * (grad * _shares(size, norm, shape, dim, keepdim))
        if ord < 1:
            steep = T.masked_fill(size ** (ord - 1), size == 0, 0)
            return T.sgn(input) * steep * (grad * norm ** (1 - ord))
        # Where the norm is 0, so is the numerator, in all derivatives.
        below = T.masked_fill(norm, norm == 0, 1) ** (ord - 1)
        if ord < 2:
            return T.sgn(input) * size ** (ord - 1) / below * grad
        return input * size ** (ord - 2) / below * grad


def _shares(size, norm, shape, dim, keepdim):
    """The extreme elements' parts of the slope: several share it evenly, and NaN takes nothing."""
    chosen = (size == norm).to(size.dtype)
    count = T.clamp(T.vector_norm(chosen, 1, dim, keepdim), min=1)
    return chosen / spread(count, shape, dim, keepdim)
