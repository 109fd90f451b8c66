"""Views: the same elements under another shape."""

from __future__ import annotations

import math

from .. import _operators as T
from .._operator import Array, Varargs, composite, view as view_operator
from ._dims import one_dim


def infer_shape(shape, size):
    """A shape with at most one -1, that filled in. Raises RuntimeError where it does not fit."""
    shape = tuple(shape)
    if -1 in shape:
        known = 1
        for n in shape:
            if n >= 0:
                known *= n
        if shape.count(-1) > 1:
            raise RuntimeError("only one dimension can be inferred")
        if known and not size % known:
            i = shape.index(-1)
            return (*shape[:i], size // known, *shape[i + 1 :])
        if not known and not size:
            raise RuntimeError(
                f"cannot reshape tensor of 0 elements into shape {list(shape)} because the unspecified "
                "dimension size -1 can be any value and is ambiguous"
            )
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {size}")
    if math.prod(shape) != size:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {size}")
    return shape


def view_strides(shape, strides, new_shape):
    """Byte strides that show an array under a new shape without a copy, None where there are none."""
    if 0 in shape:
        return None
    groups, step = [], None
    for n, s in zip(reversed(shape), reversed(strides)):
        if n == 1:
            continue
        if groups and s == groups[-1][0] * groups[-1][1]:
            groups[-1][0] *= n
        else:
            groups.append([n, s])
    out, g, left = [], 0, groups[0][0] if groups else 1
    step = groups[0][1] if groups else 0
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
    if strides is None:
        return None
    return xp.lib.stride_tricks.as_strided(input, shape, strides)


@view_operator(samples=("x(8), (2, 4)", "x(2, 3, 4), (6, -1)", "x(), (1, 1)", "x(0, 3), (3, 0)"),
               errors=(("x(8), (3, 3)", RuntimeError, "is invalid for input of size"),
                       ("x(3, 4).t(), (12,)", RuntimeError, "view size is not compatible")), namespace="method")
def view(xp, input: Array, shape: Varargs) -> Array:
    """The elements under another shape, without a copy; one size may be -1."""
    if -1 in shape or not input.flags.c_contiguous:
        out = try_view(xp, input, infer_shape(shape, input.size))
        if out is None:
            raise RuntimeError(
                "view size is not compatible with input tensor's size and stride (at least one dimension "
                "spans across two contiguous subspaces). Use .reshape(...) instead."
            )
        return out
    try:
        return input.reshape(shape)
    except ValueError:
        raise RuntimeError(f"shape '{list(shape)}' is invalid for input of size {input.size}") from None


@view_operator(samples=("x(3, 4)", "x(3)", "x()"), errors=(("x(2, 3, 4)", RuntimeError, "expects a tensor with <= 2"),))
def t(xp, input: Array) -> Array:
    """The transpose of a matrix; vectors as they are."""
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D")
    return input.T


@view_operator(samples=("x(3, 4), 0, 1", "x(2, 3, 4), -1, 0", "x(), 0, -1"), errors=(("x(3), 0, 1", IndexError, "out of range"),))
def transpose(xp, input: Array, dim0: int, dim1: int) -> Array:
    """Two dimensions exchanged."""
    dim0, dim1 = one_dim(dim0, input.ndim), one_dim(dim1, input.ndim)
    return input.swapaxes(dim0, dim1) if input.ndim else input.view()
