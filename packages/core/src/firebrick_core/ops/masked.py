"""Reductions over the elements that a mask leaves in: torch.masked.

All take a `mask` that broadcasts to the input, without having more dimensions: elements where it is
False take no part. `dim` is one dimension, several, or None for all; `dtype` converts the input
first.
"""

from __future__ import annotations

import math
from typing import Any

from .. import _dtype, _operators as T
from .._operator import Array, composite
from .._typing import Dims, DType, Number
from ._dims import all_dims
from ._reducing import count_reduced

# What the functions of torch.masked share: elements that a mask leaves out.

SAMPLES = (
    "x(3, 4)",
    "x(3, 4), 0, mask=mask(3, 4)",
    "x(3, 4), 1, keepdim=True, mask=mask(4)",
    "x(2, 3, 4), (0, 2), mask=mask(3, 1)",
    "x(), mask=mask()",
)
ONE_DIM = (
    "x(3, 4), 0",
    "x(3, 4), 1, mask=mask(3, 4)",
    "x(2, 3, 4), -2, mask=mask(3, 1)",
    "x(), 0, mask=mask()",
)
ERRORS = (
    ("x(3, 4), 2", IndexError, "out of range"),
    ("x(3), 0, mask=mask(2, 3)", IndexError, "mask dimensionality higher"),
    ("x(3), 0, mask=mask(2)", RuntimeError, "must match"),
)


def mask_of(input: Any, mask: Any) -> Any:
    """A mask as booleans that broadcast to the input.

    Raises IndexError where it has more dimensions.
    """
    if mask.ndim > input.ndim:
        raise IndexError(
            "_input_mask expected broadcastable mask (got mask dimensionality higher than of the "
            f"input): {mask.ndim} and {input.ndim} dimensions"
        )
    return mask if mask.dtype is _dtype.bool else mask.to(_dtype.bool)


def filled(input: Any, mask: Any, value: Any) -> Any:
    """The input with a number in place of what the mask leaves out."""
    return input if mask is None else T.where(mask_of(input, mask), input, value)


def converted(input: Any, dtype: Any) -> Any:
    """The input in a dtype, where one is asked for."""
    return input if dtype is None else input.to(dtype)


def filled_low(name: str, input: Any, mask: Any) -> Any:
    """The input with the number that no element is less than in place of what is left out.

    Raises NotImplementedError for booleans.
    """
    return input if mask is None else filled(input, mask, _limit(name, input.dtype, -1))


def filled_high(name: str, input: Any, mask: Any) -> Any:
    """The input with the number that no element is greater than in place of what is left out.

    Raises NotImplementedError for booleans.
    """
    return input if mask is None else filled(input, mask, _limit(name, input.dtype, 1))


def _limit(name: str, dtype: Any, sign: int) -> Any:
    if dtype is _dtype.bool:
        raise NotImplementedError(
            f"identity of {name} on {dtype} input: convert it with .to(torch.uint8)"
        )
    if dtype.category == _dtype.INTEGRAL:
        return _dtype.iinfo(dtype).max if sign > 0 else _dtype.iinfo(dtype).min
    return sign * math.inf


def counted(input: Any, mask: Any, dim: Any, keepdim: bool) -> Any:
    """How many elements over `dim` the mask leaves in."""
    if mask is None:
        return count_reduced(input.shape, dim)
    return T.sum(mask_of(input, mask).expand(input.shape), dim, keepdim)


def first_dim(dim: Any, ndim: int) -> int:
    """One dimension, the first where several are named."""
    return min(all_dims(dim, ndim)) if isinstance(dim, (tuple, list)) else dim


@composite(
    samples=(*SAMPLES, "x(3) != 0, dtype=T.float64"),
    errors=ERRORS,
    methods=False,
    namespace="masked",
)
def masked_sum(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The sum of the elements that `mask` leaves in; 0 where it leaves none.

    >>> import firebrick_core as fb
    >>> fb.masked.sum(fb.tensor([1, 2, 3]), mask=fb.tensor([True, False, True]))
    tensor(4)
    """
    return T.sum(filled(input, mask, 0), dim, keepdim, dtype=dtype)


@composite(
    samples=(*SAMPLES, "x(3) != 0, dtype=T.float64"),
    errors=ERRORS,
    methods=False,
    namespace="masked",
)
def masked_prod(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The product of the elements that `mask` leaves in; 1 where it leaves none.

    >>> import firebrick_core as fb
    >>> fb.masked.prod(fb.tensor([2, 5, 3]), mask=fb.tensor([True, False, True]))
    tensor(6)
    """
    out = filled(input, mask, 1)
    for d in sorted(all_dims(dim, input.ndim), reverse=True):
        out = T.prod(out, d, keepdim, dtype=dtype)
    return out if input.ndim else T.prod(out, dtype=dtype)


@composite(
    samples=SAMPLES,
    errors=(*ERRORS, ("ints(3, 4)", ValueError, "floating point")),
    methods=False,
    namespace="masked",
    dtypes="floating",
)
def masked_mean(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The mean of the elements that `mask` leaves in; NaN where it leaves none.

    Raises ValueError for integers and booleans, without a `dtype` for them.

    >>> import firebrick_core as fb
    >>> fb.masked.mean(fb.tensor([1.0, 2.0, 4.0]), mask=fb.tensor([True, False, True]))
    tensor(2.5000)
    """
    kind = input.dtype if dtype is None else dtype
    if kind.category < _dtype.FLOATING:
        raise ValueError(
            "mean(): Could not infer output dtype. Input dtype must be either a floating point or "
            f"complex dtype. Got: {kind}; convert with .float()"
        )
    input = converted(input, dtype)
    if mask is None:
        return T.mean(input, dim, keepdim)
    total = T.sum(filled(input, mask, 0), dim, keepdim)
    return T.div(total, counted(input, mask, dim, keepdim))


# ---------------------------------------------------------------------- extremes
@composite(samples=SAMPLES, errors=ERRORS, methods=False, namespace="masked", dtypes="real")
def masked_amax(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The largest element that `mask` leaves in; -inf, or the least integer, where there is none.

    >>> import firebrick_core as fb
    >>> fb.masked.amax(fb.tensor([1, 5, 3]), mask=fb.tensor([True, False, True]))
    tensor(3)
    """
    input = converted(input, dtype)
    return T.amax(filled_low("amax", input, mask), all_dims(dim, input.ndim), keepdim)


@composite(samples=SAMPLES, errors=ERRORS, methods=False, namespace="masked", dtypes="real")
def masked_amin(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The smallest element that `mask` leaves in; inf, or the largest integer, where there is none.

    >>> import firebrick_core as fb
    >>> fb.masked.amin(fb.tensor([3, 1, 5]), mask=fb.tensor([True, False, True]))
    tensor(3)
    """
    input = converted(input, dtype)
    return T.amin(filled_high("amin", input, mask), all_dims(dim, input.ndim), keepdim)


ARGUMENTS = ("x(3, 4)", "x(3, 4), 0, mask=mask(3, 4)", "x(3, 4), 1, keepdim=True, mask=mask(4)")


@composite(
    samples=ARGUMENTS,
    errors=ERRORS,
    methods=False,
    namespace="masked",
    dtypes="real",
    differentiable=False,
)
def masked_argmax(
    input: Array,
    dim: int | None = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The index of the largest element that `mask` leaves in, in the input's dtype as PyTorch has
    it.

    >>> import firebrick_core as fb
    >>> fb.masked.argmax(fb.tensor([1, 5, 3]), mask=fb.tensor([True, False, True]))
    tensor(2)
    """
    input = converted(input, dtype)
    return T.argmax(filled_low("argmax", input, mask), dim, keepdim).to(input.dtype)


@composite(
    samples=ARGUMENTS,
    errors=ERRORS,
    methods=False,
    namespace="masked",
    dtypes="real",
    differentiable=False,
)
def masked_argmin(
    input: Array,
    dim: int | None = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The index of the smallest element that `mask` leaves in, in the input's dtype as PyTorch has
    it.

    >>> import firebrick_core as fb
    >>> fb.masked.argmin(fb.tensor([3, 1, 5]), mask=fb.tensor([True, False, True]))
    tensor(0)
    """
    input = converted(input, dtype)
    return T.argmin(filled_high("argmin", input, mask), dim, keepdim).to(input.dtype)


@composite(samples=ONE_DIM, errors=ERRORS, methods=False, namespace="masked", dtypes="real")
def masked_median(
    input: Array,
    dim: int = -1,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The lower median along `dim` of the elements that `mask` leaves in; NaN where it leaves none.

    Elements that are NaN are left out too. `dtype` is not used, as in PyTorch. Raises ValueError
    where there is no element to choose and the dtype has no NaN.

    >>> import firebrick_core as fb
    >>> fb.masked.median(fb.tensor([1.0, 9.0, 3.0]), mask=fb.tensor([True, False, True]))
    tensor(1.)
    """
    kind = input.dtype
    wide = input if kind.is_floating_point else input.to(_dtype.float64)
    dim = first_dim(dim, input.ndim)
    out = T.median_dim(filled(wide, mask, math.nan), dim, keepdim, True)[0]
    if not kind.is_floating_point and not out.is_meta and T.any(T.isnan(out)).item():
        raise ValueError(
            "masked median expects no fully masked out rows if dtype is not floating point: "
            "convert with .float(), which has NaN for them"
        )
    return out.to(kind)


# ---------------------------------------------------------------------- sizes
@composite(
    samples=(
        "x(3, 4)",
        "x(3, 4), 2.0, 0, mask=mask(3, 4)",
        "x(3, 4), 1, 1, keepdim=True, mask=mask(4)",
        "x(2, 3, 4), 3.0, (0, 2), mask=mask(3, 1)",
        "x(3, 4), -inf, mask=mask(3, 4)",
    ),
    methods=False,
    namespace="masked",
    dtypes="float",
)
def masked_norm(
    input: Array,
    ord: Number | None = 2.0,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The norm of order `ord` of the elements that `mask` leaves in, taken as a vector.

    The others count as 0, for the order -inf as inf.

    >>> import firebrick_core as fb
    >>> fb.masked.norm(fb.tensor([3.0, 9.0, 4.0]), mask=fb.tensor([True, False, True]))
    tensor(5.)
    """
    ord = 2.0 if ord is None else ord
    input = filled(input, mask, math.inf if ord == -math.inf else 0)
    return T.linalg_vector_norm(input, ord, dim, keepdim, dtype=dtype)


@composite(samples=SAMPLES, errors=ERRORS, methods=False, namespace="masked", dtypes="floating")
def masked_logsumexp(
    input: Array,
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The logarithm of the sum of exponentials of the elements that `mask` leaves in.

    -inf where it leaves none. Of integers it is cut to an integer, as in PyTorch.

    >>> import firebrick_core as fb
    >>> fb.masked.logsumexp(fb.tensor([0.0, 9.0, 0.0]), mask=fb.tensor([True, False, True]))
    tensor(0.6931)
    """
    input = converted(input, dtype)
    chosen = filled_low("logsumexp", input, mask)
    return T.logsumexp(chosen, all_dims(dim, input.ndim), keepdim).to(input.dtype)


def _variance(input, dim, unbiased, correction, keepdim, dtype, mask):
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    input = converted(input, dtype)
    count = counted(input, mask, dim, True)
    centred = T.sub(input, T.div(T.sum(filled(input, mask, 0), dim, True), count))
    squares = centred * T.conj(centred) if centred.is_complex() else centred * centred
    total = T.sum(filled(squares, mask, 0), dim, keepdim)
    if mask is None:
        return T.div(total, max(count - correction, 0))
    freedom = T.clamp(count - correction, min=0).reshape(total.shape)
    return T.div(total, freedom).to(total.dtype)


VARIANCES = (
    "x(3, 4)",
    "x(3, 4), 0, mask=mask(3, 4)",
    "x(3, 4), 1, False, keepdim=True, mask=mask(4)",
    "x(2, 3, 4), (0, 2), correction=0, mask=mask(3, 1)",
)


@composite(samples=VARIANCES, errors=ERRORS, methods=False, namespace="masked", dtypes="number")
def masked_var(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    *,
    correction: Number | None = None,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The variance of the elements that `mask` leaves in; NaN where too few are left.

    `unbiased=False` is `correction=0`. That of complex numbers is complex, as in PyTorch.

    >>> import firebrick_core as fb
    >>> fb.masked.var(fb.tensor([1.0, 9.0, 3.0]), mask=fb.tensor([True, False, True]))
    tensor(2.)
    """
    return _variance(input, dim, unbiased, correction, keepdim, dtype, mask)


@composite(samples=VARIANCES, errors=ERRORS, methods=False, namespace="masked", dtypes="number")
def masked_std(
    input: Array,
    dim: Dims = None,
    unbiased: bool | None = None,
    *,
    correction: Number | None = None,
    keepdim: bool = False,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The standard deviation of the elements that `mask` leaves in; see `masked.var`.

    >>> import firebrick_core as fb
    >>> fb.masked.std(fb.tensor([1.0, 9.0, 5.0]), 0, False, mask=fb.tensor([True, False, True]))
    tensor(2.)
    """
    return T.sqrt(_variance(input, dim, unbiased, correction, keepdim, dtype, mask))


# Running sums, softmax and the like of the elements that a mask leaves in: torch.masked.
#
# All take a `mask` that broadcasts to the input, without having more dimensions: elements where it
# is False take no part. `dtype` converts the input first.


@composite(samples=ONE_DIM, errors=ERRORS, methods=False, namespace="masked", dtypes="number")
def masked_cumsum(
    input: Array, dim: int, *, dtype: DType | None = None, mask: Array | None = None
) -> Array:
    """Running sums along `dim` of the elements that `mask` leaves in, in the input's dtype.

    >>> import firebrick_core as fb
    >>> fb.masked.cumsum(fb.tensor([1, 2, 3]), 0, mask=fb.tensor([True, False, True]))
    tensor([1, 1, 4])
    """
    dim, dtype = first_dim(dim, input.ndim), input.dtype if dtype is None else dtype
    return T.cumsum(filled(input, mask, 0), dim, dtype=dtype)


@composite(samples=ONE_DIM, errors=ERRORS, methods=False, namespace="masked", dtypes="number")
def masked_cumprod(
    input: Array, dim: int, *, dtype: DType | None = None, mask: Array | None = None
) -> Array:
    """Running products along `dim` of the elements that `mask` leaves in, in the input's dtype.

    >>> import firebrick_core as fb
    >>> fb.masked.cumprod(fb.tensor([2, 5, 3]), 0, mask=fb.tensor([True, False, True]))
    tensor([2, 2, 6])
    """
    dim, dtype = first_dim(dim, input.ndim), input.dtype if dtype is None else dtype
    return T.cumprod(filled(input, mask, 1), dim, dtype=dtype)


@composite(samples=ONE_DIM, errors=ERRORS, methods=False, namespace="masked", dtypes="float")
def masked_softmax(
    input: Array, dim: int, *, dtype: DType | None = None, mask: Array | None = None
) -> Array:
    """The softmax along `dim` of the elements that `mask` leaves in, 0 for the others.

    NaN where it leaves none.

    >>> import firebrick_core as fb
    >>> fb.masked.softmax(fb.tensor([1.0, 9.0, 1.0]), 0, mask=fb.tensor([True, False, True]))
    tensor([0.5000, 0.0000, 0.5000])
    """
    dim, input = first_dim(dim, input.ndim), converted(input, dtype)
    return T.softmax(filled_low("amax", input, mask), dim)


@composite(samples=ONE_DIM, errors=ERRORS, methods=False, namespace="masked", dtypes="float")
def masked_log_softmax(
    input: Array, dim: int, *, dtype: DType | None = None, mask: Array | None = None
) -> Array:
    """The logarithm of the softmax along `dim` of the elements that `mask` leaves in, -inf for the
    others.

    >>> import firebrick_core as fb
    >>> fb.masked.log_softmax(fb.tensor([1.0, 9.0, 1.0]), 0, mask=fb.tensor([True, False, True]))
    tensor([-0.6931,    -inf, -0.6931])
    """
    dim, input = first_dim(dim, input.ndim), converted(input, dtype)
    return T.log_softmax(filled_low("amax", input, mask), dim)


@composite(samples=ONE_DIM, errors=ERRORS, methods=False, namespace="masked", dtypes="float")
def masked_softmin(
    input: Array, dim: int, *, dtype: DType | None = None, mask: Array | None = None
) -> Array:
    """The softmax along `dim` of the negated elements that `mask` leaves in, 0 for the others.

    >>> import firebrick_core as fb
    >>> fb.masked.softmin(fb.tensor([1.0, 0.0, 1.0]), 0, mask=fb.tensor([True, False, True]))
    tensor([0.5000, 0.0000, 0.5000])
    """
    dim, input = first_dim(dim, input.ndim), converted(input, dtype)
    return T.softmax(-filled_high("amin", input, mask), dim)


@composite(
    samples=("x(3, 4), 2.0, 1", "x(3, 4), 1.0, 0, mask=mask(3, 4)", "x(3), 3.0, 0, eps=5.0"),
    methods=False,
    namespace="masked",
    dtypes="floating",
)
def masked_normalize(
    input: Array,
    ord: float,
    dim: int,
    *,
    eps: float = 1e-12,
    dtype: DType | None = None,
    mask: Array | None = None,
) -> Array:
    """The elements that `mask` leaves in over their norm of order `ord` along `dim`, at least
    `eps`; 0 for the others.

    >>> import firebrick_core as fb
    >>> fb.masked.normalize(fb.tensor([3.0, 9.0, 4.0]), 2, 0, mask=fb.tensor([True, False, True]))
    tensor([0.6000, 0.0000, 0.8000])
    """
    input = converted(input, dtype)
    norm = T.masked_norm(input, ord, dim, keepdim=True, mask=mask)
    return T.div(filled(input, mask, 0), T.clamp(norm, min=eps))


@composite(
    samples=("x(3), x(3)", "x(3, 4), x(3, 4), input_mask=mask(3, 4), other_mask=mask(4)"),
    methods=False,
    namespace="masked",
    dtypes="float",
)
def masked_logaddexp(
    input: Array,
    other: Array,
    *,
    dtype: DType | None = None,
    input_mask: Array | None = None,
    other_mask: Array | None = None,
) -> Array:
    """The logarithm of the sum of the exponentials of two tensors, each with a mask of its own.

    >>> import firebrick_core as fb
    >>> zeros = fb.zeros(2)
    >>> fb.masked.logaddexp(zeros, zeros, input_mask=fb.tensor([True, False]))
    tensor([0.6931, 0.0000])
    """
    first = filled(converted(input, dtype), input_mask, -math.inf)
    return T.logaddexp(first, filled(converted(other, dtype), other_mask, -math.inf))
