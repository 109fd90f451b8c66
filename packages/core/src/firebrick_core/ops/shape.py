"""The same elements under another shape: views where the memory allows it, else copies."""

from __future__ import annotations

import math

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._hidden_order import restore
from .._operator import Array, Varargs, composite, direct, operator, view as view_operator
from .._typing import Dims, DType
from ._dims import all_dims, broadcast_shapes, one_dim, summed_last
from ._positions import insert_one, strided

BAD_SIZE = "is invalid for input of size"


def infer_shape(shape, size):
    """A shape with at most one -1, that filled in. Raises RuntimeError where it does not fit."""
    shape = tuple(shape)
    for i, n in enumerate(shape):
        if n < -1:
            raise RuntimeError(f"invalid shape dimension {n} at index {i} of shape {list(shape)}")
    if -1 not in shape:
        if math.prod(shape) != size:
            raise RuntimeError(f"shape '{list(shape)}' {BAD_SIZE} {size}")
        return shape
    if shape.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred")
    known = -math.prod(shape)
    if known and not size % known:
        i = shape.index(-1)
        return (*shape[:i], size // known, *shape[i + 1 :])
    if not known and not size:
        raise RuntimeError(
            f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified "
            "dimension size -1 can be any value and is ambiguous"
        )
    raise RuntimeError(f"shape '{list(shape)}' {BAD_SIZE} {size}")


def view_strides(shape, strides, new_shape):
    """Byte strides that show an array under a new shape, None where that takes a copy."""
    if 0 in shape:
        return None
    groups = []
    for n, s in zip(reversed(shape), reversed(strides), strict=True):
        if n == 1:
            continue
        if groups and s == groups[-1][0] * groups[-1][1]:
            groups[-1][0] *= n
        else:
            groups.append([n, s])
    out, g, left = [], 0, groups[0][0] if groups else 1
    step = groups[0][1] if groups else strides[-1] if strides else 0
    for n in reversed(new_shape):
        if n == 1:
            out.append(step)
            continue
        while left == 1 and g + 1 < len(groups):
            g += 1
            left, step = groups[g]
        if n > left or left % n:
            return None
        out.append(step)
        step *= n
        left //= n
    return tuple(reversed(out))


def try_view(xp, input, shape):
    """A view of an array under a new shape, None where that needs a copy."""
    if input.flags.c_contiguous:
        return input.reshape(shape)
    if not input.size:
        return xp.empty(shape, input.dtype)
    strides = view_strides(input.shape, input.strides, shape)
    return None if strides is None else strided(xp, input, shape, strides)


@view_operator(
    samples=("x(8), (2, 4)", "x(2, 3, 4), (6, -1)", "x(), (1, 1)", "x(0, 3), (3, 0)"),
    errors=(
        ("x(8), (3, 3)", RuntimeError, BAD_SIZE),
        ("x(3, 4).t(), (12,)", RuntimeError, "view size is not compatible"),
        ("x(8), (-1, -1)", RuntimeError, "only one dimension can be inferred"),
    ),
    methods=False,
    namespace="internal",
)
def view_shape(xp, input: Array, shape: Varargs) -> Array:
    """The elements under another shape, without a copy; one size may be -1."""
    if -1 in shape or not input.flags.c_contiguous:
        out = try_view(xp, input, infer_shape(shape, input.size))
        if out is None:
            raise RuntimeError(
                "view size is not compatible with input tensor's size and stride (at least one "
                "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
            )
        return out
    try:
        out = input.reshape(shape)
    except ValueError:
        infer_shape(shape, input.size)
        raise
    if out.shape != shape:
        infer_shape(shape, input.size)  # NumPy takes any negative number for -1
    return out


@direct(
    samples=("x(3, 4).to(T.float32), T.int32", "x(3, 4).to(T.float64), T.int64"),
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="float",
)
def view_dtype(input: Array, dtype: DType) -> Array:
    """The memory read as elements of another dtype; the last dimension follows their size."""
    array, old, new = input._array, input.dtype.itemsize, dtype.itemsize
    names = f"{_errors.TYPE_NAMES[input.dtype.name]} as {_errors.TYPE_NAMES[dtype.name]}"
    if old != new:
        if not array.ndim:
            raise RuntimeError(f"self.dim() cannot be 0 to view {names} (different element sizes)")
        if array.strides[-1] != old:
            raise RuntimeError(
                f"self.stride(-1) must be 1 to view {names} (different element sizes), "
                f"but got {array.strides[-1] // old}"
            )
        if new > old and array.shape[-1] * old % new:
            raise RuntimeError(
                f"self.size(-1) must be divisible by {new // old} to view {names} (different "
                "element "
                f"sizes), but got {array.shape[-1]}"
            )
    return T.view_of(input, array.view(dtype.numpy_dtype), dtype)


@composite(namespace="method", samples=("x(8), (2, 4)",))
def view(input: Array, size: Varargs = (), *, dtype: DType | None = None) -> Array:
    """The elements under another shape, or as another dtype, without a copy; one size may be -1."""
    if type(size) is _dtype.dtype:
        dtype = size
    if dtype is not None:
        return input if dtype is input.dtype else T.view_dtype(input, dtype)
    return T.view_shape(input, size)


@composite(
    samples=("x(2, 6), (3, -1)", "x(3, 4).t(), (2, 6)"),
    errors=(("x(8), (3, 3)", RuntimeError, BAD_SIZE),),
)
def reshape(input: Array, shape: Varargs) -> Array:
    """The elements under another shape; a view where the strides allow it, else a copy."""
    array = restore(input)._array
    if not array.flags.c_contiguous and array.size:
        shape = infer_shape(shape, array.size)
        if view_strides(array.shape, array.strides, shape) is None:
            return T.reshape_copy(input, shape)
    return T.view_shape(input, shape)


def _reshaped(input, shape):
    return meta_array(shape, input.dtype)


@operator(
    moves=True,
    samples=("x(3, 4).t(), (2, 6)", "x(3, 4), (12,)"),
    methods=False,
    namespace="internal",
    meta=_reshaped,
)
def reshape_copy(xp, input: Array, shape: Dims) -> Array:
    """A copy under another shape, known in full."""
    return input.copy().reshape(shape)


@composite(namespace="method", samples=("x(6), x(2, 3)",))
def view_as(input: Array, other: Array) -> Array:
    """A view of the shape of `other`."""
    return T.view_shape(input, other._array.shape)


@composite(namespace="method", samples=("x(6), x(2, 3)", "x(2, 3).t(), x(6)"))
def reshape_as(input: Array, other: Array) -> Array:
    """The elements under the shape of `other`."""
    return T.reshape(input, other._array.shape)


@composite(samples=("x(2, 3, 4), 1", "x()"))
def flatten(input: Array, start_dim: int = 0, end_dim: int = -1) -> Array:
    """The dimensions from `start_dim` to `end_dim` as one."""
    shape = input._array.shape
    ndim = len(shape)
    if end_dim == -1 and 0 <= start_dim < ndim - 1:
        return T.reshape(input, (*shape[:start_dim], math.prod(shape[start_dim:])))
    start, end = one_dim(start_dim, ndim), one_dim(end_dim, ndim)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not ndim:
        return T.view_shape(input, (1,))
    if start == end:
        return input
    return T.reshape(input, (*shape[:start], math.prod(shape[start : end + 1]), *shape[end + 1 :]))


@composite(samples=("x(2, 3)", "x(2, 3).t()"))
def ravel(input: Array) -> Array:
    """All elements in one contiguous dimension."""
    return T.view_shape(T.contiguous(input), (input._array.size,))


@composite(samples=("x(2, 12), 1, (3, -1)",))
def unflatten(input: Array, dim: int, sizes: Dims) -> Array:
    """One dimension split into several; one of the sizes may be -1."""
    shape, sizes = input._array.shape, tuple(sizes)
    dim = one_dim(dim, len(shape))
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    if not shape:
        raise RuntimeError("unflatten: a 0-dim tensor has no dimension to split; see reshape()")
    known = -math.prod(sizes) if sizes.count(-1) == 1 else math.prod(sizes)
    if shape[dim] % known if known and -1 in sizes else known != shape[dim]:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} "
            f"({shape[dim]}) in the input tensor"
        )
    sizes = infer_shape(sizes, shape[dim])
    return T.view_shape(input, (*shape[:dim], *sizes, *shape[dim + 1 :]))


@view_operator(
    samples=("x(1, 3, 1)", "x(1, 3, 1), 0", "x(1, 3, 1), 1", "x(1, 3, 1), (0, -1)", "x(), 0"),
    errors=(("x(3), 1", IndexError, "out of range"),),
)
def squeeze(xp, input: Array, dim: Varargs = None) -> Array:
    """Without the dimensions of size 1, or those of them that `dim` names."""
    if dim is None:
        return input.squeeze()
    dims = () if dim == () else all_dims(dim, input.ndim)
    return input.squeeze(tuple(d for d in dims if input.ndim and input.shape[d] == 1))


@view_operator(
    samples=("x(3, 4), 0", "x(3, 4), -1", "x(2, 3, 4), 1", "x(), 0"),
    errors=(("x(3), 2", IndexError, "out of range"),),
)
def unsqueeze(xp, input: Array, dim: int) -> Array:
    """With a dimension of size 1 put in at `dim`."""
    dim = one_dim(dim, input.ndim + 1)
    return insert_one(xp, input, dim)


@view_operator(
    samples=("x(3, 1), (3, 4)", "x(3), (2, -1)", "x(), (2, 3)", "x(3), (0, 3)"),
    errors=(
        ("x(3), (4,)", RuntimeError, r"must match the existing size \(3\)"),
        ("x(3), (-1, 3)", RuntimeError, "leading, non-existing dimension 0"),
        ("x(2, 3), (3,)", RuntimeError, "must be greater or equal"),
    ),
    namespace="method",
)
def expand(xp, input: Array, size: Varargs, *, implicit: bool = False) -> Array:
    """Dimensions of size 1, and new ones in front, repeated without a copy, read-only."""
    shape, old_strides = input.shape, input.strides
    lead = len(size) - len(shape)
    if lead < 0:
        name = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(input.dtype).name]
        raise RuntimeError(
            f"expand(torch.{name}Tensor{{{list(shape)}}}, size={list(size)}): the number of sizes "
            f"provided ({len(size)}) must be greater or equal to the number of dimensions in the "
            f"tensor ({input.ndim})"
        )
    if not shape and size and min(size) > 0:  # what the gradient of every sum is
        return strided(xp, input, size, (0,) * len(size), math.prod(size) > 1)
    out, strides, overlapping = [], [], False
    behind = old_strides[0] * shape[0] if shape else input.itemsize
    for i, n in enumerate(size):
        if i < lead:
            old, step = 1, behind
        else:
            old, step = shape[i - lead], old_strides[i - lead]
        if n == -1 and i >= lead:
            n = old
        elif n != old:
            if n < 0 and i < lead:
                raise RuntimeError(
                    f"The expanded size of the tensor ({n}) isn't allowed in a leading, "
                    f"non-existing dimension {i}"
                )
            if old != 1 or n < 0:
                raise RuntimeError(
                    f"The expanded size of the tensor ({n}) must match the existing size ({old}) "
                    f"at non-singleton dimension {i}.  Target sizes: {list(size)}.  "
                    f"Tensor sizes: {list(shape)}"
                )
            step = 0
            overlapping |= n > 1
        out.append(n)
        strides.append(step)
    return strided(xp, input, out, strides, overlapping)


@composite(namespace="method", samples=("x(3), x(2, 3)",))
def expand_as(input: Array, other: Array) -> Array:
    """Expanded to the shape of `other`."""
    return T.expand(input, other._array.shape)


@composite(samples=("x(3), (2, 3)",))
def broadcast_to(input: Array, size: Varargs) -> Array:
    """Dimensions of size 1, and new ones in front, repeated without a copy."""
    return T.expand(input, size)


def _summed_axes(shape, size):
    """The dimensions that summing to `size` runs over. Raises RuntimeError where it cannot."""
    lead = len(shape) - len(size)
    axes = list(range(lead))
    for d, n in enumerate(size, lead):
        m = shape[d] if d >= 0 else None
        if n != m:
            if n != 1 or m is None:
                break
            axes.append(d)
    else:
        return tuple(axes)
    raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")


@operator(
    samples=("x(3, 4), (4,)", "x(3, 4), (3, 1)", "x(2, 3, 4), (1, 4)", "x(3), ()"),
    methods=False,
    namespace="internal",
    meta=summed_last,
)
def sum_expanded(xp, input: Array, size: Dims) -> Array:
    """The sum over the dimensions that expanding from `size` would have made."""
    kind = "i8" if input.dtype.kind in "biu" else None
    shape = input.shape
    if shape[1:] == size:  # a bias
        return xp.add.reduce(input, 0, kind)
    out = xp.add.reduce(input, _summed_axes(shape, size), kind, None, True)
    return out if out.ndim == len(size) else out.reshape(size)


@composite(
    namespace="method",
    samples=("x(3, 4), (4,)", "x(3, 4), (3, 1)", "x(3), (3,)"),
    errors=(("x(3), (2,)", RuntimeError, "is not expandable to size"),),
)
def sum_to_size(input: Array, size: Varargs) -> Array:
    """The sum over leading dimensions and those that are 1 in `size`: the reverse of expanding."""
    size = tuple(size)
    if not size:
        return T.sum(input)
    return input if input._array.shape == size else T.sum_expanded(input, size)


@composite(methods=False, samples=("x(3, 1), x(4)",))
def broadcast_tensors(*tensors: Array) -> tuple[Array, ...]:
    """The tensors expanded to their common shape."""
    if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tensors[0]
    shape = broadcast_shapes(*[t._array.shape for t in tensors])
    return tuple([T.expand(t, shape) for t in tensors])
