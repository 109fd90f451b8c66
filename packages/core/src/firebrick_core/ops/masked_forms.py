"""Running sums, softmax and the like of the elements that a mask leaves in: torch.masked.

All take a `mask` that broadcasts to the input, without having more dimensions: elements where it is
False take no part. `dtype` converts the input first.
"""

from __future__ import annotations

import math

from .. import _operators as T
from .._operator import Array, composite
from .._typing import DType
from ._masking import ERRORS, ONE_DIM, converted, filled, filled_high, filled_low, first_dim


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
