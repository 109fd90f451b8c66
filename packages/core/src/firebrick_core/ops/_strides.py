"""Views made from shapes and strides, which NumPy itself makes slowly or read-only.

`numpy.lib.stride_tricks.as_strided` costs 3 us and `broadcast_to` as much; the array constructor
over the same buffer 0.3 us. It needs a contiguous buffer, which the owner of the memory nearly
always is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .._memory_format import channels_last, channels_last_3d, has_format
from .._storage import address

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
