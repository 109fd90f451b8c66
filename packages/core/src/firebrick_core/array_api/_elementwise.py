"""Elementwise functions, with the standard's promotion and dtypes; statistics, sorting, searching,
sets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

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


# Statistics, sorting, searching, and sets.


def _axes(x: Any, axis: Any) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(x._array.ndim))
    return (axis,) if isinstance(axis, int) else tuple(axis)


def _accumulator(x: Any, dtype: Any) -> Any:
    """The dtype of sums and products: integers are added in 64 bits of their own kind."""
    if dtype is not None:
        return dtype
    if x.dtype.category == _dtype.INTEGRAL:
        return _dtype.int64 if x.dtype.is_signed else _dtype.uint64
    return _dtype.int64 if x.dtype is _dtype.bool else x.dtype


def sum(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """The sum over axes, all of them where none is named."""
    only("sum", x, "numeric")
    x = x.to(_accumulator(x, dtype))
    axes = _axes(x, axis)
    return T.sum(x, axes, keepdims, dtype=x.dtype) if axes else T.clone(x)


def prod(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Any:
    """The product over axes."""
    only("prod", x, "numeric")
    x = x.to(_accumulator(x, dtype))
    out = T.clone(x)
    n = x._array.ndim
    for a in sorted((a % n for a in _axes(x, axis)), reverse=True):
        out = T.prod(out, a, keepdims, dtype=x.dtype)
    return out


def mean(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """The mean over axes."""
    only("mean", x, "real floating", "complex floating")
    axes = _axes(x, axis)
    return T.mean(x, axes, keepdims) if axes else T.clone(x)


def var(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Any:
    """The variance over axes; the divisor is the count less `correction`."""
    only("var", x, "real floating")
    axes = _axes(x, axis)
    return T.var(x, axes, correction=correction, keepdim=keepdims) if axes else x * 0


def std(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Any:
    """The standard deviation over axes: see `var`."""
    return T.sqrt(var(x, axis=axis, correction=correction, keepdims=keepdims))


def max(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """The largest element over axes. Raises ValueError or IndexError for no elements."""
    only("max", x, *REAL)
    axes = _axes(x, axis)
    return T.amax(x, axes, keepdims) if axes else T.clone(x)


def min(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """The smallest element over axes."""
    only("min", x, *REAL)
    axes = _axes(x, axis)
    return T.amin(x, axes, keepdims) if axes else T.clone(x)


def all(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether all elements are true (are not 0)."""
    axes, x = _axes(x, axis), x.to(_dtype.bool)
    return T.all(x, axes, keepdims) if axes else T.clone(x)


def any(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether an element is true."""
    axes, x = _axes(x, axis), x.to(_dtype.bool)
    return T.any(x, axes, keepdims) if axes else T.clone(x)


def count_nonzero(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """How many elements are not 0."""
    axes = _axes(x, axis)
    counted = T.ne(x, 0).to(_dtype.int64)
    return T.sum(counted, axes, keepdims) if axes else counted


def _cumulated(operator: Any, name: str, x: Any, axis: Any, dtype: Any, initial: Any) -> Any:
    only(name, x, "numeric")
    if axis is None:
        if x._array.ndim != 1:
            raise ValueError(f"{name}: an array of {x._array.ndim} dimensions needs an axis")
        axis = 0
    x = x.to(_accumulator(x, dtype))
    out = operator(x, axis, dtype=x.dtype)
    if initial is None:
        return out
    shape = list(x.shape)
    shape[axis] = 1
    return T.cat([x.new_full(shape, initial), out], axis)


def cumulative_sum(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False
) -> Any:
    """Sums of the first elements along an axis, after a 0 where `include_initial`."""
    first = 0 if include_initial else None
    return _cumulated(T.cumsum, "cumulative_sum", x, axis, dtype, first)


def cumulative_prod(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False
) -> Any:
    """Products of the first elements along an axis, after a 1 where `include_initial`."""
    first = 1 if include_initial else None
    return _cumulated(T.cumprod, "cumulative_prod", x, axis, dtype, first)


def diff(x: Any, /, *, axis: int = -1, n: int = 1, prepend: Any = None, append: Any = None) -> Any:
    """Differences of neighbours along an axis, `n` times."""
    only("diff", x, "numeric")
    return T.diff(x, n, axis, prepend, append)


def argmax(x: Any, /, *, axis: int | None = None, keepdims: bool = False) -> Any:
    """Where the largest element is; the first of several."""
    only("argmax", x, *REAL)
    return _where_of(T.argmax, x, axis, keepdims)


def argmin(x: Any, /, *, axis: int | None = None, keepdims: bool = False) -> Any:
    """Where the smallest element is; the first of several."""
    only("argmin", x, *REAL)
    return _where_of(T.argmin, x, axis, keepdims)


def _where_of(operator: Any, x: Any, axis: int | None, keepdims: bool) -> Any:
    out = operator(x, axis, False if axis is None else keepdims)
    if axis is None and keepdims:
        return T.reshape(out, (1,) * x._array.ndim)
    return out


def nonzero(x: Any, /) -> tuple[Any, ...]:
    """The indices of elements that are not 0, an array for each axis."""
    if not x._array.ndim:
        raise ValueError("nonzero: expected at least 1 dimension, got 0")
    return tuple(T.nonzero(x, as_tuple=True))


def searchsorted(x1: Any, x2: Any, /, *, side: str = "left", sorter: Any = None) -> Any:
    """Where the elements of `x2` belong in the sorted `x1`."""
    x1, x2 = promoted(x1, x2)
    return T.searchsorted(x1, x2, side=side, sorter=sorter)


def sort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """Elements in order along an axis."""
    only("sort", x, *REAL)
    return T.sort(x, axis, descending, stable)[0]


def argsort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """The indices that sort an array along an axis."""
    only("argsort", x, *REAL)
    return T.argsort(x, axis, descending, stable)


class UniqueAll(NamedTuple):
    """What `unique_all` returns."""

    values: Any
    indices: Any
    inverse_indices: Any
    counts: Any


class UniqueCounts(NamedTuple):
    """What `unique_counts` returns."""

    values: Any
    counts: Any


class UniqueInverse(NamedTuple):
    """What `unique_inverse` returns."""

    values: Any
    inverse_indices: Any


def _unique(x: Any) -> tuple[Any, Any, Any]:
    """Distinct values, where each element's is, and how many there are. A NaN equals no other."""
    flat = T.reshape(x, (-1,))
    order = T.argsort(flat, 0, False, True) if not x.dtype.is_complex else _complex_order(flat)
    ordered = T.index(flat, (order,))
    n = flat._array.size
    new = T.ne(ordered[1:], ordered[:-1])
    first = T.cat([new.new_full((min_(n, 1),), True), new], 0)
    group = T.cumsum(first.to(_dtype.int64), 0) - 1
    inverse = T.reshape(T.scatter(group.new_zeros(n), 0, order, group), tuple(x.shape))
    return order, first, inverse


def min_(a: int, b: int) -> int:
    """The smaller of two numbers: the built-in name is taken here."""
    return a if a < b else b


def _complex_order(flat: Any) -> Any:
    order = T.argsort(T.imag(flat), 0, False, True)
    return T.index(order, (T.argsort(T.index(T.real(flat), (order,)), 0, False, True),))


def _counts(first: Any) -> Any:
    starts = T.nonzero(first, as_tuple=True)[0]
    ends = T.cat([starts[1:], starts.new_full((1,), first._array.size)], 0)
    return ends[: starts._array.size] - starts


def unique_all(x: Any, /) -> UniqueAll:
    """Distinct values in order, where each comes first, the inverse, and how often each comes."""
    order, first, inverse = _unique(x)
    where = T.index(order, (first,))
    values = T.index(T.reshape(x, (-1,)), (where,))
    return UniqueAll(values, where, inverse, _counts(first))


def unique_counts(x: Any, /) -> UniqueCounts:
    """Distinct values, and how often each comes."""
    found = unique_all(x)
    return UniqueCounts(found.values, found.counts)


def unique_inverse(x: Any, /) -> UniqueInverse:
    """Distinct values, and which of them each element is."""
    found = unique_all(x)
    return UniqueInverse(found.values, found.inverse_indices)


def unique_values(x: Any, /) -> Any:
    """Distinct values."""
    return unique_all(x).values
