"""RoPE and ALiBi against the formulas of their papers."""

import math

import numpy as np
import pytest

import firebrick_core as torch
import firebrick_nn as nn


def rotated(vector, position, base, pairs):
    """The paper's equation 15: every pair of elements as a complex number times e^(i m theta)."""
    result = np.array(vector, dtype=np.float64)
    for i, (a, b) in enumerate(pairs):
        turn = np.exp(1j * position * base ** (-2 * i / (2 * len(pairs))))
        turned = (vector[a] + 1j * vector[b]) * turn
        result[a], result[b] = turned.real, turned.imag
    return result


@pytest.mark.parametrize("interleaved", [True, False])
@pytest.mark.parametrize("dim, rotary", [(8, 8), (6, 6), (8, 4), (2, 2)])
@pytest.mark.parametrize("base", [10000.0, 500.0])
def test_rotation(interleaved, dim, rotary, base):
    torch.manual_seed(0)
    x = torch.randn(2, 3, 5, dim, dtype=torch.float64)
    cos, sin = nn.rotary_angles(5, rotary, base, dtype=torch.float64)
    got = nn.apply_rotary_embedding(x, cos, sin, interleaved=interleaved)
    half = rotary // 2
    pairs = [(2 * i, 2 * i + 1) if interleaved else (i, i + half) for i in range(half)]
    for index in np.ndindex(2, 3, 5):
        want = rotated(x[index].numpy(), index[-1], base, pairs)
        np.testing.assert_allclose(got[index].numpy(), want, atol=1e-12)


def test_products_depend_on_distances_only():
    rope = nn.RotaryEmbedding(16)
    query, key = torch.randn(1, 16), torch.randn(1, 16)
    products = [(rope(query, offset=m) * rope(key, offset=m + 7)).sum().item() for m in (0, 3, 90)]
    np.testing.assert_allclose(products, products[0], rtol=1e-4)


def test_the_module_continues_where_a_cache_ends():
    rope, x = nn.RotaryEmbedding(4, interleaved=True), torch.randn(2, 6, 4)
    whole = rope(x)
    parts = torch.cat([rope(x[:, :4]), rope(x[:, 4:], offset=4)], dim=1)
    assert torch.equal(whole, parts) and list(rope.state_dict()) == []
    assert repr(rope) == "RotaryEmbedding(4, base=10000, interleaved=True)"


def test_scale_stretches_positions():
    cos, _ = nn.rotary_angles(9, 4, scale=2.0)
    assert torch.allclose(cos[::2], nn.rotary_angles(5, 4)[0])


def test_dtypes_and_gradients():
    pytest.importorskip("ml_dtypes")
    x = torch.randn(3, 4, dtype=torch.bfloat16, requires_grad=True)
    y = nn.RotaryEmbedding(4)(x)
    y.float().pow(2).sum().backward()
    assert y.dtype == torch.bfloat16 and x.grad.shape == (3, 4)


SLOPES = [
    (1, [2**-8]), (2, [2**-4, 2**-8]), (4, [2**-2, 2**-4, 2**-6, 2**-8]),
    (8, [2.0**-h for h in range(1, 9)]),
    (3, [2**-4, 2**-8, 2**-2]), (6, [2**-2, 2**-4, 2**-6, 2**-8, 2**-1, 2**-3]),
    (12, [*(2.0**-h for h in range(1, 9)), *(2 ** -(h - 0.5) for h in range(1, 5))]),
]  # fmt: skip


@pytest.mark.parametrize("heads, slopes", SLOPES)
def test_slopes(heads, slopes):
    np.testing.assert_allclose(nn.alibi_slopes(heads).numpy(), slopes, rtol=1e-6)


@pytest.mark.parametrize("queries, keys", [(4, 4), (1, 5), (3, 5)])
@pytest.mark.parametrize("causal", [True, False])
def test_biases(queries, keys, causal):
    bias = nn.alibi_bias(4, queries, keys, causal=causal).numpy()
    slopes = nn.alibi_slopes(4).numpy()
    assert bias.shape == (4, queries, keys)
    for head, q, k in np.ndindex(bias.shape):
        at = keys - queries + q
        if causal and k > at:
            assert bias[head, q, k] == -math.inf
        else:
            assert bias[head, q, k] == pytest.approx(-slopes[head] * abs(at - k))


def test_biases_fit_attention():
    q = torch.randn(2, 4, 3, 8)
    bias = nn.alibi_bias(4, 3)
    got = nn.functional.scaled_dot_product_attention(q, q, q, attn_mask=bias)
    want = torch.softmax(q @ q.mT / math.sqrt(8) + bias, -1) @ q
    assert torch.allclose(got, want, atol=1e-6)


ERRORS = [
    (lambda: nn.rotary_angles(3, 5), "dim must be positive and even"),
    (lambda: nn.RotaryEmbedding(0), "dim must be positive and even"),
    (lambda: nn.RotaryEmbedding(4)(torch.ones(4)), r"expected input of \(..., length, dim\)"),
    (lambda: nn.RotaryEmbedding(8)(torch.ones(3, 4)), "with dim >= 8"),
    (
        lambda: nn.apply_rotary_embedding(torch.ones(3, 4), *nn.rotary_angles(5, 4)),
        "angles for 3 positions.* but got 5",
    ),
    (
        lambda: nn.apply_rotary_embedding(torch.ones(3, 4), torch.ones(3, 2), torch.ones(3, 1)),
        "cos and sin of one shape",
    ),
    (lambda: nn.alibi_slopes(0), "at least 1 head"),
    (lambda: nn.alibi_bias(2, 5, 3), "at least as many keys as queries"),
]


@pytest.mark.parametrize("call, message", ERRORS)
def test_errors(call, message):
    with pytest.raises(ValueError, match=message):
        call()
