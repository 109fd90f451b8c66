"""Sums, products, means and extremes of what falls on the same place along a dimension."""

from __future__ import annotations

import numpy as np

from .. import _dtype, _errors
from .._operator import Array, like_input, operator
from ._dims import one_dim
from ._positions import flat_along, flat_rows, multiply_at
from ._values import refuse
from .gathering import _check_source, _checked, _part
from .rows import _check_source_slices, _vector

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
