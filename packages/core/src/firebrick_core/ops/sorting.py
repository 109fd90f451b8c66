"""Order: sorting, the largest elements, distinct elements, places in sorted sequences, counts."""

from __future__ import annotations

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._operator import Array, Operand, composite, operator
from .._typing import Number
from ._dims import one_dim
from ._positions import grid
from ._writing import received
from .selecting import number_like


def _order(xp, input, dim, descending):
    """The indices that sort along a dimension, stably; NaN is the largest."""
    if input.dtype.kind == "c":
        raise RuntimeError("Sort does not support complex dtypes on CPU")
    if not descending:
        return xp.argsort(input, dim, kind="stable")
    turned = (slice(None),) * dim + (slice(None, None, -1), ...)
    return input.shape[dim] - 1 - xp.argsort(input[turned], dim, kind="stable")[turned]


def _along(xp, input, dim, indices):
    return input[indices] if input.ndim == 1 else input[grid(xp, indices.shape, dim, indices)]


def _pair_rule(input, *args, **kwargs):
    return meta_array(input.shape, input.dtype), meta_array(input.shape, "i8")


SORTS = ("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, True", "x(5), -1, True", "x()", "x(0, 3), 0")


@operator(
    samples=SORTS,
    errors=(("x(3), 1", IndexError, "out of range"),),
    dtypes="real",
    returns=("values", "indices"),
    out=True,
    meta=_pair_rule,
)
def sort(
    xp, input: Array, dim: int = -1, descending: bool = False, stable: bool = False
) -> tuple[Array, Array]:
    """The elements in order along `dim`, and where they were; equal ones keep their order."""
    dim = one_dim(dim, input.ndim)
    if not input.ndim:
        return input.copy(), xp.zeros((), "i8")
    indices = _order(xp, input, dim, descending)
    return _along(xp, input, dim, indices), indices


def _indices_rule(input, *args, **kwargs):
    return meta_array(input.shape, "i8")


@operator(
    samples=SORTS,
    errors=(("x(3), 1", IndexError, "out of range"),),
    dtypes="real",
    differentiable=False,
    out=True,
    meta=_indices_rule,
)
def argsort(
    xp, input: Array, dim: int = -1, descending: bool = False, stable: bool = False
) -> Array:
    """The indices that sort the elements along `dim`."""
    dim = one_dim(dim, input.ndim)
    return _order(xp, input, dim, descending) if input.ndim else xp.zeros((), "i8")


@composite(samples=("x(3, 4)",), dtypes="real", out=True)
def msort(input: Array, *, out: object = None) -> Array:
    """The elements in order along the first dimension."""
    return received("msort", T.sort(input, 0)[0], out)


def _topk_size(input, k, dim):
    dim = one_dim(dim, input.ndim)
    if not 0 <= k <= (input.shape[dim] if input.ndim else 1):
        raise RuntimeError(
            f"selected index k out of range: k is {k}, the tensor has shape {list(input.shape)}"
        )
    shape = list(input.shape)
    if shape:
        shape[dim] = k
    return dim, shape


def _topk_rule(input, k, dim=-1, largest=True, sorted=True):
    shape = _topk_size(input, k, dim)[1]
    return meta_array(shape, input.dtype), meta_array(shape, "i8")


@operator(
    samples=("x(3, 4), 2", "x(3, 4), 2, 0", "x(5), 3, -1, False", "x(3, 4), 0", "x(), 1"),
    dtypes="float",
    errors=(
        ("x(3), 4", RuntimeError, "selected index k out of range"),
        ("x(3), 1, 1", IndexError, "out of range"),
    ),
    returns=("values", "indices"),
    out=True,
    meta=_topk_rule,
)
def topk(
    xp, input: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> tuple[Array, Array]:
    """The `k` largest or smallest elements along `dim`, in order, and where they are."""
    dim, shape = _topk_size(input, k, dim)
    if not input.ndim:
        return input.copy(), xp.zeros((), "i8")
    n = input.shape[dim]
    first = (slice(None),) * dim + (slice(k),)
    if n > 64 and 0 < k < n // 4:  # below that a full sort is as fast
        found = _partition(xp, input, k, dim, largest)
        values = _along(xp, input, dim, found)
        indices = _along(xp, found, dim, _order(xp, values, dim, largest))
    else:
        indices = _order(xp, input, dim, largest)[first].copy()
    return _along(xp, input, dim, indices), indices


def _partition(xp, input, k, dim, largest):
    """The indices, ascending, of the `k` largest or smallest elements."""
    before = (slice(None),) * dim
    if largest:  # NaN counts as the largest, in partitions too
        found = xp.argpartition(input, input.shape[dim] - k, dim)[(*before, slice(-k, None))]
    else:
        found = xp.argpartition(input, k - 1, dim)[(*before, slice(k))]
    return xp.sort(found, dim)


# ---------------------------------------------------------------------- distinct elements
@operator(
    samples=("ints(3, 5), None, True, True", "ints(2, 4, 2), 0, False, True"),
    methods=False,
    namespace="internal",
    differentiable=False,
)
def unique_parts(
    xp, input: Array, dim: int | None, return_inverse: bool, return_counts: bool
) -> tuple[Array, ...]:
    """The distinct elements or slices in order; the inverse and the counts if asked for."""
    if dim is not None:
        dim = one_dim(dim, input.ndim)
    found = xp.unique(
        input, return_inverse=return_inverse, return_counts=return_counts, axis=dim, equal_nan=False
    )
    parts = list(found) if isinstance(found, tuple) else [found]
    if return_inverse:
        parts[1] = parts[1].reshape(input.shape if dim is None else -1)
    return parts


@composite(
    samples=(
        "ints(3, 5)",
        "ints(3, 5), return_inverse=True, return_counts=True",
        "ints(2, 4, 2), dim=0",
    )
)
def unique(
    input: Array,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Array:
    """The distinct elements, or slices of `dim`, in order.

    With `return_inverse` also where each element went, with `return_counts` also how often each
    occurs.
    """
    parts = T.unique_parts(input, dim, return_inverse, return_counts)
    return parts if len(parts) > 1 else parts[0]


@operator(samples=("ints(3, 6), None",), methods=False, namespace="internal", differentiable=False)
def unique_runs(xp, input: Array, dim: int | None) -> tuple[Array, Array, Array]:
    """The first of each run of equal elements or slices, the run of each, the runs' lengths."""
    rows = input.reshape(-1) if dim is None else xp.moveaxis(input, one_dim(dim, input.ndim), 0)
    n = len(rows)
    starts = xp.ones(n, bool)
    changed = rows[1:] != rows[:-1]
    starts[1:] = changed.reshape(n - 1, -1).any(1) if n > 1 else False
    first = starts.nonzero()[0]
    inverse = xp.cumsum(starts) - 1
    counts = xp.diff(xp.append(first, n))
    values = rows[first]
    if dim is None:
        return values, inverse.reshape(input.shape), counts
    return xp.moveaxis(values, 0, dim).copy(), inverse, counts


@composite(samples=("T.tensor([1, 1, 2, 2, 1])", "T.tensor([1, 1, 2]), return_counts=True"))
def unique_consecutive(
    input: Array, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Array:
    """The elements, or slices of `dim`, without those equal to the one before."""
    values, inverse, counts = T.unique_runs(input, dim)
    parts = (values, *([inverse] if return_inverse else []), *([counts] if return_counts else []))
    return parts if len(parts) > 1 else values


# ---------------------------------------------------------------------- places in sorted sequences
def _places_rule(sorted_sequence, input, right, out_int32, sorter=None):
    return meta_array(input.shape, "i4" if out_int32 else "i8")


@operator(
    samples=(
        "T.arange(5.0), x(3, 4), False, False",
        "T.arange(10).view(2, 5), ints(9, 2, 3), True, False",
    ),
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="float",
    meta=_places_rule,
)
def search_sorted(
    xp,
    sorted_sequence: Array,
    input: Array,
    right: bool,
    out_int32: bool,
    sorter: Array | None = None,
) -> Array:
    """Where to put `input` into sorted sequences, one for all or one for each row."""
    side = "right" if right else "left"
    kind = "i4" if out_int32 else "i8"
    if sorter is not None:
        if sorter.shape != sorted_sequence.shape:
            raise RuntimeError("torch.searchsorted(): boundary and sorter must have the same size")
        sorted_sequence = _along(xp, sorted_sequence, sorted_sequence.ndim - 1, sorter)
    if sorted_sequence.ndim == 1:
        return xp.searchsorted(sorted_sequence, input, side).astype(kind)
    if not sorted_sequence.ndim or sorted_sequence.shape[:-1] != input.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
            "dimensions of "
            "boundaries tensor and input value tensor must match, but we got boundaries tensor "
            f"{list(sorted_sequence.shape)} and input value tensor {list(input.shape)}"
        )
    out = xp.empty(input.shape, kind)
    if not input.size:
        return out
    rows = sorted_sequence.reshape(-1, sorted_sequence.shape[-1])
    places, values = out.reshape(len(rows), -1), input.reshape(len(rows), -1)
    for row, value, place in zip(rows, values, places, strict=True):
        place[...] = xp.searchsorted(row, value, side)
    return out


@composite(
    methods=False,
    out=True,
    samples=(
        "T.arange(5.0), x(3)",
        "T.arange(5.0), 2.5, right=True",
        "T.arange(5.0), x(3), side='right'",
    ),
    errors=(
        ("T.arange(6.0).view(2, 3), x(3)", RuntimeError, "should be 1 dimension"),
        ("T.arange(3.0), x(3), side='up'", RuntimeError, "side can only be"),
    ),
)
def searchsorted(
    sorted_sequence: Array,
    input: Operand,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Array | None = None,
    out: object = None,
) -> Array:
    """Where each element of `input` keeps the sequence sorted; behind equal ones with `right`."""
    if side not in (None, "left", "right"):
        raise RuntimeError(
            f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}"
        )
    if side == "left" and right:
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left "
            "while "
            "right was True"
        )
    if not hasattr(input, "_keys"):
        if sorted_sequence._array.ndim != 1:
            raise RuntimeError(
                "torch.searchsorted(): input value can be a scalar only for 1-d boundaries"
            )
        dtype = _dtype.promote_types(sorted_sequence.dtype, _dtype.number_dtype(input))
        input = number_like(input, dtype, sorted_sequence)
    places = T.search_sorted(sorted_sequence, input, right or side == "right", out_int32, sorter)
    return received("searchsorted", places, out)


@composite(methods=False, out=True, samples=("x(3), T.arange(5.0)", "2, T.arange(5), right=True"))
def bucketize(
    input: Operand,
    boundaries: Array,
    *,
    out_int32: bool = False,
    right: bool = False,
    out: object = None,
) -> Array:
    """The index of the bucket, between sorted boundaries, of each element."""
    if boundaries._array.ndim != 1:
        raise RuntimeError(
            f"boundaries tensor must be 1 dimension, but got dim({boundaries._array.ndim})"
        )
    return searchsorted(boundaries, input, out_int32=out_int32, right=right, out=out)


# ---------------------------------------------------------------------- counts
@operator(
    samples=("ints(5, 8)", "ints(5, 8), pos(8)", "ints(5, 8), None, 10"),
    differentiable=False,
    dtypes="float",
    errors=(
        ("T.tensor([-1])", RuntimeError, "non-negative"),
        ("x(3)", NotImplementedError, "bincount"),
    ),
)
def bincount(xp, input: Array, weights: Array | None = None, minlength: int = 0) -> Array:
    """How often each number from 0 up occurs, or the sum of its weights."""
    if input.dtype.kind not in "iu":
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(input.dtype).name]
        raise NotImplementedError(f"\"bincount_cpu\" not implemented for '{kind}'")
    if input.ndim != 1 or (input.size and input.min() < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if weights is not None:
        if weights.shape != input.shape:
            raise RuntimeError("weights should be 1-d and have the same length as input")
        kind = weights.dtype if weights.dtype.kind == "f" and weights.dtype.itemsize == 4 else "f8"
        return xp.bincount(input, weights, minlength).astype(kind)
    return xp.bincount(input, None, minlength)


def _histc_rule(input, bins=100, min=0, max=0):
    return meta_array((bins,), input.dtype)


@operator(
    samples=("x(20), 5", "x(20), 4, -1, 1"),
    dtypes="float",
    differentiable=False,
    meta=_histc_rule,
    out=True,
    errors=(
        ("x(3), 0", RuntimeError, "bins must be > 0"),
        ("x(3), 3, 2, 1", RuntimeError, "max must be larger"),
        ("ints(3, 4), 3", NotImplementedError, "histogram"),
    ),
)
def histc(xp, input: Array, bins: int = 100, min: Number = 0, max: Number = 0) -> Array:
    """How many elements fall into each of equal bins from `min` to `max`, or over the data."""
    if input.dtype.kind != "f":
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(input.dtype).name]
        raise NotImplementedError(f"\"histogram_cpu\" not implemented for '{kind}'")
    if bins <= 0:
        raise RuntimeError("bins must be > 0")
    low, high = float(min), float(max)
    if low == high and input.size:
        low, high = float(input.min()), float(input.max())
    if low == high:
        low, high = low - 1, high + 1
    if not (xp.isfinite(low) and xp.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of [{low}, {high}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    inside = input[(input >= low) & (input <= high)]
    return xp.histogram(inside, bins, (low, high))[0].astype(input.dtype)
