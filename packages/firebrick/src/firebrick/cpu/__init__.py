"""The processor as a device, under the names of torch.cpu."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .._missing import attributes_missing as _attributes_missing
from . import amp as amp


def is_available() -> bool:
    """True."""
    return True


def device_count() -> int:
    """1: the machine's processors are one device."""
    return 1


def current_device() -> str:
    """The device: "cpu"."""
    return "cpu"


def set_device(device: Any) -> None:
    """Nothing to choose: there is one."""


def synchronize(device: Any = None) -> None:
    """Nothing to wait for: operators are done when they return."""


class Stream:
    """The one queue of orders to the processor, which is its program's."""

    def __init__(self, priority: int = -1) -> None:
        self.priority = priority

    def wait_stream(self, stream: Any) -> None:
        """Nothing to wait for."""


_stream = Stream()


def current_stream(device: Any = None) -> Stream:
    """The one queue."""
    return _stream


@contextmanager
def stream(stream: Stream) -> Iterator[None]:
    """Changes nothing: there is one queue."""
    yield


__getattr__ = _attributes_missing(__name__)
