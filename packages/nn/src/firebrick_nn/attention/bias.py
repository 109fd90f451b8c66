"""Causal masks that know how they are aligned. Source: torch.nn.attention.bias."""

from __future__ import annotations

import warnings
from enum import IntEnum
from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor

__all__ = ["CausalBias", "CausalVariant", "causal_lower_right", "causal_upper_left"]


class CausalVariant(IntEnum):
    """Which corner of a mask that is not square its diagonal begins or ends in."""

    UPPER_LEFT = 1
    LOWER_RIGHT = 2


class CausalBias(Tensor):
    """A causal mask of bools, (seq_len_q, seq_len_kv), True where a query sees a key.

    Give it to `scaled_dot_product_attention` as `attn_mask`. Made by `causal_upper_left` and
    `causal_lower_right`.

    Args:
        variant: which corner the diagonal is aligned to.
        seq_len_q, seq_len_kv: numbers of queries and keys.

    Raises TypeError for another variant.

    >>> import firebrick_core as torch, firebrick_nn.functional as F
    >>> q, k = torch.randn(1, 1, 2, 4), torch.randn(1, 1, 3, 4)
    >>> F.scaled_dot_product_attention(q, k, k, attn_mask=causal_lower_right(2, 3)).shape
    torch.Size([1, 1, 2, 4])
    """

    variant: CausalVariant
    seq_len_q: int
    seq_len_kv: int

    def __new__(cls, variant: CausalVariant, seq_len_q: int, seq_len_kv: int) -> Any:
        if not isinstance(variant, CausalVariant):
            raise TypeError(f"CausalBias: variant must be a CausalVariant, not {variant!r}")
        if seq_len_q > seq_len_kv and variant == CausalVariant.LOWER_RIGHT:
            warnings.warn(
                "Lower right causal bias will produce NaNs in the output when seq_len_q > "
                "seq_len_kv!",
                stacklevel=2,
            )
        offset = seq_len_kv - seq_len_q if variant == CausalVariant.LOWER_RIGHT else 0
        mask = torch.ones(seq_len_q, seq_len_kv, dtype=torch.bool).tril(offset)
        made = cls._wrap(mask._array, mask._keys)
        made.variant, made.seq_len_q, made.seq_len_kv = variant, seq_len_q, seq_len_kv
        return made

    def __repr__(self, *, tensor_contents: Any = None) -> str:  # type: ignore[override]
        return repr(self.detach())


def _sizes(name: str, size: tuple[int, ...]) -> tuple[int, int]:
    if len(size) != 2:
        raise RuntimeError(f"{name} only supports 2D tensors, but got {len(size)} sizes")
    return size


def causal_upper_left(*size: int) -> CausalBias:
    """A causal mask whose diagonal begins in the upper left corner.

    Raises RuntimeError unless there are two sizes.

    >>> causal_upper_left(2, 3)
    tensor([[ True, False, False],
            [ True,  True, False]])
    """
    return CausalBias(CausalVariant.UPPER_LEFT, *_sizes("causal_upper_left", size))


def causal_lower_right(*size: int) -> CausalBias:
    """A causal mask whose diagonal ends in the lower right corner.

    Raises RuntimeError unless there are two sizes.

    >>> causal_lower_right(2, 3)
    tensor([[ True,  True, False],
            [ True,  True,  True]])
    """
    return CausalBias(CausalVariant.LOWER_RIGHT, *_sizes("causal_lower_right", size))
