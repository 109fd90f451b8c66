"""What a timing measured, under the names of torch.utils.benchmark.utils.common."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

# Below these numbers a measurement is called uncertain, as PyTorch does.
_FEWEST_RUNS = 4
_WIDE_SPREAD = 0.10


@dataclasses.dataclass(frozen=True)
class TaskSpec:
    """What was timed: the statement, its setup, and what to call it."""

    stmt: str
    setup: str
    global_setup: str = ""
    label: str | None = None
    sub_label: str | None = None
    description: str | None = None
    env: str | None = None
    num_threads: int = 1

    @property
    def title(self) -> str:
        """The label, or the statement."""
        if self.label is not None:
            return self.label + (f": {self.sub_label}" if self.sub_label else "")
        return self.stmt.replace("\n", " ")


@dataclasses.dataclass(init=True, repr=False)
class Measurement:
    """Times of runs of a statement. `raw_times` are seconds of `number_per_run` executions.

    >>> m = Measurement(10, [1.0, 1.2, 1.4], TaskSpec("f()", "pass"))
    >>> round(m.median, 3), round(m.mean, 3)
    (0.12, 0.12)
    """

    number_per_run: int
    raw_times: list[float]
    task_spec: TaskSpec
    metadata: dict[Any, Any] | None = None

    @property
    def times(self) -> list[float]:
        """Seconds per execution, a value for each run."""
        return [t / self.number_per_run for t in self.raw_times]

    @property
    def median(self) -> float:
        """The middle of the times, in seconds per execution."""
        return float(np.median(self.times))

    @property
    def mean(self) -> float:
        """The mean of the times, in seconds per execution."""
        return float(np.mean(self.times))

    @property
    def iqr(self) -> float:
        """The distance between the quarters of the times, in seconds."""
        return float(np.quantile(self.times, 0.75) - np.quantile(self.times, 0.25))

    @property
    def has_warnings(self) -> bool:
        """Whether runs are few or spread widely."""
        return len(self.times) < _FEWEST_RUNS or self.iqr / self.median > _WIDE_SPREAD

    @property
    def significant_figures(self) -> int:
        """How many digits of the median the spread leaves certain: 1 to 5."""
        if self.median <= 0:
            return 1
        spread = max(self.iqr / math.sqrt(max(len(self.times), 1)), 1e-12 * self.median)
        return max(1, min(5, int(math.floor(math.log10(self.median / spread))) + 1))

    def __getattr__(self, name: str) -> Any:
        if name in ("stmt", "setup", "label", "sub_label", "description", "env", "num_threads"):
            return getattr(self.task_spec, name)
        if name in ("title", "global_setup"):
            return getattr(self.task_spec, name)
        raise AttributeError(f"'Measurement' object has no attribute {name!r}")

    @staticmethod
    def merge(measurements: Any) -> list[Measurement]:
        """One measurement of each task, from several."""
        by_task: dict[TaskSpec, list[Measurement]] = {}
        for m in measurements:
            by_task.setdefault(m.task_spec, []).append(m)
        return [
            Measurement(1, [t for m in group for t in m.times], spec, metadata=None)
            for spec, group in by_task.items()
        ]

    def __repr__(self) -> str:
        unit, scale = select_unit(self.median)
        lines = [f"<{__name__}.Measurement object at {hex(id(self))}>", self.task_spec.title]
        if self.task_spec.setup and self.task_spec.setup != "pass":
            lines.append(f"setup: {self.task_spec.setup.strip()}")
        kind = "Median" if len(self.times) > 1 else "Time"
        lines.append(f"  {kind}: {self.median / scale:.2f} {unit}")
        if len(self.times) > 1:
            lines.append(f"  IQR:    {self.iqr / scale:.2f} {unit}")
        threads = self.task_spec.num_threads
        runs = len(self.times)
        lines.append(
            f"  {runs} measurement{'s' * (runs > 1)}, {self.number_per_run} runs per measurement,"
            f" {threads} thread{'s' * (threads > 1)}"
        )
        return "\n".join(lines)


def select_unit(seconds: float) -> tuple[str, float]:
    """The unit in which a time is at least 1, and its length in seconds.

    >>> select_unit(0.002)
    ('ms', 0.001)
    """
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return unit, scale
    return "ns", 1e-9
