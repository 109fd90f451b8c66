"""Shape rules that several operators share: the kernel's arguments, without `xp`, to a meta array."""

from __future__ import annotations

from typing import Any

from .._device import meta_array


def shape_last(grad: Any, *args: Any) -> Any:
    """The last argument is the shape of the result, the first has its dtype."""
    return meta_array(args[-1], grad.dtype)


def like_index(input: Any, index: Any, *args: Any) -> Any:
    """The shape of the second argument, the dtype of the first."""
    return meta_array(index.shape, input.dtype)
