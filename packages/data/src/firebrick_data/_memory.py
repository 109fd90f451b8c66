"""Where the arrays of a batch are put: ordinary memory, or what the running worker offers.

A worker process offers a slot of shared memory while it puts a batch together, so that a collated
batch is written once, where the consumer will read it. Nothing else has to know about it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

Allocate = Callable[[tuple[int, ...], Any], "np.ndarray | None"]


class _Offer(threading.local):
    allocate: Allocate | None = None


_offer = _Offer()


def empty(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """An uninitialised array for (a part of) a batch."""
    if _offer.allocate is not None:
        array = _offer.allocate(shape, dtype)
        if array is not None:
            return array
    return np.empty(shape, dtype)


@contextmanager
def allocating_with(allocate: Allocate) -> Iterator[None]:
    """Offer memory to the batches that this thread collates: `allocate(shape, dtype)`, or None to
    decline."""
    before = _offer.allocate
    _offer.allocate = allocate
    try:
        yield
    finally:
        _offer.allocate = before
