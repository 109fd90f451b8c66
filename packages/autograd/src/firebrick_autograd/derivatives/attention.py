"""The derivative of attention as one operator."""

from __future__ import annotations

import math

from firebrick_core import _dtype, _operators as T, ones

from .._rule import derivative
from ._through import differentiated, placed, through


def _in_parts(tensors, scale, causal):
    query, key, value = tensors
    groups = query.size(1) // key.size(1)
    key, value = (t.repeat_interleave(groups, 1) for t in (key, value))
    scores = (query * scale).matmul(key.transpose(-2, -1))
    if causal:
        allowed = ones(query.size(2), key.size(2), dtype=_dtype.bool, device=query.device).tril()
        scores = T.where(allowed, scores, -math.inf)
    stats = T.logsumexp(scores, -1, True)
    return T.softmax(scores, -1).matmul(value), stats


@derivative("attention")
class Attention:
    def tensors(grads, tensors, result, stats, scale, causal):
        grad, of_stats = grads
        if grad is None or of_stats is not None or differentiated(grads, tensors):
            return through(_in_parts, grads, tensors, scale, causal)
        gradients = T.attention_backward(grad, tensors, result, stats, scale, causal)
        return placed(gradients, tensors)
