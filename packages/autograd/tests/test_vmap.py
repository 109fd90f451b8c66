"""`vmap`: dimensions, structures, randomness, chunks, writing, and what it refuses."""

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_core.functional as F
from firebrick_autograd.func import grad, jacfwd, jacrev, vmap


def close(got, want):
    np.testing.assert_allclose(got.detach().numpy(), want.detach().numpy(), rtol=1e-5, atol=1e-6)


X = fb.arange(12.0).reshape(3, 4) / 10


class TestDimensions:
    def test_in_dims(self):
        close(vmap(fb.dot, (0, None))(X, X[0]), X @ X[0])
        close(vmap(fb.dot, (1, 1))(X, X), (X * X).sum(0))
        close(vmap(lambda x, k: x * k, (-1, None))(X, 2.0), X.t() * 2)
        close(
            vmap(lambda d: d["a"] + d["b"][0], ({"a": 0, "b": (1,)},))({"a": X, "b": (X.t(),)}),
            2 * X,
        )
        close(vmap(lambda x, *, k: x * k)(X, k=fb.ones(3)), X)

    def test_out_dims(self):
        close(vmap(lambda x: x * 2, out_dims=1)(X), (X * 2).t())
        a, b = vmap(lambda x: (x, x.sum()), out_dims=(1, 0))(X)
        close(a, X.t())
        close(b, X.sum(1))
        assert vmap(lambda x: {"y": x})(X)["y"].shape == (3, 4)
        close(vmap(lambda x: fb.ones(2))(X), fb.ones(3, 2))

    def test_chunks_give_the_same(self):
        for size in (1, 2, 3, 7):
            close(vmap(lambda x: x.softmax(0), chunk_size=size)(X), X.softmax(1))

    def test_nested(self):
        outer = vmap(vmap(lambda x, y: x * y, (None, 0)), (0, None))
        close(outer(X[0], X[1]), fb.outer(X[0], X[1]))

    def test_a_batch_of_nothing(self):
        assert vmap(lambda x: x.sum() * 2)(fb.ones(0, 3)).shape == (0,)


REFUSED = [
    (lambda: vmap(fb.sin, "a")(X), ValueError, "expected `in_dims` to be int or"),
    (lambda: vmap(fb.sin)(), ValueError, "got no inputs"),
    (lambda: vmap(fb.sin, 2)(X), ValueError, "-2 <= in_dim < 2"),
    (lambda: vmap(fb.mul)(X, X[:2]), ValueError, "same size in the mapped dimension"),
    (lambda: vmap(fb.mul)(X, 2.0), ValueError, "cannot vmap over non-Tensor arguments"),
    (lambda: vmap(fb.mul, None)(X, X), ValueError, "in_dims"),
    (lambda: vmap(fb.mul, (0,))(X, X), ValueError, "not compatible with the structure"),
    (lambda: vmap(lambda x: 1)(X), ValueError, "must only return Tensors"),
    (lambda: vmap(lambda x: x, out_dims=None)(X), ValueError, "can not return a BatchedTensor"),
    (lambda: vmap(lambda x: x.sum().item())(X), RuntimeError, r"calling \.item\(\)"),
    (lambda: vmap(lambda x: x if x.sum() > 0 else -x)(X), RuntimeError, r"calling bool\(\)"),
    (lambda: vmap(lambda x: x.numpy())(X), RuntimeError, r"calling \.numpy\(\)"),
    (lambda: vmap(lambda x: fb.zeros(4).add_(x))(X), RuntimeError, "inplace arithmetic"),
    (lambda: vmap(lambda x: x + fb.randn(4))(X), RuntimeError, "randomness error mode"),
    (lambda: vmap(lambda x: x.bernoulli(0.5))(X), RuntimeError, "randomness error mode"),
    (lambda: vmap(fb.sin, randomness="some"), RuntimeError, "Only allowed values"),
    (lambda: vmap(fb.sin, chunk_size=0), ValueError, "greater than 0"),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


RANDOM = {
    "randn": lambda x: fb.randn(4) + 0 * x,
    "rand_like": fb.rand_like,
    "dropout": lambda x: F.dropout(x + 1, 0.5),
    "in place": lambda x: x.clone().uniform_(),
    "randint": lambda x: fb.randint(0, 1000, (4,)) + 0 * x,
    "bernoulli": lambda x: (x * 0 + 0.5).bernoulli(),
}


@pytest.mark.parametrize("name", RANDOM)
def test_randomness(name):
    function = RANDOM[name]
    x = fb.full((8, 4), 0.5)
    same = vmap(function, randomness="same")(x)
    assert (same == same[0]).all()
    different = vmap(function, randomness="different")(x)
    assert not (different == different[0]).all()


def test_writing_in_place():
    def function(x):
        y = fb.zeros_like(x)
        y.add_(x)
        y[1:].mul_(2)
        y[0] = x.sum()
        return y

    want = fb.stack([function(x) for x in X])
    close(vmap(function)(X), want)


def test_per_sample_gradients():
    weight, x, y = fb.randn(5, 4), fb.randn(6, 4), fb.randint(0, 5, (6,))

    def loss(w, x, y):
        return F.cross_entropy(F.linear(x, w).tanh()[None], y[None])

    got = vmap(grad(loss), (None, 0, 0))(weight, x, y)
    close(got, fb.stack([grad(loss)(weight, a, b) for a, b in zip(x, y, strict=True)]))
    outer = grad(lambda w: vmap(lambda a, b: loss(w, a, b))(x, y).sum())(weight)
    close(outer, got.sum(0))


def test_jacobians_agree():
    function = lambda x: (x.sin() * x.sum()).cumsum(0)  # noqa: E731
    close(jacrev(function)(X[0]), jacfwd(function)(X[0]))
    close(jacrev(function, chunk_size=2)(X[0]), jacfwd(function)(X[0]))
    close(vmap(jacrev(function))(X), fb.stack([jacfwd(function)(x) for x in X]))
