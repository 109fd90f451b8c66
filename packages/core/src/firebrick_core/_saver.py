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
from ._generator import Generator
from ._hidden_order import restore
from ._layout import layout, sparse_coo, strided
from ._locations import location_tag
from ._pickle_writer import Call, Global, PersistentId, pickle_bytes
from ._plain_values import REDUCERS, attributes, reduce_numpy
from ._size import Size
from ._storage import UntypedStorage
from ._tensor import Tensor
from ._tensor_types import TensorType
from ._torch_names import STORAGE_NAMES, UNTYPED, VERSION
from ._typed_storage import TypedStorage


class Saver:
    """What a file that holds `obj` is made of.

    Args:
        obj: what to save.
        registered: by exact type, functions from an object to the arguments of a global, by the
            global's name.
        own: the classes and functions that the program has listed, by name.
        legacy: for the format before PyTorch 1.6.
        skip_data: leave the storages' bytes zero.

    Raises PicklingError for objects that checkpoints do not hold.
    """

    def __init__(
        self,
        obj: Any,
        registered: dict[type, dict[str, Callable[[Any], Any]]],
        own: dict[str, Any] | None = None,
        legacy: bool = False,
        skip_data: bool = False,
    ):
        self._registered = registered
        self._own_names = {id(value): name for name, value in (own or {}).items()}
        self._id_end = (None,) if legacy else ()
        self._skip_data = skip_data
        # By where the bytes are: tensors over one buffer share it in the file, too.
        self._storages: dict[tuple[Any, ...], tuple[int, _dtype.dtype | None, int, Any]] = {}
        self._kept: list[UntypedStorage] = []
        reducers: dict[type, Callable[[Any], Any]] = {
            **REDUCERS,
            Tensor: self._tensor,
            UntypedStorage: self._untyped,
            TypedStorage: self._typed,
            Size: _size_call,
            _dtype.dtype: _dtype_name,
            device: _device_call,
            layout: _layout_call,
            Generator: _generator_call,
            TensorType: _type_name,
        }
        self.pickle = pickle_bytes(obj, reducers, self._other)

    def records(self, byte_order: bool = True) -> Iterator[tuple[str, Any]]:
        """Names and contents of a zip archive's records, in PyTorch's order."""
        yield "data.pkl", self.pickle
        yield ".format_version", b"1"
        yield ".storage_alignment", str(ALIGNMENT).encode()
        if byte_order:
            yield "byteorder", sys.byteorder.encode()
        for key, _, _, content in self.storages():
            yield f"data/{key}", content()
        yield "version", VERSION

    def storages(self) -> Iterator[tuple[str, _dtype.dtype | None, int, Any]]:
        """Key, dtype (None: bytes), size in bytes, and what gives the bytes, of each storage."""
        for index, dtype, nbytes, content in self._storages.values():
            yield str(index), dtype, nbytes, content

    def _other(self, obj: Any) -> Call | Global | None:
        for name, reduce in reversed(self._registered.get(type(obj), {}).items()):
            arguments = reduce(obj)
            if arguments is not None:
                return Call(name, tuple(arguments))
        if id(obj) in self._own_names:
            return Global(self._own_names[id(obj)])
        if id(type(obj)) in self._own_names:
            return self._own(obj)
        if isinstance(obj, Tensor) and obj.layout is not strided:
            return _sparse_call(obj)
        if isinstance(obj, Tensor):
            raise PicklingError(
                f"save: cannot save a {type(obj).__qualname__}, a class of tensors that is not "
                "registered. Save a plain tensor: it.detach()"
            )
        return reduce_numpy(obj)

    def _own(self, obj: Any) -> Call | Global | None:
        """An object of a class that the program has listed, as Python's own pickler writes it."""
        reduced = obj.__reduce_ex__(2)
        if isinstance(reduced, str):
            return None
        function, arguments, state, elements, items = (*reduced, None, None, None)[:5]
        new = getattr(function, "__name__", "") == "__newobj__"
        if new:
            function, *arguments = arguments
        name = self._own_names.get(id(function))
        if name is None:
            raise PicklingError(
                f"save: a {type(obj).__qualname__} is made by {function!r:.60}, which is not "
                "listed. List it, too, with serialization.add_safe_globals"
            )
        return Call(
            name,
            tuple(arguments),
            state,
            None if items is None else dict(items),
            None if elements is None else list(elements),
            new,
        )

    def _tensor(self, t: Any) -> Call:
        dtype_name = Global(f"torch {t.dtype.name}")
        hooks: OrderedDict[Any, Any] = OrderedDict()
        if t.is_meta:
            name = "torch._utils _rebuild_meta_tensor_no_storage"
            arguments: tuple[Any, ...] = (dtype_name, tuple(t.shape), t.stride(), t.requires_grad)
        else:
            typed = t.dtype in STORAGE_NAMES
            storage, offset, stride = _buffer(t)
            where = self._id(storage, t.dtype if typed else None)
            arguments = (where, offset, tuple(t.shape), stride, t.requires_grad, hooks)
            name = f"torch._utils _rebuild_tensor_v{2 if typed else 3}"
            arguments += () if typed else (dtype_name,)
        if not t.__dict__:
            return Call(name, arguments)
        state = attributes(t.__dict__, PicklingError)
        arguments = (Global(name), Global("torch Tensor"), arguments, state)
        return Call("torch._tensor _rebuild_from_type_v2", arguments)

    def _untyped(self, storage: UntypedStorage) -> PersistentId:
        return self._id(storage, None)

    def _typed(self, storage: TypedStorage) -> PersistentId:
        typed = storage.dtype in STORAGE_NAMES
        return self._id(storage.untyped(), storage.dtype if typed else None)

    def _id(self, storage: UntypedStorage, dtype: _dtype.dtype | None) -> PersistentId:
        nbytes, tag = storage.nbytes(), location_tag(storage)
        address = storage.data_ptr() if nbytes else 0
        place = (tag, address, nbytes) if address else (id(storage),)
        self._kept.append(storage)  # so that no other gets its address or id
        to_host = BACKENDS[storage.device.type].to_host

        def content() -> Any:
            if self._skip_data or tag == "meta":
                return np.zeros(nbytes, np.uint8)
            return to_host(storage.array_bytes())

        index, first_dtype, _, _ = self._storages.setdefault(
            place, (len(self._storages), dtype, nbytes, content)
        )
        if first_dtype is not dtype:
            raise RuntimeError(
                "Cannot save multiple tensors or storages that view the same data as different "
                f"types: {first_dtype or 'bytes'} and {dtype or 'bytes'}. Save a clone() of one of "
                "them"
            )
        name = UNTYPED if dtype is None else STORAGE_NAMES[dtype]
        numel = nbytes if dtype is None else nbytes // dtype.itemsize
        return PersistentId(("storage", Global(name), str(index), tag, numel, *self._id_end))


def _buffer(t: Any) -> tuple[UntypedStorage, int, tuple[int, ...]]:
    """A tensor's storage, offset and stride; of a packed copy where PyTorch has no such strides."""
    strides = restore(t)._array.strides
    if any(step < 0 or step % t.dtype.itemsize for step in strides):
        array = t._array.copy(order="C")
        storage = UntypedStorage(array)
        storage._device = None if t.is_cpu else t.device
        return storage, 0, tuple(step // t.dtype.itemsize for step in array.strides)
    return t.untyped_storage(), t.storage_offset(), t.stride()


def _sparse_call(t: Any) -> Call:
    """The call for a sparse tensor: its index tensors, the values that are stored, and its size."""
    parts = (*t._index, t._stored.detach(), t.shape)
    if t.layout is sparse_coo:
        parts += (t.is_coalesced(),)
    return Call("torch._utils _rebuild_sparse_tensor", (t.layout, parts))


def _size_call(obj: Size) -> Call:
    return Call("torch Size", (tuple(obj),))


def _dtype_name(obj: _dtype.dtype) -> Global:
    return Global(f"torch {obj.name}")


def _device_call(obj: device) -> Call:
    return Call("torch device", (obj.type,) if obj.index is None else (obj.type, obj.index))


def _type_name(obj: TensorType) -> Global:
    return Global(f"torch {obj.__name__}")


def _layout_call(obj: layout) -> Call:
    return Call("torch.serialization _get_layout", (repr(obj),))


def _generator_call(obj: Generator) -> Call:
    state = (obj.initial_seed(), None, obj.get_state())
    return Call("torch._C Generator", (obj.device,), state)
