"""The encoder and decoder of a transformer, and both together."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor

from . import functional as F, init
from ._containers import ModuleList
from ._module import Module
from ._normalization import LayerNorm
from ._transformer_layers import TransformerDecoderLayer, TransformerEncoderLayer

__all__ = ["Transformer", "TransformerDecoder", "TransformerEncoder"]


def causal_mask(size: int, device: Any = None, dtype: Any = None) -> Tensor:
    """(size, size): minus infinity, or True, above the diagonal, and zero elsewhere."""
    return torch.triu(
        torch.full((size, size), -math.inf, dtype=dtype, device=device), diagonal=1
    )


def _clones(layer: Module, count: int) -> ModuleList:
    return ModuleList([copy.deepcopy(layer) for _ in range(count)])


def _length(source: Tensor, batch_first: bool) -> int:
    return source.size(1 if source.dim() == 3 and batch_first else 0)


def _is_causal(mask: Tensor | None, given: bool | None, size: int) -> bool:
    """Whether a mask is the causal one: as the caller says, or by a look at it if given is None."""
    if given is not None or mask is None:
        return given is True
    expected = causal_mask(size, mask.device, mask.dtype)
    return mask.size() == expected.size() and bool((mask == expected).all())


def _could_nest(layer: Any) -> bool:
    """Whether PyTorch would leave out padding in inference: for layers of the usual kind only."""
    if not isinstance(layer, TransformerEncoderLayer):
        return False
    attention = layer.self_attn
    return bool(
        attention.batch_first
        and not layer.norm_first
        and attention.in_proj_bias is not None
        and attention._qkv_same_embed_dim
        and layer.activation_relu_or_gelu
        and layer.norm1.eps == layer.norm2.eps
        and attention.num_heads % 2 == 0
    )


class TransformerEncoder(Module):
    """Copies of an encoder layer, one after another.

    Args:
        encoder_layer: the layer, of which all copies start with the same values.
        num_layers: number of copies.
        norm: a module for the end. Default: None.
        enable_nested_tensor: in inference (evaluation mode, nothing recorded) of layers with
            `batch_first`, results at padding are zeros before `norm`, as where PyTorch leaves
            padding out; it is computed here all the same. Default: True.
        mask_check: only where padding comes last. Default: True.

    Shape: as the layer's. `is_causal=None` looks whether the mask is causal. Source: Vaswani et
    al. 2017; torch.nn.TransformerEncoder.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32), num_layers=2)
    >>> encoder(torch.randn(10, 2, 16)).shape
    torch.Size([10, 2, 16])
    """

    __constants__ = ["norm"]

    def __init__(
        self, encoder_layer: Module, num_layers: int, norm: Module | None = None,
        enable_nested_tensor: bool = True, mask_check: bool = True,
    ) -> None:
        super().__init__()
        self.layers = _clones(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor
        self.use_nested_tensor = enable_nested_tensor and _could_nest(encoder_layer)
        self.mask_check = mask_check

    def forward(
        self, src: Tensor, mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
        is_causal: bool | None = None,
    ) -> Tensor:
        attention = getattr(self.layers[0], "self_attn", None) if self.layers else None
        batch_first = bool(getattr(attention, "batch_first", False))
        causal = _is_causal(mask, is_causal, _length(src, batch_first))
        output = src
        for layer in self.layers:
            output = layer(
                output, src_mask=mask, is_causal=causal, src_key_padding_mask=src_key_padding_mask
            )
        if src_key_padding_mask is not None and self._leaves_padding_out(src):
            padding = src_key_padding_mask != 0
            last = padding.logical_not().cumprod(1) == padding.logical_not()
            if not self.mask_check or bool(last.all()):
                output = output.masked_fill(padding.unsqueeze(-1), 0.0)
        return output if self.norm is None else self.norm(output)

    def _leaves_padding_out(self, src: Tensor) -> bool:
        if not self.use_nested_tensor or self.training or src.dim() != 3:
            return False
        recorded = torch.is_grad_enabled() and (
            src.requires_grad or any(p.requires_grad for p in self.parameters())
        )
        return not recorded


class TransformerDecoder(Module):
    """Copies of a decoder layer, one after another.

    Args:
        decoder_layer: the layer, of which all copies start with the same values.
        num_layers: number of copies.
        norm: a module for the end. Default: None.

    Shape: as the layer's. `tgt_is_causal=None` looks whether the mask is causal. Source: Vaswani
    et al. 2017; torch.nn.TransformerDecoder.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(16, 4, 32), num_layers=2)
    >>> decoder(torch.randn(5, 2, 16), torch.randn(10, 2, 16)).shape
    torch.Size([5, 2, 16])
    """

    __constants__ = ["norm"]

    def __init__(self, decoder_layer: Module, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers = _clones(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None, tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None, tgt_is_causal: bool | None = None,
        memory_is_causal: bool = False,
    ) -> Tensor:
        attention = getattr(self.layers[0], "self_attn", None) if self.layers else None
        batch_first = bool(getattr(attention, "batch_first", False))
        causal = _is_causal(tgt_mask, tgt_is_causal, _length(tgt, batch_first))
        output = tgt
        for layer in self.layers:
            output = layer(
                output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                tgt_key_padding_mask=tgt_key_padding_mask,
                memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=causal,
                memory_is_causal=memory_is_causal,
            )  # fmt: skip
        return output if self.norm is None else self.norm(output)


class Transformer(Module):
    """An encoder of sources, and a decoder of targets that attends to its output.

    Args:
        d_model: features E. Default: 512.
        nhead: number of heads. Default: 8.
        num_encoder_layers, num_decoder_layers: Default: 6.
        dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias: as in
            `TransformerEncoderLayer`.
        custom_encoder, custom_decoder: modules to use instead. Default: None.
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Shape: `src` (S, N, E) and `tgt` (T, N, E), with masks as in `MultiheadAttention`, to
    (T, N, E). Weights are drawn by `init.xavier_uniform_`. Raises RuntimeError where batches or
    features differ. Source: Vaswani et al. 2017, Attention is all you need; torch.nn.Transformer.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> model = nn.Transformer(16, 4, 1, 1, dim_feedforward=32)
    >>> model(torch.randn(10, 2, 16), torch.randn(5, 2, 16)).shape
    torch.Size([5, 2, 16])
    """

    def __init__(
        self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6,
        num_decoder_layers: int = 6, dim_feedforward: int = 2048, dropout: float = 0.1,
        activation: str | Callable[[Tensor], Tensor] = F.relu, custom_encoder: Any = None,
        custom_decoder: Any = None, layer_norm_eps: float = 1e-5, batch_first: bool = False,
        norm_first: bool = False, bias: bool = True, device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__()
        layer = (
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first,
            norm_first, bias, device, dtype,
        )  # fmt: skip
        norm = {"eps": layer_norm_eps, "bias": bias, "device": device, "dtype": dtype}
        self.encoder = custom_encoder
        if custom_encoder is None:
            self.encoder = TransformerEncoder(
                TransformerEncoderLayer(*layer), num_encoder_layers, LayerNorm(d_model, **norm)
            )
        self.decoder = custom_decoder
        if custom_decoder is None:
            self.decoder = TransformerDecoder(
                TransformerDecoderLayer(*layer), num_decoder_layers, LayerNorm(d_model, **norm)
            )
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def _reset_parameters(self) -> None:
        """Draw new initial values for all matrices."""
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)

    @staticmethod
    def generate_square_subsequent_mask(
        sz: int, device: Any = None, dtype: Any = None
    ) -> Tensor:
        """(sz, sz), minus infinity above the diagonal: position i attends to 0 ... i.

        >>> import firebrick_nn as nn
        >>> nn.Transformer.generate_square_subsequent_mask(2)
        tensor([[0., -inf],
                [0., 0.]])
        """
        return causal_mask(sz, device, dtype)

    def _check_shapes(self, src: Tensor, tgt: Tensor) -> None:
        batch_dim = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch_dim) != tgt.size(batch_dim):
            raise RuntimeError(
                "the batch number of src and tgt must be equal, but got "
                f"{src.size(batch_dim)} and {tgt.size(batch_dim)}"
            )
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError(
                "the feature number of src and tgt must be equal to d_model, "
                f"{self.d_model}, but got {src.size(-1)} and {tgt.size(-1)}"
            )

    def forward(
        self, src: Tensor, tgt: Tensor, src_mask: Tensor | None = None,
        tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
        src_key_padding_mask: Tensor | None = None, tgt_key_padding_mask: Tensor | None = None,
        memory_key_padding_mask: Tensor | None = None, src_is_causal: bool | None = None,
        tgt_is_causal: bool | None = None, memory_is_causal: bool = False,
    ) -> Tensor:
        self._check_shapes(src, tgt)
        memory = self.encoder(
            src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal
        )
        return self.decoder(
            tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
            tgt_key_padding_mask=tgt_key_padding_mask,
            memory_key_padding_mask=memory_key_padding_mask, tgt_is_causal=tgt_is_causal,
            memory_is_causal=memory_is_causal,
        )  # fmt: skip
