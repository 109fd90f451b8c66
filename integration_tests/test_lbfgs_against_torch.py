"""L-BFGS against PyTorch: iterates, losses, counts of evaluations, states in both directions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import firebrick_autograd  # noqa: F401  (registers gradients with core)
import firebrick_core as fb
import firebrick_optim as optim

torch = pytest.importorskip("torch")

# All combinations of these, in double precision: L-BFGS magnifies differences of rounding, by about
# a thousand a step on these losses, so that PyTorch's own single precision numbers are arbitrary
# after a few steps.
GRID = {
    "lr": [1, 0.1],
    "max_iter": [1, 4, 20],
    "max_eval": [None, 7],
    "history_size": [2, 100],
    "line_search_fn": [None, "strong_wolfe"],
}
COMBINATIONS = [dict(zip(GRID, v, strict=True)) for v in itertools.product(*GRID.values())]
STEPS = 3


def regression(library, weights):
    """A small network's loss, as a function of two weight matrices."""
    random = np.random.RandomState(7)
    kind = weights[0].dtype
    x, y = (library.tensor(random.standard_normal(s)).to(kind) for s in ((3, 8), (2, 8)))
    return (weights[1] @ (weights[0] @ x).tanh() - y).square().mean()


def banana(library, weights):
    flat = library.cat([w.reshape(-1) for w in weights])
    rise = flat[1:] - flat[:-1] ** 2
    return (1 - flat[:-1]).square().sum() + 10 * rise.square().sum()


class Side:
    """One library's optimizer, parameters and closure."""

    def __init__(self, library, space, loss, options, start=None):
        random = np.random.RandomState(0)
        arrays = start or [0.5 * random.standard_normal(s) for s in ((6, 3), (2, 6))]
        self.library, self.loss = library, loss
        self.params = [library.tensor(a).requires_grad_() for a in arrays]
        self.optimizer = space.LBFGS(self.params, **options)
        self.calls = 0

    def closure(self):
        self.calls += 1
        self.optimizer.zero_grad()
        loss = self.loss(self.library, self.params)
        loss.backward()
        return loss

    def step(self):
        return self.optimizer.step(self.closure).item()

    def values(self):
        return [p.detach().numpy() for p in self.params]


def sides(loss, options):
    return Side(fb, optim, loss, options), Side(torch, torch.optim, loss, options)


def assert_alike(mine, theirs):
    for a, b in zip(mine.values(), theirs.values(), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    assert mine.calls == theirs.calls


@pytest.mark.parametrize("loss", [regression, banana])
@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_iterates(options, loss):
    mine, theirs = sides(loss, options)
    for _ in range(STEPS):
        got, want = mine.step(), theirs.step()
        if not np.isfinite(want) or want > 1e6:
            return  # steps of full length may diverge
        assert got == pytest.approx(want, rel=1e-5, abs=1e-9)
        assert_alike(mine, theirs)
    compare_states(mine, theirs)


def test_single_precision_differs_as_one_rounding_does():
    """Where PyTorch's own numbers change with one rounding, the difference is of that size."""
    random = np.random.RandomState(0)
    start = [random.standard_normal(s).astype("float32") for s in ((6, 3), (2, 6))]
    theirs = iterates(torch, torch.optim, start)
    nudged = [iterates(torch, torch.optim, nudge(start, k)) for k in range(start[0].size)]
    mine = iterates(fb, optim, start)
    np.testing.assert_allclose(mine[0], theirs[0], rtol=1e-3, atol=1e-4)  # 20 iterations
    for step, expected in enumerate(theirs):
        spread = max(abs(other[step] - expected).max() for other in nudged)
        assert abs(mine[step] - expected).max() <= 4 * spread, f"step {step + 1}"


def iterates(library, space, start):
    """All parameters in one array after each step, with default arguments."""
    side = Side(library, space, regression, {}, [a.copy() for a in start])
    found = []
    for _ in range(STEPS):
        side.optimizer.step(side.closure)
        found.append(np.concatenate([p.detach().numpy().reshape(-1) for p in side.params]))
    return found


def nudge(start, k):
    """The arrays, with one number of the first moved by one unit in the last place."""
    moved = [a.copy() for a in start]
    flat = moved[0].reshape(-1)
    flat[k] = np.nextafter(flat[k], np.float32(9))
    return moved


def compare_states(mine, theirs):
    got, want = (side.optimizer.state_dict()["state"][0] for side in (mine, theirs))
    assert set(got) == set(want)
    for name, value in want.items():
        if isinstance(value, torch.Tensor) and value.ndim:
            assert got[name].shape == tuple(value.shape)
        if isinstance(value, list):
            assert len(got[name]) == len(value)
    assert (got["func_evals"], got["n_iter"]) == (want["func_evals"], want["n_iter"])


def converted(value, over):
    if isinstance(value, (fb.Tensor, torch.Tensor)):
        return over(value.numpy().copy())
    if isinstance(value, dict):
        return {k: converted(v, over) for k, v in value.items()}
    return [converted(v, over) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize("search", [None, "strong_wolfe"])
def test_states_are_exchanged_and_go_on(search):
    options = {"max_iter": 4, "line_search_fn": search}
    mine, theirs = sides(regression, options)
    for _ in range(2):
        mine.step()
        theirs.step()
    mine_on = Side(fb, optim, regression, options, theirs.values())
    theirs_on = Side(torch, torch.optim, regression, options, mine.values())
    mine_on.optimizer.load_state_dict(converted(theirs.optimizer.state_dict(), fb.tensor))
    theirs_on.optimizer.load_state_dict(converted(mine.optimizer.state_dict(), torch.from_numpy))
    for _ in range(2):
        for side in (mine_on, theirs_on, theirs):
            side.step()
        for side in (mine_on, theirs_on):
            for a, b in zip(side.values(), theirs.values(), strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
