"""Other dtypes, other devices, and real and complex views of the same memory."""

from __future__ import annotations

from typing import Any

from .. import _dtype, _errors, _operators as T
from .._device import BACKENDS, BY_BIT, DEVICE_BITS, as_device, device as DeviceType, meta_array
from .._operator import Array, composite, direct, operator
from .._typing import Device, DType
from ._numbers import converted, require_tensors
from ._positions import strided

_dtype_class = _dtype.dtype


def _converted(input, dtype):
    return meta_array(input.shape, dtype.numpy_dtype)


@operator(
    narrow=True,
    inlined=True,
    samples=("x(3, 4), T.float64", "x(3), T.float16", "x(3, 4), T.float32"),
    methods=False,
    namespace="internal",
    meta=_converted,
)
def to_dtype(xp, input: Array, dtype: DType) -> Array:
    """A copy with elements of another dtype."""
    return converted(input, dtype.numpy_dtype)


@operator(
    narrow=True,
    samples=("x(3, 4), T.int32", "x(3), T.bool"),
    methods=False,
    namespace="internal",
    differentiable=False,
    meta=_converted,
)
def to_integral(xp, input: Array, dtype: DType) -> Array:
    """A copy with elements of an integer type or bool, which take no gradient."""
    return converted(input, dtype.numpy_dtype)


def _convert(input, dtype):
    return (T.to_integral if dtype.category < _dtype.FLOATING else T.to_dtype)(input, dtype)


@direct(
    samples=("x(3, 4), 'cpu', 'cpu'", "x(3, 4), 'fake', 'cpu'"), methods=False, namespace="internal"
)
def to_device(input: Array, device: Device, source: Device, non_blocking: bool = False) -> Array:
    """A copy on another device; `source`, where the tensor is, is what its derivative needs.

    With `non_blocking` the host need not wait for a copy from or to its pinned memory.
    """
    where = as_device(device)
    target, origin = BACKENDS[where.type], BY_BIT[input._keys & DEVICE_BITS]
    array = input._array
    if origin.bit != target.bit and target.computes:
        array = origin.to_host(array, **_later(origin, non_blocking))
    moved = target.from_host(array, where.index, **_later(target, non_blocking))
    return T.Tensor._wrap(moved.copy() if moved is input._array else moved, target.bit)


def _later(backend, non_blocking):
    return {"non_blocking": True} if non_blocking and backend.copies_later else {}


def _same_device(tensor, where):
    own = tensor.device
    return own.type == where.type and (
        where.index is None or own.index is None or own.index == where.index
    )


def _to(input, device, dtype, copy, memory_format, non_blocking=False):
    before = input
    if dtype is not None and dtype is not input.dtype:
        input = _convert(input, dtype)
    if device is not None:
        where = as_device(device)
        if not _same_device(input, where):
            input = T.to_device(input, where, input.device, non_blocking)
    if copy and input is before:
        return T.clone(input, memory_format=memory_format)
    return input if memory_format is None else T.contiguous(input, memory_format)


def _bad_arguments(args):
    got = ", ".join(type(a).__name__ for a in args)
    return TypeError(
        f"to() received an invalid combination of arguments - got ({got}), but expected one of: "
        "(dtype, non_blocking=False, copy=False), (device=None, dtype=None, non_blocking=False, "
        "copy=False), "
        "(other, non_blocking=False, copy=False), each with memory_format="
    )


# What stands for a dtype, beside dtypes themselves.
PYTHON_TYPES = {
    float: _dtype.float64,
    int: _dtype.int64,
    bool: _dtype.bool,
    complex: _dtype.complex128,
}
_NAMES = {
    "device": ("device", "dtype", "non_blocking", "copy"),
    "dtype": ("dtype", "non_blocking", "copy"),
    "other": ("other", "non_blocking", "copy"),
}


@composite(
    namespace="method",
    samples=(
        "x(3), T.float64",
        "x(3), dtype=T.int64",
        "x(3), ints(2, 1)",
        "x(3), None, T.float64",
        "x(3), T.float32, copy=True",
    ),
    errors=(
        ("x(3), 'cpu', 'cpu'", TypeError, "invalid combination"),
        ("x(3), 1.5", TypeError, "invalid combination"),
    ),
)
def to(input: Array, *args: object, **kwargs: object) -> Array:
    """The tensor in another dtype, on another device, or like another; itself where it is so.

    Forms: `to(dtype)`, `to(device, dtype)`, `to(other)`, each with `non_blocking`, `copy` and
    `memory_format`; Python's `float`, `int`, `bool` and `complex` are dtypes, too. Raises TypeError
    for other combinations.

    >>> import firebrick_core as fb
    >>> fb.tensor([1.5]).to(fb.int64), fb.ones(1).to("meta").device
    (tensor([1]), device(type='meta'))
    """
    if len(args) == 1 and not kwargs and type(args[0]) is _dtype_class:
        (dtype,) = args
        return input if dtype is input.dtype else _convert(input, dtype)
    names = _NAMES[_form(args[0] if args else None)]
    given = dict(zip(names, args, strict=False))
    if len(args) > len(names) or given.keys() & kwargs.keys():
        raise _bad_arguments((*args, *kwargs.values()))
    given.update(kwargs)
    device, dtype = given.pop("device", None), given.pop("dtype", None)
    other = given.pop("other", given.pop("tensor", None))
    copy, memory_format = given.pop("copy", False), given.pop("memory_format", None)
    non_blocking = given.pop("non_blocking", False)
    if other is not None:
        device, dtype = other.device, other.dtype
    elif isinstance(dtype, type):
        dtype = PYTHON_TYPES.get(dtype, dtype)
    if (
        given
        or not (dtype is None or isinstance(dtype, _dtype_class))
        or not (device is None or isinstance(device, (str, int, DeviceType)))
        or not (isinstance(copy, bool) and isinstance(non_blocking, bool))
    ):
        raise _bad_arguments((*args, *kwargs.values()))
    return _to(input, device, dtype, copy, memory_format, non_blocking)


def _form(first):
    """Which of the forms of `to` a call with this first argument has."""
    if hasattr(first, "_keys"):
        return "other"
    return "dtype" if isinstance(first, (_dtype_class, type)) else "device"


def cpu(input: Array, memory_format: object = None) -> Array:
    """The tensor in the host's memory; itself where it is there already."""
    return _to(input, "cpu", None, False, memory_format) if input._keys & DEVICE_BITS else input


def cuda(
    input: Array,
    device: Device | None = None,
    non_blocking: bool = False,
    memory_format: object = None,
) -> Array:
    """The tensor on a CUDA device; itself where it is there already.

    Raises RuntimeError, saying what is missing, where there is no CuPy or no GPU.
    """
    where = as_device("cuda" if device is None else device)
    return _to(input, where, None, False, memory_format, non_blocking)


@composite(namespace="method", samples=("x(3), ints(2, 3)",))
def type_as(input: Array, other: Array) -> Array:
    """The tensor in the dtype, and on the device, of another."""
    require_tensors("type_as", other=other)
    return _to(input, other.device, other.dtype, False, None)


@composite(
    name="type",
    namespace="method",
    samples=("x(3), T.float64",),
    errors=(("x(3), 'torch.NoTensor'", ValueError, "invalid type"),),
)
def to_type(input: Array, dtype: DType | str | None = None, non_blocking: bool = False) -> Any:
    """The type's name, as "torch.FloatTensor"; with `dtype`, the tensor in that dtype.

    `dtype` may also be a class such as `FloatTensor`, or its name. Raises ValueError for others.

    >>> import firebrick_core as fb
    >>> fb.ones(1).type(), fb.ones(1).type("torch.LongTensor")
    ('torch.FloatTensor', tensor([1]))
    """
    if dtype is None:
        where = "" if input.device.type == "cpu" else f"{input.device.type}."
        return f"torch.{where}{_errors.TYPE_NAMES[input.dtype.name]}Tensor"
    device = None
    found = dtype if isinstance(dtype, _dtype_class) else getattr(dtype, "dtype", None)
    if isinstance(dtype, str):
        name = dtype.removeprefix("torch.")
        device = "cuda" if name.startswith("cuda.") else "cpu"
        found = BY_TYPE_NAME.get(name.removeprefix("cuda."))
    if not isinstance(found, _dtype_class):
        name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", dtype)
        raise ValueError(f"invalid type: {name!r}; give a dtype such as torch.float32")
    return _to(input, device, found, False, None)


BY_TYPE_NAME = {f"{kind}Tensor": _dtype.ALL[name] for name, kind in _errors.TYPE_NAMES.items()}


# ---------------------------------------------------------------------- one dtype each
def _as(input, dtype, memory_format):
    if input.dtype is not dtype:
        input = _convert(input, dtype)
    return input if memory_format is None else T.contiguous(input, memory_format)


@composite(name="float", namespace="method", samples=("ints(3, 4)",))
def to_float(input: Array, memory_format: object = None) -> Array:
    """The tensor as float32."""
    return _as(input, _dtype.float32, memory_format)


@composite(name="double", namespace="method", samples=("x(4)",))
def to_double(input: Array, memory_format: object = None) -> Array:
    """The tensor as float64."""
    return _as(input, _dtype.float64, memory_format)


@composite(name="half", namespace="method", samples=("x(4)",))
def to_half(input: Array, memory_format: object = None) -> Array:
    """The tensor as float16."""
    return _as(input, _dtype.float16, memory_format)


def bfloat16(input: Array, memory_format: object = None) -> Array:
    """The tensor as bfloat16; needs the package ml_dtypes."""
    return _as(input, _dtype.bfloat16, memory_format)


@composite(name="int", namespace="method", samples=("x(4)",))
def to_int(input: Array, memory_format: object = None) -> Array:
    """The tensor as int32, fractions cut off."""
    return _as(input, _dtype.int32, memory_format)


@composite(name="long", namespace="method", samples=("x(4)",))
def to_long(input: Array, memory_format: object = None) -> Array:
    """The tensor as int64, fractions cut off."""
    return _as(input, _dtype.int64, memory_format)


@composite(name="short", namespace="method", samples=("x(4)",))
def to_short(input: Array, memory_format: object = None) -> Array:
    """The tensor as int16, fractions cut off."""
    return _as(input, _dtype.int16, memory_format)


@composite(name="char", namespace="method", samples=("x(4)",))
def to_char(input: Array, memory_format: object = None) -> Array:
    """The tensor as int8, fractions cut off."""
    return _as(input, _dtype.int8, memory_format)


@composite(name="byte", namespace="method", samples=("pos(4)",))
def to_byte(input: Array, memory_format: object = None) -> Array:
    """The tensor as uint8, fractions cut off."""
    return _as(input, _dtype.uint8, memory_format)


@composite(name="bool", namespace="method", samples=("ints(2, 4)",))
def to_bool(input: Array, memory_format: object = None) -> Array:
    """Whether each element is nonzero."""
    return _as(input, _dtype.bool, memory_format)


@composite(name="cfloat", namespace="method", samples=("x(4)",))
def to_cfloat(input: Array, memory_format: object = None) -> Array:
    """The tensor as complex64."""
    return _as(input, _dtype.complex64, memory_format)


@composite(name="cdouble", namespace="method", samples=("x(4)",))
def to_cdouble(input: Array, memory_format: object = None) -> Array:
    """The tensor as complex128."""
    return _as(input, _dtype.complex128, memory_format)


# ---------------------------------------------------------------------- parts of complex numbers
def _typed_view(input, array):
    """A view with a dtype of its own."""
    return T.view_of(input, array, _dtype.from_numpy_dtype(array.dtype))


@direct(methods=False, namespace="internal", samples=("x(3, 4).to(T.complex64)",))
def real_part(input: Array) -> Array:
    """The real parts of complex numbers, as a view."""
    return _typed_view(input, input._array.real)


@direct(methods=False, namespace="internal", samples=("x(3, 4).to(T.complex64)",))
def imaginary_part(input: Array) -> Array:
    """The imaginary parts of complex numbers, as a view."""
    return _typed_view(input, input._array.imag)


@composite(methods=False, samples=("x(3)",))
def real(input: Array) -> Array:
    """The real parts, as a view; real tensors as they are."""
    return T.real_part(input) if input.dtype.is_complex else input


@composite(
    methods=False,
    samples=("x(3).to(T.complex64)",),
    errors=(("x(3)", RuntimeError, "complex dtypes"),),
)
def imag(input: Array) -> Array:
    """The imaginary parts, as a view."""
    if not input.dtype.is_complex:
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    return T.imaginary_part(input)


@direct(
    methods=False,
    samples=("x(3, 4).to(T.complex64)",),
    errors=(("x(3)", RuntimeError, "complex tensors"),),
)
def view_as_real(input: Array) -> Array:
    """Complex numbers as pairs of real ones in a new last dimension, as a view."""
    if not input.dtype.is_complex:
        raise RuntimeError("view_as_real is only supported for complex tensors")
    first = input._array.real
    xp = BY_BIT[input._keys & DEVICE_BITS].namespace()
    pairs = strided(xp, first, (*first.shape, 2), (*first.strides, first.itemsize))
    return _typed_view(input, pairs)


@direct(
    methods=False,
    samples=("x(3, 2).to(T.float64)",),
    dtypes="float",
    errors=(("x(3)", RuntimeError, "size 2"), ("ints(3, 2)", RuntimeError, "floating point")),
)
def view_as_complex(input: Array) -> Array:
    """Pairs of real numbers in the last dimension as complex ones, as a view."""
    array = input._array
    if not input.dtype.is_floating_point:
        raise RuntimeError("view_as_complex is only supported for floating point tensors")
    if not array.ndim or array.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    to = input.dtype.to_complex().numpy_dtype
    if not array.size:  # then strides say nothing
        return _typed_view(input, array[..., 0].astype(to))
    if array.strides[-1] != array.itemsize:
        raise RuntimeError(
            "Tensor must have a last dimension with stride 1: a view as complex numbers is not "
            "compatible "
            "with input tensor's size and stride; use .contiguous() first"
        )
    return _typed_view(input, array.view(to)[..., 0])
