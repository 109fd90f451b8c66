"""Arithmetic on two operands: broadcasting, with PyTorch's type promotion."""

from __future__ import annotations

from .. import _operators as T
from .._operator import Array, Operand, composite, pointwise
from .._typing import Number

PAIRS = (
    "x(3, 4), x(3, 4)",
    "x(3, 4), x(4)",
    "x(3, 1), x(1, 4)",
    "x(), x(2)",
    "x(2, 0), x(1)",
    "x(3), 2",
)
NONZERO = ("x(3, 4), pos(3, 4)", "x(3, 4), pos(4)", "x(), pos(2)", "x(3), 2", "x(2, 0), pos(1)")
WRONG = (
    ("x(3), x(4)", RuntimeError, "must match the size of tensor b"),
    ("x(3), 'a'", TypeError, "must be Tensor"),
)


@pointwise(ufunc="add", symbol="+", samples=(*PAIRS, "x(3), x(3), alpha=2"), errors=WRONG)
def add(xp, input: Array, other: Operand, *, alpha: Number = 1) -> Array:
    """`input + alpha * other`."""
    return xp.add(input, other if alpha == 1 else xp.multiply(other, other.dtype.type(alpha)))


@pointwise(
    ufunc="subtract",
    symbol="-",
    aliases=("subtract",),
    samples=(*PAIRS, "x(3), x(3), alpha=2"),
    errors=WRONG,
    dtypes="number",
)
def sub(xp, input: Operand, other: Operand, *, alpha: Number = 1) -> Array:
    """`input - alpha * other`."""
    return xp.subtract(input, other if alpha == 1 else xp.multiply(other, other.dtype.type(alpha)))


@pointwise(
    ufunc="multiply",
    symbol="*",
    wide_numbers=True,
    aliases=("multiply",),
    samples=PAIRS,
    errors=WRONG,
)
def mul(xp, input: Array, other: Operand) -> Array:
    """`input * other`."""
    return xp.multiply(input, other)


@pointwise(
    "float",
    ufunc="true_divide",
    wide_numbers=True,
    symbol="/",
    samples=NONZERO,
    errors=WRONG,
    name="true_divide",
)
def true_divide(xp, input: Operand, other: Operand) -> Array:
    """`input / other`, in floating point for integers too."""
    return xp.true_divide(input, other)


@pointwise(samples=NONZERO, symbol="//", dtypes="real")
def floor_divide(xp, input: Operand, other: Operand) -> Array:
    """`input / other`, rounded towards minus infinity."""
    if input.dtype.kind in "iu" and not xp.all(other):
        raise RuntimeError("ZeroDivisionError: integer division by zero in floor_divide()")
    return xp.floor_divide(input, other)


@pointwise(samples=NONZERO, symbol="%", dtypes="real")
def remainder(xp, input: Operand, other: Operand) -> Array:
    """The remainder of division, with the sign of `other`."""
    if input.dtype.kind in "iu" and not xp.all(other):
        raise RuntimeError("ZeroDivisionError: integer modulo by zero in remainder()")
    return xp.remainder(input, other)


@pointwise(samples=NONZERO, dtypes="real")
def fmod(xp, input: Array, other: Operand) -> Array:
    """The remainder of division, with the sign of `input`."""
    return xp.fmod(input, other)


@pointwise(
    symbol="**",
    samples=("pos(3, 4), x(3, 4)", "x(3, 4), 2", "x(3), 3", "2.0, x(3)", "pos(3), 0.5"),
    dtypes="floating",
)
def pow(xp, input: Operand, exponent: Operand) -> Array:
    """`input` to the power of `exponent`."""
    if exponent.ndim == 0:
        # NumPy's general power is ten times a product's time.
        if exponent == 2:
            return xp.multiply(input, input)
        if exponent == 0.5 and input.dtype.kind in "fc":
            return xp.sqrt(input)
    if input.dtype.kind in "iu" and xp.any(exponent < 0):
        raise RuntimeError("Integers to negative integer powers are not allowed.")
    return xp.power(input, exponent)


@pointwise(ufunc="maximum", samples=PAIRS[:4], dtypes="ordered", inplace=False)
def maximum(xp, input: Array, other: Array) -> Array:
    """The larger of both, NaN where either is NaN."""
    return xp.maximum(input, other)


@pointwise(ufunc="minimum", samples=PAIRS[:4], dtypes="ordered", inplace=False)
def minimum(xp, input: Array, other: Array) -> Array:
    """The smaller of both, NaN where either is NaN."""
    return xp.minimum(input, other)


@pointwise("float", ufunc="arctan2", samples=NONZERO[:3], dtypes="real")
def atan2(xp, input: Array, other: Array) -> Array:
    """The angle of the point (other, input), in radians."""
    return xp.arctan2(input, other)


@composite(
    samples=(
        *NONZERO,
        "x(3), pos(3), rounding_mode='floor'",
        "x(3), pos(3), rounding_mode='trunc'",
    ),
    aliases=("divide",),
    dtypes="float",
    errors=(("x(3), x(3), rounding_mode='up'", RuntimeError, "rounding_mode"),),
)
def div(
    input: Array, other: Operand, *, rounding_mode: str | None = None, out: object = None
) -> Array:
    """`input / other`; `rounding_mode` "floor" or "trunc" rounds the quotient."""
    if rounding_mode is None:
        return T.true_divide(input, other, out=out)
    if rounding_mode == "floor":
        return T.floor_divide(input, other, out=out)
    if rounding_mode == "trunc":
        return T.truncate_divide(input, other, out=out)
    raise RuntimeError(
        "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found"
        f" '{rounding_mode}'"
    )


@composite(
    samples=("x(3), pos(3)", "x(3), 2, rounding_mode='floor'"),
    methods=("div_", "divide_"),
    namespace="method",
    mutates=True,
    dtypes="float",
)
def div_(input: Array, other: Operand, *, rounding_mode: str | None = None) -> Array:
    """`div` in place."""
    modes = {None: T.true_divide_, "floor": T.floor_divide_, "trunc": T.truncate_divide_}
    if rounding_mode not in modes:
        div(input, other, rounding_mode=rounding_mode)
    return modes[rounding_mode](input, other)


@pointwise(samples=NONZERO, dtypes="real", methods=False, namespace="internal")
def truncate_divide(xp, input: Array, other: Operand) -> Array:
    """`input / other`, rounded towards 0."""
    if input.dtype.kind == "f":
        return xp.trunc(xp.true_divide(input, other))
    if not xp.all(other):
        raise RuntimeError(
            "ZeroDivisionError: integer division by zero in div(rounding_mode='trunc')"
        )
    quotient = xp.floor_divide(input, other)
    return quotient + ((xp.remainder(input, other) != 0) & (quotient < 0))


@composite(samples=("x(3), 2.0",), namespace="torch")
def rsub(input: Array, other: Operand, *, alpha: Number = 1) -> Array:
    """`other - alpha * input`."""
    return other - (input if alpha == 1 else input * alpha)
