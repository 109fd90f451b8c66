"""The two ways to go through a loader once: here, or with workers (processes or threads)."""

from __future__ import annotations

import time
import warnings
import weakref
from typing import Any, NoReturn

from ._dataset import IterableDataset, batch_method
from ._errors import name_of, short
from ._failure import Failure
from ._fetch import COLLATING, Fetcher, StreamEnd
from ._order import PREFETCH_FACTOR, Schedule, Task
from ._pass import Pass
from ._pinning import Ahead, pinned


class LoaderIterator:
    """One pass over a DataLoader; what has been drawn and given out is in its `Pass`."""

    def __init__(self, loader: Any, draws_seed: bool):
        self._loader = loader
        self._pass = loader._pass = Pass(loader, draws_seed)

    def __iter__(self) -> LoaderIterator:
        return self

    def __len__(self) -> int:
        return len(self._loader._index_sampler)

    def __next__(self) -> Any:
        try:
            batch = self._next()
        except StopIteration:
            self._pass.ended = True
            raise
        self._check_length()
        return batch

    def _next(self) -> Any:
        raise NotImplementedError

    def _check_length(self) -> None:
        expected = self._loader._IterableDataset_len_called
        if expected is None or self._pass.count <= expected:
            return
        dataset = self._loader.dataset
        message = (
            f"Length of IterableDataset {name_of(dataset)} was reported to be {expected} (when "
            f"accessing len(dataloader)), but {self._pass.count} samples have been fetched."
        )
        if self._loader.num_workers:
            message += (
                " With several workers, each has a copy of the dataset: let the copies take "
                "different samples with the help of get_worker_info()."
            )
        warnings.warn(message, stacklevel=3)

    def __getstate__(self) -> Any:
        raise NotImplementedError(
            f"{type(self).__name__} cannot be pickled: pickle the DataLoader instead"
        )


class InlineIterator(LoaderIterator):
    """Makes each batch when it is asked for."""

    def __init__(self, loader: Any):
        super().__init__(loader, draws_seed=True)
        self._fetch = Fetcher(
            loader.dataset,
            loader.collate_fn,
            loader._auto_collation,
            loader.drop_last,
            sample_seed=loader.sample_seed,
            epoch=self._pass.epoch,
        )

    def _next(self) -> Any:
        number, index = next(self._pass)
        try:
            while self._pass.is_out(number):
                self._fetch.skip(index)
                number, index = next(self._pass)
            batch = self._fetch(index)
        except StreamEnd:
            raise StopIteration from None
        except Exception:
            self._pass.given(number)  # as the error that it was
            raise
        self._pass.given(number)
        return pinned(batch) if self._loader._pins else batch


class WorkerIterator(LoaderIterator):
    """Keeps the workers `prefetch_factor` batches ahead, and gives their batches out in order."""

    def __init__(self, loader: Any):
        self._stopped_by = ""
        self._sampler_error: Exception | None = None
        self._pool = loader._persistent_pool
        needs_pool = self._pool is None or not self._pool.is_open
        super().__init__(loader, draws_seed=needs_pool)
        if needs_pool:
            self._pool = _start_pool(loader, self._pass.base_seed)
            # Whoever owns the pool closes it when dropped. At exit `_pool` does it, early enough
            # (G5).
            owner = loader if loader.persistent_workers else self
            weakref.finalize(owner, self._pool.close).atexit = False
            loader._persistent_pool = self._pool if loader.persistent_workers else None
        self._pool_pass = self._pool.new_pass(self._pass.epoch)
        self._schedule = Schedule(
            self._pass, loader.num_workers, _prefetch(loader), loader.in_order
        )
        self._give_tasks()

    def _give_tasks(self) -> None:
        """Give out tasks while a worker has room.

        An error of the sampler is kept until the batches before it are out, as without workers.
        """
        while self._sampler_error is None:
            try:
                task = self._schedule.assign()
            except Exception as error:
                self._sampler_error = error
                return
            if task is None:
                return
            self._pool.send(task.worker, task.batch, task.index, self._pass.is_out(task.batch))

    def _require_current(self) -> None:
        why = self._stopped_by
        if not why and self._pool.current_pass != self._pool_pass:
            why = "another pass with the same persistent workers"
        if why:
            raise RuntimeError(
                f"this iterator of a DataLoader was stopped by {why}; make a new one with "
                "iter(loader)"
            )

    def _next(self) -> Any:
        self._require_current()
        try:
            task, (message, tail) = self._take()
        except BaseException as error:
            if not isinstance(error, Exception):  # G7
                self._stop(type(error).__name__)
            raise
        if isinstance(message.result, Failure):
            self._pass.given(task.batch)
            raise message.result.exception(task.worker, self._pool.kind)
        if isinstance(tail, Ahead):
            batch = tail.get()
        else:
            batch = self._pool.unpack(task.worker, message.result, tail)
            batch = pinned(batch) if self._loader._pins else batch
        self._pass.given(task.batch)
        if self._loader._pins:
            self._pin_ahead()
        return batch

    def _pin_ahead(self) -> None:
        """Let a thread pin the next batch, if it is there, while this one is used."""
        self._receive(0.0)
        if (found := self._schedule.next_arrived()) is None:
            return
        task, (message, tail) = found
        if isinstance(message.result, Failure) or isinstance(tail, Ahead):
            return
        batch = self._pool.unpack(task.worker, message.result, tail)
        self._schedule.arrived(task.batch, (message, Ahead(batch)))

    def _take(self) -> Any:
        """The next batch that was not given out before, and in its place a new task."""
        while True:
            task, arrived = self._wait()
            self._give_tasks()
            if isinstance(arrived[0].result, Failure) or not self._pass.is_out(task.batch):
                return task, arrived

    def _wait(self) -> Any:
        """The next batch, as it came. Raises StopIteration at the end of the pass."""
        deadline = time.monotonic() + self._loader.timeout if self._loader.timeout else None
        while True:
            if (arrived := self._schedule.take()) is not None:
                return arrived
            due = self._schedule.due()
            if due is None:
                self._end_of_pass()
            self._require_worker(due)
            now = time.monotonic()
            if deadline is not None and now >= deadline:
                raise RuntimeError(self._timeout_message(due))
            self._receive(None if deadline is None else deadline - now)

    def _receive(self, timeout: float | None) -> None:
        """Wait for messages, at most so long, and note them."""
        try:
            messages = self._pool.receive(timeout)
        except OSError as error:  # a message is lost, as with too many open files
            self._stop(type(error).__name__)
            raise
        for worker, message, tail in messages:
            self._arrived(worker, message, tail)

    def _end_of_pass(self) -> NoReturn:
        if not self._loader.persistent_workers:
            self._pool.close()
        error, self._sampler_error = self._sampler_error, None
        raise error or StopIteration

    def _arrived(self, worker: int, message: Any, tail: bytearray) -> None:
        if message.result is None:
            self._schedule.ran_dry(worker, message.batch)
            self._give_tasks()
        else:
            self._schedule.arrived(message.batch, (message, tail))

    def _stop(self, why: str) -> None:
        self._stopped_by = why
        self._pool.close()

    def _require_worker(self, due: Task) -> None:
        """Raise RuntimeError where the batch that is due is lost with its worker (G3)."""
        worker = due.worker
        if not self._pool.is_lost(worker):
            others = [] if self._loader.in_order else self._pool.lost()
            if not others:
                return
            worker = others[0]
        message = self._death_message(worker)
        self._stop("the death of a worker")
        raise RuntimeError(message)

    def _death_message(self, worker: int) -> str:
        pool = self._pool
        ending = pool.ending(worker)
        who = pool.name(worker).replace("pid ", "pid(s) ")  # as PyTorch writes it
        text = (
            f"DataLoader worker ({who}) exited unexpectedly: worker {worker} "
            f"{ending} {self._where(worker)}."
        )
        if "SIGKILL" in ending:
            text += (
                " The kernel kills the process that uses most memory when there is none left "
                "(see `dmesg`): use fewer workers, smaller batches or a smaller prefetch_factor."
            )
        elif "SIGSEGV" in ending or "SIGBUS" in ending or "SIGABRT" in ending:
            text += (
                " The cause is in native code: load that sample with num_workers=0 under `python "
                "-X faulthandler`."
            )
        elif not pool.has_started(worker):
            text += (
                " It could not start; what it printed says why. A script that is started by "
                "another method than fork needs `if __name__ == '__main__':` around what it does."
            )
        else:
            text += f" Code that the dataset runs has ended the {pool.kind}."
        return text

    def _where(self, worker: int) -> str:
        """What a worker was doing, from its page (G6), for messages."""
        position = self._pool.position(worker)
        tasks = {task.batch: task for task in self._schedule.of_worker(worker)}
        if not self._pool.has_started(worker):
            return "while starting"
        if position is None or position[0] not in tasks:
            return "between two batches"
        batch, place = position
        dataset, index = name_of(self._loader.dataset), tasks[batch].index
        of_batch = f"dataset {dataset} (batch {batch}"
        if isinstance(self._loader.dataset, IterableDataset):
            return f"while loading sample {place} of a batch of the stream of {of_batch})"
        if not self._loader._auto_collation:
            return f"while loading sample {short(index)} of {of_batch})"
        of_batch += f", samples {short(list(index))})"
        if place == COLLATING:
            return f"while collating a batch of {of_batch}"
        if batch_method(self._loader.dataset):
            return f"while loading a batch of {of_batch}"
        return f"while loading sample {short(list(index)[place])} of {of_batch}"

    def _timeout_message(self, due: Task) -> str:
        where = self._where(due.worker).replace("while ", "still ", 1)
        return (
            f"DataLoader timed out after {self._loader.timeout} seconds: worker {due.worker} "
            f"({self._pool.name(due.worker)}) is {where}. Raise timeout=, or find out what that "
            "sample waits for"
        )


def _prefetch(loader: Any) -> int:
    """None where `num_workers` was assigned after the loader was made."""
    return loader.prefetch_factor or PREFETCH_FACTOR


def _start_pool(loader: Any, base_seed: int) -> Any:
    # Here, as multiprocessing is not imported before somebody wants workers.
    from ._transport import slots_needed
    from ._worker import Job

    jobs = [
        Job(
            dataset=loader.dataset,
            collate_fn=loader.collate_fn,
            worker_init_fn=loader.worker_init_fn,
            batched=loader._auto_collation,
            drop_last=loader.drop_last,
            worker=worker,
            num_workers=loader.num_workers,
            base_seed=base_seed,
            sample_seed=loader.sample_seed,
            slots=slots_needed(_prefetch(loader)),
        )
        for worker in range(loader.num_workers)
    ]
    if loader.worker_method == "thread":
        from ._threads import ThreadPool

        return ThreadPool(jobs)
    from ._pool import WorkerPool

    return WorkerPool(loader._context(), jobs)


def iterate(loader: Any) -> LoaderIterator:
    """A new pass over a loader."""
    return WorkerIterator(loader) if loader.num_workers else InlineIterator(loader)
