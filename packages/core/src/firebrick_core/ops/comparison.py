"""Comparisons, logic and bits: results without derivatives."""

from __future__ import annotations

from .. import _dtype
from .._operator import Array, Operand, pointwise
from ._values import may_hold

BOOL = _dtype.bool

PAIRS = ("x(3, 4), x(3, 4)", "x(3, 4), x(4)", "x(3), 0", "x(), x(2)", "x(2, 0), x(1)")
COMPLEX = (("x(3).to(T.complex64), 1", RuntimeError, "not implemented for 'ComplexFloat'"),)
FLOATING = (
    ("x(3), x(3)", RuntimeError, "not implemented for 'Float'"),
    ("ints(3, 3), 2.5", RuntimeError, "not implemented for 'Float'"),
)


@pointwise("bool", ufunc="equal", symbol="==", samples=PAIRS, differentiable=False)
def eq(xp, input: Array, other: Operand) -> Array:
    """Whether `input == other`, element by element."""
    return xp.equal(input, other)


@pointwise(
    "bool",
    ufunc="not_equal",
    symbol="!=",
    aliases=("not_equal",),
    samples=PAIRS,
    differentiable=False,
)
def ne(xp, input: Array, other: Operand) -> Array:
    """Whether `input != other`, element by element."""
    return xp.not_equal(input, other)


@pointwise(
    "bool",
    ufunc="less",
    symbol="<",
    aliases=("less",),
    samples=PAIRS,
    dtypes="ordered",
    differentiable=False,
    errors=COMPLEX,
)
def lt(xp, input: Array, other: Operand) -> Array:
    """Whether `input < other`, element by element."""
    return xp.less(input, other)


@pointwise(
    "bool",
    ufunc="less_equal",
    symbol="<=",
    aliases=("less_equal",),
    samples=PAIRS,
    dtypes="ordered",
    differentiable=False,
    errors=COMPLEX,
)
def le(xp, input: Array, other: Operand) -> Array:
    """Whether `input <= other`, element by element."""
    return xp.less_equal(input, other)


@pointwise(
    "bool",
    ufunc="greater",
    symbol=">",
    aliases=("greater",),
    samples=PAIRS,
    dtypes="ordered",
    differentiable=False,
    errors=COMPLEX,
)
def gt(xp, input: Array, other: Operand) -> Array:
    """Whether `input > other`, element by element."""
    return xp.greater(input, other)


@pointwise(
    "bool",
    ufunc="greater_equal",
    symbol=">=",
    aliases=("greater_equal",),
    samples=PAIRS,
    dtypes="ordered",
    differentiable=False,
    errors=COMPLEX,
)
def ge(xp, input: Array, other: Operand) -> Array:
    """Whether `input >= other`, element by element."""
    return xp.greater_equal(input, other)


@pointwise("bool", ufunc="logical_and", samples=PAIRS[:2], differentiable=False)
def logical_and(xp, input: Array, other: Array) -> Array:
    """Whether both are nonzero."""
    return xp.logical_and(input, other)


@pointwise("bool", ufunc="logical_or", samples=PAIRS[:2], differentiable=False)
def logical_or(xp, input: Array, other: Array) -> Array:
    """Whether either is nonzero."""
    return xp.logical_or(input, other)


@pointwise("bool", ufunc="logical_xor", samples=PAIRS[:2], differentiable=False)
def logical_xor(xp, input: Array, other: Array) -> Array:
    """Whether exactly one is nonzero."""
    return xp.logical_xor(input, other)


@pointwise("bool", ufunc="logical_not", samples=("x(3, 4)", "x()"), differentiable=False)
def logical_not(xp, input: Array) -> Array:
    """Whether the element is zero."""
    return xp.logical_not(input)


@pointwise(
    ufunc="bitwise_and",
    symbol="&",
    samples=(*PAIRS[:3], "3, x(3)"),
    dtypes="integral",
    differentiable=False,
    errors=FLOATING,
)
def bitwise_and(xp, input: Operand, other: Operand) -> Array:
    """Bits set in both."""
    return xp.bitwise_and(input, other)


@pointwise(
    ufunc="bitwise_or",
    symbol="|",
    samples=(*PAIRS[:3], "3, x(3)"),
    dtypes="integral",
    differentiable=False,
    errors=FLOATING,
)
def bitwise_or(xp, input: Operand, other: Operand) -> Array:
    """Bits set in either."""
    return xp.bitwise_or(input, other)


@pointwise(
    ufunc="bitwise_xor",
    symbol="^",
    samples=(*PAIRS[:3], "3, x(3)"),
    dtypes="integral",
    differentiable=False,
    errors=FLOATING,
)
def bitwise_xor(xp, input: Operand, other: Operand) -> Array:
    """Bits set in exactly one."""
    return xp.bitwise_xor(input, other)


SHIFTS = ("ints(9, 3, 4), ints(5, 3, 4)", "ints(9, 3), 2", "1, ints(5, 3)")


@pointwise(symbol="<<", samples=SHIFTS, dtypes="integer", differentiable=False, errors=FLOATING)
def bitwise_left_shift(xp, input: Operand, other: Operand) -> Array:
    """Bits moved up by `other` places: `input * 2**other`.

    Shifting by as many places as there are bits, or by a negative number, gives 0.

    >>> import firebrick_core as fb
    >>> fb.tensor([1, 3]) << 4
    tensor([16, 48])
    """
    bits = input.dtype.itemsize * 8
    outside = _outside(other, bits)
    if not may_hold(xp, outside):
        return xp.left_shift(input, other)
    shifted = xp.left_shift(input, xp.where(outside, other.dtype.type(0), other))
    return xp.where(outside, input.dtype.type(0), shifted)


@pointwise(symbol=">>", samples=SHIFTS, dtypes="integer", differentiable=False, errors=FLOATING)
def bitwise_right_shift(xp, input: Operand, other: Operand) -> Array:
    """Bits moved down by `other` places, the sign staying: `input // 2**other`.

    Shifting by as many places as there are bits, or by a negative number, gives 0 or -1.

    >>> import firebrick_core as fb
    >>> fb.tensor([48, -48]) >> 4
    tensor([ 3, -3])
    """
    bits = input.dtype.itemsize * 8
    outside = _outside(other, bits)
    if not may_hold(xp, outside):
        return xp.right_shift(input, other)
    last = other.dtype.type(bits - 1)
    shifted = xp.right_shift(input, xp.where(outside, last, other))  # the sign alone
    return shifted if input.dtype.kind == "i" else xp.where(outside, input.dtype.type(0), shifted)


def _outside(places, bits):
    """Where shifts by so many places leave nothing of an element's bits; NumPy leaves it open."""
    return (places < 0) | (places >= bits)


@pointwise(
    ufunc="invert", symbol="~", samples=("x(3, 4)",), dtypes="integral", differentiable=False
)
def bitwise_not(xp, input: Array) -> Array:
    """All bits turned over; logical not for booleans."""
    return xp.invert(input)
