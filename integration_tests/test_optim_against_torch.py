"""Optimizers against PyTorch: all combinations of options, states, signatures."""

from __future__ import annotations

import inspect

import pytest
from optim_pairs import GRIDS, REAL_ONLY, STEPS, TOLERANCE, Pair, combinations

import firebrick_core as fb
import firebrick_optim as optim

torch = pytest.importorskip("torch")

ONLY_HERE = {"Lion", "LAMB", "Adan"}  # PyTorch has none


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name", GRIDS)
def test_every_combination_of_options(name, dtype):
    if dtype == "complex64" and name in REAL_ONLY:
        pytest.skip(f"{name} takes real parameters only")
    compared = 0
    for options in combinations(GRIDS[name]):
        try:
            getattr(torch.optim, name)([torch.ones(1, 1)], **options)
        except ValueError:
            with pytest.raises(ValueError):
                getattr(optim, name)([fb.ones(1, 1)], **options)
            continue
        pair = Pair(name, options, dtype)
        for t in range(STEPS):
            if t == 5:  # as a scheduler does
                for optimizer in (pair.mine, pair.theirs):
                    optimizer.param_groups[1]["lr"] *= 0.5
            pair.step(t)
            pair.compare(f"{name} {options} step {t + 1}")
        pair.compare_state()
        compared += 1
    assert compared >= 4


def test_no_optimizer_is_left_out():
    assert set(GRIDS) == {
        name
        for name, value in vars(optim).items()
        if isinstance(value, type) and issubclass(value, optim.Optimizer)
    } - {"Optimizer", "LBFGS"} - ONLY_HERE


@pytest.mark.parametrize("name", [*GRIDS, "LBFGS"])
def test_repr_and_signature(name):
    ours, expected = getattr(optim, name), getattr(torch.optim, name)
    assert repr(ours([fb.ones(1, 1)])) == repr(expected([torch.ones(1, 1)]))
    mine, theirs = (inspect.signature(c.__init__).parameters for c in (ours, expected))
    assert [(p.name, p.default, p.kind) for p in mine.values()] == [
        (p.name, p.default, p.kind) for p in theirs.values()
    ]
