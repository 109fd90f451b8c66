"""The worker process: takes tasks from its channel, sends batches, and ends when the loader's end
is closed.

The guarantees that are meant by G1, G2, ... are written down in `_pool`.
"""

from __future__ import annotations

import gc
import os
import pickle
import random
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

import firebrick_core as fc

from . import _memory, _segments
from ._channel import Channel
from ._failure import Failure
from ._fetch import Fetcher, StreamEnd
from ._random import worker_numpy_seed
from ._seal import Sealed, require_picklable
from ._transport import Packed, SlotWriter
from ._worker_info import WorkerInfo, set_worker_info

# How long a worker whose loader is gone may go on with the sample that it is at.
GRACE_SECONDS = 5.0
# How often a worker checks that its parent lives, in case a stranger keeps the other end of its
# socket open.
PARENT_CHECK_SECONDS = 5.0
WATCH = "firebrick-data watch"  # the name of the thread that sees the loader go


@dataclass(frozen=True)
class Job:
    """What a worker has to do, the same for all tasks."""

    dataset: Any
    collate_fn: Callable[[Any], Any]
    worker_init_fn: Callable[[int], Any] | None
    batched: bool
    drop_last: bool
    worker: int
    num_workers: int
    base_seed: int
    sample_seed: int | None
    slots: int


# Messages to a worker, and from it.


@dataclass(frozen=True)
class Load:
    """Make batch number `batch` of pass `epoch` from `index`; the slots `freed` and `dropped` are
    given back.

    `skip` reads past the samples of a stream; `data_epoch` is what `sample_rng` goes by.
    """

    epoch: int
    data_epoch: int
    batch: int
    index: Any
    skip: bool
    freed: list[int]
    dropped: list[int]


@dataclass(frozen=True)
class Lend:
    """Slots to begin with, by number: their sizes; their descriptors come along."""

    sizes: dict[int, int]


@dataclass(frozen=True)
class Started:
    """The worker runs; a page of shared memory, which tells where it is, comes along (where there
    is any)."""


@dataclass(frozen=True)
class Loaded:
    """Batch number `batch` of pass `epoch`: a batch (of a process a Packed one), a Failure, or
    (None) the end of the worker's stream."""

    epoch: int
    batch: int
    result: Any


class _Stop(BaseException):
    """The loader is gone. No `except Exception` of a dataset catches it."""


class Progress:
    """Where a worker is: a page that outlives it (G6). Two numbers, the batch and the position in
    it."""

    SIZE = 4096
    NOWHERE = -2  # COLLATING is -1

    def __init__(self, descriptor: int | None):
        memory = bytearray(16) if descriptor is None else _segments.attach(descriptor, self.SIZE)
        self.page = memoryview(memory).cast("B")[:16].cast("q")
        if descriptor is None:
            self.leave()
        else:
            os.close(descriptor)

    @classmethod
    def create(cls) -> tuple[Progress, int | None]:
        """A page, and a descriptor of it to pass on, or None where there is no shared memory."""
        try:
            descriptor = _segments.create(cls.SIZE) if _segments.SUPPORTED else None
        except OSError:
            descriptor = None  # the page is only for messages; the loader does without it
        progress = cls(None if descriptor is None else os.dup(descriptor))
        progress.leave()
        return progress, descriptor

    def enter(self, batch: int) -> None:
        """The worker starts with a batch."""
        self.page[1] = 0
        self.page[0] = batch

    def leave(self) -> None:
        """The worker is at no batch."""
        self.page[0] = self.NOWHERE

    def read(self) -> tuple[int, int] | None:
        """The batch and the position in it, or None."""
        return None if self.page[0] == self.NOWHERE else (self.page[0], self.page[1])


def worker_main(
    sock: socket.socket, sealed: Sealed, worker: int, close: Callable[[], None]
) -> None:
    """The main function of a worker process. `close` closes what a fork should not have
    inherited."""
    close()
    _become_a_worker()
    channel = Channel(sock, blocking=True)
    # The ways in which it shows that the loader's end is closed (G5).
    with suppress(_Stop, EOFError, ConnectionError):
        _Worker(channel, worker).run(sealed)


def _become_a_worker() -> None:
    # Ctrl-C goes to every process of the terminal; the loader is the one that acts on it. (Not
    # SIG_IGN, which programs that the dataset runs would inherit.)
    signal.signal(signal.SIGINT, _leave_to_the_loader)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # see `interrupts_held`
    # A handler that the program has installed for itself is not meant for its workers.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # What was inherited by a fork is never collected here: it would be copied page by page just for
    # being looked at.
    gc.freeze()
    fc.set_num_threads(1)  # the workers are the parallelism


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Start a worker in this: a Ctrl-C that comes before the worker has its own handler waits.

    A forked worker inherits the mask, and lifts it when it is ready. Without this it would print a
    traceback of its own, from the middle of its start.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_to_the_loader(number: int, frame: Any) -> None:
    """Handle a signal by doing nothing."""


class _Worker:
    def __init__(self, channel: Channel, worker: int):
        self.channel = channel
        self.worker = worker
        self.loader_gone = False
        self.progress, descriptor = Progress.create()
        self.fetcher: Fetcher | None = None
        self.epoch = -1
        self._send(Started(), (), [] if descriptor is None else [descriptor])
        if descriptor is not None:
            os.close(descriptor)
        threading.Thread(target=self._watch, name=WATCH, daemon=True).start()

    def _send(self, head: Any, tail: Any = (), descriptors: Any = ()) -> None:
        self.channel.send(pickle.dumps(head), tail, descriptors)

    def _watch(self) -> None:
        """End this process when the loader is gone, also while a dataset is busy (G5)."""
        parent = os.getppid()
        if hasattr(select, "poll"):
            poll = select.poll()
            poll.register(self.channel.fileno(), 0)  # only that the other end is closed
            while not poll.poll(1000 * PARENT_CHECK_SECONDS) and os.getppid() == parent:
                pass
        else:
            while os.getppid() == parent:
                time.sleep(PARENT_CHECK_SECONDS)
        self.loader_gone = True
        time.sleep(GRACE_SECONDS)
        os._exit(1)

    def run(self, sealed: Sealed) -> None:
        """Serve until the loader's end is closed."""
        job, failure = self._open(sealed)
        self.writer = SlotWriter(job.slots if job is not None else 0)
        while True:
            message = self.channel.receive()
            if message is None:
                raise EOFError
            if isinstance(message.head, Lend):
                for (number, size), fd in zip(
                    message.head.sizes.items(), message.descriptors, strict=True
                ):
                    self.writer.lent(number, size, fd)
            else:
                self._load(message.head, job, failure)

    def _open(self, sealed: Sealed) -> tuple[Job | None, Failure | None]:
        """Unpack the job and prepare for it. An error is told instead of every batch (as PyTorch
        does)."""
        try:
            job: Job = sealed.open()
            seed = job.base_seed + job.worker
            random.seed(seed)
            fc.manual_seed(seed)
            np.random.seed(worker_numpy_seed(job.base_seed, job.worker))
            set_worker_info(WorkerInfo(job.worker, job.num_workers, seed, job.dataset))
            if job.worker_init_fn is not None:
                job.worker_init_fn(job.worker)
            return job, None
        except Exception as error:
            return None, Failure.of(error)

    def _load(self, task: Load, job: Job | None, failure: Failure | None) -> None:
        if job is None or failure is not None:
            return self._send(Loaded(task.epoch, task.batch, failure))
        self.writer.given_back(task.freed, task.dropped)
        self.writer.begin()
        self.progress.enter(task.batch)
        result: Packed | Failure | None = None
        tail: list[Any] = []
        descriptors: list[int] = []
        try:
            result, tail, descriptors = self._pack(self._fetch(task, job), job)
        except StreamEnd:
            pass
        except Exception as error:
            result = Failure.of(error)
        self.progress.leave()
        self._send(Loaded(task.epoch, task.batch, result), tail, descriptors)
        self.writer.delivered()

    def _fetch(self, task: Load, job: Job) -> Any:
        if self.fetcher is None or task.epoch != self.epoch:
            self.epoch = task.epoch
            self.fetcher = Fetcher(
                job.dataset,
                job.collate_fn,
                job.batched,
                job.drop_last,
                self._at,
                job.sample_seed,
                task.data_epoch,
            )
        if task.skip:
            return self.fetcher.skip(task.index)
        with _memory.allocating_with(self.writer.allocate):
            return self.fetcher(task.index)

    def _at(self, position: int) -> None:
        self.progress.page[1] = position
        if self.loader_gone:
            raise _Stop

    def _pack(self, batch: Any, job: Job) -> Any:
        try:
            return self.writer.pack(batch)
        except Exception:
            require_picklable(
                batch,
                "batch",
                "a batch is pickled to get from a worker process to the consumer",
                "Return something else from the dataset, or make it in the consumer's loop.",
            )
            raise
