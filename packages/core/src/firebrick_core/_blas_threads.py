"""The threads of NumPy's OpenBLAS: how many there are, and products without them.

They wait for the next product in a loop, for milliseconds. Where the threads of another library
compute meanwhile, both wait for each other: on two cores a training step of LeNet took three times
as long.
"""

from __future__ import annotations

import _thread
import ctypes
import glob
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

_NAMES = ("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads")


class _Blas:
    """The library in NumPy's wheel; None are its functions where NumPy came from elsewhere."""

    def __init__(self) -> None:
        self.get: Any = None
        self.set: Any = None
        folder = os.path.join(os.path.dirname(os.path.dirname(np.__file__)), "numpy.libs")
        for path in glob.glob(os.path.join(folder, "*openblas*.so*")):
            library = ctypes.CDLL(path)  # which NumPy has loaded: this opens it no second time
            for name in _NAMES:
                self.get = getattr(library, name.format("get"), None)
                self.set = getattr(library, name.format("set"), None)
                if self.set is not None:
                    return


_found: list[_Blas] = []
_lock = threading.Lock()
_alone = [0, 0]  # how many are inside of `one_thread`, and the number of threads before


# Whether this process was forked while its parent had other threads, and whether the next one is.
_among_threads = [False, False]


def _look_for_threads() -> None:
    from ._parallel import WORKERS

    _among_threads[1] = _thread._count() > len(WORKERS)


def _forget() -> None:
    """In a forked process: threads of its parent are not there to leave `one_thread` or let go of
    the lock."""
    global _lock
    _lock = threading.Lock()
    _among_threads[0] = _among_threads[0] or _among_threads[1]
    if _alone[0]:
        _alone[0] = 0
        set_blas_threads(_alone[1])


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_look_for_threads, after_in_child=_forget)


def _blas() -> _Blas:
    if not _found:
        _found.append(_Blas())
    return _found[0]


def set_blas_threads(threads: int) -> bool:
    """Let NumPy's products use so many threads; whether its library could be told.

    It stays one in a process that was forked among threads: OpenBLAS has a lock that a product on
    several threads holds, and it stays locked in the child for ever where a thread that is not
    there was in the middle of one.
    """
    blas = _blas()
    if blas.set is None:
        return False
    if _among_threads[0]:
        threads = 1
    with _lock:
        _alone[1] = threads
        if not _alone[0]:
            blas.set(threads)
    return True


@contextmanager
def one_thread() -> Iterator[None]:
    """Let NumPy's products use the calling thread only."""
    blas = _blas()
    if blas.set is None:
        yield
        return
    with _lock:
        if not _alone[0]:
            _alone[1] = blas.get()
            blas.set(1)
        _alone[0] += 1
    try:
        yield
    finally:
        with _lock:
            _alone[0] -= 1
            if not _alone[0]:
                blas.set(_alone[1])
