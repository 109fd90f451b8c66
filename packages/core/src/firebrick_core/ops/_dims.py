"""Dimension arguments, checked and made non-negative."""

from __future__ import annotations

from typing import Any

from .. import _errors
from .._numpy_names import MISSING


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
