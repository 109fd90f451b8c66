"""Averaged models and their running statistics against PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

import firebrick

torch = pytest.importorskip("torch")

# (name of a function in swa_utils, its arguments, the argument of AveragedModel that it is)
FUNCTIONS = [
    (None, (), None),
    ("get_swa_avg_fn", (), "avg_fn"),
    ("get_ema_avg_fn", (0.9,), "avg_fn"),
    ("get_swa_multi_avg_fn", (), "multi_avg_fn"),
    ("get_ema_multi_avg_fn", (0.9,), "multi_avg_fn"),
]


def model_of(library):
    """A model with fixed numbers."""
    nn, random = library.nn, np.random.RandomState(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2))
    move(library, model, random)
    return model


def move(library, model, random):
    with library.no_grad():
        for t in [*model.parameters(), *model.buffers()]:
            if t.is_floating_point():
                t.copy_(library.tensor(random.standard_normal(tuple(t.shape)).astype("float32")))


def averaged(library, name, arguments, argument, use_buffers):
    swa, random = library.optim.swa_utils, np.random.RandomState(1)
    function = {argument: getattr(swa, name)(*arguments)} if name else {}
    model = model_of(library)
    average = swa.AveragedModel(model, use_buffers=use_buffers, **function)
    for _ in range(4):
        move(library, model, random)
        average.update_parameters(model)
    return average


@pytest.mark.parametrize("use_buffers", [False, True])
@pytest.mark.parametrize(("name", "arguments", "argument"), FUNCTIONS, ids=str)
def test_averages(name, arguments, argument, use_buffers):
    if use_buffers and name == "get_swa_multi_avg_fn":
        for library in (firebrick, torch):  # a count of batches is no floating-point number
            with pytest.raises(RuntimeError):
                averaged(library, name, arguments, argument, use_buffers)
        return
    got, want = (
        averaged(library, name, arguments, argument, use_buffers).state_dict()
        for library in (firebrick, torch)
    )
    assert list(got) == list(want)
    for key, value in want.items():
        np.testing.assert_allclose(got[key].numpy(), value.numpy(), rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("momentum", [0.1, None])
def test_update_bn(momentum):
    random = np.random.RandomState(2)
    data = [random.standard_normal((5, 3)).astype("float32") for _ in range(3)]
    states = []
    for library in (firebrick, torch):
        model = model_of(library).eval()
        model[1].momentum = momentum
        batches = [(library.tensor(x), "label") for x in data]
        library.optim.swa_utils.update_bn(batches, model)
        assert model[1].momentum == momentum and not model.training
        states.append(model.state_dict())
    for key, value in states[1].items():
        np.testing.assert_allclose(states[0][key].numpy(), value.numpy(), rtol=1e-5, atol=1e-6)


def test_no_name_is_left_out():
    swa = firebrick.optim.swa_utils
    assert set(torch.optim.swa_utils.__all__) <= set(vars(swa))
