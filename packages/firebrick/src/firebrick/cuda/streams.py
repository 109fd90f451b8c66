"""Orders to the GPU that run beside each other, under the names of torch.cuda.streams, through
CuPy's streams and events. Without a GPU they are a RuntimeError that says what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from firebrick_core._errors import require_cupy

from ._devices import index_of


class Stream:
    """A queue of orders to a GPU.

    Args:
        device: the GPU; the current one where it is None.
        priority: lower numbers go first.
    """

    def __init__(self, device: Any = None, priority: int = 0, *, stream: Any = None) -> None:
        cupy = require_cupy()
        self.device_index = index_of(device)
        with cupy.cuda.Device(self.device_index):
            made = cupy.cuda.Stream(non_blocking=True, priority=priority)
            self.inner = made if stream is None else stream
        self.priority = priority

    @property
    def cuda_stream(self) -> int:
        """The address of CUDA's own object."""
        return int(self.inner.ptr)

    def synchronize(self) -> None:
        """Wait until all orders are done."""
        self.inner.synchronize()

    def query(self) -> bool:
        """Whether all orders are done."""
        return bool(self.inner.done)

    def record_event(self, event: Event | None = None) -> Event:
        """An event that happens when all orders until now are done."""
        event = Event() if event is None else event
        event.record(self)
        return event

    def wait_event(self, event: Event) -> None:
        """Let further orders wait for an event."""
        self.inner.wait_event(event.inner)

    def wait_stream(self, stream: Stream) -> None:
        """Let further orders wait for those of another stream."""
        self.wait_event(stream.record_event())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and self.cuda_stream == other.cuda_stream

    def __hash__(self) -> int:
        return hash(self.cuda_stream)


class ExternalStream(Stream):
    """A stream that another library made, by its address."""

    def __init__(self, stream_ptr: int, device: Any = None) -> None:
        super().__init__(device, stream=require_cupy().cuda.ExternalStream(stream_ptr))


class Event:
    """A point in a queue of orders, which can be waited for and, with `enable_timing`, timed."""

    def __init__(
        self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False
    ) -> None:
        self.inner = require_cupy().cuda.Event(block=blocking, disable_timing=not enable_timing)

    def record(self, stream: Stream | None = None) -> None:
        """Happen when a stream's orders until now are done."""
        self.inner.record(None if stream is None else stream.inner)

    def wait(self, stream: Stream | None = None) -> None:
        """Let a stream's further orders wait for this event."""
        (current_stream() if stream is None else stream).wait_event(self)

    def query(self) -> bool:
        """Whether it has happened."""
        return bool(self.inner.done)

    def synchronize(self) -> None:
        """Wait until it has happened."""
        self.inner.synchronize()

    def elapsed_time(self, end_event: Event) -> float:
        """Milliseconds between this event and another."""
        return float(require_cupy().cuda.get_elapsed_time(self.inner, end_event.inner))


@contextmanager
def stream(stream: Stream | None) -> Iterator[None]:
    """Give orders to a stream inside the block; None changes nothing."""
    if stream is None:
        yield
        return
    with stream.inner:
        yield


StreamContext = stream


def current_stream(device: Any = None) -> Stream:
    """The stream that orders go to; RuntimeError where there is no GPU."""
    return Stream(device, stream=require_cupy().cuda.get_current_stream())


def default_stream(device: Any = None) -> Stream:
    """The stream that orders go to where none was chosen; RuntimeError where there is no GPU."""
    return Stream(device, stream=require_cupy().cuda.Stream.null)


def set_stream(stream: Stream | None) -> None:
    """Give orders to a stream from now on; None changes nothing."""
    if stream is not None:
        stream.inner.use()


def is_current_stream_capturing() -> bool:
    """False: orders are not captured here."""
    return False
