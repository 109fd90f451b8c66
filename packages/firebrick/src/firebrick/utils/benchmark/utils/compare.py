"""Measurements side by side, under the names of torch.utils.benchmark.utils.compare."""

from __future__ import annotations

from collections.abc import Iterable

from .common import Measurement, select_unit


class Compare:
    """A table of measurements: a column for each description, a row for each sub-label, a part for
    each label and number of threads.

    >>> from firebrick.utils.benchmark import Compare, Measurement, TaskSpec
    >>> spec = TaskSpec("f()", "pass", label="sums", sub_label="small", description="new")
    >>> print(Compare([Measurement(1, [2e-6], spec)]))
    [--- sums ----]
             |  new
    1 threads: --
      small  |  2.0
    <BLANKLINE>
    Times are in microseconds (us).
    """

    def __init__(self, results: Iterable[Measurement]) -> None:
        self._results: list[Measurement] = []
        self.extend_results(results)
        self._trim = False

    def extend_results(self, results: Iterable[Measurement]) -> None:
        """Add measurements. Raises ValueError for other values."""
        for r in results:
            if not isinstance(r, Measurement):
                raise ValueError(f"Expected an instance of `Measurement`, got {type(r)} instead.")
            self._results.append(r)

    def trim_significant_figures(self) -> None:
        """Print no more digits than the spread leaves certain."""
        self._trim = True

    def colorize(self, rowwise: bool = False) -> None:
        """Changes nothing: the table is plain text."""

    def highlight_warnings(self) -> None:
        """Changes nothing: the table is plain text."""

    def print(self) -> None:
        """Print the table."""
        print(str(self))

    def __str__(self) -> str:
        merged = Measurement.merge(self._results)
        labels = dict.fromkeys(m.task_spec.label or m.task_spec.stmt for m in merged)
        return "\n\n".join(
            self._part(
                label, [m for m in merged if (m.task_spec.label or m.task_spec.stmt) == label]
            )
            for label in labels
        )

    def _part(self, label: str, results: list[Measurement]) -> str:
        """The table of a label."""
        unit, scale = select_unit(min(m.median for m in results))
        columns = list(dict.fromkeys(m.task_spec.description or "" for m in results))
        cells: dict[int, dict[str, dict[str, str]]] = {}
        for m in results:
            spec = m.task_spec
            row = cells.setdefault(spec.num_threads, {}).setdefault(spec.sub_label or spec.stmt, {})
            row[spec.description or ""] = self._number(m, scale)
        names = [name for rows in cells.values() for name in rows]
        left = max(map(len, names)) + 2
        width = {
            c: max([len(c), *(len(r.get(c, "")) for rows in cells.values() for r in rows.values())])
            for c in columns
        }
        total = left + sum(5 + w for w in width.values()) - 2
        lines = [f"[{f' {label} ':-^{total}}]"]
        lines.append(" " * left + "".join(f"  |  {c:>{width[c]}}" for c in columns))
        for threads, rows in sorted(cells.items()):
            lines.append(f"{threads} threads: ".ljust(total, "-"))
            for name, row in rows.items():
                values = "".join(f"  |  {row.get(c, ''):>{width[c]}}" for c in columns)
                lines.append(f"  {name:<{left - 2}}{values}")
        full = {"s": "seconds", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds"}
        return "\n".join([*lines, "", f"Times are in {full[unit]} ({unit})."])

    def _number(self, m: Measurement, scale: float) -> str:
        value = m.median / scale
        if self._trim:
            digits = m.significant_figures
            value = float(f"{value:.{digits}g}")
        return f"{value:.1f}"
