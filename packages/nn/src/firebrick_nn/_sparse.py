"""Look-up tables with learned entries."""

from __future__ import annotations

from typing import Any, Self

import firebrick_core as torch
from firebrick_core import Tensor, empty

from . import functional as F, init
from ._module import Module
from ._parameter import Parameter

__all__ = ["Embedding"]


def _checked_padding_idx(padding_idx: int | None, num_embeddings: int) -> int | None:
    """The index counted from the front. Raises AssertionError, as PyTorch does, if out of range."""
    if padding_idx is None:
        return None
    if not -num_embeddings <= padding_idx < num_embeddings:
        raise AssertionError(
            f"Padding_idx must be within num_embeddings, but got padding_idx={padding_idx} and "
            f"num_embeddings={num_embeddings}"
        )
    return padding_idx % num_embeddings


class _Table(Module):
    """The weight of an embedding: construction, initial values, and the entry that is padding."""

    def __init__(
        self, num_embeddings: int, embedding_dim: int, padding_idx: int | None,
        max_norm: float | None, norm_type: float, scale_grad_by_freq: bool, sparse: bool,
        weight: Tensor | None, freeze: bool, device: Any, dtype: Any,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx = _checked_padding_idx(padding_idx, num_embeddings)
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.sparse = sparse
        shape = (num_embeddings, embedding_dim)
        if weight is None:
            weight = empty(shape, device=device, dtype=dtype)
            self.weight = Parameter(weight, requires_grad=not freeze)
            self.reset_parameters()
        else:
            if tuple(weight.shape) != shape:
                raise AssertionError(
                    "Shape of weight does not match num_embeddings and embedding_dim: expected "
                    f"{shape}, but got {tuple(weight.shape)}"
                )
            self.weight = Parameter(weight, requires_grad=not freeze)

    def reset_parameters(self) -> None:
        """Draw new initial values from the standard normal distribution; padding is zero."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with torch.no_grad():
                self.weight[self.padding_idx].fill_(0)


def _rows_and_columns(embeddings: Tensor) -> tuple[int, int]:
    if embeddings.ndim != 2:
        raise AssertionError(
            f"Embeddings parameter is expected to be 2-dimensional, but has {embeddings.ndim}"
        )
    return tuple(embeddings.shape)  # type: ignore[return-value]  # two sizes, checked above


class Embedding(_Table):
    """A table of vectors, looked up by index.

    Args:
        num_embeddings: number of vectors.
        embedding_dim: size of each.
        padding_idx: index of a vector that starts as zeros and gets no gradient. Default: None.
        max_norm: vectors that are looked up are first shrunk, in place, to this norm. Default:
            None.
        norm_type: p of that norm. Default: 2.
        scale_grad_by_freq: divide gradients by how often the batch has the index. Default: False.
        sparse: the gradient of `weight` is a sparse tensor, which SGD and Adagrad take. Default:
            False.
        device, dtype: of the parameter. Default: the CPU and the default dtype.

    Shape: (*) of integers to (*, embedding_dim). Parameter: `weight` (num_embeddings,
    embedding_dim), standard normal. Raises IndexError for an index out of range. Source:
    torch.nn.Embedding.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.Embedding(10, 3)(torch.tensor([[1, 2, 4, 5], [4, 3, 2, 9]])).shape
    torch.Size([2, 4, 3])
    """

    __constants__ = [
        "num_embeddings", "embedding_dim", "padding_idx", "max_norm", "norm_type",
        "scale_grad_by_freq", "sparse",
    ]  # fmt: skip

    def __init__(
        self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None,
        max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
        sparse: bool = False, _weight: Tensor | None = None, _freeze: bool = False,
        device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__(
            num_embeddings, embedding_dim, padding_idx, max_norm, norm_type, scale_grad_by_freq,
            sparse, _weight, _freeze, device, dtype,
        )

    def forward(self, input: Tensor) -> Tensor:
        return F.embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type,
            self.scale_grad_by_freq, self.sparse,
        )

    def extra_repr(self) -> str:
        parts = [f"{self.num_embeddings}, {self.embedding_dim}"]
        if self.padding_idx is not None:
            parts.append(f"padding_idx={self.padding_idx}")
        if self.max_norm is not None:
            parts.append(f"max_norm={self.max_norm}")
        if self.norm_type != 2:
            parts.append(f"norm_type={self.norm_type}")
        if self.scale_grad_by_freq:
            parts.append(f"scale_grad_by_freq={self.scale_grad_by_freq}")
        if self.sparse:
            parts.append("sparse=True")
        return ", ".join(parts)

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None,
        max_norm: float | None = None, norm_type: float = 2.0, scale_grad_by_freq: bool = False,
        sparse: bool = False,
    ) -> Self:
        """A layer over a matrix of vectors, which is not trained if `freeze`.

        Raises AssertionError, as PyTorch does, unless the tensor has 2 dimensions.

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> nn.Embedding.from_pretrained(torch.eye(2))(torch.tensor([1]))
        tensor([[0., 1.]])
        """
        rows, columns = _rows_and_columns(embeddings)
        return cls(
            rows, columns, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse,
            _weight=embeddings, _freeze=freeze,
        )
