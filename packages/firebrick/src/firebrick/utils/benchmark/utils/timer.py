"""Timing a statement, under the names of torch.utils.benchmark.utils.timer."""

from __future__ import annotations

import enum
import timeit
from collections.abc import Callable
from typing import Any

import firebrick_core as _core

from .common import Measurement, TaskSpec


class Language(enum.Enum):
    """The language of a statement; only Python is served."""

    PYTHON = 0
    CPP = 1


def timer() -> float:
    """Seconds, after all that a GPU was asked for is done."""
    from ....cuda import is_initialized, synchronize

    if is_initialized():
        synchronize()
    return timeit.default_timer()


class Timer:
    """Times a statement of Python, on one thread unless told otherwise.

    Args:
        stmt, setup, global_setup: code; the setups run before, untimed.
        timer: a function that gives seconds.
        globals: names that the code knows besides `torch`.
        label, sub_label, description, env: what to call it.
        num_threads: threads that kernels may use; 1.

    Raises NotImplementedError for C++.

    Source: torch.utils.benchmark.Timer.

    >>> import firebrick as torch
    >>> from firebrick.utils.benchmark import Timer
    >>> t = Timer("x + 1", globals={"x": torch.ones(3)})
    >>> t.timeit(10).number_per_run
    10
    """

    def __init__(
        self,
        stmt: str = "pass",
        setup: str = "pass",
        global_setup: str = "",
        timer: Callable[[], float] = timer,
        globals: dict[str, Any] | None = None,
        label: str | None = None,
        sub_label: str | None = None,
        description: str | None = None,
        env: str | None = None,
        num_threads: int = 1,
        language: Any = Language.PYTHON,
    ) -> None:
        if language not in (Language.PYTHON, "py", "python"):
            raise NotImplementedError(f"Timer: statements are Python here, not {language}")
        if not isinstance(stmt, str):
            raise ValueError("Currently only a `str` stmt is supported.")
        import firebrick

        names = {**(globals or {})}
        names.setdefault("torch", firebrick)
        self._globals = names
        self._timer = timeit.Timer(stmt, f"{global_setup}\n{setup}", timer, globals=names)
        self._task_spec = TaskSpec(
            stmt, setup, global_setup, label, sub_label, description, env, num_threads
        )

    def _timeit(self, number: int) -> float:
        """Seconds of a number of executions, with the threads asked for."""
        before = _core.get_num_threads()
        _core.set_num_threads(self._task_spec.num_threads)
        try:
            return max(self._timer.timeit(number), 1e-9)
        finally:
            _core.set_num_threads(before)

    def timeit(self, number: int = 1_000_000) -> Measurement:
        """One run of a number of executions, after a short one that warms up."""
        self._timeit(max(number // 100, 2))
        return Measurement(number, [self._timeit(number)], self._task_spec)

    def repeat(self, repeat: int = -1, number: int = -1) -> None:
        """Raises NotImplementedError, as PyTorch's does: use blocked_autorange()."""
        raise NotImplementedError("See `Timer.blocked_autorange.`")

    def autorange(self, callback: Callable[[int, float], None] | None = None) -> None:
        """Raises NotImplementedError, as PyTorch's does: use blocked_autorange()."""
        raise NotImplementedError("See `Timer.blocked_autorange.`")

    def _block_size(self, min_run_time: float) -> int:
        """Executions in a run, so many that reading the clock does not count."""
        overhead = float(min(self._clock_overhead() for _ in range(5)))
        number = 1
        while True:
            taken = self._timeit(number)
            if overhead / taken <= 1e-4 and taken >= min_run_time / 1000:
                return number
            if taken > min_run_time:
                return number
            number *= 10

    def _clock_overhead(self) -> float:
        start = self._timer.timer()  # type: ignore[attr-defined]  # typeshed leaves it out
        return max(self._timer.timer() - start, 1e-9)  # type: ignore[attr-defined]

    def blocked_autorange(
        self, callback: Callable[[int, float], None] | None = None, min_run_time: float = 0.2
    ) -> Measurement:
        """Runs until `min_run_time` seconds are measured, in blocks of executions long enough that
        the clock does not count."""
        number = self._block_size(min_run_time)
        times: list[float] = []
        while sum(times) < min_run_time:
            times.append(self._timeit(number))
            if callback is not None:
                callback(number, times[-1])
        return Measurement(number, times, self._task_spec)

    def adaptive_autorange(
        self,
        threshold: float = 0.1,
        *,
        min_run_time: float = 0.01,
        max_run_time: float = 10.0,
        callback: Callable[[int, float], None] | None = None,
    ) -> Measurement:
        """Runs until the spread is under `threshold` of the median, or `max_run_time` is over."""
        number = self._block_size(0.05)
        times: list[float] = []
        while sum(times) < max_run_time:
            times.append(self._timeit(number))
            if callback is not None:
                callback(number, times[-1])
            found = Measurement(number, times, self._task_spec)
            enough = len(times) >= 4 and sum(times) >= min_run_time
            if enough and found.iqr / found.median < threshold:
                break
        return Measurement(number, times, self._task_spec)

    def collect_callgrind(self, *args: Any, **options: Any) -> None:
        """Raises NotImplementedError: instructions of Python code say little; use timeit."""
        raise NotImplementedError("Timer.collect_callgrind(): not served; use blocked_autorange()")
