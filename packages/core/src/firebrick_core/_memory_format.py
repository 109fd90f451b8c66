"""Memory formats: the order in which the elements of a tensor lie in memory."""

from __future__ import annotations

from typing import Any

import numpy as np


class memory_format:
    """An order of elements in memory: contiguous, as the input, or with the channels innermost.

    >>> import firebrick_core as fb
    >>> fb.channels_last
    torch.channels_last
    """

    __slots__ = ("name",)

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> Any:
        return _by_name, (self.name,)


def _by_name(name: str) -> memory_format:
    return _ALL[name]


contiguous_format = memory_format("contiguous_format")
preserve_format = memory_format("preserve_format")
channels_last = memory_format("channels_last")
channels_last_3d = memory_format("channels_last_3d")
_ALL = {f.name: f for f in (contiguous_format, preserve_format, channels_last, channels_last_3d)}

_BAND = 16  # of 4 bytes, a line of the cache
_DIMS = {"channels_last": 4, "channels_last_3d": 5}


def has_format(array: Any, format: Any) -> bool:
    """Whether an array's elements lie in a format; None means contiguous."""
    dims = _DIMS.get(getattr(format, "name", ""))
    if dims is None:
        return array.flags.c_contiguous
    return array.ndim == dims and array.transpose(0, *range(2, dims), 1).flags.c_contiguous


def copied(array: Any, format: Any) -> Any:
    """A copy of an array in a format; None and `preserve_format` keep the order of strides.

    Raises RuntimeError where the format is for another number of dimensions.
    """
    if format is None or format is preserve_format:
        if array.flags.c_contiguous or 0 not in array.strides:
            return array.copy("K")
        # NumPy puts repeated dimensions, of stride 0, innermost.
        order = order_of(array.shape, array.strides)
        return array.transpose(order).copy("C").transpose(inverse_of(order))
    dims = _DIMS.get(getattr(format, "name", ""))
    if dims is None:
        if format is not contiguous_format:
            raise TypeError(
                f"memory_format must be a torch.memory_format, not {type(format).__name__}"
            )
        return turned_copy(array)
    if array.ndim != dims:
        raise RuntimeError(f"required rank {dims} tensor to use {format.name} format")
    turned = turned_copy(array.transpose(0, *range(2, dims), 1))
    return turned.transpose(0, dims - 1, *range(1, dims - 1))


def turned_copy(array: Any) -> Any:
    """A row-major copy; in bands of the last dimension where its stride is a multiple of 1 kB.

    The elements that are copied one after another then belong to a few sets of the cache, which
    hold bands of 16 of them, but not whole rows: bands take a quarter of the time.
    """
    size = array.size
    if size < 1 << 14 or not isinstance(array, np.ndarray):
        return array.copy("C")
    last, width = abs(array.strides[-1]), array.shape[-1]
    if last % 1024 or width < 2 * _BAND or min(map(abs, array.strides)) >= last:
        return array.copy("C")
    out = np.empty(array.shape, array.dtype)

    def work(start: int, stop: int) -> None:
        for at in range(start, stop, _BAND):
            end = min(at + _BAND, stop)
            out[..., at:end] = array[..., at:end]

    if size < 1 << 18:
        work(0, width)
    else:
        from ._parallel import in_spans

        in_spans(work, width, _BAND)
    return out


def arranged(flat: Any, size: Any, format: Any) -> Any:
    """A flat array under a shape, its elements in a memory format; row-major unless given.

    Raises RuntimeError where the format is for another number of dimensions.
    """
    dims = _DIMS.get(getattr(format, "name", ""))
    if dims is None:
        return flat.reshape(size)
    if len(size) != dims:
        raise RuntimeError(f"required rank {dims} tensor to use {format.name} format")
    turned = flat.reshape(size[0], *size[2:], size[1])
    return turned.transpose(0, dims - 1, *range(1, dims - 1))


def order_of(shape: Any, *operands: Any) -> list[int]:
    """The dimensions from the outermost to the innermost, as PyTorch sorts them.

    An insertion sort by the strides of the first operand, then by those of the next one where they
    say nothing: dimensions of stride 0 compare with none, equal ones by size.
    """
    order = list(reversed(range(len(shape))))
    for place in range(1, len(order)):
        moving = place
        for before in reversed(range(place)):
            inner, outer = order[before], order[moving]
            compared = _compare(shape, operands, inner, outer)
            if compared > 0:
                order[before], order[moving] = outer, inner
                moving = before
            elif compared < 0:
                break
    return order[::-1]


def _compare(shape: Any, operands: Any, inner: int, outer: int) -> int:
    """Positive where two dimensions are to be swapped, negative where not, 0 where none says."""
    for strides in operands:
        one, other = abs(strides[inner]), abs(strides[outer])
        if one and other:
            if one != other:
                return 1 if one > other else -1
            if shape[inner] > shape[outer]:
                return 1
    return 0


def inverse_of(order: list[int]) -> list[int]:
    """The order that turns one back."""
    inverse = [0] * len(order)
    for place, dim in enumerate(order):
        inverse[dim] = place
    return inverse


def elementwise_order(shape: Any, operands: Any) -> list[int] | None:
    """The dimensions from outermost to innermost in which PyTorch lays out what it computes
    element by element from these operands: the first one decides. None for row-major order."""
    ndim, strides = len(shape), []
    for a in operands:
        if getattr(a, "ndim", 0):
            new = ndim - a.ndim
            sizes = zip(a.shape, shape[new:], a.strides, strict=True)
            strides.append([0] * new + [s if own == n else 0 for own, n, s in sizes])
    order = order_of(shape, *strides)
    return None if order == list(range(ndim)) else order


def laid_out(array: Any, *operands: Any) -> Any:
    """The result of an elementwise kernel, which NumPy lays out in row-major order where its
    operands disagree, in PyTorch's order."""
    first = operands[0]
    if array.ndim < 2 or (first.shape == array.shape and first.flags.c_contiguous):
        return array if array.flags.c_contiguous else array.copy()
    order = elementwise_order(array.shape, operands)
    turned = array if order is None else array.transpose(order)
    if turned.flags.c_contiguous:
        return array
    turned = turned.copy()
    return turned if order is None else turned.transpose(inverse_of(order))


def empty_for(xp: Any, shape: Any, dtype: Any, *operands: Any) -> Any:
    """An array to be filled element by element from operands, in PyTorch's order."""
    order = elementwise_order(shape, operands)
    if order is None:
        return xp.empty(shape, dtype)
    return xp.empty([shape[i] for i in order], dtype).transpose(inverse_of(order))


def is_dense(array: Any) -> bool:
    """Whether an array's elements fill a region of memory, each of it once, in any order."""
    step = array.itemsize
    sizes = [(s, n) for s, n in zip(array.strides, array.shape, strict=True) if n != 1]
    for stride, n in sorted(sizes):
        if stride != step:
            return False
        step *= n
    return True


def preserved(array: Any, format: Any, itemsize: int) -> tuple[int, ...]:
    """The strides in bytes of a new array of another's shape, in a format or in its order.

    Raises RuntimeError where the format is for another number of dimensions.
    """
    name = getattr(format, "name", "preserve_format")
    if name in _DIMS:
        if array.ndim != _DIMS[name]:
            raise RuntimeError(f"required rank {_DIMS[name]} tensor to use {name} format")
        order = [0, *range(2, array.ndim), 1]
    elif name == "contiguous_format":
        order = list(range(array.ndim))
    elif is_dense(array):
        return tuple(s // array.itemsize * itemsize for s in array.strides)
    else:
        order = order_of(array.shape, array.strides)
    strides, step = [0] * array.ndim, itemsize
    for dim in reversed(order):
        strides[dim] = step
        step *= max(array.shape[dim], 1)
    return tuple(strides)


def empty_array(format: Any, like: Any = None) -> Any:
    """What makes an uninitialised array of a size and dtype, in a format.

    Without one: in the order of `like`. Raises RuntimeError where the format is for another number
    of dimensions.
    """
    if like is None and format is preserve_format:
        raise RuntimeError("unsupported memory format Preserve: there is no tensor to be like")

    def empty(size: Any, dtype: Any, xp: Any = np) -> Any:
        array = xp.empty(size, dtype)
        strides = preserved(array if like is None else like, format, dtype.itemsize)
        return strided(xp, array, size, strides)

    return empty


def strided(xp: Any, array: Any, size: Any, strides: Any) -> Any:
    """A view of a row-major array's memory with a size and strides, in bytes, that fit in it."""
    if xp is np:
        return np.ndarray(size, array.dtype, array, 0, strides)
    return xp.ndarray(size, array.dtype, array.data, strides)
