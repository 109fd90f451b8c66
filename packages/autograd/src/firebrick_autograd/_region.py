"""Where in a base tensor a view lies, as index maps, so that any strides and overlaps are right."""

from __future__ import annotations

from typing import Any

import numpy as np

import firebrick_core as fb
from firebrick_core import _operators
from firebrick_core._storage import address, low_high


class Region:
    """Where in its base a view lies. `index` has, for each number of the view, its position among
    all of the base; `shape` is the base's."""

    __slots__ = ("apart", "base_dtype", "index", "shape", "view_dtype")

    def __init__(self, base: Any, view: Any):
        self.base_dtype, self.view_dtype = base.dtype, view.dtype
        self.apart = base.dtype is not view.dtype
        item = base.dtype.to_real().itemsize if self.apart else base.dtype.itemsize
        low, high = low_high(base._array)
        places = np.full(max((high - low) // item, 1), -1)

        def inside(x: Any) -> Any:
            strides = tuple(s // item * 8 for s in x._array.strides)
            shape = x._array.shape
            if self.apart and x.dtype.is_complex:
                shape, strides = (*shape, 2), (*strides, 8)
            first = (address(x._array) - low) // item
            return np.ndarray(shape, np.int64, places, first * 8, strides)

        own = inside(base)
        self.shape = own.shape
        own[...] = np.arange(own.size).reshape(own.shape)
        self.index = fb.Tensor._wrap(inside(view).copy())

    def mask(self) -> Any:
        """Which numbers of the base the view shows."""
        mask = np.zeros(self.shape, bool)
        mask.reshape(-1)[self.index._array.ravel()] = True
        return fb.Tensor._wrap(mask)

    def numbers(self, tensor: Any) -> Any:
        """A gradient of the base or of the view, taken apart where the maps ask for that."""
        return _operators.view_as_real(tensor) if self.apart and tensor.is_complex() else tensor

    def _whole(self, numbers: Any, dtype: Any) -> Any:
        if not (self.apart and dtype.is_complex):
            return numbers
        return _operators.view_as_complex(_operators.contiguous(numbers))

    def taken(self, grad: Any) -> Any:
        """The view's part of a gradient of the base."""
        return self._whole(_operators.take(self.numbers(grad), self.index), self.view_dtype)

    def put(self, grad: Any) -> Any:
        """A gradient of the view as one of the base: zeros elsewhere."""
        numbers = _operators.take_backward(self.numbers(grad), self.index, self.shape)
        return self._whole(numbers, self.base_dtype)

    def kept(self, grad: Any, mask: Any) -> Any:
        """A gradient of the base without what the mask of the view covers."""
        numbers = _operators.masked_fill(self.numbers(grad), mask, 0)
        return self._whole(numbers, self.base_dtype)
