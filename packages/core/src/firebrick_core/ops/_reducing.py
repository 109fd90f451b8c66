"""What reductions share: their dimensions, their shape rules, the types that they add in."""

from __future__ import annotations

import math
from typing import Any

from .. import _dtype, _errors
from .._device import meta_array
from ._dims import all_dims, one_dim
from ._positions import row_major

DIMS = (
    "x(3, 4)",
    "x(3, 4), 0",
    "x(3, 4), -1, True",
    "x(2, 3, 4), (0, 2)",
    "x()",
    "x(2, 3), dim=1, keepdim=True",
)
WRONG_DIM = (("x(3, 4), 2", IndexError, "Dimension out of range"),)

INT64 = _dtype.int64.numpy_dtype


def accumulator(input: Any, dtype: Any) -> Any:
    """The NumPy dtype that a sum or product of integers is taken in; None for the input's own."""
    if dtype is not None:
        return dtype.numpy_dtype
    return INT64 if input.dtype.kind in "biu" else None


def axes_of(input: Any, dim: Any) -> Any:
    """The `axis` argument of a ufunc's reduction over `dim`; None for all."""
    if dim is None:
        return None
    dims = all_dims(dim, input.ndim)
    return dims if input.ndim else None


def count_reduced(shape: Any, dim: Any) -> int:
    """How many elements go into one result of a reduction over `dim`."""
    return math.prod(shape[d] for d in all_dims(dim, len(shape)) if shape)


def reduced_shape(shape: Any, dim: Any, keepdim: bool) -> list[int]:
    """The shape that a reduction over `dim` leaves."""
    dims = all_dims(dim, len(shape))
    return [1 if i in dims else n for i, n in enumerate(shape) if keepdim or i not in dims]


def sum_rule(
    input: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None, **ignored: Any
) -> Any:
    """Shape rule of a sum: integers become int64."""
    kind = accumulator(input, dtype)
    return meta_array(reduced_shape(input.shape, dim, keepdim), kind or input.dtype)


def same_type_rule(input: Any, dim: Any = None, keepdim: bool = False, **ignored: Any) -> Any:
    """Shape rule of a reduction that keeps the dtype."""
    return meta_array(reduced_shape(input.shape, dim, keepdim), input.dtype)


def index_rule(input: Any, dim: Any = None, keepdim: bool = False, **ignored: Any) -> Any:
    """Shape rule of a reduction to int64."""
    return meta_array(reduced_shape(input.shape, dim, keepdim), INT64)


def pair_rule(input: Any, dim: int, keepdim: bool = False, **ignored: Any) -> Any:
    """Shape rule of a reduction to values and their indices."""
    shape = reduced_shape(input.shape, dim, keepdim)
    return meta_array(shape, input.dtype), meta_array(shape, INT64)


def need_elements(name: str, input: Any, dim: Any, error: type[Exception] = RuntimeError) -> None:
    """Refuse a reduction without identity over no elements.

    Raises IndexError where a dimension of size 0 is named, `error` where none is.
    """
    if input.size:
        return
    if dim is None or dim == () or dim == []:
        raise error(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )
    for d in all_dims(dim, input.ndim):
        if input.ndim and not input.shape[d]:
            raise IndexError(f"{name}(): Expected reduction dim {d} to have non-zero size.")


def chosen_dim(name: str, input: Any, dim: int) -> int:
    """The dimension of a reduction to one of its elements, which must exist."""
    dim = one_dim(dim, input.ndim)
    need_elements(name, input, dim)
    return dim


def not_for(name: str, input: Any, kinds: str) -> None:
    """Refuse dtypes of some kinds. Raises NotImplementedError."""
    if input.dtype.kind in kinds:
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(input.dtype).name]
        raise NotImplementedError(
            f"\"{name}\" not implemented for '{kind}': convert the tensor with .to(dtype)"
        )


def kept(values: Any, indices: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
    """A pair of reduced arrays that still have their dimension, with or without it."""
    if not keepdim:
        values, indices = values.squeeze(dim), indices.squeeze(dim)
    return row_major(values), row_major(indices)
