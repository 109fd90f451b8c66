"""The rules on bare arrays: nested dicts and lists, no tensors; and what is refused."""

import re

import numpy as np
import pytest
from optim_cases import OPTION_IDS, OPTIONS, fitting, make, same_bits, tensor

import firebrick_optim
from firebrick_optim import SGD, Adam, schedules

SHAPES = {"w": (3, 2), "b": (2,), "scale": ()}


def tree_of_arrays(name, seed):
    random = np.random.RandomState(seed)

    def array(shape):
        return np.array(random.standard_normal(fitting(name, shape)))

    return {
        "layers": [{k: array(s) for k, s in SHAPES.items()} for _ in range(2)],
        "head": (array((4,)),),
    }


def leaves(node):
    if isinstance(node, dict):
        return [leaf for v in node.values() for leaf in leaves(v)]
    if isinstance(node, (list, tuple)):
        return [leaf for v in node for leaf in leaves(v)]
    return [node]


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=OPTION_IDS)
def test_the_same_numbers_as_on_tensors(name, options):
    params = tree_of_arrays(name, 0)
    tensors = [tensor(a) for a in leaves(params)]
    optimizer, rule = make(name, tensors, **options), getattr(firebrick_optim, name).bare(**options)
    state = rule.init(params)
    for seed in range(1, 5):
        grads = tree_of_arrays(name, seed)
        for t, g in zip(tensors, leaves(grads), strict=True):
            t.grad = tensor(g)
        optimizer.step()
        assert rule.update(params, grads, state) is params
    assert same_bits(leaves(params), tensors)
    entries = [state["layers"][0]["w"], state["head"][0]]
    saved = optimizer.state_dict()["state"]
    assert all(same_bits(e, saved.get(i, {})) for e, i in zip(entries, (0, 6), strict=True))


def test_a_rule_knows_its_hyper_parameters():
    rule = SGD.bare(lr=0.5)
    assert repr(rule).startswith("SGD.bare(lr=0.5, momentum=0, ")
    assert rule.hyper["lr"] == 0.5


def test_hyper_parameters_of_one_call():
    rule, p = SGD.bare(lr=1.0), np.zeros(1)
    state = rule.init(p)
    for step in range(3):
        rule.update(p, np.ones(1), state, lr=schedules.exponential_lr(step, 1.0, gamma=0.5))
    assert p[0] == -1.75 and rule.hyper["lr"] == 1.0


def test_parameters_without_gradient_are_left_alone():
    rule, params = Adam.bare(), {"a": np.ones(2), "b": np.ones(2)}
    state = rule.init(params)
    rule.update(params, {"a": np.ones(2), "b": None}, state)
    assert (params["b"] == 1).all() and state["b"]["step"] == 0 and state["a"]["step"] == 1


def test_state_is_plain_and_can_be_saved(tmp_path):
    rule, p = Adam.bare(lr=0.1), np.ones(3, "float32")
    state = rule.init(p)
    rule.update(p, np.ones(3, "float32"), state)
    np.savez(tmp_path / "state.npz", **state)
    loaded, q = dict(np.load(tmp_path / "state.npz")), p.copy()
    for params, entry in ((p, state), (q, loaded)):
        rule.update(params, np.full(3, 0.5, "float32"), entry)
    assert same_bits(p, q) and same_bits(state, loaded)


def one(**changes):
    """Arguments of `update` for one array, with changes."""
    return {"params": np.ones(2), "grads": np.ones(2), "state": {}, **changes}


def read_only():
    array = np.ones(2)
    array.flags.writeable = False
    return array


REFUSED = [
    (one(params=1.0), TypeError, "params must be a NumPy or CuPy array, or a dict, list or tuple"),
    (one(params=np.ones(2, int)), TypeError, "params has dtype int64; only floating point and com"),
    (one(params=read_only()), ValueError, "params is read-only"),
    (one(grads=np.ones(3)), ValueError, "params has shape (2,), its gradient must be an array of "),
    (one(grads=1.0), ValueError, "its gradient must be an array of that shape, got 1.0"),
    (one(state=None), ValueError, "the state of params must be a dict, as init(params) makes it"),
    (one(params=[np.ones(2)]), ValueError, "structure of params, a list of 1; got gradients an ar"),
    (one(params={"a": np.ones(2)}, grads={"b": 1}), ValueError, "a dict with keys ['a']; got grad"),
    (one(lr=-1), ValueError, "Invalid learning rate: -1"),
    (one(speed=1), TypeError, "SGD has no hyper-parameter ['speed']; it has ['dampening', "),
]


@pytest.mark.parametrize(("arguments", "error", "message"), REFUSED)
def test_refused(arguments, error, message):
    with pytest.raises(error, match=re.escape(message)):
        SGD.bare().update(**arguments)


def test_a_refused_update_changes_nothing():
    rule, params = Adam.bare(), [np.ones(2), np.ones(3)]
    state = rule.init(params)
    with pytest.raises(ValueError, match=r"params\[1\] has shape \(3,\)"):
        rule.update(params, [np.ones(2), np.ones(2)], state)
    assert (params[0] == 1).all() and state[0]["step"] == 0


def test_init_names_what_is_no_array():
    with pytest.raises(TypeError, match=r"params\['a'\]\[1\] must be a NumPy or CuPy array"):
        Adam.bare().init({"a": [np.ones(1), 2.0]})
