"""Python numbers as array elements, with PyTorch's range checks."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _errors
from .._memory_format import laid_out

# Every floating type holds all smaller numbers.
_LARGE = 65504.0
_C_NAMES = {
    "bool": "bool",
    "uint8": "uint8_t",
    "int8": "int8_t",
    "int16": "int16_t",
    "int32": "int",
    "int64": "int64_t",
    "uint16": "uint16_t",
    "uint32": "uint32_t",
    "uint64": "uint64_t",
    "float16": "c10::Half",
    "bfloat16": "c10::BFloat16",
    "float32": "float",
    "float64": "double",
    "complex64": "c10::complex<float>",
    "complex128": "c10::complex<double>",
}


def element(value: Any, dtype: Any) -> Any:
    """A number as a scalar of a NumPy dtype; fractions are cut off for integer types.

    Negative numbers wrap in unsigned types. Raises RuntimeError for numbers that the type cannot
    hold.
    """
    kind = dtype.kind
    number = type(value)
    if kind == "f" and (number is float or number is int) and not _LARGE < abs(value) < math.inf:
        if dtype.itemsize > 2:
            return dtype.type(value)
        return np.float32(value).astype(dtype)  # rounded twice, as PyTorch does
    if kind == "b":
        return np.bool_(bool(value))
    if isinstance(value, (complex, np.complexfloating)):
        if kind == "c":
            return dtype.type(value)
        if value.imag:
            raise _overflow(dtype)
        value = value.real
    if kind in "iu":
        if not math.isfinite(value):
            raise _overflow(dtype)
        number, info = int(value), np.iinfo(dtype)
        low = -int(info.max) if kind == "u" else int(info.min)
        if not low <= number <= int(info.max):
            raise _overflow(dtype)
        return dtype.type(number % (int(info.max) + 1) if kind == "u" else number)
    out = np.float64(float(value)).astype(dtype)
    if kind != "c" and math.isfinite(value) and not np.isfinite(out):
        raise _overflow(dtype)
    return out


def require_tensors(operator: str, **arguments: Any) -> None:
    """Refuse arguments, named in order, that are no tensors. Raises TypeError."""
    for position, (name, value) in enumerate(arguments.items(), 1):
        if not hasattr(value, "_keys"):
            raise _errors.not_a_tensor(operator, name, position, value)


def check_factor(name: str, value: Any, dtype: Any) -> None:
    """Refuse a factor, such as `alpha`, of a kind that a result's dtype does not have.

    Raises RuntimeError.
    """
    if isinstance(value, (bool, np.bool_)):
        if dtype.name != "bool":
            raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
    elif isinstance(value, (complex, np.complexfloating)):
        if not dtype.is_complex:
            raise RuntimeError(
                f"For non-complex input tensors, argument {name} must not be a complex number."
            )
    elif isinstance(value, (float, np.floating)) and dtype.category < 2:
        raise RuntimeError(
            f"For integral input tensors, argument {name} must not be a floating point number."
        )


def converted(array: Any, dtype: Any) -> Any:
    """A copy of an array with another NumPy dtype; complex numbers lose their imaginary part."""
    if array.dtype.kind == "c" and dtype.kind not in "cb":
        array = array.real
    if dtype.isbuiltin != 1:  # one of ml_dtypes; asked first, as a dtype's name takes NumPy 2 us
        array = _in_range(array, dtype.name)
    out = array.astype(dtype)
    # NumPy puts repeated dimensions, of stride 0, innermost.
    return laid_out(out, array) if 0 in array.strides else out


def _in_range(array: Any, name: str) -> Any:
    """The array within what a dtype of ml_dtypes holds, where PyTorch saturates."""
    if name == "float8_e4m3fn":  # has no infinity: ml_dtypes gives NaN
        return array.astype("float32").clip(-448, 448)
    if name == "float8_e8m0fnu":  # powers of two: no sign, no zero
        return abs(array.astype("float32")).clip(2.0**-127)
    return array


def _overflow(dtype: Any) -> RuntimeError:
    return RuntimeError(
        f"value cannot be converted to type {_C_NAMES[dtype.name]} without overflow"
    )
