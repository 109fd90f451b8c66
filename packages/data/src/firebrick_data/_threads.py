"""Workers that are threads of this process: the same tasks as in `_worker`, without a process.

They share the dataset and everything else with the program: nothing is pickled, nothing is sent,
and the first batch comes at once. Code that holds Python's lock while it works gains nothing from
them; what NumPy, a decoder of images or a file system does without it, goes side by side.

NOTE: guarantees (those of `_pool`, for threads)

T1  Every wait has a time-out and a liveness check, as G1.
T2  A worker and the loader share two queues and nothing else that changes: what a worker puts into
    the second it never touches again, so a batch is its consumer's for good (G4).
T3  A thread that has ended by itself (SystemExit) is an error at the batch that it took with it
    (G3).
T4  A thread cannot be ended from outside. `close` tells the workers, which stop at the next sample;
    it waits CLOSE_SECONDS for them, and then leaves them to end when their sample does. They are
    daemons, and never keep the program from ending.
"""

from __future__ import annotations

import atexit
import queue
import random
import threading
import time
import weakref
from typing import Any

import numpy as np

from ._failure import Failure
from ._fetch import Fetcher, StreamEnd
from ._random import seeded, worker_numpy_seed
from ._worker import Job, Loaded
from ._worker_info import WorkerInfo, WorkerRandom, set_worker_info

CHECK_SECONDS = 2.0
CLOSE_SECONDS = 2.0


class _Stop(BaseException):
    """The loader has closed the pool. No `except Exception` of a dataset catches it."""


class _Worker:
    """One thread, and the queue of its tasks; results go to `results`."""

    def __init__(self, job: Job, results: queue.SimpleQueue[Any]):
        self.tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.position: tuple[int, int] | None = None
        self.ending = "is not there (threads do not come along where a process forks)"
        self.stopping = False
        self._job = job
        self._results = results
        self._batch = 0
        self._epoch = -1
        self._fetcher: Any = None
        self.thread = threading.Thread(
            target=self._main, name=f"firebrick-data worker {job.worker}", daemon=True
        )
        self.thread.start()

    def _main(self) -> None:
        try:
            failure = self._open()
            while (task := self.tasks.get()) is not None:
                self._load(task, failure)
        except _Stop:
            pass
        except BaseException as error:  # T3: SystemExit, or what a dataset made of it
            self.ending = f"was ended by {error!r}"
            self._results.put((self._job.worker, None))
        finally:
            self._fetcher = None

    def _open(self) -> Failure | None:
        job = self._job
        try:
            seed = job.base_seed + job.worker
            rng = WorkerRandom(
                random.Random(seed),
                seeded(seed),
                np.random.default_rng(worker_numpy_seed(job.base_seed, job.worker)),
            )
            set_worker_info(
                WorkerInfo(job.worker, job.num_workers, seed, job.dataset, rng, "thread")
            )
            if job.worker_init_fn is not None:
                job.worker_init_fn(job.worker)
            return None
        except Exception as error:
            return Failure.of(error)

    def _load(self, task: Any, failure: Failure | None) -> None:
        epoch, data_epoch, batch, index, skip = task
        result: Any = failure
        if failure is None:
            self._batch = batch
            try:
                result = (self._fetch(epoch, data_epoch, index, skip),)
            except StreamEnd:
                result = None
            except Exception as error:
                result = Failure.of(error)
            self.position = None
        self._results.put((self._job.worker, Loaded(epoch, batch, result)))

    def _fetch(self, epoch: int, data_epoch: int, index: Any, skip: bool) -> Any:
        job = self._job
        if self._fetcher is None or epoch != self._epoch:
            self._epoch = epoch
            self._fetcher = Fetcher(
                job.dataset,
                job.collate_fn,
                job.batched,
                job.drop_last,
                self._at,
                job.sample_seed,
                data_epoch,
            )
        return self._fetcher.skip(index) if skip else self._fetcher(index)

    def _at(self, position: int) -> None:
        if self.stopping:
            raise _Stop
        self.position = (self._batch, position)


class ThreadPool:
    """The interface of `WorkerPool`, with threads."""

    kind = "thread"

    def __init__(self, jobs: list[Job]):
        self._results: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._epoch = 0
        self._data_epoch = 0
        self._workers: list[_Worker] = []
        self._lost: set[int] = set()
        _pools.add(self)
        for job in jobs:
            self._workers.append(_Worker(job, self._results))

    def new_pass(self, data_epoch: int) -> int:
        """Start a pass and return its number; what comes for an earlier one is dropped."""
        self._epoch += 1
        self._data_epoch = data_epoch
        return self._epoch

    @property
    def current_pass(self) -> int:
        """The number of the pass that was started last."""
        return self._epoch

    @property
    def is_open(self) -> bool:
        """Whether the pool has workers."""
        return bool(self._workers)

    def send(self, worker: int, batch: int, index: Any, skip: bool) -> None:
        """Give a worker a task."""
        self._workers[worker].tasks.put((self._epoch, self._data_epoch, batch, index, skip))

    def receive(self, timeout: float | None = None) -> list[tuple[int, Loaded, Any]]:
        """What workers have made: (worker, message, None); nothing after a while (T1)."""
        longest = CHECK_SECONDS if timeout is None else min(timeout, CHECK_SECONDS)
        found = self._arrived(longest)
        if not found:  # as after a fork, which threads do not come through
            self._lost |= {n for n, w in enumerate(self._workers) if not w.thread.is_alive()}
        self._lost |= {n for n, loaded in found if loaded is None}
        return [(n, loaded, None) for n, loaded in found if loaded and loaded.epoch == self._epoch]

    def _arrived(self, longest: float) -> list[tuple[int, Loaded | None]]:
        found = []
        try:
            found.append(self._results.get(timeout=max(0.0, longest)))
            while True:
                found.append(self._results.get_nowait())
        except queue.Empty:
            return found

    def unpack(self, worker: int, result: Any, tail: Any) -> Any:
        """The batch that a message brought."""
        return result[0]

    def is_lost(self, worker: int) -> bool:
        """Whether a worker has ended, and all that it had made has been received."""
        return worker in self._lost

    def lost(self) -> list[int]:
        """The workers that have ended."""
        return sorted(self._lost)

    def position(self, worker: int) -> tuple[int, int] | None:
        """The batch that a worker is or was at, and the position in it; None where at none."""
        return self._workers[worker].position

    def has_started(self, worker: int) -> bool:
        """Threads have."""
        return True

    def name(self, worker: int) -> str:
        """What Python calls a worker."""
        return f"thread {self._workers[worker].thread.name!r}"

    def ending(self, worker: int) -> str:
        """How a worker ended."""
        return self._workers[worker].ending

    def close(self) -> None:
        """End the workers and wait for them (T4). May be called again."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.stopping = True
            worker.tasks.put(None)
        deadline = time.monotonic() + CLOSE_SECONDS
        for worker in workers:
            # The collector may run this in one of the workers.
            if worker.thread is not threading.current_thread():
                worker.thread.join(max(0.0, deadline - time.monotonic()))
        _pools.discard(self)


_pools: weakref.WeakSet[ThreadPool] = weakref.WeakSet()


def _close_all() -> None:
    for pool in list(_pools):
        pool.close()


atexit.register(_close_all)
