"""Attention by functions of scores and masks gives PyTorch's results."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import torch.nn.attention.flex_attention  # noqa: E402, F811

import firebrick as fb  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("ignore:flex_attention called without torch.compile"),
    pytest.mark.filterwarnings("ignore:return_lse is deprecated"),
]


def causal(b, h, q_idx, kv_idx):
    return q_idx >= kv_idx


def window(b, h, q_idx, kv_idx):
    return (q_idx - kv_idx).abs() <= 2


def later_only(b, h, q_idx, kv_idx):
    return q_idx > kv_idx  # the first query sees nothing


def relative(score, b, h, q_idx, kv_idx):
    return score + (q_idx - kv_idx) * 0.1


def by_head(score, b, h, q_idx, kv_idx):
    return score * (h + 1) + b


CALLS = [
    "flex(q, k, v)", "flex(q, k, v, scale=0.3)", "flex(q, k, v, relative)",
    "flex(q, k, v, by_head, block(causal, None, None, 6, 6))",
    "flex(q, k, v, None, block(f.and_masks(causal, window), 2, 4, 6, 6))",
    "flex(q, k, v, None, block(f.or_masks(causal, window), None, 4, 6, 6))",
    "flex(q, k[:, :2], v[:, :2], enable_gqa=True)",
    "flex(q, k, v, None, block(later_only, None, None, 6, 6))",
    "flex(q, k, v, relative, return_aux=f.AuxRequest(lse=True))[1].lse",
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_results(call):
    results = []
    for library in (fb, torch):
        f = library.nn.attention.flex_attention
        random = np.random.RandomState(0)
        q, k, v = (
            library.tensor(random.standard_normal((2, 4, 6, 8)).astype(np.float32))
            for _ in range(3)
        )
        names = {"q": q, "k": k, "v": v, "f": f}

        def block(*args, f=f):
            return f.create_block_mask(*args, device="cpu")

        names |= {"flex": f.flex_attention, "block": block}
        results.append(eval(call, globals() | names).numpy())
    np.testing.assert_allclose(*results, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("mod", [causal, window, later_only])
@pytest.mark.parametrize("sizes", [(256, 256), (100, 300)])
def test_masks_and_blocks(mod, sizes):
    masks, blocks = [], []
    for library in (fb, torch):
        f = library.nn.attention.flex_attention
        masks.append(f.create_mask(mod, 2, None, *sizes, device="cpu").numpy())
        block = f.create_block_mask(mod, 2, None, *sizes, device="cpu")
        blocks.append((block.to_dense().numpy(), block.sparsity(), tuple(block.shape)))
    np.testing.assert_array_equal(masks[0], masks[1])
    np.testing.assert_array_equal(blocks[0][0], blocks[1][0])
    assert blocks[0][1] == pytest.approx(blocks[1][1]) and blocks[0][2] == blocks[1][2]
