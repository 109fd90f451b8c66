"""CUDA graphs: a stretch of work recorded once and launched again with one call.

What is recorded are kernels and addresses, so a graph reads and writes the same tensors each time:
copy new input into the recorded one, replay, and read the recorded output. Memory that is taken
while recording comes from a pool of the graph's own, which lives as long as it. Nothing in a graph
may wait for the device.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ._devices import CUDA
from ._streams import Stream, on_stream


class CUDAGraph:
    """Recorded work. See `graph` for the usual way to record.

    Source: torch.cuda.CUDAGraph.
    """

    def __init__(self, keep_graph: bool = False) -> None:
        self._graph: Any = None
        self._pool: Any = None
        self._allocating: Any = None
        self._stream: Any = None
        # Arrays that the recorded work reads, and what they hold in the next replay.
        self._renewals: list[tuple[Any, Callable[[], Any]]] = []
        self.shares: dict[Any, Any] = {}  # of random numbers, by generator
        self.held: list[Any] = []  # the host's memory that recorded copies read
        # What the values of a replay may mean: conditions of errors, and copies to look at.
        self.refusals: list[tuple[Any, type[Exception], str]] = []
        self.checks: list[tuple[int, Any, Callable[[Any], Any]]] = []

    def renewed(self, values: Callable[[], Any], count: int, dtype: Any) -> Any:
        """A CuPy array of `count` elements, which `values()` gives anew before each replay.

        For numbers that must not be the same in every replay, such as step counts.
        """
        cupy = CUDA.namespace()
        # Not from the graph's pool: what was recorded earlier may use the same memory before.
        with cupy.cuda.using_allocator(CUDA.memory.malloc):
            array = cupy.empty(count, dtype)
        self._renewals.append((array, values))
        return array

    def add_refusal(self, wrong: Any, error: type[Exception], message: str) -> None:
        """Raise `error(message)` at the wait after a replay in which `wrong` is true."""
        self.refusals.append((wrong, error, message))

    def capture_begin(self, pool: Any = None, capture_error_mode: str = "global") -> None:
        """Record the work of the current stream from now on, instead of doing it.

        `pool` is what `pool()` of another graph, or `graph_pool_handle()`, gave: graphs that never
        run at the same time can share memory. Raises RuntimeError on the default stream.
        """
        cupy, memory = CUDA.namespace(), CUDA.memory
        self._stream = cupy.cuda.get_current_stream()
        if not self._stream.ptr:
            raise RuntimeError(
                "CUDA graphs must be captured on a non-default stream: record inside "
                "`with cuda.stream(cuda.Stream()):`, or use `cuda.graph(g)`, which does so"
            )
        for kept in (self._renewals, self.shares, self.held, self.refusals, self.checks):
            kept.clear()
        self._pool = graph_pool_handle() if pool is None else pool
        self._allocating = cupy.cuda.using_allocator(self._malloc)
        self._allocating.__enter__()
        try:
            # The pool may have to ask the driver for memory, which the other modes refuse.
            self._stream.begin_capture(cupy.cuda.runtime.streamCaptureModeRelaxed)
        except BaseException:
            self._allocating.__exit__(None, None, None)
            raise
        if self._pool not in memory.pools:
            memory.pools.append(self._pool)
        CUDA.recordings[self._stream.ptr] = self

    def _malloc(self, size: int) -> Any:
        return CUDA.memory.malloc(size, self._pool)

    def capture_end(self) -> None:
        """End the recording."""
        del CUDA.recordings[self._stream.ptr]
        for share in self.shares.values():
            share.end()
        self._allocating.__exit__(None, None, None)
        self._graph = self._stream.end_capture()

    def replay(self) -> None:
        """Do the recorded work on the current stream. Raises RuntimeError where there is none."""
        if self._graph is None:
            raise RuntimeError("Called CUDAGraph.replay without a preceding successful capture")
        with CUDA.running("CUDAGraph.replay"):
            for array, values in self._renewals:
                array.set(np.asarray(values(), array.dtype))
            self._graph.launch(CUDA.namespace().cuda.get_current_stream())
            for wrong, error, message in self.refusals:  # a copy: the next replay writes there
                CUDA.asserts.add(wrong.copy(), error, message)
        for device, copied, check in self.checks:
            CUDA.verify_copy(device, copied, check)

    def reset(self) -> None:
        """Forget the recording."""
        self._graph = None
        for kept in (self._renewals, self.shares, self.held, self.refusals, self.checks):
            kept.clear()
        if CUDA.memory is not None and self._pool in CUDA.memory.pools:
            CUDA.memory.pools.remove(self._pool)
        self._pool = None

    def pool(self) -> Any:
        """The pool of the recording, for `capture_begin` of another graph."""
        return self._pool


def graph_pool_handle() -> Any:
    """A new pool of memory for graphs to share."""
    CUDA.namespace()
    return CUDA.memory.new_pool()


def recording_graph() -> CUDAGraph | None:
    """The graph that the current stream is recorded into, None where it is not.

    For libraries whose work depends on numbers of the host: see `CUDAGraph.renewed`.

    >>> recording_graph() is None
    True
    """
    found: CUDAGraph | None = CUDA.recording()
    return found


def is_current_stream_capturing() -> bool:
    """Whether the current stream is being recorded."""
    if not CUDA.is_ready():
        return False
    stream = CUDA.namespace().cuda.get_current_stream()
    return bool(stream.ptr and stream.is_capturing())


class graph:
    """Record the work inside a block into a graph, on a stream of its own.

    Args:
        cuda_graph: where to.
        pool: memory to share with other graphs.
        stream: the stream to record on; one of its own unless given.

    >>> import firebrick_core as fb, firebrick_core.cuda as cuda
    >>> def recorded(f, x):
    ...     g = cuda.CUDAGraph()
    ...     f(x)  # once before: kernels are compiled, memory is taken
    ...     with cuda.graph(g):
    ...         y = f(x)
    ...     return g, y
    """

    def __init__(
        self, cuda_graph: CUDAGraph, pool: Any = None, stream: Stream | None = None,
        capture_error_mode: str = "thread_local",
    ):  # fmt: skip
        self.cuda_graph, self.pool, self.mode = cuda_graph, pool, capture_error_mode
        self.stream = Stream() if stream is None else stream
        self._before: Any = None

    def __enter__(self) -> None:
        CUDA.synchronize()
        CUDA.memory.release()
        self._before = on_stream(self.stream._stream)
        self._before.__enter__()
        try:
            self.cuda_graph.capture_begin(self.pool, self.mode)
        except BaseException as error:
            self._before.__exit__(type(error), error, error.__traceback__)
            raise

    def __exit__(self, *error: Any) -> None:
        try:
            self.cuda_graph.capture_end()
        finally:
            self._before.__exit__(None, None, None)


def make_graphed_callables(
    callables: Any, sample_args: Any, num_warmup_iters: int = 3, allow_unused_input: bool = False,
    pool: Any = None,
) -> Any:  # fmt: skip
    """Functions whose work is recorded once, and replayed with new tensors in each call.

    Args:
        callables: a function of tensors, or a tuple of such.
        sample_args: a tuple of tensors on the GPU, or one for each function: later calls have
            these shapes and dtypes.
        num_warmup_iters: calls before the recording.
        pool: memory to share with other graphs.

    The recording has no derivative: raises RuntimeError for arguments that require grad. Results
    are tensors of the recording, which the next call overwrites; clone what must stay.
    """
    single = not isinstance(callables, (tuple, list))
    functions = (callables,) if single else tuple(callables)
    samples = (sample_args,) if single else tuple(sample_args)
    if len(functions) != len(samples):
        raise ValueError(
            f"make_graphed_callables: {len(functions)} functions, {len(samples)} tuples of sample "
            "arguments; give one tuple for each"
        )
    pool = graph_pool_handle() if pool is None else pool
    made = [_graphed(f, tuple(s), num_warmup_iters, pool) for f, s in zip(functions, samples,
            strict=True)]  # fmt: skip
    return made[0] if single else tuple(made)


def _graphed(function: Callable[..., Any], sample: Sequence[Any], warmups: int, pool: Any) -> Any:
    for t in sample:
        if t.requires_grad:
            raise RuntimeError(
                "make_graphed_callables: a recorded call has no derivative; give tensors without "
                "requires_grad, or record the whole training step with cuda.graph"
            )
    held = tuple(t.clone() for t in sample)
    for _ in range(warmups):
        function(*held)
    recorded = CUDAGraph()
    with graph(recorded, pool):
        result = function(*held)

    def replay(*args: Any) -> Any:
        if len(args) != len(held):
            raise TypeError(f"the recorded call has {len(held)} arguments, got {len(args)}")
        for mine, t in zip(held, args, strict=True):
            if t.shape != mine.shape or t.dtype is not mine.dtype:
                raise RuntimeError(
                    f"the recorded call has {mine.dtype} {tuple(mine.shape)}, got {t.dtype} "
                    f"{tuple(t.shape)}: record another one for it"
                )
            mine.copy_(t)
        recorded.replay()
        return result

    return replay
