"""The calls of cuBLAS that core makes, over the fake device's memory: numbers in, numbers out."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from ._streams import Hardware

NAMES = {0: "float32", 1: "float64", 2: "float16", 14: "bfloat16"}
COMPUTE = {64: np.float16, 68: np.float32, 70: np.float64, 77: np.float32}


def _dtype(kind: int) -> Any:
    if kind == 14:
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(NAMES[kind])


def _matrices(ptr: int, kind: int, ld: int, step: int, count: int, shape: Any) -> Any:
    """Matrices in column-major order at an address."""
    dtype, (rows, columns) = _dtype(kind), shape
    if ld < max(rows, 1):
        raise RuntimeError(f"CUBLAS_STATUS_INVALID_VALUE: leading dimension {ld} of {rows} rows")
    length = (count - 1) * step + (columns - 1) * ld + rows
    memory = (ctypes.c_char * (length * dtype.itemsize)).from_address(ptr)
    strides = tuple(dtype.itemsize * n for n in (step, 1, ld))
    return np.ndarray((count, rows, columns), dtype, memory, 0, strides)


def tf32(x: Any) -> Any:
    """float32 rounded to 10 bits behind the point."""
    bits = np.ascontiguousarray(x, np.float32).view(np.uint32)
    return ((bits + 0xFFF + (bits >> 13 & 1)) & 0xFFFFE000).view(np.float32)


class Cublas:
    """`cupy.cuda.cublas`; `calls` lists what was asked for."""

    def __init__(self, hardware: Hardware):
        self.hardware = hardware
        self.mode, self.direct = 0, False
        self.calls: list[dict[str, Any]] = []

    def setMathMode(self, handle: int, mode: int) -> None:
        self.mode = mode

    def setStream(self, handle: int, stream: int) -> None:
        self.stream = stream

    def gemmEx(self, handle, ta, tb, m, n, k, one, a, ka, lda, b, kb, ldb, zero, c, kc, ldc,
               compute, algo):  # fmt: skip  # type: ignore[no-untyped-def]
        self.gemmStridedBatchedEx(handle, ta, tb, m, n, k, one, a, ka, lda, 0, b, kb, ldb, 0, zero,
                                  c, kc, ldc, 0, 1, compute, algo)  # fmt: skip

    def gemmStridedBatchedEx(self, handle, ta, tb, m, n, k, one, a, ka, lda, sa, b, kb, ldb, sb,
                             zero, c, kc, ldc, sc, count, compute, algo):  # fmt: skip  # type: ignore[no-untyped-def]
        if self.hardware.stream().recording is not None and not self.direct:
            raise NotImplementedError(
                "calling cuBLAS API during stream capture is currently unsupported"
            )
        factor = _dtype({64: 2, 70: 1}.get(compute, 0))
        factors = [np.ndarray(1, factor, (ctypes.c_char * 8).from_address(p)) for p in (one, zero)]
        if [float(f[0]) for f in factors] != [1.0, 0.0]:
            raise RuntimeError(f"factors {factors} do not have the type of computation {compute}")
        self.calls.append({"dtype": NAMES[ka], "compute": compute, "mode": self.mode,
                           "count": count, "transposed": (ta, tb)})  # fmt: skip
        left = _matrices(a, ka, lda, sa, count, (k, m) if ta else (m, k))
        right = _matrices(b, kb, ldb, sb, count, (n, k) if tb else (k, n))
        out = _matrices(c, kc, ldc, sc, count, (m, n))
        wide = COMPUTE[compute]

        def job() -> None:
            x, y = (v.swapaxes(1, 2) if t else v for v, t in ((left, ta), (right, tb)))
            x, y = (v.astype(wide) for v in (x, y))
            if compute == 77:
                x, y = tf32(x), tf32(y)
            out[...] = np.matmul(x, y).astype(out.dtype)

        self.hardware.stream().put(job)


class Library:
    """The library, as ctypes has it: status 0, and types of arguments that are looked at."""

    def __init__(self, cublas: Cublas):
        def function(name: str) -> Any:
            def call(*args: Any) -> int:
                kinds = [ctypes.c_void_p if isinstance(a, int) and a > 1 << 31 else None
                         for a in args]  # fmt: skip
                for kind, declared in zip(kinds, call.argtypes, strict=True):  # type: ignore[attr-defined]
                    if kind not in (None, declared):
                        raise TypeError(f"{name}: an address is declared as {declared}")
                cublas.direct = True
                try:
                    getattr(cublas, name)(*args)
                finally:
                    cublas.direct = False
                return 0

            return call

        self.cublasGemmEx = function("gemmEx")
        self.cublasGemmStridedBatchedEx = function("gemmStridedBatchedEx")
        self.cublasSetMathMode = function("setMathMode")
        self.cublasSetStream_v2 = function("setStream")
