"""Running one function in several processes, and hearing of the first that fails."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing import connection
from typing import Any

# How long processes have to end after SIGTERM, before they are killed.
GRACE_SECONDS = 3.0
# How often a process looks whether the one that started it is there.
CHECK_SECONDS = 1.0


class ProcessException(Exception):
    """A process of `spawn` failed: number `error_index`, which the system called `error_pid`."""

    def __init__(self, msg: str, error_index: int, pid: int):
        super().__init__(msg)
        self.msg = msg
        self.error_index = error_index
        self.error_pid = self.pid = pid

    def __reduce__(self) -> Any:
        return type(self), (self.msg, self.error_index, self.pid)


class ProcessRaisedException(ProcessException):
    """The function raised an exception, whose traceback is in the message."""


class ProcessExitedException(ProcessException):
    """The process was killed by the signal `signal_name`, or ended with `exit_code`."""

    def __init__(
        self, msg: str, error_index: int, error_pid: int, exit_code: int, signal_name: str | None
    ):
        super().__init__(msg, error_index, error_pid)
        self.exit_code = exit_code
        self.signal_name = signal_name

    def __reduce__(self) -> Any:
        arguments = self.msg, self.error_index, self.pid, self.exit_code, self.signal_name
        return type(self), arguments


def _main(function: Callable[..., Any], index: int, arguments: Sequence[Any], errors: Any) -> None:
    _end_with_the_parent()
    try:
        function(index, *arguments)
    except KeyboardInterrupt:
        pass  # the program was interrupted as well, and tells
    except BaseException as error:
        if isinstance(error, SystemExit) and not error.code:
            return
        errors.send(traceback.format_exc())
        raise SystemExit(1) from None


def _end_with_the_parent() -> None:
    """End this process when the one that started it has ended, however that happened."""
    sentinel: Any = multiprocessing.parent_process().sentinel  # type: ignore[union-attr]
    parent = os.getppid()

    def watch() -> None:
        # A forked sibling may have inherited what would show the end: the number tells as well
        # (not under a fork server, which is every process's parent there).
        while not connection.wait([sentinel], CHECK_SECONDS) and os.getppid() == parent:
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, name="firebrick parent watch", daemon=True).start()


class ProcessContext:
    """The processes that `spawn(..., join=False)` has started."""

    def __init__(self, processes: list[Any], errors: list[Any]):
        self.processes = processes
        self._errors = errors
        self._waiting = {process.sentinel: n for n, process in enumerate(processes)}

    def pids(self) -> list[int]:
        """The process numbers."""
        return [process.pid for process in self.processes]

    def join(self, timeout: float | None = None, grace_period: float | None = None) -> bool:
        """Wait until one process has ended, or `timeout` seconds; True when all have ended.

        Raises ProcessRaisedException or ProcessExitedException where one has failed, after ending
        the others: with SIGTERM, and `grace_period` seconds later (3) with SIGKILL.
        """
        ready = connection.wait(list(self._waiting), timeout) if self._waiting else []
        ended = [self._waiting.pop(sentinel) for sentinel in ready]
        failed = [n for n in ended if self._code(n) != 0]
        if failed:
            _end(self.processes, GRACE_SECONDS if grace_period is None else grace_period)
            raise self._exception(failed[0])
        if self._waiting:
            return False
        for errors in self._errors:
            errors.close()
        return True

    def _code(self, number: int) -> int:
        self.processes[number].join()
        return self.processes[number].exitcode

    def _exception(self, number: int) -> ProcessException:
        process, errors = self.processes[number], self._errors[number]
        text = None
        try:
            if errors.poll():
                text = errors.recv()
        except EOFError:
            pass  # it ended without a word
        for each in self._errors:
            each.close()
        if text is not None:
            message = f"\n\n-- Process {number} terminated with the following error:\n{text}"
            return ProcessRaisedException(message, number, process.pid)
        code = process.exitcode
        if code >= 0:
            message = f"process {number} terminated with exit code {code}"
            return ProcessExitedException(message, number, process.pid, code, None)
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"<Unknown signal {-code}>"
        message = f"process {number} terminated with signal {name}"
        return ProcessExitedException(message, number, process.pid, code, name)


class SpawnContext(ProcessContext):
    """The processes of `spawn`."""


def _end(processes: Sequence[Any], grace: float) -> None:
    for process in processes:
        if process.is_alive():
            process.terminate()
    deadline = time.monotonic() + grace
    for process in processes:
        process.join(max(0.0, deadline - time.monotonic()))
        if process.is_alive():
            process.kill()
            process.join()


def start_processes(
    fn: Callable[..., Any],
    args: Sequence[Any] = (),
    nprocs: int = 1,
    join: bool = True,
    daemon: bool = False,
    start_method: str = "spawn",
) -> ProcessContext | None:
    """Run `fn(i, *args)` in `nprocs` processes, i = 0, 1, ...; wait for them, or with `join=False`
    return their ProcessContext.

    They end with this process, however it ends. When one fails the others are ended. Raises
    ProcessRaisedException where `fn` raised, ProcessExitedException where a process was killed or
    ended by itself with another exit code than 0.

    Source: torch.multiprocessing.start_processes.
    """
    context: Any = multiprocessing.get_context(start_method)
    processes: list[Any] = []
    errors: list[Any] = []
    try:
        for index in range(nprocs):
            ours, theirs = context.Pipe(duplex=False)
            errors.append(ours)
            process = context.Process(target=_main, args=(fn, index, args, theirs), daemon=daemon)
            try:
                process.start()
            finally:
                theirs.close()
            processes.append(process)
        running = SpawnContext(processes, errors)
        if not join:
            return running
        while not running.join():
            pass
        return None
    except BaseException:
        _end(processes, GRACE_SECONDS)
        for each in errors:
            each.close()
        raise


def spawn(
    fn: Callable[..., Any],
    args: Sequence[Any] = (),
    nprocs: int = 1,
    join: bool = True,
    daemon: bool = False,
    start_method: str = "spawn",
) -> ProcessContext | None:
    """`start_processes` with the start method "spawn", under which `fn` has to be importable.

    Source: torch.multiprocessing.spawn.
    """
    return start_processes(fn, args, nprocs, join, daemon, start_method)
