"""What kind of number an element is: finite, infinite, not a number, negative, real."""

from __future__ import annotations

import math

from .._memory_format import empty_for
from .._operator import Array, pointwise

ANY = ("x(3, 4)", "x()", "x(3) / 0")
COMPLEX = (("x(3).to(T.complex64)", RuntimeError, "not implemented for 'ComplexFloat'"),)


@pointwise("bool", ufunc="isnan", samples=ANY, differentiable=False, inplace=False, out=False)
def isnan(xp, input: Array) -> Array:
    """Whether the element is not a number."""
    return xp.isnan(input)


@pointwise("bool", ufunc="isinf", samples=ANY, differentiable=False, inplace=False, out=False)
def isinf(xp, input: Array) -> Array:
    """Whether the element is infinite."""
    return xp.isinf(input)


@pointwise("bool", ufunc="isfinite", samples=ANY, differentiable=False, inplace=False, out=False)
def isfinite(xp, input: Array) -> Array:
    """Whether the element is neither infinite nor NaN."""
    return xp.isfinite(input)


def _equals(xp, array, limit):
    """Whether elements are an infinity; integers never are."""
    if array.dtype.kind in "biu":
        return xp.zeros(array.shape, bool)
    return xp.equal(array, limit)


@pointwise(
    "bool", samples=ANY, dtypes="ordered", differentiable=False, inplace=False, errors=COMPLEX
)
def isposinf(xp, input: Array) -> Array:
    """Whether the element is infinity.

    >>> import firebrick_core as fb
    >>> fb.isposinf(fb.tensor([fb.inf, -fb.inf, 1.0]))
    tensor([ True, False, False])
    """
    return _equals(xp, input, math.inf)


@pointwise(
    "bool", samples=ANY, dtypes="ordered", differentiable=False, inplace=False, errors=COMPLEX
)
def isneginf(xp, input: Array) -> Array:
    """Whether the element is minus infinity.

    >>> import firebrick_core as fb
    >>> fb.isneginf(fb.tensor([fb.inf, -fb.inf, 1.0]))
    tensor([False,  True, False])
    """
    return _equals(xp, input, -math.inf)


@pointwise(
    "bool", samples=ANY, dtypes="ordered", differentiable=False, inplace=False, errors=COMPLEX
)
def signbit(xp, input: Array) -> Array:
    """Whether the element is negative, or -0.0.

    >>> import firebrick_core as fb
    >>> fb.signbit(fb.tensor([-1.0, -0.0, 0.0]))
    tensor([ True,  True, False])
    """
    if input.dtype.kind in "biu":
        return xp.less(input, 0)
    return xp.signbit(input)


@pointwise("bool", samples=ANY, differentiable=False, inplace=False, out=False)
def isreal(xp, input: Array) -> Array:
    """Whether the element has no imaginary part.

    >>> import firebrick_core as fb
    >>> fb.isreal(fb.tensor([1 + 0j, 1j]))
    tensor([ True, False])
    """
    if input.dtype.kind == "c":
        return xp.equal(input.imag, 0)
    out = empty_for(xp, input.shape, bool, input)
    out[...] = True
    return out
