"""Element types, the default floating type, and PyTorch's type-promotion rules.

A `dtype` is one object per type, compared by identity. `promote_types` is the lattice of two types;
`result_type` also knows that Python numbers and 0-d tensors are weaker than tensors with dimensions
(https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc).
"""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

BOOL, INTEGRAL, FLOATING, COMPLEX = range(4)
# Types of 8 bits are for storage: they are converted, moved and compared, and take no part in
# promotion or arithmetic.
FLOAT8 = ("float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu")
_FROM_ML_DTYPES = ("bfloat16", *FLOAT8)


class dtype:
    """The type of a tensor's elements.

    Attributes: `itemsize` in bytes, `is_floating_point`, `is_complex`, `is_signed`, and
    `numpy_dtype`.

    >>> import firebrick_core as fb
    >>> fb.float32, fb.float32.itemsize, fb.int64.is_floating_point
    (torch.float32, 4, False)
    """

    __slots__ = (
        "_numpy",
        "category",
        "is_complex",
        "is_floating_point",
        "is_signed",
        "itemsize",
        "keys",
        "name",
    )

    def __init__(
        self,
        name: str,
        category: builtins.int,
        itemsize: builtins.int,
        signed: builtins.bool = True,
    ):
        self.name = name
        self.category = category
        self.itemsize = itemsize
        self.is_signed = signed
        self.is_floating_point = category == FLOATING
        self.is_complex = category == COMPLEX
        # What the keys of a tensor say of its dtype: see `_device.NARROW`.
        self.keys = 0x80 if category == FLOATING and itemsize < 4 else 0
        self._numpy: Any = None if name in _FROM_ML_DTYPES else np.dtype(name)

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        """The NumPy type of the same elements; bfloat16 and the float8 types have one only where
        `ml_dtypes` is installed."""
        if self._numpy is None:
            self._numpy = _ml_dtype(self.name)
            FROM_NUMPY[self._numpy] = self
        return self._numpy

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> Any:
        return _by_name, (self.name,)

    def __copy__(self) -> dtype:
        return self

    def __deepcopy__(self, memo: Any) -> dtype:
        return self

    def to_complex(self) -> dtype:
        """The complex type whose parts have this floating type."""
        return self if self.is_complex else (complex128 if self is float64 else complex64)

    def to_real(self) -> dtype:
        """The floating type of this complex type's parts."""
        return (float64 if self is complex128 else float32) if self.is_complex else self


def _ml_dtype(name: str) -> np.dtype[Any]:
    try:
        import ml_dtypes
    except ImportError:
        raise ImportError(
            f"{name} arrays need the package ml_dtypes: pip install 'firebrick-core[bfloat16]'"
        ) from None
    return np.dtype(getattr(ml_dtypes, name))


def _by_name(name: str) -> dtype:
    return ALL[name]


bool = dtype("bool", BOOL, 1, signed=False)
uint8 = dtype("uint8", INTEGRAL, 1, signed=False)
int8 = dtype("int8", INTEGRAL, 1)
int16 = dtype("int16", INTEGRAL, 2)
int32 = dtype("int32", INTEGRAL, 4)
int64 = dtype("int64", INTEGRAL, 8)
uint16 = dtype("uint16", INTEGRAL, 2, signed=False)
uint32 = dtype("uint32", INTEGRAL, 4, signed=False)
uint64 = dtype("uint64", INTEGRAL, 8, signed=False)
float16 = dtype("float16", FLOATING, 2)
bfloat16 = dtype("bfloat16", FLOATING, 2)
float32 = dtype("float32", FLOATING, 4)
float64 = dtype("float64", FLOATING, 8)
float8_e4m3fn, float8_e5m2, float8_e4m3fnuz, float8_e5m2fnuz, float8_e8m0fnu = (
    dtype(name, FLOATING, 1) for name in FLOAT8
)
complex64 = dtype("complex64", COMPLEX, 8)
complex128 = dtype("complex128", COMPLEX, 16)

short, int, long = int16, int32, int64
half, float, double = float16, float32, float64
cfloat, cdouble = complex64, complex128

ALL = {
    d.name: d
    for d in (
        bool,
        uint8,
        int8,
        int16,
        int32,
        int64,
        uint16,
        uint32,
        uint64,
        float16,
        bfloat16,
        float32,
        float64,
        complex64,
        complex128,
        float8_e4m3fn,
        float8_e5m2,
        float8_e4m3fnuz,
        float8_e5m2fnuz,
        float8_e8m0fnu,
    )
}
FROM_NUMPY: dict[Any, dtype] = {d._numpy: d for d in ALL.values() if d._numpy is not None}

_default = float32


def get_default_dtype() -> dtype:
    """The floating type of new tensors whose type is not given; `torch.float32` unless changed."""
    return _default


def set_default_dtype(d: dtype) -> None:
    """Make `d`, a floating type, the type of new tensors whose type is not given.

    Raises TypeError where `d` is not a floating-point dtype.
    """
    global _default
    if not isinstance(d, dtype) or not d.is_floating_point:
        raise TypeError(f"only floating-point types are supported as the default type, not {d}")
    _default = d


def from_numpy_dtype(numpy_dtype: Any) -> dtype:
    """The dtype of the same elements as a NumPy dtype.

    Raises TypeError for types that tensors do not have: strings, objects, dates, structures.
    """
    found = FROM_NUMPY.get(numpy_dtype)
    if found is not None:
        return found
    numpy_dtype = np.dtype(numpy_dtype)
    found = FROM_NUMPY.get(numpy_dtype.newbyteorder("="))
    if found is None and numpy_dtype.name in _FROM_ML_DTYPES:
        FROM_NUMPY[numpy_dtype] = found = ALL[numpy_dtype.name]
    if found is None:
        raise TypeError(
            f"can't convert np.ndarray of type {numpy_dtype}. The only supported types are: "
            + ", ".join(ALL)
        )
    return found


_SIGNED = {1: int8, 2: int16, 4: int32, 8: int64}


def _promote_integers(a: dtype, b: dtype) -> dtype:
    if a.is_signed == b.is_signed:
        return a if a.itemsize >= b.itemsize else b
    signed, unsigned = (a, b) if a.is_signed else (b, a)
    size = max(signed.itemsize, 2 * unsigned.itemsize)
    if size > 8:
        raise RuntimeError(
            f"Promotion for uint64 and {signed.name} is not supported: no integer type holds both. "
            "Convert one of them with .to(dtype)"
        )
    return _SIGNED[size]


def _promote(a: dtype, b: dtype) -> dtype:
    if a.category < b.category:
        a, b = b, a
    if a.name in FLOAT8 or b.name in FLOAT8:
        raise RuntimeError(
            f"Promotion for Float8 Types is not supported, attempted to promote {a.name} and "
            f"{b.name}. Convert with .to(dtype) first"
        )
    if a.category == COMPLEX:
        wide = a is complex128 or b is float64 or b is complex128
        return complex128 if wide else complex64
    if a.category == FLOATING and b.category == FLOATING and a is not b:
        if a.itemsize == b.itemsize:
            return float32
        return a if a.itemsize > b.itemsize else b
    if a.category == INTEGRAL and b.category == INTEGRAL:
        return _promote_integers(a, b)
    return a


_promoted: dict[tuple[dtype, dtype], dtype] = {}


def promote_types(type1: dtype, type2: dtype) -> dtype:
    """The smallest type that both types can be converted to, as PyTorch's lattice has it.

    >>> import firebrick_core as fb
    >>> fb.promote_types(fb.int32, fb.float16), fb.promote_types(fb.uint8, fb.int8)
    (torch.float16, torch.int16)
    """
    key = (type1, type2)
    found = _promoted.get(key)
    if found is None:
        found = _promoted[key] = type1 if type1 is type2 else _promote(type1, type2)
    return found


def _combine(higher: dtype | None, lower: dtype | None) -> dtype | None:
    """Let a weaker class of operand decide only when it is of a higher category."""
    if higher is None or lower is None:
        return higher or lower
    if higher.category >= lower.category:
        return higher
    if higher.is_floating_point:
        return higher.to_complex()
    return promote_types(higher, lower)


def number_dtype(value: Any) -> dtype:
    """The type that a Python number takes part in promotion with."""
    if isinstance(value, (builtins.bool, np.bool_)):
        return bool
    if isinstance(value, (builtins.int, np.integer)):
        return int64
    if isinstance(value, (builtins.float, np.floating)):
        return _default
    return _default.to_complex()


def operands_dtype(operands: Any) -> dtype:
    """The common type of tensors and Python numbers; None among them is passed over."""
    dimensioned = zero_dim = number = None
    for x in operands:
        d = getattr(x, "dtype", None)
        if not isinstance(d, dtype):
            if x is not None:
                d = number_dtype(x)
                number = d if number is None else promote_types(number, d)
        elif x._array.ndim:
            dimensioned = d if dimensioned is None else promote_types(dimensioned, d)
        else:
            zero_dim = d if zero_dim is None else promote_types(zero_dim, d)
    found = _combine(dimensioned, _combine(zero_dim, number))
    if found is None:
        raise TypeError("result_type needs at least one tensor or number")
    return found


def can_cast(from_: dtype, to: dtype) -> builtins.bool:
    """Whether a result of type `from_` may be written into a tensor of type `to`.

    >>> import firebrick_core as fb
    >>> fb.can_cast(fb.float64, fb.float32), fb.can_cast(fb.float32, fb.int64)
    (True, False)
    """
    return from_.category <= to.category


# eps, min, max, smallest normal number, decimal resolution, where NumPy has no finfo.
_LIMITS = {
    "bfloat16": (2.0**-7, -(2.0**128 - 2.0**120), 2.0**128 - 2.0**120, 2.0**-126, 0.01),
    "float8_e4m3fn": (0.125, -448.0, 448.0, 2.0**-6, 1.0),
    "float8_e5m2": (0.25, -57344.0, 57344.0, 2.0**-14, 1.0),
    "float8_e4m3fnuz": (0.125, -240.0, 240.0, 2.0**-7, 1.0),
    "float8_e5m2fnuz": (0.125, -57344.0, 57344.0, 2.0**-15, 1.0),
    "float8_e8m0fnu": (1.0, 2.0**-127, 2.0**127, 2.0**-127, 1.0),
}


class finfo:
    """Limits of a floating type: `bits, eps, max, min, tiny, smallest_normal, resolution,
    dtype`."""

    def __init__(self, type: dtype | None = None):
        d = (type or _default).to_real()
        if not isinstance(d, dtype) or not d.is_floating_point:
            raise TypeError(f"finfo needs a floating-point or complex dtype, not {type}; see iinfo")
        self.bits = d.itemsize * 8
        self.dtype = d.name
        if d.name in _LIMITS:
            self.eps, self.min, self.max, self.tiny, self.resolution = _LIMITS[d.name]
        else:
            info = np.finfo(d.numpy_dtype)
            self.eps, self.max = builtins.float(info.eps), builtins.float(info.max)
            self.min, self.tiny = -self.max, builtins.float(info.tiny)
            self.resolution = builtins.float(info.resolution)
        self.smallest_normal = self.tiny

    def __repr__(self) -> str:
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g},"
            f" eps={self.eps:g}, smallest_normal={self.tiny:g}, tiny={self.tiny:g},"
            f" dtype={self.dtype})"
        )


class iinfo:
    """Limits of an integer type: `bits, max, min, dtype`."""

    def __init__(self, type: dtype):
        if not isinstance(type, dtype) or type.category != INTEGRAL:
            raise TypeError(f"iinfo needs an integer dtype, not {type}; see finfo")
        info = np.iinfo(type.numpy_dtype)
        self.bits, self.dtype = type.itemsize * 8, type.name
        self.max, self.min = builtins.int(info.max), builtins.int(info.min)

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"
