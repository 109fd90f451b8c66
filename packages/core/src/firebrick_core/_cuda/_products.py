"""Products of matrices by cuBLAS, through CuPy's handle: transposed operands and batches are read
where they lie, and each dtype is computed as the settings allow.

16-bit floats are summed in float32; float32 is rounded to TF32 where `set_float32_matmul_precision`
is not "highest"; `backends.cuda.matmul` says whether partial sums of 16 bits may be rounded.
"""

from __future__ import annotations

import ctypes
import functools
import math
from contextlib import suppress
from typing import Any

import numpy as np

from .._settings import _Settings
from ._devices import CUDA

# By dtype: CUDA's number of the type, cuBLAS's of what is computed, and the type of the factors.
KINDS = {
    "float32": (0, 68, np.float32),
    "float64": (1, 70, np.float64),
    "float16": (2, 68, np.float32),
    "bfloat16": (14, 68, np.float32),
}
TF32, HALF = 77, 64  # cuBLAS's numbers: float32 by way of TF32, sums in float16
WHOLE_SUMS = 16  # cuBLAS's mode that does not round partial sums


@functools.cache
def _factors(kind: Any) -> tuple[Any, Any]:
    return np.ones(1, kind), np.zeros(1, kind)


def serves(a: Any, b: Any) -> bool:
    """Whether two arrays are matrices, or batches of such, that fit each other."""
    if not (a.dtype == b.dtype and a.dtype.name in KINDS and a.ndim > 1 < b.ndim):
        return False
    batches = zip(a.shape[-3::-1], b.shape[-3::-1], strict=False)
    fits = a.shape[-1] == b.shape[-2] and a.size > 0 < b.size
    return fits and all(x == y or 1 in (x, y) for x, y in batches)


def product(xp: Any, a: Any, b: Any, out: Any = None) -> Any:
    """`a @ b` for what `serves`, in row-major order; into `out` where it has that order."""
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    shape = (*batch, a.shape[-2], b.shape[-1])
    fits = out is not None and out.flags.c_contiguous and out.dtype == a.dtype
    if out is not None and out.shape != shape:
        raise ValueError(f"matmul: the result has shape {shape}, out has {out.shape}")
    c = out if fits else xp.empty(shape, a.dtype)
    if math.prod(b.shape[:-2]) == 1 and batch:  # the rows of all matrices at once
        a, b, c = a.reshape(-1, a.shape[-1]), b.reshape(b.shape[-2:]), c.reshape(-1, shape[-1])
        batch = ()
    _gemm(xp, a, b, c, batch)
    if fits or out is None:
        return c.reshape(shape)
    out[...] = c.reshape(shape)
    return out


def _gemm(xp: Any, a: Any, b: Any, c: Any, batch: tuple[int, ...]) -> None:
    """cuBLAS counts columns first, so it is asked for the transpose: of b's and a's."""
    cublas = Direct(xp.cuda) if CUDA.recordings else xp.cuda.cublas
    handle = xp.cuda.get_cublas_handle()
    (m, k), n, name = a.shape[-2:], b.shape[-1], a.dtype.name
    kind, compute, factor = KINDS[name]
    if name == "float32" and _Settings.precision != "highest":
        compute = TF32
    elif name == "float16" and _Settings.half_sums:
        compute, factor = HALF, np.float16
    one, zero = (f.ctypes.data for f in _factors(factor))
    (a, op_a, ld_a, step_a), (b, op_b, ld_b, step_b) = (_laid(xp, x, batch) for x in (a, b))
    whole = a.dtype.itemsize == 2 and not _Settings.rounded_sums[name]
    if whole:
        cublas.setMathMode(handle, WHOLE_SUMS)
    left, right = (b.data.ptr, kind, ld_b), (a.data.ptr, kind, ld_a)
    head, tail = (handle, op_b, op_a, n, m, k, one), (zero, c.data.ptr, kind, n)
    if batch:
        count = math.prod(batch)
        cublas.gemmStridedBatchedEx(
            *head, *left, step_b, *right, step_a, *tail, m * n, count, compute, -1
        )
    else:
        cublas.gemmEx(*head, *left, *right, *tail, compute, -1)
    if whole:
        cublas.setMathMode(handle, 0)


class Direct:
    """cuBLAS itself, under the names of CuPy's module: that refuses while a graph is recorded."""

    def __init__(self, cuda: Any):
        self.stream, self.library = cuda.get_current_stream().ptr, cublas_library()

    def _call(self, name: str, kinds: str, *args: Any) -> None:
        function = getattr(self.library, name)
        types = {"p": ctypes.c_void_p, "i": ctypes.c_int, "l": ctypes.c_longlong}
        function.argtypes = [types[kind] for kind in kinds]
        status = function(*args)
        if status:
            raise RuntimeError(f"{name} failed with cuBLAS's status {status}")

    def setMathMode(self, handle: int, mode: int) -> None:
        self._call("cublasSetMathMode", "pi", handle, mode)

    def gemmEx(self, handle: int, *args: Any) -> None:
        self._call("cublasSetStream_v2", "pp", handle, self.stream)
        self._call("cublasGemmEx", "piiiiippiipiippiiii", handle, *args)

    def gemmStridedBatchedEx(self, handle: int, *args: Any) -> None:
        self._call("cublasSetStream_v2", "pp", handle, self.stream)
        self._call("cublasGemmStridedBatchedEx", "piiiiippiilpiilppiiliii", handle, *args)


@functools.cache
def cublas_library() -> Any:
    """The library that CuPy has loaded."""
    for version in (13, 12):
        with suppress(OSError):  # of another version of CUDA
            return ctypes.CDLL(f"libcublas.so.{version}")
    raise RuntimeError("libcublas.so.12 or .13 is not loaded, though CuPy uses it")


def _laid(xp: Any, x: Any, batch: tuple[int, ...]) -> tuple[Any, int, int, int]:
    """A matrix of a batch as cuBLAS reads it: whether transposed, the distance of its rows or
    columns, and that of matrices; a copy where it cannot be read so."""
    size = x.dtype.itemsize
    rows, columns = x.shape[-2:]
    down, right = x.strides[-2] // size, x.strides[-1] // size
    step = _step(x, batch)
    if step is not None and (right == 1 or columns == 1) and (down >= columns or rows == 1):
        return x, 0, down if rows > 1 else columns, step // size
    if step is not None and (down == 1 or rows == 1) and (right >= rows or columns == 1):
        return x, 1, right if columns > 1 else rows, step // size
    copied = xp.ascontiguousarray(x)
    if _step(copied, batch) is None:  # repeated along one dimension of the batch and not another
        copied = xp.ascontiguousarray(xp.broadcast_to(x, (*batch, rows, columns)))
    return copied, 0, columns, (_step(copied, batch) or 0) // size


def _step(x: Any, batch: tuple[int, ...]) -> int | None:
    """The distance, in bytes, between a batch's matrices; None where they do not lie evenly."""
    found, step, count = None, 0, 1
    own = zip(x.shape[:-2], x.strides[:-2], strict=True)
    dims = [(1, 0)] * (len(batch) + 2 - x.ndim) + list(own)
    for n, (length, stride) in zip(reversed(batch), reversed(dims), strict=True):
        if n == 1:
            continue
        stride = 0 if length == 1 else stride
        if found is None:
            found = step = stride
        elif stride != step * count:
            return None
        count *= n
    return 0 if found is None else found
