"""Derivatives of the error function, the gamma function and their relatives."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative

_ROOT = math.sqrt(math.pi)


@derivative("erf")
class Erf:
    def input(grad, input):
        return grad * (-input * input).exp() * (2 / _ROOT)


@derivative("erfc")
class Erfc:
    def input(grad, input):
        return grad * (-input * input).exp() * (-2 / _ROOT)


@derivative("erfinv")
class Erfinv:
    def input(grad, result):
        return grad * (result * result).exp() * (_ROOT / 2)


@derivative("lgamma")
class Lgamma:
    def input(grad, input):
        return grad * T.digamma(input)


@derivative("digamma")
class Digamma:
    def input(grad, input):
        return grad * T.polygamma(1, input)


@derivative("polygamma")
class Polygamma:
    def input(grad, n, input):
        return grad * T.polygamma(n + 1, input)


@derivative("xlogy")
class Xlogy:
    def input(grad, input, other):
        return grad * T.where((input == 0) & (other <= 0), 0.0, other.log())

    def other(grad, input, other):
        return grad * input / other
