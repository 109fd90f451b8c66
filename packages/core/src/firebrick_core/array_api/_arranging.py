"""Shapes, joining, and taking parts."""

from __future__ import annotations

from typing import Any

from .. import _operators as T
from ._types import only, promoted


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
