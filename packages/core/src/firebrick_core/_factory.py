"""What functions that make tensors share: dtypes, numbers, `out=`, where the result goes."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

import numpy as np

from . import _errors
from ._device import BACKENDS, INFERENCE, as_device, meta_array
from ._dispatch import get_included, switch
from ._dtype import dtype as DType
from ._errstate import quiet
from ._tensor import Tensor
from .ops._numbers import element
from .ops.conversion import PYTHON_TYPES

_LARGEST = 2**63 - 1


def new_tensor(array: Any, keys: int = 0) -> Any:
    """A tensor over an array, marked where inference mode is on."""
    t = Tensor._wrap(array, keys)
    if switch.modes:
        t._keys |= get_included() & INFERENCE
    return t


# ---------------------------------------------------------------------- the default device
_default_device: ContextVar[Any] = ContextVar("firebrick_default_device", default=None)


def set_default_device(device: Any) -> None:
    """Make new tensors, where no device is given, live on `device`; None for the CPU.

    >>> import firebrick_core as fb
    >>> fb.set_default_device("meta")
    >>> fb.ones(2).device
    device(type='meta')
    >>> fb.set_default_device(None)
    """
    _default_device.set(None if device is None else as_device(device))


default_device = _default_device.get


def get_default_device() -> Any:
    """The device of new tensors where none is given."""
    return as_device(_default_device.get())


# What the default was before each `with device:` block that is open.
_before: ContextVar[tuple[Any, ...]] = ContextVar("firebrick_devices_before", default=())


def push_default_device(device: Any) -> None:
    """Begin a block with a default device of its own."""
    _before.set((*_before.get(), _default_device.get()))
    _default_device.set(device)


def pop_default_device() -> None:
    """End the block that was begun last."""
    *rest, before = _before.get()
    _before.set(tuple(rest))
    _default_device.set(before)


# ---------------------------------------------------------------------- arguments
def as_dtype(caller: str, dtype: Any) -> DType:
    """A dtype given as one, or as Python's `float`, `int`, `bool` or `complex`.

    Raises TypeError for anything else.
    """
    if isinstance(dtype, DType):
        return dtype
    found = PYTHON_TYPES.get(dtype) if isinstance(dtype, type) else None
    if found is None:
        raise TypeError(
            f"{caller}(): argument 'dtype' must be torch.dtype, not {type(dtype).__name__}"
        )
    return found


def refuse_pinned(caller: str) -> None:
    """Raise RuntimeError: there is no page-locked memory."""
    raise RuntimeError(
        f"{caller}(): pin_memory=True requires a CUDA or other accelerator backend; no pinned "
        "memory allocator is available on this system. Leave it out"
    )


def check_layout(caller: str, layout: Any) -> None:
    """Refuse layouts other than the strided one. Raises TypeError and RuntimeError."""
    if type(layout).__name__ != "layout":
        raise TypeError(
            f"{caller}(): argument 'layout' must be torch.layout, not {type(layout).__name__}"
        )
    if layout.name != "strided":
        raise RuntimeError(
            f"{caller}(): layout {layout} is not served here; use the functions for sparse tensors"
        )


def number(caller: str, argument: str, value: Any) -> Any:
    """A Python number from a number, a NumPy scalar or a tensor of one element.

    Raises TypeError for anything else.
    """
    if isinstance(value, (bool, int, float, complex)):
        return value
    if isinstance(value, Tensor) and value._array.size == 1 and not value.is_meta:
        return value.item()
    if isinstance(value, (np.number, np.bool_)):
        return value.item()
    raise TypeError(f"{caller}(): argument '{argument}' must be Number, not {type(value).__name__}")


def element_of(value: Any, dtype: DType) -> Any:
    """A number as a 0-d array. Raises RuntimeError for numbers that the dtype does not hold."""
    with quiet():
        return np.asarray(element(value, dtype.numpy_dtype))


def whole_number(caller: str, argument: str, value: Any) -> int:
    """A Python integer from what has one. Raises TypeError for anything else."""
    if type(value) is int:
        return value
    if isinstance(value, (bool, float)) or not hasattr(value, "__index__"):
        raise TypeError(
            f"{caller}(): argument '{argument}' must be int, not {type(value).__name__}"
        )
    return value.__index__()


def sizes_of(caller: str, size: tuple[Any, ...]) -> tuple[int, ...]:
    """The sizes in a call's positional arguments: one by one, or one sequence.

    Raises TypeError for what is no size, RuntimeError for negative ones.
    """
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        size = tuple(size[0])
    for n in size:
        if type(n) is not int or n < 0:
            return _odd_sizes(caller, size)
    return size


def _odd_sizes(caller: str, size: Any) -> tuple[int, ...]:
    if len(size) == 1 and hasattr(size[0], "__iter__") and not isinstance(size[0], str):
        if not isinstance(size[0], Tensor) or size[0]._array.ndim:
            size = tuple(size[0])
    for n in size:
        if isinstance(n, (bool, float, np.bool_)) or not hasattr(n, "__index__"):
            raise TypeError(
                f"{caller}(): argument 'size' (position 1) must be tuple of ints, not "
                f"{type(n).__name__}"
            )
    size = tuple(n.__index__() for n in size)
    for n in size:
        if n < 0:
            raise RuntimeError(
                f"{caller}(): Trying to create tensor with negative dimension {n}: {list(size)}"
            )
    return size


def no_memory(size: Any, dtype: DType, error: Exception) -> RuntimeError:
    """The error for a tensor that memory does not hold."""
    nbytes = dtype.itemsize
    for n in size:
        nbytes *= n
    if nbytes > _LARGEST:
        return RuntimeError(f"Storage size calculation overflowed with sizes={list(size)}")
    return RuntimeError(
        f"DefaultCPUAllocator: can't allocate memory: you tried to allocate {nbytes} bytes "
        f"({error}). Use a smaller tensor, or device='meta' for its shape only"
    )


# ---------------------------------------------------------------------- results
def place(array: Any, device: Any, requires_grad: bool = False) -> Any:
    """A tensor of a NumPy array on a device."""
    if device is None:
        device = _default_device.get()
    if device is None:
        t = new_tensor(array)
    else:
        where = as_device(device)
        backend = BACKENDS[where.type]
        t = new_tensor(backend.from_host(array, where.index) if backend.bit else array, backend.bit)
    if requires_grad:
        t.requires_grad_()
    return t


def on_meta(device: Any) -> bool:
    """Whether a new tensor on `device`, None for the default, has no elements."""
    if device is None:
        device = _default_device.get()
    return device is not None and as_device(device).type == "meta"


def meta(size: Any, dtype: DType, requires_grad: bool = False, strides: Any = None) -> Any:
    """A tensor on the meta device; strides in bytes."""
    t = new_tensor(meta_array(size, dtype.numpy_dtype, strides), BACKENDS["meta"].bit)
    return t.requires_grad_() if requires_grad else t


def out_dtype(caller: str, out: Any, dtype: Any, device: Any) -> DType:
    """The dtype of `out`, which must have the dtype and device that are given beside it.

    Raises TypeError for what is no tensor, RuntimeError where they differ.
    """
    if not isinstance(out, Tensor):
        raise TypeError(f"{caller}(): argument 'out' must be Tensor, not {type(out).__name__}")
    if dtype is not None and as_dtype(caller, dtype) is not out.dtype:
        raise RuntimeError(
            f"dtype {_type_name(as_dtype(caller, dtype))} does not match dtype of out parameter "
            f"({_type_name(out.dtype)})"
        )
    if device is not None and as_device(device).type != out.device.type:
        raise RuntimeError(
            f"device type {as_device(device).type} does not match device type of out parameter "
            f"({out.device.type})"
        )
    return out.dtype


def _type_name(dtype: DType) -> str:
    return _errors.TYPE_NAMES.get(dtype.name, dtype.name)


def deliver(out: Any, array: Any, requires_grad: bool = False) -> Any:
    """Write a NumPy array into `out`, given its shape; returns `out`."""
    if out.shape != array.shape:
        out.resize_(array.shape)
    out.detach().copy_(new_tensor(array))
    return out.requires_grad_() if requires_grad else out
