"""`Tensor(...)` as a constructor, and the classes that older programs name dtypes by.

`FloatTensor`, `LongTensor`, ... make CPU tensors of their dtype, and count every such tensor as an
instance; `type(t)` is `Tensor` for all of them.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from . import _dtype
from ._device import BACKENDS, as_device
from ._dtype import dtype as DType
from ._factory import place, sizes_of
from ._from_data import array_of
from ._layout import strided
from ._size import Size
from ._storage import UntypedStorage
from ._tensor import Tensor
from ._typed_storage import TypedStorage


def legacy_constructor(
    cls: Any, args: tuple[Any, ...], device: Any = None, named: dict[str, Any] | None = None
) -> Any:
    """`Tensor(2, 3)`: uninitialised; `Tensor([1, 2])`: from data; in the default dtype.

    A tensor gives an alias of itself, a storage a tensor over it. Raises TypeError for anything
    else.
    """
    for name, value in (named or {}).items():
        if name not in ("data", "size") or args:
            raise TypeError(
                f"{cls.__name__}() received an invalid combination of arguments: {name!r} is not "
                "taken here. Use torch.tensor(data, dtype=..., requires_grad=...)"
            )
        args = (Size(value),) if name == "size" else (value,)
    if len(args) == 1 and isinstance(args[0], Tensor):
        t = args[0].detach()
    else:
        t = _made(cls.__name__, _dtype.get_default_dtype(), args, device)
    if cls is Tensor:
        return t
    made = cls._wrap(t._array, t._keys)
    made._storage = t._storage
    return made


def _made(name: str, dtype: DType, args: tuple[Any, ...], device: Any) -> Any:
    """What a constructor makes of sizes, data or a storage."""
    if len(args) == 1 and not isinstance(args[0], (int, np.integer)):
        data = args[0]
        if isinstance(data, (TypedStorage, UntypedStorage)):
            storage = data.untyped()
            return TypedStorage(wrap_storage=storage, dtype=dtype)._flat()
        if not isinstance(data, Size):
            return place(_array(name, data, dtype), device)
        args = tuple(data)
    size = sizes_of(name, args) if args else (0,)
    from ._creation import empty

    return empty(size, dtype=dtype, device=device)


def _array(name: str, data: Any, dtype: DType) -> Any:
    if isinstance(data, np.ndarray) and data.dtype == dtype.numpy_dtype:
        return data
    if not isinstance(data, (str, bytes)) and not hasattr(data, "__len__"):
        raise TypeError(
            f"new(): data must be a sequence (got {type(data).__name__}): {name}(...) takes sizes "
            "or data; for a number use torch.tensor(number)"
        )
    return array_of(data, dtype)


class TensorType(type):
    """The class of `FloatTensor` and its like."""

    dtype: DType
    layout = strided
    is_cuda = False
    is_sparse = False

    def __call__(cls, *args: Any, device: Any = None) -> Any:
        if device is not None and as_device(device).type != "cpu":
            raise RuntimeError(
                f"legacy constructor expects device type: cpu but device type: {device} was passed:"
                " use torch.tensor(data, dtype=..., device=...)"
            )
        if len(args) == 1 and isinstance(args[0], Tensor):
            if not isinstance(args[0], cls):
                raise TypeError(
                    f"expected {cls.dtype} on the CPU (got {args[0].dtype} on {args[0].device}): "
                    "convert with .to(dtype)"
                )
            return args[0].detach()
        return _made(cls.__name__, cls.dtype, args, "cpu")

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Tensor) and instance.dtype is cls.dtype and instance.is_cpu

    def __repr__(cls) -> str:
        return f"<class 'torch.{cls.__name__}'>"


class DoubleTensor(metaclass=TensorType):
    """CPU tensors of float64 elements."""

    dtype = _dtype.float64


class FloatTensor(metaclass=TensorType):
    """CPU tensors of float32 elements."""

    dtype = _dtype.float32


class HalfTensor(metaclass=TensorType):
    """CPU tensors of float16 elements."""

    dtype = _dtype.float16


class BFloat16Tensor(metaclass=TensorType):
    """CPU tensors of bfloat16 elements."""

    dtype = _dtype.bfloat16


class LongTensor(metaclass=TensorType):
    """CPU tensors of int64 elements."""

    dtype = _dtype.int64


class IntTensor(metaclass=TensorType):
    """CPU tensors of int32 elements."""

    dtype = _dtype.int32


class ShortTensor(metaclass=TensorType):
    """CPU tensors of int16 elements."""

    dtype = _dtype.int16


class CharTensor(metaclass=TensorType):
    """CPU tensors of int8 elements."""

    dtype = _dtype.int8


class ByteTensor(metaclass=TensorType):
    """CPU tensors of uint8 elements."""

    dtype = _dtype.uint8


class BoolTensor(metaclass=TensorType):
    """CPU tensors of bool elements."""

    dtype = _dtype.bool


TYPES = {
    kind.__name__: kind
    for kind in (
        DoubleTensor,
        FloatTensor,
        HalfTensor,
        BFloat16Tensor,
        LongTensor,
        IntTensor,
        ShortTensor,
        CharTensor,
        ByteTensor,
        BoolTensor,
    )
}


def set_default_tensor_type(t: Any) -> None:
    """Make the dtype of a class such as `FloatTensor`, or of its name, the default dtype.

    A class of tensors on a GPU, as `torch.cuda.FloatTensor`, makes the GPU the default device too.
    PyTorch deprecates it, with a warning, for `set_default_dtype`. Raises TypeError for classes of
    other dtypes than floating ones, and for what is no such class; RuntimeError where a GPU is
    missing.
    """
    warnings.warn(
        "torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use "
        "torch.set_default_dtype() and torch.set_default_device() as alternatives.",
        UserWarning,
        stacklevel=2,
    )
    on_gpu = getattr(t, "is_cuda", False)
    kind = t
    if isinstance(t, str):
        on_gpu = t.startswith("torch.cuda.")
        kind = TYPES.get(t.removeprefix("torch.").removeprefix("cuda."))
    if not isinstance(kind, TensorType):
        raise TypeError(
            "invalid type object: only floating-point types are supported as the default type, not "
            f"{t!r}; use torch.set_default_dtype(torch.float64)"
        )
    if on_gpu:
        BACKENDS["cuda"].namespace()  # says what is missing
    _dtype.set_default_dtype(kind.dtype)
    if on_gpu:
        from ._creation import set_default_device

        set_default_device("cuda")


def new_like(tensor: Any, args: tuple[Any, ...], device: Any) -> Any:
    """What `tensor.new(...)` gives."""
    where = tensor.device if device is None else as_device(device)
    if where.type != tensor.device.type:
        raise RuntimeError(
            f"legacy constructor expects device type: {tensor.device.type} but device type: "
            f"{where.type} was passed: use new_tensor(data, device=...)"
        )
    if len(args) == 1 and isinstance(args[0], Tensor):
        if args[0].dtype is not tensor.dtype:
            raise TypeError(
                f"new(): expected {tensor.dtype} (got {args[0].dtype}): use new_tensor(data)"
            )
        return args[0].detach()
    return _made("new", tensor.dtype, args, where)
