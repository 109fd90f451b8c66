"""Pointwise functions of two tensors beyond arithmetic."""

from __future__ import annotations

from .._errors import TYPE_NAMES
from .._operator import Array, Operand, pointwise

PAIRS = ("x(3, 4), x(3, 4)", "x(3, 4), x(4)", "x(3, 1), x(1, 4)", "x(), x(2)", "x(2, 0), x(1)")
NO_NUMBER = (("x(3), 2", TypeError, "must be Tensor"),)
NO_COMPLEX = (("x(3).to(T.complex64), x(3)", RuntimeError, "not implemented for 'ComplexFloat'"),)
NO_INTEGER = (("ints(3, 3), ints(3, 3)", RuntimeError, "not implemented for 'Long'"),)


# ---------------------------------------------------------------------- extremes
@pointwise(
    ufunc="fmax", samples=PAIRS, dtypes="ordered", inplace=False, errors=NO_NUMBER + NO_COMPLEX
)
def fmax(xp, input: Array, other: Array) -> Array:
    """The larger of both, and where one is NaN the other.

    >>> import firebrick_core as fb
    >>> fb.fmax(fb.tensor([1.0, fb.nan]), fb.tensor([0.0, 2.0]))
    tensor([1., 2.])
    """
    return xp.fmax(input, other)


@pointwise(
    ufunc="fmin", samples=PAIRS, dtypes="ordered", inplace=False, errors=NO_NUMBER + NO_COMPLEX
)
def fmin(xp, input: Array, other: Array) -> Array:
    """The smaller of both, and where one is NaN the other.

    >>> import firebrick_core as fb
    >>> fb.fmin(fb.tensor([1.0, fb.nan]), fb.tensor([0.0, 2.0]))
    tensor([0., 2.])
    """
    return xp.fmin(input, other)


# ---------------------------------------------------------------------- signs and steps
@pointwise(
    "float", ufunc="copysign", samples=(*PAIRS, "x(3), -2"), dtypes="ordered", errors=NO_COMPLEX
)
def copysign(xp, input: Array, other: Operand) -> Array:
    """The size of `input` with the sign of `other`, also that of -0.0.

    >>> import firebrick_core as fb
    >>> fb.copysign(fb.tensor([1.0, -2.0]), -0.0)
    tensor([-1., -2.])
    """
    return xp.copysign(input, other)


def _check_one_dtype(dtype, input, values):
    if input.dtype is not values.dtype:
        raise RuntimeError(
            "heaviside is not yet implemented for tensors with different dtypes: got"
            f" {TYPE_NAMES[input.dtype.name]} and {TYPE_NAMES[values.dtype.name]}"
        )


@pointwise(
    samples=PAIRS,
    dtypes="ordered",
    check=_check_one_dtype,
    errors=(
        *NO_NUMBER,
        ("x(3), ints(3, 3)", RuntimeError, "different dtypes"),
        ("x(3).to(T.complex64), x(3).to(T.complex64)", RuntimeError, "'ComplexFloat'"),
    ),
)
def heaviside(xp, input: Array, values: Array) -> Array:
    """0 below 0 and for NaN, 1 above 0, and at 0 what `values` has there.

    Raises RuntimeError for two dtypes.

    >>> import firebrick_core as fb
    >>> fb.heaviside(fb.tensor([-1.0, 0.0, 2.0]), fb.tensor([0.5]))
    tensor([0.0000, 0.5000, 1.0000])
    """
    step = xp.greater(input, 0).astype(input.dtype)
    return xp.where(xp.equal(input, 0), values, step)


@pointwise(
    ufunc="nextafter",
    samples=PAIRS,
    dtypes="float",
    narrow=True,
    errors=NO_NUMBER + NO_INTEGER,
)
def nextafter(xp, input: Array, other: Array) -> Array:
    """The next number of the dtype after `input` in the direction of `other`.

    >>> import firebrick_core as fb
    >>> fb.nextafter(fb.tensor([1.0]), fb.tensor([2.0])) - 1 == fb.finfo(fb.float32).eps
    tensor([True])
    """
    return xp.nextafter(input, other)


# ---------------------------------------------------------------------- exponentials and lengths
@pointwise(ufunc="hypot", samples=PAIRS, dtypes="float", errors=NO_NUMBER + NO_INTEGER + NO_COMPLEX)
def hypot(xp, input: Array, other: Array) -> Array:
    """`sqrt(input**2 + other**2)`, without overflow on the way.

    >>> import firebrick_core as fb
    >>> fb.hypot(fb.tensor([3.0]), fb.tensor([4.0]))
    tensor([5.])
    """
    return xp.hypot(input, other)


def _complex_log_sum(xp, a, b):
    """`log(exp(a) + exp(b))` of complex numbers, from the one with the larger real part."""
    swap = a.real < b.real
    large, small = xp.where(swap, b, a), xp.where(swap, a, b)
    out = large + xp.log1p(xp.exp(small - large))
    # Of equal infinities the difference is NaN: -inf stays, and inf adds up as it is.
    same = xp.isinf(large.real) & (large.real == small.real)
    limit = xp.where(large.real < 0, large, xp.log(xp.exp(a) + xp.exp(b)))
    return xp.where(same, limit, out)


@pointwise(samples=PAIRS, dtypes="floating", inplace=False, errors=NO_NUMBER + NO_INTEGER)
def logaddexp(xp, input: Array, other: Array) -> Array:
    """`log(exp(input) + exp(other))`, without overflow on the way.

    >>> import firebrick_core as fb
    >>> fb.logaddexp(fb.tensor([0.0, 1000.0]), fb.tensor([0.0, 0.0]))
    tensor([6.9315e-01, 1.0000e+03])
    """
    if input.dtype.kind == "c":
        return _complex_log_sum(xp, input, other)
    return xp.logaddexp(input, other)


@pointwise(
    ufunc="logaddexp2",
    samples=PAIRS,
    dtypes="float",
    inplace=False,
    errors=NO_NUMBER + NO_INTEGER + NO_COMPLEX,
)
def logaddexp2(xp, input: Array, other: Array) -> Array:
    """`log2(2**input + 2**other)`, without overflow on the way.

    >>> import firebrick_core as fb
    >>> fb.logaddexp2(fb.tensor([3.0]), fb.tensor([3.0]))
    tensor([4.])
    """
    return xp.logaddexp2(input, other)
