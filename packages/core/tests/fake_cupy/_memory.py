"""Device memory: driver allocations, the pool that keeps them, pinned host memory."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from ._streams import JUNK, Hardware

ROUND = 512  # CuPy's pool rounds sizes up to this


class OutOfMemoryError(MemoryError):
    """What CuPy's pool raises."""


class BaseMemory:
    """A piece of device memory: `ptr`, `size` and `device_id`."""

    ptr = size = device_id = 0


class Memory(BaseMemory):
    """Memory from the driver."""

    def __init__(self, hardware: Hardware, size: int):
        device = hardware.current
        if hardware.used[device] + size > hardware.memory:
            raise OutOfMemoryError(f"Out of memory allocating {size:,} bytes")
        hardware.driver_calls.append(("malloc", size))
        hardware.used[device] += size
        self.hardware, self.size, self.device_id = hardware, size, device
        self.buffer = np.full(max(size, 1), JUNK, np.uint8)
        self.ptr = self.buffer.__array_interface__["data"][0]

    def __del__(self) -> None:
        if hasattr(self, "buffer"):
            self.hardware.driver_calls.append(("free", self.size))
            self.hardware.used[self.device_id] -= self.size


class PooledMemory(BaseMemory):
    """Memory of a pool, which goes back there."""

    def __init__(self, pool: MemoryPool, chunk: Any, key: Any):
        self.pool, self.chunk, self.key = pool, chunk, key
        self.ptr, self.size, self.device_id = chunk.ptr, chunk.size, chunk.device_id

    def __del__(self) -> None:
        self.pool.give_back(self.key, self.chunk)


class MemoryPointer:
    """A place in a piece of memory."""

    def __init__(self, mem: Any, offset: int):
        self.mem, self.ptr = mem, mem.ptr + offset
        self.device_id = mem.device_id

    def __add__(self, offset: int) -> MemoryPointer:
        return MemoryPointer(self.mem, self.ptr - self.mem.ptr + offset)


class MemoryPool:
    """CuPy's pool as far as Firebrick uses it: free blocks by device, stream and size."""

    def __init__(self, hardware: Hardware, allocator: Any = None):
        self.hardware = hardware
        self.allocator = allocator
        self.free: dict[Any, list[Any]] = {}
        self.in_use = self.total = 0
        self.limit = 0
        self.lock = threading.RLock()

    def malloc(self, size: int) -> MemoryPointer:
        """Memory of at least `size` bytes for the current stream."""
        size = max(-(-size // ROUND) * ROUND, ROUND)
        key = (self.hardware.current, self.hardware.stream(), size)
        with self.lock:
            blocks = self.free.setdefault(key, [])
            chunk = blocks.pop() if blocks else None
        if chunk is None:
            chunk = self._from_driver(size)
        with self.lock:
            self.in_use += size
        return MemoryPointer(PooledMemory(self, chunk, key), 0)

    def _from_driver(self, size: int) -> Any:
        if self.limit and self.total + size > self.limit:
            self.free_all_blocks()
        if self.limit and self.total + size > self.limit:
            raise OutOfMemoryError(
                f"Out of memory allocating {size:,} bytes (allocated so far: {self.total:,} bytes,"
                f" limit set to: {self.limit:,} bytes)."
            )
        try:
            chunk = self._allocate(size)
        except OutOfMemoryError:
            self.free_all_blocks()
            chunk = self._allocate(size)
        self.total += size
        return chunk

    def _allocate(self, size: int) -> Any:
        if self.allocator is None:
            return Memory(self.hardware, size)
        return self.allocator(size).mem

    def give_back(self, key: Any, chunk: Any) -> None:
        """Take a block back."""
        with self.lock:
            self.in_use -= key[2]
            self.free.setdefault(key, []).append(chunk)

    def free_all_blocks(self, stream: Any = None) -> None:
        """Give free blocks back to the driver, which waits for the device, as cudaFree does."""
        for device in range(self.hardware.count):
            self.hardware.synchronize(device)
        with self.lock:
            for key, blocks in self.free.items():
                self.total -= key[2] * len(blocks)
            self.free.clear()

    def used_bytes(self) -> int:
        """Bytes handed out."""
        return self.in_use

    def total_bytes(self) -> int:
        """Bytes held from the driver."""
        return self.total

    def free_bytes(self) -> int:
        """Bytes held and not handed out."""
        return self.total - self.in_use

    def n_free_blocks(self) -> int:
        """How many blocks wait."""
        return sum(map(len, self.free.values()))

    def set_limit(self, size: int | None = None, fraction: float | None = None) -> None:
        """Bound the bytes held from the driver; 0 for no bound."""
        self.limit = int(size or (fraction or 0) * self.hardware.memory)

    def get_limit(self) -> int:
        """The bound, 0 where there is none."""
        return self.limit


class PinnedMemoryPointer(bytearray):
    """Page-locked host memory, as a buffer of bytes."""

    @property
    def ptr(self) -> int:
        """The address."""
        address: int = np.frombuffer(self, np.uint8).__array_interface__["data"][0]
        return address
