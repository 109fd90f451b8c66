"""Reductions of consecutive segments of a dimension."""

from __future__ import annotations

import functools
import math

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._typing import Number
from ._dims import one_dim
from ._reducing import not_for

REDUCTIONS = ("sum", "mean", "max", "min", "prod")


def _identity(reduce):
    return {"max": -math.inf, "min": math.inf, "prod": 1}.get(reduce, 0)


def _segments_rule(data, reduce, offsets, axis, initial=None):
    return meta_array(
        (*data.shape[:axis], offsets.shape[axis] - 1, *data.shape[axis + 1 :]), data.dtype
    )


@operator(
    samples=(
        "x(5), 'sum', T.tensor([0, 2, 2, 5]), 0",
        "x(2, 3), 'max', T.tensor([[0, 1, 3], [0, 2, 3]]), 1, 0.5",
        "x(3, 2), 'mean', T.tensor([0, 2, 3]), 0, 1.0",
    ),
    methods=False,
    namespace="internal",
    dtypes="no_half_float",
    meta=_segments_rule,
)
def segment_values(
    xp, data: Array, reduce: str, offsets: Array, axis: int, initial: Number | None = None
) -> Array:
    """The reduction of the elements between each offset and the next."""
    not_for("_segment_reduce_cpu", data, "biuc")
    n = data.shape[axis]
    # One row of segments: those of further rows start where the rows before end.
    rows = data.reshape(-1, *data.shape[axis + 1 :])
    first = (xp.arange(math.prod(offsets.shape[:-1])) * n).reshape(*offsets.shape[:-1], 1)
    starts, ends = ((first + o).reshape(-1) for o in (offsets[..., :-1], offsets[..., 1:]))
    full = (ends > starts).nonzero()[0]
    ufunc = {"max": xp.maximum, "min": xp.minimum, "prod": xp.multiply}.get(reduce, xp.add)
    start = _identity(reduce) if initial is None else initial
    out = xp.full((len(starts), *rows.shape[1:]), start, data.dtype)
    if len(full):
        # From each start to its end, and on to the next start, which is not kept.
        cuts = xp.stack([starts[full], ends[full]], 1).reshape(-1)
        padded = xp.concatenate([rows, rows[-1:]])
        found = ufunc.reduceat(padded, cuts, 0)[::2]
        out[full] = found if initial is None else ufunc(found, out[full])
    if reduce == "mean":
        count = (ends - starts).astype(data.dtype).reshape([-1] + [1] * (rows.ndim - 1))
        # PyTorch leaves an initial value of an empty segment as it is.
        out = xp.where((count == 0) & (initial is not None), out, out / count)
    return out.reshape(*offsets.shape[:-1], -1, *rows.shape[1:])


def _places_rule(offsets, n):
    return meta_array((*offsets.shape[:-1], n), "i8")


@operator(
    samples=("T.tensor([0, 2, 2, 5]), 6",),
    methods=False,
    namespace="internal",
    dtypes="integral",
    differentiable=False,
    meta=_places_rule,
)
def segment_places(xp, offsets: Array, n: int) -> Array:
    """The segment of each of n elements; the number of segments for those outside of all."""
    rows = offsets.reshape(-1, offsets.shape[-1])
    place = xp.arange(n)
    found = xp.stack([xp.searchsorted(row, place, "right") - 1 for row in rows])
    count = offsets.shape[-1] - 1
    found = xp.where((found < 0) | (found >= count), count, found)
    return found.reshape(*offsets.shape[:-1], n)


def _check_lengths(lengths, data, axis):
    if lengths.dtype.is_floating_point or lengths.dtype.is_complex:
        raise NotImplementedError(
            '"_segment_reduce_lengths_cpu_kernel1" not implemented for '
            f"'{lengths.dtype}': lengths and offsets are integers"
        )
    if data.ndim < lengths.ndim:
        raise RuntimeError(
            "Expected data.dim() >= lengths.dim() to be true, but got false: data has "
            f"{data.ndim} dimensions, lengths {lengths.ndim}"
        )
    if axis != lengths.ndim - 1:
        raise RuntimeError(
            f"segment_reduce(): Expected axis to be the last dimension of lengths but got {axis}."
        )


def _check_sizes(total, lengths):
    if not lengths.size or lengths.min() < 0:
        raise RuntimeError("lengths contains negative value! or is empty")
    if (lengths.sum(-1) != total).any():
        raise RuntimeError(
            "segment_reduce(): Expected all rows of lengths along axis to sum to "
            "data.size(lengths.dim()-1) when !unsafe."
        )


def _offsets(lengths, data, axis, unsafe):
    """Where the segments of given lengths start, and where the last one ends."""
    _check_lengths(lengths, data, axis)
    if not unsafe:
        T.verify(lengths, functools.partial(_check_sizes, data.shape[axis]))
    ends = T.cumsum(lengths, -1)
    return T.cat([ends.narrow(-1, 0, 1) * 0, ends], -1)


@composite(
    samples=(
        "x(5), 'sum', lengths=T.tensor([2, 0, 3])",
        "x(5), 'mean', lengths=T.tensor([2, 0, 3]), initial=1.0",
        "x(5), 'max', offsets=T.tensor([0, 2, 5])",
        "x(2, 3), 'min', lengths=T.tensor([[1, 2], [2, 1]]), axis=1",
        "x(4, 2), 'prod', lengths=T.tensor([2, 2])",
    ),
    errors=(
        ("x(3), 'sum'", RuntimeError, "Either lengths or offsets must be defined"),
        ("x(3), 'best', lengths=T.tensor([3])", RuntimeError, "reduce argument must be"),
        ("x(3), 'sum', lengths=T.tensor([2])", RuntimeError, "to sum to"),
        ("x(3), 'sum', lengths=T.tensor([4, -1])", RuntimeError, "negative value"),
        (
            "x(3, 2), 'sum', lengths=T.tensor([2]), axis=1",
            RuntimeError,
            "last dimension of lengths",
        ),
        ("ints(3, 3), 'sum', lengths=T.tensor([3])", NotImplementedError, "not implemented"),
    ),
    methods=False,
    dtypes="no_half_float",
)
def segment_reduce(
    data: Array,
    reduce: str,
    *,
    lengths: Array | None = None,
    indices: Array | None = None,
    offsets: Array | None = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: Number | None = None,
) -> Array:
    """The "sum", "mean", "max", "min" or "prod" of each of the segments that `axis` is cut into.

    `lengths` says how long they are, or `offsets` where each starts and the last one ends; both
    have the dimensions of `data` up to `axis`. `initial` takes part in each; of an empty segment
    without it the result is the reduction's identity, for "mean" NaN. `unsafe` leaves out the
    checks of the lengths. `indices` are not supported.

    >>> import firebrick_core as fb
    >>> fb.segment_reduce(fb.tensor([1.0, 2.0, 3.0]), "sum", lengths=fb.tensor([2, 1]))
    tensor([3., 3.])
    """
    axis = one_dim(axis, data.ndim)
    if reduce not in REDUCTIONS:
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}; here "
            f"they are {', '.join(REDUCTIONS)}"
        )
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    if lengths is not None:
        offsets = _offsets(lengths, data, axis, unsafe)
    elif offsets is not None:
        _check_lengths(offsets, data, axis)
    else:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    return T.segment_values(data, reduce, offsets, axis, initial)
