"""Derivatives of the gamma function's relatives."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative, not_implemented


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


@derivative("zeta")
class Zeta:
    input = not_implemented

    def other(grad, input, other):
        return grad * -input * T.zeta(input + 1, other)


def _density(a, x):
    """Of the gamma distribution, which is what its function P(a, x) grows by with x."""
    return T.exp((a - 1) * T.log(x) - x - T.lgamma(a))


@derivative("igamma")
class Igamma:
    input = not_implemented

    def other(grad, input, other):
        return grad * _density(input, other)


@derivative("igammac")
class Igammac:
    input = not_implemented

    def other(grad, input, other):
        return -grad * _density(input, other)
