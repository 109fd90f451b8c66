"""Sums, products, means, tests of all elements, and counts."""

from __future__ import annotations

import functools

import numpy as np

from .. import _dtype, _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._typing import Dims, DType
from ._positions import row_major
from ._reducing import (
    DIMS,
    WRONG_DIM,
    accumulator,
    axes_of,
    index_rule,
    need_elements,
    not_for,
    reduced_shape,
    same_type_rule,
    sum_rule,
)
from ._values import may_hold

FEW = 1024
"""So many elements are summed as a product with ones: in less than half of the time that a ufunc's
reduction needs to start. Longer sums lose digits by it."""


MANY = 1 << 16
"""So many elements are summed in rows of `FEW`, by as many threads as BLAS has, and then pairwise
as NumPy does: in a third of the time, and with a smaller error."""


@functools.lru_cache
def _ones(dtype):
    """FEW ones of a floating dtype that BLAS knows, None for others."""
    return np.ones(FEW, dtype) if dtype.char in "fd" else None


def _product_with_ones(xp, input, dim):
    """The sum of few elements at a time, without `keepdim`; None where it is not served."""
    ones = _ones(input.dtype) if xp is np else None
    if ones is None:
        return None
    shape = input.shape
    if dim is None and input.size >= MANY and xp is np and input.flags.c_contiguous:
        flat = input.reshape(-1)
        whole = flat.shape[0] // FEW * FEW
        rows = flat[:whole].reshape(-1, FEW).dot(ones)
        return np.add.reduce(rows) + np.add.reduce(flat[whole:])
    if len(shape) == 1:
        if shape[0] <= FEW and (dim is None or dim in (0, -1)):
            return input.dot(ones[: shape[0]])
    elif len(shape) == 2:
        if dim in (1, -1) and shape[1] <= FEW and input.flags.c_contiguous:
            return input.dot(ones[: shape[1]])
        if dim in (0, (0,)) and input.size <= FEW:
            return ones[: shape[0]].dot(input)
    return None


@operator(
    inlined=True,
    samples=(*DIMS, "x(0, 3), 0", "x(3, 4) != 0, dtype=T.float64"),
    errors=WRONG_DIM,
    out=True,
    meta=sum_rule,
)
def sum(
    xp, input: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Array:
    """The sum over `dim`, or over all elements; integers are summed as int64.

    `dtype` converts the elements first.

    >>> import firebrick_core as fb
    >>> fb.sum(fb.tensor([[1, 2], [3, 4]]), 0)
    tensor([4, 6])
    """
    if dtype is None and not keepdim:
        out = _product_with_ones(xp, input, dim)
        if out is not None:
            return out
    if dim is None:
        return xp.add.reduce(input, None, accumulator(input, dtype), None, keepdim)
    kind = accumulator(input, dtype)
    return row_major(xp.add.reduce(input, axes_of(input, dim), kind, None, keepdim))


@operator(
    samples=(
        "x(3, 4)",
        "x(3, 4), 0",
        "x(3, 4), 1, True",
        "x(0)",
        "x(), 0",
        "x(3) != 0, dtype=T.float64",
    ),
    errors=(*WRONG_DIM, ("x(3, 4), (0, 1)", TypeError, "must be int, not tuple")),
    meta=sum_rule,
    out=True,
)
def prod(
    xp, input: Array, dim: int | None = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Array:
    """The product over one dimension, or of all elements; integers are multiplied as int64.

    >>> import firebrick_core as fb
    >>> fb.prod(fb.tensor([[1.0, 2.0], [3.0, 4.0]]), 1)
    tensor([ 2., 12.])
    """
    if isinstance(dim, (tuple, list)):
        raise TypeError(
            f"prod(): argument 'dim' (position 2) must be int, not {type(dim).__name__}"
        )
    kind = accumulator(input, dtype)
    return row_major(xp.multiply.reduce(input, axes_of(input, dim), kind, None, keepdim))


def _mean_dtype(input, dtype):
    given, kind = "Input", _dtype.from_numpy_dtype(input.dtype)
    if dtype is not None:
        given, kind = "Optional", dtype
    if kind.category < _dtype.FLOATING:
        raise RuntimeError(
            f"mean(): could not infer output dtype. {given} dtype must be either a floating point "
            f"or complex dtype. Got: {kind}; convert with .float()"
        )
    return kind.numpy_dtype


def _mean_rule(input, dim=None, keepdim=False, *, dtype=None):
    return meta_array(reduced_shape(input.shape, dim, keepdim), _mean_dtype(input, dtype))


@operator(
    inlined=True,
    samples=(*DIMS, "x(3, 4) != 0, dtype=T.float64", "x(0, 3), 0", "x(0, 3), 1"),
    errors=(*WRONG_DIM, ("ints(5, 3)", RuntimeError, "floating point")),
    dtypes="floating",
    out=True,
    meta=_mean_rule,
)
def mean(
    xp, input: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Array:
    """The mean over `dim`, or of all elements; NaN of none.

    `dtype` converts the elements first. Raises RuntimeError for integers and booleans without it.

    >>> import firebrick_core as fb
    >>> fb.mean(fb.tensor([[1.0, 2.0], [3.0, 4.0]]), dim=1)
    tensor([1.5000, 3.5000])
    """
    numpy_dtype = _mean_dtype(input, dtype)
    wide = "f4" if numpy_dtype == "f2" else numpy_dtype
    total = None if keepdim or dtype is not None else _product_with_ones(xp, input, dim)
    if total is None:
        total = row_major(xp.add.reduce(input, axes_of(input, dim), wide, None, keepdim))
    count = input.size // total.size if total.size else 0
    if not count and total.size:
        return xp.full(total.shape, xp.nan, numpy_dtype)
    return (total / xp.asarray(count or 1, wide)).astype(numpy_dtype)


# ---------------------------------------------------------------------- without NaN
NAN_SAMPLES = (
    "x(3, 4)",
    "T.tensor([1.0, nan, 3.0])",
    "x(3, 4), 0",
    "x(3, 4), (0, 1), True",
    "x(), -1",
    "T.tensor([nan, nan]), 0",
)


@operator(
    samples=(*NAN_SAMPLES, "x(3, 4), dtype=T.float64"),
    errors=WRONG_DIM,
    dtypes="ordered",
    out=True,
    meta=sum_rule,
)
def nansum(
    xp, input: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Array:
    """The sum over `dim`, or over all elements, of those that are not NaN.

    Raises RuntimeError for complex numbers.

    >>> import firebrick_core as fb
    >>> fb.nansum(fb.tensor([1.0, fb.nan, 3.0]))
    tensor(4.)
    """
    if input.dtype.kind == "c":
        raise RuntimeError("nansum on CPU does not support complex inputs; sum .real and .imag")
    axes, kind = axes_of(input, dim), accumulator(input, dtype)
    if input.dtype.kind == "f":
        wide = input.dtype if kind is None else kind
        out = row_major(xp.add.reduce(input, axes, wide, None, keepdim))
        # A sum that is a number had no NaN in it: nothing to look for, mostly.
        if out.dtype.kind == "f" and not may_hold(xp, xp.isnan(out)):
            return out
        input = xp.where(xp.isnan(input), input.dtype.type(0), input)
    return row_major(xp.add.reduce(input, axes, kind, None, keepdim))


@composite(
    samples=(*NAN_SAMPLES, "x(3, 4), dtype=T.float64"),
    errors=(*WRONG_DIM, ("ints(3, 4)", RuntimeError, "floating point")),
    dtypes="float",
    out=True,
)
def nanmean(
    input: Array, dim: Dims = None, keepdim: bool = False, *, dtype: DType | None = None
) -> Array:
    """The mean over `dim`, or of all elements, of those that are not NaN; NaN where all are.

    Raises RuntimeError for integers, booleans and complex numbers.

    >>> import firebrick_core as fb
    >>> fb.nanmean(fb.tensor([[1.0, fb.nan], [3.0, 5.0]]), 1)
    tensor([1., 4.])
    """
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            "nanmean(): expected input to have floating point or complex dtype but got "
            f"{input.dtype}; convert with .float()"
        )
    count = T.sum(T.logical_not(T.isnan(input)), dim, keepdim)
    return T.div(T.nansum(input, dim, keepdim, dtype=dtype), count)


# ---------------------------------------------------------------------- yes or no
def _logical_rule(input, dim=None, keepdim=False):
    kind = "u1" if input.dtype == "u1" else "?"
    if dim == () or dim == []:
        return meta_array(input.shape, kind)
    return meta_array(reduced_shape(input.shape, dim, keepdim), kind)


def _logical(xp, ufunc, input, dim, keepdim):
    if dim == () or dim == []:  # PyTorch, here only, takes it as "over none"
        out = input != 0
    else:
        out = ufunc.reduce(input, axes_of(input, dim), bool, None, keepdim)
    return row_major(out.astype(input.dtype) if input.dtype == "u1" else out)


@operator(
    samples=(*DIMS, "x(0)", "x(3, 4), ()"),
    errors=WRONG_DIM,
    differentiable=False,
    meta=_logical_rule,
    out=True,
)
def any(xp, input: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """Whether any element over `dim` is nonzero; with `dim=()` each for itself.

    The result is bool, for uint8 uint8.

    >>> import firebrick_core as fb
    >>> fb.any(fb.tensor([[0, 0], [0, 1]]), 1)
    tensor([False,  True])
    """
    return _logical(xp, xp.logical_or, input, dim, keepdim)


@operator(
    samples=(*DIMS, "x(0)", "x(3, 4), ()"),
    errors=WRONG_DIM,
    differentiable=False,
    meta=_logical_rule,
    out=True,
)
def all(xp, input: Array, dim: Dims = None, keepdim: bool = False) -> Array:
    """Whether all elements over `dim` are nonzero; with `dim=()` each for itself.

    The result is bool, for uint8 uint8.

    >>> import firebrick_core as fb
    >>> fb.all(fb.tensor([[0, 1], [1, 1]]), 1)
    tensor([False,  True])
    """
    return _logical(xp, xp.logical_and, input, dim, keepdim)


@operator(
    samples=("x(3, 4)", "x(3, 4), 0", "x(2, 3, 4), (0, -1)", "x()"),
    errors=WRONG_DIM,
    differentiable=False,
    meta=index_rule,
)
def count_nonzero(xp, input: Array, dim: Dims = None) -> Array:
    """How many elements over `dim`, or of all, are not zero.

    >>> import firebrick_core as fb
    >>> fb.count_nonzero(fb.tensor([[0, 1], [1, 1]]), 0)
    tensor([1, 2])
    """
    return row_major(xp.asarray(xp.count_nonzero(input, axis=axes_of(input, dim))))


# ---------------------------------------------------------------------- others
@operator(
    samples=("x(3, 4), 0", "x(3, 4), (0, 1), True", "x(0, 3), 0", "x(), 0"),
    errors=WRONG_DIM,
    dtypes="floating",
    meta=same_type_rule,
    out=True,
    aliases=("special.logsumexp",),
)
def logsumexp(xp, input: Array, dim: Dims, keepdim: bool = False) -> Array:
    """The logarithm of the sum of exponentials over `dim`, without overflow.

    >>> import firebrick_core as fb
    >>> fb.logsumexp(fb.tensor([1000.0, 1000.0]), 0)
    tensor(1000.6932)
    """
    axes = axes_of(input, dim)
    if input.dtype.kind in "biu":
        input = input.astype(_dtype.get_default_dtype().numpy_dtype)
    size = input.real
    if size.size:
        top = xp.maximum.reduce(size, axes, None, None, True)
    else:
        top = xp.zeros_like(size.sum(axes, keepdims=True))
    top = xp.where(xp.isfinite(top), top, size.dtype.type(0))
    out = xp.log(xp.add.reduce(xp.exp(input - top), axes, None, None, keepdim))
    out = row_major(out)
    return out + (top if keepdim or axes is None and not input.ndim else top.reshape(xp.shape(out)))


@composite(
    samples=("x(3, 4)", "x(0, 3)"),
    errors=(
        ("x(3)", RuntimeError, "expected a matrix, but got tensor with dim 1"),
        ("mask(3, 3)", NotImplementedError, "Bool"),
    ),
    dtypes="number",
    layered=True,
)
def trace(input: Array) -> Array:
    """The sum of a matrix's diagonal; integers are summed as int64.

    >>> import firebrick_core as fb
    >>> fb.trace(fb.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor(5.)
    """
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    if input.dtype is _dtype.bool:
        raise NotImplementedError("\"trace\" not implemented for 'Bool'; convert with .to(dtype)")
    return T.sum(T.diagonal(input))


def _hash_rule(input, dim=(), *, keepdim=False, mode=0):
    return meta_array(reduced_shape(input.shape, dim, keepdim), "u8")


@operator(
    samples=("x(3, 4)", "x(3, 4), 0", "x(3, 4), (0, 1), keepdim=True", "x(3, 4), (), mode=0"),
    errors=(
        ("x(0)", RuntimeError, "Expected reduction dim to be specified"),
        ("x(3), mode=1", RuntimeError, "Unknown hash_tensor mode"),
    ),
    dtypes="ordered",
    differentiable=False,
    meta=_hash_rule,
    out=True,
)
def hash_tensor(xp, input: Array, dim: Dims = (), *, keepdim: bool = False, mode: int = 0) -> Array:
    """A checksum over `dim`, or of all elements: the exclusive or of their bits, as uint64.

    Floating-point elements are taken as float64, others as int64. `mode` has one value, 0.
    Raises RuntimeError where there are no elements, NotImplementedError for complex numbers.

    >>> import firebrick_core as fb
    >>> fb.hash_tensor(fb.tensor([1, 2, 4]))
    tensor(7, dtype=torch.uint64)
    """
    if mode != 0:
        raise RuntimeError(f"Unknown hash_tensor mode: {mode}; the only one is 0")
    not_for("xor_sum_cpu", input, "c")
    need_elements("hash_tensor", input, dim)
    wide = input.astype("f8" if input.dtype.kind == "f" else "i8")
    bits = wide.view("u8")
    return row_major(xp.bitwise_xor.reduce(bits, axes_of(input, dim), None, None, keepdim))
