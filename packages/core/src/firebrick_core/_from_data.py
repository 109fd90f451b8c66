"""Tensors of data that is there already: numbers, sequences, arrays, buffers and files."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _dtype
from ._device import BACKENDS, as_device
from ._dtype import dtype as DType
from ._errstate import quiet
from ._factory import (
    as_dtype,
    check_layout,
    default_device,
    element_of,
    meta,
    new_tensor,
    number,
    on_meta,
    place,
    refuse_pinned,
)
from ._tensor import Tensor
from .ops._numbers import converted

NUMBER_TYPES = frozenset((bool, int, float, complex))


# ---------------------------------------------------------------------- dtypes and shapes
def _infer(data: Any) -> DType:
    """The dtype that `tensor(data)` has: by the highest category of the numbers in it."""
    kind = type(data)
    if isinstance(data, Tensor):
        return data.dtype
    if isinstance(data, (np.ndarray, np.generic)):
        return _dtype.from_numpy_dtype(data.dtype)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{kind.__name__}'")
    if _is_sequence(data):
        best: DType | None = None
        for x in data:
            d = _infer(x)
            best = d if best is None or best is d else _dtype.promote_types(best, d)
        return best or _dtype.get_default_dtype()
    if isinstance(data, (bool, int, float, complex)):
        return _dtype.number_dtype(data)
    if hasattr(data, "__array__"):
        return _dtype.from_numpy_dtype(np.asarray(data).dtype)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    raise RuntimeError(
        f"Could not infer dtype of {name}: expected numbers, sequences of them, arrays or tensors"
    )


def _is_sequence(data: Any) -> bool:
    """Whether data has items in an order: mappings and sets have not."""
    return hasattr(data, "__len__") and hasattr(data, "__getitem__") and not hasattr(data, "keys")


def _number_kinds_dtype(kinds: set[type]) -> DType:
    default = _dtype.get_default_dtype()
    if complex in kinds:
        return default.to_complex()
    if float in kinds or not kinds:
        return default
    return _dtype.int64 if int in kinds else _dtype.bool


def _shape_of(data: Any, dim: int = 0) -> list[int]:
    """The shape of nested sequences. Raises ValueError and TypeError where they are ragged."""
    if isinstance(data, (Tensor, np.ndarray, np.generic)):
        return list(data.shape)
    if isinstance(data, (str, bytes)) or not _is_sequence(data):
        return []
    if not len(data):
        return [0]
    if isinstance(data[0], (str, bytes)):
        raise ValueError(f"too many dimensions '{type(data[0]).__name__}'")
    if type(data) in (list, tuple) and set(map(type, data)) <= NUMBER_TYPES:
        return [len(data)]
    inner = _shape_of(data[0], dim + 1)
    for i, x in enumerate(data):
        other = _shape_of(x, dim + 1)
        if other == inner or (not inner and other and set(other) == {1} and hasattr(x, "dtype")):
            continue  # a tensor of one element counts as a number among numbers
        if inner and hasattr(data[0], "dtype") and set(inner) == {1} and not other:
            inner = []
            continue
        if bool(other) != bool(inner) or len(other) != len(inner):
            raise TypeError(
                f"not a sequence: item {i} at dim {dim} has {len(other)} dimensions, and the first "
                f"has {len(inner)}; items of one level must be all numbers or all sequences of one "
                "length"
            )
        raise ValueError(
            f"expected sequence of length {inner[0]} at dim {dim + 1} (got {other[0]}, in item {i})"
        )
    return [len(data), *inner]


def _plain_data(data: Any, levels: int) -> Any:
    """Nested lists with the tensors, and other sequences, in them replaced by what NumPy reads."""
    if isinstance(data, Tensor):
        array = data.detach().cpu()._array
        return array if levels else array.item()
    if isinstance(data, np.ndarray):
        return data if levels else data.item()
    if levels and _is_sequence(data):
        if type(data) in (list, tuple) and set(map(type, data)) <= NUMBER_TYPES:
            return data
        return [_plain_data(x, levels - 1) for x in data]
    if isinstance(data, (str, bytes)) or not any(hasattr(data, name) for name in _NUMERIC):
        raise TypeError(f"must be real number, not {type(data).__name__}")
    return data


_NUMERIC = ("__float__", "__index__", "__complex__")


# ---------------------------------------------------------------------- to arrays
def array_of(data: Any, dtype: DType | None) -> Any:
    """A new NumPy array of data, in a dtype unless that is inferred."""
    if isinstance(data, Tensor):
        return _converted(data.detach().cpu()._array, dtype or data.dtype)
    if isinstance(data, (np.ndarray, np.generic)):
        return _converted(np.asarray(data), dtype or _dtype.from_numpy_dtype(data.dtype))
    kinds: set[type] = set()
    if _only_numbers(data, kinds):
        try:
            return _of_numbers(data, dtype or _number_kinds_dtype(kinds))
        except ValueError:
            _shape_of(data)  # says where the data is ragged
            raise
    shape = _shape_of(data)
    if dtype is None:
        dtype = _infer(data)
    elif isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    if 0 in shape:
        return np.empty(shape, dtype.numpy_dtype)
    return _of_numbers(_plain_data(data, len(shape)), dtype)


def _only_numbers(data: Any, kinds: set[type]) -> bool:
    """Whether data is a Python number, or nested lists of them; their types go into `kinds`."""
    kind = type(data)
    if kind is list or kind is tuple:
        inner = set(map(type, data))
        if inner <= NUMBER_TYPES:
            kinds |= inner
            return True
        for x in data:
            if not _only_numbers(x, kinds):
                return False
        return True
    if kind in NUMBER_TYPES:
        kinds.add(kind)
        return True
    return False


def _converted(array: Any, dtype: DType) -> Any:
    with quiet():
        return converted(array, dtype.numpy_dtype)


def _of_numbers(data: Any, dtype: DType) -> Any:
    """An array of numbers, or of nested lists of them, with PyTorch's checks of their range."""
    numpy_dtype = dtype.numpy_dtype
    try:
        if dtype is _dtype.int64 or dtype is _dtype.bool:
            return np.array(data, numpy_dtype)
        if dtype.category >= _dtype.FLOATING and dtype.itemsize > 2:
            with quiet():
                return np.array(data, numpy_dtype)
    except (OverflowError, ValueError):
        pass  # numbers out of range, or ragged lists: raised below
    except TypeError as error:
        raise TypeError(f"tensor(): must be real number for {dtype}: {error}") from None
    array = np.array(data)
    if dtype.category < _dtype.FLOATING:
        if array.dtype.kind in "fuO":  # so NumPy has integers that int64 does not hold
            numbers = np.array(data, object)
            if dtype is not _dtype.uint64:
                _refuse_long(numbers, dtype)
            elif all(isinstance(n, int) for n in numbers.flat):
                return _long_integers(numbers)
        return _integers(array, dtype)
    if array.dtype.kind == "c" and not dtype.is_complex:
        raise TypeError(f"tensor(): must be real number, not complex, for {dtype}")
    with quiet():
        array = array.astype(np.float32)  # rounded twice, as PyTorch does
    return _converted(array, dtype)


def _refuse_long(numbers: Any, dtype: DType) -> None:
    """Raise ValueError where integers among the numbers do not fit into int64."""
    for n in numbers.flat:
        if isinstance(n, int) and not -(2**63) <= n < 2**63:
            raise ValueError(f"Overflow when unpacking long long: {n} is out of range for {dtype}")


def _long_integers(numbers: Any) -> Any:
    """Python integers as uint64; negative ones wrap."""
    for n in numbers.flat:
        if not -(2**64) < n < 2**64:
            raise OverflowError(f"int too big to convert: {n} is out of range for torch.uint64")
    wrapped = np.array([n % 2**64 for n in numbers.flat], np.uint64)
    return wrapped.reshape(numbers.shape)


def _integers(array: Any, dtype: DType) -> Any:
    """Numbers as integers, fractions cut off; raises an error for those out of range.

    Negative numbers wrap in unsigned types.
    """
    kind = array.dtype.kind
    if kind == "c":
        raise TypeError(f"'complex' object cannot be interpreted as an integer, for {dtype}")
    smallest = 0
    if array.size:
        info = np.iinfo(dtype.numpy_dtype)
        low = -int(info.max) if info.min == 0 else int(info.min)
        smallest, largest = array.min(), array.max()
        finite = kind != "f" or (np.isfinite(smallest) and np.isfinite(largest))
        if not finite or int(smallest) < low or int(largest) > int(info.max):
            raise RuntimeError(
                f"value cannot be converted to type {dtype.name} without overflow: give another "
                "dtype"
            )
    # By way of a type that holds all of them: casts of NumPy's floats do not wrap.
    through = np.uint64 if kind == "u" or (dtype is _dtype.uint64 and smallest >= 0) else np.int64
    return array.astype(through).astype(dtype.numpy_dtype)


# ---------------------------------------------------------------------- functions
def tensor(
    data: Any,
    *,
    dtype: DType | None = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor with a copy of `data`: numbers, nested sequences, arrays or tensors.

    Without `dtype`, integers give int64, floats the default dtype, booleans bool; NumPy's numbers
    and tensors keep theirs. Raises ValueError for ragged sequences, RuntimeError for numbers that
    the dtype does not hold.

    >>> import firebrick_core as fb
    >>> fb.tensor([[1, 2], [3, 4]]), fb.tensor([True, 2.5])
    (tensor([[1, 2],
            [3, 4]]), tensor([1.0000, 2.5000]))
    """
    if dtype is not None and type(dtype) is not DType:
        dtype = as_dtype("tensor", dtype)
    if pin_memory:
        refuse_pinned("tensor")
    if isinstance(data, Tensor):
        return _copied(data, dtype, device, requires_grad)
    if on_meta(device):
        array = array_of(data, dtype)
        return meta(array.shape, _dtype.from_numpy_dtype(array.dtype), requires_grad)
    return place(array_of(data, dtype), device, requires_grad)


def _copied(data: Any, dtype: Any, device: Any, requires_grad: bool) -> Any:
    """A copy of a tensor, without its history, where it is unless a device is given."""
    source = data.detach()
    t = source.to(
        device=source.device if device is None else device, dtype=dtype or source.dtype, copy=True
    )
    return t.requires_grad_() if requires_grad else t


def scalar_tensor(
    s: Any,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A 0-d tensor of a number, in the default dtype unless given.

    >>> import firebrick_core as fb
    >>> fb.scalar_tensor(3)
    tensor(3.)
    """
    value = number("scalar_tensor", "s", s)
    if layout is not None:
        check_layout("scalar_tensor", layout)
    if pin_memory:
        refuse_pinned("scalar_tensor")
    d = _dtype.get_default_dtype() if dtype is None else as_dtype("scalar_tensor", dtype)
    if on_meta(device):
        return meta((), d, requires_grad)
    return place(element_of(value, d), device, requires_grad)


def as_tensor(data: Any, dtype: DType | None = None, device: Any = None) -> Tensor:
    """A tensor of `data` that shares memory where nothing needs converting.

    A tensor keeps its history. Sources: tensors, arrays, and all that `tensor` takes.

    >>> import firebrick_core as fb, numpy as np
    >>> a = np.zeros(2); t = fb.as_tensor(a); a[0] = 7; t
    tensor([7., 0.], dtype=torch.float64)
    """
    if dtype is not None and type(dtype) is not DType:
        dtype = as_dtype("as_tensor", dtype)
    if isinstance(data, Tensor):
        return data.to(device=data.device if device is None else device, dtype=dtype or data.dtype)
    if isinstance(data, np.ndarray) and (
        dtype is None or _dtype.from_numpy_dtype(data.dtype) is dtype
    ):
        return place(_native(data), device)
    return tensor(data, dtype=dtype, device=device)


def _native(array: Any) -> Any:
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def asarray(
    obj: Any,
    *,
    dtype: DType | None = None,
    device: Any = None,
    copy: bool | None = None,
    requires_grad: bool | None = None,
) -> Tensor:
    """A tensor of `obj`: a tensor, an array, what DLPack or the buffer protocol shares, or numbers.

    It shares memory where it can; `copy=True` never does, and `copy=False` raises ValueError where
    it cannot. Buffers hold elements of the default dtype unless given. A tensor's `requires_grad`
    is kept unless given.

    Source: https://docs.pytorch.org/docs/stable/generated/torch.asarray.html

    >>> import firebrick_core as fb
    >>> x = fb.ones(2)
    >>> fb.asarray(x) is x, fb.asarray(x, copy=True) is x
    (True, False)
    """
    if dtype is not None and type(dtype) is not DType:
        dtype = as_dtype("asarray", dtype)
    source = _aliasing(obj, dtype)
    if source is None:
        if copy is False:
            what = "NumPy scalars" if isinstance(obj, np.generic) else "arbitrary sequence"
            raise ValueError(
                f"can't alias {what} into a tensor: leave out copy=False, or pass an array"
            )
        return tensor(obj, dtype=dtype, device=device, requires_grad=bool(requires_grad))
    if device is None:
        device = source.device if isinstance(obj, Tensor) else default_device()
    where = as_device(device)
    if copy is False:
        if dtype is not None and dtype is not source.dtype:
            raise ValueError(f"can't alias tensor with dtype {source.dtype} into dtype {dtype}.")
        if where.type != source.device.type:
            raise ValueError(f"can't alias tensor from device '{source.device}' to '{where}'.")
    result = source.to(device=where, dtype=dtype or source.dtype, copy=bool(copy))
    if requires_grad is None or requires_grad is result.requires_grad:
        return result
    return result.detach().requires_grad_(requires_grad)


def _aliasing(obj: Any, dtype: DType | None) -> Any:
    """A tensor over the memory of an object, None for one that has no memory to share."""
    if isinstance(obj, Tensor):
        return obj
    if isinstance(obj, np.ndarray):
        return new_tensor(_native(obj))
    if isinstance(obj, np.generic):
        return None
    if hasattr(obj, "__dlpack__"):
        return from_dlpack(obj)
    try:
        view = memoryview(obj)
    except TypeError:
        return None
    return frombuffer(view, dtype=dtype or _dtype.get_default_dtype())


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
    return new_tensor(array)


def frombuffer(
    buffer: Any,
    *,
    dtype: DType,
    count: int = -1,
    offset: int = 0,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor over the memory of an object with the buffer protocol, such as a bytearray.

    `count` elements, all unless given, from byte `offset` on. The tensor of read-only memory is
    read-only. Raises ValueError where elements and buffer do not fit.

    >>> import firebrick_core as fb
    >>> fb.frombuffer(bytearray(b"ab"), dtype=fb.uint8)
    tensor([97, 98], dtype=torch.uint8)
    """
    d = as_dtype("frombuffer", dtype)
    try:
        view = memoryview(buffer)
    except TypeError:
        raise ValueError(
            f"object does not implement Python buffer protocol: {type(buffer).__name__}"
        ) from None
    content = np.frombuffer(view, np.uint8) if view.nbytes else np.empty(0, np.uint8)
    length, item = content.size, d.itemsize
    if not length or not count:
        raise ValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise ValueError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer length "
            f"({length} bytes) minus 1"
        )
    if count < 0 and (length - offset) % item:
        raise ValueError(
            f"buffer length ({length - offset} bytes) after offset ({offset} bytes) must be a "
            f"multiple of element size ({item})"
        )
    numel = (length - offset) // item if count < 0 else count
    if numel * item > length - offset:
        raise ValueError(
            f"requested buffer length ({count} * {item} bytes) after offset ({offset} bytes) must "
            f"not be greater than actual buffer length ({length} bytes)"
        )
    t = new_tensor(content[offset : offset + numel * item].view(d.numpy_dtype))
    return t.requires_grad_() if requires_grad else t


def from_file(
    filename: Any,
    shared: bool | None = None,
    size: int | None = 0,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor of `size` elements mapped from a file, in the default dtype unless given.

    What is written to it goes into the file if `shared`, which is then made, or made longer, as
    needed; else it stays in this process. Raises RuntimeError for a file that is too short.

    >>> import os, tempfile, firebrick_core as fb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "numbers")
    ...     fb.from_file(path, shared=True, size=2).fill_(7)
    ...     fb.from_file(path, size=2)
    tensor([7., 7.])
    tensor([7., 7.])
    """
    from ._mapping import mapped_file

    if layout is not None:
        check_layout("from_file", layout)
    if pin_memory:
        refuse_pinned("from_file")
    d = _dtype.get_default_dtype() if dtype is None else as_dtype("from_file", dtype)
    if device is not None and as_device(device).type != "cpu":
        raise RuntimeError(f"from_file(): files are mapped on the CPU, not on {device}; move it")
    array = mapped_file(filename, bool(shared), (size or 0) * d.itemsize).view(d.numpy_dtype)
    t = new_tensor(array)
    return t.requires_grad_() if requires_grad else t


def from_dlpack(data: Any, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """A tensor over the memory of any array with `__dlpack__`, or of a capsule, without a copy.

    >>> import firebrick_core as fb, numpy as np
    >>> a = np.zeros(2); t = fb.from_dlpack(a); t[0] = 7; a
    array([7., 0.])
    """
    if type(data).__name__ == "PyCapsule":
        data = _Capsule(data)
    kind = data.__dlpack_device__()[0] if hasattr(data, "__dlpack_device__") else 1
    if kind == 2:
        cupy = BACKENDS["cuda"].namespace()
        t = new_tensor(cupy.from_dlpack(data), BACKENDS["cuda"].bit)
    elif isinstance(data, np.ndarray):  # NumPy 2.0 would say that its own memory is read-only
        t = new_tensor(data)
    else:
        t = new_tensor(np.from_dlpack(data))
    return t.clone() if copy else t


class _Capsule:
    """What hands out a DLPack capsule, once."""

    def __init__(self, capsule: Any):
        self._capsule = capsule

    def __dlpack__(self, **options: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        """The type and number of the device, from the capsule's struct (dlpack.h)."""
        import ctypes

        api, named = ctypes.pythonapi, b"dltensor"
        api.PyCapsule_GetPointer.restype = ctypes.c_void_p
        api.PyCapsule_IsValid.argtypes = api.PyCapsule_GetPointer.argtypes = [
            ctypes.py_object, ctypes.c_char_p,
        ]  # fmt: skip
        place = 8  # after the address of the elements
        if not api.PyCapsule_IsValid(self._capsule, named):
            named, place = b"dltensor_versioned", 40  # version, two addresses and flags before it
        address = api.PyCapsule_GetPointer(self._capsule, named)
        kind, index = (ctypes.c_int32 * 2).from_address(address + place)
        return kind, index


def to_dlpack(tensor: Tensor) -> Any:
    """A DLPack capsule of a tensor's memory, to be taken once by another library.

    PyTorch's older way: libraries take the tensor itself today. Raises BufferError for tensors that
    require grad or have no memory.

    >>> import firebrick_core as fb
    >>> fb.from_dlpack(fb.to_dlpack(fb.ones(2)))
    tensor([1., 1.])
    """
    return tensor.__dlpack__()
