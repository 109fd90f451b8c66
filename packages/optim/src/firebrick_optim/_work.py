"""What update rules work with: scratch memory and scalars kept between steps, a step's parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from . import _threads
from ._core import get_num_threads, low_high
from ._launches import Found, Launches

#: Elements that an update works on at a time, so that a rule's passes over parameter, gradient,
#: state and scratch find them in the cache. Steps over 25 M float32 parameters, SGD with momentum
#: and Adam, took on one thread 26 and 51 ms with 32k elements, 23 and 50 with 64k, 21 and 47 with
#: 128k, 19 and 44 with 256k; on two 22 and 41, 18 and 31, 15 and 29, 13 and 28. Adam without blocks
#: takes about 300.
BLOCK = 1 << 17

#: Scratch of all threads together is at most this part of the parameters' memory.
SHARE = 0.03

#: Bytes of one thread's scratch. The most: two float32 arrays of a block, which most rules have.
MOST = 2 * 4 * BLOCK
#: One thread's bytes for models of less than a megabyte. Python's objects for a small model's
#: parameters weigh more than a few percent of it anyway, and its parameters can be packed: a step
#: of SGD over an MLP of 7000 parameters takes 0.02 ms, and 0.07 one by one.
SMALL = 256 << 10
MEGABYTE = 1_000_000
#: The least that a thread is started for: blocks would be so small that threads wait for each other
#: between NumPy's calls.
WORTH_A_THREAD = 128 << 10


class Work:
    """Scratch memory for one array namespace and thread: the same for all floating types."""

    def __init__(self, xp: Any, room: int):
        self.xp, self.room = xp, room
        self._memory = xp.empty(0, "uint8")
        self._views: dict[Any, list[Any]] = {}

    @property
    def nbytes(self) -> int:
        """How much memory there is."""
        return int(self._memory.nbytes)

    def arrays(self, count: int, size: int, kind: str) -> list[Any]:
        """`count` flat arrays of `size` elements: the same memory every time, holding anything."""
        found = self._views.get((count, size, kind))
        if found is None:
            length = size * np.dtype(kind).itemsize
            step = -(-length // LINE) * LINE
            if self._memory.size < count * step:
                self._memory = self.xp.empty(max(self.room, count * step), "uint8")
                self._views.clear()
            if len(self._views) >= MANY:
                self._views.clear()
            starts = [i * step for i in range(count)]
            found = [self._memory[start : start + length].view(kind) for start in starts]
            self._views[count, size, kind] = found
        return found


class WorkPool:
    """The scratch of everything that an optimizer has met, and what is left of the current step.

    A step adds what it is made of, then calls `finish`. Where several threads pay, nothing is run
    before; else everything is run as it is added, so that little is kept.
    """

    def __init__(self) -> None:
        self._works: dict[Any, Work] = {}
        self._scalars: dict[Any, Any] = {}
        self._of = get_num_threads()
        self.room, self.threads = SMALL, 1
        self.begin()

    def fit(self, model: int) -> bool:
        """Size the scratch for parameters of so many bytes; returns whether its size has changed.

        Arrays given out before are then no longer part of it.
        """
        self._of = get_num_threads()
        share = int(model * SHARE)
        threads = max(1, min(self._of, share // WORTH_A_THREAD))
        room = SMALL if model < MEGABYTE else min(share // threads, MOST)
        changed = (room, threads) != (self.room, self.threads)
        if changed:
            self.room, self.threads = room, threads
            self._works.clear()
        return changed

    def fits(self) -> bool:
        """Whether there are as many threads as when the scratch was sized."""
        return self._of == get_num_threads()

    def block(self, count: int, kind: str) -> int:
        """How many elements `count` scratch arrays may have."""
        return max(LINE, self.room // (count * np.dtype(kind).itemsize) // LINE * LINE)

    def begin(self, elements: int = 0, unless: Found | None = None) -> None:
        """Start a step that will move so many elements, unless its gradients are found not to be
        finite; what an earlier one has left is dropped."""
        self.elements = elements
        self.kernels: dict[Any, Any] = {}
        self._first: list[_threads.Part] = []
        self._parts: list[tuple[_threads.Part, int]] = []
        self._ranges: list[tuple[int, int]] = []
        self.launches, self.unless = Launches(), unless
        self._scratch = False

    @property
    def parallel(self) -> bool:
        """Whether this step is large enough for several threads."""
        return self.elements >= _threads.FEWEST

    def add(self, part: _threads.Part, count: int, param: Any, scratch: bool) -> None:
        """Add the `count` parts in which a parameter, a NumPy array, is moved.

        `scratch`: they use arrays of this pool.
        """
        if not self.parallel:
            for i in range(count):
                part(0, i)
            return
        self._parts.append((part, count))
        self._ranges.append(low_high(param))
        self._scratch |= scratch

    def add_first(self, part: _threads.Part, ranges: Sequence[tuple[int, int]]) -> None:
        """Add what the calling thread does before all parts; others may begin with those.

        For steps on several threads only.
        """
        self._first.append(part)
        self._ranges += ranges

    def finish(self) -> None:
        """Run what was added and not run yet."""
        first, parts, ranges = self._first, self._parts, sorted(self._ranges)
        launches, unless = self.launches, self.unless
        threads = self.threads if self._scratch else self._of
        if not all(a[1] <= b[0] for a, b in pairwise(ranges)):
            threads = 1  # parameters that share memory are moved one after another
        self.begin()
        if first or parts:
            _threads.run(first, parts, threads)
        launches.run(unless)

    def get(self, xp: Any, thread: int = 0) -> Work:
        """The scratch of a namespace and a thread."""
        work = self._works.get((xp, thread))
        if work is None:
            work = self._works[xp, thread] = Work(xp, self.room)
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


#: How many sets of scalars and of scratch arrays are kept: parameters of a step share them, steps
#: mostly do not share scalars.
MANY = 64

#: Scratch arrays begin, and blocks end, at multiples of so many bytes and elements: a cache line.
LINE = 64
