"""Files mapped into memory: read when they are used, and not copied.

Imported when a file is mapped.
"""

from __future__ import annotations

import mmap
import os
from typing import Any

import numpy as np


class Mapping(mmap.mmap):
    """A mapped file that knows its name, and whether what is written goes to the file."""

    filename: str
    shared: bool


def map_file(file: Any, *, shared: bool = False) -> Mapping | None:
    """The whole of an open file, None for an empty one.

    What is written into a mapping that is not `shared` stays in this process; the file needs to be
    open for writing, and changes, only if it is `shared`.
    """
    descriptor = file.fileno()
    if not os.fstat(descriptor).st_size:
        return None
    access = mmap.ACCESS_WRITE if shared else mmap.ACCESS_COPY
    mapping = Mapping(descriptor, 0, access=access)
    mapping.filename, mapping.shared = str(file.name), shared
    return mapping


def part(mapping: Mapping, start: int, nbytes: int) -> np.ndarray[Any, Any]:
    """A part of a mapped file as an array of bytes; it keeps the mapping open."""
    return np.frombuffer(mapping, np.uint8, nbytes, start)


def mapped_file(filename: Any, shared: bool, nbytes: int) -> np.ndarray[Any, Any]:
    """The first bytes of a file, mapped; a shared file is made, or made longer, as needed.

    Raises RuntimeError for a file that is too short, or not there.
    """
    if nbytes < 0:
        raise RuntimeError(f"from_file: the size must not be negative, got {nbytes} bytes")
    size = os.path.getsize(filename) if os.path.exists(filename) else -1
    if size < nbytes and not shared:
        found = f"has {size} bytes, but {nbytes} were asked for" if size >= 0 else "is not there"
        raise RuntimeError(
            f"from_file: the file <{filename}> {found}. With shared=True it is made as long as "
            "needed"
        )
    if size < nbytes or size < 0:
        with open(filename, "ab") as file:
            file.truncate(nbytes)
    if not nbytes:
        return np.empty(0, np.uint8)
    with open(filename, "r+b" if shared else "rb") as file:
        mapping = map_file(file, shared=shared)
    if mapping is None:
        raise RuntimeError(f"from_file: the file <{filename}> was emptied while it was mapped")
    return part(mapping, 0, nbytes)
