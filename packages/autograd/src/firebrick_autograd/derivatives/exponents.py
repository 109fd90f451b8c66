"""Derivatives of taking numbers apart."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative


@derivative("frexp")
class Frexp:
    def input(grad, exponent):
        return grad / T.exp2(exponent.detach())
