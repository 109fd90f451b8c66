"""Checks of values inside function transforms: they see all samples, and the primal."""

import numpy as np
import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
import firebrick_core.functional as F
from firebrick_autograd.func import grad, jvp, vmap
from firebrick_core import _operators as T


def seen_by(transform, *arguments):
    """What a check sees of a function's argument, under a transform of that function."""
    seen = []

    def function(x, *rest):
        assert T.verify(x, seen.append) is None
        return x * 2

    transform(function)(*arguments)
    return [np.asarray(a).tolist() for a in seen]


def test_a_check_sees_all_samples_in_front():
    x = fb.arange(6.0).reshape(2, 3)
    assert seen_by(lambda f: f, x) == [x.tolist()]
    assert seen_by(vmap, x) == [x.tolist()]
    assert seen_by(lambda f: vmap(f, 1), x) == [x.t().tolist()]
    assert seen_by(lambda f: vmap(vmap(f)), x) == [x.tolist()]
    assert seen_by(lambda f: vmap(f, (None, 0)), x, fb.ones(4)) == [x.tolist()]


def test_a_check_sees_the_primal():
    x = fb.arange(3.0)
    assert seen_by(lambda f: lambda x: jvp(f, (x,), (fb.ones(3),)), x) == [[0, 1, 2]]
    assert seen_by(lambda f: grad(lambda x: f(x).sum()), x) == [[0, 1, 2]]
    assert seen_by(lambda f: vmap(grad(lambda x: f(x).sum())), x.reshape(3, 1)) == [[[0], [1], [2]]]


def test_a_check_is_no_part_of_a_graph():
    x = fb.ones(2, requires_grad=True)
    assert T.verify(x, len) is None
    assert autograd.status("verify") == "not differentiable"
    assert T.verify(fb.ones(2, device="meta"), pytest.fail) is None


def labels(*shape):
    return fb.arange(int(np.prod(shape))).reshape(*shape) % 3


# What it computes for each sample, good samples, and bad ones with their error.
CHECKED = {
    "quantile": (
        lambda q: fb.quantile(fb.arange(4.0), q),
        fb.tensor([0.1, 0.9]),
        fb.tensor([0.1, 1.1]),
        r"in the range \[0, 1\]",
    ),
    "segment_reduce": (
        lambda n: fb.segment_reduce(fb.arange(4.0), "sum", lengths=n),
        fb.tensor([[1, 3], [2, 2]]),
        fb.tensor([[1, 3], [2, 1]]),
        "to sum to",
    ),
    "cov": (
        lambda w: fb.cov(fb.arange(6.0).reshape(2, 3), fweights=w),
        fb.tensor([[1, 2, 1], [3, 1, 1]]),
        fb.tensor([[1, 2, 1], [3, -1, 1]]),
        "fweights cannot be negative",
    ),
    "one_hot": (
        lambda t: F.one_hot(t, 3),
        labels(2, 4),
        labels(2, 4) + 1,
        "smaller than num_classes",
    ),
    "max_unpool1d": (
        lambda i: F.max_unpool1d(fb.ones(1, 2), i, 2),
        fb.tensor([[[0, 3]], [[1, 2]]]),
        fb.tensor([[[0, 3]], [[1, 4]]]),
        "Found an invalid max index: 4",
    ),
    "embedding_bag": (
        lambda o: F.embedding_bag(labels(4), fb.arange(6.0).reshape(3, 2), o),
        fb.tensor([[0, 2], [0, 3]]),
        fb.tensor([[0, 2], [1, 3]]),
        "has to be 0",
    ),
    "gaussian_nll_loss": (
        lambda v: F.gaussian_nll_loss(fb.ones(3), fb.zeros(3), v),
        fb.ones(2, 3),
        fb.tensor([[1.0, 1.0, 1.0], [1.0, -1.0, 1.0]]),
        "negative",
    ),
    "multi_margin_loss": (
        lambda t: F.multi_margin_loss(fb.arange(12.0).reshape(4, 3), t),
        labels(2, 4),
        labels(2, 4) + 1,
        "target out of range",
    ),
    "ctc_loss": (
        lambda n: F.ctc_loss(fb.rand(5, 1, 3).log_softmax(2), fb.tensor([[1, 2, 1]]), [5], n),
        fb.tensor([[1], [3]]),
        fb.tensor([[1], [4]]),
        "target_lengths to have value at least 0 and at most 3",
    ),
}


@pytest.mark.parametrize("name", CHECKED)
def test_checked_operators_can_be_batched(name):
    function, good, bad, message = CHECKED[name]
    fb.manual_seed(0)
    got = vmap(function, randomness="same")(good)
    loop = []
    for sample in good:
        fb.manual_seed(0)
        loop.append(function(sample))
    np.testing.assert_allclose(got.numpy(), fb.stack(loop).numpy(), rtol=1e-6)
    with pytest.raises((RuntimeError, ValueError), match=message):
        vmap(function, randomness="same")(bad)
