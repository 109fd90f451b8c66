"""Elements repeated, turned over and rolled: copies in another arrangement."""

from __future__ import annotations

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._memory_format import contiguous_format, copied
from .._operator import Array, Operand, Varargs, composite, like_input, operator
from .._typing import Dims
from ._dims import all_dims, one_dim, summed_last
from ._positions import in_joined_order


# ---------------------------------------------------------------------- repeating
def _repeats(shape, sizes):
    """The shape with ones in front for all repeats, and the repeated one."""
    lead = len(sizes) - len(shape)
    if lead < 0:
        raise RuntimeError(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    padded = (1,) * lead + tuple(shape)
    new = [n * r for n, r in zip(padded, sizes, strict=True)]
    for n in new:
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {new}")
    return padded, new


def _repeat_rule(input, repeats):
    return meta_array(_repeats(input.shape, repeats)[1], input.dtype)


def _paired(first, second):
    return [n for pair in zip(first, second, strict=True) for n in pair]


@operator(
    moves=True,
    samples=("x(3), (2,)", "x(3), (2, 2)", "x(2, 3), (1, 2)", "x(), (3,)", "x(3), (0,)"),
    errors=(
        ("x(2, 3), (2,)", RuntimeError, "can not be smaller"),
        ("x(3), (-1,)", RuntimeError, "negative dimension"),
    ),
    namespace="method",
    meta=_repeat_rule,
)
def repeat(xp, input: Array, repeats: Varargs) -> Array:
    """The tensor copied `repeats` times along each dimension; surplus numbers add some in front."""
    padded, new = _repeats(input.shape, repeats)
    out = xp.empty(_paired(repeats, padded), input.dtype)
    out[...] = input.reshape(_paired((1,) * len(padded), padded))
    return out.reshape(new)


@operator(
    samples=("x(6), (2,), (3,)", "x(2, 6), (2, 2), (3,)"),
    methods=False,
    namespace="internal",
    meta=summed_last,
)
def repeat_backward(xp, grad: Array, repeats: Dims, shape: Dims) -> Array:
    """The sum of all copies that `repeat` made of a tensor of `shape`."""
    padded, _ = _repeats(shape, repeats)
    parts = grad.reshape(_paired(repeats, padded))
    kind = "i8" if grad.dtype.kind in "biu" else None
    return xp.add.reduce(parts, tuple(range(0, 2 * len(padded), 2)), kind).reshape(shape)


@composite(samples=("x(2, 3), (2,)", "x(3), (2, 2)"))
def tile(input: Array, dims: Varargs) -> Array:
    """The tensor copied `dims` times along its last dimensions."""
    dims = tuple(dims)
    return T.repeat(input, (1,) * (input._array.ndim - len(dims)) + dims)


@operator(
    samples=("T.tensor([1, 2, 0])",),
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="integral",
)
def repeated_positions(xp, repeats: Array, output_size: int | None = None) -> Array:
    """Each position of a vector, as often as its element says."""
    if repeats.ndim != 1:
        raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
    if repeats.dtype not in _COUNTS:
        name = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(repeats.dtype).name]
        raise NotImplementedError(f'"repeat_interleave_cpu" not implemented for {name!r}')
    if repeats.size and repeats.min() < 0:
        raise RuntimeError("repeats can not be negative")
    positions = xp.repeat(xp.arange(repeats.size, dtype=repeats.dtype), repeats)
    if output_size is not None and output_size != positions.size:
        raise RuntimeError(
            f"repeat_interleave(): output_size {output_size}, the allocated size, does not match "
            f"required size {positions.size}, the sum of repeats"
        )
    return positions


_COUNTS = ("i4", "i8")


@composite(
    samples=(
        "x(2, 3), 2",
        "x(2, 3), 2, 1",
        "x(3), T.tensor([1, 2, 0]), 0",
        "x(2, 3), T.tensor([2]), 1",
        "T.tensor([1, 2, 0])",
    ),
    errors=(
        ("x(3), -1", RuntimeError, "must be non-negative"),
        ("x(3), T.tensor([1, 2]), 0", RuntimeError, "the same size as input along dim"),
        ("x(3), T.tensor([1, -2, 1]), 0", RuntimeError, "can not be negative"),
        ("x(3), T.tensor([1.0, 2.0, 1.0]), 0", NotImplementedError, "not implemented for 'Float'"),
        ("x(3), T.tensor([1, 2, 0]), 0, output_size=4", RuntimeError, "does not match required"),
        ("x(3), (2,)", TypeError, "must be Tensor or int, not tuple"),
    ),
)
def repeat_interleave(
    input: Array, repeats: Operand = None, dim: int | None = None, *, output_size: int | None = None
) -> Array:
    """Each element along `dim`, or of all, repeated; a tensor says how often for each.

    With one argument, the positions of a vector, each as often as its element says.

    >>> import firebrick_core as fb
    >>> fb.repeat_interleave(fb.tensor([1, 2]), fb.tensor([2, 3])).tolist()
    [1, 1, 2, 2, 2]
    """
    if repeats is None:
        return T.repeated_positions(input, output_size)
    if dim is None:
        input, dim = T.flatten(input), 0
    elif not input._array.ndim:
        input = T.view_shape(input, (1,))
    shape = input._array.shape
    dim = one_dim(dim, len(shape))
    if not hasattr(repeats, "_keys"):
        return _each_repeated(input, repeats, dim)
    count = repeats._array
    if count.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if count.ndim and count.size not in (1, shape[dim]):
        raise RuntimeError(
            "repeats must have the same size as input along dim, but got repeats.size(0) = "
            f"{count.size} and input.size({dim}) = {shape[dim]}"
        )
    if count.size == 1:
        repeats = T.expand(T.reshape(repeats, (1,)), (shape[dim],))
    return T.index_select(input, dim, T.repeated_positions(repeats, output_size))


def _each_repeated(input, count, dim):
    """Each slice along a dimension as often as a number says."""
    if not isinstance(count, (int, np.integer)):
        raise TypeError(
            "repeat_interleave(): argument 'repeats' (position 2) must be Tensor or int, not "
            f"{type(count).__name__}"
        )
    if count < 0:
        raise RuntimeError("Repeats must be non-negative")
    shape = input._array.shape
    wide = T.expand(T.unsqueeze(input, dim + 1), (*shape[: dim + 1], count, *shape[dim + 1 :]))
    return T.flatten(T.clone(wide, memory_format=contiguous_format), dim, dim + 1)


# ---------------------------------------------------------------------- turning and rolling
_ALL, _REVERSED = slice(None), slice(None, None, -1)


@operator(
    moves=True,
    samples=("x(3, 4), (0,)", "x(3, 4), (0, 1)", "x(3, 4), (-1,)", "x(3), ()"),
    meta=like_input,
    errors=(
        ("x(3), (1,)", IndexError, "out of range"),
        ("x(3), (0, 0)", RuntimeError, "appears multiple times"),
    ),
)
def flip(xp, input: Array, dims: Varargs) -> Array:
    """A copy with the given dimensions in reverse."""
    dims = (dims,) if isinstance(dims, int) else tuple(dims)
    key = [_ALL] * input.ndim
    for d in all_dims(dims, input.ndim) if dims else ():
        key[d] = _REVERSED
    return copied(input[(*key, ...)], None)


@composite(samples=("x(3, 4)",), errors=(("x(3)", RuntimeError, "must be >= 2-d"),))
def fliplr(input: Array) -> Array:
    """A copy with the second dimension in reverse."""
    if input._array.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return T.flip(input, (1,))


@composite(samples=("x(3, 4)",), errors=(("x()", RuntimeError, "must be >= 1-d"),))
def flipud(input: Array) -> Array:
    """A copy with the first dimension in reverse."""
    if not input._array.ndim:
        raise RuntimeError("Input must be >= 1-d.")
    return T.flip(input, (0,))


@operator(
    moves=True,
    samples=("x(3, 4), 1", "x(3, 4), 1, 0", "x(3, 4), (1, -2), (0, 1)", "x(4), -1"),
    meta=like_input,
    errors=(("x(3, 4), (1, 2), 0", RuntimeError, "shifts and dimensions must align"),),
)
def roll(xp, input: Array, shifts: Dims, dims: Dims = None) -> Array:
    """The elements rolled on by `shifts` along `dims`, or in the flattened tensor."""
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    dims = () if dims is None else (dims,) if isinstance(dims, int) else tuple(dims)
    if not shifts:
        raise RuntimeError("`shifts` required")
    if len(shifts) != len(dims) and (dims or len(shifts) != 1):
        raise RuntimeError(
            f"shifts and dimensions must align. shifts: {len(shifts)}, dims:{len(dims)}"
        )
    if not dims:
        return _roll(xp, input.reshape(-1), shifts[0], 0).reshape(input.shape)
    out = input
    for shift, d in zip(shifts, dims, strict=True):
        if not input.ndim:
            raise IndexError(f"Dimension specified as {d} but tensor has no dimensions")
        out = _roll(xp, out, shift, one_dim(d, input.ndim))
    return in_joined_order(out, (input,))


def _roll(xp, input, shift, dim):
    n = input.shape[dim]
    if not n or not shift % n:
        return input.copy()
    before, cut = (slice(None),) * dim, n - shift % n
    return xp.concatenate((input[(*before, slice(cut, None))], input[(*before, slice(cut))]), dim)


@composite(
    samples=("x(3, 4)", "x(2, 3, 4), 3, (1, 2)", "x(3, 4), 2"),
    errors=(
        ("x(3, 4), 1, (0, 0)", RuntimeError, "rotation dims to be different"),
        ("x(3)", RuntimeError, "total dims >= 2"),
    ),
)
def rot90(input: Array, k: int = 1, dims: Dims = (0, 1)) -> Array:
    """The plane of two dimensions turned `k` times by 90 degrees, first towards second."""
    ndim = input._array.ndim
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if ndim < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {ndim}")
    first, second = one_dim(dims[0], ndim), one_dim(dims[1], ndim)
    if first == second:
        raise RuntimeError(
            f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    k %= 4
    if k == 1:
        return T.transpose(T.flip(input, (second,)), first, second)
    if k == 2:
        return T.flip(input, (first, second))
    if k == 3:
        return T.transpose(T.flip(input, (first,)), first, second)
    return T.clone(input, memory_format=contiguous_format)
