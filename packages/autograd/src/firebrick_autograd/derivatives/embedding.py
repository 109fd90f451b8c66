"""Derivatives of tables of rows."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative, not_differentiable


@derivative("embedding")
class Embedding:
    indices = not_differentiable

    def weight(grad, indices, weight_shape, padding_idx, scale_grad_by_freq, sparse):
        if sparse:
            return T.embedding_sparse_backward(
                grad, indices, weight_shape[0], padding_idx, scale_grad_by_freq
            )
        return T.embedding_backward(grad, indices, weight_shape[0], padding_idx, scale_grad_by_freq)


@derivative("embedding_backward")
class EmbeddingDenseBackward:
    indices = not_differentiable

    def grad_output(grad, indices, padding_idx, scale_grad_by_freq):
        rows = T.embedding(grad, indices, padding_idx)
        if padding_idx >= 0:
            rows = T.where((indices == padding_idx).unsqueeze(-1), 0.0, rows)
        if scale_grad_by_freq:
            flat = indices.reshape(-1)
            counts = (flat.unsqueeze(1) == flat).sum(1).reshape(*indices.shape, 1)
            rows = rows / counts.to(rows.dtype)
        return rows


@derivative("sum_segments")
class SumSegments:
    ids = not_differentiable

    def rows(grad, ids):
        return grad.index_select(0, ids)
