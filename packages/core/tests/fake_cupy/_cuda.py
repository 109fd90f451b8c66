"""The fake `cupy.cuda`: devices, streams, events, graphs, memory and the runtime's calls."""

from __future__ import annotations

import threading
import types
from typing import Any

from . import _memory
from ._cublas import Cublas
from ._streams import CUDARuntimeError, Hardware, Stream as Queue, now


class Runtime(types.SimpleNamespace):
    """`cupy.cuda.runtime`."""

    CUDARuntimeError = CUDARuntimeError
    streamCaptureModeRelaxed = 2

    def __init__(self, hardware: Hardware):
        super().__init__()
        self.hardware = hardware

    def getDeviceCount(self) -> int:
        return self.hardware.count

    def getDevice(self) -> int:
        return self.hardware.current

    def setDevice(self, device: int) -> None:
        self.hardware.current = device

    def getDeviceProperties(self, device: int) -> dict[str, Any]:
        if not 0 <= device < self.hardware.count:
            raise CUDARuntimeError("cudaErrorInvalidDevice: invalid device ordinal")
        return {
            "name": b"Fake GPU", "totalGlobalMem": self.hardware.memory, "major": 9, "minor": 0,
            "multiProcessorCount": 4, "maxThreadsPerMultiProcessor": 2048, "warpSize": 32,
            "l2CacheSize": 1 << 20, "regsPerMultiprocessor": 65536, "integrated": 0,
            "sharedMemPerBlock": 48 << 10, "sharedMemPerMultiprocessor": 228 << 10,
            "sharedMemPerBlockOptin": 227 << 10, "isMultiGpuBoard": 0, "pciBusID": device,
            "pciDeviceID": 0, "pciDomainID": 0, "uuid": bytes(16),
        }  # fmt: skip

    def memGetInfo(self) -> tuple[int, int]:
        used = self.hardware.used[self.hardware.current]
        return self.hardware.memory - used, self.hardware.memory

    def deviceSynchronize(self) -> None:
        self.hardware.synchronize(self.hardware.current)

    def runtimeGetVersion(self) -> int:
        return 13000

    def driverGetVersion(self) -> int:
        return 13000

    def deviceCanAccessPeer(self, device: int, peer: int) -> int:
        return int(device != peer)


def make_cuda(cupy: Any) -> types.ModuleType:
    """The module."""
    hardware: Hardware = cupy.hardware
    module: Any = types.ModuleType("cupy.cuda")
    module.runtime = Runtime(hardware)
    module.Device = _device_class(hardware)
    module.Stream, module.ExternalStream = _stream_classes(hardware)
    module.Event = _event_class(hardware)
    module.get_elapsed_time = _elapsed
    module.get_current_stream = lambda device_id=-1: _current(module, hardware)
    for name in ("BaseMemory", "MemoryPointer", "PinnedMemoryPointer"):
        setattr(module, name, getattr(_memory, name))
    module.MemoryPool = lambda allocator=None: _memory.MemoryPool(hardware, allocator)
    module.memory = types.SimpleNamespace(
        _malloc=lambda size: _memory.MemoryPointer(_memory.Memory(hardware, size), 0),
        OutOfMemoryError=_memory.OutOfMemoryError,
    )
    module.alloc_pinned_memory = _memory.PinnedMemoryPointer
    module.cublas, module.get_cublas_handle = Cublas(hardware), lambda: 1
    _add_allocators(module)
    return module


def _add_allocators(module: Any) -> None:
    """The allocator of all threads, and that of this one inside `using_allocator`."""
    state: dict[str, Any] = {}
    local = threading.local()

    def alloc(size: int) -> Any:
        mine = getattr(local, "stack", None)
        return (mine[-1] if mine else state["allocator"])(size)

    def set_allocator(allocator: Any) -> None:
        state["allocator"] = allocator or module.memory._malloc

    class using_allocator:
        def __init__(self, allocator: Any):
            self.allocator = allocator

        def __enter__(self) -> None:
            local.stack = [*getattr(local, "stack", ()), self.allocator]

        def __exit__(self, *error: object) -> None:
            local.stack = local.stack[:-1]

    module.alloc, module.set_allocator = alloc, set_allocator
    module.get_allocator = lambda: state["allocator"]
    module.using_allocator = using_allocator


def _device_class(hardware: Hardware) -> type:
    class Device:
        def __init__(self, device: Any = None):
            self.id = hardware.current if device is None else int(device)
            self._before: list[int] = []

        def __enter__(self) -> Any:
            self._before.append(hardware.current)
            hardware.current = self.id
            return self

        def __exit__(self, *error: object) -> None:
            hardware.current = self._before.pop()

        def __int__(self) -> int:
            return self.id

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Device) and other.id == self.id

        def __hash__(self) -> int:
            return hash(self.id)

        def use(self) -> None:
            hardware.current = self.id

        def synchronize(self) -> None:
            hardware.synchronize(self.id)

        compute_capability = "90"

    return Device


def _current(module: Any, hardware: Hardware) -> Any:
    chosen = hardware.chosen().get(hardware.current)
    if chosen is None:
        chosen = object.__new__(module.Stream)
        chosen._adopt(hardware.null[hardware.current], 0)
    return chosen


def _stream_classes(hardware: Hardware) -> tuple[type, type]:
    class Base:
        queue: Queue

        def _adopt(self, queue: Queue, ptr: int) -> None:
            self.queue, self.ptr, self.device_id = queue, ptr, queue.device
            self._before: list[Any] = []

        @property
        def done(self) -> bool:
            return self.queue.idle

        def __enter__(self) -> Any:
            self._before.append(hardware.chosen().get(self.device_id))
            self.use()
            return self

        def __exit__(self, *error: object) -> None:
            hardware.chosen()[self.device_id] = self._before.pop()

        def use(self) -> Any:
            hardware.chosen()[self.device_id] = self
            return self

        def synchronize(self) -> None:
            self.queue.synchronize()

        def record(self, event: Any = None) -> Any:
            event.record(self)
            return event

        def wait_event(self, event: Any) -> None:
            passed = event.passed
            if passed is not None:
                self.queue.put(lambda: passed.wait(60) and None)

        def begin_capture(self, mode: Any = None) -> None:
            if self.ptr == 0:
                raise RuntimeError("cannot capture on the default (legacy) stream")
            self.queue.recording = []

        def end_capture(self) -> Any:
            recorded, self.queue.recording = self.queue.recording, None
            return Graph(recorded)

        def is_capturing(self) -> bool:
            return self.queue.recording is not None

    class Graph:
        def __init__(self, recorded: Any):
            self.recorded = recorded

        def launch(self, stream: Any = None) -> None:
            queue = hardware.stream() if stream is None else stream.queue
            for job in self.recorded:
                queue.put(job)

        def upload(self, stream: Any = None) -> None:
            pass

    class Stream(Base):
        def __init__(self, null: bool = False, non_blocking: bool = False, ptds: bool = False,
                     priority: Any = None):  # fmt: skip
            queue = hardware.null[hardware.current] if null else None
            queue = queue or hardware.new_stream(hardware.current)
            self._adopt(queue, 0 if null else 1000 + queue.number)

    class ExternalStream(Base):
        def __init__(self, ptr: int, device_id: int = -1):
            device = hardware.current if device_id < 0 else device_id
            self._adopt(hardware.streams[ptr - 1000] if ptr else hardware.null[device], ptr)

    return Stream, ExternalStream


def _event_class(hardware: Hardware) -> type:
    class Event:
        def __init__(self, block: bool = False, disable_timing: bool = False,
                     interprocess: bool = False):  # fmt: skip
            self.timing, self.ptr = not disable_timing, id(self)
            self.passed: threading.Event | None = None
            self.time = 0.0

        def record(self, stream: Any = None) -> None:
            self.passed = passed = threading.Event()

            def reached() -> None:
                self.time = now()
                passed.set()

            queue = hardware.stream() if stream is None else stream.queue
            self.queue = queue
            queue.put(reached)

        @property
        def done(self) -> bool:
            return self.passed is None or self.passed.is_set()

        def synchronize(self) -> None:
            if self.passed is not None and not self.passed.wait(60):
                raise CUDARuntimeError("the event does not come")

    return Event


def _elapsed(start: Any, end: Any) -> float:
    if not (start.timing and end.timing):
        raise CUDARuntimeError("cudaErrorInvalidResourceHandle: invalid resource handle")
    return float(end.time - start.time) * 1000
