"""Tensors put together."""

from __future__ import annotations

import numpy as np

from .. import _dtype, _operators as T
from .._device import meta_array
from .._operator import Array, Arrays, composite, operator
from .._parallel import in_spans
from ._dims import all_tensors, one_dim
from ._positions import MANY, in_joined_order


def _common_dtype(arrays):
    """The NumPy dtype of all arrays by PyTorch's rules, None where they have one already."""
    first = arrays[0].dtype
    for a in arrays:
        if a.dtype != first:
            break
    else:
        return None
    common = _dtype.from_numpy_dtype(first)
    for a in arrays[1:]:
        common = _dtype.promote_types(common, _dtype.from_numpy_dtype(a.dtype))
    return common.numpy_dtype


def _joinable(arrays, dim):
    """The arrays without empty 1-d ones, checked, and the dimension."""
    if not arrays:
        raise ValueError("torch.cat(): expected a non-empty list of Tensors")
    for i, a in enumerate(arrays):
        if not a.ndim:
            raise RuntimeError(f"zero-dimensional tensor (at position {i}) cannot be concatenated")
    full = [a for a in arrays if a.shape != (0,)] or arrays[:1]
    first = full[0]
    dim = one_dim(dim, first.ndim)
    for i, a in enumerate(full):
        if a.ndim != first.ndim:
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {first.ndim} and {a.ndim}"
            )
        for d, (n, m) in enumerate(zip(first.shape, a.shape, strict=True)):
            if n != m and d != dim:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. Expected size {n} "
                    "but got "
                    f"size {m} for tensor number {i} in the list."
                )
    return full, dim


def _cat_rule(tensors, dim=0):
    full, dim = _joinable(tensors, dim)
    shape = list(full[0].shape)
    shape[dim] = sum(a.shape[dim] for a in full)
    return meta_array(shape, _common_dtype(tensors) or full[0].dtype)


def _concatenated(xp, arrays, dim=0):
    """`concatenate`; many elements are copied by several threads."""
    first = arrays[0]
    if xp is not np or first.size * len(arrays) < MANY or not -first.ndim <= dim < first.ndim:
        return xp.concatenate(arrays, dim)
    dim = dim % first.ndim
    if not all(a.flags.c_contiguous and a.ndim == first.ndim for a in arrays):
        return xp.concatenate(arrays, dim)
    shape, ends = list(first.shape), [0]
    for a in arrays:
        ends.append(ends[-1] + a.shape[dim])
    shape[dim] = ends[-1]
    out = np.empty(shape, first.dtype)

    def whole(start, stop):
        np.concatenate(arrays[start:stop], dim, out[ends[start] : ends[stop]])

    def rows(start, stop):
        np.concatenate([a[start:stop] for a in arrays], dim, out[start:stop])

    if not dim:
        in_spans(whole, len(arrays))
    elif all(len(a) == shape[0] for a in arrays):
        in_spans(rows, shape[0])
    else:
        return xp.concatenate(arrays, dim)  # which says what is wrong
    return out


@operator(
    moves=True,
    inlined=True,
    samples=(
        "[x(3, 4), x(2, 4)]",
        "[x(3, 2), x(3, 4)], 1",
        "[x(2, 3), x(0), x(1, 3)]",
        "[x(3), x(3)], -1",
    ),
    errors=(
        ("[]", ValueError, "expected a non-empty list"),
        ("[x(3), x(3, 4)]", RuntimeError, "same number of dimensions"),
        ("[x(3, 4), x(3, 3)]", RuntimeError, "Sizes of tensors must match"),
        ("[x(), x()]", RuntimeError, "zero-dimensional tensor"),
        ("[x(3)], 1", IndexError, "out of range"),
    ),
    methods=False,
    aliases=("concat", "concatenate"),
    out=True,
    meta=_cat_rule,
)
def cat(xp, tensors: Arrays, dim: int = 0) -> Array:
    """The tensors one after another along `dim`; all other dimensions agree."""
    try:
        dtype = tensors[0].dtype
        for a in tensors:
            if a.dtype is not dtype:
                break
        else:
            return in_joined_order(_concatenated(xp, tensors, dim), tensors)
    except (ValueError, IndexError):
        pass  # bad input, or empty tensors to pass over
    full, dim = _joinable(tensors, dim)
    dtype = _common_dtype(tensors)
    parts = full if dtype is None else [a.astype(dtype) for a in full]
    return in_joined_order(xp.concatenate(parts, dim), full)


def _stack_rule(tensors, dim=0):
    dim = _stackable(tensors, dim)
    shape = list(tensors[0].shape)
    shape.insert(dim, len(tensors))
    return meta_array(shape, _common_dtype(tensors) or tensors[0].dtype)


def _stackable(arrays, dim):
    if not arrays:
        raise RuntimeError("stack expects a non-empty TensorList")
    shape = arrays[0].shape
    dim = one_dim(dim, len(shape) + 1)
    for i, a in enumerate(arrays):
        if a.shape != shape:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(shape)} at entry 0 and "
                f"{list(a.shape)} at entry {i}"
            )
    return dim


@operator(
    moves=True,
    inlined=True,
    samples=("[x(3, 4), x(3, 4)]", "[x(3), x(3)], 1", "[x(), x()]", "[x(2, 3), x(2, 3)], -1"),
    errors=(
        ("[]", RuntimeError, "expects a non-empty TensorList"),
        ("[x(3), x(4)]", RuntimeError, "to be equal size"),
        ("[x(3)], 2", IndexError, "out of range"),
    ),
    methods=False,
    out=True,
    meta=_stack_rule,
)
def stack(xp, tensors: Arrays, dim: int = 0) -> Array:
    """The tensors, of one shape, along a new dimension."""
    if not dim and tensors:
        first = tensors[0]
        shape, dtype = first.shape, first.dtype
        for a in tensors:
            if a.dtype is not dtype or a.shape != shape:
                break
        else:
            if shape:
                joined = in_joined_order(_concatenated(xp, tensors), tensors)
                return joined.reshape((len(tensors), *shape))
    dim = _stackable(tensors, dim)
    dtype = _common_dtype(tensors)
    if dtype is not None:
        tensors = [a.astype(dtype) for a in tensors]
    shape = tensors[0].shape
    if dim == len(shape):
        parts = [a.reshape(*shape, 1) for a in tensors]
        return in_joined_order(xp.concatenate(parts, dim), parts)
    joined = in_joined_order(xp.concatenate(tensors, dim), tensors)
    return joined.reshape(*shape[:dim], len(tensors), *shape[dim:])


def _at_least(tensor, ndim):
    """With dimensions of size 1 as NumPy's `atleast_nd` adds them."""
    shape = tensor._array.shape
    if len(shape) >= ndim:
        return tensor
    if ndim == 3 and shape:
        return T.reshape(tensor, (1, *shape, 1) if len(shape) == 1 else (*shape, 1))
    return T.reshape(tensor, (1,) * (ndim - len(shape)) + shape)


def _each(tensors, ndim):
    several = len(tensors) != 1 or isinstance(tensors[0], (list, tuple))
    given = all_tensors(f"atleast_{ndim}d", tensors, listed=True)
    out = tuple([_at_least(t, ndim) for t in given])
    return out if several else out[0]


def _some(name, tensors):
    """The tensors to be stacked. Raises RuntimeError without any, TypeError for what is no list."""
    if hasattr(tensors, "_keys") or not isinstance(tensors, (list, tuple)):
        raise TypeError(
            f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not "
            f"{type(tensors).__name__}"
        )
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return all_tensors(name, tuple(tensors))


@composite(methods=False, samples=("x()", "x(), x(3)"))
def atleast_1d(*tensors: Array) -> Array:
    """Numbers as vectors of one element, other tensors as they are."""
    return _each(tensors, 1)


@composite(methods=False, samples=("x()", "x(3), x(3, 4)"))
def atleast_2d(*tensors: Array) -> Array:
    """Vectors as matrices of one row, larger tensors as they are."""
    return _each(tensors, 2)


@composite(methods=False, samples=("x()", "x(3), x(3, 4)"))
def atleast_3d(*tensors: Array) -> Array:
    """Vectors and matrices with dimensions of size 1 to make three, larger tensors as they are."""
    return _each(tensors, 3)


@composite(methods=False, out=True, samples=("[x(3), x(2)]", "[x(3, 2), x(3, 1)]", "[x(), x()]"))
def hstack(tensors: Arrays, *, out: object = None) -> Array:
    """The tensors side by side: along the second dimension, vectors along their only one."""
    parts = [_at_least(t, 1) for t in _some("hstack", tensors)]
    return T.cat(parts, 1 if parts[0]._array.ndim > 1 else 0, out=out)


@composite(
    methods=False, out=True, aliases=("row_stack",), samples=("[x(3), x(3)]", "[x(3), x(2, 3)]")
)
def vstack(tensors: Arrays, *, out: object = None) -> Array:
    """The tensors below one another: along the first dimension, vectors as rows."""
    return T.cat([_at_least(t, 2) for t in _some("vstack", tensors)], 0, out=out)


@composite(methods=False, out=True, samples=("[x(3), x(3)]", "[x(2, 3), x(2, 3)]"))
def dstack(tensors: Arrays, *, out: object = None) -> Array:
    """The tensors along the third dimension."""
    return T.cat([_at_least(t, 3) for t in _some("dstack", tensors)], 2, out=out)


@composite(methods=False, out=True, samples=("[x(3), x(3, 2)]",))
def column_stack(tensors: Arrays, *, out: object = None) -> Array:
    """The tensors side by side, numbers and vectors as columns."""
    tensors = _some("column_stack", tensors)
    columns = [t if t._array.ndim > 1 else T.reshape(t, (t._array.size, 1)) for t in tensors]
    return T.cat(columns, 1, out=out)
