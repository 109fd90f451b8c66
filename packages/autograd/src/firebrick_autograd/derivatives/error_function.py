"""Derivatives of the error function and its relatives."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative

_ROOT = math.sqrt(math.pi)


@derivative("erf")
class Erf:
    def input(grad, input):
        return grad * T.exp(-input * input) * (2 / _ROOT)


@derivative("erfc")
class Erfc:
    def input(grad, input):
        return grad * T.exp(-input * input) * (-2 / _ROOT)


@derivative("erfcx")
class Erfcx:
    def input(grad, input, result):
        return grad * (2 * input * result - 2 / _ROOT)


@derivative("erfinv")
class Erfinv:
    def input(grad, result):
        return grad * T.exp(result * result) * (_ROOT / 2)
