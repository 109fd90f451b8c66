"""Rounding, signs and limits of one element's value, and arithmetic that only integers have."""

from __future__ import annotations

import functools
import math

from .. import _dtype, _operators as T
from .._operator import Array, Operand, composite, pointwise
from .._typing import Number
from ._limits import limited
from ._numbers import element
from ._values import may_hold

ANY = ("x(3, 4)", "x()", "x(2, 0)")
COMPLEX = (("x(3).to(T.complex64)", RuntimeError, "not implemented for 'ComplexFloat'"),)


@pointwise(samples=ANY, dtypes="ordered", errors=COMPLEX)
def sign(xp, input: Array) -> Array:
    """-1, 0 or 1 by the sign of the element; 0 for NaN.

    >>> import firebrick_core as fb
    >>> fb.sign(fb.tensor([-2.5, 0.0, 3.0]))
    tensor([-1.,  0.,  1.])
    """
    return signs(xp, input)


def signs(xp, array):
    """`sign` of an array of real elements."""
    if array.dtype.kind == "b":
        return array.copy()
    out = xp.sign(array)
    if array.dtype.kind not in "iu" and may_hold(xp, xp.isnan(out)):
        out = xp.where(xp.isnan(out), out.dtype.type(0), out)
    return out


@pointwise(samples=ANY, dtypes="real", errors=COMPLEX)
def floor(xp, input: Array) -> Array:
    """Rounded down to an integer.

    >>> import firebrick_core as fb
    >>> fb.floor(fb.tensor([1.5, -1.5]))
    tensor([ 1., -2.])
    """
    return input.copy() if input.dtype.kind in "iu" else xp.floor(input)


@pointwise(samples=ANY, dtypes="real", errors=COMPLEX)
def ceil(xp, input: Array) -> Array:
    """Rounded up to an integer.

    >>> import firebrick_core as fb
    >>> fb.ceil(fb.tensor([1.5, -1.5]))
    tensor([ 2., -1.])
    """
    return input.copy() if input.dtype.kind in "iu" else xp.ceil(input)


@pointwise(samples=ANY, aliases=("fix",), dtypes="real", errors=COMPLEX)
def trunc(xp, input: Array) -> Array:
    """Rounded towards 0 to an integer.

    >>> import firebrick_core as fb
    >>> fb.trunc(fb.tensor([1.5, -1.5]))
    tensor([ 1., -1.])
    """
    return input.copy() if input.dtype.kind in "iu" else xp.trunc(input)


@pointwise(
    samples=ANY,
    dtypes="float",
    errors=(*COMPLEX, ("ints(3, 3)", RuntimeError, "not implemented for 'Long'")),
)
def frac(xp, input: Array) -> Array:
    """The part behind the point, with the element's sign.

    >>> import firebrick_core as fb
    >>> fb.frac(fb.tensor([1.25, -2.5]))
    tensor([ 0.2500, -0.5000])
    """
    return xp.subtract(input, xp.trunc(input))


@pointwise(
    samples=(*ANY, "x(3) * 1.0, decimals=1", "x(3), decimals=0"),
    aliases=("special.round",),
    dtypes="real",
    errors=(*COMPLEX, ("ints(3, 3), decimals=1", NotImplementedError, "round")),
)
def round(xp, input: Array, *, decimals: int = 0) -> Array:
    """Rounded to `decimals` places, halves to even; negative ones round before the point.

    Raises NotImplementedError for decimals of integers.

    >>> import firebrick_core as fb
    >>> fb.round(fb.tensor([0.5, 1.5, 2.5])), fb.round(fb.tensor([1234.5]), decimals=-2)
    (tensor([0., 2., 2.]), tensor([1200.]))
    """
    if input.dtype.kind in "iu":
        if decimals:
            kind = _dtype.from_numpy_dtype(input.dtype)
            raise NotImplementedError(
                f'"round_cpu" not implemented for {kind}: round() takes decimals={decimals} of'
                " floating tensors only; convert with .to(dtype)"
            )
        return input.copy()
    if not decimals:
        return xp.rint(input)
    scale = input.dtype.type(10.0 ** abs(decimals))
    if decimals > 0:
        return xp.divide(xp.rint(xp.multiply(input, scale)), scale)
    return xp.multiply(xp.rint(xp.divide(input, scale)), scale)


# ---------------------------------------------------------------------- limits
@pointwise(
    samples=("x(3, 4), -0.5, 0.5", "x(3, 4), min=0.0", "x(3, 4), max=x(4)", "x(3), x(3), 1.5"),
    errors=(*COMPLEX, ("x(3)", RuntimeError, "At least one of")),
    dtypes="real",
    aliases=("clip",),
)
def clamp(xp, input: Array, min: Operand | None = None, max: Operand | None = None) -> Array:
    """Elements below `min` replaced by it, elements above `max` likewise; NaN stays.

    Raises RuntimeError where neither is given. Where `min` is above `max`, all become `max`.

    >>> import firebrick_core as fb
    >>> fb.clamp(fb.tensor([-2.0, 0.5, 3.0]), -1, 1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if min is not None and max is not None:
        return limited(xp, input, min, max)
    if min is not None:
        input = xp.maximum(input, min)
    return input if max is None else xp.minimum(input, max)


@pointwise(
    samples=("x(3, 4), 0", "x(3, 4), x(4)", "x(3), 0.5"),
    dtypes="ordered",
    errors=(("x(3).to(T.complex64), 1", RuntimeError, "'ComplexFloat'"),),
)
def clamp_min(xp, input: Array, min: Operand) -> Array:
    """Elements below `min` replaced by it; NaN stays.

    >>> import firebrick_core as fb
    >>> fb.clamp_min(fb.tensor([-2.0, 0.5]), 0)
    tensor([0.0000, 0.5000])
    """
    return xp.maximum(input, min)


@pointwise(
    samples=("x(3, 4), 0", "x(3, 4), x(4)", "x(3), 0.5"),
    dtypes="ordered",
    errors=(("x(3).to(T.complex64), 1", RuntimeError, "'ComplexFloat'"),),
)
def clamp_max(xp, input: Array, max: Operand) -> Array:
    """Elements above `max` replaced by it; NaN stays.

    >>> import firebrick_core as fb
    >>> fb.clamp_max(fb.tensor([-2.0, 0.5]), 0)
    tensor([-2.,  0.])
    """
    return xp.minimum(input, max)


def _replace(xp, array, nan, posinf, neginf):
    """Real elements with NaN and infinities replaced."""
    nan, posinf, neginf = (element(v, array.dtype) for v in (nan, posinf, neginf))
    out = xp.where(array == math.inf, posinf, xp.where(array == -math.inf, neginf, array))
    return xp.where(array == array, out, nan)


@pointwise(
    samples=("x(3), 0.5, 1, 2", "x(3) / 0, 1, 2, 3"),
    dtypes="floating",
    methods=False,
    namespace="internal",
    out=False,
)
def replace_nonfinite(xp, input: Array, nan: Number, posinf: Number, neginf: Number) -> Array:
    """NaN and infinities replaced, in both parts of complex elements."""
    if input.dtype.kind != "c":
        return _replace(xp, input, nan, posinf, neginf)
    out = xp.empty_like(input)
    out.real = _replace(xp, input.real, nan, posinf, neginf)
    out.imag = _replace(xp, input.imag, nan, posinf, neginf)
    return out


@functools.cache
def _largest(dtype):
    """The largest finite number of a dtype; of complex ones, of their parts."""
    return _dtype.finfo(dtype).max


def _limits(input, nan, posinf, neginf):
    return (
        0.0 if nan is None else nan,
        _largest(input.dtype) if posinf is None else posinf,
        -_largest(input.dtype) if neginf is None else neginf,
    )


@composite(samples=(*ANY, "x(3), 0.5", "x(3) / 0, 1, 2, 3", "x(3) / 0, posinf=2.0"), out=True)
def nan_to_num(
    input: Array,
    nan: Number | None = None,
    posinf: Number | None = None,
    neginf: Number | None = None,
) -> Array:
    """NaN replaced by `nan` (0), infinities by the dtype's limits unless given.

    Integers stay as they are; of complex elements both parts are replaced.

    >>> import firebrick_core as fb
    >>> fb.nan_to_num(fb.tensor([fb.nan, fb.inf, 1.0]), posinf=9.0)
    tensor([0., 9., 1.])
    """
    if input.dtype.category < _dtype.FLOATING:
        return T.clone(input)
    return T.replace_nonfinite(input, *_limits(input, nan, posinf, neginf))


@composite(samples=("x(3, 4)", "x(3) / 0, 1, 2, 3"), mutates=True)
def nan_to_num_(
    input: Array,
    nan: Number | None = None,
    posinf: Number | None = None,
    neginf: Number | None = None,
) -> Array:
    """`nan_to_num` in place."""
    if input.dtype.category < _dtype.FLOATING:
        return input
    return T.replace_nonfinite_(input, *_limits(input, nan, posinf, neginf))


# Arithmetic that only integers have.

PAIRS = ("x(3, 4), x(3, 4)", "x(3, 1), x(4)", "x(), x(2)", "x(2, 0), x(1)")
WRONG = (
    ("x(3), x(3)", RuntimeError, "not implemented for 'Float'"),
    ("mask(3), mask(3)", RuntimeError, "not implemented for 'Bool'"),
    ("ints(3, 3), 2", TypeError, "must be Tensor"),
)


@pointwise(ufunc="gcd", samples=PAIRS, dtypes="integer", differentiable=False, errors=WRONG)
def gcd(xp, input: Array, other: Array) -> Array:
    """The greatest common divisor, never negative; of 0 and n it is n.

    >>> import firebrick_core as fb
    >>> fb.gcd(fb.tensor([12, -8, 0]), fb.tensor([18]))
    tensor([ 6,  2, 18])
    """
    return xp.gcd(input, other)


@pointwise(ufunc="lcm", samples=PAIRS, dtypes="integer", differentiable=False, errors=WRONG)
def lcm(xp, input: Array, other: Array) -> Array:
    """The least common multiple, never negative; of 0 and n it is 0.

    >>> import firebrick_core as fb
    >>> fb.lcm(fb.tensor([4, -6, 0]), fb.tensor([10]))
    tensor([20, 30,  0])
    """
    return xp.lcm(input, other)
