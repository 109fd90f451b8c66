"""Random numbers that belong to a sample: the same whichever worker loads it, and when.

A worker's own generators give numbers in the order in which samples happen to be loaded there, so
that what is drawn for a sample changes with the number of workers. With `sample_seed` a loader
offers generators that depend on the seed, the epoch and the sample's index, and on nothing else.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from ._errors import short
from ._random import seeded


class Batch:
    """The batch that a thread loads: whose seed and epoch, the samples' indices, and where it is.

    `position` is None where several samples are made at once.
    """

    __slots__ = ("epoch", "indices", "position", "seed")

    def __init__(self, seed: int | None, epoch: int, indices: Sequence[Any]):
        self.seed = seed
        self.epoch = epoch
        self.indices = indices
        self.position: int | None = None


class _Current(threading.local):
    batch: Batch = Batch(None, 0, ())  # of a thread that loads nothing


_current = _Current()


def enter(batch: Batch) -> Batch:
    """This thread loads `batch` from now on; returns what it loaded before, to be entered again."""
    before = _current.batch
    _current.batch = batch
    return before


def current() -> Batch:
    """The batch that this thread loads."""
    return _current.batch


def sample_rng(index: Any = None) -> np.random.Generator:
    """NumPy's random numbers for the sample that is being loaded, from the start.

    To be called where a sample is made (in `__getitem__`, in a transform), under a loader that has
    a `sample_seed`. They depend on that seed, on the loader's epoch and on the sample's index (that
    which the sampler gave), and not on who loads it: without workers, by threads or processes, any
    number of them, before or after a resume. Each call starts anew, so call it once per sample.

    `index` is needed in a `__getitems__`, which makes several samples at once.

    Raises RuntimeError outside of such a loader, and where it is not known which sample is meant;
    TypeError for an index that is neither int, str, bytes nor a tuple of these.

    >>> from firebrick_data import DataLoader, Dataset
    >>> class Noise(Dataset):
    ...     def __len__(self):
    ...         return 4
    ...     def __getitem__(self, index):
    ...         return sample_rng().integers(100)
    >>> loader = DataLoader(Noise(), batch_size=4, sample_seed=0)
    >>> [batch.tolist() for batch in loader], [batch.tolist() for batch in loader]
    ([[85, 39, 23, 27]], [[52, 55, 10, 63]])
    """
    return np.random.default_rng(_words(index))


def sample_generator(index: Any = None) -> Any:
    """A new firebrick_core Generator for the sample that is being loaded; see `sample_rng`.

    >>> import firebrick_core as fc
    >>> from firebrick_data import DataLoader, Dataset
    >>> class Noise(Dataset):
    ...     def __len__(self):
    ...         return 4
    ...     def __getitem__(self, index):
    ...         return fc.randint(0, 100, (), generator=sample_generator())
    >>> list(DataLoader(Noise(), batch_size=4, sample_seed=0))
    [tensor([76, 27, 44, 23])]
    """
    low, high = np.random.SeedSequence(_words(index)).generate_state(2, np.uint32).tolist()
    return seeded(high << 32 | low)


def _words(index: Any) -> list[int]:
    """The words that the current sample's numbers are seeded from."""
    batch = _current.batch
    if batch.seed is None:
        raise RuntimeError(
            "sample_rng() and sample_generator() give the random numbers of the sample that a "
            "DataLoader is loading: call them while one is made, and give the loader a sample_seed="
        )
    if index is None:
        if batch.position is None:
            raise RuntimeError(
                "sample_rng() and sample_generator() cannot tell which sample is meant here, where "
                "several are made at once: pass them the sample's index"
            )
        index = batch.indices[batch.position]
    return [batch.seed, batch.epoch, *_words_of(index)]


def _words_of(index: Any) -> list[int]:
    if hasattr(index, "__index__"):
        number = index.__index__()
        return [0, number] if number >= 0 else [1, -number]
    if isinstance(index, str):
        index = index.encode()
    if isinstance(index, bytes):
        return [2, zlib.crc32(index), len(index)]
    if isinstance(index, tuple):
        return [3, len(index), *(word for part in index for word in _words_of(part))]
    raise TypeError(
        "sample_rng() and sample_generator() need an index that is an int, str, bytes or a tuple "
        f"of these, got {short(index)} of class {type(index).__name__}: pass one as index="
    )
