"""Memory of large arrays, kept for the next ones.

Pages that the system hands out anew are filled with zeros and mapped one by one, which takes longer
than most arithmetic on them. glibc returns the free top of its heap to the system when it is larger
than a threshold, which by itself grows to 64 MB at most: less than a training step frees at its
end. Raised, it lets a step use the memory of the step before. Blocks are still freed when their
last tensor goes, and then serve any other use in the process; those over 32 MB go to the system.
"""

from __future__ import annotations

import ctypes
import os
import sys

BLOCK = 32 << 20
"""Bytes up to which a block comes from the heap: where glibc's own growing threshold ends."""
KEPT = 256 << 20
"""Free bytes at the top of the heap above which they go back to the system."""
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # names of glibc's malloc.h


def recycle() -> bool:
    """Raise the thresholds, on Linux with glibc, unless FIREBRICK_RECYCLE=0 or glibc's own
    variables say otherwise; returns whether that was done."""
    own = ("MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES")
    if not sys.platform.startswith("linux") or any(name in os.environ for name in own):
        return False
    if os.environ.get("FIREBRICK_RECYCLE", "1") in ("0", "off"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # another C library
        return False
    return bool(mallopt(_MMAP_THRESHOLD, BLOCK) and mallopt(_TRIM_THRESHOLD, KEPT))
