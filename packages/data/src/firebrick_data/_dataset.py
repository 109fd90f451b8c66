"""Datasets: what a loader takes its samples from."""

from __future__ import annotations

import bisect
import math
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Generic, TypeVar

import firebrick_core as fc

from ._columns import ColumnBatch, take
from ._errors import ArgumentError, name_of
from ._sample_random import Batch, current

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Dataset(Generic[T_co]):
    """A map from an index to a sample: subclasses define `__getitem__`, and `__len__` for most
    samplers.

    A subclass may also define `__getitems__(indices)`, which returns the samples of a whole batch;
    the loader then calls it once per batch. `a + b` is a ConcatDataset.

    Source: torch.utils.data.Dataset.

    >>> class Squares(Dataset):
    ...     def __len__(self):
    ...         return 5
    ...     def __getitem__(self, index):
    ...         return index * index
    >>> Squares()[3]
    9
    """

    def __getitem__(self, index: Any) -> T_co:
        raise NotImplementedError(
            f"{type(self).__name__} does not define __getitem__. Subclasses of Dataset should "
            "implement __getitem__."
        )

    def __add__(self, other: Dataset[T_co]) -> ConcatDataset[T_co]:
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T_co], Iterable[T_co], ABC):
    """A stream of samples: subclasses define `__iter__`.

    With several workers each worker runs a copy of the dataset: `get_worker_info()` tells a copy
    which part of the stream is its own. `a + b` is a ChainDataset.

    Source: torch.utils.data.IterableDataset.

    >>> class Countdown(IterableDataset):
    ...     def __iter__(self):
    ...         return iter([3, 2, 1])
    >>> list(Countdown())
    [3, 2, 1]
    """

    @abstractmethod
    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError(f"{type(self).__name__} does not define __iter__")

    def __add__(self, other: Dataset[T_co]) -> ChainDataset[T_co]:  # type: ignore[override]
        return ChainDataset([self, other])


class TensorDataset(Dataset[tuple[Any, ...]]):
    """Tensors whose first dimension counts the samples; sample i is a tuple of their i-th slices.

    A loader slices each tensor once per batch, not once per sample.

    Raises ArgumentError (a ValueError and an AssertionError) where the first dimensions differ.

    Source: torch.utils.data.TensorDataset.

    >>> import firebrick_core as fc
    >>> data = TensorDataset(fc.zeros(4, 2), fc.arange(4))
    >>> len(data), data[3][1].item()
    (4, 3)
    """

    tensors: tuple[Any, ...]

    def __init__(self, *tensors: Any):
        sizes = [tensor.size(0) for tensor in tensors]
        if len(set(sizes)) > 1:
            raise ArgumentError(
                "Size mismatch between tensors: TensorDataset expects tensors with one common "
                f"first dimension, got shapes {[tuple(tensor.shape) for tensor in tensors]}"
            )
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Any, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __getitems__(self, indices: Sequence[int]) -> Sequence[tuple[Any, ...]]:
        if type(self).__getitem__ is not TensorDataset.__getitem__:
            return [self[index] for index in indices]
        return ColumnBatch(tuple(take(tensor, indices) for tensor in self.tensors))

    def __len__(self) -> int:
        return self.tensors[0].size(0)


class StackDataset(Dataset[Any]):
    """Several datasets of one length, side by side: a sample is the tuple (or, by keyword, the
    dict) of theirs.

    Raises ValueError where there is no dataset, both kinds are given, or the lengths differ.

    Source: torch.utils.data.StackDataset.

    >>> StackDataset([1, 2], ["a", "b"])[1]
    (2, 'b')
    >>> StackDataset(number=[1, 2], letter=["a", "b"])[0]
    {'number': 1, 'letter': 'a'}
    """

    datasets: tuple[Any, ...] | dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any):
        if args and kwargs:
            raise ValueError(
                "StackDataset takes datasets by position (samples are tuples) or by keyword "
                f"(samples are dicts), got {len(args)} by position and {sorted(kwargs)} by keyword"
            )
        if not args and not kwargs:
            raise ValueError("StackDataset: at least one dataset should be passed")
        self.datasets = args or kwargs
        lengths = [len(dataset) for dataset in (args or kwargs.values())]
        if len(set(lengths)) > 1:
            raise ValueError(f"Size mismatch between datasets: StackDataset got lengths {lengths}")
        self._length = lengths[0]

    def __getitem__(self, index: Any) -> Any:
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __getitems__(self, indices: Sequence[int]) -> list[Any]:
        if type(self).__getitem__ is not StackDataset.__getitem__:
            return [self[index] for index in indices]
        if isinstance(self.datasets, dict):
            columns = [_batch_of(dataset, indices) for dataset in self.datasets.values()]
            return [
                dict(zip(self.datasets, row, strict=True)) for row in zip(*columns, strict=True)
            ]
        return list(zip(*(_batch_of(dataset, indices) for dataset in self.datasets), strict=True))

    def __len__(self) -> int:
        return self._length


def _batch_of(dataset: Any, indices: Sequence[int]) -> Sequence[Any]:
    """The samples of one of the datasets of a StackDataset."""
    samples = samples_of(dataset, indices)
    if len(samples) != len(indices):
        raise ValueError(
            f"Nested dataset's output size mismatch: {name_of(dataset)}.__getitems__ returned "
            f"{len(samples)} samples. Expected {len(indices)}, got {len(samples)}"
        )
    return samples


class ConcatDataset(Dataset[T_co]):
    """Datasets one after the other, indexed as one.

    `cumulative_sizes[k]` is the number of samples in the first k + 1 datasets.

    Raises ArgumentError (a ValueError and an AssertionError) for an empty list and for an
    IterableDataset.

    Source: torch.utils.data.ConcatDataset.

    >>> both = ConcatDataset([["a", "b"], ["c"]])
    >>> len(both), both[2], both[-3]
    (3, 'c', 'a')
    """

    datasets: list[Any]
    cumulative_sizes: list[int]

    def __init__(self, datasets: Iterable[Any]):
        self.datasets = list(datasets)
        if not self.datasets:
            raise ArgumentError("ConcatDataset: datasets should not be an empty iterable")
        for position, dataset in enumerate(self.datasets):
            if isinstance(dataset, IterableDataset):
                raise ArgumentError(
                    f"ConcatDataset does not support IterableDataset, but datasets[{position}] is "
                    f"one ({name_of(dataset)}). Use ChainDataset"
                )
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence: Iterable[Any]) -> list[int]:
        """The running totals of the lengths."""
        return list(accumulate(len(dataset) for dataset in sequence))

    @property
    def cummulative_sizes(self) -> list[int]:
        """An old, misspelt name of `cumulative_sizes`."""
        warnings.warn(
            "cummulative_sizes attribute is renamed to cumulative_sizes",
            DeprecationWarning,
            stacklevel=2,
        )
        return self.cumulative_sizes

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx: int) -> T_co:
        if idx < 0:
            if -idx > len(self):
                raise ValueError(
                    f"absolute value of index should not exceed dataset length, got {idx} for "
                    f"{len(self)} samples"
                )
            idx += len(self)
        which = bisect.bisect_right(self.cumulative_sizes, idx)
        if which == len(self.datasets):
            raise IndexError(
                f"list index out of range: {idx} in a ConcatDataset of {len(self)} samples"
            )
        before = self.cumulative_sizes[which - 1] if which else 0
        return self.datasets[which][idx - before]


class ChainDataset(IterableDataset[T_co]):
    """Iterable datasets one after the other.

    Raises ArgumentError (a ValueError and an AssertionError), when iterated, for a dataset of
    another kind.

    Source: torch.utils.data.ChainDataset.

    >>> class Upto(IterableDataset):
    ...     def __init__(self, end):
    ...         self.end = end
    ...     def __iter__(self):
    ...         return iter(range(self.end))
    >>> list(ChainDataset([Upto(2), Upto(3)]))
    [0, 1, 0, 1, 2]
    """

    def __init__(self, datasets: Iterable[Any]):
        self.datasets = datasets

    def __iter__(self) -> Iterator[T_co]:
        for dataset in self.datasets:
            _require_iterable(dataset)
            yield from dataset

    def __len__(self) -> int:
        total = 0
        for dataset in self.datasets:
            _require_iterable(dataset)
            total += len(dataset)
        return total


def _require_iterable(dataset: Any) -> None:
    if not isinstance(dataset, IterableDataset):
        raise ArgumentError(
            f"ChainDataset only supports IterableDataset, got {name_of(dataset)}. Use "
            "ConcatDataset for datasets that have an index"
        )


class Subset(Dataset[T_co]):
    """The samples of `dataset` at `indices`, in that order.

    Source: torch.utils.data.Subset.

    >>> Subset("abcdef", [4, 1])[0]
    'e'
    """

    dataset: Any
    indices: Sequence[int]

    def __init__(self, dataset: Any, indices: Sequence[int]):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, idx: Any) -> T_co:
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices: Sequence[int]) -> Sequence[T_co]:
        if type(self).__getitem__ is not Subset.__getitem__:
            return [self[index] for index in indices]
        return samples_of(self.dataset, [self.indices[index] for index in indices])

    def __len__(self) -> int:
        return len(self.indices)


def batch_method(dataset: Any) -> Callable[[Sequence[int]], Sequence[Any]] | None:
    """The dataset's `__getitems__`, or None.

    Looked up as Python looks up special methods: a wrapper that passes unknown attributes on to the
    dataset inside it does not get that one's `__getitems__`, which would leave the wrapper out.
    """
    if hasattr(type(dataset), "__getitems__") or "__getitems__" in getattr(dataset, "__dict__", ()):
        return dataset.__getitems__ or None
    return None


def samples_of(dataset: Any, indices: Sequence[int]) -> Sequence[Any]:
    """The samples at `indices`, by one call of `__getitems__` where the dataset has it."""
    together = batch_method(dataset)
    if together:
        return together(indices)
    batch = current()
    if batch.seed is None or len(batch.indices) != len(indices):
        return [dataset[index] for index in indices]
    return list(_one_by_one(dataset, indices, batch))


def _one_by_one(dataset: Any, indices: Sequence[int], batch: Batch) -> Iterator[Any]:
    """The samples, each of which may ask for its `sample_rng`."""
    for position, index in enumerate(indices):
        batch.position = position
        yield dataset[index]
    batch.position = None


def random_split(
    dataset: Any, lengths: Sequence[int | float], generator: Any = None
) -> list[Subset[Any]]:
    """Disjoint random subsets of given lengths, or of given fractions where these add up to 1.

    Fractions are rounded down, and the samples left over go to the subsets in turn. The permutation
    comes from `generator`, by default the default generator.

    Raises ValueError where a fraction is not in [0, 1] or the lengths do not add up to
    `len(dataset)`.

    Source: torch.utils.data.random_split.

    >>> import firebrick_core as fc
    >>> train, test = random_split(range(10), [0.7, 0.3], generator=fc.Generator().manual_seed(1))
    >>> len(train), len(test), sorted(list(train) + list(test)) == list(range(10))
    (7, 3, True)
    """
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _lengths_of_fractions(len(dataset), lengths)
    if sum(lengths) != len(dataset) or min(lengths, default=0) < 0:
        raise ValueError(
            "Sum of input lengths does not equal the length of the input dataset! random_split "
            f"got lengths {list(lengths)} for {len(dataset)} samples"
        )
    order = fc.randperm(
        int(sum(lengths)), generator=fc.default_generator if generator is None else generator
    ).tolist()
    return [
        Subset(dataset, order[end - length : end])
        for end, length in zip(accumulate(lengths), lengths, strict=True)
    ]


def _lengths_of_fractions(total: int, fractions: Sequence[float]) -> list[int]:
    """The lengths that fractions of `total` stand for."""
    for position, fraction in enumerate(fractions):
        if not 0 <= fraction <= 1:
            raise ValueError(f"Fraction at index {position} is not between 0 and 1: got {fraction}")
    lengths = [math.floor(total * fraction) for fraction in fractions]
    for extra in range(total - sum(lengths)):
        lengths[extra % len(lengths)] += 1
    for position, length in enumerate(lengths):
        if length == 0:
            warnings.warn(
                f"Length of split at index {position} is 0. This might result in an empty dataset.",
                stacklevel=3,
            )
    return lengths
