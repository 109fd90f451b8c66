"""Views made from shapes and strides, which NumPy itself makes slowly or read-only.

`numpy.lib.stride_tricks.as_strided` costs 3 us and `broadcast_to` as much; the array constructor over
the same buffer 0.3 us. It needs a contiguous buffer, which the owner of the memory nearly always is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .._storage import address

_ndarray = np.ndarray


def strided(xp: Any, array: Any, shape: Any, strides: Any) -> Any:
    """An array over the memory of `array`, from its first element on; strides in bytes.

    The caller sees to it that no element lies outside of the memory. Where elements share memory the
    result is read-only.
    """
    if not isinstance(array, _ndarray):  # CuPy's constructor takes a pointer, not a buffer
        return xp.ndarray(shape, array.dtype, array.data, strides)
    out = _over_buffer(array, shape, strides)
    for step, n in zip(strides, shape, strict=True):
        if not step and n > 1:
            out.flags.writeable = False
            break
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


def insert_ones(xp: Any, array: Any, positions: Any) -> Any:
    """The array with dimensions of size 1 put in at ascending positions of the result.

    Their strides are PyTorch's: what a step over the dimensions behind them would be.
    """
    shape = list(array.shape)
    for p in positions:
        shape.insert(p, 1)
    if array.flags.c_contiguous:
        return array.reshape(shape)
    old, strides = array.strides, list(array.strides)
    for before, p in reversed(list(enumerate(positions))):
        i = p - before
        strides.insert(i, array.shape[i] * old[i] if i < len(old) else array.itemsize)
    return strided(xp, array, shape, strides)
