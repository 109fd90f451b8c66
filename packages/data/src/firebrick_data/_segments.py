"""Shared memory without a name: what no process has open any more is gone, however the processes
ended."""

from __future__ import annotations

import mmap
import os
import socket
import sys
import tempfile
from typing import Any

# A descriptor is what names such memory, so both ends must be able to pass descriptors through
# their socket.
SUPPORTED = hasattr(socket, "send_fds")

# From Python 3.13 on a map need not keep a copy of its descriptor open.
_NO_DESCRIPTOR = {"trackfd": False} if sys.version_info >= (3, 13) else {}


def create(size: int) -> int:
    """The descriptor of `size` bytes of new shared memory, all of which are reserved.

    On Linux it is a memfd: it is not limited by the size of /dev/shm, and does not show there.
    Reserving it now turns "no memory left" into an OSError here; otherwise writing to it later
    would end the process with a bus error.
    """
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("firebrick-batch", os.MFD_CLOEXEC)
    else:
        with tempfile.TemporaryFile() as file:
            fd = os.dup(file.fileno())
    try:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(fd, 0, size)
        else:
            os.ftruncate(fd, size)
    except BaseException:
        os.close(fd)
        raise
    return fd


def attach(fd: int, size: int) -> mmap.mmap:
    """Map shared memory that another process made. The map lives on when `fd` is closed."""
    options: dict[str, Any] = _NO_DESCRIPTOR
    return mmap.mmap(fd, size, **options)
