"""Devices, streams and events: a thread per stream that runs what it was given, in order."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

JUNK = 0xAB  # what every byte of new memory holds
WAIT_LIMIT = 60.0  # seconds after which a wait is a deadlock of the test, not a slow kernel


class CUDARuntimeError(RuntimeError):
    """What CUDA reports."""


class Stream:
    """A queue of jobs and the thread that does them. Each stream of a device is one of these."""

    def __init__(self, hardware: Hardware, device: int, number: int):
        self.hardware, self.device, self.number = hardware, device, number
        self.jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self.recording: list[Callable[[], None]] | None = None
        self.thread = threading.Thread(target=self._work, daemon=True, name=f"stream-{number}")
        self.thread.start()

    def _work(self) -> None:
        while (job := self.jobs.get()) is not None:
            try:
                with np.errstate(all="ignore"):
                    job()
            except Exception as error:  # kept until the host asks, as CUDA does
                self.hardware.failed.setdefault(self.device, error)
            finally:
                del job

    def put(self, job: Callable[[], None]) -> None:
        """Do a job after those before it; while a graph is captured, note it down instead."""
        self.hardware.launches += 1
        (self.jobs.put if self.recording is None else self.recording.append)(job)

    def synchronize(self) -> None:
        """Wait until all jobs so far are done."""
        if self.recording is not None:
            raise CUDARuntimeError(
                "cudaErrorStreamCaptureUnsupported: operation not permitted while capturing"
            )
        done = threading.Event()
        self.jobs.put(done.set)
        if not done.wait(WAIT_LIMIT):
            raise CUDARuntimeError(f"stream {self.number} of the fake device stands still")
        self.hardware.raise_failed(self.device)

    @property
    def idle(self) -> bool:
        """Whether nothing is left to do."""
        done = threading.Event()
        self.jobs.put(done.set)
        return done.wait(0.005)


class Hardware:
    """The fake's GPUs: what they are, what they hold and what was asked of them."""

    def __init__(self, devices: int, memory: int):
        self.count, self.memory = devices, memory
        self.used = [0] * devices
        self.streams: list[Stream] = []
        self.null = [self.new_stream(d) for d in range(devices)]
        self.failed: dict[int, Exception] = {}
        self.waits: list[str] = []
        self.driver_calls: list[tuple[str, int]] = []
        self.launches = 0
        self.local = threading.local()

    # ---------------------------------------------------------------------- the host's state
    @property
    def current(self) -> int:
        """The calling thread's current device."""
        return getattr(self.local, "device", 0)

    @current.setter
    def current(self, device: int) -> None:
        if not 0 <= device < self.count:
            raise CUDARuntimeError("cudaErrorInvalidDevice: invalid device ordinal")
        self.local.device = device

    def chosen(self) -> dict[int, Any]:
        """The calling thread's current stream by device."""
        if not hasattr(self.local, "streams"):
            self.local.streams = {}
        found: dict[int, Any] = self.local.streams
        return found

    def stream(self, device: int | None = None) -> Stream:
        """The stream that the calling thread's work goes to."""
        device = self.current if device is None else device
        chosen = self.chosen().get(device)
        return self.null[device] if chosen is None else chosen.queue

    def new_stream(self, device: int) -> Stream:
        """A stream of its own."""
        stream = Stream(self, device, len(self.streams))
        self.streams.append(stream)
        return stream

    # ---------------------------------------------------------------------- waiting and failing
    def wait(self, reason: str, device: int | None = None) -> None:
        """Wait for the current stream because the host reads; counted."""
        self.waits.append(reason)
        self.stream(device).synchronize()

    def synchronize(self, device: int) -> None:
        """Wait for all streams of a device."""
        for stream in self.streams:
            if stream.device == device:
                stream.synchronize()

    def error(self, message: str) -> CUDARuntimeError:
        """An error of the device."""
        return CUDARuntimeError(message)

    def raise_failed(self, device: int) -> None:
        """Report, once, what failed since the last wait."""
        error = self.failed.pop(device, None)
        if error is not None:
            raise error

    def hold(self, device: int | None = None) -> Callable[[], None]:
        """Stop the current stream until the function that this returns is called."""
        gate = threading.Event()
        self.stream(device).jobs.put(lambda: gate.wait(WAIT_LIMIT) and None)
        return gate.set

    def close(self) -> None:
        """End the threads."""
        for stream in self.streams:
            stream.jobs.put(None)
        for stream in self.streams:
            stream.thread.join(WAIT_LIMIT)


def now() -> float:
    """The time that events record, in seconds."""
    return time.perf_counter()
