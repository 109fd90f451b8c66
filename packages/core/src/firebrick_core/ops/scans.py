"""Running sums, products, extremes and log-sums along a dimension."""

from __future__ import annotations

from .._device import meta_array
from .._operator import Array, like_input, operator
from .._typing import DType
from ._dims import one_dim
from ._nn_arrays import half_in_float32
from ._reducing import INT64, accumulator, not_for
from ._strides import row_major

SAMPLES = ("x(3, 4), 0", "x(3, 4), -1", "x(), 0", "x(0, 3), 0")
WRONG_DIM = (("x(3, 4), 2", IndexError, "Dimension out of range"),)


def _sum_rule(input, dim, *, dtype=None):
    return meta_array(input.shape, accumulator(input, dtype) or input.dtype)


@operator(samples=SAMPLES, errors=WRONG_DIM, meta=_sum_rule, out=True, inplace=True)
def cumsum(xp, input: Array, dim: int, *, dtype: DType | None = None) -> Array:
    """Running sums along `dim`; integers are summed as int64.

    `dtype` converts the elements first.

    >>> import firebrick_core as fb
    >>> fb.cumsum(fb.tensor([1, 2, 3]), 0)
    tensor([1, 3, 6])
    """
    dim = one_dim(dim, input.ndim)
    kind = accumulator(input, dtype)
    if not input.ndim:
        return input.astype(kind or input.dtype)
    return row_major(xp.cumsum(input, dim, kind))


@operator(samples=SAMPLES, errors=WRONG_DIM, meta=_sum_rule, out=True, inplace=True)
def cumprod(xp, input: Array, dim: int, *, dtype: DType | None = None) -> Array:
    """Running products along `dim`; integers are multiplied as int64.

    `dtype` converts the elements first.

    >>> import firebrick_core as fb
    >>> fb.cumprod(fb.tensor([1, 2, 3]), 0)
    tensor([1, 2, 6])
    """
    dim = one_dim(dim, input.ndim)
    kind = accumulator(input, dtype)
    if not input.ndim:
        return input.astype(kind or input.dtype)
    return row_major(xp.cumprod(input, dim, kind))


# ---------------------------------------------------------------------- extremes
def _extreme_rule(input, dim):
    return meta_array(input.shape, input.dtype), meta_array(input.shape, INT64)


def _running(xp, ufunc, input, dim, name):
    not_for(f"{name}_cpu", input, "c")
    dim = one_dim(dim, input.ndim)
    if not input.ndim:
        return input.copy(), xp.zeros((), INT64)
    values = ufunc.accumulate(input, dim)
    here = input == values  # the latest of equal elements counts, as in PyTorch
    if input.dtype.kind == "f":
        here |= xp.isnan(input)
    shape = [1] * input.ndim
    shape[dim] = -1
    places = xp.arange(input.shape[dim]).reshape(shape)
    places = xp.maximum.accumulate(xp.where(here, places, 0), dim)
    return row_major(values), row_major(places)


@operator(
    samples=SAMPLES,
    errors=WRONG_DIM,
    dtypes="ordered",
    returns=("values", "indices"),
    meta=_extreme_rule,
    out=True,
)
def cummax(xp, input: Array, dim: int) -> tuple[Array, Array]:
    """The largest element so far along `dim`, and where it is; of equal ones the latest.

    From the first NaN on the values are NaN.

    >>> import firebrick_core as fb
    >>> fb.cummax(fb.tensor([1.0, 3.0, 2.0]), 0).values
    tensor([1., 3., 3.])
    """
    return _running(xp, xp.maximum, input, dim, "cummax")


@operator(
    samples=SAMPLES,
    errors=WRONG_DIM,
    dtypes="ordered",
    returns=("values", "indices"),
    meta=_extreme_rule,
    out=True,
)
def cummin(xp, input: Array, dim: int) -> tuple[Array, Array]:
    """The smallest element so far along `dim`, and where it is; of equal ones the latest.

    From the first NaN on the values are NaN.

    >>> import firebrick_core as fb
    >>> fb.cummin(fb.tensor([3.0, 1.0, 2.0]), 0).values
    tensor([3., 1., 1.])
    """
    return _running(xp, xp.minimum, input, dim, "cummin")


# ---------------------------------------------------------------------- log-sums
@operator(
    samples=(*SAMPLES, "x(3, 4) * 200, 1", "T.tensor([-inf, -inf, 1.0, inf, 2.0]), 0"),
    errors=(*WRONG_DIM, ("ints(5, 3), 0", NotImplementedError, "not implemented for 'Long'")),
    dtypes="floating",
    meta=like_input,
    out=True,
)
@half_in_float32
def logcumsumexp(xp, input: Array, dim: int) -> Array:
    """The logarithm of the running sums of exponentials along `dim`, without overflow.

    >>> import firebrick_core as fb
    >>> fb.logcumsumexp(fb.tensor([1000.0, 1000.0]), 0)
    tensor([1000.0000, 1000.6932])
    """
    not_for("logcumsumexp_out_cpu", input, "biu")
    dim = one_dim(dim, input.ndim)
    if not input.ndim or not input.size:
        return input.copy()
    if input.dtype.kind == "f":
        return row_major(xp.logaddexp.accumulate(input, dim))
    out = input.copy()
    steps = xp.moveaxis(out, dim, 0)
    for i in range(1, len(steps)):
        steps[i] = _log_add_exp(xp, steps[i - 1], steps[i])
    return out


def _log_add_exp(xp, a, b):
    """`log(exp(a) + exp(b))` of complex numbers, whose real parts may be infinite."""
    swap = ~(a.real >= b.real)
    high, low = xp.where(swap, b, a), xp.where(swap, a, b)
    out = high + xp.log1p(xp.exp(low - high))
    alone = xp.isinf(low.real) & ((low.real < 0) | (low.real != high.real))  # adds nothing
    equal = xp.isinf(high.real) & (high.real == low.real) & (high.real > 0)
    out = xp.where(alone | (xp.isinf(high.real) & ~equal), high, out)
    out = xp.where(equal, xp.log(xp.exp(low) + xp.exp(high)), out)
    nan = xp.isnan(a) | xp.isnan(b)
    return xp.where(nan, a.dtype.type(complex(xp.nan, xp.nan)), out)
