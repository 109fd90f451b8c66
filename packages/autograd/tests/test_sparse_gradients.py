"""Gradients through sparse tensors: against finite differences, and how leaves show them."""

import numpy as np
import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
import firebrick_core.functional as F
from firebrick_autograd.func import jvp, vmap

PLACES = {
    "coo": [[0, 0, 1, 2], [1, 3, 0, 2]],
    "stored twice": [[0, 0, 1, 0], [1, 3, 0, 1]],
    "csr": [[0, 0, 1, 2], [1, 3, 0, 2]],
    "csc": [[0, 0, 1, 2], [1, 3, 0, 2]],
}


def sparse(kind, values):
    s = fb.sparse_coo_tensor(PLACES[kind], values, (3, 4))
    if kind in ("csr", "csc"):
        s = s.to_sparse_csr() if kind == "csr" else s.to_sparse_csc()
    return s


# Functions of a sparse `s`, a dense `d` (3, 4) and the sparse and constant `o`.
FUNCTIONS = (
    "s.to_dense()", "s * 2", "s * d", "d * s", "s * s", "s * o", "s + o", "T.add(s, o, alpha=3)",
    "s - s", "d + s", "d - s", "s / 3", "-s", "s.sin()", "s.square()", "s**3", "s.tanh()",
    "s @ d.t()", "d.t() @ s", "s @ d[0]", "d[:, 0] @ s", "s @ s.t()", "s @ o.t()",
    "T.addmm(d[:, :3], s, d.t(), beta=2, alpha=3)", "F.linear(d, s)", "s.t()", "s.sum()",
    "s.sum(0)", "s.sum(1)", "T.sparse.sum(s.to_sparse_coo(), 0)", "s.norm()", "s[0]", "s[1:, 1]",
    "s.index_select(1, T.tensor([3, 1, 1]))", "T.cat([s, s])", "T.stack([s, o])", "s.unsqueeze(0)",
    "s.clone()", "s.to_sparse_csr()", "s.to_sparse_coo()", "s.sparse_mask(o)", "d.sparse_mask(s)",
    "T.sparse.softmax(s, 1)", "T.sparse.log_softmax(s, 0)", "d.to_sparse()", "s.smm(d.t())",
    "T.hspmm(s, d.t())", "s.to_sparse_coo().coalesce().values()",
    "T.sparse.mm(s.to_sparse_csr(), d.t(), 'mean')",
    "T.sparse.mm(s.to_sparse_csr(), d.t(), 'amax')",
    "T.sparse.sampled_addmm(s, d @ d.t(), d, beta=2, alpha=3)",
)  # fmt: skip
VALUES = [0.3, -0.7, 1.1, 0.5]
LINES = np.array([[0.4, -0.2, 1.0, 0.7], [1.5, 0.8, -0.6, 0.2], [-1.2, 0.9, 0.3, 0.6]])
OTHER = ([[0, 0, 1, 2], [1, 2, 0, 2]], [0.6, 1.4, -0.5, 2.0], (3, 4))


def function_of(text, kind):
    def function(values, d):
        o = fb.sparse_coo_tensor(*OTHER, dtype=values.dtype)
        names = {"T": fb, "F": F, "s": sparse(kind, values), "d": d}
        names["o"] = o if kind in ("coo", "stored twice") else o.to_sparse(layout=names["s"].layout)
        return eval(text, names).to_dense()

    return function


def inputs(dtype=fb.float64):
    values = fb.tensor(VALUES, dtype=dtype)
    d = fb.from_numpy(LINES).to(dtype)
    if dtype.is_complex:
        values, d = values * (1 + 0.5j), d * (1 - 0.25j)
    return values.requires_grad_(), d.requires_grad_()


CASES = [(text, kind) for text in FUNCTIONS for kind in PLACES]


@pytest.mark.parametrize(("text", "kind"), CASES)
def test_first_and_second_derivative(text, kind):
    assert autograd.gradcheck(function_of(text, kind), inputs())
    assert autograd.gradgradcheck(function_of(text, kind), inputs())


COMPLEX = ("s @ d.t()", "d.t() @ s", "s @ s.t()", "s * d", "d - s", "s.sum(0)", "s.sparse_mask(o)")


@pytest.mark.parametrize("text", COMPLEX)
def test_complex_numbers(text):
    assert autograd.gradcheck(function_of(text, "coo"), inputs(fb.complex128))


@pytest.mark.parametrize("text", ["s @ d.t()", "s * s + s", "s.sum(0)", "T.sparse.softmax(s, 1)"])
def test_inside_transforms(text):
    function, (values, d) = function_of(text, "coo"), [t.detach() for t in inputs()]
    samples = fb.stack([values, 2 * values, -values])
    got = vmap(function, (0, None))(samples, d)
    want = fb.stack([function(v, d) for v in samples])
    np.testing.assert_allclose(got.numpy(), want.numpy())
    step = 1e-6
    moved = jvp(function, (values, d), (fb.ones(4).double(), fb.zeros(3, 4).double()))[1]
    apart = (function(values + step, d) - function(values - step, d)) / (2 * step)
    np.testing.assert_allclose(moved.numpy(), apart.numpy(), rtol=1e-5, atol=1e-8)


# ---------------------------------------------------------------------- leaves
@pytest.mark.parametrize("kind", PLACES)
def test_a_leaf_has_a_sparse_gradient(kind):
    s = sparse(kind, fb.tensor(VALUES)).requires_grad_()
    assert s.is_leaf and s.requires_grad and s.grad is None and s.grad_fn is None
    weights = fb.arange(12.0).reshape(3, 4)
    (s.to_dense() * weights).sum().backward()
    assert s.grad.layout is s.layout
    pattern = fb.zeros(3, 4)
    pattern[PLACES[kind][0], PLACES[kind][1]] = 1
    assert s.grad.to_dense().tolist() == (weights * pattern).tolist()
    (2 * s).to_dense().sum().backward()
    assert s.grad.to_dense().tolist() == ((weights + 2) * pattern).tolist()
    s.grad = None
    assert s.grad is None
    s.grad = weights.sparse_mask(s.detach())
    assert s.grad.to_dense().tolist() == (weights * pattern).tolist()
    del s.grad
    assert s.grad is None


def test_a_gradient_is_zeroed_in_place():
    s = sparse("coo", fb.tensor(VALUES)).requires_grad_()
    s.to_dense().sum().backward()
    s.grad.zero_()
    assert s.grad._nnz() == 4 and s.grad.to_dense().sum() == 0


def test_values_given_with_history_are_no_leaf():
    values = fb.tensor(VALUES, requires_grad=True)
    for s in (sparse("coo", values), sparse("csr", values)):
        assert s.requires_grad and not s.is_leaf and s.grad_fn is not None
    own = fb.sparse_coo_tensor(PLACES["coo"], VALUES, requires_grad=True)
    assert own.is_leaf and own.requires_grad
    s = sparse("coo", values)
    s.retain_grad()
    (3 * s).sum().backward()
    assert s.retains_grad and s.grad.to_dense().sum() == 12 and values.grad.tolist() == [3] * 4


def test_grad_takes_and_gives_sparse_tensors():
    s = sparse("coo", fb.tensor(VALUES)).requires_grad_()
    (g,) = autograd.grad((s * s).sum(), s, create_graph=True)
    assert g.layout is fb.sparse_coo and (g._values() == 2 * s._values()).all()
    (second,) = autograd.grad(g.to_dense().sum(), s)
    assert second.coalesce().values().tolist() == [2] * 4
    out = s * 3
    (g,) = autograd.grad(out, s, fb.arange(12.0).reshape(3, 4))
    assert g.coalesce().values().tolist() == [3, 9, 12, 30]
    (g,) = autograd.grad(out.detach().requires_grad_() * 2, s, fb.ones(3, 4), allow_unused=True)
    assert g is None
    (s * 2).backward(fb.ones(3, 4).to_sparse())
    assert s.grad.coalesce().values().tolist() == [2] * 4
    autograd.backward((s * 2).sum(), inputs=[s])
    assert s.grad.coalesce().values().tolist() == [4] * 4


def test_hooks_get_sparse_gradients():
    s, seen = sparse("coo", fb.tensor(VALUES)).requires_grad_(), []

    def doubled(grad):
        seen.append(grad.layout)
        return grad * 2

    s.register_hook(doubled)
    s.register_post_accumulate_grad_hook(lambda t: seen.append(t is s))
    s.sum().backward()
    assert seen == [fb.sparse_coo, True] and s.grad.to_dense().sum() == 8


@pytest.mark.parametrize("text", ["s.add_(s)", "s.mul_(2)", "s.neg_()", "s.zero_()", "s.copy_(s)"])
def test_leaves_are_not_written_to(text):
    s = sparse("coo", fb.tensor(VALUES)).requires_grad_()
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        eval(text, {"s": s})
    with fb.no_grad():
        assert eval(text, {"s": s}) is s


def test_writing_in_place_is_recorded():
    values = fb.tensor(VALUES, requires_grad=True)
    s = sparse("coo", values) * 1
    s.mul_(3).add_(s)
    s.sum().backward()
    assert values.grad.tolist() == [6] * 4
    values.grad = None
    d = fb.zeros(3, 4) + 0
    d.add_(sparse("coo", values), alpha=2)
    d.sum().backward()
    assert values.grad.tolist() == [2] * 4


def test_detaching():
    s = sparse("coo", fb.tensor(VALUES, requires_grad=True))
    assert not s.detach().requires_grad and not s._values().requires_grad
    assert not s.data.requires_grad and s.requires_grad
    assert not s.detach_().requires_grad
    with fb.no_grad():
        assert not (sparse("coo", fb.tensor(VALUES)).requires_grad_() * 2).requires_grad


# ---------------------------------------------------------------------- gradients of tables
def test_embedding_gives_a_sparse_gradient():
    weight = fb.arange(12.0).reshape(4, 3).requires_grad_()
    index = fb.tensor([[1, 2], [0, 1]])
    (F.embedding(index, weight, padding_idx=0, sparse=True) ** 2).sum().backward()
    assert weight.grad.is_sparse and weight.grad._nnz() == 3 and not weight.grad.is_coalesced()
    dense = weight.detach().requires_grad_()
    (F.embedding(index, dense, padding_idx=0) ** 2).sum().backward()
    assert weight.grad.to_dense().tolist() == dense.grad.tolist()
    # More gradients: sparse ones add up to a sparse one, a dense one makes all dense.
    F.embedding(index, weight, sparse=True).sum().backward()
    assert weight.grad.is_sparse and weight.grad._nnz() == 7
    total = weight.grad.to_dense() + 1
    weight.sum().backward()
    assert weight.grad.layout is fb.strided and weight.grad.tolist() == total.tolist()
    F.embedding(index, weight, sparse=True).sum().backward()
    assert weight.grad.layout is fb.strided
    with pytest.raises(RuntimeError, match="scale_grad_by_freq not supported"):
        F.embedding(index, weight, scale_grad_by_freq=True, sparse=True).sum().backward()


def test_sparse_and_dense_gradients_of_one_graph_add_up():
    weight = fb.ones(4, 3, requires_grad=True)
    index = fb.tensor([1, 2])
    shared = weight * 1
    parts = [F.embedding(index, shared, sparse=True).sum() for _ in range(3)]
    (sum(parts) + shared.sum() + F.embedding(index, shared, sparse=True).sum()).backward()
    assert weight.grad.sum(1).tolist() == [3, 15, 15, 3]
