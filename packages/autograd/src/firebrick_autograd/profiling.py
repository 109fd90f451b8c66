"""Profiles of chosen steps of a long run: torch.profiler.

>>> import firebrick_core as fb
>>> from firebrick_autograd.profiling import profile, schedule
>>> shown = []
>>> with profile(
...     schedule=schedule(wait=1, warmup=1, active=2, repeat=1),
...     on_trace_ready=lambda p: shown.extend((e.key, e.count) for e in p.key_averages()),
... ) as prof:
...     for step in range(6):
...         x = fb.ones(3) + 1
...         prof.step()
>>> ('aten::add', 2) in shown
True
"""

from __future__ import annotations

import enum
import json
import os
import socket
import time
import warnings
from collections.abc import Callable, Iterable
from typing import Any

from firebrick_core._frames import INTERNAL

from ._recording_times import Recorder, tell_of_no_effect
from .profiler import record_function as record_function
from .profiler_util import EventList, _write_trace, events_of


class ProfilerAction(enum.Enum):
    """What to do in a step."""

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3


class ProfilerActivity(enum.Enum):
    """What to record. All of it happens on the CPU, also the calls of CuPy's kernels."""

    CPU = 0
    XPU = 1
    MTIA = 2
    CUDA = 3
    HPU = 4
    PrivateUse1 = 5


def supported_activities() -> set[ProfilerActivity]:
    """What can be recorded.

    >>> supported_activities()
    {<ProfilerActivity.CPU: 0>}
    """
    return {ProfilerActivity.CPU}


def schedule(
    *,
    wait: int,
    warmup: int,
    active: int,
    repeat: int = 0,
    skip_first: int = 0,
    skip_first_wait: int = 0,
) -> Callable[[int], ProfilerAction]:
    """A plan of steps: skip `skip_first`, then again and again (or `repeat` times) wait, warm up,
    and record `active` ones. With `skip_first_wait` the first cycle does not wait.

    Raises ValueError for numbers that make no plan.

    >>> plan = schedule(wait=1, warmup=1, active=1, repeat=1)
    >>> [plan(step).name for step in range(4)]
    ['NONE', 'WARMUP', 'RECORD_AND_SAVE', 'NONE']
    """
    if min(wait, warmup, repeat, skip_first) < 0 or active < 1:
        raise ValueError(
            "Invalid profiler schedule arguments: wait, warmup, repeat and skip_first must be 0 or"
            f" more, active 1 or more; got wait={wait}, warmup={warmup}, active={active},"
            f" repeat={repeat}, skip_first={skip_first}"
        )
    if not warmup:
        warnings.warn(
            "Profiler won't be using warmup, this can skew profiler results", stacklevel=2
        )

    def plan(step: int) -> ProfilerAction:
        if step < 0:
            raise ValueError(f"Step must be non-negative. Got {step}.")
        if step < skip_first:
            return ProfilerAction.NONE
        step -= skip_first
        if skip_first_wait:
            step += wait
        cycle, place = divmod(step, wait + warmup + active)
        if repeat and cycle >= repeat or place < wait:
            return ProfilerAction.NONE
        if place < wait + warmup:
            return ProfilerAction.WARMUP
        last = place == wait + warmup + active - 1
        return ProfilerAction.RECORD_AND_SAVE if last else ProfilerAction.RECORD

    return plan


def _always(step: int) -> ProfilerAction:
    return ProfilerAction.RECORD


def tensorboard_trace_handler(
    dir_name: str, worker_name: str | None = None, use_gzip: bool = False
) -> Callable[[Any], None]:
    """An `on_trace_ready` that writes each trace to a file of its own in a folder, where
    TensorBoard's plugin and Perfetto find it.

    Raises RuntimeError where the folder cannot be made.
    """

    def write(prof: Any) -> None:
        try:
            os.makedirs(dir_name, exist_ok=True)
        except OSError as error:
            raise RuntimeError("Can't create directory: " + dir_name) from error
        worker = worker_name or f"{socket.gethostname()}_{os.getpid()}"
        name = f"{worker}.{time.time_ns()}.pt.trace.json" + ".gz" * use_gzip
        prof.export_chrome_trace(os.path.join(dir_name, name))

    return write


_RECORDING = (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)


class profile:
    """Record operators in a block; by a `schedule`, only in steps that it chooses.

    `step()` says that the next step begins. After the last one of each cycle, and when the block
    ends, `on_trace_ready` gets this object, whose tables are then those of that cycle.
    `record_shapes`, `profile_memory` (bytes of results) and `with_stack` ask for more. `activities`
    other than the CPU's record nothing here, and `with_flops`, `with_modules` and
    `execution_trace_observer` have no effect, which a warning says.
    Raises ValueError for activities that are none, RuntimeError inside of another profile's block.
    """

    def __init__(
        self,
        *,
        activities: Iterable[Any] | None = None,
        schedule: Callable[[int], ProfilerAction] | None = None,
        on_trace_ready: Callable[[Any], Any] | None = None,
        record_shapes: bool = False,
        profile_memory: bool = False,
        with_stack: bool = False,
        with_flops: bool = False,
        with_modules: bool = False,
        experimental_config: Any = None,
        execution_trace_observer: Any = None,
        acc_events: bool = False,
        post_processing_timeout_s: float | None = None,
        use_cuda: bool | None = None,
        custom_trace_id_callback: Any = None,
    ):
        chosen = set(activities) if activities is not None else supported_activities()
        wrong = [a for a in chosen if not isinstance(a, ProfilerActivity)]
        if wrong or not chosen:
            raise ValueError(
                f"activities must be a list of ProfilerActivity, such as [ProfilerActivity.CPU],"
                f" got {list(chosen)}"
            )
        tell_of_no_effect(
            with_flops=with_flops,
            with_modules=with_modules,
            execution_trace_observer=execution_trace_observer,
        )
        self.activities = chosen
        self.schedule = schedule or _always
        self.record_steps = schedule is not None
        self.on_trace_ready = on_trace_ready
        self.record_shapes, self.profile_memory = record_shapes, profile_memory
        self.with_stack = with_stack
        self.step_num = 0
        self.current_action = self.schedule(0)
        self._metadata: dict[str, str] = {}
        self._recorder: Recorder | None = None
        self._events: EventList | None = None
        self._step: record_function | None = None

    # ------------------------------------------------------------------ running
    def __enter__(self) -> profile:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def start(self) -> None:
        """Begin, as the schedule has it for step 0."""
        if self.current_action in _RECORDING:
            self._begin()

    def stop(self) -> None:
        """End; what was recorded in this cycle is handed to `on_trace_ready`."""
        if self._recorder is not None:
            self._finish()
            self._hand_over()

    def step(self) -> None:
        """Say that the next step begins."""
        before = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        self._end_step()
        recording = self.current_action in _RECORDING
        if self._recorder is not None:
            if before == ProfilerAction.RECORD_AND_SAVE:
                self._finish()
                self._hand_over()
            elif not recording:
                warnings.warn(
                    "Incorrect schedule: RECORD followed by NONE; what was recorded is dropped",
                    stacklevel=2,
                )
                self._finish()
        if recording and self._recorder is None:
            self._begin()
        elif self._recorder is not None:
            self._begin_step()

    def _begin(self) -> None:
        self._recorder = Recorder(self.record_shapes, self.profile_memory, self.with_stack)
        self._recorder.start()
        self._begin_step()

    def _begin_step(self) -> None:
        if self.record_steps:
            self._step = record_function(f"ProfilerStep#{self.step_num}")
            self._step.__enter__()

    def _end_step(self) -> None:
        if self._step is not None:
            self._step.__exit__()
            self._step = None

    def _finish(self) -> None:
        recorder = self._recorder
        self._end_step()
        if recorder is not None:
            recorder.stop()
            self._events = events_of(recorder)
            self._recorder = None

    def _hand_over(self) -> None:
        if self.on_trace_ready is not None:
            self.on_trace_ready(self)

    # ------------------------------------------------------------------ telling
    def events(self) -> EventList:
        """The events of the last cycle. Raises RuntimeError before one has ended."""
        if self._events is None:
            raise RuntimeError(
                "profile: there are no results yet; ask after the `with` block, or in"
                " `on_trace_ready`"
            )
        return self._events

    def key_averages(
        self, group_by_input_shape: bool = False, group_by_stack_n: int = 0
    ) -> EventList:
        """An average for each name; see `EventList.key_averages`."""
        return self.events().key_averages(group_by_input_shape, group_by_stack_n)

    def export_chrome_trace(self, path: str) -> None:
        """Write the events for chrome://tracing and Perfetto, as JSON; compressed where `path`
        ends in `.gz`."""
        _write_trace(path, self.events(), self._metadata)

    def export_stacks(self, path: str, metric: str = "self_cpu_time_total") -> None:
        """Write stacks for a flame graph; see `EventList.export_stacks`."""
        self.events().export_stacks(path, metric)

    def add_metadata(self, key: str, value: str) -> None:
        """Put a text into the trace."""
        self._metadata[key] = value

    def add_metadata_json(self, key: str, value: str) -> None:
        """Put a value, given as JSON, into the trace. Raises ValueError for what is none."""
        self._metadata[key] = json.loads(value)


INTERNAL.add(id(globals()))  # this module is loaded after the package counted its own
