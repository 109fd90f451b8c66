"""From a checkpoint's archive to objects: the closed list of what PyTorch's files may name.

Tensors over one storage in the file are tensors over one storage in memory. Sizes, strides and
offsets are compared with the storage before a tensor is made. Nothing that a file brings is run.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from pickle import UnpicklingError
from typing import Any, NamedTuple

import numpy as np

from . import _dtype
from ._archive import Archive
from ._device import BACKENDS, device, meta_array
from ._layout import LAYOUTS, layout, sparse_coo
from ._locations import Locations
from ._plain_values import GLOBALS, SET_STATE, attributes, integers
from ._restricted_unpickler import Closed, Known, names_in, unpickle
from ._size import Size
from ._storage import UntypedStorage
from ._tensor import Tensor
from ._tensor_types import TYPES
from ._torch_names import NEWEST_VERSION, STORAGE_DTYPES, UNTYPED
from ._typed_storage import TypedStorage


class Options(NamedTuple):
    """What a caller of `load` has asked for, and what has been registered.

    `registered` has functions that stand for globals outside the closed list; `own` has classes and
    functions that the program has listed, by name. `skip_data` leaves out the storages' bytes;
    `byte_order` is that of files that do not say it. See `serialization.load` for the rest.
    """

    map_location: Any = None
    registered: dict[str, Callable[..., Any]] = {}
    own: dict[str, Any] = {}
    encoding: str = "utf-8"
    errors: str = "strict"
    skip_data: bool = False
    byte_order: str = "little"


class _Named:
    """What stands for a global of PyTorch while a pickle is read: only its name is of use."""

    def __init__(self, name: str, dtype: _dtype.dtype | None = None):
        self.name = name
        self.dtype = dtype
        self.__qualname__ = name.replace(" ", ".")

    def __repr__(self) -> str:
        return f"<{self.__qualname__}>"


class _StorageType(_Named):
    """A class of storages."""


class Loader(ABC):
    """Makes the object that a file holds; where the storages' bytes come from is a subclass's."""

    def __init__(self, options: Options):
        self._options = options
        self._locations = Locations(options.map_location)
        # By their keys in the file.
        self._storages: dict[str, TypedStorage | UntypedStorage] = {}
        self._kinds: dict[str, _dtype.dtype | None] = {}
        self._swap = False  # whether the file's byte order is not this computer's
        self._rebuilds: dict[str, Callable[..., Any]] = {
            "torch._utils _rebuild_tensor": self._tensor,
            "torch._utils _rebuild_tensor_v2": self._tensor,
            "torch._utils _rebuild_tensor_v3": self._tensor_with_dtype,
            "torch._utils _rebuild_meta_tensor_no_storage": self._meta_tensor,
        }
        self._closed = Closed(
            self._globals(),
            {**SET_STATE, **_generator_state()},
            frozenset(v for v in options.own.values() if isinstance(v, type)),
            options.encoding,
            options.errors,
        )

    def _globals(self) -> dict[str, Known]:
        calls: dict[str, Callable[..., Any]] = {
            **self._rebuilds,
            "torch._tensor _rebuild_from_type_v2": self._tensor_with_attributes,
            "torch Size": _read_size,
            "torch device": _read_device,
            "torch._utils _rebuild_sparse_tensor": _read_sparse,
            "torch.serialization _get_layout": _read_layout,
            "torch._C Generator": _read_generator,
            **self._options.registered,
        }
        found = {
            **GLOBALS,
            **{name: Known(_Named(name), call) for name, call in calls.items()},
            **{f"torch {d.name}": Known(d) for d in _dtype.ALL.values()},
            "torch Tensor": Known(Tensor),
            **{f"torch {name}": Known(kind) for name, kind in TYPES.items()},
        }
        for name in (UNTYPED, "torch UntypedStorage"):
            found[name] = Known(_StorageType(name))
        for name, d in STORAGE_DTYPES.items():
            for module in ("torch", "torch.cuda"):
                found[f"{module} {name}"] = Known(_StorageType(f"{module} {name}", d))
        for name, value in self._options.own.items():
            found[name] = Known(value, value, _newly(value) if isinstance(value, type) else None)
        return found

    # --- storages
    @abstractmethod
    def _bytes(self, key: str, nbytes: int) -> np.ndarray[Any, Any]:
        """The first bytes of a storage, as an array that may be written to."""

    def _storage(
        self, key: str, dtype: _dtype.dtype | None, location: str, numel: int
    ) -> TypedStorage | UntypedStorage:
        """The storage of a key in the file, made when it is first asked for."""
        storage = self._storages.get(key)
        if storage is None:
            nbytes = numel * (1 if dtype is None else dtype.itemsize)
            on_cpu = self._on_cpu(key, nbytes, dtype, location)
            placed = storage = self._restored(key, on_cpu, location)
            if dtype is not None:
                storage = TypedStorage(wrap_storage=placed, dtype=dtype)
            self._storages[key], self._kinds[key] = storage, dtype
        elif self._kinds[key] is not dtype:
            raise UnpicklingError(f"the pickle gives storage {key} two types")
        return storage

    def _on_cpu(
        self, key: str, nbytes: int, dtype: _dtype.dtype | None, location: str
    ) -> UntypedStorage:
        if self._locations.needs_no_bytes(location):
            self._bytes_exist(key, nbytes)
            return UntypedStorage(nbytes, device="meta")
        if self._options.skip_data:
            self._bytes_exist(key, nbytes)
            return UntypedStorage(np.zeros(nbytes, np.uint8))
        storage = UntypedStorage(self._bytes(key, nbytes))
        if self._swap and dtype is not None:
            storage.byteswap(dtype)
        return storage

    def _restored(self, key: str, on_cpu: UntypedStorage, location: str) -> UntypedStorage:
        """A storage in its place."""
        return self._locations.restored(on_cpu, location)

    @abstractmethod
    def _bytes_exist(self, key: str, nbytes: int) -> None:
        """Raise RuntimeError where the file cannot have so many bytes for a storage."""

    # --- tensors
    def _tensor(
        self,
        storage: Any,
        offset: Any,
        size: Any,
        stride: Any,
        requires_grad: Any = False,
        backward_hooks: Any = None,
        metadata: Any = None,
    ) -> Any:
        if type(storage) is not TypedStorage:
            raise UnpicklingError(
                "the pickle makes a tensor of something that is not a typed storage"
            )
        untyped = storage.untyped()
        return self._view(untyped, storage.dtype, offset, size, stride, requires_grad, metadata)

    def _tensor_with_dtype(
        self,
        storage: Any,
        offset: Any,
        size: Any,
        stride: Any,
        requires_grad: Any,
        backward_hooks: Any,
        dtype: Any,
        metadata: Any = None,
    ) -> Any:
        if not isinstance(dtype, _dtype.dtype) or not isinstance(
            storage, (TypedStorage, UntypedStorage)
        ):
            raise UnpicklingError("the pickle makes a tensor of something that is not a storage")
        if self._swap and isinstance(storage, UntypedStorage) and dtype.itemsize > 1:
            raise RuntimeError(
                f"load: the file holds {dtype} tensors in another byte order than this computer's, "
                "without saying which bytes to exchange. Save it on a computer of this kind"
            )
        untyped = storage.untyped()
        return self._view(untyped, dtype, offset, size, stride, requires_grad, metadata)

    def _meta_tensor(self, dtype: Any, size: Any, stride: Any, requires_grad: Any) -> Any:
        if not isinstance(dtype, _dtype.dtype):
            raise UnpicklingError("the pickle makes a meta tensor of an unknown type")
        on_meta = UntypedStorage(0, device="meta")
        return self._view(on_meta, dtype, 0, size, stride, requires_grad, None)

    def _tensor_with_attributes(self, rebuild: Any, kind: Any, arguments: Any, state: Any) -> Any:
        call = self._rebuilds.get(rebuild.name) if type(rebuild) is _Named else None
        if call is None or kind is not Tensor:
            raise UnpicklingError(
                "the pickle holds a tensor of a class that is not in the closed list"
            )
        tensor = call(*arguments)
        if state is not None:
            tensor.__dict__.update(attributes(state))
        return tensor

    def _view(
        self,
        storage: UntypedStorage,
        dtype: _dtype.dtype,
        offset: Any,
        size: Any,
        stride: Any,
        requires_grad: Any,
        metadata: Any,
    ) -> Any:
        (offset,) = integers("storage offset", (offset,))
        size, stride = integers("size", size), integers("stride", stride)
        if len(size) != len(stride):
            raise UnpicklingError(
                "the pickle holds a tensor with more or fewer strides than dimensions"
            )
        tensor = _over_storage(storage, dtype, offset, size, stride)
        if metadata:
            tensor = _with_metadata(tensor, metadata)
        if requires_grad is True:
            tensor.requires_grad_()
        return tensor


class ZipLoader(Loader):
    """The loader of a zip archive; `mapped`: its storages are mapped into memory."""

    def __init__(self, archive: Archive, options: Options, mapped: bool = False):
        super().__init__(options)
        self._archive = archive
        self._read = archive.mapped if mapped else archive.array

    def load(self) -> Any:
        """The object in the archive."""
        archive = self._archive
        order = self._options.byte_order
        if "byteorder" in archive:
            order = archive.bytes("byteorder").decode("latin1")
        if order not in ("little", "big"):
            raise ValueError(f"Unknown endianness type: {order!r:.20}; expected 'little' or 'big'")
        self._swap = order != sys.byteorder
        return unpickle(pickle_of(archive), self._closed, self._persistent)

    def unknown_names(self) -> list[str]:
        """The globals in the archive's pickle that are not in the closed list."""
        known, found = self._closed.globals, []
        for name in names_in(pickle_of(self._archive)):
            if name not in known:
                found.append(name.replace(" ", "."))
        return sorted(set(found))

    def _persistent(self, persistent_id: Any) -> TypedStorage | UntypedStorage:
        return self._storage(*storage_id(persistent_id, 5)[:4])

    def _bytes(self, key: str, nbytes: int) -> np.ndarray[Any, Any]:
        self._bytes_exist(key, nbytes)
        content = self._read(f"data/{key}")
        return content if content.size == nbytes else content[:nbytes].copy()

    def _placed(self, key: str, on_cpu: UntypedStorage, placed: UntypedStorage) -> None:
        """Called with each new storage as it was read, and in its place."""

    def _bytes_exist(self, key: str, nbytes: int) -> None:
        there = self._archive.nbytes(f"data/{key}")
        if nbytes > there:
            raise RuntimeError(
                f"load: storage {key} should have {nbytes} bytes, but the file has only {there}: "
                "it is damaged. Copy or download it again"
            )


def pickle_of(archive: Archive) -> bytes:
    """The pickle in an archive, if it is one of a checkpoint that can be read here."""
    if "constants.pkl" in archive:
        raise RuntimeError(
            "load: expected a checkpoint, but this is a TorchScript archive, which holds a "
            "program. Load it with torch.jit.load, and save its state_dict() with torch.save"
        )
    version = archive.bytes("version")
    if not version.strip().isdigit() or int(version) > NEWEST_VERSION:
        raise RuntimeError(
            f"Attempted to read a PyTorch file with version {version!r:.20}, but the maximum "
            f"supported version for reading is {NEWEST_VERSION}. Upgrade firebrick-core, or "
            "save the file anew"
        )
    return archive.bytes("data.pkl")


def storage_id(persistent_id: Any, length: int) -> tuple[str, _dtype.dtype | None, str, int, Any]:
    """Key, dtype, location, number of elements and view of a storage, from what names it."""
    if type(persistent_id) is not tuple or len(persistent_id) != length:
        raise UnpicklingError("the pickle refers to something that is not a storage")
    what, kind, key, location, numel, *view = (_as_text(part) for part in persistent_id)
    texts = type(what) is type(key) is type(location) is str
    if not texts or what != "storage" or type(kind) is not _StorageType:
        raise UnpicklingError("the pickle refers to a storage in a way that is not PyTorch's")
    (numel,) = integers("storage size", (numel,))
    return key, kind.dtype, location, numel, view[0] if view else None


def _as_text(part: Any) -> Any:
    """Bytes of Python 2 as text."""
    return part.decode("ascii", "replace") if type(part) is bytes else part


def _newly(kind: Any) -> Callable[..., Any]:
    """The making of an object of a class of the program's own, without a call of the class."""

    def new(*arguments: Any) -> Any:
        return kind.__new__(kind, *arguments)

    return new


def _over_storage(
    storage: UntypedStorage,
    dtype: _dtype.dtype,
    offset: int,
    size: tuple[int, ...],
    stride: tuple[int, ...],
) -> Any:
    """A tensor over part of a storage; all tensors over it share it, and its version counter."""
    item = dtype.itemsize
    strides = tuple(step * item for step in stride)
    backend = BACKENDS[storage.device.type]
    if not backend.computes:
        return Tensor._wrap(meta_array(size, dtype.numpy_dtype, strides), backend.bit)
    last = offset + sum((n - 1) * step for n, step in zip(size, stride, strict=True))
    needed = (last + 1) * item
    if 0 in size:  # an empty view may lie anywhere
        needed, offset = 0, min(offset, storage.nbytes() // item)
    if needed > storage.nbytes():
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and "
            f"itemsize {item} requiring a storage size of {needed} are out of bounds for storage "
            f"of size {storage.nbytes()}: the file is damaged or was made by hand. Copy or "
            "download it again"
        )
    if storage.device.type == "cpu":
        return Tensor._from_storage(storage, dtype, size, stride, offset)
    xp = backend.namespace()
    end = storage.nbytes() // item * item
    flat = storage.array_bytes()[:end].view(dtype.numpy_dtype)
    tensor = Tensor._wrap(
        xp.lib.stride_tricks.as_strided(flat[offset:], size, strides), backend.bit
    )
    tensor._storage = storage
    return tensor


def _with_metadata(tensor: Any, metadata: Any) -> Any:
    """The tensor that PyTorch has stored as the conjugate or negative of what is in memory."""
    if type(metadata) is not dict or not set(metadata) <= {"conj", "neg"}:
        raise UnpicklingError(
            "the pickle holds a tensor with properties that are not in the closed list"
        )
    array = tensor._array
    if metadata.get("conj"):
        array = array.conj()
    if metadata.get("neg"):
        array = -array
    return Tensor._wrap(array, tensor._keys)


def _read_size(sizes: Any = ()) -> Size:
    return Size(integers("size", sizes))


def _read_device(type_: Any, index: Any = None) -> device:
    if type(type_) is not str or type(index) not in (int, type(None)):
        raise UnpicklingError("the pickle makes a device of something that is not a name")
    return device(type_, index)


def _read_layout(name: Any) -> Any:
    if type(name) is not str or name not in LAYOUTS:
        raise UnpicklingError("the pickle names a layout that PyTorch does not have")
    return LAYOUTS[name]


def _read_sparse(kind: Any, parts: Any) -> Any:
    """A sparse tensor of its parts, whose indices are compared with its size."""
    from ._sparse_construction import sparse_compressed_tensor, sparse_coo_tensor

    if type(parts) is not tuple or len(parts) not in (3, 4) or not isinstance(kind, layout):
        raise UnpicklingError("the pickle makes a sparse tensor of something that is not its parts")
    if kind is sparse_coo:  # the last part is whether it is coalesced
        indices, values, size = parts[:3]
        coalesced = parts[3] is True if len(parts) == 4 else None
        return sparse_coo_tensor(
            indices, values, size, check_invariants=True, is_coalesced=coalesced
        )
    return sparse_compressed_tensor(*parts, layout=kind, check_invariants=True)


def _read_generator(where: Any = None) -> Any:
    from .random import Generator

    return Generator(where or "cpu")


def _generator_state() -> dict[type, Callable[[Any, Any], None]]:
    from .random import Generator

    return {Generator: _set_generator}


def _set_generator(generator: Any, state: Any) -> None:
    _, _, numbers = state  # the first, the seed, is among the numbers
    if not isinstance(numbers, Tensor):
        raise UnpicklingError("the pickle gives a generator a state that is not one")
    generator.set_state(numbers)
