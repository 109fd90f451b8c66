"""Shared memory without a name: what no process has open any more is gone, however the processes
ended.

Imported when memory is to be shared.
"""

from __future__ import annotations

import mmap
import os
import sys
import weakref
from typing import Any

import numpy as np

# From Python 3.13 on a map need not keep a copy of its descriptor open.
_NO_DESCRIPTOR = {"trackfd": False} if sys.version_info >= (3, 13) else {}


def reserve(size: int, name: str = "firebrick") -> int:
    """The descriptor of `size` bytes of new shared memory, all of which are reserved.

    On Linux it is a memfd: it is not limited by the size of /dev/shm, and does not show there.
    Reserving it now turns "no memory left" into an OSError here; otherwise writing to it later
    would end the process with a bus error.
    """
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create(name, os.MFD_CLOEXEC)
    else:
        import tempfile

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


class SharedMapping(mmap.mmap):
    """Mapped shared memory that can be passed on: it keeps its descriptor open."""

    shared = True
    descriptor: int


_mappings: weakref.WeakValueDictionary[tuple[int, int], SharedMapping] = (
    weakref.WeakValueDictionary()
)


def attach(fd: int) -> SharedMapping:
    """Map the memory behind a descriptor, which is the mapping's from then on.

    Memory that this process has mapped already is not mapped again.
    """
    status = os.fstat(fd)
    key = status.st_dev, status.st_ino
    known = _mappings.get(key)
    if known is not None:
        os.close(fd)
        return known
    options: dict[str, Any] = _NO_DESCRIPTOR
    try:
        mapping = SharedMapping(fd, status.st_size, **options)
    except BaseException:
        os.close(fd)
        raise
    mapping.descriptor = fd
    weakref.finalize(mapping, os.close, fd).atexit = False
    _mappings[key] = mapping
    return mapping


def shared_copy(array: Any) -> Any:
    """A copy of an array, row-major, in new shared memory. Raises OSError where there is none."""
    memory = np.frombuffer(attach(reserve(max(array.nbytes, 1))), np.uint8)
    copy = memory[: array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def let_mappings_be_sent() -> bool:
    """Let multiprocessing send mappings, by descriptor; False where the system passes none."""
    from multiprocessing import reduction

    if not (reduction.HAVE_SEND_HANDLE and hasattr(reduction, "DupFd")):
        return False
    reduction.register(SharedMapping, _reduce_mapping)
    return True


def _reduce_mapping(mapping: SharedMapping) -> Any:
    from multiprocessing import reduction

    return _arrived, (reduction.DupFd(mapping.descriptor),)


def _arrived(descriptor: Any) -> SharedMapping:
    return attach(descriptor.detach())
