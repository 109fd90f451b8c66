"""Optimizers of both libraries side by side: their options, equal parameters, equal gradients."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import firebrick_autograd  # noqa: F401  (gradients can be assigned once it is imported)
import firebrick_core as fb
import firebrick_optim as optim

torch = pytest.importorskip("torch")

STEPS = 10
SHAPES = [(4, 3), (5,), (), (2, 2, 3), (120, 100)]
# Relative to a parameter and how far it has moved. The sums and products are the same as PyTorch's;
# scalars are brought together in another order.
TOLERANCE = {"float32": 5e-6, "float64": 1e-12, "complex64": 5e-6}
# Muon rounds to bfloat16, where a last bit of the momentum may become one of bfloat16.
LOOSER = {"Muon": 2e-2}
REAL_ONLY = {"Adafactor", "Muon", "SparseAdam"}
# What optimizers with demands of their own are compared with.
OTHER_SHAPES = {"Muon": [(4, 3), (3, 5), (120, 100)], "SparseAdam": [(4, 3), (5,), (120, 100)]}

FLAG = [False, True]
DECAY = [0, 0.1]
# All combinations of these are compared; what PyTorch refuses must be refused alike.
GRIDS = {
    "SGD": {
        "momentum": [0, 0.9],
        "dampening": [0, 0.5],
        "weight_decay": DECAY,
        "nesterov": FLAG,
        "maximize": FLAG,
        "foreach": [None, False, True],
    },
    "Adam": {
        "lr": [0.01],
        "weight_decay": DECAY,
        "amsgrad": FLAG,
        "maximize": FLAG,
        "decoupled_weight_decay": FLAG,
        "foreach": [None, False],
    },
    "AdamW": {
        "lr": [0.01],
        "betas": [(0.9, 0.999), (0.0, 0.0), (0.5, 0.7)],
        "weight_decay": [0, 0.3],
        "amsgrad": FLAG,
        "maximize": FLAG,
    },
    "RMSprop": {
        "alpha": [0.99, 0.5],
        "weight_decay": DECAY,
        "momentum": [0, 0.5],
        "centered": FLAG,
        "maximize": FLAG,
    },
    "Adagrad": {
        "lr_decay": [0, 0.5],
        "weight_decay": DECAY,
        "initial_accumulator_value": [0, 0.1],
        "eps": [1e-10, 1e-3],
        "maximize": FLAG,
    },
    "Adadelta": {"rho": [0.9, 0.5], "eps": [1e-6, 1e-2], "weight_decay": DECAY, "maximize": FLAG},
    "Adamax": {"betas": [(0.9, 0.999), (0.5, 0.7)], "weight_decay": DECAY, "maximize": FLAG},
    "NAdam": {
        "momentum_decay": [0.004, 0.1],
        "weight_decay": DECAY,
        "decoupled_weight_decay": FLAG,
        "maximize": FLAG,
    },
    "RAdam": {
        "betas": [(0.9, 0.999), (0.5, 0.7)],
        "weight_decay": DECAY,
        "decoupled_weight_decay": FLAG,
        "maximize": FLAG,
    },
    "ASGD": {
        "lambd": [1e-4, 0.1],
        "alpha": [0.75, 0.5],
        "t0": [1e6, 4],
        "weight_decay": DECAY,
        "maximize": FLAG,
    },
    "Adafactor": {
        "lr": [0.05],
        "beta2_decay": [-0.8, -0.3],
        "eps": [(None, 1e-3), (1e-2, 0.1)],
        "d": [1.0, 2.0],
        "weight_decay": DECAY,
        "foreach": [None, False, True],
        "maximize": FLAG,
    },
    "Muon": {
        "momentum": [0.95, 0.5],
        "weight_decay": DECAY,
        "nesterov": FLAG,
        "ns_steps": [5, 2],
        "adjust_lr_fn": [None, "original", "match_rms_adamw"],
    },
    "SparseAdam": {
        "lr": [0.01],
        "betas": [(0.9, 0.999), (0.5, 0.7)],
        "eps": [1e-8, 1e-2],
        "maximize": FLAG,
    },
    "Rprop": {
        "etas": [(0.5, 1.2), (0.3, 1.7)],
        "step_sizes": [(1e-6, 50), (5e-3, 0.02)],
        "maximize": FLAG,
    },
}


def combinations(grid):
    for values in itertools.product(*grid.values()):
        yield dict(zip(grid, values, strict=True))


def numbers(random, shape, dtype):
    values = random.standard_normal(shape)
    if dtype == "complex64":
        values = values + 1j * random.standard_normal(shape)
    return np.asarray(values).astype(dtype)


def mine(array):
    return fb.from_numpy(array)


def theirs(array):
    return torch.from_numpy(array)


def sparse_gradients(random, array):
    """The same gradient of some rows for both libraries."""
    rows = random.choice(len(array), 3, replace=False)[None]
    values = array[rows[0]]
    shape = array.shape
    mine_, theirs_ = (
        library.sparse_coo_tensor(over(rows), over(values.copy()), shape, check_invariants=True)
        for library, over in ((fb, mine), (torch, theirs))
    )
    return mine_, theirs_


def plain(value):
    """A tensor's array; a number as it is, in one."""
    return value.numpy() if hasattr(value, "numpy") else np.asarray(value)


class Pair:
    """The same optimizer of both libraries, over equal parameters that get equal gradients."""

    def __init__(self, name, options, dtype="float32", shapes=None):
        random = np.random.RandomState(0)
        shapes = shapes or OTHER_SHAPES.get(name, SHAPES)
        self.sparse, self.tolerance = name == "SparseAdam", LOOSER.get(name, TOLERANCE[dtype])
        self.start = [numbers(random, s, dtype) for s in shapes]
        self.random, self.dtype = random, dtype
        self.params = [mine(self.laid_out(a)) for a in self.start]
        self.expected = [theirs(self.laid_out(a)) for a in self.start]
        self.mine = getattr(optim, name)(self.groups(self.params), **options)
        self.theirs = getattr(torch.optim, name)(self.groups(self.expected), **options)

    @staticmethod
    def laid_out(array):
        """A copy; the largest in another order of dimensions, as a channels-last weight is."""
        return array.T.copy().T if array.size > 1000 else array.copy()

    @staticmethod
    def groups(params):
        return [{"params": params[:1], "lr": 0.02}, {"params": params[1:]}]

    def step(self, t=0):
        for i, (p, q) in enumerate(zip(self.params, self.expected, strict=True)):
            g = numbers(self.random, self.start[i].shape, self.dtype)
            if i == 1 and t in (3, 4):  # a parameter may be without gradient
                p.grad = q.grad = None
            elif self.sparse:
                p.grad, q.grad = sparse_gradients(self.random, g)
            else:
                p.grad, q.grad = mine(g.copy()), theirs(g.copy())
        self.mine.step()
        self.theirs.step()

    def compare(self, what):
        for i, (p, q, start) in enumerate(zip(self.params, self.expected, self.start, strict=True)):
            got, want = p.numpy(), q.numpy()
            assert (got.dtype, got.shape) == (want.dtype, want.shape)
            scale = np.abs(want) + np.abs(want - start).max(initial=0)
            assert (np.abs(got - want) <= self.tolerance * scale).all(), f"{what}: parameter {i}"

    def compare_state(self):
        got, want = self.mine.state_dict(), self.theirs.state_dict()
        assert got["param_groups"] == want["param_groups"]
        assert [list(g) for g in got["param_groups"]] == [list(g) for g in want["param_groups"]]
        assert list(got["state"]) == list(want["state"])
        for number, entry in want["state"].items():
            assert list(got["state"][number]) == list(entry)
            for name, value in entry.items():
                a, b = plain(got["state"][number][name]), plain(value)
                assert (a.dtype, a.shape) == (b.dtype, b.shape), name
                scale = np.abs(b).max(initial=1e-30)
                assert (np.abs(a - b) <= self.tolerance * scale).all(), (number, name)
