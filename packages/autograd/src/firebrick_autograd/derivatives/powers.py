"""Derivatives of powers."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import _operators as T

from .._rule import derivative
from .arithmetic import conj


@derivative("pow")
class Pow:
    def input(grad, input, exponent):
        if not hasattr(exponent, "_keys"):
            if exponent == 0:
                return T.mul(grad, 0)
            if exponent == 2:
                return grad * conj(input) * 2
            return grad * conj(input ** (exponent - 1) * exponent)
        # At an exponent of 0 the derivative is 0, also where the power itself would be infinite.
        slope = exponent * input ** (exponent - 1)
        return grad * conj(T.masked_fill(slope, exponent == 0, 0))

    def exponent(grad, input, exponent, result):
        base = input if hasattr(input, "_keys") else fb.tensor(input, dtype=result.dtype)
        slope = result * T.log(base)
        # 0**y is 0 for all y > 0 (and 1 at 0): its logarithm's infinity must not get through.
        flat = T.logical_and(base == 0, exponent >= 0) if not slope.dtype.is_complex else base == 0
        return grad * conj(T.masked_fill(slope, flat, 0))


@derivative("square")
class Square:
    def input(grad, input):
        return grad * conj(input * 2)
