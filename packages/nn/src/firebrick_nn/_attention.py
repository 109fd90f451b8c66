"""Attention by several heads, as a layer."""

from __future__ import annotations

from typing import Any

from firebrick_core import Tensor, empty

from . import functional as F, init
from ._linear import NonDynamicallyQuantizableLinear
from ._module import Module
from ._parameter import Parameter

__all__ = ["MultiheadAttention"]


class MultiheadAttention(Module):
    """`concat(head_1, ..., head_h) W_o`, each head `softmax(q k^T / sqrt(d)) v` of projections.

    Args:
        embed_dim: features E of queries and of the result.
        num_heads: number of heads, which divides embed_dim.
        dropout: probability of dropping an attention weight, when training. Default: 0.
        bias: whether the projections have biases. Default: True.
        add_bias_kv: whether a learned key and value come after the given ones. Default: False.
        add_zero_attn: whether a key and value of zeros come after them. Default: False.
        kdim, vdim: features of keys and values. Default: embed_dim.
        batch_first: tensors are (batch, length, features). Default: False.
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Shape: queries (L, N, E), keys (S, N, kdim) and values (S, N, vdim), or all without N, to
    (L, N, E) and the weights (N, L, S), or (N, heads, L, S) without `average_attn_weights`, or
    None without `need_weights`, which is faster. `key_padding_mask` (N, S) and `attn_mask` (L, S)
    or (N * heads, L, S): True keeps a key out, floating-point numbers are added to the scores.
    Parameters: `in_proj_weight` (3 E, E), or `q_proj_weight`, `k_proj_weight`, `v_proj_weight`;
    `in_proj_bias`, `out_proj`, `bias_k`, `bias_v`. Raises ValueError or AssertionError for
    arguments that do not fit. Source: Vaswani et al. 2017, Attention is all you need;
    torch.nn.MultiheadAttention.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> x = torch.randn(5, 2, 16)
    >>> output, weights = nn.MultiheadAttention(16, 4)(x, x, x)
    >>> output.shape, weights.shape
    (torch.Size([5, 2, 16]), torch.Size([2, 5, 5]))
    """

    __constants__ = ["batch_first"]

    def __init__(
        self, embed_dim: int, num_heads: int, dropout: float = 0.0, bias: bool = True,
        add_bias_kv: bool = False, add_zero_attn: bool = False, kdim: int | None = None,
        vdim: int | None = None, batch_first: bool = False, device: Any = None, dtype: Any = None,
    ) -> None:
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                "embed_dim and num_heads must be greater than 0, got "
                f"embed_dim={embed_dim} and num_heads={num_heads} instead"
            )
        if embed_dim % num_heads != 0:
            raise AssertionError(
                f"embed_dim must be divisible by num_heads, but got {embed_dim} and {num_heads}"
            )
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        self._add_in_projection(bias, device, dtype)
        self.out_proj = NonDynamicallyQuantizableLinear(
            embed_dim, embed_dim, bias=bias, device=device, dtype=dtype
        )
        for name in ("bias_k", "bias_v"):
            shape = (1, 1, embed_dim)
            extra = Parameter(empty(shape, device=device, dtype=dtype)) if add_bias_kv else None
            self.register_parameter(name, extra)
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _add_in_projection(self, bias: bool, device: Any, dtype: Any) -> None:
        """One weight for queries, keys and values of equal size, otherwise one for each."""
        e, same = self.embed_dim, self._qkv_same_embed_dim
        shapes = {
            "q_proj_weight": None if same else (e, e),
            "k_proj_weight": None if same else (e, self.kdim),
            "v_proj_weight": None if same else (e, self.vdim),
            "in_proj_weight": (3 * e, e) if same else None,
            "in_proj_bias": (3 * e,) if bias else None,
        }
        for name, shape in shapes.items():
            weight = shape and Parameter(empty(shape, device=device, dtype=dtype))
            self.register_parameter(name, weight)

    def _reset_parameters(self) -> None:
        """Draw new initial values; those of `out_proj.weight` are its own."""
        if self._qkv_same_embed_dim:
            init.xavier_uniform_(self.in_proj_weight)
        else:
            init.xavier_uniform_(self.q_proj_weight)
            init.xavier_uniform_(self.k_proj_weight)
            init.xavier_uniform_(self.v_proj_weight)
        if self.in_proj_bias is not None:
            init.zeros_(self.in_proj_bias)
            init.zeros_(self.out_proj.bias)
        for extra in (self.bias_k, self.bias_v):
            if extra is not None:
                init.xavier_normal_(extra)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over attributes; very old pickles have one input projection only."""
        state.setdefault("_qkv_same_embed_dim", True)
        super().__setstate__(state)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None = None,
        need_weights: bool = True, attn_mask: Tensor | None = None,
        average_attn_weights: bool = True, is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        swap = self.batch_first and query.dim() == 3
        if swap:  # tensors that are the same stay the same, which spares projections
            swapped = {id(t): t.transpose(1, 0) for t in (query, key, value)}
            query, key, value = (swapped[id(t)] for t in (query, key, value))
        same = self._qkv_same_embed_dim
        output, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight,
            self.in_proj_bias, self.bias_k, self.bias_v, self.add_zero_attn, self.dropout,
            self.out_proj.weight, self.out_proj.bias, training=self.training,
            key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            use_separate_proj_weight=not same, q_proj_weight=self.q_proj_weight,
            k_proj_weight=self.k_proj_weight, v_proj_weight=self.v_proj_weight,
            average_attn_weights=average_attn_weights, is_causal=is_causal,
        )  # fmt: skip
        return (output.transpose(1, 0) if swap else output), weights

    def merge_masks(
        self, attn_mask: Tensor | None, key_padding_mask: Tensor | None, query: Tensor
    ) -> tuple[Tensor | None, int | None]:
        """Both masks as one for all heads, and its kind: 0 `attn_mask`, 1 padding, 2 both."""
        if attn_mask is None:
            return key_padding_mask, None if key_padding_mask is None else 1
        batch, length = query.shape[0], attn_mask.shape[-1]
        if attn_mask.dim() == 3:
            merged = attn_mask.view(batch, -1, *attn_mask.shape[1:])
        else:
            merged = attn_mask.view(1, 1, *attn_mask.shape).expand(batch, self.num_heads, -1, -1)
        if key_padding_mask is not None:
            padding = key_padding_mask.view(batch, 1, 1, length)
            merged = merged + padding.expand(-1, self.num_heads, -1, -1)
        return merged, 0 if key_padding_mask is None else 2
