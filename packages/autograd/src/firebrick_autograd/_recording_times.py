"""What a profiler records: a layer over all others that takes the time of every operator, and two
questions that the engine asks around each node of backward.

The layer is included only while a recorder is at work, so it costs nothing otherwise. Every thread
has its own stack of open events; one that ends belongs to the one that it is inside of.
"""

from __future__ import annotations

import os
import sys
import threading
from time import perf_counter_ns
from typing import Any

import numpy as np

from firebrick_core._dispatch import PROFILED, include_everywhere, redispatch, register_layer
from firebrick_core._frames import INTERNAL, user_frame, warn

from ._engine import Watch

STACK = 32  # of the user's lines, innermost first


class Event:
    """One call: when it began and ended (nanoseconds), what it is inside of, what it was given."""

    __slots__ = (
        "bytes",
        "end",
        "kind",
        "name",
        "numbers",
        "parent",
        "sequence",
        "shapes",
        "stack",
        "start",
        "thread",
        "types",
    )

    def __init__(self, name: str, kind: str, parent: Event | None):
        self.name, self.kind, self.parent = name, kind, parent
        self.shapes: list[Any] = []
        self.numbers: list[Any] = []
        self.types: list[str] = []
        self.stack: list[str] = []
        self.bytes, self.sequence = 0, -1
        self.thread = threading.get_ident()
        self.start = self.end = perf_counter_ns()


def tell_of_no_effect(**asked: Any) -> None:
    """Warn of what was asked for of a profile, and is not recorded here."""
    names = [name for name, value in asked.items() if value]
    if names:
        warn(f"profile: {' and '.join(names)} have no effect: Firebrick does not record that")


class Recorder:
    """The events of one profile, in the order in which they began."""

    active: Recorder | None = None

    def __init__(self, shapes: bool, memory: bool, stacks: bool):
        self.shapes, self.memory, self.stacks = shapes, memory, stacks
        self.events: list[Event] = []
        self.process = os.getpid()
        self._open = threading.local()
        self.began = self.ended = 0

    def start(self) -> None:
        """Begin to record. Raises RuntimeError where another recorder is at work."""
        if Recorder.active is not None:
            raise RuntimeError(
                "Can't enable Kineto profiler when it is already running: leave the other"
                " profile's block first"
            )
        Recorder.active = self
        Watch.before, Watch.after = self.enter_node, self.leave
        self.began = perf_counter_ns()
        include_everywhere(PROFILED, True)

    def stop(self) -> None:
        """End the recording."""
        include_everywhere(PROFILED, False)
        self.ended = perf_counter_ns()
        Watch.before = Watch.after = None
        Recorder.active = None

    # ------------------------------------------------------------------ events
    def stack(self) -> list[Event]:
        """The open events of this thread."""
        try:
            return self._open.stack
        except AttributeError:
            self._open.stack = []
            return self._open.stack

    def enter(self, name: str, kind: str) -> Event:
        """Begin an event inside of the last one that is open in this thread."""
        stack = self.stack()
        event = Event(name, kind, stack[-1] if stack else None)
        self.events.append(event)
        stack.append(event)
        if self.stacks:
            event.stack = _user_lines()
        event.start = perf_counter_ns()
        return event

    def leave(self, event: Event | None = None) -> None:
        """End an event, and with it what an error left open inside of it; by default the last."""
        now, stack = perf_counter_ns(), self.stack()
        while stack:
            last = stack.pop()
            last.end = now
            if last is event or event is None:
                return

    def enter_node(self, node: Any) -> Event:
        """Begin the event of a node of backward."""
        event = self.enter(node.name(), "node")
        event.sequence = node.sequence
        return event

    def describe(self, event: Event, op: Any, args: tuple[Any, ...]) -> None:
        """Note shapes, dtypes and numbers of arguments."""
        for a in args:
            several = isinstance(a, (list, tuple)) and any(hasattr(t, "_keys") for t in a)
            if several:
                event.shapes.append([list(t.shape) if t is not None else [] for t in a])
                event.types.append("TensorList")
            elif hasattr(a, "_keys"):
                event.shapes.append(list(a.shape))
                event.types.append(str(a.dtype).removeprefix("torch."))
            else:
                event.shapes.append([])
                event.types.append("" if a is None else "Scalar")
            plain = isinstance(a, (int, float, str, bool)) and not hasattr(a, "_keys")
            event.numbers.append(a if plain else "")


def _user_lines() -> list[str]:
    frame: Any = user_frame(sys._getframe(2))
    found: list[str] = []
    while frame is not None and len(found) < STACK:
        if id(frame.f_globals) not in INTERNAL:
            code = frame.f_code
            found.append(f"{code.co_filename}({frame.f_lineno}): {code.co_name}")
        frame = frame.f_back
    return found


def _made(out: Any) -> int:
    """The bytes of results that have memory of their own."""
    results = out if isinstance(out, (tuple, list)) else (out,)
    arrays = [getattr(t, "_array", None) for t in results]
    return sum(a.nbytes for a in arrays if isinstance(a, np.ndarray) and a.base is None)


def _handle(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    """The layer: call below, and take the time."""
    recorder = Recorder.active
    if recorder is None:  # it was stopped by another thread
        return redispatch(op, keys & ~PROFILED, args)
    event = recorder.enter(f"aten::{op.name}", "op")
    if recorder.shapes:
        recorder.describe(event, op, args)
        event.start = perf_counter_ns()
    try:
        out = redispatch(op, keys & ~PROFILED, args)
    finally:
        recorder.leave(event)
    if recorder.memory and op.inplace_of is None and not op.mutates:
        event.bytes = _made(out)
    return out


register_layer(PROFILED, _handle)


INTERNAL.add(id(globals()))  # this module is loaded after the package counted its own
