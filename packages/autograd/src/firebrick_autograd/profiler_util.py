"""What a profile tells: events, their averages by name, tables and traces.

Counterpart of torch.autograd.profiler_util. Times are in microseconds, memory in bytes.
"""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from ._recording_times import Event, Recorder


class Interval:
    """From when to when, in microseconds since the profile began."""

    def __init__(self, start: float, end: float):
        self.start, self.end = start, end

    def elapsed_us(self) -> float:
        """How long it was."""
        return self.end - self.start


def _format_time(us: float) -> str:
    if us >= 1e6:
        return f"{us / 1e6:.3f}s"
    return f"{us / 1e3:.3f}ms" if us >= 1e3 else f"{us:.3f}us"


def _format_memory(size: float) -> str:
    for unit, scale in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
        if abs(size) >= scale:
            return f"{size / scale:.2f} {unit}"
    return f"{int(size)} B"


def _format_share(part: float, whole: float) -> str:
    return f"{part * 100 / whole:.2f}%" if whole else "NaN"


class _Times:
    """Names that PyTorch has for the times of an event and of an average."""

    count: int
    cpu_time_total: float
    self_cpu_time_total: float
    # No event runs on an accelerator of its own: what CuPy takes is in the operator's time.
    device_time_total = self_device_time_total = device_memory_usage = 0
    self_device_memory_usage = 0

    @property
    def cpu_time(self) -> float:
        """The time of one call."""
        return self.cpu_time_total / self.count if self.count else 0.0

    @property
    def device_time(self) -> float:
        """0.0: see `cpu_time`."""
        return 0.0

    cuda_time = device_time

    @property
    def cpu_time_str(self) -> str:
        """`cpu_time` with its unit."""
        return _format_time(self.cpu_time)

    @property
    def cpu_time_total_str(self) -> str:
        """`cpu_time_total` with its unit."""
        return _format_time(self.cpu_time_total)

    @property
    def self_cpu_time_total_str(self) -> str:
        """`self_cpu_time_total` with its unit."""
        return _format_time(self.self_cpu_time_total)


class FunctionEvent(_Times):
    """One call of an operator, one node of backward, or one `record_function` block.

    `cpu_parent` is the event that it is inside of, `cpu_children` those inside of it.
    `input_shapes` are there with `record_shapes`, `stack` (innermost line first) with `with_stack`,
    and `cpu_memory_usage`, the bytes of its results, with `profile_memory`.
    """

    count = 1
    is_async = is_remote = False
    node_id = -1

    def __init__(self, id: int, event: Event, began: int):
        self.id, self.name, self.key = id, event.name, event.name
        self.thread, self.kind = event.thread, event.kind
        self.time_range = Interval((event.start - began) / 1e3, (event.end - began) / 1e3)
        self.input_shapes, self.concrete_inputs = event.shapes, event.numbers
        self.input_types, self.stack = event.types, event.stack
        self.sequence_nr, self.cpu_memory_usage = event.sequence, event.bytes
        self.is_user_annotation = event.kind == "user"
        self.cpu_parent: FunctionEvent | None = None
        self.cpu_children: list[FunctionEvent] = []

    @property
    def cpu_time_total(self) -> float:  # type: ignore[override]  # computed here, summed in averages
        """How long it took, with what it called."""
        return self.time_range.elapsed_us()

    @property
    def self_cpu_time_total(self) -> float:  # type: ignore[override]  # as above
        """How long it took, without what it called."""
        return self.cpu_time_total - sum(c.cpu_time_total for c in self.cpu_children)

    @property
    def self_cpu_memory_usage(self) -> int:
        """The bytes of its results that no event inside of it made."""
        return self.cpu_memory_usage - sum(c.cpu_memory_usage for c in self.cpu_children)

    def __repr__(self) -> str:
        return (
            f"<FunctionEvent id={self.id} name={self.name} cpu_time={self.cpu_time_str}"
            f" start_us={self.time_range.start:.3f} end_us={self.time_range.end:.3f}"
            f" cpu_children={[c.id for c in self.cpu_children]} thread={self.thread}"
            f" input_shapes={self.input_shapes} cpu_memory_usage={self.cpu_memory_usage}>"
        )


class FunctionEventAvg(_Times):
    """The events of one name together."""

    def __init__(self) -> None:
        self.key: str | None = None
        self.count = 0
        self.cpu_time_total = self.self_cpu_time_total = 0.0
        self.cpu_memory_usage = self.self_cpu_memory_usage = 0
        self.input_shapes: list[Any] | None = None
        self.stack: list[str] | None = None
        self.is_user_annotation = False

    def add(self, other: Any) -> FunctionEventAvg:
        """Take in an event, or another average of the same name."""
        if self.key is None:
            self.key = other.key
            self.input_shapes, self.stack = other.input_shapes, other.stack
            self.is_user_annotation = other.is_user_annotation
        self.cpu_time_total += other.cpu_time_total
        self.self_cpu_time_total += other.self_cpu_time_total
        self.cpu_memory_usage += other.cpu_memory_usage
        self.self_cpu_memory_usage += other.self_cpu_memory_usage
        self.count += other.count
        return self

    __iadd__ = add

    def __repr__(self) -> str:
        return (
            f"<FunctionEventAvg key={self.key} self_cpu_time={self.self_cpu_time_total_str}"
            f" cpu_time={self.cpu_time_str} input_shapes={self.input_shapes}"
            f" cpu_memory_usage={self.cpu_memory_usage}>"
        )


SORTS = (
    *("cpu_time", "cpu_time_total", "self_cpu_time_total", "count"),
    *("cpu_memory_usage", "self_cpu_memory_usage"),
    *("device_time", "device_time_total", "self_device_time_total"),
    *("device_memory_usage", "self_device_memory_usage"),
)


class EventList(list[Any]):
    """Events, or their averages, with what can be told of them."""

    def __init__(self, events: Iterable[Any] = (), profile_memory: bool = False):
        super().__init__(events)
        self._profile_memory = profile_memory

    @property
    def self_cpu_time_total(self) -> float:
        """The time of all of them, each counted once."""
        return sum(e.self_cpu_time_total for e in self)

    def key_averages(
        self, group_by_input_shapes: bool = False, group_by_stack_n: int = 0
    ) -> EventList:
        """An average for each name: also for each kind of input shapes, and each top of the
        stack, as asked for."""
        groups: defaultdict[Any, FunctionEventAvg] = defaultdict(FunctionEventAvg)
        for e in self:
            key = [e.key, e.is_user_annotation]
            key += [str(e.input_shapes)] if group_by_input_shapes else []
            key += e.stack[:group_by_stack_n]
            groups[tuple(key)].add(e)
        for average in groups.values():
            average.stack = (average.stack or [])[:group_by_stack_n]
            if not group_by_input_shapes:
                average.input_shapes = []
        return EventList(groups.values(), self._profile_memory)

    def total_average(self) -> FunctionEventAvg:
        """All of them as one, of the name "Total"."""
        total = FunctionEventAvg()
        for e in self:
            total.add(e)
            total.key = None
        total.key = "Total"
        return total

    def table(
        self,
        sort_by: str | None = None,
        row_limit: int = 100,
        max_src_column_width: int = 75,
        max_name_column_width: int = 55,
        max_shapes_column_width: int = 80,
        header: str | None = None,
        top_level_events_only: bool = False,
        time_unit: str | None = None,
    ) -> str:
        """The list as text, at most `row_limit` rows (-1: all), the largest `sort_by` first.

        Raises AttributeError, as PyTorch does, for what it cannot be sorted by.
        """
        rows = list(self)
        if sort_by is not None:
            name = sort_by.replace("cuda", "device").replace("xpu", "device")
            if name not in SORTS:
                raise AttributeError(
                    f"sort_by should be one of: {', '.join(SORTS)}, but got {sort_by}"
                )
            rows.sort(key=lambda e: getattr(e, name), reverse=True)
        if top_level_events_only:
            rows = [e for e in rows if getattr(e, "cpu_parent", None) is None]
        total = self.self_cpu_time_total
        heads, lines = _columns(rows, total, self._profile_memory, max_src_column_width)
        limited = lines if row_limit < 0 else lines[:row_limit]
        return _aligned(
            heads,
            limited,
            {"Name": max_name_column_width, "Input Shapes": max_shapes_column_width},
            header,
            f"Self CPU time total: {_format_time(total)}",
        )

    def __str__(self) -> str:
        return self.table()

    def export_chrome_trace(self, path: str) -> None:
        """Write the events for chrome://tracing and Perfetto, as JSON; `path` ending in `.gz` is
        compressed."""
        _write_trace(path, self, {})

    def export_stacks(self, path: str, metric: str) -> None:
        """Write stacks and their times (`metric`: "self_cpu_time_total"), a line each, for a flame
        graph. Raises ValueError for another metric."""
        if metric not in ("self_cpu_time_total", "self_cuda_time_total", "self_xpu_time_total"):
            raise ValueError(f"metric should be one of: self_cpu_time_total, got {metric}")
        with open(path, "w", encoding="utf-8") as file:
            for e in self:
                if e.stack and int(e.self_cpu_time_total):
                    frames = ";".join(line.replace(" ", "_") for line in reversed(e.stack))
                    file.write(f"{frames} {int(e.self_cpu_time_total)}\n")


def _columns(rows: Any, total: float, memory: bool, width: int) -> Any:
    heads = ["Name", "Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg"]
    heads += ["CPU Mem", "Self CPU Mem"] if memory else []
    heads += ["# of Calls"]
    shapes = any(e.input_shapes for e in rows)
    stacks = any(e.stack for e in rows)
    heads += ["Input Shapes"] if shapes else []
    heads += ["Source Location"] if stacks else []
    lines = []
    for e in rows:
        line = [
            e.key,
            _format_share(e.self_cpu_time_total, total),
            e.self_cpu_time_total_str,
            _format_share(e.cpu_time_total, total),
            e.cpu_time_total_str,
            e.cpu_time_str,
        ]
        if memory:
            line += map(_format_memory, (e.cpu_memory_usage, e.self_cpu_memory_usage))
        line.append(str(e.count))
        line += [str(e.input_shapes)] if shapes else []
        line += [e.stack[0][-width:] if e.stack else ""] if stacks else []
        lines.append(line)
    return heads, lines


def _aligned(heads: Any, lines: Any, limits: Any, header: str | None, footer: str) -> str:
    def cut(head: str, text: str) -> str:
        most = limits.get(head)
        return text if most is None or len(text) <= most else text[: most - 3] + "..."

    cells = [[cut(h, t) for h, t in zip(heads, line, strict=True)] for line in lines]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    rule = "  ".join("-" * w for w in widths)
    out = [] if header is None else ["=" * len(rule), header]
    out += [rule, "  ".join(h.rjust(w) for h, w in zip(heads, widths, strict=True)), rule]
    out += ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    return "\n".join([*out, rule, footer, ""])


# ---------------------------------------------------------------------- from what was recorded
def events_of(recorder: Recorder) -> EventList:
    """The events of a recorder, tied to each other; what was still open ends with the profile."""
    made: dict[int, FunctionEvent] = {}
    for number, event in enumerate(recorder.events):
        if event.end <= event.start:
            event.end = max(event.start, recorder.ended)
        made[id(event)] = own = FunctionEvent(number, event, recorder.began)
        if event.parent is not None:
            own.cpu_parent = made[id(event.parent)]
            own.cpu_parent.cpu_children.append(own)
    for own in reversed(made.values()):  # what a block or a node made is what was made inside
        if own.kind != "op":
            own.cpu_memory_usage = sum(c.cpu_memory_usage for c in own.cpu_children)
    return EventList(made.values(), recorder.memory)


_CATEGORIES = {"op": "cpu_op", "node": "cpu_op", "user": "user_annotation"}


def _write_trace(path: str, events: Any, metadata: dict[str, str]) -> None:
    import gzip
    import os

    process, main = os.getpid(), threading.main_thread().ident
    trace = []
    for e in events:
        args: dict[str, Any] = {"External id": e.id}
        if e.input_shapes:
            args["Input Dims"], args["Input type"] = e.input_shapes, e.input_types
            args["Concrete Inputs"] = [str(n) for n in e.concrete_inputs]
        if e.stack:
            args["Call stack"] = ";".join(e.stack)
        if e.cpu_memory_usage:
            args["Bytes"] = e.cpu_memory_usage
        if e.sequence_nr >= 0:
            args["Sequence number"] = e.sequence_nr
        trace.append(
            {
                "ph": "X",
                "cat": _CATEGORIES[e.kind],
                "name": e.name,
                "pid": process,
                "tid": process if e.thread == main else e.thread,
                "ts": e.time_range.start,
                "dur": e.time_range.elapsed_us(),
                "args": args,
            }
        )
    whole = {"schemaVersion": 1, "displayTimeUnit": "ms", **metadata, "traceEvents": trace}
    if path.endswith(".gz"):
        with gzip.open(path, "wt", encoding="utf-8") as packed:
            json.dump(whole, packed)
    else:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(whole, file)
