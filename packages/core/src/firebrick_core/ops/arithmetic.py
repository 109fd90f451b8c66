"""Arithmetic on two operands: broadcasting, with PyTorch's type promotion."""

from __future__ import annotations

import numpy as np

from .. import _dtype, _operators as T
from .._operator import Array, Operand, composite, pointwise
from .._typing import Number
from ._numbers import check_factor, element, require_tensors
from ._values import refuse

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
WRONG_FACTOR = (
    ("ints(3, 3), ints(3, 3), alpha=1.5", RuntimeError, "alpha must not be a floating point"),
    ("x(3), x(3), alpha=1j", RuntimeError, "alpha must not be a complex number"),
    ("ints(3, 3), ints(3, 3), alpha=False", RuntimeError, "Boolean alpha only supported"),
)


def _check_alpha(dtype, input, other, alpha):
    check_factor("alpha", alpha, dtype)


@pointwise(
    ufunc="add",
    symbol="+",
    check=_check_alpha,
    samples=(*PAIRS, "x(3), x(3), alpha=2", "2, x(3)"),
    errors=WRONG + WRONG_FACTOR,
    deprecated=("input, alpha, other",),
)
def add(xp, input: Operand, other: Operand, *, alpha: Number = 1) -> Array:
    """`input + alpha * other`.

    >>> import firebrick_core as fb
    >>> fb.add(fb.tensor([1.0, 2.0]), fb.tensor([[10.0], [20.0]]), alpha=0.5)
    tensor([[ 6.,  7.],
            [11., 12.]])
    """
    return xp.add(input, other if alpha == 1 else xp.multiply(other, element(alpha, other.dtype)))


def _check_subtraction(dtype, input, other, alpha):
    if any(_dtype.operands_dtype((x,)) is _dtype.bool for x in (input, other)):
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying"
            " to invert a mask, use the `~` or `logical_not()` operator instead."
        )
    check_factor("alpha", alpha, dtype)


@pointwise(
    ufunc="subtract",
    symbol="-",
    aliases=("subtract",),
    check=_check_subtraction,
    samples=(*PAIRS, "x(3), x(3), alpha=2"),
    errors=(
        *WRONG,
        *WRONG_FACTOR,
        ("mask(3), mask(3)", RuntimeError, "bool"),
        ("x(3), mask(3)", RuntimeError, "bool tensor is not supported"),
        ("x(3), True", RuntimeError, "bool tensor is not supported"),
    ),
    dtypes="number",
    deprecated=("input, alpha, other",),
)
def sub(xp, input: Operand, other: Operand, *, alpha: Number = 1) -> Array:
    """`input - alpha * other`.

    Raises RuntimeError where an operand is boolean: `~` and `^` turn masks over.

    >>> import firebrick_core as fb
    >>> fb.sub(fb.tensor([5, 6]), fb.tensor([1, 2]), alpha=2)
    tensor([3, 2])
    """
    return xp.subtract(
        input, other if alpha == 1 else xp.multiply(other, element(alpha, other.dtype))
    )


@pointwise(
    ufunc="multiply",
    symbol="*",
    wide_numbers=True,
    aliases=("multiply",),
    samples=(*PAIRS, "2, x(3)"),
    errors=WRONG,
)
def mul(xp, input: Operand, other: Operand) -> Array:
    """`input * other`.

    >>> import firebrick_core as fb
    >>> fb.mul(fb.tensor([1, 2]), 2.5)
    tensor([2.5000, 5.0000])
    """
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
    """`input / other`, in floating point for integers too.

    >>> import firebrick_core as fb
    >>> fb.tensor([1, 2]) / 4
    tensor([0.2500, 0.5000])
    """
    return xp.true_divide(input, other)


ZERO = (("ints(3, 3), ints(1, 3)", RuntimeError, "ZeroDivisionError"),)


def check_divisor(xp, name, divisor):
    """Refuse zeros among the integers that an operator divides by. Raises RuntimeError."""
    if divisor.dtype.kind in "iu":
        message = f"ZeroDivisionError: integer division or modulo by zero in {name}()"
        refuse(divisor == 0, RuntimeError, message)


@pointwise(samples=NONZERO, symbol="//", dtypes="real", errors=ZERO)
def floor_divide(xp, input: Operand, other: Operand) -> Array:
    """`input / other`, rounded towards minus infinity.

    Raises RuntimeError where an integer is divided by 0.

    >>> import firebrick_core as fb
    >>> fb.tensor([7, -7]) // 2
    tensor([ 3, -4])
    """
    check_divisor(xp, "floor_divide", other)
    return xp.floor_divide(input, other)


@pointwise(samples=NONZERO, symbol="%", dtypes="real", errors=ZERO)
def remainder(xp, input: Operand, other: Operand) -> Array:
    """The remainder of division, with the sign of `other`.

    Raises RuntimeError where an integer is divided by 0.

    >>> import firebrick_core as fb
    >>> fb.tensor([7, -7]) % 4, fb.tensor([5.5]) % -2
    (tensor([3, 1]), tensor([-0.5000]))
    """
    if input.dtype.kind in "iu":
        check_divisor(xp, "remainder", other)
        return xp.remainder(input, other)
    out = xp.asarray(xp.remainder(input, other))
    if xp is np and out.all():
        return out
    # NumPy gives zeros the sign of `other`; PyTorch leaves them that of `input`.
    return xp.where(out == 0, xp.copysign(out, input), out)


@pointwise(samples=NONZERO, dtypes="real", errors=ZERO)
def fmod(xp, input: Array, other: Operand) -> Array:
    """The remainder of division, with the sign of `input`.

    Raises RuntimeError where an integer is divided by 0.

    >>> import firebrick_core as fb
    >>> fb.fmod(fb.tensor([7, -7]), 4)
    tensor([ 3, -3])
    """
    check_divisor(xp, "fmod", other)
    return xp.fmod(input, other)


EXTREMES = (("x(3).to(T.complex64), x(3)", RuntimeError, "not implemented for 'ComplexFloat'"),)


@pointwise(
    ufunc="maximum", samples=PAIRS[:4], dtypes="ordered", inplace=False, errors=WRONG + EXTREMES
)
def maximum(xp, input: Array, other: Array) -> Array:
    """The larger of both, NaN where either is NaN."""
    return xp.maximum(input, other)


@pointwise(
    ufunc="minimum", samples=PAIRS[:4], dtypes="ordered", inplace=False, errors=WRONG + EXTREMES
)
def minimum(xp, input: Array, other: Array) -> Array:
    """The smaller of both, NaN where either is NaN."""
    return xp.minimum(input, other)


@pointwise(
    "float",
    ufunc="arctan2",
    samples=NONZERO[:3],
    dtypes="ordered",
    aliases=("arctan2",),
    errors=(("x(3), 2", TypeError, "must be Tensor"),),
)
def atan2(xp, input: Array, other: Array) -> Array:
    """The angle of the point (other, input), in radians.

    >>> import firebrick_core as fb
    >>> fb.atan2(fb.tensor([1.0, 0.0]), fb.tensor([1.0, -1.0]))
    tensor([0.7854, 3.1416])
    """
    return xp.arctan2(input, other)


@composite(
    samples=(
        *NONZERO,
        "x(3), pos(3), rounding_mode='floor'",
        "x(3), pos(3), rounding_mode='trunc'",
    ),
    aliases=("divide", "Tensor.__div__"),
    dtypes="float",
    errors=(("x(3), x(3), rounding_mode='up'", RuntimeError, "rounding_mode"),),
)
def div(
    input: Operand, other: Operand, *, rounding_mode: str | None = None, out: object = None
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
    methods=("div_", "divide_", "__idiv__"),
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
    check_divisor(xp, "div", other)
    quotient = xp.floor_divide(input, other)
    return quotient + ((xp.remainder(input, other) != 0) & (quotient < 0))


@composite(
    samples=("x(3), 2.0", "x(3), x(3), alpha=2"),
    namespace="torch",
    dtypes="number",
    errors=(("mask(3), 1", RuntimeError, "bool tensor is not supported"),),
)
def rsub(input: Array, other: Operand, *, alpha: Number = 1) -> Array:
    """`other - alpha * input`."""
    require_tensors("rsub", input=input)
    return T.sub(other, input, alpha=alpha)


@composite(samples=("x(3), 2.0", "pos(3), x(3)"), methods=("__rdiv__",), namespace="internal")
def reflected_divide(input: Array, other: Operand) -> Array:
    """`other / input`, under the name that Python 2 had for the operator."""
    return T.true_divide(other, input)
