"""A CuPy without a GPU: NumPy arrays that a FIFO thread per stream computes, later.

`install()` puts a module in the place of `cupy`, so that everything of Firebrick's that serves
device "cuda" runs as it is. What the fake keeps to is CuPy's contract:

1. A call gives its result's shape and dtype at once, and the values when the stream comes to it.
   Memory that no kernel has filled yet holds junk (`JUNK`), so a missing wait shows.
2. Streams are independent of each other: only events and waits order them.
3. Reading out (`item`, `get`, `bool`, printing) and data-dependent shapes wait, and are counted in
   `Hardware.waits`. Nothing else does.
4. An array never becomes a NumPy array by itself, and mixes with none: TypeError, as in CuPy.
5. The namespace has the names that CuPy 14 has, with their parameters and their ufuncs' loops
   (`names.json`), and no others.
6. Memory comes from an allocator and goes back with the last reference; what a pool hands out again
   was not waited for.

To know shapes at once, each array has a second, hidden copy of its values that is computed when the
call is made (`_shadow`); what is read out is always the device's own memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from firebrick_core._cuda import _products
from firebrick_core._device import BACKENDS
from firebrick_core._provider import PROVIDERS, remove_provider

from ._cublas import Library
from ._module import FakeCupy
from ._streams import JUNK as JUNK, Hardware as Hardware


@contextmanager
def install(devices: int = 2, memory: int = 1 << 26, kernels: bool = False) -> Iterator[FakeCupy]:
    """Put a fake CuPy with new hardware in the place of `cupy` inside the block.

    `devices` is the number of its GPUs, `memory` the bytes that each has; with `kernels` our own
    CUDA sources serve, compiled by the host's compiler. Yields the module, whose
    `hardware` says what happened.
    """
    fake = FakeCupy(Hardware(devices, memory))
    before = {k: m for k, m in sys.modules.items() if k == "cupy" or k.startswith("cupy.")}
    for name in before:
        del sys.modules[name]
    sys.modules["cupy"] = fake
    sys.modules["cupy.cuda"] = fake.cuda
    library, _products.cublas_library = _products.cublas_library, lambda: Library(fake.cuda.cublas)
    try:
        BACKENDS["cuda"].namespace()
        for name in PROVIDERS.keys() & {"cudnn", *["cuda"] * (not kernels)}:
            remove_provider(name)
        yield fake
    finally:
        for name in PROVIDERS.keys() & {"cuda", "cudnn"}:
            remove_provider(name)
        _products.cublas_library = library
        fake.hardware.close()
        for name in ("cupy", "cupy.cuda"):
            del sys.modules[name]
        sys.modules.update(before)


def fail(fake: Any, message: str) -> None:
    """Let the next kernel of the current stream fail as one that reads an illegal address does."""
    fake.hardware.stream().put(_raiser(fake.hardware, message))


def _raiser(hardware: Hardware, message: str) -> Any:
    def broken() -> None:
        raise hardware.error(message)

    return broken
