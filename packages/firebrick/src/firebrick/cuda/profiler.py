"""Where NVIDIA's profilers look, under the names of torch.cuda.profiler.

Raises RuntimeError, which says what is missing, without a GPU.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from firebrick_core import cuda as _cuda
from firebrick_core._device import BACKENDS as _BACKENDS


def start() -> None:
    """Let a profiler that waits for it begin to record."""
    _BACKENDS["cuda"].namespace().cuda.runtime.profilerStart()


def stop() -> None:
    """Let it stop, after all that was asked of the device."""
    _cuda.synchronize()
    _BACKENDS["cuda"].namespace().cuda.runtime.profilerStop()


@contextmanager
def profile() -> Iterator[None]:
    """`start` and `stop` around a block."""
    start()
    try:
        yield
    finally:
        stop()
