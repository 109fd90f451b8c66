"""Tables of numbers as text."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Any

import numpy as np

import firebrick_core as fc

from .._dataset import TensorDataset
from ._columns import require_file


class CSVDataset(TensorDataset):
    """The rows of a CSV file of numbers: sample i is (features,), or with `target` (features,
    target).

    The file is read when the dataset is made, and then sliced as any TensorDataset is. `columns`
    and `target` are names from the first line, or positions (negative ones count from the end);
    without `columns` all others are features, whose names (or positions) are in `feature_names`.
    Features are one tensor of `dtype` (float32), the target is of `target_dtype` (int64).
    `header=False` says that the first line is a row already.

    Raises FileNotFoundError where there is no file; KeyError for a column that is not there;
    ValueError, with line and column, for what is no number, for a row of another length, and for a
    file without rows.
    """

    def __init__(
        self,
        path: Any,
        target: str | int | None = None,
        columns: Sequence[str | int] | None = None,
        *,
        delimiter: str = ",",
        header: bool = True,
        dtype: Any = fc.float32,
        target_dtype: Any = fc.int64,
        encoding: str = "utf-8",
    ):
        self.path = require_file(path, "CSVDataset")
        with open(self.path, newline="", encoding=encoding) as file:
            names, rows, lines = _rows(file, delimiter, header, self.path)
        self._names = names
        width = len(names)
        wanted = None if target is None else self._position(target)
        if columns is None:
            positions = [i for i in range(width) if i != wanted]
        else:
            positions = [self._position(column) for column in columns]
        self.feature_names = [names[i] for i in positions]
        features = self._numbers(rows, lines, positions, dtype)
        if wanted is None:
            super().__init__(features)
        else:
            super().__init__(features, self._numbers(rows, lines, [wanted], target_dtype)[:, 0])

    def _position(self, column: str | int) -> int:
        if isinstance(column, str) and column in self._names:
            return self._names.index(column)
        if not isinstance(column, str) and -len(self._names) <= column < len(self._names):
            return column % len(self._names)
        raise KeyError(
            f"CSVDataset: {str(self.path)!r} has no column {column!r}; it has {self._names}"
        )

    def _numbers(
        self, rows: list[list[str]], lines: list[int], positions: list[int], dtype: Any
    ) -> Any:
        """Some columns as a tensor (rows, columns)."""
        kind = np.dtype(dtype.numpy_dtype)
        parse = int if kind.kind in "iu" else float
        out = np.empty((len(rows), len(positions)), kind)
        for column, position in enumerate(positions):
            try:
                out[:, column] = [parse(row[position]) for row in rows]
            except (ValueError, OverflowError) as error:
                self._blame(rows, lines, position, parse, kind, error)
        return fc.from_numpy(out)

    def _blame(
        self,
        rows: list[list[str]],
        lines: list[int],
        position: int,
        parse: Any,
        kind: Any,
        error: Exception,
    ) -> None:
        """Raise ValueError for the first cell of a column that is no number of a kind."""
        for row, line in zip(rows, lines, strict=True):
            try:
                np.empty(1, kind)[0] = parse(row[position])
            except (ValueError, OverflowError):
                raise ValueError(
                    f"CSVDataset: {str(self.path)!r}, line {line}, column "
                    f"{self._names[position]!r}: expected a number of type {kind.name}, got "
                    f"{row[position]!r}"
                ) from error
        raise error


def _rows(
    file: Any, delimiter: str, header: bool, path: Any
) -> tuple[list[Any], list[list[str]], list[int]]:
    """The columns' names (or positions), the rows that are not empty, and their lines."""
    reader = csv.reader(file, delimiter=delimiter, skipinitialspace=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    names: list[Any] | None = None
    for row in reader:
        if not row:
            continue
        if names is None:
            names = [name.strip() for name in row] if header else list(range(len(row)))
            if header:
                continue
        if len(row) != len(names):
            raise ValueError(
                f"CSVDataset: {str(path)!r}, line {reader.line_num}: expected {len(names)} "
                f"columns, got {len(row)}"
            )
        rows.append(row)
        lines.append(reader.line_num)
    if names is None or not rows:
        raise ValueError(f"CSVDataset: {str(path)!r} has no rows")
    return names, rows, lines
