"""The array of the fake device, and how a call becomes a job; see the package's docstring."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ._memory import MemoryPointer
from ._names import NAMES
from ._streams import Hardware

_NUMBERS = (int, float, complex, bool, np.generic)


class _Window:
    """Memory at an address for `np.asarray`, without owning it."""

    def __init__(self, address: int, nbytes: int):
        self.__array_interface__ = {
            "data": (address, False), "shape": (nbytes,), "typestr": "|u1", "version": 3,
        }  # fmt: skip


def window(address: int, shape: Any, dtype: Any, strides: Any) -> Any:
    """A NumPy array over an address; whoever calls sees to it that the memory lives."""
    dtype = np.dtype(dtype)
    if 0 in shape:
        return np.empty(shape, dtype)
    low = high = 0
    for n, s in zip(shape, strides, strict=True):
        low, high = low + min(0, (n - 1) * s), high + max(0, (n - 1) * s)
    content = np.asarray(_Window(address + low, high - low + dtype.itemsize))
    return np.ndarray(shape, dtype, content, -low, strides)


def _address(array: Any) -> int:
    return int(array.__array_interface__["data"][0])


class Flags:
    """CuPy's flags: contiguity and ownership, and no `writeable`."""

    def __init__(self, array: Any):
        flags = array._shadow.flags
        self.c_contiguous, self.f_contiguous = flags.c_contiguous, flags.f_contiguous
        self.forc, self.fnc = flags.forc, flags.fnc
        self.owndata = array.base is None

    def __getitem__(self, name: str) -> bool:
        return bool(getattr(self, name.lower()))


class ArrayBase:
    """An array of the fake device. A module's own `ndarray` derives from it and has `_cupy`."""

    _cupy: Any
    __array_priority__ = 100
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, shape: Any, dtype: Any = float, memptr: Any = None, strides: Any = None,
        order: str = "C",
    ):  # fmt: skip
        shape = (shape,) if isinstance(shape, int) else tuple(int(n) for n in shape)
        if memptr is None:
            self._own(np.empty(shape, dtype, order))
        else:
            like = memptr.array
            if strides is None:
                strides = np.empty(shape, np.dtype(dtype)).strides
            shadow = window(_address(like._shadow), shape, dtype, strides)
            self.device_id = like.device_id
            self._fill(shadow, like._delta, like.data, like if like.base is None else like.base)

    # ---------------------------------------------------------------------- making
    def _fill(self, shadow: Any, delta: int, pointer: Any, base: Any = None) -> None:
        self._shadow, self._delta, self._pointer, self.base = shadow, delta, pointer, base
        self._memory = window(_address(shadow) + delta, shadow.shape, shadow.dtype, shadow.strides)

    def _own(self, shadow: Any) -> None:
        """Take memory for a new array that looks as `shadow`, which owns its elements."""
        self.device_id = self._cupy.hardware.current
        pointer = self._cupy.cuda.alloc(shadow.nbytes)
        self._fill(shadow, pointer.ptr - _address(shadow), pointer)

    @classmethod
    def _view(cls, shadow: Any, of: Any) -> Any:
        new = object.__new__(cls)
        new.device_id = of.device_id
        new._fill(shadow, of._delta, of._pointer, of if of.base is None else of.base)
        return new

    @classmethod
    def _new(cls, shadow: Any) -> Any:
        new = object.__new__(cls)
        shadow = np.asarray(shadow)
        if shadow.base is not None or not shadow.flags.owndata:
            shadow = shadow.copy("K")
        new._own(shadow)
        return new

    # ---------------------------------------------------------------------- what it is
    shape = property(lambda self: self._shadow.shape)
    dtype = property(lambda self: self._shadow.dtype)
    ndim = property(lambda self: self._shadow.ndim)
    size = property(lambda self: self._shadow.size)
    strides = property(lambda self: self._shadow.strides)
    itemsize = property(lambda self: self._shadow.itemsize)
    nbytes = property(lambda self: self._shadow.nbytes)
    flags = property(Flags)

    @property
    def data(self) -> Any:
        """The place of the first element."""
        mem = self._pointer.mem
        pointer = MemoryPointer(mem, _address(self._shadow) + self._delta - mem.ptr)
        pointer.array = self  # type: ignore[attr-defined]
        return pointer

    @property
    def device(self) -> Any:
        """Where it is."""
        return self._cupy.cuda.Device(self.device_id)

    def __len__(self) -> int:
        return len(self._shadow)

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))

    # ---------------------------------------------------------------------- reading out
    def get(self, stream: Any = None, order: str = "C", out: Any = None, blocking: bool = True):
        """The values in host memory."""
        hardware: Hardware = self._cupy.hardware
        queue = hardware.stream(self.device_id) if stream is None else stream.queue
        out = np.empty(self.shape, self.dtype, order) if out is None else out
        memory = self._memory
        queue.put(lambda: np.copyto(out, memory))
        if blocking:
            hardware.waits.append("get")
            queue.synchronize()
        return out

    def item(self) -> Any:
        """The one element as a Python number."""
        return self.get().item()

    def tolist(self) -> Any:
        """The elements as lists."""
        return self.get().tolist()

    def __bool__(self) -> bool:
        return bool(self.get())

    def __int__(self) -> int:
        return int(self.get())

    def __float__(self) -> float:
        return float(self.get())

    def __complex__(self) -> complex:
        return complex(self.get())

    def __index__(self) -> int:
        return self.get().__index__()

    def __repr__(self) -> str:
        return repr(self.get())

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        raise TypeError(
            "Implicit conversion to a NumPy array is not allowed. Please use `.get()` to construct "
            "a NumPy array explicitly."
        )

    def set(self, array: Any, stream: Any = None) -> None:
        """Take over the values of a NumPy array of the same shape and dtype."""
        if array.shape != self.shape or array.dtype != self.dtype:
            raise ValueError(f"set: {array.dtype} {array.shape} into {self.dtype} {self.shape}")
        if not (self.flags.c_contiguous or self.flags.f_contiguous):
            raise RuntimeError("Cannot set to non-contiguous array")
        hardware: Hardware = self._cupy.hardware
        queue = hardware.stream(self.device_id) if stream is None else stream.queue
        self._shadow[...] = array
        memory = self._memory
        if not self._cupy.is_pinned(array):
            array = array.copy()  # the staging buffer
        queue.put(lambda: np.copyto(memory, array))

    # ---------------------------------------------------------------------- elements
    def __getitem__(self, key: Any) -> Any:
        if any(k.dtype == bool for k in _parts(key) if hasattr(k, "dtype") and k.ndim):
            self._cupy.wait("boolean index", self, *_parts(key))
        return launch(self._cupy, _getitem, (self, key), {})

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(value, np.ndarray) and value.ndim:
            # CuPy takes over a NumPy array's elements here, and only here.
            value = self._cupy.asarray(value)
        launch(self._cupy, _setitem, (self, key, value), {})

    # ---------------------------------------------------------------------- NumPy's protocols
    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        name = ufunc.__name__
        if NAMES[""].get(name) is None:
            raise TypeError(f"Unsupported ufunc {name}")
        if isinstance(out := kwargs.get("out"), tuple):
            kwargs["out"] = out[0] if len(out) == 1 else out
        mine = getattr(self._cupy, name)
        return (mine if method == "__call__" else getattr(mine, method))(*inputs, **kwargs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        module = self._cupy
        for part in function.__module__.split(".")[1:]:
            module = getattr(module, part, module)
        if function.__name__ not in NAMES[""] and not hasattr(module, function.__name__):
            return NotImplemented
        return getattr(module, function.__name__)(*args, **kwargs)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {
            "shape": self.shape, "typestr": self.dtype.str, "strides": self.strides, "version": 3,
            "data": (self.data.ptr, False),
        }  # fmt: skip

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None,
        copy: Any = None,
    ) -> Any:  # fmt: skip
        """A capsule, whose reader's stream waits for what is queued here."""
        if stream is not None and not isinstance(stream, int):
            raise TypeError(f"stream must be an integer, got {stream!r}")
        if stream != -1:
            written = self._cupy.cuda.Event()
            written.record()
            reader = 0 if stream in (None, 1) else stream
            self._cupy.cuda.ExternalStream(reader, self.device_id).wait_event(written)
        return types.SimpleNamespace(array=self)

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, self.device_id


def _parts(key: Any) -> Any:
    return key if isinstance(key, tuple) else (key,)


def _around(array: Any, key: Any) -> Any:
    """A key as CuPy understands it: index arrays that point outside go around."""
    parts = _parts(key)
    if not any(isinstance(k, (np.ndarray, np.integer, list)) for k in parts):
        return key
    if any(k is Ellipsis or getattr(k, "dtype", None) == np.dtype(bool) for k in parts):
        return key  # not used by kernels together with indices from outside
    dims, found = iter(array.shape), []
    for k in parts:
        n = None if k is None else next(dims)
        found.append(np.asarray(k) % n if n and isinstance(k, (np.ndarray, list)) else k)
    return tuple(found) if isinstance(key, tuple) else found[0]


def _getitem(array: Any, key: Any) -> Any:
    return array[_around(array, key)]


def _setitem(array: Any, key: Any, value: Any) -> None:
    array[_around(array, key)] = value


def at(ufunc: Any, array: Any, key: Any, *values: Any) -> None:
    """`ufunc.at` with indices that go around."""
    ufunc.at(array, _around(array, key), *values)


def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: str = "wrap") -> Any:
    """`take` with indices that go around."""
    return np.take(a, indices, axis, out, "wrap")


def count_nonzero(a: Any, axis: Any = None, *, keepdims: Any = False) -> Any:
    """`count_nonzero`, whose count of all is a Python integer in some versions of NumPy."""
    return np.asarray(np.count_nonzero(a, axis, keepdims=keepdims))


def take_along_axis(a: Any, indices: Any, axis: Any) -> Any:
    """`take_along_axis` with indices that go around."""
    n = a.size if axis is None else a.shape[axis]
    return np.take_along_axis(a, indices % n if n else indices, axis)


AROUND = {"take": take, "take_along_axis": take_along_axis, "count_nonzero": count_nonzero}


# ---------------------------------------------------------------------- calls
def launch(cupy: Any, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Call a NumPy function on the hidden copies now, and on the device's memory in its turn."""
    arrays: list[Any] = []
    _collect((args, kwargs), arrays)
    queue = cupy.hardware.stream()
    for a in arrays:
        if a.device_id != queue.device and function is not np.ndarray.copy:
            raise cupy.hardware.error(
                f"array on device {a.device_id} in a kernel of device {queue.device}"
            )
    with np.errstate(all="ignore"):
        result = function(*_map(args, "_shadow"), **_map(kwargs, "_shadow"))
    wrapped, new = _wrap(cupy, result, arrays)
    args, kwargs = _map(args, "_memory"), _map(kwargs, "_memory")
    if new or not isinstance(result, (np.ndarray, list, tuple)) or _writes(function, kwargs):
        queue.put(functools.partial(_job, function, args, kwargs, new))
    return wrapped


def _writes(function: Any, kwargs: Any) -> bool:
    return kwargs.get("out") is not None


def _job(function: Any, args: Any, kwargs: Any, new: Any) -> None:
    result = function(*args, **kwargs)
    for path, memory in new:
        value = result
        for step in path:
            value = value[step]
        np.copyto(memory, value)


def _collect(value: Any, found: list[Any]) -> None:
    if isinstance(value, ArrayBase):
        found.append(value)
    elif isinstance(value, (tuple, list)):
        for v in value:
            _collect(v, found)
    elif isinstance(value, dict):
        _collect(list(value.values()), found)


def _map(value: Any, attribute: str) -> Any:
    if isinstance(value, ArrayBase):
        return getattr(value, attribute)
    if isinstance(value, (tuple, list)):
        return type(value)([_map(v, attribute) for v in value])
    if isinstance(value, dict):
        return {k: _map(v, attribute) for k, v in value.items()}
    return value


def _wrap(cupy: Any, result: Any, arrays: list[Any], path: Any = ()) -> Any:
    """The result as arrays of the device, and where in it new memory is to be filled."""
    if isinstance(result, (tuple, list)):
        found: list[Any] = []
        values = []
        for i, r in enumerate(result):
            value, new = _wrap(cupy, r, arrays, (*path, i))
            values.append(value)
            found += new
        made = type(result)(*values) if hasattr(result, "_fields") else type(result)(values)
        return made, found
    if not isinstance(result, (np.ndarray, np.generic)):
        return result, []
    if isinstance(result, np.ndarray):
        for a in arrays:
            if a._shadow is result:
                return a, []
        for a in arrays:
            if result.size and np.may_share_memory(result, a._shadow):
                return cupy.ndarray._view(result, a), []
    made = cupy.ndarray._new(result)
    return made, [(path, made._memory)]


def numbers_only(values: Any, name: str) -> None:
    """Refuse NumPy arrays among the operands, as CuPy does."""
    for v in values:
        if not (v is None or isinstance(v, (ArrayBase, *_NUMBERS))):
            raise TypeError(f"Unsupported type {type(v)} (in {name})")
