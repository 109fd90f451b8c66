"""Scratch memory and scalar operands of update rules, kept between steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

#: Elements that an update works on at a time, so that a rule's passes over parameter, gradient,
#: state and scratch find them in the cache. Steps over 25 M float32 parameters, SGD with momentum
#: and Adam, took 23 and 53 ms with 16k elements, 24 and 46 with 32k, 19 and 45 with 64k, 18 and 45
#: with 128k (1 MB second-level cache); Adam without blocks takes about 300.
BLOCK = 65536


class Work:
    """Scratch arrays and scalars for one array namespace and one floating type."""

    def __init__(self, xp: Any, dtype: Any):
        self.xp = xp
        self.dtype = dtype
        self._arrays: list[Any] = []
        self._cells: dict[int, tuple[Any, list[Any]]] = {}

    def arrays(self, count: int, size: int) -> list[Any]:
        """`count` flat arrays of `size` elements: the same memory every time, holding anything."""
        arrays = self._arrays
        if len(arrays) < count or arrays[0].size < size:
            count, room = max(count, len(arrays)), max([size] + [a.size for a in arrays[:1]])
            arrays = self._arrays = [self.xp.empty(room, self.dtype) for _ in range(count)]
        return [a[:size] for a in arrays[:count]]

    def scalars(self, values: Sequence[float]) -> Any:
        """Numbers as operands: 0-d arrays, which NumPy takes twice as fast as Python floats."""
        if self.xp is not np:
            return values
        found = self._cells.get(len(values))
        if found is None:
            row = np.empty(len(values), self.dtype)
            cells = [row[i : i + 1].reshape(()) for i in range(len(row))]
            found = self._cells[len(values)] = row, cells
        found[0][:] = values
        return found[1]


class WorkPool:
    """The `Work` of every namespace and type that an optimizer has met."""

    def __init__(self) -> None:
        self._works: dict[Any, Work] = {}

    def get(self, xp: Any, dtype: Any) -> Work:
        """The scratch of a namespace and a floating type."""
        work = self._works.get((xp, dtype))
        if work is None:
            work = self._works[xp, dtype] = Work(xp, dtype)
        return work
