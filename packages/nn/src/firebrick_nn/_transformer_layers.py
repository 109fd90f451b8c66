"""One layer of a transformer's encoder and of its decoder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firebrick_core import Tensor

from . import functional as F
from ._activation import GELU, ReLU
from ._attention import MultiheadAttention
from ._dropout import Dropout
from ._linear import Linear
from ._module import Module
from ._normalization import LayerNorm

__all__ = ["TransformerDecoderLayer", "TransformerEncoderLayer"]


def activation_named(activation: str) -> Callable[[Tensor], Tensor]:
    """The function of a name. Raises RuntimeError for other names than relu and gelu."""
    if activation not in ("relu", "gelu"):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return getattr(F, activation)


class _Layer(Module):
    """The feed-forward network, and how residual blocks follow each other."""

    __constants__ = ["norm_first"]
    _attentions: tuple[str, ...]

    def __init__(
        self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = F.relu, layer_norm_eps: float = 1e-5,
        batch_first: bool = False, norm_first: bool = False, bias: bool = True, device: Any = None,
        dtype: Any = None,
    ) -> None:
        made: dict[str, Any] = {"device": device, "dtype": dtype}
        super().__init__()
        for name in self._attentions:
            attention = MultiheadAttention(
                d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first, **made
            )
            setattr(self, name, attention)
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **made)
        self.norm_first = norm_first
        blocks = range(1, len(self._attentions) + 2)
        for i in blocks:
            setattr(self, f"norm{i}", LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **made))
        for i in blocks:
            setattr(self, f"dropout{i}", Dropout(dropout))
        if isinstance(activation, str):
            activation = activation_named(activation)
        self.activation = activation

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over attributes; the function is relu where a pickle has none."""
        super().__setstate__(state)
        if not hasattr(self, "activation"):
            self.activation = F.relu

    def _feed_forward(self, x: Tensor, dropout: Module) -> Tensor:
        return dropout(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerEncoderLayer(_Layer):
    """Self-attention and a feed-forward network, each with a residual connection and a norm.

    Args:
        d_model: features E.
        nhead: number of heads.
        dim_feedforward: width of the feed-forward network. Default: 2048.
        dropout: probability. Default: 0.1.
        activation: "relu", "gelu" or a function. Default: relu.
        layer_norm_eps: of the norms. Default: 1e-5.
        batch_first: tensors are (batch, length, features). Default: False.
        norm_first: the norms come before attention and network, not after. Default: False.
        bias: whether linear layers and norms have biases. Default: True.
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Shape: `src` (S, N, E), with `src_mask` and `src_key_padding_mask` as in `MultiheadAttention`;
    the output is like `src`. `is_causal` says that the mask is causal. Raises RuntimeError for
    another activation's name. Source: Vaswani et al. 2017, Attention is all you need;
    torch.nn.TransformerEncoderLayer.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.TransformerEncoderLayer(16, 4, 32)(torch.randn(10, 2, 16)).shape
    torch.Size([10, 2, 16])
    """

    _attentions = ("self_attn",)

    @property
    def activation_relu_or_gelu(self) -> int:
        """1 for relu, 2 for gelu, 0 for another function."""
        if self.activation is F.relu or isinstance(self.activation, ReLU):
            return 1
        return 2 if self.activation is F.gelu or isinstance(self.activation, GELU) else 0

    def forward(
        self, src: Tensor, src_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None, is_causal: bool = False,
    ) -> Tensor:
        masks = (src_mask, src_key_padding_mask, is_causal)
        if self.norm_first:
            src = src + self._sa_block(self.norm1(src), *masks)
            return src + self._ff_block(self.norm2(src))
        src = self.norm1(src + self._sa_block(src, *masks))
        return self.norm2(src + self._ff_block(src))

    def _sa_block(
        self, x: Tensor, attn_mask: Tensor | None, key_padding_mask: Tensor | None,
        is_causal: bool = False,
    ) -> Tensor:
        attended = self.self_attn(
            x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False,
            is_causal=is_causal,
        )  # fmt: skip
        return self.dropout1(attended[0])

    def _ff_block(self, x: Tensor) -> Tensor:
        return self._feed_forward(x, self.dropout2)


class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to an encoder's output, and a feed-forward network.

    Args and errors: as `TransformerEncoderLayer`.

    Shape: `tgt` (T, N, E) and `memory` (S, N, E), each with a mask and a key padding mask as in
    `MultiheadAttention`; the output is like `tgt`. Source: Vaswani et al. 2017, Attention is all
    you need; torch.nn.TransformerDecoderLayer.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> layer = nn.TransformerDecoderLayer(16, 4, 32)
    >>> layer(torch.randn(5, 2, 16), torch.randn(10, 2, 16)).shape
    torch.Size([5, 2, 16])
    """

    _attentions = ("self_attn", "multihead_attn")

    def forward(
        self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None, tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None, tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        own = (tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        other = (memory, memory_mask, memory_key_padding_mask, memory_is_causal)
        x = tgt
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), *own)
            x = x + self._mha_block(self.norm2(x), *other)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, *own))
        x = self.norm2(x + self._mha_block(x, *other))
        return self.norm3(x + self._ff_block(x))

    def _sa_block(
        self, x: Tensor, attn_mask: Tensor | None, key_padding_mask: Tensor | None,
        is_causal: bool = False,
    ) -> Tensor:
        attended = self.self_attn(
            x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False,
            is_causal=is_causal,
        )  # fmt: skip
        return self.dropout1(attended[0])

    def _mha_block(
        self, x: Tensor, mem: Tensor, attn_mask: Tensor | None, key_padding_mask: Tensor | None,
        is_causal: bool = False,
    ) -> Tensor:
        attended = self.multihead_attn(
            x, mem, mem, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
            need_weights=False, is_causal=is_causal,
        )  # fmt: skip
        return self.dropout2(attended[0])

    def _ff_block(self, x: Tensor) -> Tensor:
        return self._feed_forward(x, self.dropout3)
