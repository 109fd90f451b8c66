"""Counts: how often numbers occur, how many elements fall into bins."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._operator import Array, Arrays, composite, operator
from .._return_types import return_type
from .._typing import Number
from ._reducing import not_for


@operator(
    samples=("ints(5, 8), None, 0", "ints(5, 8), pos(8), 10"),
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="no_half_float",
)
def count_numbers(xp, input: Array, weights: Array | None, minlength: int) -> Array:
    """How often each number from 0 up occurs, or the sum of its weights in their dtype."""
    if input.ndim != 1 or (input.size and input.min() < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError(f"minlength should be >= 0, got {minlength}")
    if weights is None:
        return xp.bincount(input, None, minlength)
    if weights.shape != input.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    if not input.size:
        return xp.zeros(minlength, "i8")
    return xp.bincount(input, weights, minlength).astype(weights.dtype)


@composite(
    samples=("ints(5, 8)", "ints(5, 8), pos(8)", "ints(5, 8), None, 10"),
    differentiable=False,
    dtypes="float",
    errors=(
        ("T.tensor([-1])", RuntimeError, "non-negative"),
        ("x(3)", NotImplementedError, "bincount"),
        ("mask(3)", NotImplementedError, "bincount"),
        ("ints(4, 3), x(2)", RuntimeError, "same length as input"),
        ("ints(4, 3), minlength=-1", RuntimeError, "minlength should be >= 0"),
    ),
)
def bincount(input: Array, weights: Array | None = None, minlength: int = 0) -> Array:
    """How often each number from 0 up occurs, or the sum of its weights.

    Counts are int64, sums float64, of float32 weights float32. The result has at least `minlength`
    elements. Raises RuntimeError for negative numbers, NotImplementedError for what are no
    integers.

    >>> import firebrick_core as fb
    >>> fb.bincount(fb.tensor([0, 2, 2]))
    tensor([1, 0, 2])
    """
    if input.dtype.category != _dtype.INTEGRAL:
        kind = _errors.TYPE_NAMES[input.dtype.name]
        raise NotImplementedError(
            f"\"bincount_cpu\" not implemented for '{kind}': convert with .to(torch.int64)"
        )
    if weights is not None and weights.dtype is not _dtype.float32:
        weights = (T.real(weights) if weights.is_complex() else weights).to(_dtype.float64)
    return T.count_numbers(input, weights, minlength)


# ---------------------------------------------------------------------- of one variable
def _check_range(name, low, high, dim=None):
    if not (math.isfinite(low) and math.isfinite(high)):
        where = "range of" if dim is None else f"dimension {dim}'s range"
        raise RuntimeError(f"torch.{name}: {where} [{low:g}, {high:g}] is not finite")
    if low > high and dim is None:
        raise RuntimeError(f"torch.{name}: max must be larger than min")
    if low > high:
        raise RuntimeError(
            f"torch.{name}: min should not exceed max, but got min {low:g} max {high:g} for "
            f"dimension {dim}"
        )


def _histc_rule(input, bins=100, min=0, max=0):
    return meta_array((bins,), input.dtype)


@operator(
    samples=("x(20), 5", "x(20), 4, -1, 1", "x(0), 3", "T.tensor([1.0, nan, 2.0]), 4, 0, 2"),
    dtypes="float",
    differentiable=False,
    meta=_histc_rule,
    out=True,
    errors=(
        ("x(3), 0", RuntimeError, "bins must be > 0"),
        ("x(3), 3, 2, 1", RuntimeError, "max must be larger"),
        ("T.tensor([1.0, inf]), 3", RuntimeError, "is not finite"),
        ("ints(3, 4), 3", NotImplementedError, "histogram"),
    ),
)
def histc(xp, input: Array, bins: int = 100, min: Number = 0, max: Number = 0) -> Array:
    """How many elements fall into each of equal bins from `min` to `max`, or over the data.

    Elements outside, and NaN, are not counted. The counts have the input's dtype.

    >>> import firebrick_core as fb
    >>> fb.histc(fb.tensor([1.0, 2.0, 1.0]), bins=4, min=0, max=3)
    tensor([0., 2., 1., 0.])
    """
    not_for("histogram_cpu", input, "biuc")
    if bins <= 0:
        raise RuntimeError("bins must be > 0")
    low, high = float(min), float(max)
    if low == high and input.size:
        low, high = float(input.min()), float(input.max())
    _check_range("histc", low, high)
    if low == high:
        low, high = low - 1, high + 1
    kind = input.dtype.type
    inside = input[(input >= kind(low)) & (input <= kind(high))]
    places = ((inside - kind(low)) * kind(bins) / kind(high - low)).astype("i8")
    return xp.bincount(xp.minimum(places, bins - 1), None, bins).astype(input.dtype)


# ---------------------------------------------------------------------- of several variables
def _counts_rule(rows, edges, weight, density, equal):
    return meta_array([e.shape[0] - 1 for e in edges], rows.dtype)


@operator(
    samples=("x(9, 2), [T.arange(-2.0, 3.0), T.arange(-1.0, 2.0)], None, False, [True, False]",),
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="no_half_float",
    meta=_counts_rule,
)
def histogram_counts(
    xp,
    rows: Array,
    edges: Arrays,
    weight: Array | None,
    density: bool,
    equal: Sequence[bool],
) -> Array:
    """How many rows, or what weight of them, falls into each cell between edges.

    `equal` says for each column whether its edges are at equal distances.
    """
    inside = xp.ones(len(rows), bool)
    cell, shape = xp.zeros(len(rows), "i8"), []
    for column, edge, even in zip(rows.T, edges, equal, strict=True):
        edge = edge.astype(rows.dtype, copy=False)
        n = len(edge) - 1
        inside &= (column >= edge[0]) & (column <= edge[-1])
        if even:
            place = _even_places(xp, edge, column)
        else:
            place = xp.searchsorted(edge, column, "right") - 1
        cell = cell * n + xp.clip(place, 0, n - 1)  # the last bin holds its upper edge
        shape.append(n)
    weights = None if weight is None else weight[inside]
    counts = xp.bincount(cell[inside], weights, math.prod(shape)).reshape(shape)
    if density:
        counts = counts / counts.sum()
        for d, edge in enumerate(edges):
            width = (edge[1:] - edge[:-1]).reshape([-1] + [1] * (len(shape) - d - 1))
            counts = counts / width
    return counts.astype(rows.dtype)


def _even_places(xp, edge, column):
    """The bins of elements between edges at equal distances: by division, and one step from there
    where that was rounded over an edge."""
    n = len(edge) - 1
    place = ((column - edge[0]) * (n / (edge[-1] - edge[0]))).astype("i8")
    place = xp.clip(place, 0, n - 1)
    place -= column < edge[place]
    place += column >= edge[place + 1]
    return place


def _check_histogram(input, weight, dims):
    if not input.dtype.is_floating_point:
        raise NotImplementedError(
            f"\"histogramdd\" not implemented for '{_errors.TYPE_NAMES[input.dtype.name]}'"
        )
    if weight is None:
        return
    if weight.dtype is not input.dtype:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should"
            f" have the same dtype, but got input({input.dtype}), and weight({weight.dtype})"
        )
    if tuple(weight.shape) != dims:
        raise RuntimeError(
            "torch.histogramdd: if weight tensor is provided it should have the same shape as the "
            f"input tensor excluding its innermost dimension, but got input with shape "
            f"{[*dims, input.shape[-1] if input.ndim else 1]} and weight with shape "
            f"{list(weight.shape)}"
        )


def _equal_edges(rows, dim, bins, range):
    """The edges of equal bins over one column: over `range`, or from its least to its largest."""
    from .._creation import linspace

    if not isinstance(bins, int):
        raise TypeError(f"histogramdd(): argument 'bins' must be ints or Tensors, not {bins!r}")
    if bins <= 0:
        raise RuntimeError(
            f"torch.histogram(): bins must be > 0, but got {bins} for dimension {dim}"
        )
    if range is not None:
        low, high = (float(r) for r in range[2 * dim : 2 * dim + 2])
    elif rows.numel() and not rows.is_meta:
        low, high = (x.item() for x in T.aminmax(rows[:, dim]))
    else:
        low, high = 0.0, 1.0
    _check_range("histogramdd", low, high, dim)
    if low == high:
        low, high = low - 0.5, high + 0.5
    return linspace(low, high, bins + 1, dtype=rows.dtype, device=rows.device)


def _given_edges(rows, dim, edges):
    if edges.dtype is not rows.dtype:
        raise RuntimeError(
            "torch.histogramdd: input tensor and bins tensors should have the same dtype, but got "
            f"input with dtype {rows.dtype} and bins for dimension {dim} with dtype {edges.dtype}"
        )
    if edges.ndim != 1:
        raise RuntimeError(
            "torch.histogramdd: bins tensor should have one dimension, but got "
            f"{edges.ndim} dimensions in the bins tensor for dimension {dim}"
        )
    if edges.numel() < 2:
        raise RuntimeError(
            f"torch.histogram(): bins must be > 0, but got {edges.numel() - 1} for dimension {dim}"
        )
    return edges


def _histogram(rows, bins, range, weight, density):
    edges = [
        _given_edges(rows, d, b) if hasattr(b, "_keys") else _equal_edges(rows, d, b, range)
        for d, b in enumerate(bins)
    ]
    weight = None if weight is None else weight.reshape(rows.shape[0])
    equal = [not hasattr(b, "_keys") for b in bins]
    return T.histogram_counts(rows, edges, weight, density, equal), edges


@composite(
    samples=(
        "x(20), 4",
        "x(20), 4, range=(-1.0, 1.0), density=True",
        "x(5), T.tensor([-1.0, 0.0, 2.0], dtype=T.float64).to(x(1).dtype), weight=x(5)",
        "x(0), 3",
    ),
    errors=(
        ("ints(3, 4)", NotImplementedError, "not implemented for 'Long'"),
        ("x(3), 0", RuntimeError, "bins must be > 0"),
        ("x(3), 4, range=(2.0, 1.0)", RuntimeError, "min should not exceed max"),
        ("x(3), 4, range=(0.0, inf)", RuntimeError, "is not finite"),
        ("x(3), 4, weight=x(2)", RuntimeError, "same shape"),
        ("x(3), T.arange(3)", RuntimeError, "same dtype"),
    ),
    dtypes="no_half_float",
    differentiable=False,
    out=True,
)
def histogram(
    input: Array,
    bins: object = 100,
    *,
    range: Sequence[float] | None = None,
    weight: Array | None = None,
    density: bool = False,
) -> tuple[Array, Array]:
    """How many elements fall into each bin, and the bins' edges, as (hist, bin_edges).

    `bins` is a number of equal bins, over `range` or over the data, or a tensor of increasing
    edges. Each bin holds its lower edge, the last one also its upper. `weight` says how much each
    element counts; with `density` the histogram's integral is 1. Raises NotImplementedError for
    integers, RuntimeError for bins, ranges and weights that do not fit.

    >>> import firebrick_core as fb
    >>> fb.histogram(fb.tensor([1.0, 2.0, 1.0]), bins=4, range=(0.0, 3.0)).hist
    tensor([0., 2., 1., 0.])
    """
    _check_histogram(input, weight, tuple(input.shape))
    if hasattr(bins, "_keys") and range is not None:
        raise TypeError(
            "histogram() received an invalid combination of arguments: bins that are a Tensor of "
            "edges leave no range to choose"
        )
    rows = input.reshape(input.numel(), 1)
    counts, edges = _histogram(rows, [bins], range, weight, density)
    return return_type("histogram", ("hist", "bin_edges"))(counts, edges[0].contiguous())


@composite(
    samples=(
        "x(9, 2), [2, 3]",
        "x(9, 2), 2, range=(-1.0, 1.0, -2.0, 2.0), density=True",
        "x(2, 3, 2), [T.arange(-2.0, 3.0, dtype=x(1).dtype)] * 2, weight=x(2, 3)",
    ),
    errors=(
        ("x(3), [2]", RuntimeError, "at least 2 dimensions"),
        ("x(3, 2), [2]", RuntimeError, "innermost dimension"),
        ("x(3, 2), [2, 2], range=[0.0, 1.0]", RuntimeError, "range should have 4 elements"),
    ),
    methods=False,
    dtypes="no_half_float",
    differentiable=False,
)
def histogramdd(
    input: Array,
    bins: object,
    range: Sequence[float] | None = None,
    weight: Array | None = None,
    density: bool = False,
) -> tuple[Array, tuple[Array, ...]]:
    """How many points, rows of the last dimension, fall into each cell: (hist, bin_edges).

    `bins` is a number of equal bins for all coordinates, one for each, or a tensor of edges for
    each; `range` has a lower and an upper limit for each. For the rest see `histogram`.

    >>> import firebrick_core as fb
    >>> fb.histogramdd(fb.tensor([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0]]), bins=[2, 2]).hist
    tensor([[0., 1.],
            [1., 1.]])
    """
    if input.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    columns = input.shape[-1]
    bins = [bins] * columns if isinstance(bins, int) else bins
    if not isinstance(bins, (list, tuple)):
        raise TypeError(
            "histogramdd() received an invalid combination of arguments: bins must be an int, a "
            f"list of ints or a list of Tensors, not {type(bins).__name__}"
        )
    if len(bins) != columns:
        raise RuntimeError(
            "histogramdd: The size of bins must be equal to the innermost dimension of the input."
        )
    if range is not None and len(range) != 2 * columns:
        raise RuntimeError(
            f"torch.histogramdd: for a {columns}-dimensional histogram range should have "
            f"{2 * columns} elements, but got {len(range)}"
        )
    _check_histogram(input, weight, tuple(input.shape[:-1]))
    rows = input.reshape(-1, columns)
    counts, edges = _histogram(rows, bins, range, weight, density)
    return return_type("histogramdd", ("hist", "bin_edges"))(counts, tuple(edges))
