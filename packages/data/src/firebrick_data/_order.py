"""Which worker loads which batch, and which batch is due: no process, no clock, no random number.

Batches are numbered in the sampler's order. With `in_order` they are dealt to the workers in
turn, and come out in the order of their numbers; a worker that has run dry (an iterable dataset's)
is left out of the turn, and what it still had is dropped. So the order depends on the number of
workers and on nothing that happens at run time. Without `in_order` a batch goes to the next worker
that has room, and comes out when it is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# Each worker is this many batches ahead by default.
PREFETCH_FACTOR = 2


@dataclass(frozen=True)
class Task:
    """Batch number `batch` is to be made of `index` by `worker`."""

    batch: int
    worker: int
    index: Any


class Schedule:
    """The state of one pass over a sampler with `num_workers` workers, each `prefetch` batches
    ahead.

    `indices` yields batches' numbers and indices; the numbers rise.

    >>> schedule = Schedule(iter(enumerate("abc")), num_workers=2, prefetch=1)
    >>> schedule.assign(), schedule.assign(), schedule.assign()
    (Task(batch=0, worker=0, index='a'), Task(batch=1, worker=1, index='b'), None)
    >>> schedule.arrived(1, "B"); schedule.take()
    >>> schedule.arrived(0, "A"); schedule.take()
    (Task(batch=0, worker=0, index='a'), 'A')
    >>> schedule.assign()
    Task(batch=2, worker=0, index='c')
    """

    def __init__(
        self,
        indices: Iterator[tuple[int, Any]],
        num_workers: int,
        prefetch: int,
        in_order: bool = True,
    ):
        self._indices = indices
        self._prefetch = prefetch
        self._in_order = in_order
        self._active = [True] * num_workers
        self._load = [0] * num_workers  # batches assigned to a worker and not yet taken
        self._turn = 0
        self._tasks: dict[int, Task] = {}  # assigned and not yet taken, by number, in order
        self._results: dict[int, Any] = {}  # arrived and not yet taken

    def assign(self) -> Task | None:
        """The next task, or None where no worker has room or the sampler has ended.

        An index is drawn from the sampler only when a worker has room for it.
        """
        worker = self._next_worker()
        if worker is None:
            return None
        try:
            number, index = next(self._indices)
        except StopIteration:
            return None
        task = Task(number, worker, index)
        self._tasks[task.batch] = task
        self._load[worker] += 1
        self._turn = (worker + 1) % len(self._active)
        return task

    def _next_worker(self) -> int | None:
        count = len(self._active)
        for worker in ((self._turn + step) % count for step in range(count)):
            if self._active[worker]:
                if self._load[worker] < self._prefetch:
                    return worker
                if self._in_order:
                    return None  # its turn is kept, or the order would depend on timing
        return None

    def arrived(self, batch: int, result: Any) -> None:
        """Batch number `batch` is there."""
        if batch in self._tasks:
            self._results[batch] = result

    def ran_dry(self, worker: int, batch: int) -> None:
        """`worker` has no samples left for `batch`, nor for what it was given after that."""
        self._active[worker] = False
        gone = [b for b, task in self._tasks.items() if task.worker == worker and b >= batch]
        for b in gone:
            self._drop(b)

    def _drop(self, batch: int) -> Task:
        task = self._tasks.pop(batch)
        self._load[task.worker] -= 1
        return task

    def due(self) -> Task | None:
        """The task that comes out next (without `in_order`: the oldest); None at the end of the
        pass."""
        return next(iter(self._tasks.values()), None)

    def next_arrived(self) -> tuple[Task, Any] | None:
        """The next task and its result, or None while it is not there."""
        if self._in_order:
            first = self.due()
            batch = first.batch if first is not None else -1
        else:
            batch = next(iter(self._results), -1)
        return (self._tasks[batch], self._results[batch]) if batch in self._results else None

    def take(self) -> tuple[Task, Any] | None:
        """`next_arrived`, which then is no longer there."""
        found = self.next_arrived()
        if found is not None:
            self._drop(found[0].batch)
            del self._results[found[0].batch]
        return found

    def of_worker(self, worker: int) -> list[Task]:
        """What `worker` has been given and not delivered, oldest first."""
        return [
            t for t in self._tasks.values() if t.worker == worker and t.batch not in self._results
        ]
