"""Derivatives of logarithms that meet their ends, of entropy, and of the sinc function."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative
from .arithmetic import conj


def _kept(grad, dropped):
    """0 where dropped, else 1, in the gradient's type."""
    return T.logical_not(dropped).to(grad.dtype)


# By xlogy and xlog1py themselves, the derivatives serve a number as `other` too.
@derivative("xlogy")
class Xlogy:
    def input(grad, input, other):
        return grad * T.xlogy(_kept(grad, (input == 0) & (other <= 0)), other)

    def other(grad, input, other):
        return grad * input / other


@derivative("xlog1py")
class Xlog1py:
    def input(grad, input, other):
        return grad * T.xlog1py(_kept(grad, (input == 0) & (other <= -1)), other)

    def other(grad, input, other):
        return grad * input / (other + 1)


@derivative("entr")
class Entr:
    def input(grad, input):
        return -grad * (T.log(input) + 1)


@derivative("logit")
class Logit:
    def input(grad, input, eps):
        slope = grad / (input * (1 - input))
        if eps is None:
            return T.where((input >= 0) & (input <= 1), slope, math.nan)
        return T.where((input >= eps) & (input <= 1 - eps), slope, 0.0)


@derivative("sinc")
class Sinc:
    def input(grad, input):
        return grad * conj(T.sinc_slope(input))


@derivative("sinc_slope")
class SincSlope:
    def input(grad, input, result):
        # The spherical Bessel equation of order 0, of which sinc is the solution; at 0 its limit.
        elsewhere = T.where(input == 0, 1.0, input)
        bend = -(math.pi**2) * T.sinc(input) - 2 * result / elsewhere
        return grad * conj(T.where(input == 0, -(math.pi**2) / 3, bend))
