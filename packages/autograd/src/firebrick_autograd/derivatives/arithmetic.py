"""Derivatives of arithmetic on two operands."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import _operators as T

from .._rule import derivative


def conj(x):
    """The complex conjugate of a tensor or number; real ones as they are."""
    if hasattr(x, "_keys"):
        return x.conj() if x.dtype.is_complex else x
    return x.conjugate()


@derivative("add")
class Add:
    def input(grad):
        return grad

    def other(grad, alpha):
        return grad if alpha == 1 else grad * conj(alpha)


@derivative("sub")
class Sub:
    def input(grad):
        return grad

    def other(grad, alpha):
        return -grad if alpha == 1 else grad * -conj(alpha)


@derivative("mul")
class Mul:
    def input(grad, other):
        return grad * conj(other)

    def other(grad, input):
        return grad * conj(input)


@derivative("true_divide")
class Div:
    def input(grad, other):
        return grad / conj(other)

    def other(grad, input, other):
        return -grad * conj(input / other / other)


@derivative("remainder")
class Remainder:
    def input(grad):
        return grad

    def other(grad, input, other):
        return -grad * T.floor(input / other)


@derivative("fmod")
class Fmod:
    def input(grad):
        return grad

    def other(grad, input, other):
        return -grad * T.trunc(input / other)


@derivative("floor_divide", "truncate_divide")
class RoundedDiv:
    def input(grad):
        return grad * 0

    def other(grad):
        return grad * 0


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


def _share(grad, own, other, chosen):
    """The gradient of an extreme of two: all to the chosen one, half each where they are equal."""
    return T.masked_fill(T.where(own == other, grad / 2, grad), chosen, 0)


@derivative("maximum")
class Maximum:
    def input(grad, input, other):
        return _share(grad, input, other, input < other)

    def other(grad, input, other):
        return _share(grad, other, input, other < input)


@derivative("minimum")
class Minimum:
    def input(grad, input, other):
        return _share(grad, input, other, input > other)

    def other(grad, input, other):
        return _share(grad, other, input, other > input)


@derivative("atan2")
class Atan2:
    def input(grad, input, other):
        return grad * other / (input * input + other * other)

    def other(grad, input, other):
        return -grad * input / (input * input + other * other)


@derivative("clamp")
class Clamp:
    def input(grad, input, min, max):
        outside = None
        if min is not None:
            outside = input < min
        if max is not None:
            above = input > max
            outside = above if outside is None else T.logical_or(outside, above)
        return T.masked_fill(grad, outside, 0)

    def min(grad, input, min, max):
        taken = input < min
        if max is not None:
            taken = T.logical_and(taken, T.le(*_operands(min, max)))
        return T.masked_fill(grad, T.logical_not(taken), 0)

    def max(grad, input, min, max):
        taken = input > max
        if min is not None:
            taken = T.logical_or(taken, T.lt(*_operands(max, min)))
        return T.masked_fill(grad, T.logical_not(taken), 0)


def _operands(a, b):
    """Two operands with a tensor first."""
    return (a, b) if hasattr(a, "_keys") else (fb.tensor(a), b)
