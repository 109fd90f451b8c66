"""Broadcasting, and shape rules that several operators share.

A shape rule takes the kernel's arguments, without `xp`, to a meta array.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _errors
from .._device import meta_array
from .._size import Size


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
