"""Shared memory for batches; see `firebrick_core._shared_memory` for what it is and how it ends."""

from __future__ import annotations

import mmap
import socket
import sys
from typing import Any

from firebrick_core._shared_memory import reserve

# A descriptor is what names such memory, so both ends must be able to pass descriptors through
# their socket.
SUPPORTED = hasattr(socket, "send_fds")

# From Python 3.13 on a map need not keep a copy of its descriptor open.
_NO_DESCRIPTOR = {"trackfd": False} if sys.version_info >= (3, 13) else {}


def create(size: int) -> int:
    """The descriptor of `size` bytes of new shared memory, all of which are reserved."""
    return reserve(size, "firebrick-batch")


def attach(fd: int, size: int) -> mmap.mmap:
    """Map shared memory that another process made. The map lives on when `fd` is closed."""
    options: dict[str, Any] = _NO_DESCRIPTOR
    return mmap.mmap(fd, size, **options)
