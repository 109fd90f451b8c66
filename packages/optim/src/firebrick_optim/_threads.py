"""Parts of a step on several threads: NumPy and compiled loops let others run meanwhile."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat

#: Elements that a step must move for a thread to be started, which takes as long as 50 to 100 us.
FEWEST = 1 << 20

Part = Callable[[int, int], None]


def run(first: Sequence[Part], parts: Sequence[tuple[Part, int]], threads: int) -> None:
    """Call `part(thread, i)` for i from 0 to the count of each part, on up to so many threads.

    `first` are called once each, on the calling thread, number 0, before it takes part in the rest.
    On one thread everything is called in order.
    """
    if threads > 1:
        threads = min(threads, sum(count for _, count in parts) + bool(first))
    if threads < 2:
        for part in first:
            part(0, 0)
        for part, count in parts:
            for i in range(count):
                part(0, i)
        return
    # Shared: taking from it is one operation, and nothing is made before it is taken.
    waiting = chain.from_iterable(
        [zip(repeat(part), range(count), strict=False) for part, count in parts]
    )
    errors: list[BaseException] = []
    helpers = [
        # In a copy of the context, which has NumPy's error state.
        threading.Thread(
            target=contextvars.copy_context().run, args=(_helped, waiting, i, errors), daemon=True
        )
        for i in range(1, threads)
    ]
    for helper in helpers:
        helper.start()
    try:
        for part in first:
            part(0, 0)
        _share(waiting, 0)
    finally:
        for helper in helpers:
            helper.join()
    if errors:
        raise errors[0]


def _share(waiting: Iterator[tuple[Part, int]], thread: int) -> None:
    for part, i in waiting:
        part(thread, i)


def _helped(
    waiting: Iterator[tuple[Part, int]], thread: int, errors: list[BaseException]
) -> None:
    try:
        _share(waiting, thread)
    except BaseException as error:  # noqa: BLE001  # raised again by who started the thread
        errors.append(error)
