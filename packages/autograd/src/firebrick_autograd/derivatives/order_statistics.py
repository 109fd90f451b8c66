"""Derivatives of elements chosen by their rank."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .extremes import Chosen

derivative("kthvalue", "median_dim", "mode")(Chosen)


@derivative("sorted_values")
class SortedValues:
    def input(grad, input, dim):
        if not input.ndim:
            return grad
        order = T.argsort(input, dim, stable=True)
        return T.gather_backward(grad, dim, order, tuple(input.shape))
