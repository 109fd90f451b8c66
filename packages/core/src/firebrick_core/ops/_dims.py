"""Dimension arguments, checked and made non-negative; arguments one by one; shape rules that
several operators share.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _errors
from .._arguments import MISSING
from .._device import meta_array
from .._size import Size


def one_dim(dim: int, ndim: int) -> int:
    """A dimension in 0..ndim-1. Raises IndexError outside of it, TypeError for what is no
    integer."""
    try:
        if -ndim <= dim < ndim:
            return dim % ndim
        if not ndim and -1 <= dim <= 0:
            return 0
    except TypeError:
        if dim is MISSING:
            raise TypeError("missing 1 required positional argument: 'dim'") from None
        raise TypeError(f"argument 'dim' must be int, not {type(dim).__name__}") from None
    raise _errors.dim_range(dim, ndim)


def all_dims(dim: Any, ndim: int) -> tuple[int, ...]:
    """The dimensions that a reduction runs over; None and () mean all.

    Raises RuntimeError where one is named twice.
    """
    if dim is None:
        return tuple(range(ndim))
    if isinstance(dim, (tuple, list)):
        if not dim:
            return tuple(range(ndim))
        if len(dim) == 1:
            return (one_dim(dim[0], ndim),)
        dims = tuple([one_dim(d, ndim) for d in dim])
        for d in dims:
            if dims.count(d) > 1:
                raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
        return dims
    return (one_dim(dim, ndim),)


def largest(xp: Any, maximum: Any, sizes: Any) -> Any:
    """The largest along the last dimension of what is not negative, 0 where it is empty; by
    `maximum` or `fmax`. CuPy's have no initial value."""
    return maximum.reduce(sizes, -1) if sizes.shape[-1] else xp.zeros(sizes.shape[:-1], sizes.dtype)


# Arguments that callers give one by one.


def all_tensors(name: str, tensors: Any, listed: bool = False) -> tuple[Any, ...]:
    """The tensors of a function that takes any number of them; with `listed`, also as one list.

    Raises TypeError where there is something else among them.
    """
    if listed and len(tensors) == 1 and isinstance(tensors[0], (list, tuple)):
        tensors = tuple(tensors[0])
    for i, t in enumerate(tensors):
        if not hasattr(t, "_keys"):
            raise TypeError(
                f"expected Tensor as element {i} in argument 0 of {name}(), but got "
                f"{type(t).__name__}"
            )
    return tensors


# Broadcasting, and shape rules that several operators share.
#
# A shape rule takes the kernel's arguments, without `xp`, to a meta array.


def broadcast_shapes(*shapes: Any) -> Size:
    """The common shape of tensors of these shapes.

    Raises RuntimeError where there is none, ValueError for negative sizes.

    >>> import firebrick_core as fb
    >>> fb.broadcast_shapes((3, 1), (4,))
    torch.Size([3, 4])
    """
    shapes = tuple((s,) if isinstance(s, int) else tuple(s) for s in shapes)
    for s in shapes:
        if s and min(s) < 0:
            raise ValueError(
                f"Attempting to broadcast a dimension with negative length! Got the shape {s}"
            )
    try:
        return Size(np.broadcast_shapes(*shapes))
    except ValueError:
        raise _errors.shapes_do_not_broadcast("broadcast_shapes", shapes) from None


def shape_last(grad: Any, *args: Any) -> Any:
    """The last argument is the shape of the result, the first has its dtype."""
    return meta_array(args[-1], grad.dtype)


def summed_last(input: Any, *args: Any) -> Any:
    """The last argument is the shape of the result, a sum of the first."""
    return meta_array(args[-1], "i8" if input.dtype.kind in "biu" else input.dtype)


def like_index(input: Any, index: Any, *args: Any) -> Any:
    """The shape of the second argument, the dtype of the first."""
    return meta_array(index.shape, input.dtype)
