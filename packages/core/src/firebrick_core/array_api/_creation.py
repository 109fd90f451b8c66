"""Making arrays, under the standard's names and with its defaults; shapes, joining, and taking
parts.
"""

from __future__ import annotations

from typing import Any

import firebrick_core as fb

from .. import _creation, _dtype, _operators as T
from .._tensor import Tensor
from ._types import only, promoted


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


# Shapes, joining, and taking parts.


def broadcast_to(x: Any, /, shape: tuple[int, ...]) -> Any:
    """An array repeated to a shape, as a view. Raises RuntimeError where it does not fit."""
    return T.expand(x, tuple(shape))


def broadcast_arrays(*arrays: Any) -> list[Any]:
    """Arrays repeated to their common shape."""
    return list(T.broadcast_tensors(*arrays))


def concat(arrays: Any, /, *, axis: int | None = 0) -> Any:
    """Arrays after each other along an axis, or flattened where it is None."""
    arrays = promoted(*arrays)
    if axis is None:
        return T.cat([T.reshape(a, (-1,)) for a in arrays], 0)
    return T.cat(list(arrays), axis)


def stack(arrays: Any, /, *, axis: int = 0) -> Any:
    """Arrays along a new axis."""
    return T.stack(list(promoted(*arrays)), axis)


def unstack(x: Any, /, *, axis: int = 0) -> tuple[Any, ...]:
    """The parts of an array along an axis."""
    return tuple(T.unbind(x, axis))


def expand_dims(x: Any, /, *, axis: int = 0) -> Any:
    """An array with a new axis of size 1. Raises IndexError for one that cannot be."""
    return T.unsqueeze(x, axis)


def flip(x: Any, /, *, axis: Any = None) -> Any:
    """Elements in reverse order along axes, all of them where none is named."""
    if axis is None:
        axis = tuple(range(x._array.ndim))
    return T.flip(x, (axis,) if isinstance(axis, int) else tuple(axis))


def moveaxis(x: Any, source: Any, destination: Any, /) -> Any:
    """Axes at other places; the rest keeps its order."""
    return T.movedim(x, source, destination)


def permute_dims(x: Any, /, axes: tuple[int, ...]) -> Any:
    """Axes in another order."""
    return T.permute(x, tuple(axes))


def repeat(x: Any, repeats: Any, /, *, axis: int | None = None) -> Any:
    """Each element several times."""
    if axis is None:
        x, axis = T.reshape(x, (-1,)), 0
    return T.repeat_interleave(x, repeats, axis)


def reshape(x: Any, /, shape: tuple[int, ...], *, copy: bool | None = None) -> Any:
    """The elements in another shape.

    Without a copy where possible; `copy` True always copies, False raises ValueError where needed.
    """
    if copy:
        return T.clone(T.reshape(x, tuple(shape)))
    if copy is False:
        try:
            return x.view(tuple(shape))
        except RuntimeError as error:
            raise ValueError(f"reshape: {error}") from None
    return T.reshape(x, tuple(shape))


def roll(x: Any, /, shift: Any, *, axis: Any = None) -> Any:
    """Elements moved along axes; those that leave one end enter at the other."""
    if axis is None:
        return T.roll(x, shift)
    if isinstance(axis, (tuple, list)) and isinstance(shift, int):
        shift = (shift,) * len(axis)
    return T.roll(x, shift, axis)


def squeeze(x: Any, /, axis: Any) -> Any:
    """An array without axes of size 1. Raises ValueError for another size."""
    axes = (axis,) if isinstance(axis, int) else tuple(axis)
    for a in axes:
        if x.shape[a] != 1:
            raise ValueError(f"squeeze: axis {a} has size {x.shape[a]}, expected 1")
    return T.squeeze(x, axes)


def take(x: Any, indices: Any, /, *, axis: int | None = None) -> Any:
    """The parts at the indices along an axis, which may be left out for one dimension."""
    if axis is None:
        if x._array.ndim != 1:
            raise ValueError(f"take: an array of {x._array.ndim} dimensions needs an axis")
        axis = 0
    return T.index(x, (None,) * (axis % x._array.ndim) + (indices,))


def take_along_axis(x: Any, indices: Any, /, *, axis: int = -1) -> Any:
    """For each place along an axis, the element at the index there."""
    return T.take_along_dim(x, indices, axis)


def tile(x: Any, repetitions: tuple[int, ...], /) -> Any:
    """The whole array several times along each axis."""
    return T.tile(x, tuple(repetitions))


def tril(x: Any, /, *, k: int = 0) -> Any:
    """The lower triangle of matrices, zeros above the `k`-th diagonal."""
    _matrices("tril", x)
    return T.tril(x, k)


def triu(x: Any, /, *, k: int = 0) -> Any:
    """The upper triangle of matrices, zeros below the `k`-th diagonal."""
    _matrices("triu", x)
    return T.triu(x, k)


def _matrices(name: str, x: Any) -> None:
    only(name, x, "bool", "numeric")
    if x._array.ndim < 2:
        raise ValueError(f"{name}: expected at least 2 dimensions, got {x._array.ndim}")
