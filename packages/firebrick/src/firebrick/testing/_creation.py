"""Tensors of random numbers for tests."""

from __future__ import annotations

import math
from typing import Any

import firebrick_core as torch


def make_tensor(
    *shape: Any,
    dtype: torch.dtype,
    device: Any,
    low: float | None = None,
    high: float | None = None,
    requires_grad: bool = False,
    noncontiguous: bool = False,
    exclude_zero: bool = False,
    memory_format: Any = None,
) -> torch.Tensor:
    """A tensor of numbers spread evenly over [low, high), the same as PyTorch's for a seed.

    Without limits numbers lie between -9 and 9, integers from -9 (or 0) to 9, truth values are
    both. `noncontiguous` gives one whose elements lie apart; `exclude_zero` has the smallest
    positive number in place of 0.

    Raises ValueError for limits that are the wrong way round or outside of the dtype, and
    RuntimeError for a gradient of integers.

    Source: torch.testing.make_tensor.

    >>> import firebrick as torch
    >>> torch.testing.make_tensor((2, 3), dtype=torch.int64, device="cpu", low=0, high=5).shape
    torch.Size([2, 3])
    """
    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        shape = tuple(shape[0])
    if noncontiguous and memory_format is not None:
        raise ValueError(
            f"The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got "
            f"{noncontiguous=} and {memory_format=}"
        )
    if requires_grad and not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(
            f"`requires_grad=True` is not supported for boolean and integral dtypes, got {dtype=}"
        )
    made = _numbers(shape, dtype, device, low, high)
    if noncontiguous and made.numel() > 1:
        made = torch.repeat_interleave(made, 2, dim=-1)[..., ::2]
    elif memory_format is not None:
        made = made.clone(memory_format=memory_format)
    if exclude_zero:
        made[made == 0] = _smallest(dtype)
    return made.requires_grad_() if requires_grad else made


def _numbers(shape: Any, dtype: Any, device: Any, low: Any, high: Any) -> Any:
    if dtype is torch.bool:
        start, end = _limits(dtype, low, high, 0, 2, 0, 2)
        return torch.randint(start, end, shape, device=device, dtype=dtype)
    if dtype.is_floating_point or dtype.is_complex:
        largest = torch.finfo(dtype).max
        start, end = _limits(dtype, low, high, -9, 9, -largest, largest)
        if dtype.is_complex:
            real = torch.float32 if dtype is torch.complex64 else torch.float64
            parts = torch.empty((*shape, 2), dtype=real, device=device).uniform_(start, end)
            return torch.view_as_complex(parts)
        return torch.empty(shape, dtype=dtype, device=device).uniform_(start, end)
    info = torch.iinfo(dtype)
    start, end = _limits(dtype, low, high, max(-9, info.min), 10, info.min, info.max + 1)
    start, end = math.ceil(start), math.ceil(end)
    return torch.randint(start, end, shape, device=device, dtype=dtype)


def _limits(
    dtype: Any, low: Any, high: Any, usual_low: Any, usual_high: Any, lowest: Any, highest: Any
) -> tuple[Any, Any]:
    """The limits that hold; ValueError where they leave nothing."""
    for value in (low, high):
        if isinstance(value, float) and math.isnan(value):
            raise ValueError(f"`low` and `high` cannot be NaN, but got {low=} and {high=}")
    low = usual_low if low is None else max(low, lowest)
    high = usual_high if high is None else min(high, highest)
    if low >= high:
        raise ValueError(f"make_tensor(): {low=} must be below {high=} for {dtype}")
    return low, high


def _smallest(dtype: Any) -> Any:
    if dtype.is_floating_point or dtype.is_complex:
        return torch.finfo(dtype).tiny
    return 1
