"""Attention with scores and masks that the caller writes as functions. Source:
torch.nn.attention.flex_attention.

The functions get index tensors that broadcast to (batch, head, query, key), all at once; PyTorch
compiles them. Nothing is left out where a mask is empty: scores are computed, then masked.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import firebrick_core as torch
from firebrick_core import Tensor

__all__ = [
    "AuxOutput", "AuxRequest", "BlockMask", "and_masks", "create_block_mask", "create_mask",
    "flex_attention", "noop_mask",
    "or_masks",
]  # fmt: skip

MaskMod = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
ScoreMod = Callable[[Tensor, Tensor, Tensor, Tensor, Tensor], Tensor]


class AuxRequest(NamedTuple):
    """What `flex_attention` returns beside its result: the logarithms of the sums, the greatest
    scores."""

    lse: bool = False
    max_scores: bool = False


class AuxOutput(NamedTuple):
    """What was asked for by an AuxRequest; None for the rest."""

    lse: Tensor | None = None
    max_scores: Tensor | None = None


def _indices(shape: tuple[int, ...], device: Any) -> list[Tensor]:
    """The index of each dimension, in a shape that broadcasts to `shape`."""
    return [
        torch.arange(size, device=device).view([-1 if i == dim else 1 for i in range(len(shape))])
        for dim, size in enumerate(shape)
    ]


def noop_mask(batch: Tensor, head: Tensor, token_q: Tensor, token_kv: Tensor) -> Tensor:
    """The mask that hides nothing."""
    return batch.new_ones((), dtype=torch.bool)


def _combined(mask_mods: tuple[MaskMod, ...], both: Callable[[Tensor, Tensor], Tensor]) -> MaskMod:
    for mod in mask_mods:
        if not callable(mod):
            raise RuntimeError(f"All inputs should be callable mask_mods: {mask_mods}")

    def combined(b: Tensor, h: Tensor, q_idx: Tensor, kv_idx: Tensor) -> Tensor:
        result = mask_mods[0](b, h, q_idx, kv_idx)
        for mod in mask_mods[1:]:
            result = both(result, mod(b, h, q_idx, kv_idx))
        return result

    return combined


def and_masks(*mask_mods: MaskMod) -> MaskMod:
    """A mask that shows what all of these show. Raises RuntimeError for what cannot be called."""
    return _combined(mask_mods, torch.logical_and)


def or_masks(*mask_mods: MaskMod) -> MaskMod:
    """A mask that shows what one of these shows. Raises RuntimeError for what cannot be called."""
    return _combined(mask_mods, torch.logical_or)


def create_mask(
    mod_fn: MaskMod, B: int | None, H: int | None, Q_LEN: int, KV_LEN: int, device: Any = None
) -> Tensor:
    """The mask of a function as bools, (B, H, Q_LEN, KV_LEN); B and H are 1 if None.

    >>> def causal(b, h, q_idx, kv_idx):
    ...     return q_idx >= kv_idx
    >>> create_mask(causal, None, None, 2, 3)
    tensor([[[[ True, False, False],
              [ True,  True, False]]]])
    """
    shape = (B or 1, H or 1, Q_LEN, KV_LEN)
    return mod_fn(*_indices(shape, device)).expand(shape).contiguous()


class BlockMask:
    """The function of a mask with the sizes that it is for; made by `create_block_mask`."""

    def __init__(
        self, mask_mod: MaskMod, shape: tuple[int, int, int, int], block: tuple[int, int],
        device: Any,
    ) -> None:
        self.mask_mod = mask_mod
        self.shape = shape
        self.seq_lengths = shape[2:]
        self.BLOCK_SIZE = block
        self.device = device

    def to_dense(self) -> Tensor:
        """1 for each block that shows something, (B, H, blocks of queries, blocks of keys)."""
        mask = create_mask(self.mask_mod, *self.shape, device=self.device)
        height, width = self.BLOCK_SIZE
        below, beside = -self.shape[2] % height, -self.shape[3] % width
        mask = torch.constant_pad_nd(mask.to(torch.int32), (0, beside, 0, below))
        blocks = mask.unflatten(-1, (-1, width)).unflatten(2, (-1, height))
        return blocks.amax((3, 5))

    def sparsity(self) -> float:
        """The percentage of scores that are in no block which shows something."""
        kept = self.to_dense().sum().item() * math.prod(self.BLOCK_SIZE)
        return 100 * (1 - kept / math.prod(self.shape))

    def __repr__(self) -> str:
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%)"


def create_block_mask(
    mask_mod: MaskMod, B: int | None, H: int | None, Q_LEN: int, KV_LEN: int, device: Any = None,
    BLOCK_SIZE: int | tuple[int, int] = 128, _compile: bool = False,
) -> BlockMask:
    """A function's mask for `flex_attention`; B and H are None where it is the same for all.

    >>> def causal(b, h, q_idx, kv_idx):
    ...     return q_idx >= kv_idx
    >>> create_block_mask(causal, None, None, 256, 256).sparsity()
    25.0
    """
    height, width = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else BLOCK_SIZE
    return BlockMask(mask_mod, (B or 1, H or 1, Q_LEN, KV_LEN), (height, width), device)


def _checked(query: Tensor, key: Tensor, value: Tensor, enable_gqa: bool) -> None:
    if query.dim() != 4 or key.dim() != 4 or value.dim() != 4:
        raise ValueError(
            f"Expected query, key, and value to be 4D tensors, but got {query.dim()}D, "
            f"{key.dim()}D and {value.dim()}D"
        )
    heads, keys = query.size(1), key.size(1)
    if heads != keys and (not enable_gqa or heads % keys):
        raise ValueError(
            f"Expect query and key/value to have the same number of heads but got Hq={heads} and "
            f"Hkv={keys}. Try setting enable_gqa=True for GQA, where Hkv divides Hq."
        )


def flex_attention(
    query: Tensor, key: Tensor, value: Tensor, score_mod: ScoreMod | None = None,
    block_mask: BlockMask | None = None, scale: float | None = None, enable_gqa: bool = False,
    return_lse: bool = False, kernel_options: Any = None, *,
    return_aux: AuxRequest | None = None,
) -> Any:
    """`softmax(score_mod(q k^T scale)) v`, where `block_mask` shows the keys to the queries.

    Args:
        query, key, value: (B, Hq, L, E), (B, Hkv, S, E) and (B, Hkv, S, Ev).
        score_mod: `score_mod(score, b, h, q_idx, kv_idx)`, the new scores. Default: None.
        block_mask: made by `create_block_mask`. Default: None.
        scale: Default: 1 / sqrt(E).
        enable_gqa: several query heads share one of keys and values. Default: False.
        return_lse: also return the logarithms of the sums, (B, Hq, L). Default: False.
        kernel_options: taken for compatibility.
        return_aux: also return an AuxOutput with what this asks for. Default: None.

    Gives (B, Hq, L, Ev), zeros where a query sees no key. Raises ValueError where shapes do not
    fit. Source: Dong et al. 2024, Flex attention.

    >>> import firebrick_core as torch
    >>> def relative(score, b, h, q_idx, kv_idx):
    ...     return score + (q_idx - kv_idx)
    >>> q = torch.randn(1, 2, 5, 4)
    >>> flex_attention(q, q, q, score_mod=relative).shape
    torch.Size([1, 2, 5, 4])
    """
    _checked(query, key, value, enable_gqa)
    repeats = query.size(1) // key.size(1)
    if repeats > 1:
        key, value = key.repeat_interleave(repeats, 1), value.repeat_interleave(repeats, 1)
    scale = 1 / math.sqrt(query.size(-1)) if scale is None else scale
    scores = query @ key.transpose(-2, -1) * scale
    shape = tuple(scores.shape)
    indices = _indices(shape, query.device)
    if score_mod is not None:
        scores = score_mod(scores, *indices)
    if block_mask is not None:
        seen = block_mask.mask_mod(*indices).expand(shape)
        scores = torch.where(seen, scores, -math.inf)
    blind = (scores == -math.inf).all(-1, keepdim=True)
    weights = scores.masked_fill(blind, 0.0).softmax(-1).masked_fill(blind, 0.0)
    output = weights.to(query.dtype) @ value
    if return_aux is not None:
        return output, AuxOutput(
            scores.logsumexp(-1) if return_aux.lse else None,
            scores.amax(-1) if return_aux.max_scores else None,
        )
    return (output, scores.logsumexp(-1)) if return_lse else output
