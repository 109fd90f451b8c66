"""Gradients that the rules' own test cannot judge: of alignments, of bags, of pieces of a batch."""

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
import firebrick_core.functional as F
from firebrick_core import _operators as T
from firebrick_core.ops.linear_cross_entropy import LinearCrossEntropyOptions


@pytest.fixture(autouse=True)
def _seeded():
    fb.manual_seed(0)


def leaf(*shape):
    return fb.randn(*shape, dtype=fb.float64).requires_grad_()


# ---------------------------------------------------------------------- alignments
TARGETS = fb.tensor([[1, 1, 2], [3, 2, 0], [0, 0, 0]])


@pytest.mark.parametrize("blank", [0, 4])
def test_ctc_of_a_softmax(blank):
    def loss(logits):
        return F.ctc_loss(logits.log_softmax(2), TARGETS, (7, 5, 3), (3, 2, 0), blank, "none")

    assert autograd.gradcheck(loss, [leaf(7, 3, 5)])


def test_ctc_has_no_gradient_where_targets_do_not_fit_and_that_counts_nothing():
    logits = leaf(2, 3, 5)
    arguments = (TARGETS, (2, 2, 2), (3, 2, 0))
    F.ctc_loss(logits.log_softmax(2), *arguments, zero_infinity=True).backward()
    assert (logits.grad[:, 0] == 0).all() and (logits.grad[:, 1] != 0).any()


def test_ctc_is_not_differentiable_twice_but_its_gradient_is_of_use():
    logits = leaf(7, 3, 5)
    loss = F.ctc_loss(logits.log_softmax(2), TARGETS, (7, 5, 3), (3, 2, 0))
    (slope,) = autograd.grad(loss, logits, create_graph=True)
    assert slope.requires_grad
    with pytest.raises(NotImplementedError, match="second derivative is not implemented"):
        slope.sum().backward()


def test_cost_and_gradient_of_ctc_at_once():
    lengths = fb.tensor([7, 5, 3]), fb.tensor([3, 2, 0])

    def cost(logits):
        return T.ctc_cost([logits.log_softmax(2), TARGETS, *lengths], 3, 0, False)[0]

    logits = leaf(7, 3, 5)
    assert autograd.gradcheck(cost, [logits])
    (slope,) = autograd.grad(cost(logits).sum(), logits, create_graph=True)
    with pytest.raises(NotImplementedError, match="second derivative is not implemented"):
        slope.square().sum().backward()


# ---------------------------------------------------------------------- bags
@pytest.mark.parametrize("mode", ["sum", "mean"])
def test_bags_scale_by_frequency_as_single_rows_do(mode):
    table, indices, offsets = leaf(5, 3), fb.tensor([1, 2, 1, 4, 1, 2]), fb.tensor([0, 2])
    weights = fb.randn(2, 3, dtype=fb.float64)
    bags = F.embedding_bag(indices, table, offsets, mode=mode, scale_grad_by_freq=True)
    (got,) = autograd.grad((bags * weights).sum(), table)
    rows = F.embedding(indices, table, scale_grad_by_freq=True)
    parts = [rows[:2], rows[2:]]
    bags = fb.stack([p.sum(0) if mode == "sum" else p.mean(0) for p in parts])
    (want,) = autograd.grad((bags * weights).sum(), table)
    assert fb.allclose(got, want)


@pytest.mark.parametrize("mode", ["sum", "mean"])
def test_bags_with_sparse_gradients(mode):
    indices, offsets, found = fb.tensor([1, 2, 1, 4]), fb.tensor([0, 3]), []
    for sparse in (False, True):
        table = fb.arange(15.0).reshape(5, 3).requires_grad_()
        bags = F.embedding_bag(indices, table, offsets, mode=mode, sparse=sparse)
        (bags * bags).sum().backward()
        assert table.grad.is_sparse is sparse
        found.append(table.grad.to_dense())
    assert fb.allclose(*found)


# ---------------------------------------------------------------------- pieces of a batch
@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("weighted", [False, True])
def test_pieces_of_a_batch_have_the_gradients_of_the_whole(reduction, weighted):
    tensors = [leaf(7, 3), leaf(5, 3), leaf(5)]
    target = fb.tensor([0, 4, 2, 1, 1, 3, 2])
    weight = fb.rand(5, dtype=fb.float64) + 0.5 if weighted else None
    found = []
    for options in (None, LinearCrossEntropyOptions(batch_chunk_size=3)):
        loss = F.linear_cross_entropy(
            tensors[0],
            tensors[1],
            target,
            linear_bias=tensors[2],
            weight=weight,
            reduction=reduction,
            ignore_index=1,
            options=options,
        )
        once = autograd.grad((loss * loss).sum(), tensors, create_graph=True)
        twice = autograd.grad(sum((g * g).sum() for g in once), tensors)
        found.append([loss, *once, *twice])
    for whole, pieces in zip(*found, strict=True):
        assert fb.allclose(whole, pieces)


# ---------------------------------------------------------------------- attention
def test_a_query_that_may_not_look_anywhere_takes_no_gradient():
    q, k, v = leaf(3, 4), leaf(2, 4), leaf(2, 4)
    mask = fb.zeros(3, 2, dtype=fb.float64)
    mask[1] = -float("inf")
    out = F.scaled_dot_product_attention(q, k, v, mask)
    assert (out[1] == 0).all()
    out.sum().backward()
    assert (q.grad[1] == 0).all() and all(t.grad.isfinite().all() for t in (q, k, v))


@pytest.mark.parametrize("queries, keys", [(256, 256), (300, 300), (300, 130), (260, 400)])
def test_causal_attention_in_blocks_is_that_with_a_mask(queries, keys):
    q, k, v = leaf(2, queries, 3), leaf(2, keys, 3), leaf(2, keys, 2)
    mask = fb.ones(queries, keys, dtype=fb.bool).tril()
    grad = fb.randn(2, queries, 2, dtype=fb.float64)
    found = []
    for options in ({"is_causal": True}, {"attn_mask": mask}):
        out = F.scaled_dot_product_attention(q, k, v, **options)
        found.append([out, *autograd.grad(out, (q, k, v), grad)])
    for blocks, whole in zip(*found, strict=True):
        assert fb.allclose(blocks, whole)
