"""What programs use of torch._utils: parts of nested lists of tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from firebrick_core import Tensor

from ._missing import attributes_missing as _attributes_missing


def _flatten_dense_tensors(tensors: Iterable[Tensor]) -> Tensor:
    """All elements of tensors in one of one dimension.

    >>> import firebrick as torch
    >>> torch._utils._flatten_dense_tensors([torch.ones(1, 2), torch.zeros(1)])
    tensor([1., 1., 0.])
    """
    from firebrick_core import cat

    return cat([t.reshape(-1) for t in tensors])


def _unflatten_dense_tensors(flat: Tensor, tensors: Sequence[Tensor]) -> tuple[Any, ...]:
    """Parts of a tensor of one dimension, in the shapes of others."""
    parts = flat.split([t.numel() for t in tensors])
    return tuple(part.view(t.shape) for part, t in zip(parts, tensors, strict=True))


__getattr__ = _attributes_missing(__name__)
