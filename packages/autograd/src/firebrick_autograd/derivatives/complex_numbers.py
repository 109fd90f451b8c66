"""Derivatives of making and taking apart complex numbers."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import _operators as T

from .._rule import derivative
from .arithmetic import conj, quotient


@derivative("complex")
class Complex:
    def real(grad):
        return T.real(grad)

    def imag(grad):
        return T.imag(grad)


@derivative("polar")
class Polar:
    def abs(grad, angle):
        return T.real(grad * conj(T.polar(fb.ones_like(angle), angle)))

    def angle(grad, result):
        return T.real(grad * conj(result * 1j))


@derivative("angle")
class Angle:
    def input(grad, input):
        if not input.dtype.is_complex:
            return grad * 0
        # i z / |z|**2, and 0 at 0.
        size = T.abs(input)
        slope = input * 1j / (size * size)
        return grad * T.masked_fill(slope, size == 0, 0)


@derivative("sgn")
class Sgn:
    def input(grad, input, result):
        if not input.dtype.is_complex:
            return grad * 0
        # What points along z changes its size alone.
        size = T.abs(input)
        across = grad - result * T.real(grad * conj(result))
        return quotient(across, size)


@derivative("conj_physical")
class ConjPhysical:
    def input(grad):
        return conj(grad)
