"""Making one batch from a dataset: the same code inline and in every kind of worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ._collate import ShapeMismatch, default_collate
from ._columns import ColumnBatch
from ._dataset import IterableDataset, batch_method
from ._errors import add_note, name_of, short
from ._gather import Gathered
from ._sample_random import Batch, enter

# `progress(position)` is called before each sample, with its position in the batch.
Progress = Callable[[int], None]
COLLATING = -1  # `progress` of the collate function


class StreamEnd(Exception):
    """An iterable dataset has no more samples."""


def ignore_progress(position: int) -> None:
    """The `progress` of a loader that nobody watches."""


class Fetcher:
    """Turns what an index sampler yields into a batch.

    `batched` tells whether the sampler yields lists of indices (of a batch) or single indices. For
    an iterable dataset the indices only count samples, and `drop_last` leaves a shorter last batch
    out.

    `sample_seed` and `epoch` are what `sample_rng()` starts from. An error of the dataset or of the
    collate function passes on with a note that names dataset and sample.
    """

    def __init__(
        self,
        dataset: Any,
        collate_fn: Callable[[Any], Any],
        batched: bool,
        drop_last: bool,
        progress: Progress = ignore_progress,
        sample_seed: int | None = None,
        epoch: int = 0,
    ):
        self.dataset = dataset
        self.collate_fn = collate_fn
        self.batched = batched
        self.drop_last = drop_last
        self.progress = progress
        self.sample_seed = sample_seed
        self.epoch = epoch
        self._stream: Iterator[Any] | None = None
        self._streamed = 0
        self._ended = False
        self._load = (
            self._next_samples if isinstance(dataset, IterableDataset) else self._samples_at
        )
        if isinstance(dataset, IterableDataset):
            self._stream = iter(dataset)

    def __call__(self, index: Any) -> Any:
        """The batch for `index`. Raises StreamEnd where an iterable dataset has no samples left for
        it."""
        self._batch = Batch(self.sample_seed, self.epoch, index if self.batched else (index,))
        before = enter(self._batch)
        try:
            return self._collate(index, self._load(index))
        finally:
            enter(before)

    def skip(self, index: Any) -> None:
        """Go past the samples of a batch of an iterable dataset, without collating them."""
        self._load(index)

    def _collate(self, index: Any, samples: Any) -> Any:
        self.progress(COLLATING)
        try:
            if type(samples) is Gathered:
                return samples.collated()
            return self.collate_fn(samples)
        except StopIteration as error:
            raise self._no_stop(f"the collate function {name_of(self.collate_fn)}") from error
        except Exception as error:
            self._note_collate(error, index, samples)
            raise

    def _samples_at(self, index: Any) -> Any:
        if not self.batched:
            return self._sample(index, 0)
        together = batch_method(self.dataset)
        if together:
            return self._samples_together(together, index)
        if self.collate_fn is not default_collate:
            return [self._sample(one, position) for position, one in enumerate(index)]
        gathered = Gathered(len(index))
        for position, one in enumerate(index):
            gathered.add(self._sample(one, position))
        return gathered

    def _sample(self, index: Any, position: int) -> Any:
        self.progress(position)
        self._batch.position = position
        try:
            return self.dataset[index]
        except StopIteration as error:
            raise self._no_stop(f"sample {short(index)}") from error
        except Exception as error:
            add_note(
                error, f"(while loading sample {short(index)} of dataset {name_of(self.dataset)})"
            )
            raise

    def _samples_together(self, together: Callable[[Any], Any], indices: Any) -> Any:
        self.progress(0)
        try:
            samples = together(indices)
        except StopIteration as error:
            raise self._no_stop(f"samples {short(indices)}") from error
        except Exception as error:
            add_note(
                error,
                f"(while loading samples {short(indices)} of dataset {name_of(self.dataset)}, by "
                "one call of __getitems__)",
            )
            raise
        if isinstance(samples, ColumnBatch) and self.collate_fn is not default_collate:
            return list(samples)  # PyTorch passes a list, and a function may want to sort it
        return samples

    def _no_stop(self, what: str) -> RuntimeError:
        # Passed on, it would end the consumer's loop, and the rest of the epoch would be lost
        # without a word.
        return RuntimeError(
            f"{what} of dataset {name_of(self.dataset)} raised StopIteration, which would "
            "silently end the epoch. Raise another exception, or make the dataset an "
            "IterableDataset"
        )

    def _next_samples(self, index: Any) -> Any:
        if not self.batched:
            return self._next_sample(0)
        if self._ended:
            raise StreamEnd
        samples: list[Any] = []
        try:
            for position in range(len(index)):
                samples.append(self._next_sample(position))
        except StreamEnd:
            self._ended = True
            if not samples or self.drop_last:
                raise
        return samples

    def _next_sample(self, position: int) -> Any:
        self.progress(position)
        try:
            sample = next(self._stream)  # type: ignore[arg-type]
        except StopIteration:
            raise StreamEnd from None
        except Exception as error:
            add_note(
                error,
                f"(while loading sample {self._streamed} of the stream of {name_of(self.dataset)})",
            )
            raise
        self._streamed += 1
        return sample

    def _note_collate(self, error: Exception, index: Any, samples: Any) -> None:
        where = f"while collating with {name_of(self.collate_fn)}"
        if self._stream is None and self.batched:
            where += f" samples {short(list(index))}"
        add_note(error, f"({where} of dataset {name_of(self.dataset)})")
        if isinstance(error, ShapeMismatch) and self.batched:
            if self._stream is not None:
                first = self._streamed - len(samples)
                numbers = [first + entry for entry in error.entries]
            else:
                numbers = [index[entry] for entry in error.entries]
            add_note(
                error,
                f"(entries {error.entries[0]} and {error.entries[1]} of the batch are samples "
                f"{numbers[0]} and {numbers[1]} of dataset {name_of(self.dataset)})",
            )
