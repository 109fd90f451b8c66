"""Where the time goes: every operator, every node of backward, and blocks that you name.

Counterpart of torch.autograd.profiler; `profiling` has torch.profiler, which is newer and can be
scheduled. Nothing is slower while no profile runs.

>>> import firebrick_core as fb
>>> from firebrick_autograd import profiler
>>> x = fb.randn(64, 64, requires_grad=True)
>>> with profiler.profile(record_shapes=True) as prof:
...     with profiler.record_function("square"):
...         y = (x @ x).sum()
...     y.backward()
>>> [e.key for e in prof.key_averages()][:3]
['square', 'aten::matmul', 'aten::sum']
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from firebrick_core._frames import INTERNAL

from ._recording_times import Event, Recorder, tell_of_no_effect
from .profiler_util import (
    EventList as EventList,
    FunctionEvent as FunctionEvent,
    FunctionEventAvg as FunctionEventAvg,
    Interval as Interval,
    events_of,
)


class record_function:
    """A block, or a function that this decorates, as an event of its own.

    `args` is shown after the name. Outside of a profile it does nothing.

    >>> with record_function("loading"):
    ...     pass
    """

    def __init__(self, name: str, args: str | None = None):
        self.name, self.args = name, args
        self._event: Event | None = None
        self._recorder: Recorder | None = None

    def __enter__(self) -> record_function:
        recorder = self._recorder = Recorder.active
        if recorder is not None:
            self._event = recorder.enter(self.name, "user")
            if self.args is not None:
                self._event.numbers = [self.args]
        return self

    def __exit__(self, *exc: object) -> None:
        if self._recorder is not None:
            self._recorder.leave(self._event)
            self._recorder = self._event = None

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def run(*args: Any, **named: Any) -> Any:
            with record_function(self.name, self.args):
                return function(*args, **named)

        return run


class profile:
    """Record every operator in a block, of all threads, and of backward.

    `record_shapes` notes the shapes of inputs, `profile_memory` the bytes of results, `with_stack`
    the user's lines; with `enabled=False` nothing is recorded. What else PyTorch takes is for
    accelerators and has no effect. Raises RuntimeError inside of another profile's block.

    >>> import firebrick_core as fb
    >>> with profile() as prof:
    ...     total = (fb.ones(3) + 1).sum()
    >>> prof.key_averages()[0].key, len(prof.function_events)
    ('aten::add', 2)
    """

    def __init__(
        self,
        enabled: bool = True,
        *,
        use_cuda: bool = False,
        use_device: str | None = None,
        record_shapes: bool = False,
        with_flops: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
        with_modules: bool = False,
        use_kineto: bool = False,
        use_cpu: bool = True,
        experimental_config: Any = None,
        acc_events: bool = False,
        custom_trace_id_callback: Any = None,
    ):
        tell_of_no_effect(with_flops=with_flops, with_modules=with_modules)
        self.enabled, self.record_shapes = enabled, record_shapes
        self.profile_memory, self.with_stack = profile_memory, with_stack
        self._entered = False
        self._recorder: Recorder | None = None
        self._events: EventList | None = None

    def __enter__(self) -> profile:
        if self.enabled:
            if self._entered:
                raise RuntimeError("Profiler context manager is not reentrant")
            self._entered = True
            self._recorder = Recorder(self.record_shapes, self.profile_memory, self.with_stack)
            self._recorder.start()
        return self

    def __exit__(self, *exc: object) -> None:
        if self._recorder is not None:
            self._recorder.stop()
            self._events = events_of(self._recorder)
            self._recorder = None

    @property
    def function_events(self) -> EventList:
        """The events. Raises RuntimeError before the block has ended."""
        if self._events is None:
            raise RuntimeError("Profiler didn't finish running: ask after its `with` block")
        return self._events

    @property
    def self_cpu_time_total(self) -> float:
        """Microseconds in all events, each counted once."""
        return self.function_events.self_cpu_time_total

    def key_averages(
        self, group_by_input_shape: bool = False, group_by_stack_n: int = 0
    ) -> EventList:
        """An average for each name; see `EventList.key_averages`."""
        return self.function_events.key_averages(group_by_input_shape, group_by_stack_n)

    def total_average(self) -> FunctionEventAvg:
        """All events as one."""
        return self.function_events.total_average()

    def table(self, *args: Any, **named: Any) -> str:
        """The events as text; see `EventList.table`."""
        return self.function_events.table(*args, **named)

    def export_chrome_trace(self, path: str) -> None:
        """Write the events for chrome://tracing; see `EventList.export_chrome_trace`."""
        self.function_events.export_chrome_trace(path)

    def export_stacks(self, path: str, metric: str = "self_cpu_time_total") -> None:
        """Write stacks for a flame graph; see `EventList.export_stacks`."""
        self.function_events.export_stacks(path, metric)

    def __str__(self) -> str:
        return "<unfinished torch.autograd.profile>" if self._events is None else str(self._events)

    __repr__ = __str__


INTERNAL.add(id(globals()))  # this module is loaded after the package counted its own
