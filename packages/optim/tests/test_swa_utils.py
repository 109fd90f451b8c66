"""Averages of weights, and the schedule that goes with them."""

import re

import numpy as np
import pytest
from optim_cases import same_bits, tensor

from firebrick_optim import SGD, schedules, swa_utils
from firebrick_optim.swa_utils import SWALR

KINDS = [
    ("float32", [1.0, -2.0], [3.0, 4.0]),
    ("float64", [1.0, -2.0], [3.0, 4.0]),
    ("complex64", [1 + 1j, -2.0], [3.0, 4 - 1j]),
]


def expected_ema(average, value, count):
    return 0.75 * average + 0.25 * value


def expected_swa(average, value, count):
    return average + (value - average) / (count + 1)


# (the function of one parameter, of several, what both compute)
FUNCTIONS = [
    (swa_utils.get_ema_avg_fn(0.75), swa_utils.get_ema_multi_avg_fn(0.75), expected_ema),
    (swa_utils.get_swa_avg_fn(), swa_utils.get_swa_multi_avg_fn(), expected_swa),
]


@pytest.mark.parametrize(("dtype", "average", "value"), KINDS)
@pytest.mark.parametrize("count", [1, 4, tensor(np.array(4))], ids=str)
@pytest.mark.parametrize(("single", "multi", "expected"), FUNCTIONS, ids=["ema", "swa"])
def test_averages(single, multi, expected, count, dtype, average, value):
    mean, new = tensor(np.array(average, dtype)), tensor(np.array(value, dtype))
    number = count if isinstance(count, int) else 4
    want = expected(np.array(average, dtype), np.array(value, dtype), number)
    got = single(mean, new, count)
    assert got._array.dtype == dtype and (mean._array == np.array(average, dtype)).all()
    np.testing.assert_allclose(got._array, want, rtol=1e-6)
    multi([mean], [new], count)
    np.testing.assert_allclose(mean._array, want, rtol=1e-6)
    assert (new._array == np.array(value, dtype)).all()


@pytest.mark.parametrize("decay", [-0.1, 1.1, float("nan")])
@pytest.mark.parametrize("maker", [swa_utils.get_ema_avg_fn, swa_utils.get_ema_multi_avg_fn])
def test_decay_out_of_range(maker, decay):
    with pytest.raises(ValueError, match=f"Invalid decay value {decay} provided"):
        maker(decay)


def an_optimizer():
    return SGD([{"params": [tensor(1.0)], "lr": 0.5}, {"params": [tensor(1.0)], "lr": 1.0}])


def rates(optimizer, scheduler, steps):
    found = []
    for _ in range(steps):
        found.append([g["lr"] for g in optimizer.param_groups])
        optimizer.step()
        scheduler.step()
    return np.array(found)


# (arguments, the share of the way after 0, 1, 2, ... steps)
ANNEALED = [
    ({"anneal_epochs": 4, "anneal_strategy": "linear"}, [0, 0.25, 0.5, 0.75, 1, 1]),
    ({"anneal_epochs": 2}, [0, 0.5, 1, 1]),
    ({"anneal_epochs": 3}, [0, 0.25, 0.75, 1, 1]),
    ({"anneal_epochs": 0}, [1, 1, 1]),
]


@pytest.mark.parametrize(("options", "shares"), ANNEALED)
def test_rates_go_to_their_goal_and_stay(options, shares):
    optimizer = an_optimizer()
    found = rates(optimizer, SWALR(optimizer, [0.1, 2.0], **options), len(shares))
    shares = np.array(shares)[:, None]
    np.testing.assert_allclose(found, [0.5, 1.0] + shares * np.array([-0.4, 1.0]), rtol=1e-9)
    function = [schedules.swa_lr(step, 0.5, 0.1, **options) for step in range(len(shares))]
    np.testing.assert_allclose(function, found[:, 0], rtol=1e-9)
    assert [g["swa_lr"] for g in optimizer.param_groups] == [0.1, 2.0]


def test_a_reloaded_schedule_goes_on():
    optimizer, other = an_optimizer(), an_optimizer()
    scheduler = SWALR(optimizer, 0.1, anneal_epochs=6)
    rates(optimizer, scheduler, 3)
    fresh = SWALR(other, 0.7, anneal_strategy="linear")
    other.load_state_dict(optimizer.state_dict())
    fresh.load_state_dict(scheduler.state_dict())
    assert same_bits(rates(optimizer, scheduler, 5), rates(other, fresh, 5))


@pytest.mark.parametrize(("options", "message"), [
    ({"anneal_strategy": "cubic"}, "anneal_strategy must be one of 'cos' or 'linear', instead got"),
    ({"anneal_epochs": -1}, "anneal_epochs must be equal or greater than 0, got -1"),
    ({"anneal_epochs": 2.5}, "anneal_epochs must be equal or greater than 0, got 2.5"),
    ({"swa_lr": [0.1]}, "swa_lr must have the same length as optimizer.param_groups. swa_lr has 1"),
])
def test_refused(options, message):
    optimizer = an_optimizer()
    with pytest.raises(ValueError, match=re.escape(message)):
        SWALR(optimizer, **{"swa_lr": 0.1, **options})
    assert "swa_lr" not in optimizer.param_groups[0]
