"""From objects to the pickle and the records of a checkpoint, with PyTorch's names in it.

A tensor is a call of ``torch._utils._rebuild_tensor_v2`` with a storage's persistent id, an offset,
a size and a stride; the storage's bytes are a record of the archive.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from pickle import PicklingError
from typing import Any

import numpy as np

from . import _dtype
from ._archive import ALIGNMENT
from ._device import BACKENDS, device
from ._pickle_writer import Call, Global, PersistentId, pickle_bytes
from ._plain_values import REDUCERS, attributes, reduce_numpy
from ._size import Size
from ._storage import Storage
from ._tensor import Tensor
from ._torch_names import STORAGE_NAMES, UNTYPED, VERSION


class Saver:
    """The records of a checkpoint that holds `obj`.

    `registered` has, by exact type, functions from an object to the arguments of a global, by the
    global's name. Raises PicklingError for objects that checkpoints do not hold.
    """

    def __init__(self, obj: Any, registered: dict[type, dict[str, Callable[[Any], Any]]]):
        self._registered = registered
        # By where the bytes are: tensors over one buffer share it in the file, too.
        self._storages: dict[tuple[Any, ...], tuple[int, _dtype.dtype | None, Any]] = {}
        self._kept: list[Storage] = []
        reducers: dict[type, Callable[[Any], Any]] = {
            **REDUCERS,
            Tensor: self._tensor,
            Size: _size_call,
            _dtype.dtype: _dtype_name,
            device: _device_call,
        }
        self._pickle = pickle_bytes(obj, reducers, self._other)

    def records(self) -> Iterator[tuple[str, Any]]:
        """Names and contents, in PyTorch's order."""
        yield "data.pkl", self._pickle
        yield ".format_version", b"1"
        yield ".storage_alignment", str(ALIGNMENT).encode()
        yield "byteorder", sys.byteorder.encode()
        for index, _, content in self._storages.values():
            yield f"data/{index}", content()
        yield "version", VERSION

    def _other(self, obj: Any) -> Call | PersistentId | None:
        for name, reduce in reversed(self._registered.get(type(obj), {}).items()):
            arguments = reduce(obj)
            if arguments is not None:
                return Call(name, tuple(arguments))
        if isinstance(obj, Tensor):
            raise PicklingError(
                f"save: cannot save a {type(obj).__qualname__}, a class of tensors that is not "
                "registered. Save a plain tensor: it.detach()"
            )
        return self._storage(obj) if isinstance(obj, Storage) else reduce_numpy(obj)

    def _tensor(self, t: Any) -> Call:
        dtype_name = Global(f"torch {t.dtype.name}")
        hooks: OrderedDict[Any, Any] = OrderedDict()
        if t.is_meta:
            name = "torch._utils _rebuild_meta_tensor_no_storage"
            arguments: tuple[Any, ...] = (dtype_name, tuple(t.shape), t.stride(), t.requires_grad)
        else:
            typed = t.dtype in STORAGE_NAMES
            storage, offset, stride = _buffer(t)
            where = self._id(storage, t.dtype if typed else None, t.device)
            arguments = (where, offset, tuple(t.shape), stride, t.requires_grad, hooks)
            name = f"torch._utils _rebuild_tensor_v{2 if typed else 3}"
            arguments += () if typed else (dtype_name,)
        if not t.__dict__:
            return Call(name, arguments)
        state = attributes(t.__dict__, PicklingError)
        arguments = (Global(name), Global("torch Tensor"), arguments, state)
        return Call("torch._tensor _rebuild_from_type_v2", arguments)

    def _storage(self, storage: Storage) -> PersistentId:
        if not isinstance(storage.array_bytes(), np.ndarray):
            raise PicklingError("save: cannot save a storage of a device; save a tensor over it")
        return self._id(storage, None, device("cpu"))

    def _id(self, storage: Storage, dtype: _dtype.dtype | None, on: device) -> PersistentId:
        nbytes = storage.nbytes()
        place = (str(on), storage.data_ptr(), nbytes) if nbytes else (id(storage),)
        self._kept.append(storage)  # so that no other gets its address or id
        to_host = BACKENDS[on.type].to_host

        def content() -> Any:
            return to_host(storage.array_bytes())

        index, first_dtype, _ = self._storages.setdefault(
            place, (len(self._storages), dtype, content)
        )
        if first_dtype is not dtype:
            raise RuntimeError(
                "Cannot save multiple tensors or storages that view the same data as different "
                f"types: {first_dtype or 'bytes'} and {dtype or 'bytes'}. Save a clone() of one of "
                "them"
            )
        name = UNTYPED if dtype is None else STORAGE_NAMES[dtype]
        numel = nbytes if dtype is None else nbytes // dtype.itemsize
        return PersistentId(("storage", Global(name), str(index), str(on), numel))


def _buffer(t: Any) -> tuple[Storage, int, tuple[int, ...]]:
    """A tensor's storage, offset and stride; of a packed copy where PyTorch has no such strides."""
    strides = t._array.strides
    if any(step < 0 or step % t.dtype.itemsize for step in strides):
        array = t._array.copy(order="C")
        return Storage(array), 0, tuple(step // t.dtype.itemsize for step in array.strides)
    return t.untyped_storage(), t.storage_offset(), t.stride()


def _size_call(obj: Size) -> Call:
    return Call("torch Size", (tuple(obj),))


def _dtype_name(obj: _dtype.dtype) -> Global:
    return Global(f"torch {obj.name}")


def _device_call(obj: device) -> Call:
    return Call("torch device", (obj.type,) if obj.index is None else (obj.type, obj.index))
