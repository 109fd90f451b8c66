"""Functions of one element: exponentials, roots, trigonometry, rounding."""

from __future__ import annotations

from .._operator import Array, Operand, pointwise

ANY = ("x(3, 4)", "x()", "x(2, 0)")
POSITIVE = ("pos(3, 4)", "pos()")
UNIT = ("unit(3, 4)", "unit()")


@pointwise(ufunc="negative", symbol="neg", aliases=("negative",), samples=ANY, dtypes="number")
def neg(xp, input: Array) -> Array:
    """`-input`."""
    return xp.negative(input)


@pointwise("real", ufunc="absolute", symbol="abs", aliases=("absolute",), samples=ANY)
def abs(xp, input: Array) -> Array:
    """The absolute value; of complex elements, the modulus."""
    return xp.absolute(input)


@pointwise("float", ufunc="exp", samples=ANY)
def exp(xp, input: Array) -> Array:
    """e to the power of `input`."""
    return xp.exp(input)


@pointwise("float", ufunc="exp2", samples=ANY)
def exp2(xp, input: Array) -> Array:
    """2 to the power of `input`."""
    return xp.exp2(input)


@pointwise("float", ufunc="expm1", samples=ANY)
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


@pointwise("float", ufunc="log1p", samples=POSITIVE)
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


@pointwise("float", samples=POSITIVE)
def rsqrt(xp, input: Array) -> Array:
    """`1 / sqrt(input)`."""
    return xp.reciprocal(xp.sqrt(input))


@pointwise("float", ufunc="reciprocal", samples=POSITIVE)
def reciprocal(xp, input: Array) -> Array:
    """`1 / input`."""
    return xp.reciprocal(input)


@pointwise(ufunc="square", samples=ANY, dtypes="number")
def square(xp, input: Array) -> Array:
    """`input * input`."""
    return xp.square(input)


@pointwise(samples=ANY, dtypes="ordered")
def sign(xp, input: Array) -> Array:
    """-1, 0 or 1 by the sign of the element."""
    return input.copy() if input.dtype.kind == "b" else xp.sign(input)


@pointwise(samples=ANY, dtypes="real")
def floor(xp, input: Array) -> Array:
    """Rounded down to an integer."""
    return xp.floor(input) if input.dtype.kind == "f" else input.copy()


@pointwise(samples=ANY, dtypes="real")
def ceil(xp, input: Array) -> Array:
    """Rounded up to an integer."""
    return xp.ceil(input) if input.dtype.kind == "f" else input.copy()


@pointwise(samples=ANY, aliases=("fix",), dtypes="real")
def trunc(xp, input: Array) -> Array:
    """Rounded towards 0 to an integer."""
    return xp.trunc(input) if input.dtype.kind == "f" else input.copy()


@pointwise(samples=(*ANY, "x(3), decimals=1"), dtypes="real")
def round(xp, input: Array, *, decimals: int = 0) -> Array:
    """Rounded to `decimals` places, halves to even."""
    return xp.round(input, decimals) if input.dtype.kind == "f" else input.copy()


@pointwise(samples=ANY, inplace=False, out=False)
def conj(xp, input: Array) -> Array:
    """The complex conjugate; real elements as they are."""
    return xp.conjugate(input) if input.dtype.kind == "c" else input.copy()


@pointwise(
    samples=("x(3, 4), -0.5, 0.5", "x(3, 4), min=0.0", "x(3, 4), max=x(4)", "x(3), x(3), 1.5"),
    errors=(("x(3)", ValueError, "At least one of"),),
    dtypes="real",
    aliases=("clip",),
)
def clamp(xp, input: Array, min: Operand | None = None, max: Operand | None = None) -> Array:
    """Elements below `min` replaced by it, elements above `max` likewise; NaN stays."""
    if min is None and max is None:
        raise ValueError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if min is not None:
        input = xp.maximum(input, min)
    return input if max is None else xp.minimum(input, max)


@pointwise("float", samples=("x(3, 4)", "x()"), namespace="torch")
def sigmoid(xp, input: Array) -> Array:
    """`1 / (1 + exp(-input))`."""
    # By tanh, which neither overflows nor loses digits at either end, in two passes.
    half = xp.multiply(input, input.dtype.type(0.5))
    out = xp.tanh(half, half) if half.ndim else xp.tanh(half)
    return xp.multiply(xp.add(out, out.dtype.type(1)), out.dtype.type(0.5))


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
