"""Sparse gradients: SparseAdam moves just their rows, SGD and Adagrad take them as dense ones."""

import re

import numpy as np
import pytest
from optim_cases import frozen, make, optimizer_names, same_bits, tensor

import firebrick_core as fb
import firebrick_optim
from firebrick_optim import SGD, Adagrad, Rows, SparseAdam

DENSE = {"SGD", "Adagrad"}  # a sparse gradient is taken for the dense one
REFUSING = sorted(set(optimizer_names()) - DENSE - {"SparseAdam", "LBFGS"})


def sparse(rows, values, shape):
    return fb.sparse_coo_tensor(tensor(np.array([rows])), tensor(np.asarray(values)), shape)


def expected_adam(p, g, state, t, lr=0.1, betas=(0.9, 0.999), eps=1e-8):
    """SparseAdam's formula for rows that have a gradient."""
    m, v = state
    m[...] = betas[0] * m + (1 - betas[0]) * g
    v[...] = betas[1] * v + (1 - betas[1]) * g**2
    return p - lr * np.sqrt(1 - betas[1] ** t) / (1 - betas[0] ** t) * m / (np.sqrt(v) + eps)


@pytest.mark.parametrize("maximize", [False, True])
def test_only_rows_with_gradient_move(maximize):
    random = np.random.RandomState(0)
    p = tensor(random.standard_normal((5, 3)))
    optimizer = SparseAdam([p], lr=0.1, maximize=maximize)
    expected, m, v = p._array.copy(), np.zeros((5, 3)), np.zeros((5, 3))
    for t, rows in enumerate([[0, 3], [3], [4, 0, 4], []], start=1):
        values = random.standard_normal((len(rows), 3))
        p.grad = sparse(rows, values, (5, 3))
        optimizer.step()
        dense = np.zeros((5, 3))
        np.add.at(dense, rows, -values if maximize else values)
        for r in set(rows):
            expected[r] = expected_adam(expected[r], dense[r], (m[r], v[r]), t)
        np.testing.assert_allclose(p._array, expected, rtol=1e-12)
    entry = optimizer.state_dict()["state"][0]
    assert entry["step"] == 4 and type(entry["step"]) is int and p._version == 4
    np.testing.assert_allclose(entry["exp_avg"]._array, m, rtol=1e-12)
    assert (entry["exp_avg_sq"]._array[[1, 2]] == 0).all()


def test_single_elements_may_have_gradients():
    p = tensor(np.zeros((2, 2)))
    indices = tensor(np.array([[0, 1], [1, 1]]))
    p.grad = fb.sparse_coo_tensor(indices, tensor(np.array([1.0, -1.0])), (2, 2))
    SparseAdam([p], lr=0.5, eps=1e-30).step()
    np.testing.assert_allclose(p._array, [[0.0, -0.5], [0.0, 0.5]])


def test_a_reloaded_run_goes_on_bit_by_bit():
    random = np.random.RandomState(0)
    params, others = [tensor(np.ones((4, 2), "float32"))], [tensor(np.ones((4, 2), "float32"))]
    optimizer, other = SparseAdam(params), SparseAdam(others)
    for t in range(6):
        if t == 3:
            other = SparseAdam(others)
            other.load_state_dict(optimizer.state_dict())
        values = random.standard_normal((2, 2)).astype("float32")
        for ps, o in ((params, optimizer), (others, other)):
            ps[0].grad = sparse([t % 4, 1], values, (4, 2))
            o.step()
    assert same_bits(params, others)
    assert same_bits(optimizer.state_dict(), other.state_dict())


@pytest.mark.parametrize("cls", [SGD, Adagrad])
def test_taken_for_the_dense_gradient(cls):
    p, q = tensor(np.ones((4, 2))), tensor(np.ones((4, 2)))
    one, other = cls([p], lr=0.1), cls([q], lr=0.1)
    for _ in range(3):
        p.grad = sparse([1, 1, 3], np.ones((3, 2)), (4, 2))
        q.grad = tensor(p.grad.to_dense()._array)
        one.step()
        other.step()
    assert same_bits(p, q)


@pytest.mark.parametrize("name", REFUSING)
def test_refused_and_nothing_changed(name):
    p, q = tensor(np.ones((4, 2))), tensor(np.ones((4, 2)))
    optimizer = make(name, [p, q])
    p.grad, q.grad = tensor(np.ones((4, 2))), sparse([1], np.ones((1, 2)), (4, 2))
    before = frozen(optimizer)
    with pytest.raises(RuntimeError, match=f"{name} does not support sparse gradients"):
        optimizer.step()
    assert same_bits(before, frozen(optimizer))
    rule, array = getattr(firebrick_optim, name).bare(), np.ones((4, 2))
    with pytest.raises(RuntimeError, match=f"{name} does not support sparse gradients"):
        rule.update(array, Rows([1], np.ones((1, 2))), rule.init(array))


def test_dense_gradients_are_refused_by_sparse_adam():
    p = tensor(np.ones((4, 2)))
    optimizer = SparseAdam([p])
    p.grad = tensor(np.ones((4, 2)))
    message = "SparseAdam does not support dense gradients, please consider Adam instead"
    with pytest.raises(RuntimeError, match=message):
        optimizer.step()
    assert optimizer.state_dict()["state"] == {}
    rule, array = SparseAdam.bare(), np.ones((4, 2))
    with pytest.raises(RuntimeError, match=message):
        rule.update(array, array, rule.init(array))


@pytest.mark.parametrize(("parameter", "message"), [
    (sparse([0], np.ones((1, 2)), (3, 2)), "Sparse params at indices [[0, 1]]: SparseAd"),
    (tensor(np.ones(2, "complex64")), "Complex params at indices [[0, 1]]: SparseAdam does not su"),
])
def test_parameters_refused_by_sparse_adam(parameter, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        SparseAdam([tensor(np.ones(2)), parameter])


@pytest.mark.parametrize("name", ["SparseAdam", "SGD", "Adagrad"])
def test_rows_of_bare_arrays(name):
    """The same numbers as with sparse tensors."""
    p, array = tensor(np.ones((4, 2))), np.ones((4, 2))
    optimizer, rule = make(name, [p], lr=0.1), getattr(firebrick_optim, name).bare(lr=0.1)
    params = {"embedding": array}
    state = rule.init(params)
    for rows in ([1, 1, 3], [0], []):
        values = np.arange(2.0 * len(rows)).reshape(len(rows), 2) + 1
        p.grad = sparse(rows, values, (4, 2))
        optimizer.step()
        rule.update(params, {"embedding": Rows(rows, values)}, state)
    np.testing.assert_allclose(array, p._array, rtol=1e-12)


@pytest.mark.parametrize(("indices", "values"), [
    ([0], np.ones(2)), ([[0]], np.ones((1, 2))), ([0, 1], np.ones((1, 2))), ([0], np.ones((1, 3))),
])
def test_rows_that_do_not_fit(indices, values):
    rule, array = SparseAdam.bare(), np.ones((4, 2))
    with pytest.raises(ValueError, match=r"params has shape \(4, 2\), so that Rows needs indices"):
        rule.update(array, Rows(indices, values), rule.init(array))


def test_rows_are_integers():
    rule, array = SparseAdam.bare(), np.ones((4, 2))
    with pytest.raises(TypeError, match="the indices of Rows must be integers for params"):
        rule.update(array, Rows(np.array([0.0]), np.ones((1, 2))), rule.init(array))
