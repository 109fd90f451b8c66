"""State: PyTorch's format, reloaded runs that go on bit by bit, refusals that change nothing."""

import copy
import pickle
import re

import numpy as np
import pytest
from optim_cases import (
    OPTION_IDS,
    OPTIONS,
    fitting,
    frozen,
    make,
    parameters,
    same_bits,
    set_gradients,
    tensor,
    values,
)

from firebrick_core import Tensor
from firebrick_optim import SGD, Adagrad, Adam

SHAPES = [(3, 2), (4,), (), (2, 3, 2)]


def run(optimizer, params, steps):
    for seed in steps:
        set_gradients(params, seed, skip={1} if seed == 2 else ())
        optimizer.step()


def as_numpy(state_dict):
    """A state_dict with NumPy arrays in the place of tensors, as np.load would give."""
    state = {
        number: {name: value._array.copy() for name, value in entry.items()}
        for number, entry in state_dict["state"].items()
    }
    return {"state": state, "param_groups": state_dict["param_groups"]}


def through_pickle(state_dict):
    return pickle.loads(pickle.dumps(state_dict))


def unchanged(state_dict):
    return state_dict


@pytest.mark.parametrize("transport", [unchanged, copy.deepcopy, through_pickle, as_numpy])
@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=OPTION_IDS)
def test_a_reloaded_run_goes_on_bit_by_bit(name, options, transport):
    params = parameters([fitting(name, shape) for shape in SHAPES])
    optimizer = make(name, params, **options)
    run(optimizer, params, range(4))
    saved = transport(optimizer.state_dict())

    others = [tensor(a) for a in values(params)]
    reloaded = make(name, others)
    reloaded.load_state_dict(saved)
    for o, ps in ((optimizer, params), (reloaded, others)):
        run(o, ps, range(4, 8))
    assert same_bits(params, others)
    assert same_bits(optimizer.state_dict(), reloaded.state_dict())


@pytest.mark.parametrize("clone", [copy.deepcopy, through_pickle])
def test_an_optimizer_can_be_copied_with_its_parameters(clone):
    params = parameters(SHAPES)
    optimizer = Adam(params, lr=0.1)
    run(optimizer, params, range(3))
    other = clone(optimizer)
    others = other.param_groups[0]["params"]
    assert others[0] is not params[0]
    for o, ps in ((optimizer, params), (other, others)):
        run(o, ps, range(3, 6))
    assert same_bits(params, others)


def test_the_format():
    a, b = tensor(np.ones((2, 2), "float32")), tensor(np.ones(3, "float32"))
    optimizer = Adam([a, b], lr=0.5, amsgrad=True)
    assert optimizer.state_dict()["state"] == {}
    b.grad = tensor(np.ones(3, "float32"))
    optimizer.step()
    state_dict = optimizer.state_dict()
    (number, entry), = state_dict["state"].items()
    assert number == 1  # the first parameter had no gradient yet
    assert list(entry) == ["step", "exp_avg", "exp_avg_sq", "max_exp_avg_sq"]
    assert all(isinstance(v, Tensor) for v in entry.values())
    assert entry["step"]._array.shape == () and entry["step"]._array.dtype == "float32"
    assert state_dict["param_groups"] == [{
        "lr": 0.5, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0, "amsgrad": True,
        "maximize": False, "foreach": None, "capturable": False, "differentiable": False,
        "fused": None, "decoupled_weight_decay": False, "params": [0, 1],
    }]


def test_tensors_in_a_state_dict_are_the_optimizers_own():
    params = parameters(SHAPES)
    optimizer = Adam(params)
    run(optimizer, params, range(3))
    average = optimizer.state_dict()["state"][0]["exp_avg"]
    before = average._array.copy()
    run(optimizer, params, range(3, 4))
    assert optimizer.state[params[0]]["exp_avg"] is average and (average._array != before).any()


def test_loading_copies():
    params, others = parameters(SHAPES), parameters(SHAPES)
    optimizer, other = Adam(params), Adam(others)
    run(optimizer, params, range(2))
    other.load_state_dict(optimizer.state_dict())
    before = frozen(optimizer)
    run(other, others, range(2, 4))
    assert same_bits(before, frozen(optimizer))


def test_loaded_hyper_parameters_are_not_shared():
    saved = SGD([tensor(1.0)], lr=tensor(np.array(0.5))).state_dict()
    optimizer = SGD([tensor(1.0)])
    optimizer.load_state_dict(saved)
    saved["param_groups"][0]["lr"]._array[...] = 0.25
    assert optimizer.param_groups[0]["lr"].item() == 0.5


def test_adagrad_makes_its_state_with_the_optimizer():
    p = tensor(np.ones(2, "float32"))
    entry = Adagrad([p], initial_accumulator_value=0.5).state_dict()["state"][0]
    assert entry["step"].item() == 0 and entry["sum"].tolist() == [0.5, 0.5]


def test_state_takes_the_parameters_dtype():
    params = parameters([(3,)])
    optimizer = Adam(params)
    run(optimizer, params, range(2))
    others = parameters([(3,)], "float64")
    other = Adam(others)
    other.load_state_dict(optimizer.state_dict())
    entry = other.state[others[0]]
    assert [v._array.dtype.name for v in entry.values()] == ["float32", "float64", "float64"]


def test_old_checkpoints():
    """Missing hyper-parameters take their defaults; steps may be plain numbers, buffers None."""
    params = parameters([(2,)])
    adam = Adam(params)
    average = np.ones(2, "float32")
    entry = {"step": 7, "exp_avg": average, "exp_avg_sq": average}
    adam.load_state_dict({"state": {0: entry}, "param_groups": [{"lr": 0.5, "params": [0]}]})
    assert adam.param_groups[0]["betas"] == (0.9, 0.999)
    run(adam, params, range(1))
    assert adam.state_dict()["state"][0]["step"].item() == 8

    sgd = SGD(params, momentum=0.9)
    groups = [{**sgd.state_dict()["param_groups"][0], "momentum": 0.5}]
    sgd.load_state_dict({"state": {0: {"momentum_buffer": None}}, "param_groups": groups})
    run(sgd, params, range(1))
    assert same_bits(sgd.state[params[0]]["momentum_buffer"], params[0].grad)


def test_other_entries_are_kept():
    p = tensor(np.ones(2))
    optimizer = SGD([p])
    state = {0: {"mine": "x", "list": [np.ones(2)]}, "global": 5}
    groups = optimizer.state_dict()["param_groups"]
    groups[0]["tag"] = "t"
    optimizer.load_state_dict({"state": state, "param_groups": groups})
    saved = optimizer.state_dict()
    assert saved["state"][0]["mine"] == "x" and saved["state"]["global"] == 5
    assert saved["param_groups"][0]["tag"] == "t"


def test_hyper_parameters_come_from_what_is_loaded():
    saved = SGD([("a", tensor(1.0))], lr=0.5, momentum=0.3).state_dict()
    optimizer = SGD([("b", tensor(1.0))], lr=0.1)
    optimizer.load_state_dict(saved)
    group = optimizer.param_groups[0]
    assert (group["lr"], group["momentum"], group["param_names"]) == (0.5, 0.3, ["a"])


def group(**changes):
    return {**Adam([tensor(1.0)]).state_dict()["param_groups"][0], "params": [0, 1], **changes}


def entry(shape):
    return {"step": np.float32(1), "exp_avg": np.ones(shape), "exp_avg_sq": np.ones(shape)}


REFUSED = [
    ({"state": {}}, KeyError, "loaded state dict has no 'param_groups', only ['state']"),
    ({"state": {}, "param_groups": []}, ValueError, "a different number of parameter groups"),
    (
        {"state": {}, "param_groups": [group(params=[0])]},
        ValueError, "doesn't match the size of optimizer's group: group 0 has 1 parameters",
    ),
    (
        {"state": {0: entry((3, 2)), 1: entry((5,))}, "param_groups": [group()]},
        ValueError, "does not fit parameter 1: its 'exp_avg' has shape [5], the parameter has",
    ),
]


@pytest.mark.parametrize(("state_dict", "error", "message"), REFUSED)
def test_what_does_not_fit_is_refused_and_changes_nothing(state_dict, error, message):
    params = parameters(SHAPES[:2])
    optimizer = Adam(params)
    run(optimizer, params, range(3))
    before = frozen(optimizer)
    with pytest.raises(error, match=re.escape(message)):
        optimizer.load_state_dict(state_dict)
    assert same_bits(before, frozen(optimizer))


def test_loading_does_not_change_what_is_loaded():
    params = parameters(SHAPES)
    optimizer = Adam(params)
    run(optimizer, params, range(2))
    saved = optimizer.state_dict()
    before = copy.deepcopy(saved)
    Adam(parameters(SHAPES)).load_state_dict(saved)
    assert same_bits(before, saved)


# ---------------------------------------------------------------- by name
def named(names, seed=0, groups=1):
    """An Adam over parameters whose values and gradients depend on their names only."""
    params = {n: parameters([(ord(n[0]) % 5 + 1,)], seed=ord(n[0]))[0] for n in names}
    for n, p in params.items():
        set_gradients([p], seed=ord(n[0]))
    entries = list(params.items())
    size = -(-len(entries) // groups)
    parts = [entries[i : i + size] for i in range(0, len(entries), size)]
    optimizer = Adam([{"params": part} for part in parts], lr=0.1)
    return optimizer, params


@pytest.mark.parametrize(("saved", "mine", "groups"), [
    ("abc", "abc", 1), ("abc", "cab", 1), ("abcd", "badc", 2),
])
def test_loaded_by_name(saved, mine, groups):
    one, params = named(saved, groups=groups)
    one.step()
    other, others = named(mine, groups=groups)
    for name, p in others.items():
        p._array[...] = params[name]._array
    other.load_state_dict(one.state_dict(), by_name=True)
    one.step()
    other.step()
    assert all(same_bits(params[name], p) for name, p in others.items())
    names = [name for g in other.param_groups for name in g["param_names"]]
    assert names == list(mine)


@pytest.mark.parametrize(("saved", "mine", "message"), [
    ("abc", "abd", "group 0 differ: the loaded state dict lacks ['d'], and the optimizer has no ["),
    ("abc", "ab", "doesn't match the size of optimizer's group"),
    ("abca", "abcd", "a name comes twice in group 0 of the loaded state dict: ['a', 'b', 'c', 'a'"),
    (None, "abc", "group 0 of the loaded state dict has no names; make the optimizer from"),
    ("abc", None, "group 0 of the optimizer has no names"),
])
def test_names_that_do_not_fit(saved, mine, message):
    def an_optimizer(names):
        params = parameters([(1,)] * len(names or "abc"))
        return Adam(params if names is None else list(zip(names, params, strict=True)))

    optimizer = an_optimizer(mine)
    before = frozen(optimizer)
    with pytest.raises(ValueError, match=re.escape(message)):
        optimizer.load_state_dict(an_optimizer(saved).state_dict(), by_name=True)
    assert same_bits(before, frozen(optimizer))
