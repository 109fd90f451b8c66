"""The memory behind tensors, and the version counter that all views of it share.

A tensor gets its `Storage` when something asks for it: the first view, the first in-place
operation, serialization. Most tensors of a training step never need one.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class Storage:
    """A buffer, with the number of times that it has been written to in place.

    `version` rises by one with each in-place operation on any tensor over the buffer.
    """

    __slots__ = ("__weakref__", "_array", "version", "views", "writer")

    def __init__(self, array: Any):
        self._array = array
        self.version = 0
        self.views = 0  # how many views of it were made
        # Code and instruction of the user's line that raised the version last.
        self.writer: tuple[Any, int] | None = None

    @property
    def _owner(self) -> Any:
        """The array that owns the memory, found by following the views down."""
        owner = self._array
        while isinstance(getattr(owner, "base", None), np.ndarray):
            owner = owner.base
        self._array = owner
        return owner

    def data_ptr(self) -> int:
        """The address of the first byte."""
        return low_high(self._owner)[0]

    def nbytes(self) -> int:
        """The size of the buffer in bytes."""
        low, high = low_high(self._owner)
        return high - low

    def array_bytes(self) -> Any:
        """The buffer as a one-dimensional array of bytes, sharing its memory."""
        owner = self._owner
        if owner.flags.c_contiguous:
            return owner.reshape(-1).view(np.uint8)
        low, high = low_high(owner)
        as_strided = np.lib.stride_tricks.as_strided
        lowest = owner[
            tuple(slice(None, None, -1) if s < 0 else slice(None) for s in owner.strides)
        ]
        item = owner.dtype.itemsize
        flat = as_strided(lowest, ((high - low) // item,), (item,), writeable=owner.flags.writeable)
        return flat.view(np.uint8)

    def __len__(self) -> int:
        return self.nbytes()

    def size(self) -> int:
        """The size of the buffer in bytes, under PyTorch's name."""
        return self.nbytes()

    def tolist(self) -> list[int]:
        """The bytes as Python integers."""
        return self.array_bytes().tolist()

    def __repr__(self) -> str:
        return f"Storage(nbytes={self.nbytes()}, version={self.version})"


def address(array: Any) -> int:
    """The address of an array's first element, 0 for an array without memory of its own."""
    if isinstance(array, np.ndarray):
        return int(array.__array_interface__["data"][0])
    return int(array.data.ptr)  # CuPy's MemoryPointer


def low_high(array: Any) -> tuple[int, int]:
    """The addresses of the first byte and after the last byte that an array's elements occupy."""
    low = high = address(array)
    if array.size:
        for n, stride in zip(array.shape, array.strides, strict=True):
            if stride < 0:
                low += (n - 1) * stride
            else:
                high += (n - 1) * stride
        high += array.dtype.itemsize
    return low, high
