"""What update rules work with: scratch memory and scalars kept between steps, a step's parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import _threads
from ._core import low_high
from ._launches import Found, Launches

#: Elements that an update works on at a time, so that a rule's passes over parameter, gradient,
#: state and scratch find them in the cache. Steps over 25 M float32 parameters, SGD with momentum
#: and Adam, took on one thread 26 and 51 ms with 32k elements, 23 and 50 with 64k, 21 and 47 with
#: 128k, 19 and 44 with 256k; on two 22 and 41, 18 and 31, 15 and 29, 13 and 28. Adam without blocks
#: takes about 300. Scratch of 256k would be more than a twentieth of that model.
BLOCK = 1 << 17


class Work:
    """Scratch arrays for one array namespace, floating type and thread."""

    def __init__(self, xp: Any, dtype: Any):
        self.xp = xp
        self.dtype = dtype
        self._arrays: list[Any] = []

    def arrays(self, count: int, size: int) -> list[Any]:
        """`count` flat arrays of `size` elements: the same memory every time, holding anything."""
        arrays = self._arrays
        if len(arrays) < count or arrays[0].size < size:
            number, room = max(count, len(arrays)), max([size] + [a.size for a in arrays[:1]])
            arrays = self._arrays = [self.xp.empty(room, self.dtype) for _ in range(number)]
        return [a[:size] for a in arrays[:count]]


class WorkPool:
    """The scratch of everything that an optimizer has met, and what is left of the current step.

    A step first adds the parts that it is made of, then calls `finish`, which runs them, where that
    pays on several threads.
    """

    def __init__(self) -> None:
        self._works: dict[Any, Work] = {}
        self._scalars: dict[Any, Any] = {}
        self.begin()

    def begin(self, elements: int = 0, unless: Found | None = None) -> None:
        """Start a step that will move so many elements, unless its gradients are found not to be
        finite; what an earlier one has left is dropped."""
        self.elements = elements
        self._parts: list[_threads.Part] = []
        self._ranges: list[tuple[int, int]] = []
        self.launches, self.unless = Launches(), unless

    def add(self, parts: Sequence[_threads.Part], param: Any) -> None:
        """Add the parts in which a parameter, a NumPy array, is moved."""
        self._parts += parts
        self._ranges.append(low_high(param))

    def finish(self) -> None:
        """Run what was added."""
        parts, ranges, launches = self._parts, sorted(self._ranges), self.launches
        unless = self.unless
        # Parameters that share memory are moved one after another.
        apart = all(a[1] <= b[0] for a, b in zip(ranges, ranges[1:], strict=False))
        parallel = apart and self.elements >= _threads.FEWEST
        self.begin()
        _threads.run(parts, parallel)
        launches.run(unless)

    def get(self, xp: Any, dtype: Any, thread: int = 0) -> Work:
        """The scratch of a namespace, a floating type and a thread."""
        work = self._works.get((xp, dtype, thread))
        if work is None:
            work = self._works[xp, dtype, thread] = Work(xp, dtype)
        return work

    def scalars(self, xp: Any, dtype: Any, values: Sequence[float]) -> Any:
        """Numbers as operands: 0-d arrays, which NumPy takes twice as fast as Python floats."""
        if xp is not np:
            return values
        key = dtype, *values
        found = self._scalars.get(key)
        if found is None:
            if len(self._scalars) >= MANY:
                self._scalars.clear()
            row = np.array(values, dtype)
            found = self._scalars[key] = [row[i : i + 1].reshape(()) for i in range(len(row))]
        return found


#: How many sets of scalars are kept: parameters of a step share them, steps mostly do not.
MANY = 32
