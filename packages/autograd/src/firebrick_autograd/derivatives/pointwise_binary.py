"""Derivatives of pointwise functions of two tensors."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import _operators as T

from .._rule import derivative, not_implemented
from .arithmetic import conj, quotient


@derivative("fmax")
class Fmax:
    def input(grad, input, other):
        return T.masked_fill(grad, T.logical_not(_first(input >= other, other)), 0)

    def other(grad, input, other):
        return T.masked_fill(grad, _first(input >= other, other), 0)


@derivative("fmin")
class Fmin:
    def input(grad, input, other):
        return T.masked_fill(grad, T.logical_not(_first(input <= other, other)), 0)

    def other(grad, input, other):
        return T.masked_fill(grad, _first(input <= other, other), 0)


def _first(chosen, other):
    """Where the first operand is the result: also where the second is NaN."""
    return T.logical_or(chosen, T.isnan(other))


@derivative("copysign")
class Copysign:
    def input(grad, input, result):
        return grad * quotient(result, input)

    def other(grad):
        return fb.zeros_like(grad)


@derivative("heaviside")
class Heaviside:
    input = not_implemented
    values = not_implemented


@derivative("nextafter")
class Nextafter:
    def input(grad):
        return grad

    def other(grad):
        return fb.zeros_like(grad)


@derivative("hypot")
class Hypot:
    def input(grad, input, result):
        return grad * (input / result)

    def other(grad, other, result):
        return grad * (other / result)


@derivative("logaddexp")
class Logaddexp:
    def input(grad, input, other):
        return grad / conj(T.exp(other - input) + 1)

    def other(grad, input, other):
        return grad / conj(T.exp(input - other) + 1)


@derivative("logaddexp2")
class Logaddexp2:
    def input(grad, input, other):
        return grad / (T.exp2(other - input) + 1)

    def other(grad, input, other):
        return grad / (T.exp2(input - other) + 1)
