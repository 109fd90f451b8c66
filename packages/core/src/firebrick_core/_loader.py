"""From a checkpoint's archive to objects: the closed list of what PyTorch's files may name.

Tensors over one storage in the file are tensors over one `Storage` in memory. Sizes, strides and
offsets are compared with the storage before a tensor is made. Nothing that a file brings is run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pickle import UnpicklingError
from typing import Any

import numpy as np

from . import _dtype
from ._archive import Archive
from ._device import BACKENDS, device, meta_array
from ._plain_values import GLOBALS, SET_STATE, attributes, integers
from ._restricted_unpickler import Closed, Known, unpickle
from ._size import Size
from ._storage import Storage
from ._tensor import Tensor
from ._torch_names import NEWEST_VERSION, STORAGE_DTYPES, UNTYPED


class LoadedStorage(Storage):
    """A storage from a file, with the type that the file gives its elements (None: bytes)."""

    __slots__ = ("device", "dtype")

    def __init__(self, array: Any, dtype: _dtype.dtype | None, device: device):
        super().__init__(array)
        self.dtype = dtype
        self.device = device


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


class Loader:
    """Makes the object that a checkpoint's archive holds.

    `registered` has functions that stand for globals outside this list, by name. See
    `serialization.load` for the rest.
    """

    def __init__(
        self,
        archive: Archive,
        map_location: Any = None,
        mapped: bool = False,
        registered: dict[str, Callable[..., Any]] | None = None,
    ):
        self._archive = archive
        self._map_location = map_location
        self._read = archive.mapped if mapped else archive.array
        self._storages: dict[str, LoadedStorage] = {}
        self._swap = False  # whether the file's byte order is not this computer's
        self._rebuilds: dict[str, Callable[..., Any]] = {
            "torch._utils _rebuild_tensor": self._tensor,
            "torch._utils _rebuild_tensor_v2": self._tensor,
            "torch._utils _rebuild_tensor_v3": self._tensor_with_dtype,
            "torch._utils _rebuild_meta_tensor_no_storage": self._meta_tensor,
        }
        calls: dict[str, Callable[..., Any]] = {
            **self._rebuilds,
            "torch._tensor _rebuild_from_type_v2": self._tensor_with_attributes,
            "torch Size": _read_size,
            "torch device": _read_device,
            **(registered or {}),
        }
        self._globals = {
            **GLOBALS,
            **{name: Known(_Named(name), call) for name, call in calls.items()},
            **{f"torch {d.name}": Known(d) for d in _dtype.ALL.values()},
            "torch Tensor": Known(Tensor),
        }
        for name in (UNTYPED, "torch UntypedStorage"):
            self._globals[name] = Known(_StorageType(name))
        for name, d in STORAGE_DTYPES.items():
            for module in ("torch", "torch.cuda"):
                self._globals[f"{module} {name}"] = Known(_StorageType(f"{module} {name}", d))

    def load(self) -> Any:
        """The object in the archive."""
        archive = self._archive
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
        order = archive.bytes("byteorder").decode("latin1") if "byteorder" in archive else "little"
        if order not in ("little", "big"):
            raise ValueError(f"Unknown endianness type: {order!r:.20}; expected 'little' or 'big'")
        self._swap = order != sys.byteorder
        closed = Closed(self._globals, SET_STATE)
        return unpickle(archive.bytes("data.pkl"), closed, self._persistent)

    # --- storages
    def _persistent(self, persistent_id: Any) -> LoadedStorage:
        if type(persistent_id) is not tuple or len(persistent_id) != 5:
            raise UnpicklingError("the pickle refers to something that is not a storage")
        what, kind, key, location, numel = persistent_id
        texts = type(what) is type(key) is type(location) is str
        if not texts or what != "storage" or type(kind) is not _StorageType:
            raise UnpicklingError("the pickle refers to a storage in a way that is not PyTorch's")
        (numel,) = integers("storage size", (numel,))
        storage = self._storages.get(key)
        if storage is None:
            storage = self._storages[key] = self._load_storage(key, kind.dtype, location, numel)
        elif storage.dtype is not kind.dtype:
            raise UnpicklingError(f"the pickle gives storage {key} two types")
        return storage

    def _load_storage(
        self, key: str, dtype: _dtype.dtype | None, location: str, numel: int
    ) -> LoadedStorage:
        name = f"data/{key}"
        nbytes = numel * (1 if dtype is None else dtype.itemsize)
        if nbytes > self._archive.nbytes(name):
            raise RuntimeError(
                f"load: storage {key} should have {nbytes} bytes, but the file has only "
                f"{self._archive.nbytes(name)}: it is damaged. Copy or download it again"
            )
        where = self._map_location
        if not callable(where):
            where = where.get(location, location) if isinstance(where, dict) else where
            where = _restored_device(location if where is None else where, location)
            if where.type == "meta":
                return LoadedStorage(np.empty(0, np.uint8), dtype, where)
        content = self._read(name)
        if self._swap and dtype is not None:
            size = dtype.itemsize // (2 if dtype.is_complex else 1)
            content[:nbytes].view(f"u{size}").byteswap(inplace=True)
        on_cpu = LoadedStorage(content, dtype, device("cpu"))
        if callable(where):
            where = where(on_cpu, location)
            if where is on_cpu:
                return on_cpu
            where = _restored_device(location if where is None else where, location)
        if where.type == "cpu":
            return on_cpu
        return LoadedStorage(BACKENDS[where.type].from_host(content, where.index), dtype, where)

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
        dtype = storage.dtype if type(storage) is LoadedStorage else None
        if dtype is None:
            raise UnpicklingError(
                "the pickle makes a tensor of something that is not a typed storage"
            )
        return self._view(storage, dtype, offset, size, stride, requires_grad, metadata)

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
        if type(storage) is not LoadedStorage or not isinstance(dtype, _dtype.dtype):
            raise UnpicklingError("the pickle makes a tensor of something that is not a storage")
        if self._swap and storage.dtype is None and dtype.itemsize > 1:
            raise RuntimeError(
                f"load: the file holds {dtype} tensors in another byte order than this computer's, "
                "without saying which bytes to exchange. Save it on a computer of this kind"
            )
        return self._view(storage, dtype, offset, size, stride, requires_grad, metadata)

    def _meta_tensor(self, dtype: Any, size: Any, stride: Any, requires_grad: Any) -> Any:
        if not isinstance(dtype, _dtype.dtype):
            raise UnpicklingError("the pickle makes a meta tensor of an unknown type")
        on_meta = LoadedStorage(np.empty(0, np.uint8), dtype, device("meta"))
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
        storage: LoadedStorage,
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


def _restored_device(target: Any, location: str) -> device:
    """The device that `map_location`, or the file, names for a storage, if it can be used here."""
    if not isinstance(target, (str, device)):
        raise TypeError(
            "load: expected map_location to be, or give, a device or its name, but got "
            f"{type(target).__name__}; pass map_location='cpu'"
        )
    try:
        where = device(target)
        BACKENDS[where.type].namespace()
    except RuntimeError as error:
        raise RuntimeError(
            f"load: don't know how to restore data location of a storage (tagged with {target}; in "
            f"the file: {location}): {error}. To load it into the computer's own memory, pass "
            "map_location='cpu'"
        ) from error
    return where


def _over_storage(
    storage: LoadedStorage,
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
