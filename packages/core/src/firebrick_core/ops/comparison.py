"""Comparisons, logic and bits: results without derivatives."""

from __future__ import annotations

from .. import _dtype
from .._operator import Array, Operand, pointwise

BOOL = _dtype.bool

PAIRS = ("x(3, 4), x(3, 4)", "x(3, 4), x(4)", "x(3), 0", "x(), x(2)", "x(2, 0), x(1)")


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
    dtypes="real",
    differentiable=False,
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
    dtypes="real",
    differentiable=False,
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
    dtypes="real",
    differentiable=False,
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
    dtypes="real",
    differentiable=False,
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
    ufunc="bitwise_and", symbol="&", samples=PAIRS[:3], dtypes="integral", differentiable=False
)
def bitwise_and(xp, input: Array, other: Operand) -> Array:
    """Bits set in both."""
    return xp.bitwise_and(input, other)


@pointwise(
    ufunc="bitwise_or", symbol="|", samples=PAIRS[:3], dtypes="integral", differentiable=False
)
def bitwise_or(xp, input: Array, other: Operand) -> Array:
    """Bits set in either."""
    return xp.bitwise_or(input, other)


@pointwise(
    ufunc="bitwise_xor", symbol="^", samples=PAIRS[:3], dtypes="integral", differentiable=False
)
def bitwise_xor(xp, input: Array, other: Operand) -> Array:
    """Bits set in exactly one."""
    return xp.bitwise_xor(input, other)


SHIFTS = ("ints(9, 3, 4), ints(5, 3, 4)", "ints(9, 3), 2")


@pointwise(symbol="<<", samples=SHIFTS, dtypes="integral", differentiable=False)
def bitwise_left_shift(xp, input: Array, other: Operand) -> Array:
    """Bits moved up by `other` places."""
    return xp.left_shift(input, other)


@pointwise(symbol=">>", samples=SHIFTS, dtypes="integral", differentiable=False)
def bitwise_right_shift(xp, input: Array, other: Operand) -> Array:
    """Bits moved down by `other` places."""
    return xp.right_shift(input, other)


@pointwise(
    ufunc="invert", symbol="~", samples=("x(3, 4)",), dtypes="integral", differentiable=False
)
def bitwise_not(xp, input: Array) -> Array:
    """All bits turned over; logical not for booleans."""
    return xp.invert(input)


@pointwise(
    "bool", ufunc="isnan", samples=("x(3, 4)",), differentiable=False, inplace=False, out=False
)
def isnan(xp, input: Array) -> Array:
    """Whether the element is not a number."""
    return xp.isnan(input)


@pointwise(
    "bool", ufunc="isinf", samples=("x(3, 4)",), differentiable=False, inplace=False, out=False
)
def isinf(xp, input: Array) -> Array:
    """Whether the element is infinite."""
    return xp.isinf(input)


@pointwise(
    "bool", ufunc="isfinite", samples=("x(3, 4)",), differentiable=False, inplace=False, out=False
)
def isfinite(xp, input: Array) -> Array:
    """Whether the element is neither infinite nor NaN."""
    return xp.isfinite(input)
