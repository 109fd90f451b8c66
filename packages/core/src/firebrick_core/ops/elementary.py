"""Functions of one element: exponentials, roots, trigonometry, rounding."""

from __future__ import annotations

import math

from .. import _dtype, _operators as T
from .._operator import Array, composite, pointwise

ANY = ("x(3, 4)", "x()", "x(2, 0)")
POSITIVE = ("pos(3, 4)", "pos()")
UNIT = ("unit(3, 4)", "unit()")


# Without `ufunc`: in place, NumPy 2.4's negates wrong elements of 32 bits that lie 16 bytes apart,
# and of 64 bits that lie 64 bytes apart.
@pointwise(symbol="neg", aliases=("negative",), samples=ANY, dtypes="number")
def neg(xp, input: Array) -> Array:
    """`-input`."""
    return xp.negative(input)


@composite(
    symbol="pos",
    samples=ANY,
    dtypes="number",
    errors=(("mask(3)", RuntimeError, "on a bool tensor is not supported"),),
)
def positive(input: Array) -> Array:
    """The tensor itself. Raises RuntimeError for booleans.

    >>> import firebrick_core as fb
    >>> +fb.tensor([-1.0, 2.0])
    tensor([-1.,  2.])
    """
    if input.dtype is _dtype.bool:
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


@pointwise(
    "real",
    ufunc="absolute",
    symbol="abs",
    aliases=("absolute",),
    samples=ANY,
    dtypes="number",
    errors=(("mask(3)", RuntimeError, "not implemented for 'Bool'"),),
)
def abs(xp, input: Array) -> Array:
    """The absolute value; of complex elements, the modulus.

    >>> import firebrick_core as fb
    >>> fb.abs(fb.tensor([-1.5, 2.0])), fb.abs(fb.tensor([3 + 4j]))
    (tensor([1.5000, 2.0000]), tensor([5.]))
    """
    return xp.absolute(input)


@pointwise("float", ufunc="exp", samples=ANY)
def exp(xp, input: Array) -> Array:
    """e to the power of `input`."""
    return xp.exp(input)


@pointwise("float", ufunc="exp2", aliases=("special.exp2",), samples=ANY)
def exp2(xp, input: Array) -> Array:
    """2 to the power of `input`."""
    return xp.exp2(input)


@pointwise("float", ufunc="expm1", aliases=("special.expm1",), samples=ANY)
def expm1(xp, input: Array) -> Array:
    """`exp(input) - 1`, exact near 0."""
    return xp.expm1(input)


@pointwise("float", ufunc="log", samples=POSITIVE)
def log(xp, input: Array) -> Array:
    """The natural logarithm."""
    return xp.log(input)


@pointwise("float", ufunc="log2", samples=POSITIVE)
def log2(xp, input: Array) -> Array:
    """The logarithm to base 2."""
    return xp.log2(input)


@pointwise("float", ufunc="log10", samples=POSITIVE)
def log10(xp, input: Array) -> Array:
    """The logarithm to base 10."""
    return xp.log10(input)


@pointwise("float", ufunc="log1p", aliases=("special.log1p",), samples=POSITIVE)
def log1p(xp, input: Array) -> Array:
    """`log(1 + input)`, exact near 0."""
    return xp.log1p(input)


@pointwise("float", ufunc="sqrt", samples=POSITIVE)
def sqrt(xp, input: Array) -> Array:
    """The square root."""
    return xp.sqrt(input)


@pointwise("float", ufunc="sin", samples=ANY)
def sin(xp, input: Array) -> Array:
    """The sine, of radians."""
    return xp.sin(input)


@pointwise("float", ufunc="cos", samples=ANY)
def cos(xp, input: Array) -> Array:
    """The cosine, of radians."""
    return xp.cos(input)


@pointwise("float", ufunc="tan", samples=ANY)
def tan(xp, input: Array) -> Array:
    """The tangent, of radians."""
    return xp.tan(input)


@pointwise("float", ufunc="arcsin", aliases=("arcsin",), samples=UNIT)
def asin(xp, input: Array) -> Array:
    """The angle whose sine is `input`."""
    return xp.arcsin(input)


@pointwise("float", ufunc="arccos", aliases=("arccos",), samples=UNIT)
def acos(xp, input: Array) -> Array:
    """The angle whose cosine is `input`."""
    return xp.arccos(input)


@pointwise("float", ufunc="arctan", aliases=("arctan",), samples=ANY)
def atan(xp, input: Array) -> Array:
    """The angle whose tangent is `input`."""
    return xp.arctan(input)


@pointwise("float", ufunc="sinh", samples=ANY)
def sinh(xp, input: Array) -> Array:
    """The hyperbolic sine."""
    return xp.sinh(input)


@pointwise("float", ufunc="cosh", samples=ANY)
def cosh(xp, input: Array) -> Array:
    """The hyperbolic cosine."""
    return xp.cosh(input)


@pointwise("float", ufunc="tanh", samples=ANY)
def tanh(xp, input: Array) -> Array:
    """The hyperbolic tangent."""
    return xp.tanh(input)


@pointwise("float", ufunc="arcsinh", aliases=("arcsinh",), samples=ANY)
def asinh(xp, input: Array) -> Array:
    """The inverse of `sinh`."""
    return xp.arcsinh(input)


@pointwise("float", ufunc="arccosh", aliases=("arccosh",), samples=("pos(3, 4) + 1",))
def acosh(xp, input: Array) -> Array:
    """The inverse of `cosh`."""
    return xp.arccosh(input)


@pointwise("float", ufunc="arctanh", aliases=("arctanh",), samples=UNIT)
def atanh(xp, input: Array) -> Array:
    """The inverse of `tanh`."""
    return xp.arctanh(input)


def _in_degrees(name, input):
    if input.dtype.is_complex:
        raise RuntimeError(f"{name} is not supported for complex tensors: take .angle() first")


DEGREES = {
    "samples": ANY,
    "dtypes": "ordered",
    "promotion": "float",
    "out": True,
    "inplace": True,
    "errors": (("x(3).to(T.complex64)", RuntimeError, "not supported for complex tensors"),),
}


@composite(**DEGREES)
def deg2rad(input: Array) -> Array:
    """Degrees in radians: `input * pi / 180`.

    >>> import firebrick_core as fb
    >>> fb.deg2rad(fb.tensor([180, 90]))
    tensor([3.1416, 1.5708])
    """
    _in_degrees("deg2rad", input)
    return T.mul(input, math.pi / 180)


@composite(**DEGREES)
def rad2deg(input: Array) -> Array:
    """Radians in degrees: `input * 180 / pi`.

    >>> import firebrick_core as fb
    >>> fb.rad2deg(fb.tensor([0.0, 3.14159265]))
    tensor([  0., 180.])
    """
    _in_degrees("rad2deg", input)
    return T.mul(input, 180 / math.pi)


@pointwise("float", samples=POSITIVE)
def rsqrt(xp, input: Array) -> Array:
    """`1 / sqrt(input)`."""
    return xp.reciprocal(xp.sqrt(input))


@pointwise("float", ufunc="reciprocal", samples=POSITIVE)
def reciprocal(xp, input: Array) -> Array:
    """`1 / input`."""
    return xp.reciprocal(input)


@pointwise("float", samples=("x(3, 4)", "x()"), aliases=("special.expit",))
def sigmoid(xp, input: Array) -> Array:
    """`1 / (1 + exp(-input))`."""
    # Where exp overflows, the result is 0, as it should be; tanh would lose all digits on the left.
    out, one = xp.exp(xp.negative(input)), input.dtype.type(1)
    return xp.divide(one, xp.add(out, one))


@pointwise(
    "float",
    samples=("x(3, 4), unit(3, 4)",),
    methods=False,
    namespace="internal",
    inplace=False,
    out=False,
)
def tanh_backward(xp, grad_output: Array, result_saved: Array) -> Array:
    """`grad_output * (1 - result_saved**2)`."""
    out = xp.multiply(result_saved, result_saved)
    out = xp.subtract(out.dtype.type(1), out)
    return xp.multiply(grad_output, out)


@pointwise(
    "float",
    samples=("x(3, 4), unit(3, 4)",),
    methods=False,
    namespace="internal",
    inplace=False,
    out=False,
)
def sigmoid_backward(xp, grad_output: Array, result_saved: Array) -> Array:
    """`grad_output * result_saved * (1 - result_saved)`."""
    out = xp.subtract(result_saved.dtype.type(1), result_saved)
    out = xp.multiply(out, result_saved)
    return xp.multiply(grad_output, out)
