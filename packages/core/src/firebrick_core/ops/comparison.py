"""Comparisons, logic and bits; whether tensors are equal or close; what kind of number an element
is.
"""

from __future__ import annotations

import math

from .. import _dtype, _operators as T
from .._errors import TYPE_NAMES
from .._memory_format import empty_for
from .._operator import Array, Operand, composite, pointwise
from ._numbers import require_tensors
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


# Whether tensors are equal, or close.

CLOSE_PAIRS = ("x(3, 4), x(3, 4)", "x(3, 4), x(4)", "x(), x(2)", "x(2, 0), x(1)")


def _check_tolerances(dtype, input, other, rtol, atol, equal_nan):
    if input.dtype is not other.dtype:
        a, b = TYPE_NAMES[input.dtype.name], TYPE_NAMES[other.dtype.name]
        raise RuntimeError(f"{a} did not match {b}: isclose() compares tensors of one dtype")


@pointwise(
    "bool",
    samples=(
        *CLOSE_PAIRS,
        "x(3), x(3), 0.5, 1",
        "x(3), x(3), 0, 0",
        "x(3) * nan, x(3) * nan, equal_nan=True",
    ),
    check=_check_tolerances,
    differentiable=False,
    inplace=False,
    out=False,
    errors=(
        ("x(3), x(3).to(T.float64)", RuntimeError, "Float did not match Double"),
        ("x(3), x(3), rtol=-1", RuntimeError, "rtol must be greater than or equal to zero"),
        ("x(3), x(3), atol=-1", RuntimeError, "atol must be greater than or equal to zero"),
        ("x(3), x(4)", RuntimeError, "must match the size"),
        ("x(3), 2.0", TypeError, "must be Tensor"),
    ),
)
def isclose(
    xp,
    input: Array,
    other: Array,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Array:
    """Whether `|input - other| <= atol + rtol * |other|`; NaN is close to NaN with `equal_nan`.

    Infinities are close to themselves. Raises RuntimeError for two dtypes, or a negative tolerance.

    >>> import firebrick_core as fb
    >>> fb.isclose(fb.tensor([1.0, 1.0]), fb.tensor([1.000001, 1.1]))
    tensor([ True, False])
    """
    for name, value in (("rtol", rtol), ("atol", atol)):
        if value < 0:
            raise RuntimeError(
                f"{name} must be greater than or equal to zero, but got {value} (in isclose())"
            )
    close = xp.equal(input, other)
    kind = input.dtype.kind
    if equal_nan and kind not in "biu":
        close = close | (xp.isnan(input) & xp.isnan(other))
    if kind in "biu":
        real = _dtype.get_default_dtype().numpy_dtype
        input, other = input.astype(real), other.astype(real)
    allowed = atol + xp.absolute(rtol * other)
    error = xp.absolute(input - other)
    return close | (xp.isfinite(error) & (error <= allowed))


@composite(
    samples=(*CLOSE_PAIRS, "x(3), x(3), 0.5, 1"), errors=(("x(3), 2.0", TypeError, "be Tensor"),)
)
def allclose(
    input: Array,
    other: Array,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> bool:
    """Whether all elements are close; see `isclose`.

    >>> import firebrick_core as fb
    >>> fb.allclose(fb.tensor([1.0]), fb.tensor([1.0 + 1e-6]))
    True
    """
    return bool(T.isclose(input, other, rtol, atol, equal_nan).all())


@composite(
    samples=(*CLOSE_PAIRS, "x(3), ints(3, 3)"), errors=(("x(3), 2.0", TypeError, "must be Tensor"),)
)
def equal(input: Array, other: Array) -> bool:
    """Whether two tensors have the same shape and elements; NaN equals nothing.

    >>> import firebrick_core as fb
    >>> fb.equal(fb.tensor([1, 2]), fb.tensor([1, 2])), fb.equal(fb.ones(1), fb.ones(2))
    (True, False)
    """
    if not hasattr(input, "_keys") or not hasattr(other, "_keys"):
        require_tensors("equal", input=input, other=other)
    return input._array.shape == other._array.shape and bool(T.eq(input, other).all())


# What kind of number an element is: finite, infinite, not a number, negative, real.

ANY = ("x(3, 4)", "x()", "x(3) / 0")
COMPLEX_SAMPLES = (("x(3).to(T.complex64)", RuntimeError, "not implemented for 'ComplexFloat'"),)


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
    "bool",
    samples=ANY,
    dtypes="ordered",
    differentiable=False,
    inplace=False,
    errors=COMPLEX_SAMPLES,
)
def isposinf(xp, input: Array) -> Array:
    """Whether the element is infinity.

    >>> import firebrick_core as fb
    >>> fb.isposinf(fb.tensor([fb.inf, -fb.inf, 1.0]))
    tensor([ True, False, False])
    """
    return _equals(xp, input, math.inf)


@pointwise(
    "bool",
    samples=ANY,
    dtypes="ordered",
    differentiable=False,
    inplace=False,
    errors=COMPLEX_SAMPLES,
)
def isneginf(xp, input: Array) -> Array:
    """Whether the element is minus infinity.

    >>> import firebrick_core as fb
    >>> fb.isneginf(fb.tensor([fb.inf, -fb.inf, 1.0]))
    tensor([False,  True, False])
    """
    return _equals(xp, input, -math.inf)


@pointwise(
    "bool",
    samples=ANY,
    dtypes="ordered",
    differentiable=False,
    inplace=False,
    errors=COMPLEX_SAMPLES,
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
