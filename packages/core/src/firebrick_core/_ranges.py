"""Tensors of numbers by rule: ranges, even and logarithmic spacing, the identity matrix."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from . import _dtype, _errors
from ._dtype import dtype as DType
from ._errstate import quiet
from ._factory import (
    as_dtype,
    check_layout,
    deliver,
    element_of,
    meta,
    number,
    on_meta,
    out_dtype,
    place,
    refuse_pinned,
    whole_number,
)
from ._tensor import Tensor

_MISSING: Any = object()
_LARGEST = 2**63 - 1


def _result(
    array: Any,
    dtype: DType,
    out: Any,
    layout: Any,
    device: Any,
    requires_grad: bool,
    pin_memory: bool,
    caller: str,
) -> Any:
    """The tensor of a NumPy array of numbers, converted to `dtype`."""
    if layout is not None:
        check_layout(caller, layout)
    if pin_memory:
        refuse_pinned(caller)
    if array.dtype != dtype.numpy_dtype:
        with quiet():
            array = array.astype(dtype.numpy_dtype)
    if out is not None:
        return deliver(out, array, requires_grad)
    return place(array, device, requires_grad)


def _refuse_kinds(caller: str, dtype: DType, *categories: int) -> None:
    if dtype.category in categories:
        raise NotImplementedError(
            f"\"{caller}_cpu\" not implemented for '{_errors.TYPE_NAMES[dtype.name]}': make it in "
            "another dtype and convert it with .to(dtype)"
        )


def _bounds(caller: str, start: Any, end: Any, step: Any) -> tuple[Any, Any, Any]:
    """Start, end and step as numbers that fit each other. Raises RuntimeError where they do not."""
    if type(start) is type(end) is type(step) is int and (end - start) * step > 0:
        return start, end, step
    for value in (start, end, step):
        if isinstance(value, complex):
            raise RuntimeError(
                f"{caller}(): value cannot be converted to type double without overflow: {value}"
            )
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (end - start) * step < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    return start, end, step


def arange(
    start: Any = _MISSING,
    end: Any = _MISSING,
    step: Any = 1,
    *,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Numbers from `start` up to, without, `end`, by `step`; int64 where all three are integers.

    Otherwise the default dtype, unless given; `arange(end)` starts at 0. Raises RuntimeError where
    the bounds do not fit the step's sign.

    >>> import firebrick_core as fb
    >>> fb.arange(3), fb.arange(1, 2, 0.5)
    (tensor([0, 1, 2]), tensor([1.0000, 1.5000]))
    """
    if end is _MISSING:
        start, end = 0, start
    if end is _MISSING or start is _MISSING:
        if start == 0 and end is _MISSING:
            raise TypeError("arange() missing 1 required argument: 'end'")
        start = 0
    if type(start) is not int or type(end) is not int or type(step) is not int:
        start = number("arange", "start", start)
        end, step = number("arange", "end", end), number("arange", "step", step)
    if out is not None:
        dtype = out_dtype("arange", out, dtype, device)
    elif dtype is not None:
        dtype = as_dtype("arange", dtype)
    elif isinstance(start, int) and isinstance(end, int) and isinstance(step, int):
        dtype = _dtype.int64
    else:
        dtype = _dtype.get_default_dtype()
    _refuse_kinds("arange", dtype, _dtype.BOOL, _dtype.COMPLEX)
    start, end, step = _bounds("arange", start, end, step)
    if dtype.category == _dtype.INTEGRAL:
        array = _integers(start, end, step, dtype)
    else:
        array = _floats(start, step, _length(math.ceil((end - start) / step)), dtype)
    if out is not None and out.numel() not in (0, array.size):
        warnings.warn(
            f"The number of elements in the out tensor of shape {list(out.shape)} is {out.numel()} "
            f"which does not match the computed number of elements {array.size}. Note that this may"
            " occur as a result of rounding error. The out tensor will be resized to a tensor of "
            f"shape ({array.size},).",
            UserWarning,
            stacklevel=2,
        )
    return _result(array, dtype, out, layout, device, requires_grad, pin_memory, "arange")


def _integers(start: Any, end: Any, step: Any, dtype: DType) -> Any:
    """A range of integers, from numbers whose fractions are cut off."""
    first, last, by = int(start), int(end), int(step)
    if max(abs(first), abs(last)) > 2 * _LARGEST + 1:
        raise OverflowError(f"arange(): int too big to convert: {max(first, last, key=abs)}")
    if by == 0:
        raise ValueError("step must be nonzero: its fraction is cut off for integer dtypes")
    # PyTorch counts the elements of int64 ranges from the cut-off bounds, of others before that.
    exact = isinstance(start, int) and isinstance(end, int) and isinstance(step, int)
    if dtype is _dtype.int64 or exact:
        length = max(0, -((first - last) // by))
    else:
        length = math.ceil((end - start) / step)
    if abs(first) + abs(last) + abs(by) < _LARGEST:
        _length(length)
        return np.arange(first, first + length * by, by)
    return _indices(length) * by + first


def _floats(start: Any, step: Any, length: int, dtype: DType) -> Any:
    """`start + step * index` as PyTorch rounds it on processors with AVX2.

    There the elements are made in pairs of vectors of 32 bytes; each adds its steps to its first
    element, which has been rounded to the dtype. The rest is made one by one. Products are not
    rounded before they are added: here they are made in a wider type.
    """
    narrow = np.float32 if dtype.itemsize == 2 else np.float64  # what PyTorch computes in
    wide = np.longdouble if dtype.itemsize == 8 else np.float64
    width = 32 // dtype.itemsize
    in_vectors = length // (2 * width) * 2 * width
    start, step = wide(narrow(start)), wide(narrow(step))
    array = np.empty(length)
    with quiet():
        first = start + step * _indices(in_vectors // width).astype(wide) * width
        first = first.astype(narrow).astype(dtype.numpy_dtype).astype(wide)
        steps = step * np.arange(width)
        array[:in_vectors].reshape(-1, width)[...] = first[:, None] + steps
        array[in_vectors:] = start + step * np.arange(in_vectors, length)
        return array.astype(narrow, copy=False)


def _length(length: int) -> int:
    """A number of elements. Raises RuntimeError for more than there can be."""
    if length > _LARGEST // 8:
        raise RuntimeError(f"invalid size, possible overflow? The range has {length} elements")
    return length


def _indices(length: int) -> Any:
    try:
        return np.arange(_length(length))
    except MemoryError as error:
        raise RuntimeError(f"DefaultCPUAllocator: can't allocate memory: {error}") from None


def range(
    start: Any,
    end: Any,
    step: Any = 1,
    *,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Numbers from `start` to `end`, both included, by `step`, in the default dtype unless given.

    PyTorch deprecates it, with a warning; `arange` does as Python's range. Raises RuntimeError
    where the bounds do not fit the step's sign.
    """
    warnings.warn(
        "torch.range is deprecated and will be removed in a future release because its behavior is "
        "inconsistent with Python's range builtin. Instead, use torch.arange, which produces values"
        " in [start, end).",
        UserWarning,
        stacklevel=2,
    )
    start, end = number("range", "start", start), number("range", "end", end)
    start, end, step = _bounds("range", start, end, number("range", "step", step))
    if out is not None:
        dtype = out_dtype("range", out, dtype, device)
    else:
        dtype = _dtype.get_default_dtype() if dtype is None else as_dtype("range", dtype)
    _refuse_kinds("range", dtype, _dtype.BOOL, _dtype.COMPLEX)
    if dtype.category == _dtype.INTEGRAL:
        start, step = int(start), int(step)
    array = _indices(int((end - start) // step) + 1) * step + start
    return _result(array, dtype, out, layout, device, requires_grad, pin_memory, "range")


# ---------------------------------------------------------------------- spacing
def linspace(
    start: Any,
    end: Any,
    steps: Any,
    *,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, evenly spaced.

    The ends are numbers or 0-d tensors. In the default dtype unless given, complex where an end is.

    >>> import firebrick_core as fb
    >>> fb.linspace(0, 1, 3)
    tensor([0.0000, 0.5000, 1.0000])
    """
    dtype, ends, n = _spacing("linspace", start, end, steps, dtype, out, device)
    if out is None and on_meta(device):
        return meta((n,), dtype, requires_grad)
    with quiet():
        array = _spaced(*ends, n, dtype)
    return _result(array, dtype, out, layout, device, requires_grad, pin_memory, "linspace")


def logspace(
    start: Any,
    end: Any,
    steps: Any,
    base: float = 10.0,
    *,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """`base` to the powers of `steps` exponents from `start` to `end`, evenly spaced.

    The exponents are numbers or 0-d tensors. In the default dtype unless given, complex where an
    exponent is.

    >>> import firebrick_core as fb
    >>> fb.logspace(0, 2, 3)
    tensor([  1.,  10., 100.])
    """
    if isinstance(base, complex) or not isinstance(base, (int, float)):
        raise TypeError(f"logspace(): argument 'base' must be float, not {type(base).__name__}")
    dtype, ends, n = _spacing("logspace", start, end, steps, dtype, out, device)
    if out is None and on_meta(device):
        return meta((n,), dtype, requires_grad)
    with quiet():
        if n == 1:  # the one exponent is not rounded to the dtype
            exponents = np.array([number("logspace", "start", start)])
            exponents = exponents.astype(np.result_type(exponents, np.float64))
        else:
            exponents = _spaced(*ends, n, dtype, powers=True)
        wide = _WIDER.get(exponents.dtype, exponents.dtype)  # so that powers are rounded once
        array = np.power(np.array(base, wide), exponents.astype(wide))
    return _result(array, dtype, out, layout, device, requires_grad, pin_memory, "logspace")


def _spacing(
    caller: str, start: Any, end: Any, steps: Any, dtype: Any, out: Any, device: Any
) -> tuple[DType, tuple[Any, Any], int]:
    """The dtype, both ends as elements of it, and the number of steps."""
    for name, value in (("start", start), ("end", end)):
        if isinstance(value, Tensor) and value.ndim:
            raise RuntimeError(
                f"{caller} only supports 0-dimensional start and end tensors, but got {name} with "
                f"{value.ndim} dimension(s)."
            )
    start, end = number(caller, "start", start), number(caller, "end", end)
    n = whole_number(caller, "steps", steps)
    if n < 0:
        raise RuntimeError("number of steps must be non-negative")
    inferred = _dtype.get_default_dtype()
    if isinstance(start, complex) or isinstance(end, complex):
        inferred = inferred.to_complex()
    if out is not None:
        found = out_dtype(caller, out, dtype, device)
    else:
        found = inferred if dtype is None else as_dtype(caller, dtype)
    if inferred.is_complex and not found.is_complex:
        raise RuntimeError(
            f"torch.{caller}(): inferred dtype {inferred} can't be safely cast to passed dtype "
            f"{found}"
        )
    _refuse_kinds(caller, found, _dtype.BOOL)
    return found, (element_of(start, found), element_of(end, found)), n


def _spaced(start: Any, end: Any, steps: int, dtype: DType, powers: bool = False) -> Any:
    """Evenly spaced numbers between two elements, from both towards the middle: the ends are exact.

    Integers are spaced as float64. Products are not rounded before they are added, as in PyTorch,
    which has an instruction for both; here they are made in a wider type. Those of 16 bits are
    rounded, but where `powers` are taken of them, they are float32 from the first step on.
    """
    if dtype.category == _dtype.COMPLEX:
        parts = np.empty(steps, dtype.numpy_dtype)
        parts.real = _spaced(start.real, end.real, steps, dtype.to_real())
        parts.imag = _spaced(start.imag, end.imag, steps, dtype.to_real())
        return parts
    if dtype.category == _dtype.INTEGRAL:
        start, end = start.astype(np.float64), end.astype(np.float64)
    kind = start.dtype
    wide: Any = _WIDER.get(kind, kind)
    if steps == 1:
        return start.reshape(1)
    distance = end - start
    if powers and kind.itemsize == 2:
        kind = wide = np.dtype(np.float32)
        start, end, distance = (x.astype(kind) for x in (start, end, distance))
    step = distance / np.array(max(steps - 1, 1), kind)
    index = np.arange(steps)
    low, high, by = start.astype(wide), end.astype(wide), step.astype(wide)
    rising = low + by * index.astype(wide)
    falling = high - by * (steps - 1 - index).astype(wide)
    return np.where(index < steps // 2, rising, falling).astype(kind)


_WIDER = {np.dtype(np.float32): np.float64, np.dtype(np.float64): np.longdouble}


# ---------------------------------------------------------------------- matrices
def eye(
    n: Any,
    m: Any = None,
    *,
    out: Any = None,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """The matrix of n rows and m columns, n unless given, with ones on the diagonal.

    Raises RuntimeError for negative numbers.

    >>> import firebrick_core as fb
    >>> fb.eye(2, 3, dtype=fb.int64)
    tensor([[1, 0, 0],
            [0, 1, 0]])
    """
    rows = whole_number("eye", "n", n)
    columns = rows if m is None else whole_number("eye", "m", m)
    for name, count in (("n", rows), ("m", columns)):
        if count < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {count}")
    if out is not None:
        dtype = out_dtype("eye", out, dtype, device)
    else:
        dtype = _dtype.get_default_dtype() if dtype is None else as_dtype("eye", dtype)
    if out is None and on_meta(device):
        return meta((rows, columns), dtype, requires_grad)
    array = np.eye(rows, columns, dtype=dtype.numpy_dtype)
    return _result(array, dtype, out, layout, device, requires_grad, pin_memory, "eye")
