"""Shared memory for batches; see `firebrick_core._shared_memory` for what it is and how it ends.

New pages cost the system more than a worker takes to fill them: it clears and maps each by itself.
(Measured: 19 MB of them 11 ms, and 4 ms to give back; writing to them 2 ms.) So what the workers
of one pass leave is kept for those of the next, as `firebrick_core` keeps the memory of large
arrays, and up to the same size.
"""

from __future__ import annotations

import mmap
import os
import socket
import sys
from collections import deque
from contextlib import suppress
from typing import Any

from firebrick_core._recycling import KEPT
from firebrick_core._shared_memory import reserve

# A descriptor is what names such memory, so both ends must be able to pass descriptors through
# their socket.
SUPPORTED = hasattr(socket, "send_fds")

# From Python 3.13 on a map need not keep a copy of its descriptor open.
_NO_DESCRIPTOR = {"trackfd": False} if sys.version_info >= (3, 13) else {}

_MADV_POPULATE_READ = 22  # of Linux; `mmap` has no name for it


def create(size: int) -> int:
    """The descriptor of `size` bytes of new shared memory, all of which are reserved."""
    return reserve(size, "firebrick-batch")


def attach(fd: int, size: int) -> mmap.mmap:
    """Map shared memory that another process made. The map lives on when `fd` is closed."""
    options: dict[str, Any] = _NO_DESCRIPTOR
    return mmap.mmap(fd, size, **options)


def map_pages(memory: mmap.mmap) -> None:
    """Map all pages of memory that exist already, in one go where the system can: a quarter of
    what it takes to map them as each is written to."""
    with suppress(OSError, AttributeError):  # before Linux 5.14, and elsewhere
        memory.madvise(_MADV_POPULATE_READ)


class Segment:
    """Shared memory that is mapped here and can be passed on, as its descriptor is kept open."""

    def __init__(self, descriptor: int, size: int):
        self.descriptor = descriptor
        self.size = size
        try:
            self.map = attach(descriptor, size)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the descriptor. The map goes when the last array over it does."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    __del__ = close


# Changed by single operations only, which no thread and no finalizer can come between.
_kept: deque[Segment] = deque()


def keep(segment: Segment) -> None:
    """Let a later pass have this memory, which nobody uses any more.

    At most KEPT bytes are kept, and nothing with FIREBRICK_RECYCLE=0.
    """
    _kept.append(segment)
    off = os.environ.get("FIREBRICK_RECYCLE", "1") in ("0", "off")
    _let_go(down_to=0 if off else KEPT)


def take_kept(count: int) -> list[Segment]:
    """At most `count` of what is kept, the latest first; the caller's from now on."""
    taken: list[Segment] = []
    while len(taken) < count:
        try:
            taken.append(_kept.pop())
        except IndexError:
            break
    return taken


def let_go_of_kept() -> None:
    """Give all that is kept back to the system; in a forked process, leave it to the parent."""
    _let_go(down_to=0)


def _let_go(down_to: int) -> None:
    size = sum(segment.size for segment in tuple(_kept))
    while size > down_to:
        try:
            oldest = _kept.popleft()
        except IndexError:  # another thread does the same
            return
        size -= oldest.size
        oldest.close()
