"""Attention and transformers: masks, causality, orders of norms, and what they refuse."""

import math

import numpy as np
import pytest

import firebrick_core as torch
import firebrick_nn as nn
from firebrick_nn.attention import SDPBackend, bias, flex_attention as flex, sdpa_kernel


def arrays(*tensors):
    return [None if t is None else t.detach().numpy() for t in tensors]


def assert_close(got, want):
    np.testing.assert_allclose(*arrays(got, want), atol=1e-6)


@pytest.fixture
def attention():
    return nn.MultiheadAttention(6, 2, batch_first=True)


def causal(size):
    return nn.Transformer.generate_square_subsequent_mask(size)


MASKS = [
    {},
    {"attn_mask": causal(4)},
    {"attn_mask": causal(4) < 0},
    {"key_padding_mask": torch.tensor([[False] * 4, [False, False, True, True]])},
    {"attn_mask": causal(4), "is_causal": True},
]


@pytest.mark.parametrize("masks", MASKS, ids=lambda masks: "+".join(masks) or "none")
def test_weights_do_not_change_the_result_and_masks_hold(attention, masks):
    x = torch.randn(2, 4, 6)
    output, weights = attention(x, x, x, **masks)
    assert_close(attention(x, x, x, need_weights=False, **masks)[0], output)
    assert_close(weights.sum(-1), torch.ones(2, 4))
    if "attn_mask" in masks:
        assert not weights.triu(1).any()
    if "key_padding_mask" in masks:
        assert not weights[1, :, 2:].any() and weights[0].all()


def test_weights_of_each_head_average_to_the_others(attention):
    x = torch.randn(2, 4, 6)
    each = attention(x, x, x, average_attn_weights=False)[1]
    assert each.shape == (2, 2, 4, 4)
    assert_close(each.mean(1), attention(x, x, x)[1])


def test_a_batch_of_one_is_like_no_batch(attention):
    x = torch.randn(4, 6)
    assert_close(attention(x, x, x)[0], attention(*(x.unsqueeze(0),) * 3)[0][0])


def test_separate_projections_where_sizes_differ():
    layer = nn.MultiheadAttention(6, 2, kdim=3, vdim=5)
    assert layer.in_proj_weight is None and layer.v_proj_weight.shape == (6, 5)
    assert nn.MultiheadAttention(6, 2).q_proj_weight is None


def test_merged_masks():
    layer, x = nn.MultiheadAttention(6, 2), torch.zeros(3, 4, 6)
    padding = torch.zeros(3, 4)
    assert layer.merge_masks(None, None, x) == (None, None)
    assert layer.merge_masks(None, padding, x)[1] == 1
    merged, kind = layer.merge_masks(causal(4), padding, x)
    assert merged.shape == (3, 2, 4, 4) and kind == 2
    assert layer.merge_masks(torch.zeros(6, 4, 4), None, x)[0].shape == (3, 2, 4, 4)


BAD = [
    ("nn.MultiheadAttention(0, 1)", ValueError, "must be greater than 0, got embed_dim=0"),
    ("nn.MultiheadAttention(6, 4)", AssertionError, "divisible by num_heads"),
    ("nn.TransformerEncoderLayer(6, 2, 8, activation='tanh')", RuntimeError, "relu/gelu, not tanh"),
    ("nn.Transformer(6, 2, 1, 1, 8)(x(3, 2, 6), x(3, 1, 6))", RuntimeError, "batch number of src"),
    ("nn.Transformer(6, 2, 1, 1, 8)(x(3, 2, 6), x(3, 2, 4))", RuntimeError, "feature number of"),
    ("nn.MultiheadAttention(6, 2)(x(3, 6), x(3, 1, 6), x(3, 1, 6))", AssertionError, "expected"),
    ("bias.causal_lower_right(3)", RuntimeError, "only supports 2D"),
    ("bias.CausalBias(1, 2, 3)", TypeError, "must be a CausalVariant"),
    ("flex.flex_attention(x(1, 2, 3), x(1, 2, 3), x(1, 2, 3))", ValueError, "to be 4D tensors"),
    ("flex.flex_attention(x(1, 4, 3, 2), *[x(1, 2, 3, 2)] * 2)", ValueError, "enable_gqa=True"),
    ("flex.flex_attention(x(1, 4, 3), *[x(1, 3, 3, 2)] * 2)", ValueError, "but got 3D, 4D and 4D"),
    ("flex.flex_attention(x(1, 4, 3, 2), *[x(1, 3, 3, 2)] * 2, None, None, None, True)",
     ValueError, "Hkv divides Hq"),
    ("flex.and_masks(flex.noop_mask, 3)", RuntimeError, "should be callable"),
    ("sdpa_kernel('math').__enter__()", AssertionError, "instance of SDPBackend"),
]


@pytest.mark.parametrize("call, error, message", BAD)
def test_what_is_refused(call, error, message):
    names = {"nn": nn, "x": torch.ones, "bias": bias, "sdpa_kernel": sdpa_kernel, "flex": flex}
    with pytest.raises(error, match=message):
        eval(call, names)


@pytest.mark.parametrize("norm_first", [True, False])
@pytest.mark.parametrize("activation, code", [("relu", 1), ("gelu", 2), (torch.tanh, 0)])
def test_an_encoder_layer_is_its_blocks(norm_first, activation, code):
    layer = nn.TransformerEncoderLayer(
        6, 2, 8, activation=activation, norm_first=norm_first, batch_first=True
    ).eval()
    assert layer.activation_relu_or_gelu == code
    x = torch.randn(2, 4, 6)

    def attend(y):
        return layer.self_attn(y, y, y)[0]

    def feed(y):
        return layer.linear2(layer.activation(layer.linear1(y)))

    if norm_first:
        y = x + attend(layer.norm1(x))
        want = y + feed(layer.norm2(y))
    else:
        y = layer.norm1(x + attend(x))
        want = layer.norm2(y + feed(y))
    assert_close(layer(x), want)


def test_a_causal_mask_keeps_the_future_out_and_is_recognised():
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(6, 2, 8, batch_first=True), 2).eval()
    memory, x = torch.randn(1, 3, 6), torch.randn(1, 5, 6)
    changed = x.clone()
    changed[:, 3:] += 1
    outputs = [decoder(t, memory, tgt_mask=causal(5)) for t in (x, changed)]
    assert_close(outputs[0][:, :3], outputs[1][:, :3])
    assert_close(decoder(x, memory, tgt_mask=causal(5), tgt_is_causal=True), outputs[0])


def test_layers_of_a_stack_start_equal_and_are_independent():
    layer = nn.TransformerEncoderLayer(6, 2, 8)
    encoder = nn.TransformerEncoder(layer, 2)
    first, second = (list(one.parameters()) for one in encoder.layers)
    assert all(torch.equal(a, b) and a is not b for a, b in zip(first, second, strict=True))
    assert encoder.norm is None and encoder.num_layers == 2


def test_masks_of_dtypes():
    assert causal(2).tolist() == [[0, -math.inf], [0, 0]]
    assert nn.Transformer.generate_square_subsequent_mask(2, dtype=torch.float64).dtype == (
        torch.float64
    )


@pytest.mark.parametrize("make", [bias.causal_lower_right, bias.causal_upper_left])
def test_causal_biases_are_masks(make):
    q, k, v = torch.randn(1, 2, 3, 4), torch.randn(1, 2, 5, 4), torch.randn(1, 2, 5, 4)
    mask = make(3, 5)
    assert (mask.seq_len_q, mask.seq_len_kv, mask.shape) == (3, 5, (3, 5))
    with sdpa_kernel(SDPBackend.MATH):
        got = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    plain = torch.tensor(mask.tolist())
    assert_close(got, nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=plain))


def test_a_lower_right_bias_without_keys_for_all_is_warned_of():
    with pytest.warns(UserWarning, match="will produce NaNs"):
        bias.causal_lower_right(3, 2)


def shows_the_past(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def shows_the_strict_past(b, h, q_idx, kv_idx):
    return q_idx > kv_idx


def test_flexible_attention_is_attention_and_has_its_gradients():
    inputs = [torch.randn(2, 4, 5, 6, requires_grad=True) for _ in range(3)]
    mask = flex.create_block_mask(flex.and_masks(shows_the_past, flex.noop_mask), 2, 4, 5, 5)
    results = []
    for output in (
        flex.flex_attention(*inputs, block_mask=mask),
        nn.functional.scaled_dot_product_attention(*inputs, is_causal=True),
    ):
        output.square().sum().backward()
        results.append([output, *(t.grad for t in inputs)])
        for t in inputs:
            t.grad = None
    for got, want in zip(*results, strict=True):
        np.testing.assert_allclose(*arrays(got, want), atol=1e-5)


def test_flexible_attention_of_a_query_that_sees_nothing_is_zero():
    q = torch.randn(1, 1, 3, 4, requires_grad=True)
    mask = flex.create_block_mask(shows_the_strict_past, None, None, 3, 3)
    output, lse = flex.flex_attention(q, q, q, block_mask=mask, return_lse=True)
    assert not output[0, 0, 0].any() and lse[0, 0, 0].item() == -math.inf
    output.sum().backward()
    assert np.isfinite(q.grad.numpy()).all()
    assert repr(mask) == f"BlockMask(shape=(1, 1, 3, 3), sparsity={mask.sparsity():.2f}%)"


def test_flex_attention_with_more_outputs():
    q = torch.arange(6.0).view(1, 1, 3, 2) / 10
    output, aux = flex.flex_attention(
        q, q, q, return_aux=flex.AuxRequest(lse=True, max_scores=True)
    )
    scores = q @ q.transpose(-2, -1) / 2**0.5
    assert torch.allclose(aux.lse, scores.logsumexp(-1))
    assert torch.allclose(aux.max_scores, scores.amax(-1))
    assert torch.equal(output, flex.flex_attention(q, q, q))
    assert flex.flex_attention(q, q, q, return_aux=flex.AuxRequest())[1] == (None, None)
