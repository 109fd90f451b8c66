"""Averaged models, and running statistics for them."""

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_nn as nn
from firebrick_nn.utils.swa_utils import AveragedModel, update_bn


def a_model():
    fb.manual_seed(0)
    return nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))


def move(model, step):
    """Give all parameters and floating-point buffers new values."""
    with fb.no_grad():
        for i, t in enumerate([*model.parameters(), *model.buffers()]):
            t.fill_(10 * step + i)


def half(average, value, count):
    return 0.5 * average + 0.5 * value


def halves(averages, values, count):
    assert int(count) > 0 and len({a.dtype for a in averages}) == 1
    for average, value in zip(averages, values, strict=True):
        average.copy_(half(average, value, count))


# (arguments, the average of the values 10, 20, 60)
MEANS = [({}, 30), ({"avg_fn": half}, 37.5), ({"multi_avg_fn": halves}, 37.5)]


@pytest.mark.parametrize("use_buffers", [False, True])
@pytest.mark.parametrize(("options", "mean"), MEANS)
def test_averages_of_parameters(options, mean, use_buffers):
    model = a_model()
    averaged = AveragedModel(model, use_buffers=use_buffers, **options)
    for step in (1, 2, 6):
        move(model, step)
        averaged.update_parameters(model)
    assert averaged.n_averaged.item() == 3
    for i, p in enumerate(averaged.module.parameters()):
        assert (p == mean + i).all()
    first = len(list(model.parameters()))
    for i, b in enumerate(averaged.module.buffers()):
        expected = (mean if use_buffers else 60) + first + i
        assert (b == (expected if b.is_floating_point() else int(expected))).all()
    assert all((p == 60 + i).all() for i, p in enumerate(model.parameters()))


def test_the_first_update_copies():
    model = a_model()
    averaged = AveragedModel(model, avg_fn=half)
    move(model, 7)
    averaged.update_parameters(model)
    assert all((p == 70 + i).all() for i, p in enumerate(averaged.parameters()))


def test_the_copy_is_apart_and_computes():
    model = a_model()
    averaged = AveragedModel(model)
    x = fb.randn(4, 2)
    assert fb.equal(averaged.eval()(x), model.eval()(x))
    move(model, 1)
    assert not fb.equal(averaged(x), model(x))


def test_state_can_be_reloaded():
    model = a_model()
    one, other = AveragedModel(model), AveragedModel(a_model())
    for step in (1, 2):
        move(model, step)
        one.update_parameters(model)
    names = [f"module.{name}" for name in model.state_dict()]
    assert sorted(one.state_dict()) == sorted(["n_averaged", *names])
    other.load_state_dict(one.state_dict())
    move(model, 5)
    for averaged in (one, other):
        averaged.update_parameters(model)
    assert all(fb.equal(a, b) for a, b in zip(one.parameters(), other.parameters(), strict=True))


def test_refused():
    with pytest.raises(AssertionError, match="Only one of avg_fn and multi_avg_fn should be"):
        AveragedModel(a_model(), avg_fn=half, multi_avg_fn=halves)
    with pytest.raises(ValueError, match="zip"):
        AveragedModel(a_model()).update_parameters(nn.Linear(2, 3))


# ---------------------------------------------------------------- running statistics
DATA = [fb.tensor(np.arange(8.0).reshape(4, 2) * k) for k in (1, 2, 3)]


@pytest.mark.parametrize("batches", [DATA, [(x, None) for x in DATA], [[x, 1, 2] for x in DATA]])
def test_statistics_are_those_of_the_data(batches):
    model = nn.BatchNorm1d(2, momentum=0.3).double()
    model.running_mean.fill_(99.0)
    model.eval()
    update_bn(batches, model, device="cpu")
    arrays = [x.numpy() for x in DATA]
    np.testing.assert_allclose(model.running_mean.numpy(), np.mean([a.mean(0) for a in arrays], 0))
    variance = np.mean([a.var(0, ddof=1) for a in arrays], 0)
    np.testing.assert_allclose(model.running_var.numpy(), variance)
    assert model.momentum == 0.3 and not model.training and model.num_batches_tracked == 3


def test_an_error_leaves_the_model_as_it_was():
    model = nn.BatchNorm1d(2, momentum=0.3).eval()
    with pytest.raises(ValueError):
        update_bn([fb.ones(3)], model)
    assert model.momentum == 0.3 and not model.training


def test_models_without_such_layers_see_nothing():
    update_bn(None, nn.Linear(2, 2))
