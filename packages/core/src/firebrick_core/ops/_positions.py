"""Index arrays, the positions in memory that they stand for, and views made from shapes and
strides.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._memory_format import channels_last, channels_last_3d, has_format
from .._parallel import in_spans
from .._storage import address
from ._values import refuse

MANY = 1 << 20
"""Elements from which on copies are made by several threads."""
_UNSIGNED = {4: np.uint32, 8: np.uint64}


def check_bounds(
    index: Any, n: int, dim: int, error: type[Exception] = RuntimeError, where: str = ""
) -> None:
    """Raise `error` where an index array has an element outside of 0..n-1."""
    if not index.size:
        return
    if not isinstance(index, np.ndarray):
        refuse(
            (index < 0) | (index >= n),
            error,
            f"{where}an index is out of bounds for dimension {dim} with size {n}",
        )
        return
    # One pass for both bounds: negative numbers are large unsigned ones.
    if np.maximum.reduce(index.view(_UNSIGNED[index.itemsize]), None) >= n:
        wrong = index[(index < 0) | (index >= n)].ravel()[0]
        raise error(f"{where}index {wrong} is out of bounds for dimension {dim} with size {n}")


def check_index_dtype(index: Any, message: str, error: type[Exception] = RuntimeError) -> None:
    """Raise `error` where an index array is neither int64 nor int32."""
    if index.dtype.kind != "i" or index.dtype.itemsize < 4:
        raise error(message)


def wrapped(index: Any, n: int) -> Any:
    """An index array with its negative elements counted from the end; in bounds already."""
    if index.size and (not isinstance(index, np.ndarray) or np.minimum.reduce(index, None) < 0):
        return np.where(index < 0, index + n, index)
    return index


def grid(xp: Any, shape: Any, dim: int, index: Any) -> tuple[Any, ...]:
    """The key of the elements whose place along `dim` is `index`, and elsewhere their own place."""
    ndim, key = len(shape), []
    for d in range(ndim):
        if d == dim:
            key.append(index)
        else:
            key.append(xp.arange(shape[d]).reshape((1,) * d + (-1,) + (1,) * (ndim - d - 1)))
    return tuple(key)


def add_flat(xp: Any, out: Any, positions: Any, values: Any) -> None:
    """Add values at positions of the flattened array, each one as often as it is named.

    `ufunc.at` is ten times as fast on one dimension as on several.
    """
    if values.shape != positions.shape:
        values = xp.broadcast_to(values, positions.shape)
    if out.flags.c_contiguous:
        xp.add.at(out.reshape(-1), positions.reshape(-1), values.reshape(-1))
    else:
        copy = out.copy()
        xp.add.at(copy.reshape(-1), positions.reshape(-1), values.reshape(-1))
        out[...] = copy


def multiply_at(xp: Any, out: Any, key: Any, values: Any) -> None:
    """Multiply elements by values, each as often as it is named; by rounds that name each element
    once where a library, such as CuPy, has no `multiply.at`."""
    if xp is np:
        np.multiply.at(out, key, values)
        return
    places = xp.broadcast_to(xp.arange(out.size).reshape(out.shape)[key], values.shape).ravel()
    order = xp.argsort(places)
    places, values = places[order], values.ravel()[order]
    flat = out.ravel()
    while places.size:
        first = xp.concatenate((xp.ones(1, bool), places[1:] != places[:-1]))
        flat[places[first]] *= values[first]
        places, values = places[~first], values[~first]
    out[...] = flat.reshape(out.shape)


def taken_rows(xp: Any, array: Any, index: Any) -> Any:
    """`array.take(index, 0)` for indices in 0..n-1; many rows are taken by several threads."""
    if xp is not np or array.size // (len(array) or 1) * index.size < MANY:
        return array.take(index, 0)
    out = np.empty((*index.shape, *array.shape[1:]), array.dtype)
    flat, rows = index.reshape(-1), out.reshape(-1, *array.shape[1:])

    def work(start: int, stop: int) -> None:
        array.take(flat[start:stop], 0, rows[start:stop], "clip")  # others use a buffer

    in_spans(work, flat.size, 64)
    return out


def flat_along(xp: Any, shape: Any, dim: int, index: Any) -> Any:
    """The positions of `grid(shape, dim, index)` in a flattened array of `shape`."""
    ndim, step, total = len(shape), 1, 0
    for d in reversed(range(ndim)):
        if d == dim:
            part = index.astype("i8", copy=False)
        else:
            part = xp.arange(index.shape[d]).reshape((1,) * d + (-1,) + (1,) * (ndim - d - 1))
        total = total + (part if step == 1 else part * step)
        step *= shape[d]
    return total


def flat_rows(xp: Any, shape: Any, dim: int, index: Any) -> Any:
    """The flat positions of the rows `index`, a vector, along `dim` of an array of `shape`."""
    inner = math.prod(shape[dim + 1 :])
    outer = math.prod(shape[:dim])
    rows = (index.astype("i8", copy=False) * inner).reshape(-1, 1) + xp.arange(inner)
    if outer == 1:
        return rows
    return (xp.arange(outer) * (shape[dim] * inner)).reshape(-1, 1, 1) + rows


def add_rows(xp: Any, out: Any, index: Any, rows: Any) -> None:
    """out[index] += rows, each row as often as it is named; the index is in 0..n-1.

    Wide rows are added in rounds of rows that differ, which is twice as fast as element by element
    unless the same ones come again and again: a round costs what 12,000 single additions do.
    """
    n, width = len(index), math.prod(rows.shape[1:])
    if width >= 64 and n * width >= 1 << 16:
        most = int(xp.bincount(index).max())
        if most < n * width // 12_000:
            _add_in_rounds(xp, out, index, rows, most)
            return
    add_flat(xp, out, flat_rows(xp, out.shape, 0, index).reshape(rows.shape), rows)


def _add_in_rounds(xp: Any, out: Any, index: Any, rows: Any, most: int) -> None:
    if most == 1:
        out[index] += rows
        return
    order = xp.argsort(index, kind="stable")
    in_order = index[order]
    new = xp.ones(len(index), bool)
    new[1:] = in_order[1:] != in_order[:-1]
    rank = xp.arange(len(index)) - new.nonzero()[0][xp.cumsum(new) - 1]
    by_round = order[xp.argsort(rank, kind="stable")]
    start = 0
    for count in xp.bincount(rank).tolist():
        chosen = by_round[start : start + count]
        out[index[chosen]] += rows[chosen]
        start += count


def storage_positions(size: Any, stride: Any, offset: int) -> Any:
    """The position in the storage of each element of a tensor with this geometry, in elements."""
    total = np.array(offset)
    for d, (n, step) in enumerate(zip(size, stride, strict=True)):
        total = total + (np.arange(n) * step).reshape((n,) + (1,) * (len(size) - d - 1))
    return np.broadcast_to(total, tuple(size))


def storage_index(tensor: Any, view: Any) -> Any:
    """For each element of a view, its position in a flattened tensor over the same storage.

    Both are given as (size, stride, storage_offset), in elements. -1 stands for what lies outside
    of the tensor.
    """
    own, shown = storage_positions(*tensor), storage_positions(*view)
    table = np.full(max(own.max(initial=0), shown.max(initial=0)) + 1, -1)
    table[own] = np.arange(own.size).reshape(own.shape)
    return table[shown]


# Views made from shapes and strides, which NumPy itself makes slowly or read-only.
#
# `numpy.lib.stride_tricks.as_strided` costs 3 us and `broadcast_to` as much; the array constructor
# over the same buffer 0.3 us. It needs a contiguous buffer, which the owner of the memory nearly
# always is.

_ndarray = np.ndarray


def strided(xp: Any, array: Any, shape: Any, strides: Any, overlapping: bool = False) -> Any:
    """An array over the memory of `array`, from its first element on; strides in bytes.

    The caller sees to it that no element lies outside of the memory, and says where elements share
    it: then the result is read-only.
    """
    if not isinstance(array, _ndarray):  # CuPy's constructor takes a pointer, not a buffer
        return xp.ndarray(shape, array.dtype, array.data, strides)
    out = _over_buffer(array, shape, strides)
    if overlapping:
        out.flags.writeable = False
    return out


def _over_buffer(array: Any, shape: Any, strides: Any) -> Any:
    try:
        if array.flags.c_contiguous:
            return _ndarray(shape, array.dtype, array, 0, strides)
        owner = owner_of(array)
        out = _ndarray(shape, array.dtype, owner, address(array) - address(owner), strides)
    except (ValueError, TypeError):  # no contiguous buffer, negative strides, bfloat16
        return np.lib.stride_tricks.as_strided(array, shape, strides)
    if not array.flags.writeable:
        out.flags.writeable = False
    return out


def owner_of(array: Any) -> Any:
    """The array that owns the memory, found by following the views down."""
    while isinstance(array.base, _ndarray):
        array = array.base
    return array


def insert_one(xp: Any, array: Any, dim: int) -> Any:
    """The array with a dimension of size 1 put in; its stride steps over what is behind it."""
    shape, strides = array.shape, array.strides
    new_shape = (*shape[:dim], 1, *shape[dim:])
    if plain(array):
        return array.reshape(new_shape)
    behind = shape[dim] * strides[dim] if dim < len(shape) else array.itemsize
    return strided(xp, array, new_shape, (*strides[:dim], behind, *strides[dim:]))


def plain(array: Any) -> bool:
    """Whether an array has row-major strides; those of dimensions of size 1 could be any."""
    return array.flags.c_contiguous and 1 not in array.shape


def row_major(array: Any) -> Any:
    """An array of a kernel's own in row-major order, where NumPy laid it out otherwise."""
    return array if array.flags.c_contiguous else array.copy()


def in_joined_order(array: Any, parts: Any) -> Any:
    """What is joined of parts in row-major order, or with the channels last where all have them
    so."""
    if array.flags.c_contiguous:
        return array
    format = {4: channels_last, 5: channels_last_3d}.get(array.ndim)
    if format is not None and all(has_format(a, format) for a in (array, *parts)):
        return array
    return array.copy()
