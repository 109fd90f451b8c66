"""Batches in page-locked memory, from which a GPU copies while the processor goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def can_pin() -> bool:
    """Whether there is a GPU that pinned memory is for."""
    from firebrick_core import cuda  # only loaders that pin need it

    return cuda.is_available()


def pinned(batch: Any) -> Any:
    """A batch whose tensors, also those in mappings and sequences, lie in pinned memory.

    An object with a method `pin_memory` gives what that returns; everything else stays.
    """
    if isinstance(batch, (str, bytes)):
        return batch
    if hasattr(batch, "pin_memory"):
        return batch.pin_memory()
    if isinstance(batch, Mapping):
        content = {key: pinned(value) for key, value in batch.items()}
        return content if type(batch) is dict else type(batch)(content)  # type: ignore[call-arg]
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*map(pinned, batch))
    if isinstance(batch, (tuple, list)):
        return type(batch)(map(pinned, batch))
    return batch
