"""Streams and events, over CuPy's: queues of work on a device, and marks in them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .. import _device
from ._devices import backend, index_of

CUDA = backend()


class Stream:
    """A queue of work on a GPU, which runs in order; work of different streams may overlap.

    Args:
        device: the GPU; the current one unless given.
        priority: 0, or a negative number for a stream that goes first.

    Streams do not wait for the default stream by themselves. Raises RuntimeError, saying what is
    missing, where there is no GPU. Source: torch.cuda.Stream.

    >>> import firebrick_core as fb, firebrick_core.cuda as cuda
    >>> def copy_beside(x):
    ...     side = cuda.Stream()
    ...     side.wait_stream(cuda.current_stream())
    ...     with cuda.stream(side):
    ...         y = x.to("cuda", non_blocking=True)
    ...     cuda.current_stream().wait_stream(side)
    ...     return y
    """

    def __init__(self, device: Any = None, priority: int = 0, **kwargs: Any):
        index = index_of(device)
        cupy = CUDA.namespace()
        with CUDA.on(index):
            options = {"priority": priority} if priority else {}
            self._own(cupy.cuda.Stream(non_blocking=True, **options), index)

    def _own(self, stream: Any, index: int) -> None:
        self._stream, self._index = stream, index

    @classmethod
    def _of(cls, stream: Any, index: int) -> Stream:
        new = object.__new__(cls)
        Stream._own(new, stream, index)
        return new

    @property
    def device(self) -> Any:
        """The stream's GPU."""
        return _device.device("cuda", self._index)

    @property
    def device_index(self) -> int:
        """The number of the stream's GPU."""
        return self._index

    @property
    def cuda_stream(self) -> int:
        """The stream's address, for other libraries."""
        return int(self._stream.ptr)

    stream_id = cuda_stream

    def query(self) -> bool:
        """Whether all work so far is done; does not wait."""
        return bool(self._stream.done)

    def synchronize(self) -> None:
        """Wait until all work so far is done."""
        with CUDA.waiting():
            self._stream.synchronize()
            CUDA.asserts.check()

    def wait_event(self, event: Event) -> None:
        """Let later work of this stream begin when the event has been reached."""
        self._stream.wait_event(event._made(self._index))

    def wait_stream(self, stream: Stream) -> None:
        """Let later work of this stream begin when the other's work so far is done."""
        self.wait_event(stream.record_event())

    def record_event(self, event: Event | None = None) -> Event:
        """Mark the present end of the queue; returns the event, a new one unless given."""
        event = Event() if event is None else event
        event.record(self)
        return event

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            return NotImplemented
        return (self._index, self.cuda_stream) == (other._index, other.cuda_stream)

    def __hash__(self) -> int:
        return hash((self._index, self.cuda_stream))

    def __repr__(self) -> str:
        return f"<firebrick.cuda.Stream device={self.device} cuda_stream={self.cuda_stream:#x}>"


class ExternalStream(Stream):
    """A stream that another library made, by its address, which must live as long as this one."""

    def __init__(self, stream_ptr: int, device: Any = None, **kwargs: Any):
        index = index_of(device)
        self._own(CUDA.namespace().cuda.ExternalStream(stream_ptr, index), index)


class Event:
    """A mark in a stream: it can be waited for, and the time between two be taken.

    Args:
        enable_timing: whether `elapsed_time` is wanted.
        blocking: whether `synchronize` lets the processor do other things meanwhile.
        interprocess: whether other processes may use it.

    Source: torch.cuda.Event.
    """

    def __init__(
        self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False,
        external: bool = False,
    ):  # fmt: skip
        if enable_timing and interprocess:
            raise ValueError("Event: enable_timing and interprocess cannot both be had")
        CUDA.namespace()  # RuntimeError, which says what is missing, without a GPU
        self._options = {
            "block": blocking, "disable_timing": not enable_timing, "interprocess": interprocess,
        }  # fmt: skip
        self._event: Any = None  # made on the device where it is first used
        self._recorded = False

    def _made(self, index: int) -> Any:
        if self._event is None:
            with CUDA.on(index):
                self._event = CUDA.namespace().cuda.Event(**self._options)
        return self._event

    def record(self, stream: Stream | None = None) -> None:
        """Mark the present end of a stream, the current one unless given."""
        stream = current_stream() if stream is None else stream
        self._made(stream._index).record(stream._stream)
        self._recorded = True

    def wait(self, stream: Stream | None = None) -> None:
        """Let later work of a stream, the current one unless given, wait for this event."""
        (current_stream() if stream is None else stream).wait_event(self)

    def query(self) -> bool:
        """Whether the mark has been reached; does not wait."""
        return self._event is None or bool(self._event.done)

    def synchronize(self) -> None:
        """Wait until the mark is reached."""
        if self._event is not None:
            with CUDA.waiting():
                self._event.synchronize()

    def elapsed_time(self, end_event: Event) -> float:
        """Milliseconds from this event to a later one, measured on the device.

        Raises ValueError for events without timing, RuntimeError for those not recorded yet.
        """
        for event in (self, end_event):
            if event._options["disable_timing"]:
                raise ValueError(
                    "Both events must be created with argument 'enable_timing=True' to take the "
                    "time between them"
                )
            if not event._recorded:
                raise RuntimeError(
                    "Both events must be recorded before calculating elapsed time: call "
                    "event.record() around the work"
                )
            if not event.query():
                raise RuntimeError(
                    "CUDA error: device not ready: wait for the later event first, with "
                    "event.synchronize()"
                )
        return float(CUDA.namespace().cuda.get_elapsed_time(self._event, end_event._event))

    def __repr__(self) -> str:
        return f"<firebrick.cuda.Event{'' if self._recorded else ' uninitialized'}>"


def current_stream(device: Any = None) -> Stream:
    """The stream that this thread's work on a device goes to."""
    index = index_of(device)
    with CUDA.on(index):
        return Stream._of(CUDA.namespace().cuda.get_current_stream(), index)


def default_stream(device: Any = None) -> Stream:
    """The device's own stream, which work goes to unless another one is chosen."""
    index = index_of(device)
    with CUDA.on(index):
        return Stream._of(CUDA.namespace().cuda.Stream(null=True), index)


def set_stream(stream: Stream | None) -> None:
    """Let this thread's work on the stream's device go there from now on; `stream()` is safer."""
    if stream is not None:
        CUDA.namespace().cuda.runtime.setDevice(stream._index)
        stream._stream.use()


class StreamContext:
    """What `stream()` gives."""

    def __init__(self, stream: Stream | None):
        self.stream = stream
        self._entered: list[Any] = []

    def __enter__(self) -> None:
        if self.stream is None:
            return
        cuda = CUDA.namespace().cuda
        device = cuda.Device(self.stream._index)
        device.__enter__()
        before = cuda.get_current_stream()
        self.stream._stream.use()
        self._entered.append((device, before))

    def __exit__(self, *error: Any) -> None:
        if self.stream is not None:
            device, before = self._entered.pop()
            before.use()
            device.__exit__(*error)


def stream(stream: Stream | None) -> StreamContext:
    """Let this thread's work go to a stream, and its device be the current one, inside a block.

    None changes nothing. Source: torch.cuda.stream.
    """
    return StreamContext(stream)


@contextmanager
def on_stream(cupy_stream: Any) -> Iterator[None]:
    """Let work go to a stream of CuPy's inside a block."""
    before = CUDA.namespace().cuda.get_current_stream()
    cupy_stream.use()
    try:
        yield
    finally:
        before.use()
