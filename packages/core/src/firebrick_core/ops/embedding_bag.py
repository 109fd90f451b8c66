"""Sums, means and maxima of bags of rows of a table."""

from __future__ import annotations

import functools

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._dispatch import TRANSFORMED
from .._frames import warn
from .._operator import Array, composite, operator
from ._nn_arrays import half_in_float32, require_tensor
from .embedding import renormalize_rows, segment_sums

_MODES = {"sum": 0, "mean": 1, "max": 2}
SUM, MEAN, MAX = 0, 1, 2


# ---------------------------------------------------------------------- the operators
def _ids_rule(offsets, count):
    return meta_array((count,), "i8")


@operator(
    samples=("T.tensor([0, 2, 2, 5]), 6",),
    meta=_ids_rule,
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="integral",
)
def segment_ids(xp, offsets: Array, count: int) -> Array:
    """The number of the segment that each of `count` rows is in, from where segments begin."""
    return xp.searchsorted(offsets, xp.arange(count), side="right") - 1


def _runs(xp, ids, segments):
    """Which of the segments have rows, where these begin, and how many they are."""
    counts = xp.bincount(ids, minlength=segments)
    starts = xp.cumsum(counts) - counts
    filled = xp.flatnonzero(counts)
    return filled, starts[filled], counts[filled]


def _segments_rule(rows, ids, segments):
    return meta_array((segments, *rows.shape[1:]), rows.dtype)


@operator(
    samples=("x(6, 3), T.tensor([0, 0, 2, 2, 2, 3]), 4", "x(0, 3), ints(1, 0), 2"),
    meta=_segments_rule,
    methods=False,
    namespace="internal",
    dtypes="float",
)
@half_in_float32
def sum_segments(xp, rows: Array, ids: Array, segments: int) -> Array:
    """The sums of the rows of each segment, by the rows' ascending numbers of segments."""
    out = xp.zeros((segments, rows.shape[1]), rows.dtype)
    if rows.size:
        filled, starts, counts = _runs(xp, ids, segments)
        out[filled] = segment_sums(xp, rows, starts, counts)
    return out


def _max_rule(rows, ids, kept, segments):
    return meta_array((segments, rows.shape[1]), "i8")


@operator(
    samples=("x(6, 3), T.tensor([0, 0, 2, 2, 2, 3]), T.tensor([1, 1, 1, 0, 1, 0]) == 1, 4",),
    meta=_max_rule,
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="float",
)
def max_segments_rows(xp, rows: Array, ids: Array, kept: Array, segments: int) -> Array:
    """The number of the row that holds each segment's maximum, -1 where it keeps no row."""
    out = xp.full((segments, rows.shape[1]), -1, np.int64)
    numbers = xp.flatnonzero(kept)
    if not numbers.size or not rows.shape[1]:
        return out
    rows, ids = rows[numbers], ids[numbers]
    filled, starts, _ = _runs(xp, ids, segments)
    highest = xp.empty((segments, rows.shape[1]), rows.dtype)
    highest[filled] = xp.maximum.reduceat(rows, starts, 0)
    found = (rows == highest[ids]) | xp.isnan(rows)
    out[filled] = xp.minimum.reduceat(
        xp.where(found, numbers[:, None], np.iinfo(np.int64).max), starts, 0
    )
    return out


# ---------------------------------------------------------------------- checks
def _check(weight, indices, offsets, mode, per_sample_weights, include_last_offset):
    for position, (name, value) in enumerate(
        (("weight", weight), ("indices", indices), ("offsets", offsets)), 1
    ):
        require_tensor("embedding_bag", name, position, value)
    if weight.ndim != 2:
        raise RuntimeError(f"embedding_bag: 'weight' must be 2-D, but got {list(weight.shape)}")
    if not weight.is_floating_point():
        raise RuntimeError(
            "embedding_bag: expected a weight of type Half, BFloat16, Float or Double, but got "
            f"{weight.dtype}; convert with .float()"
        )
    for name, value in (("indices", indices), ("offsets", offsets)):
        if value.dtype not in (_dtype.int64, _dtype.int32):
            kind = _errors.TYPE_NAMES[value.dtype.name]
            raise RuntimeError(
                f"Expected tensor for argument '{name}' to have one of the following scalar types: "
                f"Long, Int; but got torch.{kind}Tensor instead (while checking arguments for "
                "embedding_bag); convert with .long()"
            )
    if mode not in (SUM, MEAN, MAX):
        raise RuntimeError(f"`mode` must be sum, mean, or max (0, 1 or 2), but got {mode}")
    if per_sample_weights is not None:
        if mode != SUM:
            raise RuntimeError("embedding_bag: per_sample_weights only supported with mode='sum'")
        if per_sample_weights.dtype is not weight.dtype:
            raise RuntimeError(
                "embedding_bag: expected per_sample_weights of the weight's type, "
                f"{weight.dtype}, but got {per_sample_weights.dtype}"
            )
    if include_last_offset and not offsets.numel():
        raise RuntimeError("include_last_offset: number of offset should be at least 1")


def _check_offsets(count, offsets):
    """The starts of bags, in the last dimension, of `count` indices."""
    if not offsets.size:
        return
    first, last = offsets[..., 0], offsets[..., -1]
    if first.any():
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from "
            f"position 0. However, got {first.max()}"
        )
    if (last > count).any():
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {count} but got offsets[-1] of "
            f"{last.max()}"
        )
    if (offsets[..., 1:] < offsets[..., :-1]).any():
        raise RuntimeError(
            "embedding_bag: offsets have to ascend, since a bag ends where the next begins; sort "
            "the bags"
        )


def _padding(padding_idx, rows):
    if padding_idx is None:
        return -1
    if not -rows <= padding_idx < rows:
        raise RuntimeError(
            f"padding_idx must be within the number of embeddings, {-rows} through {rows - 1}, "
            f"but got {padding_idx}"
        )
    return padding_idx % rows


# ---------------------------------------------------------------------- bags
def _reduced(rows, ids, kept, sizes, mode):
    """The bags' results and, for maxima, the row of each."""
    bags = sizes.size(0)
    if mode == MAX:
        with_maximum = T.max_segments_rows(rows.detach(), ids, kept, bags)
        values = rows.gather(0, with_maximum.clamp(min=0)) if rows.size(0) else with_maximum
        return T.where(with_maximum < 0, 0.0, values).to(rows.dtype), with_maximum
    out = T.sum_segments(T.where(kept.unsqueeze(1), rows, 0.0), ids, bags)
    return out / sizes.clamp(min=1).unsqueeze(1).to(out.dtype) if mode == MEAN else out, None


@composite(
    methods=False,
    dtypes="float",
    samples=(
        "x(5, 3), ints(5, 6), T.tensor([0, 2, 2]), False, 1, False, None, False, 1",
        "x(5, 3), ints(5, 6), T.tensor([0, 2, 6]), False, 2, False, None, True",
        "x(5, 3), ints(5, 6), T.tensor([0, 2]), False, 1",
    ),
    errors=(
        ("x(5, 3), ints(5, 6), T.tensor([1, 2])", RuntimeError, r"offsets\[0\] has to be 0"),
        ("x(5, 3), ints(5, 6), T.tensor([0, 7])", RuntimeError, "greater than input's length"),
        ("x(5, 3), ints(5, 6), T.tensor([0, 4, 2])", RuntimeError, "have to ascend"),
        ("x(5, 3), ints(5, 6) + 5, T.tensor([0, 2])", IndexError, "out of range"),
        ("x(5, 3), x(6), T.tensor([0, 2])", RuntimeError, "scalar types: Long, Int"),
        ("x(5, 3), ints(5, 6), T.tensor([0, 2]), False, 3", RuntimeError, "must be sum, mean, or"),
        (
            "x(5, 3), ints(5, 6), T.tensor([0, 2]), False, 1, False, x(6)",
            RuntimeError,
            "only supported with mode='sum'",
        ),
    ),
)
def embedding_bag(
    weight: Array,
    indices: Array,
    offsets: Array,
    scale_grad_by_freq: bool = False,
    mode: int = 0,
    sparse: bool = False,
    per_sample_weights: Array | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> tuple[Array, Array, Array, Array]:
    """The sum (`mode` 0), mean (1) or maximum (2) of each bag of rows of `weight`.

    Also returns the bag of each index, how many rows each bag counts, and for maxima the row of
    the table that each comes from (0 in an empty bag), else the sizes again.
    """
    _check(weight, indices, offsets, mode, per_sample_weights, include_last_offset)
    padding = _padding(padding_idx, weight.size(0))
    T.verify(offsets, functools.partial(_check_offsets, indices.size(0)))
    end, bags = None, offsets.size(0) - include_last_offset
    if include_last_offset and not offsets._keys & TRANSFORMED:
        end = None if offsets.is_meta else int(offsets[-1])
        offsets = offsets[:-1]
    elif not offsets.size(0):
        end = 0  # rows of no bag
    if end is not None:
        indices = indices[:end]
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights[:end]
    ids = T.segment_ids(offsets, indices.size(0))
    rows = T.embedding(weight, indices, -1, scale_grad_by_freq, sparse)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights.unsqueeze(1)
    kept = indices != padding
    sizes = T.sum_segments(kept.to(_dtype.float64).unsqueeze(1), ids, offsets.size(0))
    sizes = sizes.squeeze(1).to(indices.dtype)
    out, where = _reduced(rows, ids, kept, sizes, mode)
    if out.size(0) > bags:  # of several samples at once: what lies behind the last offset
        out, sizes, where = (t if t is None else t[:bags] for t in (out, sizes, where))
    if where is None:
        return out, ids, sizes, sizes.clone()
    if not indices.size(0):
        return out, ids, sizes, where + 1
    source = indices[where.clamp(min=0)]
    return out, ids, sizes, T.where(where < 0, 0, source)


_BAGS = (
    "ints(5, 2, 4), x(5, 3)",
    "ints(5, 6), x(5, 3), T.tensor([0, 2, 2]), mode='sum', per_sample_weights=x(6)",
    "ints(5, 6), x(5, 3), T.tensor([0, 2, 2, 6]), mode='max', include_last_offset=True",
    "ints(5, 6), x(5, 3), T.tensor([0, 1]), padding_idx=-1",
    "ints(5, 0), x(5, 3), T.tensor([0, 0])",
)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=_BAGS,
    errors=(
        ("ints(5, 2, 4), x(5, 3), T.tensor([0])", ValueError, "offsets has to be None"),
        ("ints(5, 6), x(5, 3)", ValueError, "offsets has to be a 1D Tensor but got None"),
        ("ints(5, 6), x(5, 3), T.tensor([0]), mode='min'", ValueError, "one of sum, mean or max"),
        ("ints(5, 1, 2, 3), x(5, 3)", ValueError, "input has to be 1D or 2D Tensor"),
        (
            "ints(5, 2, 3), x(5, 3), mode='sum', per_sample_weights=x(6)",
            ValueError,
            "same shape as the input",
        ),
        (
            "ints(5, 2, 3), x(5, 3), per_sample_weights=x(2, 3)",
            NotImplementedError,
            "only supported for mode='sum'",
        ),
        ("ints(5, 2, 3), x(5, 3), padding_idx=5", RuntimeError, "padding_idx must be within"),
    ),
)
def functional_embedding_bag(
    input: Array,
    weight: Array,
    offsets: Array | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Array | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Array:
    """The "sum", "mean" or "max" of each bag of rows of `weight`: (bags, weight.size(1)).

    `input` (B, N) holds B bags of N indices; of one dimension, `offsets` says where each bag begins
    (and with `include_last_offset` where the last one ends). `per_sample_weights` scale the rows of
    a sum; indices of `padding_idx` take no part. With `max_norm`, rows in use whose norm is larger
    are first scaled down in place. With `sparse` the gradient of `weight` is sparse. Raises
    ValueError, RuntimeError or IndexError for what does not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> table = fb.tensor([[0.0, 0.0], [1.0, 1.0], [2.0, 4.0]])
    >>> F.embedding_bag(fb.tensor([1, 2, 2]), table, fb.tensor([0, 2]))
    tensor([[1.5000, 2.5000],
            [2.0000, 4.0000]])
    """
    require_tensor("embedding_bag", "input", 1, input)
    require_tensor("embedding_bag", "weight", 2, weight)
    if weight.dtype is _dtype.int64 and input.is_floating_point():
        warn(
            "Argument order of nn.functional.embedding_bag was changed. Usage "
            "`embedding_bag(weight, input, ...)` is deprecated, and should now be "
            "`embedding_bag(input, weight, ...)`.",
        )
        weight, input = input, weight
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then "
            f"it must have the same shape as the input ({input.shape})"
        )
    if weight.ndim != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")
    if input.ndim not in (1, 2):
        raise ValueError(
            f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}"
        )
    offsets = _checked_offsets(input, offsets)
    if input.ndim == 2:
        include_last_offset = False
        input = input.reshape(-1)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
    _check_mode(mode, scale_grad_by_freq, sparse, per_sample_weights)
    if max_norm is not None:
        renormalize_rows(weight, input, max_norm, norm_type)
    return T.embedding_bag(
        weight,
        input,
        offsets,
        scale_grad_by_freq,
        _MODES[mode],
        sparse,
        per_sample_weights,
        include_last_offset,
        padding_idx,
    )[0]


def _checked_offsets(input, offsets):
    """The given offsets, or those of the rows of `input`."""
    if input.ndim == 1:
        if offsets is None:
            raise ValueError("offsets has to be a 1D Tensor but got None")
        if offsets.ndim != 1:
            raise ValueError(f"offsets has to be a 1D Tensor, but got {offsets.ndim} dimensions")
        return offsets
    if offsets is not None:
        raise ValueError(
            "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of "
            f"fixed length sequences. However, found offsets of type {type(offsets)}"
        )
    from .._creation import arange

    return arange(input.size(0), device=input.device) * input.size(1)


def _check_mode(mode, scale_grad_by_freq, sparse, per_sample_weights):
    if mode not in _MODES:
        raise ValueError(f"mode has to be one of sum, mean or max, but got {mode!r}")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if mode != "sum" and per_sample_weights is not None:
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported "
            f"for mode='sum' (got mode='{mode}')."
        )


@composite(
    methods=False,
    dtypes="float",
    mutates=True,
    samples=("x(5, 3), ints(5, 2, 4), 1.0, 2.0",),
    errors=(
        ("x(5), ints(5, 2), 1.0, 2.0", RuntimeError, "Expected 2-dimensional tensor"),
        ("x(5, 3), ints(5, 2) + 5, 1.0, 2.0", IndexError, "out of"),
    ),
)
def embedding_renorm_(input: Array, indices: Array, max_norm: float, norm_type: float) -> Array:
    """Scale the rows at `indices` down to `max_norm`, in place, unrecorded; returns the table."""
    require_tensor("embedding_renorm_", "input", 1, input)
    if input.ndim != 2:
        raise RuntimeError(
            f"Expected 2-dimensional tensor, but got {input.ndim}-dimensional tensor for argument "
            "#1 'self' (while checking arguments for embedding_renorm_)"
        )
    renormalize_rows(input, indices, max_norm, norm_type)
    return input
