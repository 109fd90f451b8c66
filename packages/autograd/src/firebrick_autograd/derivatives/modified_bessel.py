"""Derivatives of the modified Bessel functions of the first kind (DLMF 10.29)."""

from __future__ import annotations

from firebrick_core import _operators as T, finfo

from .._rule import derivative


def _away_from_zero(input):
    """Where the input is so near 0 that a slope is its limit there, and the input with 1 there."""
    near = T.abs(input) <= finfo(input.dtype).eps
    return near, T.where(near, 1.0, input)


@derivative("i0")
class I0:
    def input(grad, input):
        return grad * T.i1(input)


@derivative("i0e")
class I0e:
    def input(grad, input, result):
        return grad * (T.i1e(input) - T.sign(input) * result)


@derivative("i1")
class I1:
    def input(grad, input, result):
        near, elsewhere = _away_from_zero(input)
        return grad * T.where(near, 0.5, T.i0(input) - result / elsewhere)


@derivative("i1e")
class I1e:
    def input(grad, input, result):
        near, elsewhere = _away_from_zero(input)
        slope = T.i0e(input) - result * T.sign(input) - result / elsewhere
        return grad * T.where(near, 0.5, slope)
