"""Pointwise functions of two tensors beyond arithmetic, and of three in fewer passes than their
parts.
"""

from __future__ import annotations

from .. import _dtype, _errors
from .._errors import TYPE_NAMES
from .._operator import Array, Operand, pointwise
from .._typing import Number
from ._numbers import element

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


# Sums with a product or quotient, and interpolation, in fewer passes than their parts.

TRIPLES = ("x(3, 4), x(3, 4), pos(3, 4)", "x(3, 4), x(4), pos(3, 1)", "x(), x(2), pos(2)")
WRONG = (
    ("x(3), x(4), x(3)", RuntimeError, "must match the size"),
    ("x(3), 2.0, x(3)", TypeError, "must be Tensor"),
)


def _plus(xp, input, term, value):
    """`input + value * term`; `term` is the caller's own and may be written to."""
    if value != 1:
        term = xp.multiply(term, element(value, term.dtype))
    return xp.add(input, term)


@pointwise(
    samples=(*TRIPLES, "x(3), x(3), x(3), value=2"),
    dtypes="number",
    errors=(*WRONG, ("mask(3), mask(3), mask(3)", NotImplementedError, "'Bool'")),
    deprecated=("input, value, tensor1, tensor2",),
)
def addcmul(xp, input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """`input + value * tensor1 * tensor2`.

    >>> import firebrick_core as fb
    >>> fb.addcmul(fb.ones(2), fb.tensor([1.0, 2.0]), fb.tensor([3.0, 4.0]), value=0.5)
    tensor([2.5000, 5.0000])
    """
    return _plus(xp, input, xp.multiply(tensor1, tensor2), value)


def _check_quotient(dtype, input, tensor1, tensor2, value):
    if all(t.dtype.category < _dtype.FLOATING for t in (tensor1, tensor2)):
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported: make one of tensor1 and tensor2"
            " floating, or write input + value * torch.trunc(tensor1 / tensor2)"
        )


@pointwise(
    samples=(*TRIPLES, "x(3), x(3), pos(3), value=2"),
    dtypes="floating",
    check=_check_quotient,
    errors=(*WRONG, ("x(3), ints(3, 3), ints(3, 3)", RuntimeError, "Integer division")),
    deprecated=("input, value, tensor1, tensor2",),
)
def addcdiv(xp, input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """`input + value * tensor1 / tensor2`.

    Raises RuntimeError where both of the quotient are integers.

    >>> import firebrick_core as fb
    >>> fb.addcdiv(fb.ones(2), fb.tensor([1.0, 2.0]), fb.tensor([2.0, 4.0]), value=2)
    tensor([2., 2.])
    """
    return _plus(xp, input, xp.true_divide(tensor1, tensor2), value)


def _check_interpolation(dtype, input, end, weight):
    if input.dtype.category < _dtype.FLOATING:
        raise _errors.not_implemented_for("lerp", input.dtype)
    for name, x in (("end", end), ("weight", weight)):
        if hasattr(x, "_keys"):
            if x.dtype is not input.dtype:
                raise RuntimeError(
                    f"expected dtype {input.dtype} for `{name}` but got dtype {x.dtype}: lerp()"
                    " does not promote; convert one with .to(dtype)"
                )
        elif isinstance(x, complex) and not input.dtype.is_complex:
            raise RuntimeError(f"lerp(): a complex {name} needs complex tensors, not {input.dtype}")


@pointwise(
    samples=("x(3), x(3), 0.25", "x(3), x(3), 0.75", "x(3, 4), x(4), unit(3, 1)"),
    dtypes="floating",
    check=_check_interpolation,
    errors=(
        ("x(3), x(4), 0.5", RuntimeError, "must match the size"),
        ("x(3), x(3).to(T.float64), 0.5", RuntimeError, "expected dtype torch.float32 for `end`"),
        ("x(3), 2.0, 0.5", TypeError, "must be Tensor"),
        ("x(3), x(3), 1j", RuntimeError, "complex weight"),
        ("ints(3, 3), ints(3, 3), 0.5", NotImplementedError, "'Long'"),
    ),
)
def lerp(xp, input: Array, end: Array, weight: Operand) -> Array:
    """The point `weight` of the way from `input` to `end`, which it meets at 1.

    Raises RuntimeError for tensors of different dtypes.

    >>> import firebrick_core as fb
    >>> fb.lerp(fb.tensor([0.0, 10.0]), fb.tensor([4.0, 20.0]), 0.25)
    tensor([ 1.0000, 12.5000])
    """
    way = xp.subtract(end, input)
    if not weight.ndim:  # from the nearer end, where the product is small
        if abs(weight.item()) < 0.5:
            return xp.add(input, xp.multiply(way, weight))
        return xp.subtract(end, xp.multiply(way, weight.dtype.type(1) - weight))
    near = xp.add(input, xp.multiply(way, weight))
    far = xp.subtract(end, xp.multiply(way, weight.dtype.type(1) - weight))
    return xp.where(xp.absolute(weight) < 0.5, near, far)
