"""Tensors that share memory with the tensor that is written to: refused where PyTorch refuses them.

Only tensors over one storage can overlap, and views share their base's storage object: a test of
identity tells nearly all calls apart. What is too hard to say, as PyTorch has it, is served: NumPy
writes as if the input had been copied first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._storage import address

NONE, PARTLY, WHOLLY, HARD = range(4)
_may_share_memory = np.may_share_memory
_ndarray = np.ndarray


def _dense(array: Any) -> bool:
    """Whether the elements fill one stretch of memory, each in a place of its own."""
    expected = array.itemsize
    for stride, n in sorted(zip(array.strides, array.shape, strict=True)):
        if n != 1:
            if stride != expected:
                return False
            expected *= n
    return True


def overlap(a: Any, b: Any) -> int:
    """How two arrays overlap: NONE, PARTLY or WHOLLY, HARD where that is not easily said."""
    if a is b:
        return WHOLLY
    if type(a) is _ndarray and not _may_share_memory(a, b):
        return NONE  # no byte between their first and last ones is common
    if not (a.size and b.size):
        return NONE
    if not (_dense(a) and _dense(b)):
        return HARD
    start, other = address(a), address(b)
    if start == other and a.nbytes == b.nbytes:
        return WHOLLY if a.strides == b.strides else PARTLY
    return PARTLY if start < other + b.nbytes and other < start + a.nbytes else NONE


def check_partly(name: str, target: Any, source: Any) -> int:
    """Raise RuntimeError where a source overlaps the target without being all of it.

    Returns how they overlap.
    """
    if source is target:
        return WHOLLY
    storage = target._storage
    if storage is None or source._storage is not storage:
        return NONE
    found = overlap(target._array, source._array)
    if found == PARTLY:
        raise _shared(name)
    return found


def check_apart(name: str, target: Any, source: Any) -> None:
    """Raise RuntimeError where a source overlaps the target, or is the target."""
    if check_partly(name, target, source) == WHOLLY:
        raise _shared(name)


def _shared(name: str) -> RuntimeError:
    return RuntimeError(
        "unsupported operation: some elements of the input tensor and the written-to tensor refer "
        "to a single memory location. Please clone() the tensor before performing the operation "
        f"({name}())"
    )
