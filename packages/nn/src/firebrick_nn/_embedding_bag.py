"""Sums, means and maxima of groups of entries of a table."""

from __future__ import annotations

from typing import Any, Self

from firebrick_core import Tensor

from . import functional as F
from ._sparse import _rows_and_columns, _Table

__all__ = ["EmbeddingBag"]


class EmbeddingBag(_Table):
    """A table of vectors, of which bags of indices look up the sum, the mean or the maximum.

    Args:
        num_embeddings, embedding_dim, max_norm, norm_type, scale_grad_by_freq, sparse,
            padding_idx, device, dtype: as in `Embedding`; padding takes no part in a bag.
        mode: "sum", "mean" or "max". Default: "mean".
        include_last_offset: offsets end with the number of indices. Default: False.

    Shape: `forward(input, offsets=None, per_sample_weights=None)` with (B, N) indices for bags of
    N, or (M) indices and the offsets (B) where bags begin, to (B, embedding_dim); with mode "sum",
    weights like the indices. Parameter: `weight` (num_embeddings, embedding_dim), standard normal.
    Raises ValueError for arguments that do not go together. Source: torch.nn.EmbeddingBag.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> bags = nn.EmbeddingBag.from_pretrained(torch.eye(3), mode="sum")
    >>> bags(torch.tensor([0, 1, 2, 2]), torch.tensor([0, 2]))
    tensor([[1., 1., 0.],
            [0., 0., 2.]])
    """

    __constants__ = [
        "num_embeddings", "embedding_dim", "max_norm", "norm_type", "scale_grad_by_freq", "mode",
        "sparse", "include_last_offset", "padding_idx",
    ]  # fmt: skip

    def __init__(
        self, num_embeddings: int, embedding_dim: int, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean",
        sparse: bool = False, _weight: Tensor | None = None, include_last_offset: bool = False,
        padding_idx: int | None = None, device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__(
            num_embeddings, embedding_dim, padding_idx, max_norm, norm_type, scale_grad_by_freq,
            sparse, _weight, False, device, dtype,
        )  # fmt: skip
        self.mode = mode
        self.include_last_offset = include_last_offset

    def forward(
        self, input: Tensor, offsets: Tensor | None = None,
        per_sample_weights: Tensor | None = None,
    ) -> Tensor:
        return F.embedding_bag(
            input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq,
            self.mode, self.sparse, per_sample_weights, self.include_last_offset,
            self.padding_idx,
        )  # fmt: skip

    def extra_repr(self) -> str:
        parts = [f"{self.num_embeddings}, {self.embedding_dim}"]
        if self.max_norm is not None:
            parts.append(f"max_norm={self.max_norm}")
        if self.norm_type != 2:
            parts.append(f"norm_type={self.norm_type}")
        if self.scale_grad_by_freq:
            parts.append(f"scale_grad_by_freq={self.scale_grad_by_freq}")
        parts.append(f"mode={self.mode!r}")
        if self.padding_idx is not None:
            parts.append(f"padding_idx={self.padding_idx}")
        return ", ".join(parts)

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, mode: str = "mean",
        sparse: bool = False, include_last_offset: bool = False, padding_idx: int | None = None,
    ) -> Self:
        """A layer over a matrix of vectors, which is not trained if `freeze`.

        Raises AssertionError, as PyTorch does, unless the tensor has 2 dimensions.
        """
        rows, columns = _rows_and_columns(embeddings)
        layer = cls(
            rows, columns, max_norm, norm_type, scale_grad_by_freq, mode, sparse,
            _weight=embeddings, include_last_offset=include_last_offset, padding_idx=padding_idx,
        )  # fmt: skip
        layer.weight.requires_grad = not freeze
        return layer
