"""Parameter groups: what is accepted, what each group's hyper-parameters do, what is refused."""

import re

import numpy as np
import pytest
from optim_cases import make, tensor

from firebrick_optim import SGD, Adam, Optimizer
from firebrick_optim.optimizer import required


def result():
    """A tensor that is no leaf."""
    t = tensor(np.ones(2))
    t.result, t._meta = True, object()
    return t


def test_groups_have_their_own_hyper_parameters():
    a, b, c = (tensor(np.zeros(2)) for _ in range(3))
    groups = [{"params": [a]}, {"params": b, "lr": 0.5, "tag": "slow"}]
    optimizer = SGD(groups, lr=1.0)
    optimizer.add_param_group({"params": iter([c]), "lr": 0.25})
    for p in (a, b, c):
        p.grad = tensor(np.ones(2))
    optimizer.step()
    assert [p._array[0] for p in (a, b, c)] == [-1.0, -0.5, -0.25]
    assert optimizer.param_groups[1]["tag"] == "slow"


def test_groups_passed_twice_are_not_shared():
    groups = [{"params": [tensor(1.0)]}]
    first, second = SGD(groups, lr=0.1), SGD(groups, lr=0.2)
    assert [o.param_groups[0]["lr"] for o in (first, second)] == [0.1, 0.2]
    assert groups[0].keys() == {"params"}


def test_keys_are_in_pytorchs_order():
    optimizer = SGD([{"lr": 0.3, "params": [("a", tensor(1.0))], "mine": 1}])
    assert list(optimizer.param_groups[0]) == [
        "params", "lr", "mine", "param_names", "momentum", "dampening", "weight_decay", "nesterov",
        "maximize", "foreach", "differentiable", "fused",
    ]


def test_named_parameters():
    a, b = tensor(1.0), tensor(2.0)
    optimizer = SGD([("a", a)])
    optimizer.add_param_group({"params": [("b", b)]})
    assert [g["param_names"] for g in optimizer.param_groups] == [["a"], ["b"]]
    assert optimizer.param_groups[0]["params"] == [a]
    with pytest.raises(ValueError, match="cannot add param group without names to the optimizer"):
        optimizer.add_param_group({"params": [tensor(3.0)]})


A = tensor(1.0)

REFUSED = [
    (A, TypeError, "params argument given to the optimizer should be an iterable of Tensors or di"),
    (5, TypeError, "params argument given to the optimizer should be an iterable of Tensors or di"),
    ([], ValueError, "optimizer got an empty parameter list"),
    (iter([]), ValueError, "optimizer got an empty parameter list"),
    ([3], TypeError, "optimizer can only optimize Tensors, but one of the params is int"),
    ([np.ones(2)], TypeError, "optimizer can only optimize Tensors, but one of the params is ndar"),
    ({"a": A}, TypeError, "optimizer can only optimize Tensors, but one of the params is str"),
    ({A}, TypeError, "optimizer parameters need to be organized in ordered collections"),
    ([{"params": {A}}], TypeError, "optimizer parameters need to be organized in ordered collecti"),
    ([{"lr": 1.0}], KeyError, "param_group has no 'params', only ['lr']"),
    ([{"params": [A]}, [A]], TypeError, "param_group must be a dict, but got <class 'list'>"),
    ([{"params": [A]}, {"params": [A]}], ValueError, "some parameters appear in more than one"),
    ([("a", A), tensor(2.0)], ValueError, "all optimizer params should be with/without names. Som"),
    ([{"params": [A]}, {"params": [("b", tensor(2.0))]}], ValueError, "cannot add param group wit"),
]


@pytest.mark.parametrize(("params", "error", "message"), REFUSED)
def test_refused(params, error, message):
    with pytest.raises(error, match=re.escape(message)):
        SGD(params)


def test_results_of_operations_are_refused():
    with pytest.raises(ValueError, match="can't optimize a non-leaf Tensor"):
        SGD([result()])


def test_duplicates_in_a_group_warn_and_are_updated_once():
    p = tensor(np.zeros(2))
    with pytest.warns(UserWarning, match="a parameter group with duplicate parameters"):
        optimizer = SGD([p, p], lr=1.0)
    p.grad = tensor(np.ones(2))
    optimizer.step()
    np.testing.assert_array_equal(p._array, [-1.0, -1.0])
    assert optimizer.state_dict()["param_groups"][0]["params"] == [0, 0]


def test_a_refused_group_leaves_the_optimizer_as_it_was():
    p = tensor(1.0)
    optimizer = Adam([p])
    before = repr(optimizer)
    for bad in ({"params": [p]}, {"params": [tensor(2.0)], "eps": -1}, {"params": [1]}):
        with pytest.raises((ValueError, TypeError)):
            optimizer.add_param_group(bad)
    assert repr(optimizer) == before and len(optimizer.param_groups) == 1


def test_required_hyper_parameters():
    class Mine(Optimizer):
        def __init__(self, params, defaults):
            super().__init__(params, defaults)

    message = "parameter group didn't specify a value of required optimization parameter speed"
    with pytest.raises(ValueError, match=message):
        Mine([tensor(1.0)], {"speed": required})
    optimizer = Mine([{"params": [tensor(1.0)], "speed": 3}], {"speed": required})
    assert optimizer.param_groups[0]["speed"] == 3


def test_repr_is_pytorchs():
    assert repr(SGD([tensor(1.0)], lr=tensor(np.array(0.5)), momentum=0.9)) == (
        "SGD (\nParameter Group 0\n    dampening: 0\n    differentiable: False\n"
        "    foreach: None\n    fused: None\n    lr: 0.5\n    maximize: False\n"
        "    momentum: 0.9\n    nesterov: False\n    weight_decay: 0\n)"
    )


@pytest.mark.parametrize("name", ["SGD", "Adam"])
def test_lists_of_parameters_may_be_edited(name):
    """Programs replace parameters in `param_groups` and move their state over."""
    old, kept = tensor(np.zeros(2)), tensor(np.zeros(2))
    optimizer = make(name, [old, kept], lr=1.0)
    for _ in range(3):
        for p in optimizer.param_groups[0]["params"]:
            p.grad = tensor(np.ones(2))
        optimizer.step()
    new = tensor(np.zeros(3))
    entry = optimizer.state.pop(old, None)
    if entry:
        grown = {n: tensor(np.zeros(3)) for n in entry if n != "step"}
        optimizer.state[new] = {"step": entry["step"], **grown}
    optimizer.param_groups[0]["params"][0] = new
    new.grad, before = tensor(np.ones(3)), old._array.copy()
    optimizer.step()
    assert (new._array < 0).all() and (old._array == before).all()


def test_zero_grad():
    p, q = tensor(np.zeros(2)), tensor(np.zeros(2))
    optimizer = SGD([p, q])
    p.grad = g = tensor(np.ones(2))
    optimizer.zero_grad(set_to_none=False)
    assert p.grad is g and not g._array.any() and g._version == 1 and q.grad is None
    optimizer.zero_grad()
    assert p.grad is None
