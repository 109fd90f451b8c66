"""Derivatives of rounding and limits."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import _operators as T

from .._rule import derivative


@derivative("sign", "floor", "ceil", "trunc", "round")
class Step:
    def input(grad):
        return grad * 0


@derivative("frac")
class Frac:
    def input(grad):
        return grad


@derivative("replace_nonfinite")
class NanToNum:
    def input(grad, input):
        if not input.dtype.is_complex:
            return T.masked_fill(grad, T.logical_not(T.isfinite(input)), 0)
        parts = T.isfinite(T.view_as_real(input))
        kept = T.masked_fill(T.view_as_real(grad), T.logical_not(parts), 0)
        return T.view_as_complex(T.contiguous(kept))


@derivative("clamp_min")
class ClampMin:
    def input(grad, input, min):
        return T.masked_fill(grad, T.logical_not(input >= min), 0)

    def min(grad, input, min):
        return T.masked_fill(grad, T.logical_not(input < min), 0)


@derivative("clamp_max")
class ClampMax:
    def input(grad, input, max):
        return T.masked_fill(grad, T.logical_not(input <= max), 0)

    def max(grad, input, max):
        return T.masked_fill(grad, T.logical_not(input > max), 0)


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
