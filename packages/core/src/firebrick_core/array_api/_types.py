"""Dtypes as the standard has them: kinds, promotion, conversion; what the namespace tells of
itself.
"""

from __future__ import annotations

from typing import Any

from .. import _dtype, _operators as T
from .._device import BACKENDS, device as DeviceType

KINDS = {
    "bool": ("bool",),
    "signed integer": ("int8", "int16", "int32", "int64"),
    "unsigned integer": ("uint8", "uint16", "uint32", "uint64"),
    "integral": (
        "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    ),
    "real floating": ("float32", "float64"),
    "complex floating": ("complex64", "complex128"),
}  # fmt: skip
KINDS["numeric"] = KINDS["integral"] + KINDS["real floating"] + KINDS["complex floating"]


def isdtype(dtype: Any, kind: Any) -> bool:
    """Whether a dtype is of a kind: a dtype, a name such as "integral", or a tuple of these.

    Raises ValueError for an unknown name, TypeError for what is no kind.
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, k) for k in kind)
    if isinstance(kind, str):
        if kind not in KINDS:
            raise ValueError(f"isdtype: kind must be one of {', '.join(KINDS)}, got {kind!r}")
        return dtype.name in KINDS[kind]
    if not isinstance(kind, _dtype.dtype):
        raise TypeError(f"isdtype: kind must be a dtype, a str or a tuple, got {kind!r}")
    return dtype is kind


def _of(x: Any) -> Any:
    return x if isinstance(x, _dtype.dtype) else x.dtype


def result_type(*arrays_and_dtypes: Any) -> Any:
    """The dtype in which arrays, dtypes and Python numbers meet: numbers are of the arrays' type
    where their kind allows.

    Raises ValueError without any array or dtype.
    """
    typed = [_of(x) for x in arrays_and_dtypes if not isinstance(x, (bool, int, float, complex))]
    if not typed:
        raise ValueError("result_type needs at least one array or dtype")
    found = typed[0]
    for d in typed[1:]:
        found = _dtype.promote_types(found, d)
    for x in arrays_and_dtypes:
        if isinstance(x, (bool, int, float, complex)):
            category = _dtype.number_dtype(x).category
            if category > found.category:
                found = (
                    found.to_complex()
                    if category == _dtype.COMPLEX and (found.is_floating_point)
                    else _dtype.number_dtype(x)
                )
    return found


def can_cast(from_: Any, to: Any, /) -> bool:
    """Whether promotion would take the first dtype, or an array's, to the second."""
    try:
        return _dtype.promote_types(_of(from_), to) is to
    except RuntimeError:  # no type holds both
        return False


def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Any:
    """An array with another dtype; a copy also of one that has it, unless `copy` is False.

    Raises TypeError for complex numbers that would lose their imaginary part.
    """
    if x.dtype.is_complex and not dtype.is_complex:
        raise TypeError(f"astype: {x.dtype} cannot become {dtype}; take xp.real(x) first")
    out = x if x.dtype is dtype else x.to(dtype)
    if out is x and copy:
        out = T.clone(x)
    return out if device is None else out.to(device)


def promoted(*operands: Any) -> tuple[Any, ...]:
    """Arrays and numbers as arrays of their common dtype."""
    dtype = result_type(*operands)
    device = next(x.device for x in operands if hasattr(x, "_keys"))
    out = []
    for x in operands:
        if not hasattr(x, "_keys"):
            from .._creation import full

            x = full((), x, dtype=dtype, device=device)
        out.append(x if x.dtype is dtype else x.to(dtype))
    return tuple(out)


def only(function: str, x: Any, *kinds: str) -> None:
    """Refuse arrays whose dtype a function is not defined for, with TypeError."""
    dtype = _of(x)
    if not isdtype(dtype, kinds):
        raise TypeError(f"{function}: expected a dtype of kind {' or '.join(kinds)}, got {dtype}")


# What the namespace can do, for programs that ask.


class Info:
    """The standard's inspection functions."""

    def capabilities(self) -> dict[str, Any]:
        """Boolean indexing and shapes that depend on data are served; arrays have at most 64
        dimensions."""
        return {
            "boolean indexing": True,
            "data-dependent shapes": True,
            "max dimensions": 64,
        }

    def default_device(self) -> DeviceType:
        """The CPU."""
        return DeviceType("cpu")

    def devices(self) -> list[DeviceType]:
        """Devices that compute and are at hand."""
        found = [DeviceType("cpu")]
        try:
            count = BACKENDS["cuda"].namespace().cuda.runtime.getDeviceCount()
        except RuntimeError:  # no CuPy, or no GPU
            return found
        return found + [DeviceType("cuda", i) for i in range(count)]

    def default_dtypes(self, *, device: Any = None) -> dict[str, Any]:
        """The dtypes of arrays that are made without one."""
        real = _dtype.get_default_dtype()
        return {
            "real floating": real,
            "complex floating": real.to_complex(),
            "integral": _dtype.int64,
            "indexing": _dtype.int64,
        }

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, Any]:
        """The dtypes of a kind, by name."""
        names = (*KINDS["bool"], *KINDS["numeric"])
        found = {name: _dtype.ALL[name] for name in names}
        if kind is None:
            return found
        return {name: d for name, d in found.items() if isdtype(d, kind)}


def __array_namespace_info__() -> Info:
    """The inspection functions."""
    return Info()
