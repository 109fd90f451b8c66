"""Optimizers' states, exchanged with PyTorch in both directions, by order and by name."""

from __future__ import annotations

import io

import numpy as np
import pytest
from optim_pairs import GRIDS, STEPS, Pair, mine, plain, theirs

import firebrick_core as fb
import firebrick_optim as optim

torch = pytest.importorskip("torch")

OPTIONS = [
    (name, options)
    for name in GRIDS
    for options in (
        {},
        {k: v[-1] for k, v in GRIDS[name].items() if k != "foreach"},
    )
    if not (options.get("nesterov") and options.get("dampening"))
]


def as_theirs(value):
    return theirs(value.numpy().copy()) if isinstance(value, fb.Tensor) else value


def as_torch(state_dict):
    """A state_dict with PyTorch's tensors."""
    state = {
        number: {name: as_theirs(value) for name, value in entry.items()}
        for number, entry in state_dict["state"].items()
    }
    return {"state": state, "param_groups": state_dict["param_groups"]}


def mine_to_theirs(pair):
    pair.theirs.load_state_dict(as_torch(pair.mine.state_dict()))


def theirs_to_mine(pair):
    pair.mine.load_state_dict(pair.theirs.state_dict())


def my_file_to_theirs(pair):
    file = io.BytesIO()
    fb.save(pair.mine.state_dict(), file)
    file.seek(0)
    pair.theirs.load_state_dict(torch.load(file, weights_only=True))


def their_file_to_mine(pair):
    file = io.BytesIO()
    torch.save(pair.theirs.state_dict(), file)
    file.seek(0)
    pair.mine.load_state_dict(fb.load(file))


@pytest.mark.parametrize(
    "exchange", [mine_to_theirs, theirs_to_mine, my_file_to_theirs, their_file_to_mine]
)
@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_states_are_exchanged_and_go_on(name, options, exchange):
    pair = Pair(name, options)
    for t in range(5):
        pair.step(t)
    exchange(pair)
    for t in range(5, STEPS):
        pair.step(t)
        pair.compare(f"after {exchange.__name__}, step {t + 1}")
    pair.compare_state()


def test_a_file_of_packed_state_is_as_small_as_pytorchs():
    """Many small tensors share memory in an optimizer: it must be written once."""
    pair = Pair("Adam", {}, shapes=[(16,)] * 300)
    for _ in range(3):
        pair.step()
    sizes = []
    for save, optimizer in ((fb.save, pair.mine), (torch.save, pair.theirs)):
        file = io.BytesIO()
        save(optimizer.state_dict(), file)
        sizes.append(len(file.getvalue()))
    assert sizes[0] < 1.5 * sizes[1]


@pytest.mark.parametrize("name", GRIDS)
def test_states_are_exchanged_by_name(name):
    """PyTorch's optimizer was made from the same parameters in another order."""
    one = Pair(name, {})
    for t in range(3):
        one.step(t)
    names = [str(i) for i in range(len(one.params))]
    turned = names[::-1]
    saved = getattr(torch.optim, name)(list(zip(names, one.expected, strict=True)))
    saved.load_state_dict(flat(one.theirs.state_dict(), saved))
    params = [mine(q.numpy().copy()) for q in one.expected[::-1]]
    optimizer = getattr(optim, name)(list(zip(turned, params, strict=True)))
    optimizer.load_state_dict(saved.state_dict(), by_name=True)
    assert optimizer.param_groups[0]["param_names"] == turned
    for number, entry in saved.state_dict()["state"].items():
        got = optimizer.state[params[len(params) - 1 - number]]
        assert list(got) == list(entry)
        for key, value in entry.items():
            assert np.array_equal(plain(got[key]), plain(value))


def flat(state_dict, optimizer):
    """The state of several groups for an optimizer with one."""
    return {"state": state_dict["state"], "param_groups": optimizer.state_dict()["param_groups"]}
