"""Storages whose elements have a dtype, which older programs and checkpoints use.

`TypedStorage` is an `UntypedStorage` and a dtype; `FloatStorage`, `LongStorage`, ... make one of
their dtype, and count every one of that dtype as an instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import _dtype
from ._storage import UntypedStorage


class TypedStorage:
    """A buffer of elements of one dtype.

    `TypedStorage(3, dtype=d)` has 3 elements of whatever the memory held, `TypedStorage([1, 2],
    dtype=d)` these, `TypedStorage(wrap_storage=s, dtype=d)` the memory of an `UntypedStorage`.
    `dtype` is the default dtype unless given. `tensor.storage()` gives the one behind a tensor.
    Raises RuntimeError where `wrap_storage` is no storage or its bytes are no whole number of
    elements.

    Source: https://docs.pytorch.org/docs/stable/storage.html

    >>> import firebrick_core as fb
    >>> fb.ones(2).storage().tolist()
    [1.0, 1.0]
    """

    __slots__ = ("_untyped_storage", "dtype")

    def __init__(
        self,
        content: Any = 0,
        *,
        wrap_storage: Any = None,
        dtype: Any = None,
        device: Any = None,
        _internal: bool = False,
    ):
        self.dtype = dtype or _dtype.get_default_dtype()
        if wrap_storage is not None:
            if not isinstance(wrap_storage, UntypedStorage):
                raise TypeError(
                    "Argument 'wrap_storage' must be UntypedStorage, but got "
                    f"{type(wrap_storage).__name__}"
                )
            self._untyped_storage = wrap_storage
            return
        from ._creation import empty, tensor

        make = empty if isinstance(content, int) else tensor
        made = make(content, dtype=self.dtype, device=device)
        self._untyped_storage = made.untyped_storage()

    # ---------------------------------------------------------------------- description
    @property
    def device(self) -> Any:
        """Where the buffer is."""
        return self._untyped_storage.device

    @property
    def is_cuda(self) -> bool:
        """Whether the buffer is on a CUDA device."""
        return self._untyped_storage.is_cuda

    is_sparse = False
    resizable = False

    @property
    def filename(self) -> str | None:
        """The file that the memory is mapped from, None where it is no file's."""
        return self._untyped_storage.filename

    def get_device(self) -> int:
        """The index of the CUDA device, -1 on the CPU."""
        return self._untyped_storage.get_device()

    def untyped(self) -> UntypedStorage:
        """The same buffer as bytes."""
        return self._untyped_storage

    def data_ptr(self) -> int:
        """The address of the first element."""
        return self._untyped_storage.data_ptr()

    def nbytes(self) -> int:
        """The size of the buffer in bytes."""
        return self._untyped_storage.nbytes()

    def size(self) -> int:
        """The number of elements."""
        return self.nbytes() // self.dtype.itemsize

    __len__ = size

    def element_size(self) -> int:
        """The size of an element in bytes."""
        return self.dtype.itemsize

    def type(self, dtype: Any = None, non_blocking: bool = False) -> Any:
        """The name of the class, as "torch.FloatStorage"; with `dtype`, a copy in that dtype."""
        if dtype is None:
            where = "cuda." if self.is_cuda else ""
            return f"torch.{where}{self.pickle_storage_type()}"
        return self._to(getattr(dtype, "dtype", dtype))

    def pickle_storage_type(self) -> str:
        """The name that checkpoints use, as "FloatStorage".

        Raises KeyError for dtypes without one: their checkpoints hold untyped storages.
        """
        from ._torch_names import STORAGE_NAMES

        return STORAGE_NAMES[self.dtype].removeprefix("torch ")

    def is_pinned(self, device: Any = None) -> bool:
        """Whether the memory is page-locked: never, here."""
        return False

    def is_shared(self) -> bool:
        """Whether forked processes see what this one writes into the buffer."""
        return self._untyped_storage.is_shared()

    # ---------------------------------------------------------------------- elements
    def _flat(self) -> Any:
        """All elements as a tensor over the buffer."""
        from ._tensor import Tensor

        return Tensor._from_storage(self._untyped_storage, self.dtype, (self.size(),), (1,), 0)

    def tolist(self) -> list[Any]:
        """The elements as Python numbers."""
        return self.cpu()._flat().tolist()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        return self._flat()[self._position(index)].item()

    def __setitem__(self, index: Any, value: Any) -> None:
        where = index if isinstance(index, slice) else self._position(index)
        if isinstance(value, (TypedStorage, list, tuple)):
            from ._creation import tensor

            value = value._flat() if isinstance(value, TypedStorage) else tensor(value)
        self._flat()[where] = value

    def _position(self, index: Any) -> int:
        if not isinstance(index, int):
            raise TypeError(f"can't index a {type(self).__name__} with {type(index).__name__}")
        if not -self.size() <= index < self.size():
            raise IndexError(f"index {index} out of range for storage of size {self.size()}")
        return index

    def fill_(self, value: Any) -> TypedStorage:
        """Set every element to `value`; returns the storage itself."""
        self._flat().fill_(value)
        return self

    def copy_(self, source: Any, non_blocking: bool | None = None) -> TypedStorage:
        """Take over the elements of another storage; converted where its dtype differs."""
        if not isinstance(source, TypedStorage):
            self._untyped_storage.copy_(source)
        else:
            self._flat().copy_(source._flat())
        return self

    # ---------------------------------------------------------------------- copies
    def _with(self, storage: UntypedStorage) -> TypedStorage:
        return TypedStorage(wrap_storage=storage, dtype=self.dtype)

    def clone(self) -> TypedStorage:
        """A copy."""
        return self._with(self._untyped_storage.clone())

    def __copy__(self) -> TypedStorage:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> TypedStorage:
        return self._with(self._untyped_storage.__deepcopy__(memo))

    def to(self, *, device: Any, non_blocking: bool = False) -> TypedStorage:
        """The buffer on another device; itself where it is there."""
        moved = self._untyped_storage.to(device=device)
        return self if moved is self._untyped_storage else self._with(moved)

    def cpu(self) -> TypedStorage:
        """The buffer in the host's memory; itself where it is there."""
        return self.to(device="cpu")

    def cuda(self, device: Any = None, non_blocking: bool = False) -> TypedStorage:
        """The buffer on a CUDA device; itself where it is there."""
        return self.to(device="cuda" if device is None else device)

    def resize_(self, size: int) -> TypedStorage:
        """The storage itself, if it has that many elements already; see `UntypedStorage`."""
        self._untyped_storage.resize_(size * self.dtype.itemsize)
        return self

    def share_memory_(self) -> TypedStorage:
        """The storage itself, if its memory is shared; see `UntypedStorage`."""
        self._untyped_storage.share_memory_()
        return self

    def pin_memory(self, device: Any = None) -> TypedStorage:
        """Raises RuntimeError: memory is not page-locked here."""
        return self._with(self._untyped_storage.pin_memory())

    def _to(self, dtype: Any) -> TypedStorage:
        converted = self._flat().to(dtype, copy=True)
        return TypedStorage(wrap_storage=converted.untyped_storage(), dtype=dtype)

    def double(self) -> TypedStorage:
        """A copy of float64 elements."""
        return self._to(_dtype.float64)

    def float(self) -> TypedStorage:
        """A copy of float32 elements."""
        return self._to(_dtype.float32)

    def half(self) -> TypedStorage:
        """A copy of float16 elements."""
        return self._to(_dtype.float16)

    def bfloat16(self) -> TypedStorage:
        """A copy of bfloat16 elements."""
        return self._to(_dtype.bfloat16)

    def long(self) -> TypedStorage:
        """A copy of int64 elements."""
        return self._to(_dtype.int64)

    def int(self) -> TypedStorage:
        """A copy of int32 elements."""
        return self._to(_dtype.int32)

    def short(self) -> TypedStorage:
        """A copy of int16 elements."""
        return self._to(_dtype.int16)

    def char(self) -> TypedStorage:
        """A copy of int8 elements."""
        return self._to(_dtype.int8)

    def byte(self) -> TypedStorage:
        """A copy of uint8 elements."""
        return self._to(_dtype.uint8)

    def bool(self) -> TypedStorage:
        """A copy of bool elements."""
        return self._to(_dtype.bool)

    def complex_double(self) -> TypedStorage:
        """A copy of complex128 elements."""
        return self._to(_dtype.complex128)

    def complex_float(self) -> TypedStorage:
        """A copy of complex64 elements."""
        return self._to(_dtype.complex64)

    # ---------------------------------------------------------------------- from memory and files
    @classmethod
    def from_buffer(
        cls,
        buffer: Any,
        byte_order: str | None = None,
        count: int_ = -1,
        offset: int_ = 0,
        *,
        dtype: Any = None,
    ) -> TypedStorage:
        """A storage with a copy of a buffer's bytes; see `UntypedStorage.from_buffer`."""
        dtype = dtype or _dtype.get_default_dtype()
        storage = UntypedStorage.from_buffer(buffer, byte_order, count, offset, dtype=dtype)
        return TypedStorage(wrap_storage=storage, dtype=dtype)

    @classmethod
    def from_file(
        cls, filename: Any, shared: bool_ = False, size: int_ = 0, *, dtype: Any = None
    ) -> TypedStorage:
        """A storage of `size` elements mapped from a file; see `from_file` of the module."""
        dtype = dtype or _dtype.get_default_dtype()
        storage = UntypedStorage.from_file(filename, shared, size * dtype.itemsize)
        return TypedStorage(wrap_storage=storage, dtype=dtype)

    def __eq__(self, other: object) -> bool_:
        return (
            isinstance(other, TypedStorage)
            and self.dtype is other.dtype
            and self.device == other.device
            and self.data_ptr() == other.data_ptr()
        )

    __hash__ = object.__hash__

    def __reduce__(self) -> Any:
        return _typed, (self._untyped_storage, self.dtype)

    def __repr__(self) -> str:
        end = (
            f"[torch.storage.TypedStorage(dtype={self.dtype}, device={self.device}) "
            f"of size {self.size()}]"
        )
        if self.device.type == "meta":
            return f"...\n{end}"
        lines = [f" {element}" for element in self.tolist()]
        return "\n".join([*(lines or [" "]), end])


# The methods of these names hide the built-in types in the class's body.
int_ = int
bool_ = bool


def _typed(storage: UntypedStorage, dtype: Any) -> TypedStorage:
    return TypedStorage(wrap_storage=storage, dtype=dtype)


class _OneDtype(type):
    """The class of `FloatStorage` and its like: calls make a `TypedStorage` of their dtype."""

    dtype: Any

    def __call__(cls, *args: Any, **kwargs: Any) -> TypedStorage:
        if "dtype" in kwargs:
            raise RuntimeError(f"{cls.__name__}: keyword argument 'dtype' cannot be specified")
        return TypedStorage(*args, dtype=cls.dtype, **kwargs)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, TypedStorage) and instance.dtype is cls.dtype

    def __repr__(cls) -> str:
        return f"<class 'torch.{cls.__name__}'>"

    def from_buffer(cls, *args: Any, **kwargs: Any) -> TypedStorage:
        """A storage of this dtype with a copy of a buffer's bytes."""
        return TypedStorage.from_buffer(*args, dtype=cls.dtype, **kwargs)

    _from_buffer = from_buffer

    def from_file(cls, filename: Any, shared: bool = False, size: int = 0) -> TypedStorage:
        """A storage of this dtype mapped from a file."""
        return TypedStorage.from_file(filename, shared, size, dtype=cls.dtype)


class DoubleStorage(metaclass=_OneDtype):
    """Storages of float64 elements."""

    dtype = _dtype.float64


class FloatStorage(metaclass=_OneDtype):
    """Storages of float32 elements."""

    dtype = _dtype.float32


class HalfStorage(metaclass=_OneDtype):
    """Storages of float16 elements."""

    dtype = _dtype.float16


class BFloat16Storage(metaclass=_OneDtype):
    """Storages of bfloat16 elements."""

    dtype = _dtype.bfloat16


class LongStorage(metaclass=_OneDtype):
    """Storages of int64 elements."""

    dtype = _dtype.int64


class IntStorage(metaclass=_OneDtype):
    """Storages of int32 elements."""

    dtype = _dtype.int32


class ShortStorage(metaclass=_OneDtype):
    """Storages of int16 elements."""

    dtype = _dtype.int16


class CharStorage(metaclass=_OneDtype):
    """Storages of int8 elements."""

    dtype = _dtype.int8


class ByteStorage(metaclass=_OneDtype):
    """Storages of uint8 elements."""

    dtype = _dtype.uint8


class BoolStorage(metaclass=_OneDtype):
    """Storages of bool elements."""

    dtype = _dtype.bool


class ComplexDoubleStorage(metaclass=_OneDtype):
    """Storages of complex128 elements."""

    dtype = _dtype.complex128


class ComplexFloatStorage(metaclass=_OneDtype):
    """Storages of complex64 elements."""

    dtype = _dtype.complex64


_CLASSES = {
    kind.dtype: kind
    for kind in (
        DoubleStorage,
        FloatStorage,
        HalfStorage,
        BFloat16Storage,
        LongStorage,
        IntStorage,
        ShortStorage,
        CharStorage,
        ByteStorage,
        BoolStorage,
        ComplexDoubleStorage,
        ComplexFloatStorage,
    )
}


def storage_class(dtype: Any) -> Any:
    """The class of storages of a dtype; `UntypedStorage` for dtypes without one."""
    return _CLASSES.get(dtype, UntypedStorage)
