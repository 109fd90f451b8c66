"""The memory behind tensors, and the version counter that all views of it share.

A tensor gets its storage when something asks for it: the first view, the first in-place
operation, serialization. Most tensors of a training step never need one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

_ndarray = np.ndarray


class UntypedStorage:
    """A buffer of bytes, with the number of times that it has been written to in place.

    `UntypedStorage(5)` has 5 bytes of whatever the memory held, `UntypedStorage([1, 2])` these
    bytes; on `device`, the CPU unless given. Inside the library it is called with the array whose
    memory it is. `version` rises by one with each in-place operation on any tensor over the buffer.

    Source: https://docs.pytorch.org/docs/stable/storage.html

    >>> import firebrick_core as fb
    >>> fb.ones(3).untyped_storage().nbytes()
    12
    """

    __slots__ = ("__weakref__", "_array", "_device", "former", "version", "views", "writer")

    def __init__(self, array: Any = 0, *, device: Any = None):
        self._device: Any = None  # None: where the array is
        self._array = array if type(array) is _ndarray else self._memory(array, device)
        self.version = 0
        self.former = 0  # the identity of an array in another order: see `_hidden_order`
        self.views = 0  # how many views of it were made
        # Code and instruction of the user's line that raised the version last.
        self.writer: tuple[Any, int] | None = None

    def _memory(self, content: Any, where: Any) -> Any:
        """The array for what the constructor is given."""
        from ._device import BACKENDS, as_device, meta_array

        if isinstance(content, int):
            if content < 0:
                raise RuntimeError(f"Storage size calculation overflowed: got {content} bytes")
            if where is not None and not BACKENDS[as_device(where).type].computes:
                self._device = as_device(where)
                return meta_array((content,), np.uint8)
            array = np.empty(content, np.uint8)
        elif hasattr(content, "_keys") or not hasattr(content, "__getitem__"):
            raise RuntimeError(
                f"UntypedStorage(): expected a sequence type, but got {type(content).__name__}; "
                "for a tensor's memory call tensor.untyped_storage()"
            )
        elif hasattr(content, "dtype"):  # an array, of NumPy's subclasses or of another library
            return content
        else:
            array = np.array([int(byte) & 0xFF for byte in content], np.uint8)
        if where is None:
            return array
        self._device = as_device(where)
        return BACKENDS[self._device.type].from_host(array, self._device.index)

    # ---------------------------------------------------------------------- description
    @property
    def _owner(self) -> Any:
        """The array that owns the memory, found by following the views down."""
        owner = self._array
        if self._device is not None and self._device.type == "meta":
            return owner
        while isinstance(getattr(owner, "base", None), np.ndarray):
            owner = owner.base
        self._array = owner
        return owner

    def data_ptr(self) -> int:
        """The address of the first byte, 0 where there is no memory."""
        owner = self._owner
        return 0 if self.device.type == "meta" else low_high(owner)[0]

    def nbytes(self) -> int:
        """The size of the buffer in bytes."""
        low, high = low_high(self._owner)
        return high - low

    def size(self) -> int:
        """The size of the buffer in bytes, under PyTorch's name."""
        return self.nbytes()

    def __len__(self) -> int:
        return self.nbytes()

    def element_size(self) -> int:
        """The size of an element, a byte: 1."""
        return 1

    @property
    def device(self) -> Any:
        """Where the buffer is."""
        from ._device import BACKENDS, CPU

        if self._device is None and not isinstance(self._array, np.ndarray):
            self._device = BACKENDS["cuda"].device_of(self._array)
        return self._device or CPU

    @property
    def is_cuda(self) -> bool:
        """Whether the buffer is on a CUDA device."""
        return self.device.type == "cuda"

    def get_device(self) -> int:
        """The index of the CUDA device, -1 on the CPU."""
        return -1 if self.device.type == "cpu" else (self.device.index or 0)

    is_sparse = False
    is_sparse_csr = False
    resizable = False

    @property
    def filename(self) -> str | None:
        """The file that the memory is mapped from, None where it is no file's."""
        return getattr(memory_of(self._array), "filename", None)

    def is_pinned(self, device: Any = None) -> bool:
        """Whether the memory is page-locked: never, here."""
        return False

    def is_shared(self) -> bool:
        """Whether forked processes see what this one writes into the buffer."""
        return self.device.type == "cpu" and is_shared(self._array)

    def type(self, dtype: Any = None, non_blocking: bool = False) -> str:
        """The name of the class."""
        return "torch.storage.UntypedStorage"

    # ---------------------------------------------------------------------- elements
    def array_bytes(self) -> Any:
        """The buffer as a one-dimensional array of bytes, sharing its memory."""
        owner = self._owner
        if owner.flags.c_contiguous:
            return owner.reshape(-1).view(np.uint8)
        low, high = low_high(owner)
        as_strided = np.lib.stride_tricks.as_strided
        lowest = owner[
            tuple(slice(None, None, -1) if s < 0 else slice(None) for s in owner.strides)
        ]
        item = owner.dtype.itemsize
        flat = as_strided(lowest, ((high - low) // item,), (item,), writeable=owner.flags.writeable)
        return flat.view(np.uint8)

    def tolist(self) -> list[int]:
        """The bytes as Python integers."""
        return self.array_bytes().tolist()

    def __iter__(self) -> Iterator[int]:
        return iter(self.tolist())

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            # A memoryview hides where the part comes from: the part is a storage of its own.
            part = self.array_bytes()[index]
            return UntypedStorage(np.frombuffer(part.data, np.uint8) if part.size else part)
        return int(self.array_bytes()[self._position(index)])

    def __setitem__(self, index: Any, value: Any) -> None:
        where = index if isinstance(index, slice) else self._position(index)
        self.array_bytes()[where] = value if hasattr(value, "dtype") else int(value) & 0xFF

    def _position(self, index: Any) -> int:
        if not hasattr(index, "__index__"):
            raise TypeError(f"can't index a torch.UntypedStorage with {type(index).__name__}")
        position, n = index.__index__(), self.nbytes()
        if not -n <= position < n:
            raise IndexError(f"index {position} out of range for storage of size {n}")
        return position

    def fill_(self, value: int) -> UntypedStorage:
        """Set every byte to `value`; returns the storage itself."""
        self.array_bytes()[...] = int(value) & 0xFF
        return self

    def copy_(self, source: Any, non_blocking: bool | None = None) -> UntypedStorage:
        """Take over the bytes of another storage of the same size, on any device.

        Raises RuntimeError where the sizes differ.
        """
        if source.nbytes() != self.nbytes():
            raise RuntimeError(
                f"size does not match, self was {self.nbytes()} bytes but src was "
                f"{source.nbytes()} bytes"
            )
        if self.device.type != "meta":
            self.array_bytes()[...] = source.to(device=self.device).array_bytes()
        return self

    def byteswap(self, dtype: Any) -> None:
        """Exchange the order of the bytes in each element of a dtype."""
        size = dtype.itemsize // (2 if dtype.is_complex else 1)
        if size > 1:
            self.array_bytes().view(f"u{size}").byteswap(inplace=True)

    # ---------------------------------------------------------------------- copies
    def clone(self) -> UntypedStorage:
        """A copy."""
        copy = UntypedStorage(self.array_bytes().copy())
        copy._device = self._device
        return copy

    def __copy__(self) -> UntypedStorage:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> UntypedStorage:
        if id(self) not in memo:
            memo[id(self)] = self.clone()
        return memo[id(self)]

    def to(self, *, device: Any, non_blocking: bool = False) -> UntypedStorage:
        """The buffer on another device; itself where it is there."""
        from ._device import BACKENDS, as_device

        where = as_device(device)
        if where == self.device or (where.index is None and where.type == self.device.type):
            return self
        content = self.array_bytes()
        if BACKENDS[where.type].computes:
            content = BACKENDS[self.device.type].to_host(content)
        moved = UntypedStorage(BACKENDS[where.type].from_host(content, where.index))
        moved._device = where
        return moved

    def cpu(self) -> UntypedStorage:
        """The buffer in the host's memory; itself where it is there."""
        return self.to(device="cpu")

    def cuda(self, device: Any = None, non_blocking: bool = False) -> UntypedStorage:
        """The buffer on a CUDA device; itself where it is there."""
        return self.to(device="cuda" if device is None else device)

    def new(self) -> UntypedStorage:
        """An empty storage on the same device."""
        return UntypedStorage(0, device=self._device)

    def untyped(self) -> UntypedStorage:
        """The storage itself."""
        return self

    def resize_(self, size: int) -> UntypedStorage:
        """The storage itself, if it has that many bytes already.

        Raises RuntimeError otherwise: the tensors over a buffer would be left without memory.
        """
        if size != self.nbytes():
            raise RuntimeError(
                f"Trying to resize storage that is not resizable: from {self.nbytes()} bytes to "
                f"{size}. Make a new tensor, or resize the tensor with tensor.resize_()"
            )
        return self

    def share_memory_(self) -> UntypedStorage:
        """The storage itself, if its memory is shared; tensors have `share_memory_()`.

        Raises RuntimeError otherwise.
        """
        if not self.is_shared():
            raise RuntimeError(
                "share_memory_() of a storage: the tensors over it would be left behind. Call it "
                "on the tensor"
            )
        return self

    def pin_memory(self, device: Any = None) -> UntypedStorage:
        """Raises RuntimeError: memory is not page-locked here."""
        raise RuntimeError("Need to provide pin_memory allocator to use pin memory.")

    # ---------------------------------------------------------------------- from memory and files
    @classmethod
    def from_buffer(
        cls,
        buffer: Any,
        byte_order: str | None = None,
        count: int = -1,
        offset: int = 0,
        *,
        dtype: Any = None,
    ) -> UntypedStorage:
        """A storage with a copy of a buffer's bytes; elements of `dtype` in `byte_order`.

        `byte_order` is "native", "little" or "big", and needed for elements of several bytes;
        `count` elements are taken from byte `offset` on. Raises RuntimeError and ValueError where
        these do not fit.
        """
        if dtype is None:
            raise RuntimeError("argument 'dtype' cannot be None: say how long the elements are")
        if dtype.itemsize > 1 and byte_order not in ("native", "little", "big"):
            raise ValueError(f"invalid byte_order '{byte_order}' (expected 'big' or 'little')")
        content = np.frombuffer(buffer, np.uint8)
        rest = content.size - offset
        if not 0 <= offset <= content.size:
            raise ValueError(
                f"offset must be non-negative and no greater than buffer length ({content.size}), "
                f"but got {offset}"
            )
        nbytes = rest // dtype.itemsize * dtype.itemsize if count < 0 else count * dtype.itemsize
        if nbytes > rest or (count < 0 and nbytes != rest):
            raise ValueError(
                f"buffer has {rest} bytes from offset {offset} on, which is not "
                f"{'a whole number of' if count < 0 else count} elements of {dtype.itemsize} bytes"
            )
        storage = cls(content[offset : offset + nbytes].copy())
        if byte_order not in (None, "native", sys.byteorder):
            storage.byteswap(dtype)
        return storage

    @classmethod
    def from_file(cls, filename: Any, shared: bool = False, nbytes: int = 0) -> UntypedStorage:
        """A storage mapped from a file; see `from_file` of the module."""
        from ._mapping import mapped_file

        return cls(mapped_file(filename, shared, nbytes))

    def __reduce__(self) -> Any:
        return _from_bytes, (self.cpu().array_bytes().tobytes(), str(self.device))

    def __repr__(self) -> str:
        end = f"[torch.storage.UntypedStorage(device={self.device}) of size {self.nbytes()}]"
        if self.device.type == "meta":
            return f"...\n{end}"
        lines = [f" {byte}" for byte in self.cpu().tolist()]
        return "\n".join([*(lines or [" "]), end])


# The name inside the library, where a storage is made of an array.
Storage = UntypedStorage


def _from_bytes(content: bytes, device: str) -> UntypedStorage:
    storage = UntypedStorage(np.frombuffer(bytearray(content), np.uint8))
    return storage.to(device=device)


def memory_of(array: Any) -> Any:
    """What owns an array's memory, where that is no array: a mapping, bytes; None else."""
    owner = array
    while isinstance(owner, np.ndarray):
        owner = owner.base
    return getattr(owner, "obj", owner)  # a memoryview's object


def is_shared(array: Any) -> bool:
    """Whether an array's memory is a mapping that forked processes share."""
    memory = memory_of(array)
    return getattr(memory, "shared", type(memory).__name__ == "mmap")


def address(array: Any) -> int:
    """The address of an array's first element, 0 for an array without memory of its own."""
    if isinstance(array, np.ndarray):
        return int(array.__array_interface__["data"][0])
    return int(array.data.ptr)  # CuPy's MemoryPointer


def low_high(array: Any) -> tuple[int, int]:
    """The addresses of the first byte and after the last byte that an array's elements occupy."""
    low = high = address(array)
    if array.size:
        for n, stride in zip(array.shape, array.strides, strict=True):
            if stride < 0:
                low += (n - 1) * stride
            else:
                high += (n - 1) * stride
        high += array.dtype.itemsize
    return low, high
