"""A copy of a tensor with one of its views replaced: what writing into the view would give."""

from __future__ import annotations

import numpy as np

from .. import _operators as T
from .._memory_format import copied
from .._operator import Array, composite, like_input, operator
from .._typing import Dims
from ._positions import storage_index
from .copying import _write
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
