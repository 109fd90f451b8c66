"""Making tensors: from data, from arrays, filled, and by rule."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import _dtype
from ._device import BACKENDS, as_device, meta_array
from ._dispatch import DEVICE_BITS
from ._dtype import dtype as DType
from ._tensor import Tensor

_wrap = Tensor._wrap


def _place(array: Any, device: Any, requires_grad: bool = False) -> Any:
    """A tensor of a NumPy array on a device."""
    if device is None:
        device = default_device()
    if device is None:
        t = _wrap(array)
    else:
        where = as_device(device)
        backend = BACKENDS[where.type]
        t = _wrap(backend.from_host(array, where.index) if backend.bit else array, backend.bit)
    if requires_grad:
        t.requires_grad_()
    return t


_default_device: Any = None


def set_default_device(device: Any) -> None:
    """Make new tensors, where no device is given, live on `device`; None for the CPU."""
    global _default_device
    _default_device = None if device is None else as_device(device)


def default_device() -> Any:
    """The device of new tensors, None for the CPU."""
    return _default_device


def get_default_device() -> Any:
    """The device of new tensors where none is given."""
    return as_device(_default_device)


# ---------------------------------------------------------------------- from data
NUMBER_TYPES = frozenset((bool, int, float, complex))


def _infer(data: Any) -> DType:
    """The dtype that `tensor(data)` has: by the highest category of the numbers in it."""
    kind = type(data)
    if kind is list or kind is tuple:
        kinds = set(map(type, data))
        if kinds and kinds <= NUMBER_TYPES:
            return _number_kinds_dtype(kinds)
    elif isinstance(data, Tensor):
        return data.dtype
    elif isinstance(data, (np.ndarray, np.generic)):
        return _dtype.from_numpy_dtype(data.dtype)
    elif isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{kind.__name__}'")
    if hasattr(data, "__len__"):
        best: DType | None = None
        for x in data:
            d = _infer(x)
            best = d if best is None or best is d else _dtype.promote_types(best, d)
        return best or _dtype.get_default_dtype()
    if isinstance(data, (bool, int, float, complex)):
        return _dtype.number_dtype(data)
    if hasattr(data, "__array__"):
        return _dtype.from_numpy_dtype(np.asarray(data).dtype)
    raise RuntimeError(f"Could not infer dtype of {kind.__name__}")


def _number_kinds_dtype(kinds: set[type]) -> DType:
    default = _dtype.get_default_dtype()
    if complex in kinds:
        return default.to_complex()
    if float in kinds:
        return default
    return _dtype.int64 if int in kinds else _dtype.bool


def _shape_of(data: Any, dim: int = 0) -> list[int]:
    """The shape of nested sequences. Raises ValueError where they are ragged."""
    if isinstance(data, (Tensor, np.ndarray)):
        return list(data.shape)
    if not isinstance(data, (list, tuple)):
        if isinstance(data, (str, bytes)) or not hasattr(data, "__getitem__"):
            return []
        data = list(data)
    if not data:
        return [0]
    if set(map(type, data)) <= NUMBER_TYPES:
        return [len(data)]
    inner = _shape_of(data[0], dim + 1)
    for i, x in enumerate(data):
        other = _shape_of(x, dim + 1)
        if other != inner:
            if bool(other) != bool(inner) or len(other) != len(inner):
                raise TypeError(
                    "not a sequence: items of one level must be all numbers or all sequences"
                )
            raise ValueError(
                f"expected sequence of length {inner[0]} at dim {dim + 1} (got {other[0]}, in item"
                f" {i})"
            )
    return [len(data), *inner]


def _plain_data(data: Any) -> Any:
    """Nested lists with the tensors in them replaced by what NumPy reads."""
    if isinstance(data, Tensor):
        return data.detach().cpu()._array
    if isinstance(data, (list, tuple)) and not set(map(type, data)) <= NUMBER_TYPES:
        return [_plain_data(x) for x in data]
    return data


def _array_of(data: Any, dtype: DType | None) -> Any:
    if isinstance(data, Tensor):
        array = data.detach().cpu()._array
    elif isinstance(data, (np.ndarray, np.generic)):
        array = np.asarray(data)
    else:
        if type(data) not in NUMBER_TYPES:
            _shape_of(data)
        if dtype is None:
            dtype = _infer(data)
        plain = _plain_data(data)
        try:
            return np.array(plain, dtype.numpy_dtype)
        except OverflowError:
            if dtype.category == _dtype.INTEGRAL and dtype.itemsize == 8:
                raise RuntimeError(
                    f"Overflow when unpacking long: a number is out of range for {dtype}"
                ) from None
            return np.array(plain).astype(dtype.numpy_dtype)
    return array.astype((dtype or _dtype.from_numpy_dtype(array.dtype)).numpy_dtype)


def tensor(
    data: Any,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor with a copy of `data`: numbers, nested sequences, arrays or tensors.

    Without `dtype`, integers give int64, floats the default dtype, booleans bool. Raises ValueError
    for ragged sequences.

    >>> import firebrick_core as fb
    >>> fb.tensor([[1, 2], [3, 4]]), fb.tensor([True, 2.5])
    (tensor([[1, 2],
            [3, 4]]), tensor([1.0000, 2.5000]))
    """
    return _place(_array_of(data, dtype), device, requires_grad)


def as_tensor(data: Any, dtype: DType | None = None, device: Any = None) -> Tensor:
    """A tensor of `data` that shares memory where nothing needs converting."""
    if isinstance(data, Tensor):
        return data.to(device=device or data.device, dtype=dtype or data.dtype)
    if isinstance(data, np.ndarray) and (
        dtype is None or _dtype.from_numpy_dtype(data.dtype) is dtype
    ):
        return _place(_native(data), device)
    return tensor(data, dtype=dtype, device=device)


def _native(array: Any) -> Any:
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def from_numpy(array: Any) -> Tensor:
    """A tensor over a NumPy array's memory; strides and read-only memory are respected.

    Raises TypeError for what is no array, or has elements that no dtype holds.

    >>> import firebrick_core as fb, numpy as np
    >>> a = np.zeros(2); t = fb.from_numpy(a); a[0] = 7; t
    tensor([7., 0.], dtype=torch.float64)
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(array).__name__})")
    if not array.dtype.isnative:
        raise ValueError(
            "given numpy array has byte order different from the native byte order; "
            "convert it with array.astype(array.dtype.newbyteorder('='))"
        )
    return _wrap(array)


def from_dlpack(data: Any, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """A tensor over the memory of any array with `__dlpack__`, without a copy."""
    kind = data.__dlpack_device__()[0] if hasattr(data, "__dlpack_device__") else 1
    if kind == 2:
        cupy = BACKENDS["cuda"].namespace()
        t = _wrap(cupy.from_dlpack(data), BACKENDS["cuda"].bit)
    else:
        t = _wrap(np.from_dlpack(data))
    return t.clone() if copy else t


def legacy_constructor(cls: Any, args: tuple[Any, ...], device: Any) -> Any:
    """`Tensor(2, 3)`: uninitialised; `Tensor([1, 2])`: from data; in the default dtype."""
    numpy_dtype = _dtype.get_default_dtype().numpy_dtype
    if len(args) == 1 and isinstance(args[0], Tensor):
        array = args[0]._array
    elif len(args) == 1 and not isinstance(args[0], int):
        size = args[0]
        is_size = type(size).__name__ == "Size"
        array = (
            np.empty(size, numpy_dtype) if is_size else _array_of(size, _dtype.get_default_dtype())
        )
    elif args and all(isinstance(n, int) for n in args):
        array = np.empty(args, numpy_dtype)
    elif not args:
        array = np.empty(0, numpy_dtype)
    else:
        raise TypeError(f"Tensor(): expected sizes or one sequence, got {args!r}; see tensor(data)")
    t = _place(array, device)
    return t if cls is Tensor else cls._wrap(t._array, t._keys)


# ---------------------------------------------------------------------- filled
def _size(size: tuple[Any, ...]) -> tuple[int, ...]:
    try:
        if len(size) == 1 and not isinstance(size[0], (int, np.integer)):
            size = tuple(size[0])
        size = tuple(n.__index__() for n in size)
    except (TypeError, AttributeError):
        raise TypeError(f"sizes must be integers, got {size!r}") from None
    for n in size:
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(size)}")
    return size


def _filled(
    fill: Any,
    size: Any,
    value: Any,
    dtype: DType | None,
    device: Any,
    requires_grad: bool,
    out: Any,
) -> Any:
    dtype = dtype or (out.dtype if out is not None else _dtype.get_default_dtype())
    where = device if device is not None else _default_device
    if where is not None and as_device(where).type == "meta":
        t = _wrap(meta_array(size, dtype.numpy_dtype), BACKENDS["meta"].bit)
        return t.requires_grad_() if requires_grad else t
    array = fill(size, dtype.numpy_dtype) if value is None else fill(size, value, dtype.numpy_dtype)
    if out is not None:
        out._receive(_wrap(array))
        return out
    return _place(array, device, requires_grad)


def zeros(
    *size: Any,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor of zeros; `size` one by one or as a sequence.

    >>> import firebrick_core as fb
    >>> fb.zeros(2, dtype=fb.int64)
    tensor([0, 0])
    """
    return _filled(np.zeros, _size(size), None, dtype, device, requires_grad, out)


def ones(
    *size: Any,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor of ones; `size` one by one or as a sequence."""
    return _filled(np.ones, _size(size), None, dtype, device, requires_grad, out)


def empty(
    *size: Any,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """A tensor whose elements are whatever the memory held."""
    return _filled(np.empty, _size(size), None, dtype, device, requires_grad, out)


def full(
    size: Any,
    fill_value: Any,
    *,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor with every element `fill_value`, whose type decides the dtype where none is
    given."""
    if isinstance(fill_value, Tensor):
        fill_value = fill_value.item()
    dtype = dtype or (None if out is not None else _dtype.number_dtype(fill_value))
    size = (size,) if isinstance(size, int) else size
    return _filled(np.full, _size(tuple(size)), fill_value, dtype, device, requires_grad, out)


def empty_strided(
    size: Any,
    stride: Any,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """An uninitialised tensor with given strides, in elements."""
    dtype = dtype or _dtype.get_default_dtype()
    length = (
        1 + sum((n - 1) * s for n, s in zip(size, stride, strict=True)) if math.prod(size) else 0
    )
    base = np.empty(max(length, 1), dtype.numpy_dtype)
    strides = tuple(s * dtype.itemsize for s in stride)
    return _place(
        np.lib.stride_tricks.as_strided(base, tuple(size), strides), device, requires_grad
    )


def _like(input: Any, dtype: DType | None, device: Any) -> tuple[Any, DType, Any]:
    if not isinstance(input, Tensor):
        raise TypeError(f"argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if device is None and input._keys & DEVICE_BITS:
        device = input.device
    return input._array.shape, dtype or input.dtype, device


def zeros_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Zeros with another tensor's shape, dtype and device, unless given."""
    size, dtype, device = _like(input, dtype, device)
    return _filled(np.zeros, size, None, dtype, device, requires_grad, None)


def ones_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Ones with another tensor's shape, dtype and device, unless given."""
    size, dtype, device = _like(input, dtype, device)
    return _filled(np.ones, size, None, dtype, device, requires_grad, None)


def empty_like(
    input: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Uninitialised, with another tensor's shape, dtype and device, unless given."""
    size, dtype, device = _like(input, dtype, device)
    return _filled(np.empty, size, None, dtype, device, requires_grad, None)


def full_like(
    input: Any,
    fill_value: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    memory_format: Any = None,
) -> Tensor:
    """Every element `fill_value`, with another tensor's shape, dtype and device, unless given."""
    size, dtype, device = _like(input, dtype, device)
    return _filled(np.full, size, fill_value, dtype, device, requires_grad, None)


# ---------------------------------------------------------------------- by rule
def arange(
    start: Any,
    end: Any = None,
    step: Any = 1,
    *,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """Numbers from `start` up to, without, `end`, by `step`; int64 where all three are integers.

    Raises RuntimeError where the bounds do not fit the step's sign.
    """
    if end is None:
        start, end = 0, start
    start, end, step = (x.item() if isinstance(x, Tensor) else x for x in (start, end, step))
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    if dtype is None:
        integral = all(isinstance(x, (int, np.integer)) for x in (start, end, step))
        dtype = _dtype.int64 if integral else _dtype.get_default_dtype()
    count = math.ceil((end - start) / step)
    if dtype.category == _dtype.INTEGRAL:
        array = np.arange(count, dtype=np.int64) * int(step) + int(start)
        array = array.astype(dtype.numpy_dtype, copy=False)
    else:
        array = (np.arange(count) * float(step) + float(start)).astype(dtype.numpy_dtype)
    if out is not None:
        out._receive(_wrap(array))
        return out
    return _place(array, device, requires_grad)


def linspace(
    start: Any,
    end: Any,
    steps: int,
    *,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, evenly spaced."""
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    start, end = (x.item() if isinstance(x, Tensor) else x for x in (start, end))
    dtype = dtype or _dtype.get_default_dtype()
    compute = np.float64 if dtype.category == _dtype.INTEGRAL else dtype.numpy_dtype.type
    step = compute((end - start) / (steps - 1)) if steps > 1 else compute(0)
    index = np.arange(steps)
    # From both ends towards the middle, so that the ends are exact.
    array = np.where(
        index < steps // 2,
        start + step * index.astype(compute),
        end - step * (steps - 1 - index).astype(compute),
    )
    if steps == 1:
        array = np.array([start])
    array = array.astype(dtype.numpy_dtype)
    if out is not None:
        out._receive(_wrap(array))
        return out
    return _place(array, device, requires_grad)


def eye(
    n: int,
    m: int | None = None,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
) -> Tensor:
    """The identity matrix of n rows and m columns."""
    dtype = dtype or _dtype.get_default_dtype()
    return _place(np.eye(n, m, dtype=dtype.numpy_dtype), device, requires_grad)


def scalar_tensor(
    value: Any, *, dtype: DType | None = None, device: Any = None, requires_grad: bool = False
) -> Tensor:
    """A 0-d tensor of a number, in the default dtype."""
    return tensor(
        value, dtype=dtype or _dtype.get_default_dtype(), device=device, requires_grad=requires_grad
    )
