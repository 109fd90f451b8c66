"""Every optimizer, found by subclass scan, goes downhill on every test problem."""

from typing import NamedTuple

import numpy as np
import pytest
from optim_cases import OPTIONS, OTHERS, fitting, make, optimizer_names, tensor

import firebrick_optim

# The settings that an optimizer is tried with; a new class needs a row here.
SETTINGS = {
    "ASGD": {"lr": 0.05},
    "Adadelta": {"lr": 0.3, "eps": 1e-3},
    "Adagrad": {"lr": 0.5},
    "Adam": {"lr": 0.05},
    "AdamW": {"lr": 0.05, "weight_decay": 1e-4},
    "Adafactor": {"lr": 0.2},
    "Adamax": {"lr": 0.1},
    "Adan": {"lr": 0.05},
    "LAMB": {"lr": 0.02, "weight_decay": 0.0},
    "Lion": {"lr": 0.02},
    "Muon": {"lr": 0.02, "weight_decay": 0.0},
    "NAdam": {"lr": 0.05},
    "RAdam": {"lr": 0.1},
    "RMSprop": {"lr": 0.02},
    "Rprop": {"lr": 0.02},
    "SGD": {"lr": 0.05, "momentum": 0.5},
}


class Problem(NamedTuple):
    """A loss of several arrays, with its gradient; `lowest` is the least it can be."""

    name: str
    start: list
    loss: object
    gradient: object
    lowest: float


def bowl_loss(x, y):
    return 0.5 * (x**2).sum() + 0.5 * ((y - 1) ** 2).sum()


def bowl_gradient(x, y):
    return [x, y - 1]


def valley_loss(x):
    return 0.5 * (VALLEY * x**2).sum()


def valley_gradient(x):
    return [VALLEY * x]


def banana_loss(x):
    return (1 - x[0]) ** 2 + (x[1] - x[0] ** 2) ** 2


def banana_gradient(x):
    rise = x[1] - x[0] ** 2
    return [np.array([-2 * (1 - x[0]) - 4 * rise * x[0], 2 * rise])]


def logistic_loss(weight, bias):
    margin = SIGN * (POINTS @ weight + bias)
    return np.log1p(np.exp(-margin)).mean() + 0.05 * (weight**2).sum()


def logistic_gradient(weight, bias):
    margin = SIGN * (POINTS @ weight + bias)
    pull = -SIGN / (1 + np.exp(margin)) / len(SIGN)
    return [POINTS.T @ pull + 0.1 * weight, pull.sum(keepdims=True)]


VALLEY = np.array([1.0, 10.0])
POINTS = np.random.RandomState(0).standard_normal((50, 3))
SIGN = np.sign(POINTS @ [1.0, -2.0, 0.5] + 0.3)

PROBLEMS = [
    Problem("bowl", [np.full((3, 2), 2.0), np.zeros(5)], bowl_loss, bowl_gradient, 0.0),
    Problem("valley", [np.array([3.0, -1.0])], valley_loss, valley_gradient, 0.0),
    Problem("banana", [np.array([-0.5, 1.0])], banana_loss, banana_gradient, 0.0),
    Problem("logistic", [np.ones(3), np.zeros(1)], logistic_loss, logistic_gradient, 0.414232),
]


def fitted(name, array):
    """A view of an array in a shape that the optimizer takes."""
    return array.reshape(fitting(name, array.shape))


def test_every_class_has_rows():
    assert set(optimizer_names()) - OTHERS == set(SETTINGS) == {name for name, _ in OPTIONS}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("problem", PROBLEMS, ids=[p.name for p in PROBLEMS])
@pytest.mark.parametrize("name", SETTINGS)
def test_goes_down(name, problem, dtype):
    params = [tensor(fitted(name, a).astype(dtype)) for a in problem.start]
    points = [p._array.reshape(a.shape) for p, a in zip(params, problem.start, strict=True)]
    optimizer = make(name, params, **SETTINGS[name])
    first = problem.loss(*problem.start)
    for _ in range(300):
        for p, g in zip(params, problem.gradient(*points), strict=True):
            p.grad = tensor(fitted(name, g).astype(dtype))
        optimizer.step()
    left = (problem.loss(*points) - problem.lowest) / (first - problem.lowest)
    assert -1e-3 < left < 0.02


@pytest.mark.parametrize("problem", PROBLEMS, ids=[p.name for p in PROBLEMS])
@pytest.mark.parametrize("name", SETTINGS)
def test_goes_down_on_bare_arrays(name, problem):
    rule = getattr(firebrick_optim, name).bare(**SETTINGS[name])
    points = [a.copy() for a in problem.start]
    params = [fitted(name, a) for a in points]
    first = problem.loss(*points)
    state = rule.init(params)
    for _ in range(300):
        rule.update(params, [fitted(name, g) for g in problem.gradient(*points)], state)
    assert (problem.loss(*points) - problem.lowest) / (first - problem.lowest) < 0.02


@pytest.mark.parametrize("name", [n for n in SETTINGS if n not in ("AdamW", "Muon")])
def test_maximize_goes_up_as_far_as_minimizing_goes_down(name):
    down, up = [tensor(np.array([1.0, -2.0]))], [tensor(np.array([1.0, -2.0]))]
    minimizer, maximizer = (
        make(name, params, maximize=flag, **SETTINGS[name])
        for params, flag in ((down, False), (up, True))
    )
    for i in range(5):
        g = np.array([0.3, 1.0 - 0.7 * i])
        down[0].grad, up[0].grad = tensor(g), tensor(-g)
        minimizer.step()
        maximizer.step()
    np.testing.assert_array_equal(down[0]._array, up[0]._array)
