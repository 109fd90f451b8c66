"""Arrays in files as datasets: mapped, sliced by the batch, and opened anew in each process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import firebrick_core as fc

from .. import _memory
from .._columns import ColumnBatch
from .._dataset import Dataset


@dataclass(frozen=True)
class MappedArray:
    """Where an array lies: in a file, from byte `offset` on."""

    path: Path
    offset: int
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    order: str = "C"

    def open(self) -> np.ndarray:
        """The array, mapped read-only."""
        if 0 in self.shape:
            return np.empty(self.shape, self.dtype)
        mapped = np.memmap(self.path, self.dtype, "r", self.offset, self.shape, self.order)  # type: ignore[call-overload]
        return np.asarray(mapped)


def require_file(path: Any, what: str) -> Path:
    """The path. Raises FileNotFoundError, which says what was to be there."""
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"{what}: there is no file {str(path)!r}")
    return path


def require_same_lengths(lengths: dict[str, int], what: str) -> int:
    """The one length of several arrays. Raises ValueError where they differ."""
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{what}: the numbers of samples differ: {lengths}")
    return next(iter(lengths.values()), 0)


class ColumnDataset(Dataset[Any]):
    """A dataset over arrays with one sample per row; the arrays are opened in each process.

    Subclasses say in `_open` which; `_sample` makes a sample of a row of each.
    """

    def __init__(self, length: int, transform: Any, target_transform: Any = None):
        for name, value in (("transform", transform), ("target_transform", target_transform)):
            if value is not None and not callable(value):
                raise TypeError(
                    f"{type(self).__name__}: {name} should be callable, got {type(value).__name__}"
                )
        self.transform = transform
        self.target_transform = target_transform
        self._length = length
        self._arrays: list[np.ndarray] | None = None

    def _open(self) -> list[np.ndarray]:
        raise NotImplementedError

    @property
    def _columns(self) -> list[np.ndarray]:
        if self._arrays is None:
            self._arrays = self._open()
        return self._arrays

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> Any:
        if not -self._length <= index < self._length:
            raise IndexError(
                f"index {index} is out of range for a {type(self).__name__} of {self._length} "
                "samples"
            )
        return self._sample([column[index] for column in self._columns])

    def _sample(self, row: list[Any]) -> Any:
        return self._finish(*(as_element(value) for value in row))

    def _finish(self, *elements: Any) -> tuple[Any, ...]:
        """A sample of its elements, transformed."""
        values = list(elements)
        if self.transform is not None:
            values[0] = self.transform(values[0])
        if self.target_transform is not None:
            values[-1] = self.target_transform(values[-1])
        return tuple(values)

    @property
    def __getitems__(self) -> Callable[[Sequence[int]], Any] | None:
        """Slices a batch of each array; None with a transform, which sees one sample at a time."""
        return self._slices if self.transform is self.target_transform is None else None

    def _slices(self, indices: Sequence[int]) -> Any:
        positions = np.asarray(indices, np.int64)
        bad = (positions < -self._length) | (positions >= self._length)
        if bad.any():
            self[int(positions[bad][0])]  # raises
        return ColumnBatch(tuple(_rows(column, positions) for column in self._columns))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_arrays": None}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._length} samples)"


def _rows(column: np.ndarray, positions: np.ndarray) -> Any:
    out = _memory.empty((len(positions), *column.shape[1:]), native(column.dtype))
    np.take(column, positions, axis=0, out=out, mode="wrap")
    return fc.from_numpy(out)


def as_element(value: Any) -> Any:
    """A row of an array as a tensor of its own (of an array of numbers: without dimensions)."""
    return fc.from_numpy(np.array(value, native(value.dtype)))


def native(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype in this machine's byte order."""
    return dtype.newbyteorder("=")
