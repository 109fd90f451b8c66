"""Elementwise functions: PyTorch's operators, with the standard's promotion and dtypes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import firebrick_core as fb

from .. import _dtype, _operators as T
from ._types import only, promoted

FLOATING = ("real floating", "complex floating")
REAL = ("integral", "real floating")
NUMERIC = ("numeric",)
INTEGRAL = ("integral",)
BITS = ("bool", "integral")
BOOL = ("bool",)
ANY = ("bool", "numeric")


def _unary(name: str, operator: Callable[..., Any], kinds: tuple[str, ...], what: str) -> Any:
    def function(x: Any, /) -> Any:
        only(name, x, *kinds)
        return operator(x)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"{what}\n\n    Raises TypeError for dtypes that are not {' or '.join(kinds)}."
    )
    return function


def _binary(name: str, operator: Callable[..., Any], kinds: tuple[str, ...], what: str) -> Any:
    def function(x1: Any, x2: Any, /) -> Any:
        x1, x2 = promoted(x1, x2)
        only(name, x1, *kinds)
        return operator(x1, x2)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = (
        f"{what} One of both may be a Python number.\n\n"
        f"    Raises TypeError for dtypes that are not {' or '.join(kinds)}."
    )
    return function


def _same_for_integers(operator: Callable[..., Any]) -> Callable[..., Any]:
    """Rounding leaves integers as they are."""

    def rounded(x: Any) -> Any:
        return operator(x) if x.dtype.category >= _dtype.FLOATING else T.clone(x)

    return rounded


def _rounded(x: Any) -> Any:
    if x.dtype.is_complex:
        return T.complex(T.round(T.real(x)), T.round(T.imag(x)))
    return T.round(x)


def _signed(x: Any) -> Any:
    return T.sgn(x) if x.dtype.is_complex else T.sign(x)


def _unsigned_safe(operator: Callable[..., Any]) -> Callable[..., Any]:
    def function(x: Any) -> Any:
        return operator(x) if x.dtype.is_signed else T.clone(x)

    return function


def _real(x: Any) -> Any:
    return T.real(x) if x.dtype.is_complex else T.clone(x)


abs = _unary("abs", _unsigned_safe(T.abs), NUMERIC, "The absolute value.")
acos = _unary("acos", T.acos, FLOATING, "The inverse cosine.")
acosh = _unary("acosh", T.acosh, FLOATING, "The inverse hyperbolic cosine.")
asin = _unary("asin", T.asin, FLOATING, "The inverse sine.")
asinh = _unary("asinh", T.asinh, FLOATING, "The inverse hyperbolic sine.")
atan = _unary("atan", T.atan, FLOATING, "The inverse tangent.")
atanh = _unary("atanh", T.atanh, FLOATING, "The inverse hyperbolic tangent.")
bitwise_invert = _unary("bitwise_invert", T.bitwise_not, BITS, "Every bit inverted.")
ceil = _unary("ceil", _same_for_integers(T.ceil), REAL, "The next integer up.")
conj = _unary("conj", T.conj_physical, NUMERIC, "The complex conjugate.")
cos = _unary("cos", T.cos, FLOATING, "The cosine.")
cosh = _unary("cosh", T.cosh, FLOATING, "The hyperbolic cosine.")
exp = _unary("exp", T.exp, FLOATING, "e to the power of `x`.")
expm1 = _unary("expm1", T.expm1, FLOATING, "`exp(x) - 1`, precise near 0.")
floor = _unary("floor", _same_for_integers(T.floor), REAL, "The next integer down.")
imag = _unary("imag", T.imag, ("complex floating",), "The imaginary part.")
isfinite = _unary("isfinite", T.isfinite, NUMERIC, "Whether elements are finite.")
isinf = _unary("isinf", T.isinf, NUMERIC, "Whether elements are infinite.")
isnan = _unary("isnan", T.isnan, NUMERIC, "Whether elements are NaN.")
log = _unary("log", T.log, FLOATING, "The natural logarithm.")
log10 = _unary("log10", T.log10, FLOATING, "The logarithm to base 10.")
log1p = _unary("log1p", T.log1p, FLOATING, "`log(1 + x)`, precise near 0.")
log2 = _unary("log2", T.log2, FLOATING, "The logarithm to base 2.")
logical_not = _unary("logical_not", T.logical_not, BOOL, "Whether elements are false.")
negative = _unary("negative", T.neg, NUMERIC, "`-x`.")
positive = _unary("positive", T.clone, NUMERIC, "`+x`.")
real = _unary("real", _real, NUMERIC, "The real part.")
reciprocal = _unary("reciprocal", T.reciprocal, FLOATING, "`1 / x`.")
round = _unary("round", _same_for_integers(_rounded), NUMERIC, "The nearest integer, ties to even.")
sign = _unary("sign", _signed, NUMERIC, "The sign; `x / abs(x)` of complex numbers.")
signbit = _unary("signbit", T.signbit, ("real floating",), "Whether the sign bit is set.")
sin = _unary("sin", T.sin, FLOATING, "The sine.")
sinh = _unary("sinh", T.sinh, FLOATING, "The hyperbolic sine.")
sqrt = _unary("sqrt", T.sqrt, FLOATING, "The square root.")
square = _unary("square", T.square, NUMERIC, "`x * x`.")
tan = _unary("tan", T.tan, FLOATING, "The tangent.")
tanh = _unary("tanh", T.tanh, FLOATING, "The hyperbolic tangent.")
trunc = _unary("trunc", _same_for_integers(T.trunc), REAL, "The next integer towards 0.")

add = _binary("add", T.add, NUMERIC, "The sum.")
atan2 = _binary("atan2", T.atan2, ("real floating",), "The angle of the point (`x2`, `x1`).")
bitwise_and = _binary("bitwise_and", T.bitwise_and, BITS, "Bits that both have.")
bitwise_left_shift = _binary(
    "bitwise_left_shift", T.bitwise_left_shift, INTEGRAL, "Bits moved to the left."
)
bitwise_or = _binary("bitwise_or", T.bitwise_or, BITS, "Bits that one of both has.")
bitwise_right_shift = _binary(
    "bitwise_right_shift", T.bitwise_right_shift, INTEGRAL, "Bits moved to the right."
)
bitwise_xor = _binary("bitwise_xor", T.bitwise_xor, BITS, "Bits that just one of both has.")
copysign = _binary("copysign", T.copysign, ("real floating",), "`x1` with the sign of `x2`.")
divide = _binary("divide", T.true_divide, FLOATING, "The quotient.")
equal = _binary("equal", T.eq, ANY, "Whether elements are equal.")
floor_divide = _binary("floor_divide", T.floor_divide, REAL, "The quotient, rounded down.")
greater = _binary("greater", T.gt, REAL, "Whether `x1 > x2`.")
greater_equal = _binary("greater_equal", T.ge, REAL, "Whether `x1 >= x2`.")
hypot = _binary("hypot", T.hypot, ("real floating",), "The length of the vector (`x1`, `x2`).")
less = _binary("less", T.lt, REAL, "Whether `x1 < x2`.")
less_equal = _binary("less_equal", T.le, REAL, "Whether `x1 <= x2`.")
logaddexp = _binary("logaddexp", T.logaddexp, ("real floating",), "`log(exp(x1) + exp(x2))`.")
logical_and = _binary("logical_and", T.logical_and, BOOL, "Whether both are true.")
logical_or = _binary("logical_or", T.logical_or, BOOL, "Whether one of both is true.")
logical_xor = _binary("logical_xor", T.logical_xor, BOOL, "Whether just one of both is true.")
maximum = _binary("maximum", T.maximum, REAL, "The larger of both.")
minimum = _binary("minimum", T.minimum, REAL, "The smaller of both.")
multiply = _binary("multiply", T.mul, NUMERIC, "The product.")
nextafter = _binary("nextafter", T.nextafter, ("real floating",), "The number next to `x1`.")
not_equal = _binary("not_equal", T.ne, ANY, "Whether elements differ.")
pow = _binary("pow", T.pow, NUMERIC, "`x1` to the power of `x2`.")
remainder = _binary("remainder", T.remainder, REAL, "What `floor_divide` leaves.")
subtract = _binary("subtract", T.sub, NUMERIC, "The difference.")


def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    """Elements held between `min` and `max`, arrays or numbers that broadcast; in `x`'s dtype.

    Raises TypeError for complex numbers and bool.
    """
    only("clip", x, *REAL)

    def bound(value: Any) -> Any:
        if value is None:
            return None
        if not hasattr(value, "_keys"):
            value = fb.full((), value, dtype=x.dtype, device=x.device)
        return value.to(x.dtype)

    out = x
    if min is not None:
        out = T.maximum(out, bound(min))
    if max is not None:
        out = T.minimum(out, bound(max))
    return T.clone(out) if out is x else out


def where(condition: Any, x1: Any, x2: Any, /) -> Any:
    """`x1` where the condition holds, else `x2`, in their common dtype."""
    x1, x2 = promoted(x1, x2)
    return T.where(condition, x1, x2)
