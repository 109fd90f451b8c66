"""RawModule for the fake device: CUDA C++ compiled by the host's compiler, one thread a block.

That runs a kernel's arithmetic and indexing as they are; what it does not run is the exchange
between threads, which blocks of one thread have none of.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

COMPILER = shutil.which("g++") or shutil.which("clang++")
HOST = r"""
#include <cmath>
#include <cstring>
#include <cstddef>
using namespace std;
#define WARP 1
#define __global__
#define __device__
#define __shared__ static
#define __grid_constant__
#define __syncthreads()
struct Dim { unsigned x; };
static Dim blockIdx, threadIdx, blockDim, gridDim;
extern "C" void place(unsigned block, unsigned blocks) {
  blockIdx.x = block; gridDim.x = blocks; threadIdx.x = 0; blockDim.x = 1;
}
template <class V> V __shfl_xor_sync(unsigned, V v, int) { return v; }
template <class V> V atomicAdd(V* place, V x) { V old = *place; *place += x; return old; }
inline unsigned atomicCAS(unsigned* place, unsigned expected, unsigned x) {
  unsigned old = *place;
  if (old == expected) *place = x;
  return old;
}
inline float half_to_float(unsigned short h) {
  int exponent = h >> 10 & 31, fraction = h & 1023;
  float v = exponent == 31 ? (fraction ? NAN : INFINITY)
          : exponent ? ldexpf(1024 + fraction, exponent - 25) : ldexpf(fraction, -24);
  return h >> 15 ? -v : v;
}
inline unsigned short float_to_half(float x) {
  unsigned short sign = signbit(x) ? 0x8000 : 0;
  float v = fabsf(x);
  if (isnan(x)) return 0x7e00;
  if (v >= 65520) return sign | 0x7c00;
  int e;
  frexpf(v, &e);
  int low = e - 11 < -24 ? -24 : e - 11;
  float n = nearbyintf(ldexpf(v, -low));
  if (n == 2048) { n = 1024; low++; }
  if (n < 1024) return sign | (unsigned short)n;
  return sign | (unsigned short)((low + 25) << 10 | ((int)n - 1024));
}
"""


@functools.cache
def compiled(code: str) -> Any:
    """The code as a library of the host; compiled once in a process."""
    folder = Path(tempfile.mkdtemp(prefix="fake_cupy_"))
    name = hashlib.sha256(code.encode()).hexdigest()[:12]
    (folder / f"{name}.cpp").write_text(HOST + code)
    command = [COMPILER, "-std=c++17", "-O1", "-fno-strict-aliasing", "-shared", "-fPIC", "-w"]
    command.append("-ffp-contract=off")
    subprocess.run(
        [*command, str(folder / f"{name}.cpp"), "-o", str(folder / f"{name}.so")], check=True
    )
    library = ctypes.CDLL(str(folder / f"{name}.so"))
    shutil.rmtree(folder)
    return library


class RawModule:
    """CuPy's RawModule."""

    def __init__(self, cupy: Any, code: str, options: Any = (), **rest: Any):
        self.cupy, self.library = cupy, compiled(code)

    def get_function(self, name: str) -> Any:
        """A kernel, called with grid, block and arguments."""
        return functools.partial(self._launch, getattr(self.library, name))

    def _launch(self, function: Any, grid: Any, block: Any, args: Any) -> None:
        if block[0] % 32 or block[0] > 1024:
            raise self.cupy.hardware.error(f"cudaErrorInvalidConfiguration: {block} threads")
        place, values = self.library.place, [_value(a) for a in args]

        def job() -> None:
            for number in range(grid[0]):
                place(number, grid[0])
                function(*values)

        self.cupy.hardware.stream().put(job)


def _value(argument: Any) -> Any:
    """An argument as the kernel gets it: CuPy passes arrays as addresses, numbers as 8 bytes."""
    if hasattr(argument, "_memory"):
        address = argument._memory.__array_interface__["data"][0] if argument.size else 0
        return ctypes.c_void_p(address)
    if isinstance(argument, np.ndarray):  # a struct, by value
        if argument.size != 1:
            raise TypeError(f"a kernel's parameter is a numpy.ndarray of shape {argument.shape}")
        data = argument.tobytes()
        return type("Struct", (ctypes.Structure,), {
            "_fields_": [("bytes", ctypes.c_uint64 * (len(data) // 8))],
        }).from_buffer_copy(data)
    if isinstance(argument, np.uint64):
        return ctypes.c_uint64(int(argument))
    if isinstance(argument, int):
        return ctypes.c_int64(argument)
    if isinstance(argument, float):
        return ctypes.c_double(argument)
    raise TypeError(f"Unsupported type {type(argument)} (in a kernel's arguments)")
