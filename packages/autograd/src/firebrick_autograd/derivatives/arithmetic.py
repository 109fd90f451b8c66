"""Derivatives of arithmetic on two operands."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative


def conj(x):
    """The complex conjugate of a tensor or number; real ones as they are."""
    if hasattr(x, "_keys"):
        return x.conj() if x.dtype.is_complex else x
    return x.conjugate()


def quotient(x, size):
    """`x / size`, and 0 where `size` is 0: also of its derivatives, which would else be 0 / 0."""
    return x / T.masked_fill(size, size == 0, math.inf)


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
