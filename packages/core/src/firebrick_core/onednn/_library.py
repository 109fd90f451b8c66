"""The shared library of oneDNN: what it must be, and how its functions are called.

oneDNN's C interface of version 3 (https://uxlfoundation.github.io/oneDNN), through ctypes.
"""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import POINTER, byref, c_int, c_int64, c_size_t, c_void_p
from typing import Any

from ._finding import NAME, VARIABLE

SPINS = "2000"
"""How often a thread of OpenMP asks for work before it sleeps, unless the user says so.

The default of 300,000 keeps a CPU for a millisecond after each call, which BLAS's threads want: two
of them on one CPU then wait for each other until the clock ticks. This many take about 0.1 ms,
which bridges two calls.
"""
SPIN_VARIABLES = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")

STATUS: tuple[str, ...] = (
    *("success", "out of memory", "invalid arguments", "not implemented"),
    *("last implementation", "runtime error", "not required"),
)
MOST_DIMS = 12
Dims = c_int64 * MOST_DIMS


class Argument(ctypes.Structure):
    """dnnl_exec_arg_t: what a memory is to a primitive."""

    _fields_ = (("arg", c_int), ("memory", c_void_p))


class Library:
    """oneDNN, loaded: its functions, an engine for this machine's CPU, and a stream.

    Raises ImportError, saying what to do, for a file that is not oneDNN 3 or cannot be loaded.
    """

    def __init__(self, path: str):
        self.path = path
        self.forked = False  # from a process that had loaded it
        self._c = _load(path)
        try:
            self.version = self._version()
            for name, (result, arguments) in _SIGNATURES.items():
                function = getattr(self._c, f"dnnl_{name}")
                function.restype = result
                if arguments is not None:
                    function.argtypes = arguments
        except AttributeError as error:
            raise _broken(path, f"it has no function of oneDNN 3: {error}") from None
        if self.version[0] != 3:
            raise _broken(path, f"it is version {'.'.join(map(str, self.version))}, not 3")
        self.execute = self._c.dnnl_primitive_execute
        self.set_handle = self._c.dnnl_memory_set_data_handle
        self.engine, self.stream = c_void_p(), c_void_p()
        self.call("engine_create", byref(self.engine), 1, c_size_t(0))
        self.call("stream_create", byref(self.stream), self.engine, 1)
        self._openmp = getattr(self._c, "omp_set_num_threads", None)
        self._told = threading.local()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._stay_on_one_thread)

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function that returns a status. Raises RuntimeError for what failed."""
        status = getattr(self._c, f"dnnl_{name}")(*arguments)
        if status:
            raise RuntimeError(f"oneDNN: {name} failed: {STATUS[status]} ({self.path})")

    def made(self, name: str, *arguments: Any) -> c_void_p:
        """The object that a function makes."""
        out = c_void_p()
        self.call(name, byref(out), *arguments)
        return out

    def value(self, name: str, *arguments: Any) -> Any:
        """The result of a function that returns no status."""
        return getattr(self._c, f"dnnl_{name}")(*arguments)

    def set_threads(self, threads: int) -> None:
        """Let OpenMP use so many threads for calls of this thread: each has a number of its own.

        In a forked process it stays one: OpenMP's other threads do not exist there, and the first
        call that wants them waits for them for ever.
        """
        if self.forked:
            threads = 1
        if getattr(self._told, "threads", None) != threads and self._openmp is not None:
            self._openmp(threads)
            self._told.threads = threads

    def _stay_on_one_thread(self) -> None:
        self.forked = True
        self.set_threads(1)

    def _version(self) -> tuple[int, int, int]:
        version = self._c.dnnl_version
        version.restype = POINTER(c_int * 3)
        return tuple(version().contents)


def _broken(path: str, what: str) -> ImportError:
    return ImportError(
        f"oneDNN cannot be used: {path}: {what}. Install it again (pip install "
        f"'firebrick-core[onednn]'), name another {NAME} in {VARIABLE}, or turn the provider off "
        "with FIREBRICK_PROVIDERS=none"
    )


def _load(path: str) -> Any:
    """The file, and with it OpenMP's library, which reads its settings once, when it is loaded."""
    ours = not any(name in os.environ for name in SPIN_VARIABLES)
    if ours:
        os.environ[SPIN_VARIABLES[1]] = SPINS
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise _broken(path, str(error)) from None
    finally:
        if ours:
            del os.environ[SPIN_VARIABLES[1]]


# What ctypes would not guess: results that are no int, and addresses that come as plain numbers.
_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...] | None]] = {
    "memory_desc_get_size": (c_size_t, None),
    "memory_set_data_handle": (c_int, (c_void_p, c_void_p)),
    "primitive_desc_query_md": (c_void_p, None),
    "primitive_execute": (c_int, (c_void_p, c_void_p, c_int, c_void_p)),
}
