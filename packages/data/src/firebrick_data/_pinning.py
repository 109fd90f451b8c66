"""Batches in page-locked memory, from which a GPU copies while the processor goes on."""

from __future__ import annotations

import threading
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


class Ahead:
    """A batch on its way to pinned memory: a thread copies, which holds no lock meanwhile."""

    def __init__(self, batch: Any):
        self._batch = batch
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._pin, name="firebrick-data pin", daemon=True)
        self._thread.start()

    def _pin(self) -> None:
        try:
            self._batch = pinned(self._batch)
        except Exception as error:  # for whoever takes the batch
            self._error = error

    def get(self) -> Any:
        """The pinned batch. Raises what pinning raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._batch
