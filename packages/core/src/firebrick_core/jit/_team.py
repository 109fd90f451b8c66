"""A team of threads that share loops over arrays without the interpreter's lock.

Two threads of Python pass that lock to each other by the system, which takes 30 us, and so does a
thread that has slept. Here a thread without work looks for some for a while before it sleeps, and
lets others run meanwhile; a job is seen within 1 us, which bridges the Python between operators.
numba compiles what the threads run.

1. A job is open while its address is in the control block. Who shares it first raises `INSIDE`,
   then asks again whether it is open; who has opened it closes it and waits until `INSIDE` is 0.
   So a job is in no thread's hands after `share` has returned.
2. Who has opened a job does what is left of it by itself: a thread that has not begun is not waited
   for, as it would be at OpenMP's barriers.
3. A thread that goes to sleep says so, and then asks once more for a job; who opens one wakes it.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from struct import Struct
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import extending

from .. import _parallel
from ._compiling import loop

HEAD = object.__basicsize__
"""Where an array object says where its elements are."""
MOST = 4
"""Arrays of a job."""
GRAIN, LONGEST = 1 << 10, 1 << 16
"""Elements in a span: several of a cache line, and few enough to share what is left."""
_ROUNDS = 1000
"""How often a thread looks for work before it sleeps, some 0.5 us each."""

_JOB = Struct(f"@{8 + 3 * MOST}q")
"""The next unit, the places of threads that help, how many units there are and are claimed at once;
the loop and its data; the elements of a unit, 0 for one; the arrays' number, the arrays, and their
steps from unit to unit and from element to element."""
_OPEN, _INSIDE, _ASLEEP, _ENDED = 0, 64, 128, 192
"""Places in the control block, a cache line each."""
_CALLS = 256
"""There the addresses of the C library's functions, and of a semaphore, follow."""

_WORD = ir.IntType(64)
_int = numba.int64
intrinsic: Any = extending.intrinsic  # called without the first argument


# ---------------------------------------------------------------------- memory that threads share
def _place(builder: Any, address: Any) -> Any:
    return builder.inttoptr(address, _WORD.as_pointer())


@intrinsic
def _add(context: Any, address: Any, number: Any) -> Any:
    """Add to a number at an address; what it was before."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.atomic_rmw("add", _place(builder, given[0]), given[1], "seq_cst")

    return _int(_int, _int), code


@intrinsic
def _get(context: Any, address: Any) -> Any:
    """The number at an address."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.load_atomic(_place(builder, given[0]), "seq_cst", 8)

    return _int(_int), code


@intrinsic
def _set(context: Any, address: Any, number: Any) -> Any:
    """Put a number at an address."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        builder.atomic_rmw("xchg", _place(builder, given[0]), given[1], "seq_cst")
        return context.get_dummy_value()

    return numba.void(_int, _int), code


@intrinsic
def _call(context: Any, function: Any, one: Any, two: Any, three: Any, four: Any) -> Any:
    """Call the C function at an address, of four words or of fewer, which it then does not see."""

    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [_WORD] * 4)
        builder.call(builder.inttoptr(given[0], kind.as_pointer()), given[1:])
        return context.get_dummy_value()

    return numba.void(*[_int] * 5), code


# ---------------------------------------------------------------------- what the threads run
@loop
def _work(here):
    """Do units of a job until none is left."""
    own = np.empty(1 + MOST, np.int64)  # a count, and addresses
    there = own.ctypes.data
    units, step, inner, arrays = _get(here + 16), _get(here + 24), _get(here + 48), _get(here + 56)
    function, data = _get(here + 32), _get(here + 40)
    objects, by_unit, by_element = here + 64, here + 64 + 8 * MOST, here + 64 + 16 * MOST
    while True:
        start = _add(here, step)
        if start >= units:
            break
        stop = min(start + step, units)
        taken = stop - start if inner == 0 else 1
        own[0] = taken if inner == 0 else inner
        for unit in range(start, stop, taken):
            for i in range(arrays):
                first = _get(_get(objects + 8 * i) + HEAD)
                own[1 + i] = first + unit * _get(by_unit + 8 * i)
            _call(function, there + 8, there, by_element, data)


@loop
def _serve(block):
    """What a thread of the team does all its life."""
    give_way, sleep = _get(block + _CALLS), _get(block + _CALLS + 8)
    semaphore = _get(block + _CALLS + 24)
    rounds = 0
    while _get(block + _ENDED) == 0:
        if _get(block + _OPEN) != 0:
            _add(block + _INSIDE, 1)
            job = _get(block + _OPEN)
            if job != 0 and _get(job) < _get(job + 16) and _add(job + 8, -1) > 0:
                _work(job)
                rounds = 0
            _add(block + _INSIDE, -1)
        rounds += 1
        if rounds < _ROUNDS:
            _call(give_way, 0, 0, 0, 0)
            continue
        rounds = 0
        _add(block + _ASLEEP, 1)
        if _get(block + _OPEN) == 0 and _get(block + _ENDED) == 0:
            _call(sleep, semaphore, 0, 0, 0)
        _add(block + _ASLEEP, -1)


@loop
def _share(block, job):
    """Open a job, and do it with whoever comes."""
    _set(block + _OPEN, job)
    if _get(block + _ASLEEP) > 0:
        _call(_get(block + _CALLS + 16), _get(block + _CALLS + 24), 0, 0, 0)
    _work(job)
    _set(block + _OPEN, 0)
    while _get(block + _INSIDE) != 0:
        _call(_get(block + _CALLS), 0, 0, 0, 0)


# ---------------------------------------------------------------------- the team
def _buffer() -> tuple[Any, int]:
    buffer = ctypes.create_string_buffer(_JOB.size)
    return buffer, ctypes.addressof(buffer)


class Team:
    """Threads, and the block of memory by which they find work."""

    def __init__(self, calls: list[Any]):
        self.block = ctypes.create_string_buffer(512)
        self.address = (ctypes.addressof(self.block) + 63) & -64
        semaphore = self.address + _CALLS + 64
        calls[3](ctypes.c_void_p(semaphore), 0, 0)
        words = [ctypes.cast(call, ctypes.c_void_p).value or 0 for call in calls[:3]]
        (ctypes.c_int64 * 4).from_address(self.address + _CALLS)[:] = [*words, semaphore]
        self.threads: list[threading.Thread] = []
        self.idle: list[tuple[Any, int]] = []
        self.share(1, 0, 1, *[0] * (4 + 3 * MOST))  # compiles
        atexit.register(self.end)

    @classmethod
    def here(cls) -> Team | None:
        """A team; None where the C library has not what it takes."""
        try:
            c = ctypes.CDLL(None)
            calls = [getattr(c, name) for name in ("sched_yield", "sem_wait", "sem_post")]
            return cls([*calls, c.sem_init]) if hasattr(os, "sched_getaffinity") else None
        except (AttributeError, OSError, TypeError):
            return None

    def share(self, threads: int, *job: int) -> None:
        """Do a job with at most so many threads, and return when it is done."""
        buffer, address = self.idle.pop() if self.idle else _buffer()
        _JOB.pack_into(buffer, 0, 0, threads - 1, *job)
        if _parallel.busy.acquire(False):
            try:
                while len(self.threads) < threads - 1:
                    self._start()
                _share(self.address, address)
            finally:
                _parallel.busy.release()
        else:
            _work(address)
        self.idle.append((buffer, address))

    def _start(self) -> None:
        self.threads.append(
            threading.Thread(
                target=_serve, args=(self.address,), name=_parallel.NAME, daemon=True
            )
        )
        self.threads[-1].start()

    def end(self) -> None:
        """Let all threads return, before the code that they run goes."""
        (ctypes.c_int64).from_address(self.address + _ENDED).value = 1
        post = ctypes.CDLL(None).sem_post
        for _ in self.threads:
            post(ctypes.c_void_p(self.address + _CALLS + 64))
        for thread in self.threads:
            thread.join()
        self.threads.clear()
