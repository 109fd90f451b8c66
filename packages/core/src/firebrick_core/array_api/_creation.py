"""Making arrays, under the standard's names and with its defaults."""

from __future__ import annotations

from typing import Any

import firebrick_core as fb

from .. import _creation, _dtype, _operators as T
from .._tensor import Tensor


def asarray(
    obj: Any, /, *, dtype: Any = None, device: Any = None, copy: bool | None = None
) -> Tensor:
    """An array from numbers, nested sequences, buffers or arrays.

    `copy` None copies where that is needed; True always; False raises ValueError where it is.
    """
    if isinstance(obj, Tensor):
        out = obj
        if dtype is not None and dtype is not obj.dtype:
            if copy is False:
                raise ValueError("asarray: a conversion of dtype needs a copy")
            return obj.to(dtype)
        if device is not None:
            out = out.to(device)
        return T.clone(out) if copy and out is obj else out
    shares = hasattr(obj, "__array__") or hasattr(obj, "__dlpack__")
    if copy is False and not shares:
        raise ValueError(f"asarray: {type(obj).__name__} cannot become an array without a copy")
    if dtype is None and isinstance(obj, int) and not isinstance(obj, bool) and obj >= 2**63:
        dtype = _dtype.uint64
    if copy or not shares:
        return fb.tensor(obj, dtype=dtype, device=device)
    return fb.as_tensor(obj, dtype=dtype, device=device)


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Tensor:
    """An array over the memory of any object with `__dlpack__`."""
    return _creation.from_dlpack(x, device=device, copy=copy)


def arange(
    start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None
) -> Tensor:
    """Evenly spaced numbers from `start` up to, and without, `stop`."""
    if stop is None:
        start, stop = 0, start
    if (stop - start) / step <= 0:
        integers = all(isinstance(n, int) for n in (start, stop, step))
        dtype = dtype or (_dtype.int64 if integers else _dtype.get_default_dtype())
        return fb.empty(0, dtype=dtype, device=device)
    return fb.arange(start, stop, step, dtype=dtype, device=device)


def linspace(
    start: Any, stop: Any, /, num: int, *, dtype: Any = None, device: Any = None,
    endpoint: bool = True,
) -> Tensor:  # fmt: skip
    """`num` evenly spaced numbers from `start` to `stop`, which `endpoint` says to include."""
    if dtype is None and (isinstance(start, complex) or isinstance(stop, complex)):
        dtype = _dtype.get_default_dtype().to_complex()
    wide = dtype or _dtype.get_default_dtype()
    if not endpoint and num:
        return fb.linspace(start, stop, num + 1, dtype=wide, device=device)[:-1]
    return fb.linspace(start, stop, num, dtype=wide, device=device)


def eye(
    n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Any = None, device: Any = None
) -> Tensor:
    """Ones on the `k`-th diagonal of a matrix, zeros elsewhere."""
    columns = n_rows if n_cols is None else n_cols
    out = fb.zeros(n_rows, columns, dtype=dtype, device=device)
    if -n_rows < k < columns:
        T.diagonal(out, k).fill_(1)
    return out


def _shape(shape: Any) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """An array with whatever its memory held."""
    return fb.empty(_shape(shape), dtype=dtype, device=device)


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """An array of zeros."""
    return fb.zeros(_shape(shape), dtype=dtype, device=device)


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """An array of ones."""
    return fb.ones(_shape(shape), dtype=dtype, device=device)


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """An array of one value."""
    return fb.full(_shape(shape), fill_value, dtype=dtype, device=device)


def empty_like(x: Any, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """An array of the same shape with whatever its memory held."""
    return fb.empty_like(x, dtype=dtype, device=device)


def zeros_like(x: Any, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Zeros of the same shape."""
    return fb.zeros_like(x, dtype=dtype, device=device)


def ones_like(x: Any, /, *, dtype: Any = None, device: Any = None) -> Tensor:
    """Ones of the same shape."""
    return fb.ones_like(x, dtype=dtype, device=device)


def full_like(x: Any, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> Tensor:
    """One value in the same shape."""
    return fb.full_like(x, fill_value, dtype=dtype, device=device)


def meshgrid(*arrays: Any, indexing: str = "xy") -> tuple[Tensor, ...]:
    """Coordinate matrices of one-dimensional arrays."""
    if len(arrays) < 2:
        return tuple(arrays)
    return tuple(T.meshgrid(*arrays, indexing=indexing))
