"""The DataLoader: arguments, their checks, and what they mean."""

from __future__ import annotations

import itertools
import operator
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from ._collate import default_collate, default_convert
from ._dataset import IterableDataset
from ._errors import ArgumentError, short, usable_cpus
from ._iterate import LoaderIterator, iterate
from ._order import PREFETCH_FACTOR
from ._pass import Pass, set_sampler_epoch
from ._pinning import can_pin
from ._resume import load_state, state_of
from ._sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler

T_co = TypeVar("T_co", covariant=True)

# These decide what the samplers were made from.
_FIXED = (
    "batch_size",
    "batch_sampler",
    "sampler",
    "drop_last",
    "dataset",
    "persistent_workers",
    "worker_method",
)


class _EndlessSampler(Sampler[None]):
    """Yields None without end: the "indices" of an iterable dataset."""

    def __iter__(self) -> Iterator[None]:
        return itertools.repeat(None)


class DataLoader(Generic[T_co]):
    """Batches of a dataset, in a sampler's order, made here or by workers (processes or threads).

    Each iteration over the loader is one pass over the dataset. The same seed gives the same
    batches as PyTorch, and the same batches whether there are workers or not. A pass can be left at
    any batch and taken up later: see `state_dict`.

    Arguments:
        dataset: anything with `__getitem__` and `__len__`, or an IterableDataset.
        batch_size: samples per batch; None yields single samples, as tensors where they are arrays.
        shuffle: a new random order in each pass.
        sampler: yields the indices of samples (instead of `shuffle`).
        batch_sampler: yields lists of indices (instead of `batch_size`, `shuffle`, `sampler` and
            `drop_last`).
        num_workers: worker processes (or threads); 0 makes each batch here when it is asked for.
        collate_fn: makes a batch of a list of samples; `default_collate`, or without batches
            `default_convert`.
        pin_memory: give batches in page-locked memory, from which a GPU copies by itself with
            `batch.to("cuda", non_blocking=True)`; warns, and does nothing, where there is no GPU.
        drop_last: leave out a last batch that is not full.
        timeout: seconds that a batch may take to come from a worker; 0 waits as long as the worker
            lives.
        worker_init_fn: called in each worker with its number, after seeding.
        worker_method: what workers are, "multiprocessing" or "thread". Threads share the dataset
            with the program, and are of use where samples are made by code that does not hold
            Python's lock.
        sample_seed: lets a dataset draw numbers that do not depend on the workers, with
            `sample_rng` and `sample_generator`. None: it cannot.
        multiprocessing_context: how workers are started: "fork", "forkserver", "spawn" or a
            context. The default is what the program has chosen with
            `multiprocessing.set_start_method`, else fork on Linux and elsewhere Python's own.
        generator: where the order (without `sampler`) and the workers' base seed are drawn from.
        prefetch_factor: batches that each worker is ahead, 2 by default.
        persistent_workers: keep the workers, with their copies of the dataset, from one pass to the
            next.
        pin_memory_device: ignored, as in PyTorch.
        in_order: give batches out in the sampler's order; False gives them out as they come.

    Raises ValueError for numbers out of range and for arguments that exclude each other, TypeError
    for arguments of a wrong type, and pickle.PicklingError for a dataset or function that the start
    method cannot send to a worker. Iterating raises what the dataset raises; RuntimeError where a
    worker dies or `timeout` passes.

    Source: torch.utils.data.DataLoader.

    >>> loader = DataLoader(range(5), batch_size=2)
    >>> len(loader), list(loader)
    (3, [tensor([0, 1]), tensor([2, 3]), tensor([4])])
    """

    dataset: Any
    batch_size: int | None
    num_workers: int
    drop_last: bool
    timeout: float
    sampler: Any
    batch_sampler: Any
    prefetch_factor: int | None

    _initialized = False

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[Any] | None = None,
        batch_sampler: Iterable[list[Any]] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[Any], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], Any] | None = None,
        multiprocessing_context: Any = None,
        generator: Any = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
        worker_method: str = "multiprocessing",
        sample_seed: int | None = None,
    ):
        self.dataset = dataset
        self.worker_method = _one_of_methods(worker_method)
        self.sample_seed = _seed_for_samples(sample_seed, dataset)
        self._set_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self.pin_memory = pin_memory
        self._pins = False
        self.pin_memory_device = pin_memory_device
        self.worker_init_fn = worker_init_fn
        self.in_order = in_order
        self.generator = generator
        if isinstance(dataset, IterableDataset):
            _check_iterable(shuffle, sampler, batch_sampler)
        _check_exclusive(batch_size, shuffle, sampler, batch_sampler, drop_last)
        if batch_sampler is not None:
            batch_size, drop_last = None, False
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = self._default_sampler(shuffle) if sampler is None else sampler
        if batch_size is not None:
            batch_sampler = BatchSampler(self.sampler, batch_size, drop_last)
        self.batch_sampler = batch_sampler
        self.collate_fn = _collate_for(collate_fn, batch_sampler is not None)
        self._IterableDataset_len_called: int | None = None
        self._persistent_pool: Any = None  # set by the first pass, with `persistent_workers`
        self._pass: Pass | None = None  # the newest
        self._next_epoch = 0
        self._saved: dict[str, Any] | None = None  # what the next pass resumes
        self.multiprocessing_context = multiprocessing_context
        if self.num_workers:
            self._check_can_start()
            self.check_worker_number_rationality()
        self._initialized = True

    def _set_workers(
        self,
        num_workers: int,
        timeout: float,
        prefetch_factor: int | None,
        persistent_workers: bool,
    ) -> None:
        try:
            num_workers = operator.index(num_workers)
        except TypeError:
            raise TypeError(
                f"DataLoader: num_workers should be an integer, got {short(num_workers)}"
            ) from None
        if num_workers < 0:
            raise ValueError(
                "num_workers option should be non-negative; use num_workers=0 to disable "
                f"multiprocessing. Got num_workers={num_workers}"
            )
        if timeout < 0:
            raise ValueError(f"timeout option should be non-negative, got timeout={timeout}")
        if timeout and not num_workers:
            raise ArgumentError(f"timeout={timeout} needs num_workers > 0")
        if prefetch_factor is not None and not num_workers:
            raise ValueError(
                "prefetch_factor option could only be specified in multiprocessing: let "
                f"num_workers > 0, or leave prefetch_factor={prefetch_factor} out"
            )
        if prefetch_factor is not None and prefetch_factor <= 0:
            raise ArgumentError(
                f"prefetch_factor option should be non-negative, and not 0: got {prefetch_factor}"
            )
        if persistent_workers and not num_workers:
            raise ValueError("persistent_workers option needs num_workers > 0")
        self.num_workers = num_workers
        self.timeout = timeout
        self.prefetch_factor = (
            PREFETCH_FACTOR if num_workers and prefetch_factor is None else prefetch_factor
        )
        self.persistent_workers = persistent_workers

    def _default_sampler(self, shuffle: bool | None) -> Sampler[Any]:
        if isinstance(self.dataset, IterableDataset):
            return _EndlessSampler()
        if shuffle:
            return RandomSampler(self.dataset, generator=self.generator)
        return SequentialSampler(self.dataset)

    @property
    def multiprocessing_context(self) -> Any:
        """The context given, or None for the default."""
        return self._multiprocessing_context

    @multiprocessing_context.setter
    def multiprocessing_context(self, value: Any) -> None:
        if value is not None:
            if not self.num_workers:
                raise ValueError(
                    "multiprocessing_context can only be used with multi-process loading "
                    f"(num_workers > 0), but got num_workers={self.num_workers}"
                )
            if self.worker_method == "thread":
                raise ValueError(
                    "multiprocessing_context is of no use with worker_method='thread', which "
                    "starts no process: leave one of them out"
                )
            value = _context_from(value)
        self._multiprocessing_context = value

    def _context(self) -> Any:
        """The multiprocessing context that workers are started with."""
        given = self._multiprocessing_context
        return _default_context() if given is None else given

    def _check_can_start(self) -> None:
        """Tell now, and with the name of the attribute, what cannot be sent to a worker."""
        if self.worker_method == "thread":
            return
        method = self._context().get_start_method()
        if method == "fork":
            return
        from ._seal import require_picklable

        for name in ("dataset", "collate_fn", "worker_init_fn"):
            require_picklable(
                getattr(self, name),
                name,
                f"DataLoader: start method {method!r} pickles what workers need",
                "Use a function or class at the top level of a module, or "
                "multiprocessing_context='fork' where the system has it.",
            )

    def check_worker_number_rationality(self) -> None:
        """Warn where there are more workers than processors."""
        cpus = usable_cpus()
        if self.num_workers > cpus:
            warnings.warn(
                f"This DataLoader will create {self.num_workers} worker "
                f"{'threads' if self.worker_method == 'thread' else 'processes'} in total. Our "
                f"suggested max number of worker in current system is {cpus}, which is smaller "
                "than what this DataLoader is going to create. More workers than processors may "
                "make it slower",
                stacklevel=3,
            )

    @property
    def _auto_collation(self) -> bool:
        return self.batch_sampler is not None

    @property
    def _index_sampler(self) -> Any:
        """What yields the index of each batch (or sample)."""
        return self.sampler if self.batch_sampler is None else self.batch_sampler

    def __setattr__(self, name: str, value: Any) -> None:
        if self._initialized and name in _FIXED:
            raise ValueError(
                f"{name} attribute should not be set after {type(self).__name__} is initialized: "
                "make a new one"
            )
        super().__setattr__(name, value)

    def __iter__(self) -> LoaderIterator:
        self._pins = self.pin_memory and can_pin()
        if self.pin_memory and not self._pins:
            warnings.warn(
                "'pin_memory' argument is set as true but no accelerator is found: batches stay in "
                "ordinary memory (firebrick_core.cuda.unavailable_reason() says why)",
                stacklevel=2,
            )
        return iterate(self)

    def __len__(self) -> int:
        """The number of batches. For an IterableDataset a guess from its `__len__`; TypeError where
        it has none."""
        if not isinstance(self.dataset, IterableDataset):
            return len(self._index_sampler)
        length = self._IterableDataset_len_called = len(self.dataset)  # type: ignore[arg-type]
        if self.batch_size is not None:
            whole, rest = divmod(length, self.batch_size)
            length = whole if self.drop_last or not rest else whole + 1
        return length

    @property
    def epoch(self) -> int:
        """The number of the newest pass, from 0; of the first one before there is any."""
        return max(self._next_epoch - 1, 0)

    def set_epoch(self, epoch: int) -> None:
        """Say which epoch the next pass is, for `sample_rng`; by default passes are counted.

        The sampler is told as well, where it wants to know (a DistributedSampler). Raises
        ValueError for a negative number.
        """
        if operator.index(epoch) < 0:
            raise ValueError(f"DataLoader: an epoch is not negative, got {epoch}")
        self._next_epoch = operator.index(epoch)
        set_sampler_epoch(self, self._next_epoch)

    def state_dict(self) -> dict[str, Any]:
        """Where the newest pass is, to go on from there later: with `load_state_dict`.

        The batches that a loop has got are done; those that workers have made ahead are not, and
        come again. The state is small (under 4 kB, whatever the dataset) and consists of numbers
        and strings. It can be taken at any batch, also after leaving the loop.

        The order is drawn again on resuming, so the sampler has to draw from a Firebrick generator:
        its own `generator`, or the default one, as all of this package do. The number, kind and
        start method of workers may be others then. A stream is read again up to where it was, and
        as its samples are split among workers, these have to be as many as before.

        Raises RuntimeError for a stream that several workers read with `in_order=False`.

        >>> loader = DataLoader(range(6), batch_size=2, shuffle=True)
        >>> batches = iter(loader)
        >>> first = next(batches)
        >>> state = loader.state_dict()
        >>> rest = [batch.tolist() for batch in batches]
        >>> again = DataLoader(range(6), batch_size=2, shuffle=True)
        >>> again.load_state_dict(state)
        >>> [batch.tolist() for batch in again] == rest
        True
        """
        return state_of(self)

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Let the next pass be the rest of the one that `state_dict` was taken from.

        The passes after it are whole ones again. `len` stays that of a whole pass.

        Raises ValueError for a state of a loader that makes other batches, or where a stream would
        be split among another number of workers; TypeError for what is no state.
        """
        load_state(self, state_dict)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_persistent_pool": None, "_pass": None}


def _one_of_methods(worker_method: str) -> str:
    if worker_method not in ("multiprocessing", "thread"):
        raise ValueError(
            "worker_method option should be 'multiprocessing' or 'thread', but got "
            f"worker_method={worker_method!r}"
        )
    return worker_method


def _seed_for_samples(seed: Any, dataset: Any) -> int | None:
    if seed is None:
        return None
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"DataLoader: sample_seed should be an integer, got {short(seed)}")
    if seed < 0:
        raise ValueError(f"sample_seed option should be non-negative, got sample_seed={seed}")
    if isinstance(dataset, IterableDataset):
        raise ValueError(
            "sample_seed gives random numbers by a sample's index, and the samples of an "
            "IterableDataset have none: let the stream carry numbers of its own"
        )
    return operator.index(seed)


def _collate_for(given: Any, batched: bool) -> Callable[[Any], Any]:
    if given is None:
        return default_collate if batched else default_convert
    if not callable(given):
        raise TypeError(f"DataLoader: collate_fn should be callable, got {short(given)}")
    return given


def _check_iterable(shuffle: Any, sampler: Any, batch_sampler: Any) -> None:
    given = {"sampler": sampler, "batch_sampler": batch_sampler, "shuffle": shuffle or None}
    for name, value in given.items():
        if value is not None:
            raise ValueError(
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                f"{name}={short(value)}. The dataset's own __iter__ decides the order"
            )


def _check_exclusive(
    batch_size: Any, shuffle: Any, sampler: Any, batch_sampler: Any, drop_last: Any
) -> None:
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None:
        if batch_size != 1 or shuffle or sampler is not None or drop_last:
            raise ValueError(
                "batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, "
                "and drop_last"
            )
    elif batch_size is None and drop_last:
        raise ValueError(
            "batch_size=None option disables auto-batching and is mutually exclusive with drop_last"
        )


def _context_from(value: Any) -> Any:
    import multiprocessing
    from multiprocessing.context import BaseContext

    if isinstance(value, str):
        methods = multiprocessing.get_all_start_methods()
        if value not in methods:
            raise ValueError(
                "multiprocessing_context option should specify a valid start method in "
                f"{methods!r}, but got multiprocessing_context={value!r}"
            )
        return multiprocessing.get_context(value)
    if not isinstance(value, BaseContext):
        raise TypeError(
            "multiprocessing_context option should be a valid context object or a string "
            f"specifying the start method, but got multiprocessing_context={short(value)}"
        )
    return value


def _default_context() -> Any:
    """The program's choice, else fork on Linux, else Python's default.

    Fork is PyTorch's default on Linux too (up to Python 3.13). It runs scripts as they are:
    datasets that are defined in `__main__`, lambdas, no guard around the script, no copy of the
    data, first batch within milliseconds. What speaks against it are threads that hold locks while
    the process forks. Those of BLAS stop for a fork; for others
    `multiprocessing_context="forkserver"` is the way.
    """
    import multiprocessing

    if multiprocessing.get_start_method(allow_none=True) is None and sys.platform == "linux":
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context()
