"""What the functions of torch.masked share: elements that a mask leaves out."""

from __future__ import annotations

import math
from typing import Any

from .. import _dtype, _operators as T
from ._dims import all_dims
from ._reducing import count_reduced

SAMPLES = (
    "x(3, 4)",
    "x(3, 4), 0, mask=mask(3, 4)",
    "x(3, 4), 1, keepdim=True, mask=mask(4)",
    "x(2, 3, 4), (0, 2), mask=mask(3, 1)",
    "x(), mask=mask()",
)
ONE_DIM = (
    "x(3, 4), 0",
    "x(3, 4), 1, mask=mask(3, 4)",
    "x(2, 3, 4), -2, mask=mask(3, 1)",
    "x(), 0, mask=mask()",
)
ERRORS = (
    ("x(3, 4), 2", IndexError, "out of range"),
    ("x(3), 0, mask=mask(2, 3)", IndexError, "mask dimensionality higher"),
    ("x(3), 0, mask=mask(2)", RuntimeError, "must match"),
)


def mask_of(input: Any, mask: Any) -> Any:
    """A mask as booleans that broadcast to the input.

    Raises IndexError where it has more dimensions.
    """
    if mask.ndim > input.ndim:
        raise IndexError(
            "_input_mask expected broadcastable mask (got mask dimensionality higher than of the "
            f"input): {mask.ndim} and {input.ndim} dimensions"
        )
    return mask if mask.dtype is _dtype.bool else mask.to(_dtype.bool)


def filled(input: Any, mask: Any, value: Any) -> Any:
    """The input with a number in place of what the mask leaves out."""
    return input if mask is None else T.where(mask_of(input, mask), input, value)


def converted(input: Any, dtype: Any) -> Any:
    """The input in a dtype, where one is asked for."""
    return input if dtype is None else input.to(dtype)


def filled_low(name: str, input: Any, mask: Any) -> Any:
    """The input with the number that no element is less than in place of what is left out.

    Raises NotImplementedError for booleans.
    """
    return input if mask is None else filled(input, mask, _limit(name, input.dtype, -1))


def filled_high(name: str, input: Any, mask: Any) -> Any:
    """The input with the number that no element is greater than in place of what is left out.

    Raises NotImplementedError for booleans.
    """
    return input if mask is None else filled(input, mask, _limit(name, input.dtype, 1))


def _limit(name: str, dtype: Any, sign: int) -> Any:
    if dtype is _dtype.bool:
        raise NotImplementedError(
            f"identity of {name} on {dtype} input: convert it with .to(torch.uint8)"
        )
    if dtype.category == _dtype.INTEGRAL:
        return _dtype.iinfo(dtype).max if sign > 0 else _dtype.iinfo(dtype).min
    return sign * math.inf


def counted(input: Any, mask: Any, dim: Any, keepdim: bool) -> Any:
    """How many elements over `dim` the mask leaves in."""
    if mask is None:
        return count_reduced(input.shape, dim)
    return T.sum(mask_of(input, mask).expand(input.shape), dim, keepdim)


def first_dim(dim: Any, ndim: int) -> int:
    """One dimension, the first where several are named."""
    return min(all_dims(dim, ndim)) if isinstance(dim, (tuple, list)) else dim
