"""The worker processes of one loader iterator, seen from the loader.

NOTE: guarantees (the code points back to them as G1, G2, ...)

G1  Every wait has a time-out and a liveness check. `WorkerPool.receive` waits CHECK_SECONDS at
    most, and then asks the operating system which workers have ended.
G2  The loader never blocks on one worker. Its end of each socket is non-blocking; what a worker
    does not read yet stays in a queue here, so that two full sockets cannot wait for each other.
    There is no queue, lock or pipe that workers share: one that is killed in the middle of a
    message breaks only its own channel.
G3  A dead worker is an error at the batch that it took with it, not before and not after: batches
    that had arrived, or that other workers have, come out first. The error tells how the worker
    ended, and at which sample it was.
G4  A batch is its consumer's for good. A slot of shared memory is written to by one process at a
    time, and goes back to its worker when the last array over it is gone (`_transport`). Slots
    that are held while this process forks are not used again. Those of a worker that has ended
    are kept for other workers (`_segments`), unless it cannot be told that it has.
G5  No process is left. The loader's end of a socket is open in the loader only (children of a
    fork close it at once), so it is closed when the loader closes it, and when the loader ends,
    however that happens. A worker that sees this stops at the next sample, and is ended after
    GRACE_SECONDS (of `_worker`) whatever it does. `close` also waits for the processes, and ends
    those that take longer than CLOSE_SECONDS. No process but the one that made the pool does any
    of this.
G6  No shared memory is left: it has no name (`_segments`). What tells where a worker is, is such
    a page as well, and so can be read after the worker's death.
G7  After an interruption (KeyboardInterrupt and the like) the pool is closed, as a message may
    have been lost; the iterator then says so instead of waiting for it.
"""

from __future__ import annotations

import multiprocessing.connection  # noqa: F401  # see below
import os
import selectors
import signal
import socket
import sys
import threading
import time
import warnings
import weakref
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from firebrick_core import _parallel

from . import _segments
from ._channel import Channel
from ._seal import Sealed
from ._transport import Packed, SlotReader, dumps
from ._worker import WATCH, Job, Lend, Load, Loaded, Progress, Started, interrupts_held, worker_main

# `Process.join` imports multiprocessing.connection. If that happened at exit only, after Ctrl-C,
# the import would make Python forget that it was interrupted, and end with status 1.

# How long one wait for messages is, at most (G1).
CHECK_SECONDS = 2.0
# How long `close` waits for workers to stop by themselves, and then for SIGTERM to work.
CLOSE_SECONDS = 2.0
TERMINATE_SECONDS = 1.0


@dataclass
class _Member:
    """One worker, seen from the loader."""

    process: Any
    channel: Channel
    slots: SlotReader = field(default_factory=SlotReader)
    progress: Progress | None = None
    gone: bool = False  # its channel is at its end


class WorkerPool:
    """Starts worker processes, gives them tasks, hands on what they send, and ends them."""

    kind = "process"

    def __init__(self, context: Any, jobs: list[Job]):
        self._owner = os.getpid()
        self._members: list[_Member] = []
        self._told_trouble = False
        self._epoch = 0
        self._data_epoch = 0
        # Not DefaultSelector, which takes a descriptor and is shared with forked children.
        self._selector = getattr(selectors, "PollSelector", selectors.SelectSelector)()
        _prepare_this_process()
        _warm(context, jobs)
        _pools.add(self)
        try:
            for job in jobs:
                self._members.append(_start(context, job))
                channel = self._members[-1].channel
                self._selector.register(channel, selectors.EVENT_READ, len(self._members) - 1)
            for worker, job in enumerate(jobs):
                self._lend(worker, job.slots)
        except BaseException:
            self.close()
            raise

    def _lend(self, worker: int, count: int) -> None:
        """Give a new worker its share of the slots that are left from others."""
        member = self._members[worker]
        for number, segment in member.slots.lend(count):
            with suppress(ConnectionError):
                head = dumps(Lend({number: segment.size}))
                member.channel.send(head, descriptors=[segment.descriptor])
        self._watch_writable(worker)

    def new_pass(self, data_epoch: int) -> int:
        """Start a pass and return its number; what workers still send for an earlier one is
        dropped. `data_epoch` is what `sample_rng` goes by."""
        self._epoch += 1
        self._data_epoch = data_epoch
        for member in self._members:
            member.slots.discard_waiting()
        return self._epoch

    @property
    def current_pass(self) -> int:
        """The number of the pass that was started last."""
        return self._epoch

    @property
    def is_open(self) -> bool:
        """Whether the pool has workers, dead or alive."""
        return bool(self._members)

    def send(self, worker: int, batch: int, index: Any, skip: bool) -> None:
        """Give a worker a task. A dead worker takes none; that shows when the batch is due (G3)."""
        member = self._members[worker]
        if member.gone:
            return
        freed, dropped = member.slots.give_back()
        task = Load(self._epoch, self._data_epoch, batch, index, skip, freed, dropped)
        with suppress(ConnectionError):
            member.channel.send(dumps(task))
        self._watch_writable(worker)

    def _watch_writable(self, worker: int) -> None:
        channel = self._members[worker].channel
        events = selectors.EVENT_READ
        if channel.has_outgoing:
            events |= selectors.EVENT_WRITE
        if self._selector.get_key(channel).events != events:
            self._selector.modify(channel, events, worker)

    def receive(self, timeout: float | None = None) -> list[tuple[int, Loaded, bytearray]]:
        """What workers have sent: (worker, message, tail).

        Waits for `timeout` seconds, and CHECK_SECONDS at most (G1); there may be nothing then.
        """
        found: list[tuple[int, Loaded, bytearray]] = []
        longest = CHECK_SECONDS if timeout is None else min(timeout, CHECK_SECONDS)
        events = self._selector.select(max(0.0, longest))
        for key, mask in events:
            if mask & selectors.EVENT_WRITE:
                with suppress(ConnectionError):  # the end of the channel shows when it is read
                    self._members[key.data].channel.flush()
                self._watch_writable(key.data)
            if mask & selectors.EVENT_READ:
                self._read(key.data, found)
        if not events:
            for worker, member in enumerate(self._members):
                # Someone else may keep the socket of a dead worker open: a process that the dataset
                # started (G1).
                if not member.gone and member.process.exitcode is not None:
                    self._read(worker, found)
                    self._lost(worker)
        return found

    def _read(self, worker: int, found: list[tuple[int, Loaded, bytearray]]) -> None:
        member = self._members[worker]
        try:
            while (message := member.channel.receive()) is not None:
                if isinstance(message.head, Started):
                    member.progress = Progress(next(iter(message.descriptors), None))
                    continue
                packed = message.head.result
                if isinstance(packed, Packed):
                    member.slots.admit(packed, message.descriptors)
                if message.head.epoch == self._epoch:
                    found.append((worker, message.head, message.tail))
                else:  # nothing of the current pass can have come before it
                    member.slots.discard_waiting()
        except (EOFError, ConnectionError):
            self._lost(worker)

    def _tell_trouble(self, packed: Packed) -> None:
        if packed.trouble and not self._told_trouble:
            self._told_trouble = True
            warnings.warn(
                f"DataLoader: no more shared memory ({packed.trouble}): batches travel through "
                "sockets, which is slower. Use smaller batches, fewer workers or a smaller "
                "prefetch_factor",
                RuntimeWarning,
                stacklevel=2,
            )

    def _lost(self, worker: int) -> None:
        member = self._members[worker]
        if not member.gone:
            member.gone = True
            self._selector.unregister(member.channel)

    def unpack(self, worker: int, packed: Packed, tail: bytearray) -> Any:
        """The batch that a message brought."""
        self._tell_trouble(packed)
        return self._members[worker].slots.unpack(packed, tail)

    def is_lost(self, worker: int) -> bool:
        """Whether a worker is dead, and all that it had sent has been received."""
        return self._members[worker].gone

    def lost(self) -> list[int]:
        """The dead workers."""
        return [worker for worker, member in enumerate(self._members) if member.gone]

    def position(self, worker: int) -> tuple[int, int] | None:
        """The batch that a worker is at, or was at when it died, and the position in it; None where
        at none."""
        progress = self._members[worker].progress
        return None if progress is None else progress.read()

    def has_started(self, worker: int) -> bool:
        """Whether a worker has come as far as to its first message."""
        return self._members[worker].progress is not None

    def pids(self) -> list[int]:
        """The process numbers of the workers."""
        return [member.process.pid for member in self._members]

    def name(self, worker: int) -> str:
        """What the operating system calls a worker."""
        return f"pid {self._members[worker].process.pid}"

    def ending(self, worker: int) -> str:
        """How a dead worker ended."""
        process = self._members[worker].process
        process.join(1.0)
        code = process.exitcode
        if code is None:
            return "closed its connection to the loader, but still runs"
        if code >= 0:
            return f"exited with code {code}"
        try:
            name = f" ({signal.Signals(-code).name})"
        except ValueError:
            name = ""
        return f"was killed by signal {-code}{name}"

    def close(self) -> None:
        """End the workers and wait for them (G5). May be called again."""
        self._selector.close()
        for member in self._members:
            member.channel.close()
        members, self._members = self._members, []
        if os.getpid() != self._owner:
            _close_slots(members, workers_have_ended=False)
            return
        _pools.discard(self)
        processes = [member.process for member in members]
        try:
            _end(processes)
        except BaseException:  # an impatient second Ctrl-C
            for process in processes:
                process.kill()
            _close_slots(members, workers_have_ended=False)
            raise
        _close_slots(members, workers_have_ended=True)
        for process in processes:
            with suppress(ValueError):  # "still runs", where the program itself has reaped it
                process.close()

    def _before_fork(self) -> None:
        for member in self._members:
            member.slots.before_fork()

    def _after_fork_in_child(self) -> None:
        for member in self._members:
            member.channel.close()
        _close_slots(self._members, workers_have_ended=False)


def _close_slots(members: list[_Member], workers_have_ended: bool) -> None:
    for member in members:
        member.slots.close(workers_have_ended)


def _warm(context: Any, jobs: list[Job]) -> None:
    """Let a fork server import once what each worker needs, before it is started: by itself it
    imports the program's main module only. (Measured, with all of Firebrick: the first batch in a
    seventh of the time.) A program that has said what is to be imported is left alone."""
    if context.get_start_method() != "forkserver":
        return
    from multiprocessing import forkserver

    server: Any = getattr(forkserver, "_forkserver", None)
    if getattr(server, "_preload_modules", None) == ["__main__"]:
        datasets = (type(job.dataset).__module__ for job in jobs)
        modules = {"firebrick_data._worker", *(m for m in datasets if m in sys.modules)}
        modules |= sys.modules.keys() & {"firebrick"}
        context.set_forkserver_preload(["__main__", *sorted(modules - {"__main__"})])


def _start(context: Any, job: Job) -> _Member:
    ours, theirs = socket.socketpair()
    try:
        process = context.Process(
            target=worker_main,
            args=(theirs, Sealed(job), job.worker, _Close(ours)),
            name=f"firebrick-data worker {job.worker}",
            # Not daemonic: a dataset may use a loader of its own. G5 is what ends the process.
            daemon=False,
        )
        with _no_warning_of_native_threads(), interrupts_held():
            process.start()
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    return _Member(process, Channel(ours, blocking=False))


def _end(processes: list[Any]) -> None:
    """Wait for processes to end, then ask them to, then end them."""
    deadline = time.monotonic() + CLOSE_SECONDS
    for process in processes:
        process.join(max(0.0, deadline - time.monotonic()))
    late = [process for process in processes if process.exitcode is None]
    for process in late:
        process.terminate()
    deadline = time.monotonic() + TERMINATE_SECONDS
    for process in late:
        process.join(max(0.0, deadline - time.monotonic()))
        if process.exitcode is None:
            process.kill()
            process.join()


class _Close:
    """Closes the loader's end of a new worker's socket, which a fork has inherited; another start
    method has not."""

    def __init__(self, sock: socket.socket):
        self._sock: socket.socket | None = sock

    def __call__(self) -> None:
        if self._sock is not None:
            self._sock.close()

    def __getstate__(self) -> dict[str, Any]:
        return {"_sock": None}


@contextmanager
def _no_warning_of_native_threads() -> Any:
    """Python 3.12 warns of every fork of a process with several threads. Those of BLAS stop for a
    fork and start again after it, those of the kernels have nothing to do while this thread forks,
    and the worker starts its own; where Python has other threads, the warning stands."""
    others = [t for t in threading.enumerate() if t.name not in (WATCH, _parallel.NAME)]
    if sys.version_info < (3, 12) or len(others) > 1:
        yield
        return
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r".*multi-threaded, use of fork\(\)", DeprecationWarning)
        yield


_pools: weakref.WeakSet[WorkerPool] = weakref.WeakSet()
_prepared_pid = 0


def _prepare_this_process() -> None:
    """Arrange once that pools are closed at exit, and that forked children close their copies of
    our sockets (G5)."""
    global _prepared_pid
    from multiprocessing.util import Finalize

    if _prepared_pid == 0 and hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_before_fork, after_in_child=_after_fork_in_child)
    if _prepared_pid != os.getpid():
        _prepared_pid = os.getpid()
        # multiprocessing runs this before it waits for the processes that are left, also in its own
        # children.
        Finalize(None, _close_all, exitpriority=100)


def _close_all() -> None:
    for pool in list(_pools):
        pool.close()


def _before_fork() -> None:
    for pool in list(_pools):
        pool._before_fork()


def _after_fork_in_child() -> None:
    for pool in list(_pools):
        pool._after_fork_in_child()
    _pools.clear()
    _segments.let_go_of_kept()
