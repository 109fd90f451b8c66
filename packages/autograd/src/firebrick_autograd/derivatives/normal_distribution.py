"""Derivatives of the normal distribution's functions."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative

_ROOT = math.sqrt(2 * math.pi)


@derivative("ndtr")
class Ndtr:
    def input(grad, input):
        return grad * T.exp(-input * input / 2) / _ROOT


@derivative("log_ndtr")
class LogNdtr:
    def input(grad, input):
        # The density over the distribution; on the left both are without exp(-x*x / 2), which
        # vanishes there. Each form gets a harmless argument where the other serves.
        far = input < -1
        left, right = T.where(far, input, -1.0), T.where(far, -1.0, input)
        scaled = math.sqrt(2 / math.pi) / T.erfcx(left * -math.sqrt(0.5))
        return grad * T.where(far, scaled, T.exp(-right * right / 2) / T.ndtr(right) / _ROOT)


@derivative("ndtri")
class Ndtri:
    def input(grad, result):
        return grad * T.exp(result * result / 2) * _ROOT
