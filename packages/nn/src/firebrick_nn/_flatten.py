"""Layers that join dimensions into one, or split one into several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firebrick_core import Tensor

from ._module import Module

__all__ = ["Flatten", "Unflatten"]


class Flatten(Module):
    """Joins the dimensions from start_dim to end_dim into one.

    Args:
        start_dim: first dimension. Default: 1, which keeps the batch's.
        end_dim: last dimension. Default: -1.

    Shape: (*, S_start, ..., S_end, *) to (*, product of S_i, *). Source: torch.nn.Flatten.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Flatten()(torch.zeros(2, 3, 4)).shape
    torch.Size([2, 12])
    """

    __constants__ = ["start_dim", "end_dim"]

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim = start_dim
        self.end_dim = end_dim

    def forward(self, input: Tensor) -> Tensor:
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """Splits one dimension into several.

    Args:
        dim: the dimension.
        unflattened_size: the sizes that it becomes; one of them may be -1.

    Shape: (*, S_dim, *) to (*, *unflattened_size, *). Raises TypeError unless the sizes are a tuple
    or list of ints. Source: torch.nn.Unflatten.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Unflatten(1, (3, 4))(torch.zeros(2, 12)).shape
    torch.Size([2, 3, 4])
    """

    __constants__ = ["dim", "unflattened_size"]

    def __init__(self, dim: int, unflattened_size: Sequence[int]) -> None:
        super().__init__()
        self._require_ints(unflattened_size)
        self.dim = dim
        self.unflattened_size = unflattened_size

    def _require_ints(self, sizes: Any) -> None:
        if not isinstance(sizes, (tuple, list)):
            raise TypeError(
                f"unflattened_size must be a tuple of ints, but found type {type(sizes).__name__}"
            )
        for position, size in enumerate(sizes):
            if not isinstance(size, int):
                raise TypeError(
                    "unflattened_size must be tuple of ints, but found element of type "
                    f"{type(size).__name__} at pos {position}"
                )

    def forward(self, input: Tensor) -> Tensor:
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"
