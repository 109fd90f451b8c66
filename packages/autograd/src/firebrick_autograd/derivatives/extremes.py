"""Derivatives of the largest and the smallest elements."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .reductions import spread


class Chosen:
    """Elements that were chosen along a dimension, one of each row: the gradient is theirs."""

    def input(grad, indices, input_shape, dim, keepdim):
        if not input_shape:
            return grad
        if not keepdim:
            grad, indices = grad.unsqueeze(dim), indices.unsqueeze(dim)
        return T.gather_backward(grad, dim, indices, input_shape)


derivative("max_dim", "min_dim")(Chosen)


def shared(grad, input, result, dim, keepdim):
    """The gradient of a chosen value, evenly over the elements that are equal to it."""
    shape = tuple(input.shape)
    chosen = input == spread(result, shape, dim, keepdim)
    count = chosen.sum(dim, keepdim) if dim is not None else chosen.sum()
    return spread(grad / count, shape, dim, keepdim) * chosen


@derivative("amax", "amin")
class Amax:
    def input(grad, input, result, dim, keepdim):
        return shared(grad, input, result, dim, keepdim)


@derivative("aminmax")
class Aminmax:
    def input(grads, input, min, max, dim, keepdim):
        low, high = grads
        parts = []
        if low is not None:
            parts.append(shared(low, input, min, dim, keepdim))
        if high is not None:
            parts.append(shared(high, input, max, dim, keepdim))
        return parts[0] if len(parts) == 1 else parts[0] + parts[1]


@derivative("max_all", "min_all", "median_all")
class MaxAll:
    def input(grad, input, result):
        chosen = input == result
        # NaN as the result has come from any of the NaN.
        chosen = T.logical_or(chosen, T.logical_and(T.isnan(input), T.isnan(result)))
        return T.where(chosen, grad / chosen.sum(), 0)
