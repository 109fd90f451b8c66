"""Positions for attention: rotated queries and keys (RoPE), and biases by distance (ALiBi)."""

from __future__ import annotations

import math

import firebrick_core as torch
from firebrick_core import Tensor

from ._module import Module

__all__ = [
    "RotaryEmbedding", "alibi_bias", "alibi_slopes", "apply_rotary_embedding", "rotary_angles",
]  # fmt: skip


# ---------------------------------------------------------------------- RoPE
def rotary_angles(
    positions: int | Tensor, dim: int, base: float = 10000.0, *, scale: float = 1.0,
    dtype: torch.dtype | None = None, device: torch.device | str | None = None,
) -> tuple[Tensor, Tensor]:
    """Cosines and sines of the angles `m * base ** (-2 i / dim)`, for position m and pair i.

    Args:
        positions: their number, for 0, 1, 2, ...; or a tensor (*) of positions.
        dim: size of the vectors that will be rotated; even.
        base: of the frequencies. Default: 10000.
        scale: divides positions, to stretch a model to longer inputs (Chen et al. 2023, arXiv
            2306.15595). Default: 1.
        dtype, device: of the results. Angles are computed in float32 at least. Default: the default
            dtype, and the device of `positions`.

    Returns two tensors of (*, dim / 2). Raises ValueError unless `dim` is positive and even.
    Source: Su et al. 2021, RoFormer, arXiv 2104.09864.

    >>> import firebrick_nn as nn
    >>> cos, sin = nn.rotary_angles(3, 4)
    >>> sin
    tensor([[0.0000, 0.0000],
            [0.8415, 0.0100],
            [0.9093, 0.0200]])
    """
    if dim <= 0 or dim % 2:
        raise ValueError(
            "rotary_angles(): dim must be positive and even, since pairs are rotated, but got "
            f"{dim}"
        )
    if not isinstance(positions, Tensor):
        positions = torch.arange(positions, device=device)
    elif device is not None:
        positions = positions.to(device)
    dtype = torch.get_default_dtype() if dtype is None else dtype
    precise = torch.float64 if dtype == torch.float64 else torch.float32
    pairs = torch.arange(0, dim, 2, dtype=precise, device=positions.device)
    angles = positions.to(precise).unsqueeze(-1) / scale * base ** (-pairs / dim)
    return angles.cos().to(dtype), angles.sin().to(dtype)


def apply_rotary_embedding(
    x: Tensor, cos: Tensor, sin: Tensor, *, interleaved: bool = False
) -> Tensor:
    """Rotate pairs of elements of the last dimension: (a, b) -> (a cos - b sin, b cos + a sin).

    The product of a rotated query with a rotated key depends on the distance of their positions,
    not on the positions.

    Args:
        x: (..., length, dim), such as queries (batch, heads, length, dim).
        cos, sin: (length, r / 2), or what broadcasts to it; of `rotary_angles`. Where r < dim, only
            the first r elements are rotated.
        interleaved: pair i is elements 2 i and 2 i + 1, as in the paper (and in GPT-J); otherwise
            elements i and i + r / 2, as in GPT-NeoX and LLaMA. Default: False.

    Raises ValueError for angles that do not fit. Source: Su et al. 2021, arXiv 2104.09864.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> cos, sin = nn.rotary_angles(torch.tensor([0, 1]), 2)
    >>> nn.apply_rotary_embedding(torch.tensor([[1.0, 0.0], [1.0, 0.0]]), cos, sin)
    tensor([[1.0000, 0.0000],
            [0.5403, 0.8415]])
    """
    half = cos.shape[-1]
    if cos.shape != sin.shape:
        raise ValueError(
            "apply_rotary_embedding(): expected cos and sin of one shape, but got "
            f"{list(cos.shape)} and {list(sin.shape)}"
        )
    if 2 * half > x.shape[-1]:
        raise ValueError(
            f"apply_rotary_embedding(): expected x of (..., length, dim) with dim >= {2 * half}, "
            f"twice the last size of cos, but got x of shape {list(x.shape)}. Make the angles with "
            f"rotary_angles(length, {x.shape[-1]})"
        )
    if cos.dim() >= 2 and cos.shape[-2] not in (1, x.shape[-2]):
        raise ValueError(
            f"apply_rotary_embedding(): expected angles for {x.shape[-2]} positions, the length of "
            f"x of shape {list(x.shape)}, but got {cos.shape[-2]}. Make them with "
            f"rotary_angles({x.shape[-2]}, {2 * half}), or slice them"
        )
    rotated, rest = x[..., : 2 * half], x[..., 2 * half :]
    if interleaved:
        a, b = rotated[..., 0::2], rotated[..., 1::2]
        turned = torch.stack((a * cos - b * sin, b * cos + a * sin), dim=-1).flatten(-2)
    else:
        a, b = rotated[..., :half], rotated[..., half:]
        turned = torch.cat((a * cos - b * sin, b * cos + a * sin), dim=-1)
    turned = turned.to(x.dtype)
    return torch.cat((turned, rest), dim=-1) if rest.shape[-1] else turned


class RotaryEmbedding(Module):
    """Rotates queries or keys by their positions; angles are kept and grow with the input.

    Args:
        dim: size of what is rotated, even; the first elements of each head.
        base: of the frequencies. Default: 10000.
        interleaved: see `apply_rotary_embedding`. Default: False.
        scale: divides positions. Default: 1.

    Shapes: input (..., length, head dim) -> the same. There are no parameters, and nothing in
    `state_dict`. Source: Su et al. 2021, RoFormer, arXiv 2104.09864.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> rope = nn.RotaryEmbedding(8)
    >>> query, key = torch.randn(2, 4, 10, 8), torch.randn(2, 4, 10, 8)
    >>> (rope(query) @ rope(key).mT).shape
    torch.Size([2, 4, 10, 10])
    """

    def __init__(
        self, dim: int, base: float = 10000.0, *, interleaved: bool = False, scale: float = 1.0
    ) -> None:
        super().__init__()
        rotary_angles(0, dim)  # refuses a wrong size now
        self.dim, self.base, self.interleaved, self.scale = dim, base, interleaved, scale
        self._kept: tuple[Tensor, Tensor] | None = None

    def forward(self, x: Tensor, offset: int = 0) -> Tensor:
        """`x` rotated; `offset` is the position of its first element, with a cache of keys."""
        if x.dim() < 2:
            raise ValueError(
                f"RotaryEmbedding: expected input of (..., length, dim), but got {list(x.shape)}"
            )
        cos, sin = self._angles(x, offset + x.shape[-2])
        at = slice(offset, offset + x.shape[-2])
        return apply_rotary_embedding(x, cos[at], sin[at], interleaved=self.interleaved)

    def _angles(self, x: Tensor, length: int) -> tuple[Tensor, Tensor]:
        kept = self._kept
        if kept is None or len(kept[0]) < length or kept[0].device != x.device or (
            kept[0].dtype != x.dtype
        ):
            kept = rotary_angles(
                length, self.dim, self.base, scale=self.scale, dtype=x.dtype, device=x.device
            )
            self._kept = kept
        return kept

    def extra_repr(self) -> str:
        text = f"{self.dim}, base={self.base:g}"
        text += ", interleaved=True" if self.interleaved else ""
        return text + (f", scale={self.scale:g}" if self.scale != 1 else "")


# ---------------------------------------------------------------------- ALiBi
def alibi_slopes(
    num_heads: int, *, dtype: torch.dtype | None = None, device: torch.device | str | None = None
) -> Tensor:
    """The slope of each head, (num_heads,): the geometric sequence 2 ** (-8 h / num_heads).

    For a number of heads that is no power of 2 they are those of the next lower power, followed by
    every other one of the next higher power, as in the paper's program.

    Raises ValueError for fewer than 1 head.
    Source: Press et al. 2021, Train Short, Test Long, arXiv 2108.12409.

    >>> import firebrick_nn as nn
    >>> nn.alibi_slopes(4)
    tensor([0.2500, 0.0625, 0.0156, 0.0039])
    """
    if num_heads < 1:
        raise ValueError(f"alibi_slopes(): expected at least 1 head, but got {num_heads}")
    power = 2 ** int(math.log2(num_heads))
    slopes = [2 ** (-8 * (h + 1) / power) for h in range(power)]
    slopes += [2 ** (-4 * (2 * h + 1) / power) for h in range(num_heads - power)]
    return torch.tensor(slopes, dtype=dtype, device=device)


def alibi_bias(
    num_heads: int, query_length: int, key_length: int | None = None, *, causal: bool = True,
    dtype: torch.dtype | None = None, device: torch.device | str | None = None,
) -> Tensor:
    """What is added to attention scores: minus slope times distance, (heads, queries, keys).

    The last query is at the position of the last key, so that it fits a cache of keys.

    Args:
        num_heads: number of heads.
        query_length, key_length: numbers of queries and keys. Default: as many keys.
        causal: keys after a query get -inf; otherwise distances count in both directions.
            Default: True.
        dtype, device: of the result. Default: the default dtype, the CPU.

    Use it as `attn_mask` of `scaled_dot_product_attention`.
    Raises ValueError for fewer keys than queries where `causal`: some would see no key.
    Source: Press et al. 2021, Train Short, Test Long, arXiv 2108.12409.

    >>> import firebrick_nn as nn
    >>> nn.alibi_bias(8, 3)[0]
    tensor([[-0.0000,    -inf,    -inf],
            [-0.5000, -0.0000,    -inf],
            [-1.0000, -0.5000, -0.0000]])
    """
    keys = query_length if key_length is None else key_length
    if causal and keys < query_length:
        raise ValueError(
            f"alibi_bias(): expected at least as many keys as queries, but got {keys} keys and "
            f"{query_length} queries. Pass causal=False if queries may look ahead"
        )
    queries_at = torch.arange(keys - query_length, keys, device=device).unsqueeze(1)
    keys_at = torch.arange(keys, device=device)
    slopes = alibi_slopes(num_heads, dtype=dtype, device=device)
    bias = -slopes[:, None, None] * (queries_at - keys_at).abs()
    return bias.masked_fill(keys_at > queries_at, -math.inf) if causal else bias
