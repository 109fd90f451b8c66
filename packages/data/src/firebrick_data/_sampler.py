"""Samplers: the order in which samples are visited. Same seed, same order as PyTorch."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import Any, Generic, TypeVar

import firebrick_core as fc

from ._random import draw_seed, seeded

T_co = TypeVar("T_co", covariant=True)

# With replacement, indices are drawn this many at a time (PyTorch's number, as it decides what a
# seed gives).
REPLACEMENT_CHUNK = 32


class Sampler(Generic[T_co]):
    """The base of samplers: subclasses define `__iter__` over indices (or lists of them), and
    mostly `__len__`.

    There is no `__len__` here, so that `len()` of a sampler that has none is a TypeError.

    Source: torch.utils.data.Sampler.

    >>> class Backwards(Sampler):
    ...     def __init__(self, data_source):
    ...         self.data_source = data_source
    ...     def __iter__(self):
    ...         return iter(range(len(self.data_source) - 1, -1, -1))
    >>> list(Backwards("abc"))
    [2, 1, 0]
    """

    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError(f"{type(self).__name__} does not define __iter__")


class SequentialSampler(Sampler[int]):
    """0, 1, ..., len(data_source) - 1.

    >>> list(SequentialSampler("abc"))
    [0, 1, 2]
    """

    def __init__(self, data_source: Sized):
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """Indices in random order: permutations, or with `replacement` independent draws.

    `num_samples` indices come from one pass, by default len(data_source); more than that repeat
    whole permutations. Without `generator` a pass takes one seed from the default generator, when
    its first index is asked for.

    Raises TypeError where `replacement` is no bool, ValueError where `num_samples` is no positive
    integer.

    Source: torch.utils.data.RandomSampler.

    >>> import firebrick_core as fc
    >>> sampler = RandomSampler("abcd", generator=fc.Generator().manual_seed(0))
    >>> sorted(sampler), len(sampler)
    ([0, 1, 2, 3], 4)
    """

    def __init__(
        self,
        data_source: Sized,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Any = None,
    ):
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise TypeError(
                f"replacement should be a boolean value, but got replacement={replacement!r} in "
                "RandomSampler"
            )
        _require_positive(self.num_samples, "num_samples", "RandomSampler", bool_is_int=True)

    @property
    def num_samples(self) -> int:
        """The number of indices in one pass; follows the dataset's length unless it was given."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        n, count = len(self.data_source), self.num_samples
        generator = seeded(draw_seed()) if self.generator is None else self.generator
        if self.replacement:
            for start in range(0, count, REPLACEMENT_CHUNK):
                size = min(REPLACEMENT_CHUNK, count - start)
                yield from fc.randint(0, n, (size,), dtype=fc.int64, generator=generator).tolist()
            return
        for _ in range(count // n):
            yield from fc.randperm(n, generator=generator).tolist()
        # Also where nothing is left over: PyTorch draws this permutation too, and a generator of
        # the user's is then in the same state after a pass.
        yield from fc.randperm(n, generator=generator).tolist()[: count % n]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """The given indices in random order, without replacement.

    >>> sorted(SubsetRandomSampler([7, 3, 5]))
    [3, 5, 7]
    """

    def __init__(self, indices: Sequence[int], generator: Any = None):
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        for position in fc.randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[position]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """`num_samples` indices in 0 .. len(weights) - 1, drawn with the given probabilities.

    `weights` need not add up to 1. Without `replacement` an index comes at most once.

    Raises ValueError where `num_samples` is no positive integer, `replacement` no bool, or
    `weights` not 1-d.

    Source: torch.utils.data.WeightedRandomSampler.

    >>> list(WeightedRandomSampler([0.0, 1.0, 0.0], 4))
    [1, 1, 1, 1]
    """

    def __init__(
        self,
        weights: Sequence[float],
        num_samples: int,
        replacement: bool = True,
        generator: Any = None,
    ):
        _require_positive(num_samples, "num_samples", "WeightedRandomSampler")
        _require_bool(replacement, "replacement", "WeightedRandomSampler")
        self.weights = fc.as_tensor(weights, dtype=fc.float64)
        if self.weights.dim() != 1:
            raise ValueError(
                "weights should be a 1d sequence but given weights have shape "
                f"{tuple(self.weights.shape)} in WeightedRandomSampler"
            )
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        yield from fc.multinomial(
            self.weights, self.num_samples, self.replacement, generator=self.generator
        ).tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Lists of `batch_size` consecutive indices of another sampler; `drop_last` leaves a shorter
    last one out.

    Raises ValueError where `batch_size` is no positive integer or `drop_last` no bool.

    Source: torch.utils.data.BatchSampler.

    >>> list(BatchSampler(range(5), batch_size=2, drop_last=False))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, sampler: Iterable[int], batch_size: int, drop_last: bool):
        _require_positive(batch_size, "batch_size", "BatchSampler")
        _require_bool(drop_last, "drop_last", "BatchSampler")
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if self.drop_last and len(batch) < self.batch_size:
                return
            yield batch

    def __len__(self) -> int:
        count = len(self.sampler)  # type: ignore[arg-type]
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


class DistributedSampler(Sampler[T_co]):
    """The part of the indices that belongs to process `rank` of `num_replicas`.

    Every part has the same length: indices are repeated from the start, or with `drop_last` left
    out. The order is a permutation that depends on `seed` and on the epoch told to `set_epoch`, and
    on nothing else.

    Raises RuntimeError where `num_replicas` or `rank` is missing, ValueError where `rank` is out of
    range.

    Source: torch.utils.data.DistributedSampler.

    >>> [list(DistributedSampler(range(5), 2, rank, shuffle=False)) for rank in (0, 1)]
    [[0, 2, 4], [1, 3, 0]]
    """

    def __init__(
        self,
        dataset: Sized,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ):
        if num_replicas is None or rank is None:
            raise RuntimeError(
                "DistributedSampler requires the distributed package to be available to find out "
                "num_replicas and rank, and Firebrick has none: pass num_replicas=... and "
                "rank=..."
            )
        if not 0 <= rank < num_replicas:
            raise ValueError(
                f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]"
            )
        self.dataset = dataset
        self.num_replicas = num_replicas
        self.rank = rank
        self.epoch = 0
        self.drop_last = drop_last
        rounding = math.floor if drop_last else math.ceil
        self.num_samples = rounding(len(dataset) / num_replicas)
        self.total_size = self.num_samples * num_replicas
        self.shuffle = shuffle
        self.seed = seed

    def __iter__(self) -> Iterator[T_co]:
        n = len(self.dataset)
        if self.shuffle:
            order = fc.randperm(n, generator=seeded(self.seed + self.epoch)).tolist()
        else:
            order = list(range(n))
        padded = itertools.islice(itertools.cycle(order), self.total_size)
        return itertools.islice(padded, self.rank, None, self.num_replicas)

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Say which epoch comes next, so that each has an order of its own."""
        self.epoch = epoch


def _require_positive(value: Any, name: str, where: str, bool_is_int: bool = False) -> None:
    is_int = isinstance(value, int) and (bool_is_int or not isinstance(value, bool))
    if not is_int or value <= 0:
        raise ValueError(
            f"{name} should be a positive integer value, but got {name}={value!r} in {where}"
        )


def _require_bool(value: Any, name: str, where: str) -> None:
    if not isinstance(value, bool):
        raise ValueError(f"{name} should be a boolean value, but got {name}={value!r} in {where}")
