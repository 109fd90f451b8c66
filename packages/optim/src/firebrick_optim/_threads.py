"""Parts of a step on several threads: NumPy and compiled loops let others run meanwhile."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable, Iterator, Sequence

from firebrick_core import get_num_threads

#: Elements that a step must move for a thread to be started, which takes as long as 50 to 100 us.
FEWEST = 1 << 20

Part = Callable[[int], None]


def run(parts: Sequence[Part], parallel: bool) -> None:
    """Call all parts, each with the number of the thread that it runs on, from 0; in order unless
    they may run in parallel."""
    threads = min(get_num_threads(), len(parts)) if parallel else 1
    waiting = iter(parts)  # shared: taking from it is one operation
    if threads < 2:
        _work(waiting, 0)
        return
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
        _work(waiting, 0)
    finally:
        for helper in helpers:
            helper.join()
    if errors:
        raise errors[0]


def _work(waiting: Iterator[Part], thread: int) -> None:
    for part in waiting:
        part(thread)


def _helped(waiting: Iterator[Part], thread: int, errors: list[BaseException]) -> None:
    try:
        _work(waiting, thread)
    except BaseException as error:  # noqa: BLE001  # raised again by who started the thread
        errors.append(error)
