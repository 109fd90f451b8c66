"""Marks for NVIDIA's profilers, under the names of torch.cuda.nvtx, by CuPy's NVTX.

Raises RuntimeError, which says what to install, where CuPy is not.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from firebrick_core._cuda._availability import import_cupy as _import_cupy

_local = threading.local()


def _nvtx() -> Any:
    return _import_cupy().cuda.nvtx


def range_push(msg: str) -> int:
    """Begin a named range inside those that this thread has begun; returns how many those are."""
    _nvtx().RangePush(msg)
    depth: int = getattr(_local, "depth", 0)
    _local.depth = depth + 1
    return depth


def range_pop() -> int:
    """End the range that was begun last; returns how many this thread has begun before it, -2 where
    it has begun none."""
    _nvtx().RangePop()
    depth: int = getattr(_local, "depth", 0)
    _local.depth = max(depth - 1, 0)
    return depth - 1 if depth else -2


def mark(msg: str) -> None:
    """Mark a moment."""
    _nvtx().Mark(msg)


@contextmanager
def range(msg: str, *args: Any, **kwargs: Any) -> Iterator[None]:
    """A named range around a block; the name is `msg.format(*args, **kwargs)`."""
    range_push(msg.format(*args, **kwargs))
    try:
        yield
    finally:
        range_pop()
