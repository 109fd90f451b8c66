"""Sums, means, extremes and cumulative forms."""

from __future__ import annotations

import functools

from .. import _dtype, _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._typing import Dims, DType, Number
from ._dims import all_dims, one_dim

DIMS = (
    "x(3, 4)",
    "x(3, 4), 0",
    "x(3, 4), -1, True",
    "x(2, 3, 4), (0, 2)",
    "x()",
    "x(2, 3), dim=1, keepdim=True",
)
WRONG_DIM = (("x(3, 4), 2", IndexError, "Dimension out of range"),)


FEW = 512


@functools.lru_cache
def _ones(xp, dtype):
    """FEW ones of a floating dtype that BLAS knows, None for others."""
    return xp.ones(FEW, dtype) if dtype.char in "fd" else None


def _reduced(input, dim=None, keepdim=False, *, dtype=None):
    """Shape rule of a reduction."""
    dims = all_dims(dim, input.ndim)
    shape = [1 if i in dims else n for i, n in enumerate(input.shape) if keepdim or i not in dims]
    if dtype is None and input.dtype.kind in "biu":
        dtype = _dtype.int64
    return meta_array(shape, input.dtype if dtype is None else dtype.numpy_dtype)


def _accumulator(input, dtype):
    """The NumPy dtype that a sum or product of integers is taken in; None for the input's own."""
    if dtype is not None:
        return dtype.numpy_dtype
    return _dtype.int64.numpy_dtype if input.dtype.kind in "biu" else None


def _axes(input, dim):
    if dim is None:
        return None
    return all_dims(dim, input.ndim) if input.ndim else None


@operator(
    samples=(*DIMS, "x(0, 3), 0", "x(3, 4) != 0, dtype=T.float64"),
    errors=WRONG_DIM,
    out=True,
    meta=_reduced,
)
def sum(
    xp, input: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Array:
    """The sum over `dim`, or over all elements; integers are summed as int64."""
    ones = _ones(xp, input.dtype) if input.size <= FEW and dtype is None and not keepdim else None
    if ones is not None:
        # A product with ones takes less than half of the time that a ufunc's reduction needs to
        # start.
        if input.ndim == 1 and (dim is None or dim in (0, -1)):
            return input.dot(ones[: input.size])
        if input.ndim == 2 and dim in (0, (0,)):
            return ones[: input.shape[0]].dot(input)
    if dim is None:
        return xp.add.reduce(input, None, _accumulator(input, dtype), None, keepdim)
    return xp.add.reduce(input, _axes(input, dim), _accumulator(input, dtype), None, keepdim)


@operator(
    samples=("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, True"), errors=WRONG_DIM, meta=_reduced, out=True
)
def prod(
    xp, input: Array, dim: int | None = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Array:
    """The product over `dim`, or of all elements."""
    return xp.multiply.reduce(input, _axes(input, dim), _accumulator(input, dtype), None, keepdim)


@operator(
    samples=(*DIMS, "x(3, 4) != 0, dtype=T.float64"),
    errors=(*WRONG_DIM, ("ints(5, 3)", RuntimeError, "floating point")),
    dtypes="floating",
    out=True,
    meta=_reduced,
)
def mean(
    xp, input: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Array:
    """The mean over `dim`, or of all elements."""
    numpy_dtype = input.dtype if dtype is None else dtype.numpy_dtype
    if numpy_dtype.kind in "biu":
        raise RuntimeError(
            "mean(): could not infer output dtype. Input dtype must be either a floating point or"
            f" complex dtype. Got: {_dtype.from_numpy_dtype(input.dtype)}; convert with .float()"
        )
    wide = "f4" if numpy_dtype == "f2" else numpy_dtype
    total = xp.add.reduce(input, _axes(input, dim), wide, None, keepdim)
    count = input.size // total.size if total.size else 0
    if not count and total.size:
        return xp.full(total.shape, xp.nan, numpy_dtype)
    return (total / xp.asarray(count or 1, wide)).astype(numpy_dtype)


def _argument(input, dim=None, keepdim=False):
    dims = all_dims(dim, input.ndim)
    shape = [1 if i in dims else n for i, n in enumerate(input.shape) if keepdim or i not in dims]
    return meta_array(shape, "i8")


def _need_elements(input, dim, name):
    if not input.size and (dim is None or (input.ndim and not input.shape[dim])):
        raise IndexError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )


@operator(
    samples=("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, True"),
    errors=WRONG_DIM,
    dtypes="real",
    differentiable=False,
    out=True,
    meta=_argument,
)
def argmax(xp, input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """The index of the largest element, of the flattened tensor without `dim`."""
    if dim is not None:
        dim = one_dim(dim, input.ndim)
    _need_elements(input, dim, "argmax")
    if dim is not None and not input.ndim:
        return xp.zeros((), "i8")
    return xp.argmax(input, dim, keepdims=keepdim)


@operator(
    samples=("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, True"),
    errors=WRONG_DIM,
    dtypes="real",
    differentiable=False,
    out=True,
    meta=_argument,
)
def argmin(xp, input: Array, dim: int | None = None, keepdim: bool = False) -> Array:
    """The index of the smallest element, of the flattened tensor without `dim`."""
    if dim is not None:
        dim = one_dim(dim, input.ndim)
    _need_elements(input, dim, "argmin")
    if dim is not None and not input.ndim:
        return xp.zeros((), "i8")
    return xp.argmin(input, dim, keepdims=keepdim)


def _extreme_dim_rule(input, dim, keepdim=False):
    one = _argument(input, dim, keepdim)
    return meta_array(one.shape, input.dtype), one


def _extreme_rule(input, dim=None, keepdim=False):
    return meta_array(_reduced(input, dim, keepdim).shape, input.dtype)


def _extreme_along(xp, input, dim, keepdim, find):
    dim = one_dim(dim, input.ndim)
    if not input.ndim:
        return input.copy(), xp.zeros((), "i8")
    if not input.shape[dim]:
        raise IndexError(f"{find}(): Expected reduction dim {dim} to have non-zero size.")
    indices = xp.expand_dims(getattr(xp, find)(input, dim), dim)
    values = xp.take_along_axis(input, indices, dim)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))


@operator(
    samples=("x(3, 4), 0", "x(3, 4), 1, True"),
    errors=WRONG_DIM,
    dtypes="real",
    methods=False,
    namespace="internal",
    returns=("values", "indices"),
    meta=_extreme_dim_rule,
    out=True,
)
def max_dim(xp, input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """The largest elements along `dim`, and where they are."""
    return _extreme_along(xp, input, dim, keepdim, "argmax")


@operator(
    samples=("x(3, 4), 0", "x(3, 4), 1, True"),
    errors=WRONG_DIM,
    dtypes="real",
    methods=False,
    namespace="internal",
    returns=("values", "indices"),
    meta=_extreme_dim_rule,
    out=True,
)
def min_dim(xp, input: Array, dim: int, keepdim: bool = False) -> tuple[Array, Array]:
    """The smallest elements along `dim`, and where they are."""
    return _extreme_along(xp, input, dim, keepdim, "argmin")


@operator(samples=DIMS, errors=WRONG_DIM, dtypes="real", meta=_extreme_rule, out=True)
def amax(xp, input: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """The largest element over `dim`; equal ones share the gradient."""
    return xp.maximum.reduce(input, _axes(input, dim), None, None, keepdim)


@operator(samples=DIMS, errors=WRONG_DIM, dtypes="real", meta=_extreme_rule, out=True)
def amin(xp, input: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """The smallest element over `dim`; equal ones share the gradient."""
    return xp.minimum.reduce(input, _axes(input, dim), None, None, keepdim)


def _cumulated(input, dim, *, dtype=None):
    return meta_array(
        input.shape, dtype.numpy_dtype if dtype else _accumulator(input, None) or input.dtype
    )


@operator(
    samples=("x(3, 4), 0", "x(3, 4), -1", "x(), 0"), errors=WRONG_DIM, meta=_cumulated, out=True
)
def cumsum(xp, input: Array, dim: int, *, dtype: DType | None = None) -> Array:
    """Running sums along `dim`."""
    dim = one_dim(dim, input.ndim)
    accumulator = _accumulator(input, dtype)
    if not input.ndim:
        return input.astype(accumulator or input.dtype)
    return xp.cumsum(input, dim, accumulator)


@operator(
    samples=("x(3, 4), 0", "x(3, 4), -1", "x(), 0"), errors=WRONG_DIM, meta=_cumulated, out=True
)
def cumprod(xp, input: Array, dim: int, *, dtype: DType | None = None) -> Array:
    """Running products along `dim`."""
    dim = one_dim(dim, input.ndim)
    accumulator = _accumulator(input, dtype)
    if not input.ndim:
        return input.astype(accumulator or input.dtype)
    return xp.cumprod(input, dim, accumulator)


def _logical_rule(input, dim=None, keepdim=False):
    return meta_array(_reduced(input, dim, keepdim).shape, "u1" if input.dtype == "u1" else "?")


def _logical(xp, ufunc, input, dim, keepdim):
    out = ufunc.reduce(input, _axes(input, dim), bool, None, keepdim)
    return out.astype(input.dtype) if input.dtype == "u1" else out


@operator(samples=DIMS, errors=WRONG_DIM, differentiable=False, meta=_logical_rule, out=True)
def any(xp, input: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """Whether any element over `dim` is nonzero."""
    return _logical(xp, xp.logical_or, input, dim, keepdim)


@operator(samples=DIMS, errors=WRONG_DIM, differentiable=False, meta=_logical_rule, out=True)
def all(xp, input: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """Whether all elements over `dim` are nonzero."""
    return _logical(xp, xp.logical_and, input, dim, keepdim)


def _variance_rule(input, dim=None, *, correction=1, keepdim=False):
    return meta_array(_reduced(input, dim, keepdim).shape, input.dtype)


@operator(
    samples=("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, correction=0", "x(3, 4), (0, 1), keepdim=True"),
    errors=WRONG_DIM,
    dtypes="float",
    methods=False,
    namespace="internal",
    name="var_correction",
    meta=_variance_rule,
)
def var_correction(
    xp, input: Array, dim: Dims = None, *, correction: Number = 1, keepdim: bool = False
) -> Array:
    """The mean squared distance from the mean, over n - correction."""
    if input.dtype.kind != "f":
        raise RuntimeError(
            "std and var only support floating point and complex dtypes; convert with .float()"
        )
    wide = input.astype("f4") if input.dtype == "f2" else input
    axes = _axes(input, dim)
    total = xp.add.reduce(wide, axes, None, None, True)
    count = input.size // total.size if total.size else 0
    centred = wide - total / total.dtype.type(count or 1)
    xp.multiply(centred, centred, centred)
    out = xp.add.reduce(centred, axes, None, None, keepdim)
    return (out / out.dtype.type(count - correction if count > correction else 0)).astype(
        input.dtype
    )


def _var_arguments(dim, unbiased, correction):
    """PyTorch's three ways of saying the correction: `unbiased` may stand in the place of `dim`."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    return dim, correction


@composite(
    samples=(
        "x(3, 4)",
        "x(3, 4), 0",
        "x(3, 4), 1, False",
        "x(3, 4), dim=1, correction=0, keepdim=True",
    ),
    dtypes="float",
)
def var(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> Array:
    """The variance over `dim`: squared distances from the mean over n - 1, or n - correction."""
    dim, correction = _var_arguments(dim, unbiased, correction)
    if input.dtype.is_complex:  # the squared distance is that of both parts
        parts = (T.real(input), T.imag(input))
        one, other = (
            T.var_correction(p, dim, correction=correction, keepdim=keepdim) for p in parts
        )
        return one + other
    return T.var_correction(input, dim, correction=correction, keepdim=keepdim)


@composite(
    samples=(
        "x(3, 4)",
        "x(3, 4), 0",
        "x(3, 4), 1, False",
        "x(3, 4), dim=1, correction=0, keepdim=True",
    ),
    dtypes="float",
)
def std(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> Array:
    """The square root of the variance over `dim`."""
    return T.sqrt(var(input, dim, unbiased, keepdim, correction=correction))


@composite(samples=("x(3, 4)", "x(3, 4), 0"), methods=False, dtypes="float")
def var_mean(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> tuple[Array, Array]:
    """The variance and the mean over `dim`."""
    found, _ = _var_arguments(dim, unbiased, correction)
    return var(input, dim, unbiased, keepdim, correction=correction), T.mean(input, found, keepdim)


@composite(samples=("x(3, 4)", "x(3, 4), 0"), methods=False, dtypes="float")
def std_mean(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    keepdim: bool = False,
    *,
    correction: Number | None = None,
) -> tuple[Array, Array]:
    """The standard deviation and the mean over `dim`."""
    found, _ = _var_arguments(dim, unbiased, correction)
    return std(input, dim, unbiased, keepdim, correction=correction), T.mean(input, found, keepdim)


@operator(
    samples=("x(3, 4), 0", "x(3, 4), (0, 1), True"),
    errors=WRONG_DIM,
    dtypes="floating",
    meta=_extreme_rule,
    out=True,
)
def logsumexp(xp, input: Array, dim: Dims, keepdim: bool = False) -> Array:
    """The logarithm of the sum of exponentials over `dim`, without overflow."""
    axes = _axes(input, dim)
    if input.dtype.kind in "biu":
        input = input.astype(_dtype.get_default_dtype().numpy_dtype)
    size = input.real
    if size.size:
        top = xp.maximum.reduce(size, axes, None, None, True)
    else:
        top = xp.zeros_like(size.sum(axes, keepdims=True))
    top = xp.where(xp.isfinite(top), top, size.dtype.type(0))
    out = xp.log(xp.add.reduce(xp.exp(input - top), axes, None, None, keepdim))
    return out + (top if keepdim or axes is None and not input.ndim else top.reshape(xp.shape(out)))


def _extreme(input, dim, keepdim, along, everything, pair):
    if dim is None:
        return everything(input)
    if hasattr(dim, "_keys"):
        return pair(input, dim)
    return along(input, dim, keepdim)


@composite(samples=("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, True", "x(3, 4), x(3, 4)"), dtypes="real")
def max(input: Array, dim: object = None, keepdim: bool = False, *, other: object = None) -> object:
    """The largest element; with `dim` a pair (values, indices); with a tensor the larger of
    both."""
    return _extreme(input, other if dim is None else dim, keepdim, T.max_dim, T.amax, T.maximum)


@composite(samples=("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, True", "x(3, 4), x(3, 4)"), dtypes="real")
def min(input: Array, dim: object = None, keepdim: bool = False, *, other: object = None) -> object:
    """The smallest element; with `dim` a pair (values, indices); with a tensor the smaller of
    both."""
    return _extreme(input, other if dim is None else dim, keepdim, T.min_dim, T.amin, T.minimum)


@operator(samples=("x(3, 4)",), differentiable=False, meta=_argument)
def count_nonzero(xp, input: Array, dim: Dims = None) -> Array:
    """How many elements over `dim` are not zero."""
    return xp.asarray(xp.count_nonzero(input, axis=_axes(input, dim)))
