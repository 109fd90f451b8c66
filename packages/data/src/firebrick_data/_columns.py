"""Batches that are sliced from whole tensors, once per batch instead of once per sample."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

import firebrick_core as fc

from . import _memory


class ColumnBatch(Sequence[tuple[Any, ...]]):
    """The samples of a batch, kept as columns: `columns[c][i]` is element c of sample i.

    A dataset's `__getitems__` may return one. `default_collate` takes the columns as they are; for
    any other collate function the loader makes a list of samples, each a tuple of slices of the
    columns.

    >>> import firebrick_core as fc
    >>> batch = ColumnBatch((fc.zeros(2, 3), fc.arange(2)))
    >>> len(batch), batch[1][1].item(), [label.item() for _, label in batch]
    (2, 1, [0, 1])
    """

    def __init__(self, columns: tuple[Any, ...]):
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns[0]) if self.columns else 0

    @overload
    def __getitem__(self, index: int) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> ColumnBatch: ...
    def __getitem__(self, index: Any) -> Any:
        rows = tuple(column[index] for column in self.columns)
        return ColumnBatch(rows) if isinstance(index, slice) else rows

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return zip(*self.columns, strict=True)

    def __repr__(self) -> str:
        return f"ColumnBatch({len(self)} samples of {len(self.columns)} columns)"


def is_plain(tensor: Any) -> bool:
    """Whether a tensor is just a NumPy array: on the CPU, no subclass, no gradient, no tracing."""
    return type(tensor) is fc.Tensor and not tensor._keys and type(tensor._array) is np.ndarray


def take(tensor: Any, indices: Sequence[int]) -> Any:
    """The slices of `tensor` at `indices` along its first dimension, as a new tensor.

    Raises IndexError for an index out of range.
    """
    if not is_plain(tensor):
        return tensor[fc.tensor(list(indices), dtype=fc.int64)]
    array, size = tensor._array, len(tensor._array)
    positions = np.asarray(indices, dtype=np.int64)
    if positions.size and (positions.min() < -size or positions.max() >= size):
        bad = next(int(i) for i in positions if not -size <= i < size)
        raise IndexError(f"index {bad} is out of bounds for dimension 0 with size {size}")
    out = _memory.empty((len(positions), *array.shape[1:]), array.dtype)
    # mode="wrap" adds the size to negative indices; "raise" would go through a second buffer.
    np.take(array, positions, axis=0, out=out, mode="wrap")
    return fc.Tensor._wrap(out)
