"""The shape of a tensor: a tuple that prints and computes as `torch.Size`."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any


class Size(tuple[int, ...]):
    """A tensor's shape: a tuple of whole numbers. Raises TypeError for anything else.

    >>> import firebrick_core as fb
    >>> fb.zeros(2, 3).shape, fb.zeros(2, 3).shape.numel()
    (torch.Size([2, 3]), 6)
    """

    __slots__ = ()

    def __new__(cls, sizes: Iterable[Any] = ()) -> Size:
        return tuple.__new__(
            cls, [n if type(n) is int else _whole(n, i) for i, n in enumerate(sizes)]
        )

    def numel(self) -> int:
        """The number of elements of a tensor of this shape."""
        return math.prod(self)

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(str, self))}])"

    def __getitem__(self, key: Any) -> Any:
        item = tuple.__getitem__(self, key)
        return Size(item) if isinstance(key, slice) else item

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, tuple):
            raise TypeError(
                f"can only concatenate tuple (not {type(other).__name__}) to torch.Size"
            )
        return Size(tuple.__add__(self, other))

    def __radd__(self, other: Any) -> Any:
        return Size(other + tuple(self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, n: Any) -> Any:
        return Size(tuple.__mul__(self, n))

    __rmul__ = __mul__

    def __reduce__(self) -> Any:
        return Size, (tuple(self),)


def _whole(n: Any, position: int) -> int:
    """A size that is not an `int` already. Raises TypeError for what is no whole number."""
    if isinstance(n, float) or not hasattr(n, "__index__"):
        raise TypeError(
            f"torch.Size() takes an iterable of 'int' (item {position} is '{type(n).__name__}')"
        )
    return int(n)
