"""The two pictures of the paper: what the host queues and the device does; driver calls by step."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from firebrick_core import cuda
from firebrick_core._device import BACKENDS


class Recorded:
    """An operator's call: when the host made it, and the events around its kernels."""

    def __init__(self, name: str):
        self.name = name
        self.start, self.end = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
        self.began = self.done = 0.0


class _Around:
    """The backend's own context of an operator, with events and times around it."""

    def __init__(self, inner: Any, call: Recorded, calls: list[Recorded]):
        self.inner, self.call, self.calls = inner, call, calls

    def __enter__(self) -> None:
        self.call.began = time.perf_counter()
        self.inner.__enter__()
        self.call.start.record()

    def __exit__(self, *error: Any) -> None:
        self.call.end.record()
        self.inner.__exit__(*error)
        self.call.done = time.perf_counter()
        self.calls.append(self.call)


@contextmanager
def recording() -> Iterator[list[Recorded]]:
    """Record every operator that runs on the GPU inside the block."""
    backend: Any = BACKENDS["cuda"]
    calls: list[Recorded] = []
    original = backend.running

    def running(operator: str, args: Any = ()) -> Any:
        inner = original(operator, args)
        return _Around(inner, Recorded(operator), calls) if operator else inner

    backend.running = running
    try:
        yield calls
    finally:
        del backend.running


def timeline(step: Any) -> list[dict[str, Any]]:
    """A step's operators as Chrome trace events, times in microseconds from the step's start."""
    cuda.synchronize()
    zero, started = cuda.Event(enable_timing=True), time.perf_counter()
    zero.record()
    with recording() as calls:
        step()
    cuda.synchronize()
    events = []
    for call in calls:
        rows = (
            ("host queues", (call.began - started) * 1e6, (call.done - call.began) * 1e6),
            (
                "device runs",
                zero.elapsed_time(call.start) * 1e3,
                call.start.elapsed_time(call.end) * 1e3,
            ),
        )
        for row, begin, length in rows:
            events.append(
                {"name": call.name, "ph": "X", "pid": 0, "tid": row, "ts": begin, "dur": length}
            )
    return events


def driver_calls(step: Any, steps: int) -> list[dict[str, float]]:
    """Allocations that went to the driver, all of them, and the time, step by step."""
    found = []
    for _ in range(steps):
        before = cuda.memory_stats()
        started = time.perf_counter()
        step()
        cuda.synchronize()
        after = cuda.memory_stats()
        found.append(
            {
                "driver": after["num_device_alloc"] - before["num_device_alloc"],
                "allocations": after["allocation.all.allocated"]
                - before["allocation.all.allocated"],
                "seconds": time.perf_counter() - started,
            }
        )
    return found


def draw(folder: Path, events: list[dict[str, Any]], steps: list[dict[str, float]]) -> list[str]:
    """Write the trace, and both pictures where matplotlib works; returns the files, or why not."""
    trace = folder / "gpu_timeline.json"
    trace.write_text(json.dumps({"traceEvents": events}))
    try:
        _draw(folder, events, steps)
    except Exception as error:  # a picture less is no reason to lose the rest
        return [trace.name, f"no pictures: {type(error).__name__}: {error}"[:200]]
    return [trace.name, "gpu_timeline.png", "gpu_allocations.png"]


def _draw(folder: Path, events: list[dict[str, Any]], steps: list[dict[str, float]]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(12, 2.5))
    for place, row in enumerate(("device runs", "host queues")):
        spans = [(e["ts"] / 1e3, e["dur"] / 1e3) for e in events if e["tid"] == row]
        axes.broken_barh(spans, (place - 0.4, 0.8), facecolors=f"C{place}")
    axes.set_yticks([0, 1], ["device runs", "host queues"])
    axes.set_xlabel("milliseconds of a training step")
    figure.savefig(folder / "gpu_timeline.png", bbox_inches="tight", dpi=120)
    figure, axes = pyplot.subplots(figsize=(6, 3))
    axes.bar(range(1, len(steps) + 1), [s["driver"] for s in steps])
    axes.set_xlabel("step")
    axes.set_ylabel("allocations by the driver")
    figure.savefig(folder / "gpu_allocations.png", bbox_inches="tight", dpi=120)
    pyplot.close("all")
