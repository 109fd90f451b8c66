"""L-BFGS and its line search."""

import copy
import pickle
import re

import numpy as np
import pytest
from optim_cases import same_bits, tensor

from firebrick_core import Tensor, is_grad_enabled, no_grad
from firebrick_optim import LBFGS, _line_search
from firebrick_optim._line_search import Point, cubic_minimum, strong_wolfe

CURVES = np.array([1.0, 3.0, 10.0, 100.0])


def bowl(x):
    return 0.5 * (CURVES * x**2).sum(), CURVES * x


def banana(x):
    rise = x[1:] - x[:-1] ** 2
    slope = np.zeros_like(x)
    slope[:-1] = -2 * (1 - x[:-1]) - 400 * rise * x[:-1]
    slope[1:] += 200 * rise
    return ((1 - x[:-1]) ** 2).sum() + 100 * (rise**2).sum(), slope


def problem(function, start, dtype="float64", parts=2):
    """Parameters that hold parts of an array, and a closure over them."""
    params = [tensor(a) for a in np.array_split(np.asarray(start, dtype), parts)]

    def closure():
        value, slope = function(np.concatenate([p._array for p in params]))
        for p, g in zip(params, np.array_split(slope, parts), strict=True):
            p.grad = tensor(g.astype(dtype))
        return tensor(np.array(value, dtype))

    return params, closure


def run(options, function, start, steps, dtype="float64"):
    params, closure = problem(function, start, dtype)
    optimizer = LBFGS(params, **options)
    losses = [optimizer.step(closure).item() for _ in range(steps)]
    return optimizer, params, closure, losses


# (options, function, start, steps, the largest loss afterwards): a new row is a new case.
SOLVED = [
    ({"line_search_fn": "strong_wolfe"}, bowl, [1.0, -1.0, 2.0, 0.5], 2, 1e-8),
    ({"line_search_fn": "strong_wolfe", "lr": 0.01}, bowl, [1.0, -1.0, 2.0, 0.5], 3, 1e-8),
    ({"line_search_fn": "strong_wolfe", "history_size": 2}, bowl, [1.0, -1.0, 2.0, 0.5], 4, 1e-8),
    ({"line_search_fn": "strong_wolfe"}, banana, [-1.2, 1.0, -0.5, 0.7], 6, 1e-8),
    ({"lr": 1.0, "max_iter": 40}, bowl, [1.0, -1.0, 2.0, 0.5], 3, 1e-8),
]


@pytest.mark.parametrize(("options", "function", "start", "steps", "largest"), SOLVED)
def test_solves(options, function, start, steps, largest):
    _, params, closure, losses = run(options, function, start, steps)
    assert losses[0] == function(np.array(start))[0]  # the loss before the step
    assert closure().item() < largest
    assert losses == sorted(losses, reverse=True)


def test_far_fewer_evaluations_than_gradient_descent():
    optimizer, params, _, _ = run({"line_search_fn": "strong_wolfe"}, banana, [-1.2, 1.0], 5)
    assert optimizer.state[params[0]]["func_evals"] < 60
    np.testing.assert_allclose(np.concatenate([p._array for p in params]), 1.0, rtol=1e-4)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("search", [None, "strong_wolfe"])
def test_a_reloaded_run_goes_on_bit_by_bit(search, dtype):
    options = {"line_search_fn": search, "max_iter": 3, "history_size": 4, "lr": 0.1}
    optimizer, params, closure, _ = run(options, banana, [-1.2, 1.0, 0.3], 3, dtype)
    start = np.concatenate([p._array for p in params])
    others, other_closure = problem(banana, start, dtype)
    reloaded = LBFGS(others)
    reloaded.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    for _ in range(3):
        optimizer.step(closure)
        reloaded.step(other_closure)
    assert same_bits(params, others)
    assert same_bits(optimizer.state_dict(), reloaded.state_dict())


def test_the_format():
    options = {"max_iter": 3, "max_eval": 9, "history_size": 2, "lr": 0.1}
    optimizer, _, _, _ = run(options, bowl, np.ones(4), 2)
    (number, entry), = optimizer.state_dict()["state"].items()
    assert number == 0 and set(entry) == {
        "func_evals", "n_iter", "al", "d", "t", "old_dirs", "old_stps", "ro", "H_diag",
        "prev_flat_grad", "prev_loss",
    }
    assert entry["n_iter"] == 6 and entry["func_evals"] == 6
    assert entry["d"].shape == entry["prev_flat_grad"].shape == (4,)
    assert [len(entry[name]) for name in ("old_dirs", "old_stps", "ro", "al")] == [2] * 4


def test_nothing_is_done_at_the_minimum():
    optimizer, params, closure, (loss,) = run({}, bowl, np.zeros(4), 1)
    assert loss == 0.0 and {p._version for p in params} == {0}
    assert optimizer.state_dict()["state"] == {0: {"func_evals": 1, "n_iter": 0}}


@pytest.mark.parametrize(("options", "most"), [
    ({"max_iter": 3}, 3), ({"max_iter": 20, "max_eval": 5}, 5),
    ({"line_search_fn": "strong_wolfe", "max_eval": 7}, 8),
])
def test_evaluations_are_limited(options, most):
    optimizer, params, _, _ = run(options, banana, [-1.2, 1.0], 1)
    assert optimizer.state[params[0]]["func_evals"] <= most


def test_parameters_without_gradient_stay():
    p, q = tensor(np.ones(2)), tensor(np.ones(3))

    def closure():
        p.grad = tensor(2 * p._array)
        return tensor((p._array**2).sum())

    LBFGS([p, q], line_search_fn="strong_wolfe").step(closure)
    np.testing.assert_allclose(p._array, 0.0, atol=1e-9)
    assert (q._array == 1).all()


@pytest.mark.parametrize("search", [None, "strong_wolfe"])
def test_complex_parameters_are_pairs(search):
    z, pairs = tensor(np.array([1 + 2j, -3 + 0.5j])), tensor(np.array([1.0, 2.0, -3.0, 0.5]))

    def complex_closure():
        z.grad = tensor(CURVES[::2] * z._array)
        return tensor(0.5 * (CURVES[::2] * abs(z._array) ** 2).sum())

    def real_closure():
        scale = np.repeat(CURVES[::2], 2)
        pairs.grad = tensor(scale * pairs._array)
        return tensor(0.5 * (scale * pairs._array**2).sum())

    one, other = LBFGS([z], line_search_fn=search), LBFGS([pairs], line_search_fn=search)
    for _ in range(2):
        one.step(complex_closure)
        other.step(real_closure)
    np.testing.assert_allclose(z._array.view("float64"), pairs._array, rtol=1e-10, atol=1e-12)
    reloaded = LBFGS([z])
    reloaded.load_state_dict(one.state_dict())
    assert reloaded.state[z]["d"]._array.dtype == "float64"


def test_the_closure_runs_with_grad_mode_on():
    params, closure = problem(bowl, np.ones(4))
    seen = []

    def watched():
        seen.append(is_grad_enabled())
        return closure()

    with no_grad():
        LBFGS(params, line_search_fn="strong_wolfe").step(watched)
    assert len(seen) > 2 and all(seen)


def test_an_error_in_a_search_puts_the_parameters_back():
    params, closure = problem(bowl, np.ones(4))
    calls = []

    def failing():
        calls.append(1)
        if len(calls) == 2:
            raise KeyError("no more data")
        return closure()

    optimizer = LBFGS(params, line_search_fn="strong_wolfe")
    with pytest.raises(KeyError, match="no more data"):
        optimizer.step(failing)
    assert all((p._array == 1).all() for p in params)
    optimizer.step(closure)
    assert closure().item() < 1e-9


def test_one_group_only():
    message = re.escape("LBFGS doesn't support per-parameter options (parameter groups)")
    groups = [{"params": [tensor(1.0)]}, {"params": [tensor(2.0)]}]
    with pytest.raises(ValueError, match=message):
        LBFGS(groups)
    with pytest.raises(ValueError, match=message):
        LBFGS(groups[:1]).add_param_group(groups[1])
    with pytest.raises(TypeError, match="closure"):
        LBFGS(groups[:1]).step()


# ---------------------------------------------------------------- on bare arrays
SEARCHES = [{"lr": 0.02, "max_iter": 7}, {"line_search_fn": "strong_wolfe", "history_size": 3}]


def tree(start, dtype):
    """The parts of an array as nested parameters, and their loss with gradients of that shape."""
    parts = np.array_split(np.asarray(start, dtype), 2)
    params = {"a": [parts[0].copy()], "b": (parts[1].reshape(1, -1).copy(),)}

    def function(params):
        a, b = params["a"][0], params["b"][0]
        value, slope = banana(np.concatenate([a, b.reshape(-1)]))
        one, other = np.array_split(slope.astype(dtype), 2)
        return value, {"a": [one], "b": (other.reshape(1, -1),)}

    return params, function


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("options", SEARCHES)
def test_bare_arrays_give_the_same_bits_as_tensors(options, dtype):
    optimizer, tensors, _, losses = run(options, banana, [-1.2, 1.0, 0.3], 4, dtype)
    params, function = tree([-1.2, 1.0, 0.3], dtype)
    lbfgs = LBFGS.bare(**options)
    state = lbfgs.init(params)
    for loss in losses:
        assert lbfgs.update(params, function, state) is params
        assert np.dtype(dtype).type(state["loss"]) == loss
    assert same_bits([params["a"][0], params["b"][0].reshape(-1)], tensors)
    (entry,) = optimizer.state_dict()["state"].values()
    assert set(state) - {"loss"} == set(entry)
    for name, value in entry.items():
        np.testing.assert_equal(state[name], untensored(value), err_msg=name)


def untensored(value):
    """What is in a state, with arrays in the place of tensors."""
    if isinstance(value, list):
        return [untensored(v) for v in value]
    return value._array if isinstance(value, Tensor) else value


@pytest.mark.parametrize("options", SEARCHES)
def test_a_bare_run_that_is_saved_goes_on_bit_by_bit(options):
    lbfgs = LBFGS.bare(**options)
    params, function = tree([-1.2, 1.0, 0.3], "float32")
    state = lbfgs.init(params)
    lbfgs.update(params, function, state)
    others, kept = pickle.loads(pickle.dumps((params, state)))
    other = LBFGS.bare(**options)
    for _ in range(2):
        lbfgs.update(params, function, state)
        other.update(others, function, kept)
    assert same_bits(params, others) and same_bits(state["old_dirs"], kept["old_dirs"])


def test_bare_arrays_that_are_complex_or_have_no_gradient():
    z, rest = np.array([1 + 2j, -3 + 0.5j]), np.ones(3)

    def function(params):
        z = params[0]
        return 0.5 * (CURVES[::2] * abs(z) ** 2).sum(), [CURVES[::2] * z, None]

    lbfgs = LBFGS.bare(line_search_fn="strong_wolfe")
    lbfgs.update([z, rest], function, lbfgs.init([z, rest]))
    np.testing.assert_allclose(z, 0, atol=1e-5)
    assert (rest == 1).all()


def test_hyper_parameters_of_one_update():
    params, function = tree([-1.2, 1.0, 0.3], "float64")
    lbfgs = LBFGS.bare(lr=0.01)
    state = lbfgs.init(params)
    lbfgs.update(params, function, state, max_iter=2)
    assert state["n_iter"] == 2 and lbfgs.hyper["max_iter"] == 20
    assert repr(lbfgs).startswith("LBFGS.bare(lr=0.01, max_iter=20, ")


ONE = {"x": np.ones(2)}
FRESH = {"func_evals": 0, "n_iter": 0}


# (parameters, function, state, hyper-parameters, the error, its message)
REFUSED = [
    (ONE, {"x": np.ones(2)}, FRESH, {}, TypeError, "needs a function that returns the loss and"),
    (ONE, lambda p: 1.0, FRESH, {}, TypeError, "returns two things, the loss and the gradients"),
    (ONE, lambda p: (1.0, np.ones(2)), FRESH, {}, ValueError, "must have the structure of params"),
    (ONE, lambda p: (1.0, {"x": np.ones(3)}), FRESH, {}, ValueError,
     "params['x'] has shape (2,), its gradient must be an array of that shape"),
    (ONE, bowl, {}, {}, ValueError, "the state must be a dict, as LBFGS's init(params) makes it"),
    (ONE, bowl, {**FRESH, "prev_flat_grad": np.ones(3)}, {}, ValueError,
     "the state is that of 3 numbers, the parameters have 2"),
    (ONE, bowl, FRESH, {"momentum": 1}, TypeError, "LBFGS has no hyper-parameter ['momentum']"),
    (ONE, bowl, FRESH, {"lr": -1}, ValueError, "Invalid learning rate: -1"),
    ({"x": []}, bowl, FRESH, {}, ValueError, "LBFGS got no arrays: params is a dict with keys"),
    ({"x": 1.0}, bowl, FRESH, {}, TypeError, "params['x'] must be a NumPy or CuPy array"),
]


@pytest.mark.parametrize(("params", "function", "state", "changes", "error", "message"), REFUSED)
def test_what_bare_lbfgs_refuses(params, function, state, changes, error, message):
    state = dict(state)
    before = dict(state)
    with pytest.raises(error, match=re.escape(message)):
        LBFGS.bare().update(params, function, state, **changes)
    assert (ONE["x"] == 1).all() and {**state, "func_evals": 0} == {**before, "func_evals": 0}


def test_an_error_in_a_search_puts_bare_arrays_back():
    params, function = tree([-1.2, 1.0, 0.3], "float64")
    before, calls = copy.deepcopy(params), []

    def failing(params):
        calls.append(1)
        if len(calls) == 2:
            raise KeyError("no more data")
        return function(params)

    lbfgs = LBFGS.bare(line_search_fn="strong_wolfe")
    with pytest.raises(KeyError, match="no more data"):
        lbfgs.update(params, failing, lbfgs.init(params))
    assert same_bits(params, before)


# ---------------------------------------------------------------- the search
def along(function):
    """A function of t, given with its slope, as points."""

    def at(t):
        value, slope = function(t)
        return Point(t, value, None, slope)

    return at


def valley(t):
    return (t - 3) ** 2, 2 * (t - 3)


def flat_then_steep(t):
    return -t / (t**2 + 2), (t**2 - 2) / (t**2 + 2) ** 2


def wiggles(t):
    return (t - 2) ** 2 + np.sin(5 * t), 2 * (t - 2) + 5 * np.cos(5 * t)


@pytest.mark.parametrize("first", [1e-3, 0.1, 1.0, 10.0, 300.0])
@pytest.mark.parametrize("function", [valley, flat_then_steep])
def test_both_conditions_hold(function, first):
    at = along(function)
    start = at(0.0)
    point, count = strong_wolfe(at, start, first, 1.0, 1e-9, 25)
    assert point.value <= start.value + _line_search.C1 * point.t * start.slope
    assert abs(point.slope) <= _line_search.C2 * abs(start.slope)
    assert count <= 12


def test_the_search_ends_in_a_few_tries():
    count = []

    def counted(t):
        count.append(t)
        return along(wiggles)(t)

    start = along(lambda t: (np.cos(t), -1.0))(0.0)
    _, tries = strong_wolfe(counted, start, 0.5, 1.0, 1e-9, 4)
    assert tries == len(count) <= 5


def test_no_tries_left():
    at = along(valley)
    point, tries = strong_wolfe(at, at(0.0), 1.0, 1.0, 1e-9, 0)
    assert tries == 1 and point.t == 1.0


@pytest.mark.parametrize(("a", "b", "expected"), [
    (Point(0.0, 9.0, None, -6.0), Point(1.0, 4.0, None, -4.0), 3.0),
    (Point(1.0, 4.0, None, -4.0), Point(0.0, 9.0, None, -6.0), 3.0),
    (Point(0.0, 0.0, None, -1.0), Point(1.0, 5.0, None, float("nan")), 5.0),
    (Point(1.0, 0.0, None, -1.0), Point(1.0, 0.0, None, -1.0), 5.0),
    (Point(0.0, 0.0, None, -1.0), Point(1.0, -1.0, None, -1.0), 5.0),
])
def test_cubic_minimum(a, b, expected):
    assert cubic_minimum(a, b, 0.0, 10.0) == pytest.approx(expected)
