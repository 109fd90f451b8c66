"""Large work in spans, over the threads that kernels may use.

NumPy's loops release the interpreter's lock, so that two threads halve what is computed and not
merely moved. Waking a thread takes some 30 us: work that takes less than a few times that stays in
its thread. Threads are started when they are first needed and live as long
as the process; one caller at a time has them, others (and kernels inside of kernels) work alone.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from ._errstate import with_small_buffer
from ._memory_format import elementwise_order, inverse_of

NAME = "firebrick"
"""What our threads are called; they sleep, or look for work, while nobody calls a kernel."""
LARGE = 1 << 17
"""Elements from which generated functions come here ..."""
BROADCAST = 1 << 11
"""... those of two operands, which may broadcast ..."""
QUICK_COSTLY, QUICK = 1 << 14, 1 << 16
"""... and NumPy's functions of one, costly or not: so large, threads that do not sleep help ..."""
quick_threads: Callable[[Any, tuple[Any, ...]], Any] | None = None
"""... in this function of a provider, of a ufunc and its arrays; None where it does not serve."""
PIECE = 1 << 17
"""Elements a kernel of several passes works on at a time: few enough to stay in the cache, and
enough for two threads that take turns to hold the interpreter's lock between passes."""

SPANS = 4
"""Spans for each thread: so many times less is waited for where one of them is held up."""

# A pass of an addition takes 0.15 ns for an element, one of exp three times as long.
_CHEAP = 16 * LARGE
_COSTLY = 4 * LARGE
EXPENSIVE = {
    *(np.exp, np.exp2, np.expm1, np.log, np.log2, np.log10, np.log1p),
    *(np.sin, np.cos, np.tan, np.arcsin, np.arccos, np.arctan, np.arctan2),
    *(np.sinh, np.cosh, np.tanh, np.arcsinh, np.arccosh, np.arctanh, np.logaddexp2, np.hypot),
}


class _Job:
    """Spans of work that threads take one after another, whoever is free."""

    def __init__(self, work: Callable[[int, int], None], count: int, step: int):
        self.work = work
        self.count, self.step = count, step
        self.starts = iter(range(0, count, step))
        self.error: BaseException | None = None

    def take(self) -> bool:
        """Do the next span; False where none is left."""
        start = next(self.starts, None)
        if start is None:
            return False
        self.work(start, min(start + self.step, self.count))
        return True


class _Worker:
    """A thread that joins in a job when it is woken, if it is not too late."""

    def __init__(self) -> None:
        self.wake, self.at_work = threading.Lock(), threading.Lock()
        self.wake.acquire()
        self.job: _Job | None = None
        threading.Thread(target=self._serve, name=NAME, daemon=True).start()

    def _serve(self) -> None:
        np.seterr(all="ignore")  # of this thread
        while True:
            self.wake.acquire()
            with self.at_work:
                if self.job is not None:
                    self._join(self.job)

    def _join(self, job: _Job) -> None:
        try:
            while job.take():
                pass
        except BaseException as error:  # raised again by who waits for it
            job.error = error

    def invite(self, job: _Job) -> None:
        self.job = job
        if self.wake.locked():  # else it has not yet woken for the last job, and finds this one
            self.wake.release()


WORKERS: list[_Worker] = []
busy = threading.Lock()


def _forget() -> None:
    """In a forked process: its parent's threads are not there."""
    global busy
    WORKERS.clear()
    busy = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def in_spans(work: Callable[[int, int], None], count: int, grain: int = 1) -> None:
    """Call `work(start, stop)` for spans that make up `range(count)`, in several threads at once.

    Spans begin at multiples of `grain`. A thread that does not get a processor in time is not
    waited for: the others do its share. Raises what a span raised, after all have ended.
    """
    from ._utilities import get_num_threads

    threads = min(get_num_threads(), -(-count // grain))
    if threads < 2 or not busy.acquire(False):
        work(0, count)
        return
    try:
        _share(_Job(work, count, -(-count // (grain * threads * SPANS)) * grain), threads)
    finally:
        busy.release()


def _share(job: _Job, threads: int) -> None:
    while len(WORKERS) < threads - 1:
        WORKERS.append(_Worker())
    used = WORKERS[: threads - 1]
    for worker in used:
        worker.invite(job)
    try:
        while job.take():
            pass
    finally:
        job.starts = iter(())  # an error ends all
        for worker in used:
            with worker.at_work:
                worker.job = None  # it holds arrays
    if job.error is not None:
        raise job.error


def split_ufunc(ufunc: Any, *arrays: Any) -> Any:
    """`ufunc(*arrays)` of many elements, in spans; a last array more than it has inputs is
    written to."""
    first = arrays[0]
    if first.size >= QUICK_COSTLY and quick_threads is not None and type(ufunc) is np.ufunc:
        if first.size >= QUICK or ufunc in EXPENSIVE:
            done = quick_threads(ufunc, arrays)
            if done is not None:
                return done
    if first.size < LARGE:
        second = arrays[-1]
        if type(second) is np.ndarray and second.ndim and second.size < first.size:
            return with_small_buffer(ufunc, *arrays)
        return ufunc(*arrays)
    if first.size < (_COSTLY if ufunc in EXPENSIVE else _CHEAP):
        return ufunc(*arrays)
    parts = None if type(ufunc) is not np.ufunc else _Parts.of(arrays)
    if parts is None:
        return ufunc(*arrays)
    written = len(arrays) > ufunc.nin
    given = parts.arrays[: ufunc.nin]
    target = parts.arrays[-1] if written else parts.empty(ufunc(*parts.cut(given, 0, 0)).dtype)

    def work(start: int, stop: int) -> None:
        ufunc(*parts.cut(given, start, stop), target[start:stop])

    in_spans(work, len(target), parts.rows(1 << 12))
    return arrays[-1] if written else parts.restored(target)


def split_operator(op: Any, arrays: tuple[Any, ...], values: Any) -> Any:
    """The kernel of a pointwise operator on many elements, in pieces; a provider's sees to threads
    itself."""
    if op.front is not None:
        kernel = op.front.kernel_for(np, *arrays, **values)
        if kernel is not op.kernel:
            return kernel(np, *arrays, **values)
    return split_kernel(op.kernel, arrays, values)


def write_split(op: Any, arrays: tuple[Any, ...], values: Any) -> None:
    """`split_operator` that writes its results in place of the first array."""
    target = arrays[0]
    parts = _Parts.of((*arrays, target)) if op.front is None else None
    if parts is not None:
        *given, into = parts.arrays
        one = op.kernel(np, *parts.cut(given, 0, 1), **values)
    if parts is None or one.dtype != into.dtype:
        target[...] = split_operator(op, arrays, values)
        return
    piece = parts.rows(PIECE)

    def work(start: int, stop: int) -> None:
        for at in range(start, stop, piece):
            end = min(at + piece, stop)
            into[at:end] = op.kernel(np, *parts.cut(given, at, end), **values)

    in_spans(work, len(into), piece)


def split_kernel(kernel: Callable[..., Any], arrays: tuple[Any, ...], values: Any) -> Any:
    """`kernel(np, *arrays, **values)` of many elements, of which each result depends on its own:
    in pieces that stay in the cache while the kernel passes over them."""
    parts = _Parts.of(arrays)
    if parts is None:
        return kernel(np, *arrays, **values)
    given, piece = parts.arrays, parts.rows(PIECE)
    target = parts.empty(kernel(np, *parts.cut(given, 0, 1), **values).dtype)

    def work(start: int, stop: int) -> None:
        for at in range(start, stop, piece):
            end = min(at + piece, stop)
            target[at:end] = kernel(np, *parts.cut(given, at, end), **values)

    in_spans(work, len(target), piece)
    return parts.restored(target)


class _Parts:
    """Operands that broadcast, turned so that all can be cut along their first dimension."""

    def __init__(self, arrays: list[Any], shape: Any, result: Any, order: Any):
        self.arrays, self.shape, self.result, self.order = arrays, shape, result, order

    @classmethod
    def of(cls, arrays: tuple[Any, ...]) -> _Parts | None:
        """None where the first array does not have the result's shape, or has gaps, or an array to
        be written to could share memory with another in another order."""
        first = arrays[0]
        shape, ndim, order = first.shape, first.ndim, None
        if not first.flags.c_contiguous:
            order = elementwise_order(shape, (first,))
            if order is None or not first.transpose(order).flags.c_contiguous:
                return None
        given, same = [], True
        for a in arrays:
            if type(a) is np.ndarray and a.ndim:
                if a.ndim < ndim:
                    a = a.reshape((1,) * (ndim - a.ndim) + a.shape)
                if a.ndim > ndim or any(n != m != 1 for n, m in zip(shape, a.shape, strict=True)):
                    return None
                a = a if order is None else a.transpose(order)
                same = same and a.size == first.size and a.flags.c_contiguous
            given.append(a)
        result = given[0].shape
        if same:
            flat = [a.reshape(-1) if type(a) is np.ndarray and a.ndim else a for a in given]
            return cls(flat, (first.size,), result, order)
        if arrays[-1] is first and len(arrays) > 1 or result[0] < 16:
            return None
        return cls(given, result, result, order)

    def cut(self, arrays: list[Any], start: int, stop: int) -> list[Any]:
        """The parts of arrays that belong to a span of the result."""
        steps = self.shape[0]
        return [
            a[start:stop] if type(a) is np.ndarray and a.ndim and len(a) == steps else a
            for a in arrays
        ]

    def rows(self, elements: int) -> int:
        """How many steps of the first dimension so many elements are."""
        inner = self.arrays[0].size // self.shape[0]
        return max(1, elements // inner)

    def empty(self, dtype: Any) -> Any:
        return np.empty(self.shape, dtype)

    def restored(self, target: Any) -> Any:
        """The result in the operands' shape and order."""
        out = target.reshape(self.result)
        return out if self.order is None else out.transpose(inverse_of(self.order))
