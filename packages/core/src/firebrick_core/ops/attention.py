"""Attention: a softmax over keys weights values."""

from __future__ import annotations

import math

import numpy as np

from .. import _dtype, _operators as T
from .._device import DEVICE_BITS, meta_array
from .._dispatch import TRANSFORMED
from .._operator import Array, OptionalArrays, composite, operator
from .._provider import is_served
from ._nn_arrays import require_tensor

BLOCK, MOST_BLOCKS = 128, 8
"""Queries that are worth calls of their own where later keys do not count, and how many blocks."""


# ---------------------------------------------------------------------- as one operator
def _wide(array):
    return array.astype(np.float32) if array.dtype.itemsize == 2 else array


def _weights(xp, query, key, scale, causal, stats=None):
    """The weights of keys, and the logarithms of the sums that they were divided by."""
    scores = xp.matmul(query * query.dtype.type(scale), key.swapaxes(-1, -2))
    if causal:
        allowed = xp.asarray(np.tri(*scores.shape[-2:], dtype=bool))
        scores = xp.where(allowed, scores, scores.dtype.type(-np.inf))
    if stats is None:
        highest = scores.max(-1, keepdims=True)
        stats = highest + xp.log(xp.exp(scores - highest).sum(-1, keepdims=True))
    return xp.exp(scores - stats), stats


def _shared(xp, query, array):
    """The heads of keys or values, once for each head of queries."""
    return xp.repeat(array, query.shape[1] // array.shape[1], 1)


def _attention_rule(tensors, scale, causal):
    query, _, value = tensors
    sums = np.dtype(np.float32) if query.dtype.itemsize == 2 else query.dtype
    out = (*query.shape[:3], value.shape[3])
    return meta_array(out, query.dtype), meta_array((*query.shape[:3], 1), sums)


@operator(
    samples=(
        "[x(2, 2, 3, 8), x(2, 2, 4, 8), x(2, 2, 4, 8)], 0.5, False",
        "[x(1, 4, 5, 8), x(1, 2, 3, 8), x(1, 2, 3, 16)], 0.25, True",
    ),
    meta=_attention_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    returns=("result", "stats"),
)
def attention(xp, tensors: OptionalArrays, scale: float, causal: bool) -> tuple[Array, Array]:
    """Attention of queries (N, heads, L, E) to keys and values, whose heads groups of them share.

    With it the logarithm of each query's sum of exponentials (N, heads, L, 1). `causal` lets the
    query at i attend to the keys up to i.
    """
    query, key, value = map(_wide, tensors)
    weights, stats = _weights(xp, query, _shared(xp, query, key), scale, causal)
    return xp.matmul(weights, _shared(xp, query, value)).astype(tensors[0].dtype), stats


def _attention_backward_rule(grad_output, tensors, *rest):
    return [meta_array(t.shape, t.dtype) for t in tensors]


@operator(
    samples=(
        "x(2, 2, 3, 8), [x(2, 2, 3, 8), x(2, 2, 4, 8), x(2, 2, 4, 8)], x(2, 2, 3, 8), "
        "pos(2, 2, 3, 1) + 4, 0.5, False",
        "x(1, 4, 5, 8), [x(1, 4, 5, 8), x(1, 2, 3, 8), x(1, 2, 3, 8)], x(1, 4, 5, 8), "
        "pos(1, 4, 5, 1) + 4, 0.5, True",
    ),
    meta=_attention_backward_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    differentiable=False,
)
def attention_backward(
    xp,
    grad_output: Array,
    tensors: OptionalArrays,
    result: Array,
    stats: Array,
    scale: float,
    causal: bool,
) -> tuple[Array, Array, Array]:
    """The gradients of `attention`'s result in queries, keys and values."""
    grad, result, stats = map(_wide, (grad_output, result, stats))
    query, key, value = map(_wide, tensors)
    weights, _ = _weights(xp, query, keys := _shared(xp, query, key), scale, causal, stats)
    slopes = xp.matmul(grad, _shared(xp, query, value).swapaxes(-1, -2))
    slopes -= (grad * result).sum(-1, keepdims=True)
    slopes *= weights * weights.dtype.type(scale)
    found = (
        xp.matmul(slopes, keys),
        xp.matmul(slopes.swapaxes(-1, -2), query),
        xp.matmul(weights.swapaxes(-1, -2), grad),
    )
    return tuple(
        g.reshape(*t.shape[:2], -1, *t.shape[2:]).sum(2).astype(t.dtype)
        for g, t in zip(found, tensors, strict=True)
    )


# ---------------------------------------------------------------------- as PyTorch has it
@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 4, 8), x(2, 5, 8), x(2, 5, 3)",
        "x(2, 2, 4, 8), x(2, 2, 4, 8), x(2, 2, 4, 8), is_causal=True",
        "x(4, 8), x(5, 8), x(5, 8), mask(4, 5)",
        "x(4, 8), x(5, 8), x(5, 8), x(4, 5), scale=0.5",
        "x(1, 4, 3, 8), x(1, 2, 3, 8), x(1, 2, 3, 8), enable_gqa=True",
        "x(3, 8), x(2, 8), x(2, 8), T.tensor([[0, -inf], [-inf, -inf], [1, 0]]).to(x().dtype)",
    ),
    errors=(
        (
            "x(2, 4, 8), x(2, 4, 8), x(2, 4, 8), mask(4, 4), is_causal=True",
            RuntimeError,
            "attn_mask should not be set when is_causal",
        ),
        ("x(4, 8), x(5, 7), x(5, 8)", RuntimeError, "cannot be multiplied|size"),
        ("x(8), x(2, 8), x(2, 8)", RuntimeError, "at least 2 dimensional"),
        ("x(4, 8), x(5, 8), x(5, 8), ints(2, 4, 5)", RuntimeError, "attn_mask dtype"),
    ),
    layered=True,
)
def scaled_dot_product_attention(
    query: Array,
    key: Array,
    value: Array,
    attn_mask: Array | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Array:
    """`softmax(query @ key.T * scale + mask) @ value` (Vaswani et al. 2017).

    Shapes (..., L, E), (..., S, E) and (..., S, V) give (..., L, V). A bool `attn_mask` tells which
    keys take part, another is added; a query with no key to attend to gives zeros. `scale` is `1 /
    sqrt(E)` by default. `enable_gqa` lets groups of query heads (dim -3) share a key head. Raises
    RuntimeError where shapes, dtypes or arguments do not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> q, k = fb.ones(1, 2, 4), fb.ones(1, 3, 4)
    >>> F.scaled_dot_product_attention(q, k, k).shape
    torch.Size([1, 2, 4])
    """
    for position, (name, tensor) in enumerate(
        (("query", query), ("key", key), ("value", value)), 1
    ):
        require_tensor("scaled_dot_product_attention", name, position, tensor)
    _check(query, key, value, attn_mask, is_causal)
    if scale is None:
        scale = 1 / math.sqrt(query.size(-1)) if query.size(-1) else 1.0
    alone = attn_mask is None and dropout_p == 0.0
    heads = enable_gqa or query.shape[:-2] == key.shape[:-2]
    if alone and heads and query.ndim == 4:
        given = [query, key, value], float(scale), bool(is_causal)
        if is_served("attention", *given):
            return T.attention(*given)[0]
    if enable_gqa:
        key, value = _repeated_heads(query, key), _repeated_heads(query, value)
    query = query * scale
    if is_causal and not dropout_p and query.size(-2) >= 2 * BLOCK:
        return _causal_blocks(query, key, value)
    scores = query.matmul(key.transpose(-2, -1))
    if is_causal:
        weights = T.causal_softmax(scores)
    elif attn_mask is None:
        weights = T.softmax(scores, -1)
    else:
        weights = _masked_softmax(scores, attn_mask)
    if dropout_p > 0.0:
        weights = T.functional_dropout(weights, dropout_p)
    return weights.matmul(value)


def _causal_blocks(query, key, value):
    """Attention of blocks of queries to the keys up to each: of products half, in the end."""
    length, outs = query.size(-2), []
    block = max(BLOCK, -(-length // MOST_BLOCKS))
    for start in range(0, length, block):
        rows = min(block, length - start)
        count = min(start + rows, key.size(-2))
        keys, values = key.narrow(-2, 0, count), value.narrow(-2, 0, count)
        scores = query.narrow(-2, start, rows).matmul(keys.transpose(-2, -1))
        outs.append(T.causal_softmax(scores, start).matmul(values))
    return T.cat(outs, -2)


def _masked_softmax(scores, mask):
    if mask.dtype is _dtype.bool:
        weights = T.softmax(T.where(mask, scores, -math.inf), -1)
        return T.where(mask.any(-1, True), weights, 0.0)  # without any key it would be 0 / 0
    scores = scores + mask
    alone = (mask == -math.inf).all(-1, True)
    if not alone._keys & (DEVICE_BITS | TRANSFORMED) and not alone.any():
        return T.softmax(scores, -1)
    # Replaced before and after, so that 0 / 0 shows neither in the result nor in the gradient.
    return T.where(alone, 0.0, T.softmax(T.where(alone, 0.0, scores), -1))


def _repeated_heads(query, tensor):
    heads, own = query.size(-3), tensor.size(-3)
    if heads % own:
        raise RuntimeError(
            "Number of heads in key and value must divide the number of heads in query, got "
            f"{own} and {heads}"
        )
    return tensor.repeat_interleave(heads // own, -3)


def _check(query, key, value, mask, is_causal):
    if min(query.ndim, key.ndim, value.ndim) < 2:
        raise RuntimeError(
            "Expected query, key, and value to all be at least 2 dimensional, but got query.dim: "
            f"{query.ndim} key.dim: {key.ndim} and value.dim: {value.ndim} instead."
        )
    if not query.dtype is key.dtype is value.dtype:
        raise RuntimeError(
            "Expected query, key, and value to have the same dtype, but got query.dtype: "
            f"{query.dtype} key.dtype: {key.dtype} and value.dtype: {value.dtype} instead."
        )
    if mask is None:
        return
    if is_causal:
        raise RuntimeError(
            "_scaled_dot_product_attention: Explicit attn_mask should not be set when "
            "is_causal=True"
        )
    if (
        mask.dtype is not _dtype.bool
        and mask.dtype is not query.dtype
        and mask.dtype is not _dtype.float32
    ):
        raise RuntimeError(
            "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
            "attn_mask.dtype: "
            f"{mask.dtype} and query.dtype: {query.dtype} instead."
        )
