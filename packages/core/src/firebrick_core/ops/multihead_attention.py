"""Attention by several heads at a time (Vaswani et al. 2017), from its projections to its result.

Errors are AssertionErrors where PyTorch's are.
"""

from __future__ import annotations

import math

from .. import _dtype, _operators as T
from .._operator import Array, composite
from ._nn_arrays import require_tensor


def _require(condition, message):
    if not condition:
        raise AssertionError(f"multi_head_attention_forward: {message}")


# ---------------------------------------------------------------------- checks and masks
def _check_ranks(query, key, value, padding, mask):
    """Whether there is a batch dimension; refuses what does not go with it."""
    _require(
        query.ndim in (2, 3),
        "query should be unbatched 2D or batched 3D tensor but received "
        f"{query.ndim}-D query tensor",
    )
    batched = query.ndim == 3
    which = f"For {'batched (3-D)' if batched else 'unbatched (2-D)'} `query`, expected "
    _require(
        key.ndim == value.ndim == query.ndim,
        f"{which}`key` and `value` to be {query.ndim}-D but found {key.ndim}-D and {value.ndim}-D "
        "tensors respectively",
    )
    _require(
        padding is None or padding.ndim == query.ndim - 1,
        f"{which}`key_padding_mask` to be `None` or {query.ndim - 1}-D but found "
        f"{0 if padding is None else padding.ndim}-D tensor instead",
    )
    _require(
        mask is None or mask.ndim in (2, 3),
        f"{which}`attn_mask` to be `None`, 2-D or 3-D but found "
        f"{0 if mask is None else mask.ndim}-D tensor instead",
    )
    return batched


def _additive(name, mask, dtype):
    """A mask as what is added to scores: True becomes minus infinity."""
    if mask is None or mask.is_floating_point():
        return mask
    _require(
        mask.dtype is _dtype.bool,
        f"only bool and floating types of {name} are supported, but got {mask.dtype}",
    )
    from .._creation import zeros

    return zeros(mask.shape, dtype=dtype, device=mask.device).masked_fill(mask, -math.inf)


def _checked_mask(mask, targets, sources, batch_heads):
    """An additive mask of three dimensions."""
    if mask is None:
        return None
    expected = (targets, sources) if mask.ndim == 2 else (batch_heads, targets, sources)
    if tuple(mask.shape) != expected:
        raise RuntimeError(
            f"The shape of the {mask.ndim}D attn_mask is {tuple(mask.shape)}, but should be "
            f"{expected}."
        )
    return mask.unsqueeze(0) if mask.ndim == 2 else mask


def _one_more(mask):
    """A mask that lets one more key take part."""
    return None if mask is None else T.constant_pad_nd(mask, (0, 1), 0)


# ---------------------------------------------------------------------- projections
def _projected(query, key, value, weights, bias):
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    return tuple(
        T.linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases, strict=True)
    )


def _in_projection(query, key, value, packed, separate, bias):
    """Queries, keys and values, from one packed weight or three separate ones."""
    features = query.size(-1)
    if separate is None:
        _require(packed is not None, "use_separate_proj_weight is False but in_proj_weight is None")
        _require(
            key.shape == value.shape,
            f"key shape {key.shape} does not match value shape {value.shape}",
        )
        if query is key is value:
            return T.linear(query, packed, bias).chunk(3, -1)
        return _projected(query, key, value, packed.split(features), bias)
    for name, weight in zip("qkv", separate, strict=True):
        _require(
            weight is not None, f"use_separate_proj_weight is True but {name}_proj_weight is None"
        )
    _require(
        key.shape[:2] == value.shape[:2],
        f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}",
    )
    return _projected(query, key, value, separate, bias)


def _with_bias(key, value, padding, mask, bias_k, bias_v, static):
    """Keys and values with a learned one at the end, and the masks of that."""
    if bias_k is None and bias_v is None:
        return key, value, padding, mask
    for one, other in (("k", bias_v), ("v", bias_k)):
        _require(other is not None, f"bias_{one} is set but the other bias is None")
    _require(not static, "bias cannot be added to static key and value")
    batch = key.size(1)
    key = T.cat([key, bias_k.repeat(1, batch, 1)])
    value = T.cat([value, bias_v.repeat(1, batch, 1)])
    return key, value, _one_more(padding), _one_more(mask)


def _heads(tensor, batch_heads, size):
    """(length, batch, features) as (batch * heads, length, size)."""
    return tensor.reshape(tensor.size(0), batch_heads, size).transpose(0, 1)


def _static(name, given, tensor, batch_heads, size):
    if given is None:
        return _heads(tensor, batch_heads, size)
    for dim, expected in ((0, batch_heads), (2, size)):
        _require(
            given.size(dim) == expected,
            f"expecting {name}.size({dim}) of {expected}, but got {given.size(dim)}",
        )
    return given


def _with_zero(tensor):
    return T.constant_pad_nd(tensor, (0, 0, 0, 1), 0)


def _merged_masks(padding, mask, batch, heads, sources):
    """One additive mask (batch * heads or 1, targets or 1, sources) of both, or None."""
    if padding is None:
        return mask
    _require(
        tuple(padding.shape) == (batch, sources),
        f"expecting key_padding_mask shape of {(batch, sources)}, but got {tuple(padding.shape)}",
    )
    each = padding.view(batch, 1, 1, sources).expand(-1, heads, -1, -1)
    each = each.reshape(batch * heads, 1, sources)
    return each if mask is None else mask + each


# ---------------------------------------------------------------------- attention
def _with_weights(q, k, v, mask, dropout):
    """The result and the weights, (batch * heads, targets, ...)."""
    q, k = q * math.sqrt(1.0 / q.size(-1)), k.transpose(-2, -1)
    scores = q.bmm(k) if mask is None else T.baddbmm(mask, q, k)
    weights = T.softmax(scores, -1)
    if dropout > 0.0:
        weights = T.functional_dropout(weights, dropout)
    return weights.bmm(v), weights


def _attend(q, k, v, mask, dropout, batch, heads, is_causal, need_weights):
    """(targets * batch, features) results, and the weights of each head where they are needed."""
    targets, sources = q.size(1), k.size(1)
    if need_weights:
        out, weights = _with_weights(q, k, v, mask, dropout)
        weights = weights.view(batch, heads, targets, sources)
    else:
        if mask is not None:
            one = mask.size(0) == 1
            mask = mask.unsqueeze(0) if one else mask.view(batch, heads, -1, sources)
        out = T.scaled_dot_product_attention(
            *(t.reshape(batch, heads, *t.shape[1:]) for t in (q, k, v)),
            mask,
            dropout,
            is_causal and mask is None,
        ).reshape(batch * heads, targets, -1)
        weights = None
    return out.transpose(0, 1).reshape(targets * batch, -1), weights


_SELF = "6, 2, x(18, 6), x(18), None, None, False, 0.0, x(6, 6), x(6)"


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        f"x(3, 2, 6), x(4, 2, 6), x(4, 2, 6), {_SELF}",
        f"x(3, 6), x(4, 6), x(4, 6), {_SELF}, attn_mask=x(3, 4), need_weights=False",
        f"x(3, 2, 6), x(4, 2, 6), x(4, 2, 6), {_SELF}, key_padding_mask=T.arange(4).repeat(2, 1) "
        "== 3, average_attn_weights=False",
        "x(3, 2, 6), x(4, 2, 5), x(4, 2, 7), 6, 2, None, x(18), x(1, 1, 6), x(1, 1, 6), True, 0.0, "
        "x(6, 6), x(6), use_separate_proj_weight=True, q_proj_weight=x(6, 6), "
        "k_proj_weight=x(6, 5), v_proj_weight=x(6, 7)",
    ),
    errors=(
        (
            f"x(3, 2, 6), x(4, 2, 6), x(4, 2, 6), 5{_SELF[1:]}",
            AssertionError,
            "was expecting embedding dimension of 5",
        ),
        (
            f"x(3, 2, 6), x(4, 2, 6), x(4, 2, 6), 6, 4{_SELF[4:]}",
            AssertionError,
            "not divisible by num_heads",
        ),
        (f"x(3, 2, 6), x(4, 6), x(4, 2, 6), {_SELF}", AssertionError, "expected `key` and `value`"),
        (
            f"x(3, 2, 6), x(4, 2, 6), x(4, 2, 6), {_SELF}, attn_mask=x(3, 5)",
            RuntimeError,
            "The shape of the 2D attn_mask",
        ),
        (
            f"x(3, 2, 6), x(4, 2, 6), x(4, 2, 6), {_SELF}, is_causal=True",
            RuntimeError,
            "Need attn_mask if specifying the is_causal hint",
        ),
        (
            f"x(3, 2, 6), x(4, 2, 6), x(4, 2, 6), {_SELF}, key_padding_mask=ints(2, 2, 4)",
            AssertionError,
            "only bool and floating types of key_padding_mask",
        ),
    ),
)
def multi_head_attention_forward(
    query: Array,
    key: Array,
    value: Array,
    embed_dim_to_check: int,
    num_heads: int,
    in_proj_weight: Array | None,
    in_proj_bias: Array | None,
    bias_k: Array | None,
    bias_v: Array | None,
    add_zero_attn: bool,
    dropout_p: float,
    out_proj_weight: Array,
    out_proj_bias: Array | None,
    training: bool = True,
    key_padding_mask: Array | None = None,
    need_weights: bool = True,
    attn_mask: Array | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Array | None = None,
    k_proj_weight: Array | None = None,
    v_proj_weight: Array | None = None,
    static_k: Array | None = None,
    static_v: Array | None = None,
    average_attn_weights: bool = True,
    is_causal: bool = False,
) -> tuple[Array, Array | None]:
    """Queries (L, N, E) attend to keys and values (S, N, ...) by `num_heads` heads: (L, N, E).

    The projections are one packed `in_proj_weight` (3 E, E) and bias, or three weights. Also
    returns the weights (N, L, S), the heads' mean or (N, heads, L, S), or None without
    `need_weights`, which is faster. `attn_mask` (L, S) or (N * heads, L, S) and `key_padding_mask`
    (N, S): True keeps a key out, floating-point numbers are added to the scores. `bias_k` and
    `bias_v` are a learned key and value at the end, `add_zero_attn` adds zeros, `static_k` and
    `static_v` replace the projected ones. All shapes also without N. Raises AssertionError or
    RuntimeError for what does not fit (Vaswani et al. 2017).

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> x, w = fb.ones(3, 1, 4), fb.ones(4, 4)
    >>> out, weights = F.multi_head_attention_forward(
    ...     x, x, x, 4, 2, fb.ones(12, 4), None, None, None, False, 0.0, w, None
    ... )
    >>> out.shape, weights.shape
    (torch.Size([3, 1, 4]), torch.Size([1, 3, 3]))
    """
    for position, (name, tensor) in enumerate(
        (("query", query), ("key", key), ("value", value)), 1
    ):
        require_tensor("multi_head_attention_forward", name, position, tensor)
    batched = _check_ranks(query, key, value, key_padding_mask, attn_mask)
    if not batched:
        same = query is key is value
        query, key, value = (t.unsqueeze(1) for t in (query, key, value))
        key, value = (query, query) if same else (key, value)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    targets, batch, features = query.shape
    _require(
        features == embed_dim_to_check,
        f"was expecting embedding dimension of {embed_dim_to_check}, but got {features}",
    )
    _require(
        features % num_heads == 0, f"embed_dim {features} not divisible by num_heads {num_heads}"
    )
    if is_causal and attn_mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module "
            "method `generate_square_subsequent_mask` to create this mask."
        )
    # The hint spares the mask where nothing else is masked and the weights are not asked for.
    causal = is_causal and key_padding_mask is None and not need_weights
    padding = _additive("key_padding_mask", key_padding_mask, query.dtype)
    mask = None if causal else _additive("attn_mask", attn_mask, query.dtype)
    separate = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else None
    q, k, v = _in_projection(query, key, value, in_proj_weight, separate, in_proj_bias)
    size, batch_heads = features // num_heads, batch * num_heads
    mask = _checked_mask(mask, targets, key.size(0), batch_heads)
    static = static_k is not None or static_v is not None
    k, v, padding, mask = _with_bias(k, v, padding, mask, bias_k, bias_v, static)
    q = _heads(q, batch_heads, size)
    k = _static("static_k", static_k, k, batch_heads, size)
    v = _static("static_v", static_v, v, batch_heads, size)
    if add_zero_attn:
        k, v, padding, mask = _with_zero(k), _with_zero(v), _one_more(padding), _one_more(mask)
    mask = _merged_masks(padding, mask, batch, num_heads, k.size(1))
    out, weights = _attend(
        q, k, v, mask, dropout_p if training else 0.0, batch, num_heads, causal, need_weights
    )
    out = T.linear(out, out_proj_weight, out_proj_bias).view(targets, batch, -1)
    if weights is not None and average_attn_weights:
        weights = weights.mean(1)
    if batched:
        return out, weights
    return out.squeeze(1), None if weights is None else weights.squeeze(0)
