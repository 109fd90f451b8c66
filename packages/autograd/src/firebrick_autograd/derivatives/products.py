"""Derivatives of products of tensors."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .arithmetic import conj


@derivative("cross_product")
class CrossProduct:
    def input(grad, other, dim):
        return T.cross_product(conj(other), grad, dim)

    def other(grad, input, dim):
        return T.cross_product(grad, conj(input), dim)
