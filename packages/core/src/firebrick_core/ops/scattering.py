"""Writing to places: a view replaced in a copy, reductions of what falls on the same place, and of
consecutive segments.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._memory_format import copied
from .._operator import Array, composite, like_input, operator
from .._typing import Dims, Number
from ._dims import one_dim
from ._positions import flat_along, flat_rows, multiply_at, storage_index
from ._reducing import not_for
from ._values import refuse
from .copying import _write
from .gathering import _check_source, _checked, _part
from .rows import _check_source_slices, _vector
from .slicing import diagonal, select
from .view_copies import sliced


def _fits(src, part):
    if src.shape != part.shape:
        raise RuntimeError(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src.shape)}, slice size = {list(part.shape)}"
        )


def _replaced(xp, input, src, view, *args):
    """A copy of `input` with `src` in its view `view(xp, input, *args)`."""
    out = copied(input, None)
    part = view(xp, out, *args)
    _fits(src, part)
    _write(xp, part, src)
    return out


SELECT = ("x(3, 4), x(4), 0, 1", "x(3, 4), x(3), -1, -2", "x(3), x(), 0, 0")
WRONG_SIZE = "to have a size equal to the slice of self"


@operator(
    samples=SELECT,
    errors=(
        ("x(3, 4), x(3), 0, 1", RuntimeError, WRONG_SIZE),
        ("x(3, 4), x(4), 0, 3", IndexError, "out of range"),
    ),
    meta=like_input,
)
def select_scatter(xp, input: Array, src: Array, dim: int, index: int) -> Array:
    """A copy with `src` in place of `input.select(dim, index)`.

    >>> import firebrick_core as fb
    >>> fb.select_scatter(fb.zeros(2, 2), fb.ones(2), 0, 1).tolist()
    [[0.0, 0.0], [1.0, 1.0]]
    """
    return _replaced(xp, input, src, select, dim, index)


def _slice(xp, input, dim, start, end, step):
    return input[sliced("slice_scatter", input, dim, start, end, step)]


@operator(
    samples=("x(5, 2), x(3, 2), 0, 2", "x(2, 5), x(2, 2), 1, -4, 9, 2", "x(3), x(3)"),
    errors=(
        ("x(3, 4), x(3), 0, 1", RuntimeError, WRONG_SIZE),
        ("x(3), x(3), 0, 0, 3, -1", RuntimeError, "slice step must be positive"),
    ),
    out=True,
    meta=like_input,
)
def slice_scatter(
    xp,
    input: Array,
    src: Array,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Array:
    """A copy with `src` in place of `input[start:end:step]` along `dim`.

    >>> import firebrick_core as fb
    >>> fb.slice_scatter(fb.zeros(4), fb.ones(2), 0, 1, 4, 2).tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    return _replaced(xp, input, src, _slice, dim, start, end, step)


@operator(
    samples=("x(3, 4), x(3)", "x(3, 4), x(2), -1", "x(2, 3, 4), x(3, 2), 1, 0, 2"),
    errors=(
        ("x(3, 4), x(4)", RuntimeError, WRONG_SIZE),
        ("x(3, 3), x(3), 0, 0, 0", RuntimeError, "cannot be identical"),
    ),
    meta=like_input,
)
def diagonal_scatter(
    xp, input: Array, src: Array, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Array:
    """A copy with `src` in place of `input.diagonal(offset, dim1, dim2)`.

    >>> import firebrick_core as fb
    >>> fb.diagonal_scatter(fb.zeros(2, 2), fb.ones(2)).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return _replaced(xp, input, src, diagonal, offset, dim1, dim2)


@composite(
    samples=("x(12), x(1, 1), (1, 1), (1, 2), 0", "x(3, 4), x(), (), ()"),
    errors=(
        ("x(3, 4), x(2), (2, 2), (1, 2)", RuntimeError, WRONG_SIZE),
        ("x(4), x(5), (5,), (1,)", RuntimeError, "out of bounds for storage"),
    ),
)
def as_strided_scatter(
    input: Array, src: Array, size: Dims, stride: Dims, storage_offset: int | None = None
) -> Array:
    """A copy with `src` in place of `input.as_strided(size, stride, storage_offset)`.

    Places of the storage that do not belong to `input` are passed over.

    >>> import firebrick_core as fb
    >>> fb.as_strided_scatter(fb.zeros(4), fb.ones(2), (2,), (2,), 1).tolist()
    [0.0, 1.0, 0.0, 1.0]
    """
    part = T.as_strided(input.detach(), size, stride, storage_offset)
    _fits(src._array, part._array)
    own = input.storage_offset()
    index = storage_index(
        (input._array.shape, input.stride(), own),
        (tuple(size), tuple(stride), own if storage_offset is None else storage_offset),
    )
    inside = index.reshape(-1) >= 0
    positions = T.Tensor._wrap(index.reshape(-1)[inside]).to(input.device)
    values = T.reshape(src, (-1,)).to(input.dtype)
    if not inside.all():
        values = T.take(values, T.Tensor._wrap(np.flatnonzero(inside)).to(input.device))
    return T.put(input, positions, values)


# Sums, products, means and extremes of what falls on the same place along a dimension.

_UFUNCS = {"amax": "maximum", "amin": "minimum"}
SCATTERED = ("sum", "prod", "mean", "amax", "amin")
INDEXED = ("prod", "mean", "amax", "amin")


def _neutral(reduce, dtype):
    """What a reduction starts from where the tensor's own elements do not count."""
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    lowest = reduce == "amax"
    if dtype.kind == "b":
        return not lowest
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return info.min if lowest else info.max
    return -np.inf if lowest else np.inf


def _check_dtype(name, reduce, dtype):
    if dtype.kind == "c" and reduce in ("amax", "amin") or dtype.kind == "b" and reduce == "mean":
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(dtype).name]
        raise NotImplementedError(f"\"{name}\" with reduce='{reduce}' not implemented for '{kind}'")


def _reduce_at(xp, out, positions, values, reduce, include_self):
    """Reduce values into positions of a contiguous array, each as often as it is named."""
    flat, positions = out.reshape(-1), positions.reshape(-1)
    if not include_self:
        flat[positions] = _neutral(reduce, out.dtype)
    if reduce == "prod":
        multiply_at(xp, flat, (positions,), values.reshape(-1))
    else:
        getattr(xp, _UFUNCS.get(reduce, "add")).at(flat, positions, values.reshape(-1))
    if reduce != "mean":
        return
    count = xp.bincount(positions, minlength=flat.size) + int(include_self)
    count = xp.maximum(count, 1)
    if out.dtype.kind in "iu":
        xp.floor_divide(flat, count.astype(out.dtype), flat)
    else:
        xp.divide(flat, count.astype(out.real.dtype), flat)


ELEMENTS = (
    "x(3, 4), 0, T.tensor([[0, 2, 2, 0], [0, 1, 2, 1]]), x(2, 4), 'sum'",
    "x(3, 4), 1, T.tensor([[0, 0], [3, 0]]), x(2, 2), 'prod', include_self=False",
    "x(5), 0, T.tensor([4, 4, 0]), x(3), 'sum', include_self=False",
    "x(), 0, T.tensor([0, 0]), x(2), 'prod'",
)
ELEMENTS_ERRORS = (
    ("x(3), 0, T.tensor([0]), x(1), 'median'", RuntimeError, "either sum, prod, mean, amax or am"),
    ("x(3), 0, T.tensor([3]), x(1), 'sum'", RuntimeError, "index 3 is out of bounds"),
    ("x(3), 0, T.tensor([0, 0]), x(1), 'sum'", RuntimeError, "to be no larger size than src"),
    ("x(3), 0, T.tensor([0]), ints(3, 1), 'sum'", RuntimeError, "to be equal to src.dtype"),
    ("x(3).to(T.complex64), 0, T.tensor([0]), x(1).to(T.complex64), 'amax'", NotImplementedError,
     "not implemented for 'ComplexFloat'"),
)  # fmt: skip


@operator(samples=ELEMENTS, errors=ELEMENTS_ERRORS, inplace=True, out=True, meta=like_input)
def scatter_reduce(
    xp, input: Array, dim: int, index: Array, src: Array, reduce: str, *, include_self: bool = True
) -> Array:
    """A copy in which elements of `src` are reduced along `dim` into the places `index`.

    `reduce` is "sum", "prod", "mean", "amax" or "amin"; the mean of integers is rounded down.
    Without `include_self` the elements of `input` at these places do not take part.

    >>> import firebrick_core as fb
    >>> x, index = fb.tensor([10.0, 20.0]), fb.tensor([0, 0, 1])
    >>> fb.scatter_reduce(x, 0, index, fb.tensor([1.0, 2.0, 30.0]), "amax").tolist()
    [10.0, 30.0]
    """
    if reduce not in SCATTERED:
        raise RuntimeError(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}"
        )
    dim, out = _checked("scatter", input, dim, index), input.copy()
    if index.size:
        _check_source("scatter", input, dim, index, src)
        _check_dtype("scatter_reduce", reduce, input.dtype)
        positions = index if input.ndim < 2 else flat_along(xp, input.shape, dim, index)
        _reduce_at(xp, out, positions, _part(src, index), reduce, include_self)
    return out


SLICES = (
    "x(3, 4), 0, T.tensor([0, 2, 2]), x(3, 4), 'prod'",
    "x(3, 4), 1, T.tensor([1, 1]), x(3, 2), 'prod', include_self=False",
    "x(3), 0, T.tensor(1), x(1), 'prod'",
)


@operator(
    samples=SLICES,
    errors=(
        ("x(3), 0, T.tensor([0]), x(1), 'sum'", RuntimeError, "one of prod, mean, amax or amin"),
        ("x(3), 0, T.tensor([3]), x(1), 'prod'", IndexError, "index out of range in self"),
        ("x(3), 0, T.tensor([0]), ints(3, 1), 'prod'", RuntimeError, "the same scalar type"),
        ("x(3, 4), 0, T.tensor([0]), x(1, 5), 'prod'", RuntimeError, "shape must match self"),
    ),
    inplace=True,
    out=True,
    meta=like_input,
)
def index_reduce(
    xp, input: Array, dim: int, index: Array, source: Array, reduce: str,
    *, include_self: bool = True,
) -> Array:  # fmt: skip
    """A copy in which the slices of `source` are reduced along `dim` into the places `index`.

    `reduce` is "prod", "mean", "amax" or "amin"; the mean of integers is rounded down. Without
    `include_self` the slices of `input` at these places do not take part.

    >>> import firebrick_core as fb
    >>> x, index = fb.tensor([1.0, 2.0]), fb.tensor([1, 1])
    >>> fb.index_reduce(x, 0, index, fb.tensor([3.0, 4.0]), "prod").tolist()
    [1.0, 24.0]
    """
    if reduce not in INDEXED:
        raise RuntimeError(
            "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got "
            f"{reduce}."
        )
    dim, index = one_dim(dim, input.ndim), _vector("index_reduce_", index)
    _check_source_slices("index_reduce_", input, dim, index, source)
    _check_dtype("index_reduce", reduce, input.dtype)
    n, out = input.shape[dim] if input.ndim else 1, input.copy()
    message = f"index out of range in self: [0, {n}) is the range of dimension {dim}"
    refuse((index < 0) | (index >= n), IndexError, message)
    if out.size and index.size:
        positions = flat_rows(xp, input.shape, dim, index) if input.ndim else index
        _reduce_at(xp, out, positions, source, reduce, include_self)
    return out


# Reductions of consecutive segments of a dimension.

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
