"""Device memory: CuPy's stream-ordered pool with an account of it.

The pool keeps what is freed for the stream that had it, so a block is used again without waiting:
work of one stream is in order. A block that another stream uses as well is kept back until that
stream has passed the point where the block was freed (`record_stream`).

After the first steps of a training loop all memory comes from the pool: `driver_calls` counts what
does not.
"""

from __future__ import annotations

import gc
import threading
from collections import deque
from dataclasses import dataclass
from typing import Any

from .. import _errors

_GIB = 1 << 30


@dataclass(slots=True)
class Account:
    """What one device's memory was used for; sizes in bytes."""

    allocated: int = 0  # in live arrays
    peak: int = 0
    total: int = 0  # all that was ever handed out, and came back
    freed: int = 0
    count: int = 0  # of live blocks
    peak_count: int = 0
    allocations: int = 0
    frees: int = 0
    reserved: int = 0  # held from the driver
    peak_reserved: int = 0
    driver_calls: int = 0
    noted: int = 0  # the calls that `reserved` knows of
    retries: int = 0
    failures: int = 0

    def take(self, size: int) -> None:
        """Count a block that is handed out."""
        self.allocated += size
        self.total += size
        self.count += 1
        self.allocations += 1
        self.peak = max(self.peak, self.allocated)
        self.peak_count = max(self.peak_count, self.count)

    def give(self, size: int) -> None:
        """Count a block that comes back."""
        self.allocated -= size
        self.freed += size
        self.count -= 1
        self.frees += 1

    def reset_peaks(self) -> None:
        """Let the peaks start from what is in use now."""
        self.peak, self.peak_count = self.allocated, self.count
        self.peak_reserved = self.reserved


class Memory:
    """All devices' pools and accounts, for one CuPy module."""

    def __init__(self, cupy: Any, backend: Any):
        self.cupy, self.backend = cupy, backend
        self.accounts = [Account() for _ in range(backend.count)]
        self.fractions: dict[int, float] = {}
        # Freed blocks that a stream may still use: the events that say when it has passed.
        self.kept_back: deque[tuple[list[Any], Any]] = deque()
        self.lock = threading.RLock()  # a block may be freed by the collector inside of it
        self.block: Any = _block_class(cupy)
        self.pool = self.new_pool()
        self.pools = [self.pool]

    def install(self) -> None:
        """Let CuPy take its memory here, unless somebody has given it another allocator."""
        cuda = self.cupy.cuda
        present = getattr(cuda.get_allocator(), "__self__", None)
        if present is None or present is self.cupy.get_default_memory_pool():
            cuda.set_allocator(self.malloc)

    def new_pool(self) -> Any:
        """A pool whose calls of the driver are counted."""
        return self.cupy.cuda.MemoryPool(self._from_driver)

    def _from_driver(self, size: int) -> Any:
        memory = self.cupy.cuda.memory._malloc(size)
        account = self.accounts[self.backend.device.index]
        with self.lock:
            account.driver_calls += 1
        return memory

    # ---------------------------------------------------------------------- taking and giving
    def malloc(self, size: int, pool: Any = None) -> Any:
        """A pointer to `size` bytes for the current stream of the current device.

        Raises OutOfMemoryError, with an account of the memory.
        """
        pool = self.pool if pool is None else pool
        if self.kept_back:
            self.release()
        index = self.cupy.cuda.runtime.getDevice()
        account = self.accounts[index]
        try:
            inner = pool.malloc(size)
        except self.cupy.cuda.memory.OutOfMemoryError:
            inner = self._retried(size, pool, index)
        block = self.block(self, inner, account)
        with self.lock:
            account.take(block.size)
            if account.driver_calls != account.noted:
                self.note(account)
        return self.cupy.cuda.MemoryPointer(block, 0)

    def note(self, account: Account) -> None:
        """Bring the current device's account of what the driver gave up to date."""
        account.noted = account.driver_calls
        account.reserved = sum(p.total_bytes() for p in self.pools)
        account.peak_reserved = max(account.peak_reserved, account.reserved)

    def _retried(self, size: int, pool: Any, index: int) -> Any:
        """A second attempt, after all that nobody uses went back to the driver."""
        account = self.accounts[index]
        account.retries += 1
        gc.collect()
        self.release(wait=True)
        for other in self.pools:
            other.free_all_blocks()
        try:
            return pool.malloc(size)
        except self.cupy.cuda.memory.OutOfMemoryError as error:
            account.failures += 1
            self.note(account)
            raise _errors.OutOfMemoryError(self._story(size, index, account)) from error

    def _story(self, size: int, index: int, account: Account) -> str:
        free, total = self.cupy.cuda.runtime.memGetInfo()
        here = account.reserved
        others = max(total - free - here, 0)
        fraction = self.fractions.get(index)
        limit = ""
        if fraction is not None:
            limit = f", of which this process may use {_size(int(total * fraction))}"
        return (
            f"CUDA out of memory. Tried to allocate {_size(size)}. GPU {index} has a total capacity"
            f" of {_size(total)}{limit}, {_size(free)} are free. This process holds {_size(here)}: "
            f"{_size(account.allocated)} in {account.count} live arrays, "
            f"{_size(here - account.allocated)} kept for new ones; {_size(others)} are other "
            f"programs' or CUDA's own. At most {_size(account.peak)} were live before. Use a"
            " smaller batch, checkpoint activations (firebrick.utils.checkpoint), drop references"
            " to what is not needed, or compute in bfloat16"
        )

    def release(self, wait: bool = False) -> None:
        """Give back the blocks whose other streams are done with them; `wait` for the others."""
        with self.lock:
            for _ in range(len(self.kept_back)):
                events, inner = self.kept_back.popleft()
                for event in events:
                    if wait:
                        event.synchronize()
                if not all(event.done for event in events):
                    self.kept_back.append((events, inner))
                del inner

    def freed(self, block: Any) -> None:
        """Called when the last reference to a block goes."""
        with self.lock:
            block.account.give(block.size)
            if block.streams:
                events = []
                for stream in block.streams.values():
                    event = self.cupy.cuda.Event(disable_timing=True)
                    event.record(stream)
                    events.append(event)
                self.kept_back.append((events, block.inner))

    def record(self, array: Any, stream: Any) -> None:
        """Keep an array's memory back, once it is freed, until `stream` is done with it."""
        block = array.data.mem
        if not isinstance(block, self.block):
            return  # not ours: whoever made it keeps it
        if block.streams is None:
            block.streams = {}
        block.streams[stream.ptr] = stream

    def empty_cache(self) -> None:
        """Give everything that is not in use back to the driver."""
        self.release()
        for index in range(self.backend.count):
            with self.cupy.cuda.Device(index):
                for pool in self.pools:
                    pool.free_all_blocks()
                self.note(self.accounts[index])


def _block_class(cupy: Any) -> type:
    """The class of blocks, over CuPy's class of memory: it tells when the last reference goes."""

    class Block(cupy.cuda.BaseMemory):
        def __init__(self, owner: Memory, inner: Any, account: Account):
            self.ptr, self.device_id = inner.ptr, inner.mem.device_id
            self.size = inner.mem.size
            self.owner, self.inner, self.account = owner, inner, account
            self.streams: dict[int, Any] | None = None

        def __del__(self) -> None:
            self.owner.freed(self)

    return Block


def _size(n: int) -> str:
    """Bytes as people read them.

    >>> _size(512), _size(3 << 20), _size(5 << 30)
    ('512 bytes', '3.00 MiB', '5.00 GiB')
    """
    for name, unit in (("GiB", _GIB), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if n >= unit:
            return f"{n / unit:.2f} {name}"
    return f"{n} bytes"
