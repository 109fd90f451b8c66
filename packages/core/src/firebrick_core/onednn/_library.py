"""The shared library of oneDNN: what it must be, and how its functions are called.

oneDNN's C interface of version 3 (https://uxlfoundation.github.io/oneDNN), through ctypes.
"""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import POINTER, byref, c_float, c_int, c_int64, c_size_t, c_uint, c_void_p
from typing import Any

from ._finding import NAME, VARIABLE

SPINS = "2000"
"""How often a thread of OpenMP asks for work before it sleeps, unless the user says so.

The default of 300,000 keeps a CPU for a millisecond after each call, which BLAS's threads want: two
of them on one CPU then wait for each other until the clock ticks. About 10 us bridge two calls.
"""
SPIN_VARIABLES = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")

STATUS = ("success", "out of memory", "invalid arguments", "not implemented", "last implementation")
STATUS += ("runtime error", "not required")
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
        self._c = _load(path)
        try:
            self.version = self._version()
            for name, (result, arguments) in _SIGNATURES.items():
                function = getattr(self._c, f"dnnl_{name}")
                function.restype, function.argtypes = result, arguments
        except AttributeError as error:
            raise _broken(path, f"it has no function of oneDNN 3: {error}") from None
        if self.version[0] != 3:
            raise _broken(path, f"it is version {'.'.join(map(str, self.version))}, not 3")
        self.execute = self._c.dnnl_primitive_execute
        self.set_handle = self._c.dnnl_memory_set_data_handle
        self.engine, self.stream = c_void_p(), c_void_p()
        self.call("engine_create", byref(self.engine), 1, 0)
        self.call("stream_create", byref(self.stream), self.engine, 1)
        self._openmp = getattr(self._c, "omp_set_num_threads", None)
        self._told = threading.local()
        if hasattr(os, "register_at_fork"):
            # OpenMP's threads do not exist in a forked process, which would wait for them.
            os.register_at_fork(after_in_child=self._one_thread)

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
        """Let OpenMP use so many threads for calls of this thread: each has a number of its own."""
        if getattr(self._told, "threads", None) != threads and self._openmp is not None:
            self._openmp(threads)
            self._told.threads = threads

    def _one_thread(self) -> None:
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


_P, _D = c_void_p, POINTER(c_int64)
_MADE = POINTER(c_void_p)
_WINDOW = (_D,) * 4  # strides, dilations, padding before and after
_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "engine_create": (c_int, (_MADE, c_int, c_size_t)),
    "stream_create": (c_int, (_MADE, _P, c_int)),
    "memory_desc_create_with_strides": (c_int, (_MADE, c_int, _D, c_int, _D)),
    "memory_desc_create_with_tag": (c_int, (_MADE, c_int, _D, c_int, c_int)),
    "memory_desc_equal": (c_int, (_P, _P)),
    "memory_desc_get_size": (c_size_t, (_P,)),
    "memory_create": (c_int, (_MADE, _P, _P, _P)),
    "memory_set_data_handle": (c_int, (_P, _P)),
    "primitive_desc_query": (c_int, (_P, c_int, c_int, _P)),
    "primitive_desc_query_md": (_P, (_P, c_int, c_int)),
    "primitive_create": (c_int, (_MADE, _P)),
    "primitive_execute": (c_int, (_P, _P, c_int, _P)),
    "primitive_attr_create": (c_int, (_MADE,)),
    "primitive_attr_set_scratchpad_mode": (c_int, (_P, c_int)),
    "primitive_attr_set_fpmath_mode": (c_int, (_P, c_int)),
    "reorder_primitive_desc_create": (c_int, (_MADE, _P, _P, _P, _P, _P)),
    "convolution_forward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, c_int, _P, _P, _P, _P, *_WINDOW, _P),
    ),
    "convolution_backward_data_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, _P, _P, _P, *_WINDOW, _P, _P),
    ),
    "convolution_backward_weights_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, _P, _P, _P, _P, *_WINDOW, _P, _P),
    ),
    "softmax_forward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, c_int, _P, _P, c_int, _P),
    ),
    "softmax_backward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, _P, _P, _P, c_int, _P, _P),
    ),
    "eltwise_forward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, c_int, _P, _P, c_float, c_float, _P),
    ),
    "eltwise_backward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, _P, _P, _P, c_float, c_float, _P, _P),
    ),
    "pooling_forward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, c_int, _P, _P, *_WINDOW, _D, _P),
    ),
    "pooling_backward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, _P, _P, *_WINDOW, _D, _P, _P),
    ),
    "batch_normalization_forward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, _P, _P, c_float, c_uint, _P),
    ),
    "batch_normalization_backward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, _P, _P, _P, c_float, c_uint, _P, _P),
    ),
    "layer_normalization_forward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, _P, _P, _P, c_float, c_uint, _P),
    ),
    "layer_normalization_backward_primitive_desc_create": (
        c_int,
        (_MADE, _P, c_int, _P, _P, _P, _P, c_float, c_uint, _P, _P),
    ),
    "matmul_primitive_desc_create": (c_int, (_MADE, _P, _P, _P, _P, _P, _P)),
}
