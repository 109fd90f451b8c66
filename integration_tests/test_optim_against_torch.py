"""Optimizers and schedules against PyTorch: all combinations of options, states, errors."""

from __future__ import annotations

import inspect
import io
import itertools
import warnings

import numpy as np
import pytest

import firebrick_autograd  # noqa: F401  (gradients can be assigned once it is imported)
import firebrick_core as fb
import firebrick_optim as optim
import firebrick_optim.lr_scheduler  # noqa: F401  (as torch.optim.lr_scheduler)

torch = pytest.importorskip("torch")

STEPS = 10
SHAPES = [(4, 3), (5,), (), (2, 2, 3), (120, 100)]
# Relative to a parameter and how far it has moved. The sums and products are the same as PyTorch's;
# scalars are brought together in another order.
TOLERANCE = {"float32": 5e-6, "float64": 1e-12, "complex64": 5e-6}

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


class Pair:
    """The same optimizer of both libraries, over equal parameters that get equal gradients."""

    def __init__(self, name, options, dtype="float32", shapes=SHAPES):
        random = np.random.RandomState(0)
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
            else:
                p.grad, q.grad = mine(g.copy()), theirs(g.copy())
        self.mine.step()
        self.theirs.step()

    def compare(self, what):
        tolerance = TOLERANCE[self.dtype]
        for i, (p, q, start) in enumerate(zip(self.params, self.expected, self.start, strict=True)):
            got, want = p.numpy(), q.numpy()
            assert (got.dtype, got.shape) == (want.dtype, want.shape)
            scale = np.abs(want) + np.abs(want - start).max(initial=0)
            assert (np.abs(got - want) <= tolerance * scale).all(), f"{what}: parameter {i}"

    def compare_state(self):
        got, want = self.mine.state_dict(), self.theirs.state_dict()
        assert got["param_groups"] == want["param_groups"]
        assert [list(g) for g in got["param_groups"]] == [list(g) for g in want["param_groups"]]
        assert list(got["state"]) == list(want["state"])
        for number, entry in want["state"].items():
            assert list(got["state"][number]) == list(entry)
            for name, value in entry.items():
                a, b = got["state"][number][name].numpy(), value.numpy()
                assert (a.dtype, a.shape) == (b.dtype, b.shape), name
                scale = np.abs(b).max(initial=1e-30)
                assert (np.abs(a - b) <= TOLERANCE[self.dtype] * scale).all(), (number, name)


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("name", GRIDS)
def test_every_combination_of_options(name, dtype):
    compared = 0
    for options in combinations(GRIDS[name]):
        try:
            getattr(torch.optim, name)([torch.ones(1)], **options)
        except ValueError:
            with pytest.raises(ValueError):
                getattr(optim, name)([fb.ones(1)], **options)
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
    } - {"Optimizer"}


# ------------------------------------------------------------------ exchanging states
OPTIONS = [
    (name, options)
    for name in GRIDS
    for options in (
        {},
        {k: v[-1] for k, v in GRIDS[name].items() if k != "foreach"},
    )
    if not (options.get("nesterov") and options.get("dampening"))
]


def as_torch(state_dict):
    """A state_dict with PyTorch's tensors."""
    state = {
        number: {name: torch.from_numpy(value.numpy().copy()) for name, value in entry.items()}
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


# ------------------------------------------------------------------ learning rates
def shrink(step):
    return 0.95**step


def waves(step):
    return 1 / (1 + step % 4)


def metric(t):
    return [1.0, 0.8, 0.81, 0.8, 0.79, 0.9, 0.9][t] if t < 7 else 0.9 - 0.001 * (t % 3)


def sequence(lrs, optimizer):
    parts = [
        lrs.LinearLR(optimizer, start_factor=0.1, total_iters=5),
        lrs.CosineAnnealingLR(optimizer, T_max=10),
        lrs.StepLR(optimizer, step_size=4, gamma=0.5),
    ]
    return lrs.SequentialLR(optimizer, parts, milestones=[5, 15])


def chain(lrs, optimizer):
    return lrs.ChainedScheduler(
        [
            lrs.StepLR(optimizer, step_size=5, gamma=0.5),
            lrs.MultiStepLR(optimizer, milestones=[3, 12], gamma=0.7),
            lrs.LinearLR(optimizer, start_factor=0.3, total_iters=8),
        ]
    )


# (a scheduler by name, or a function that makes one; its arguments): a new row is a new case.
SCHEDULERS = [
    ("LambdaLR", {"lr_lambda": shrink}),
    ("LambdaLR", {"lr_lambda": [shrink, waves]}),
    ("MultiplicativeLR", {"lr_lambda": [shrink, waves]}),
    ("StepLR", {"step_size": 7}),
    ("StepLR", {"step_size": 1, "gamma": 0.5}),
    ("MultiStepLR", {"milestones": [5, 5, 11], "gamma": 0.6}),
    ("ConstantLR", {}),
    ("ConstantLR", {"factor": 0.25, "total_iters": 9}),
    ("LinearLR", {}),
    ("LinearLR", {"start_factor": 0.1, "end_factor": 0.9, "total_iters": 12}),
    ("ExponentialLR", {"gamma": 0.9}),
    ("PolynomialLR", {}),
    ("PolynomialLR", {"total_iters": 20, "power": 2.5}),
    ("CosineAnnealingLR", {"T_max": 10}),
    ("CosineAnnealingLR", {"T_max": 7, "eta_min": 1e-3}),
    ("CosineAnnealingWarmRestarts", {"T_0": 5}),
    ("CosineAnnealingWarmRestarts", {"T_0": 4, "T_mult": 2, "eta_min": 1e-3}),
    ("CyclicLR", {"base_lr": 0.01, "max_lr": 0.1, "step_size_up": 4}),
    (
        "CyclicLR",
        {
            "base_lr": 0.01,
            "max_lr": 0.1,
            "step_size_up": 3,
            "step_size_down": 5,
            "mode": "triangular2",
        },
    ),
    (
        "CyclicLR",
        {
            "base_lr": [0.01, 0.02],
            "max_lr": [0.1, 0.2],
            "step_size_up": 4,
            "mode": "exp_range",
            "gamma": 0.95,
            "base_momentum": 0.7,
        },
    ),
    (
        "CyclicLR",
        {
            "base_lr": 0.01,
            "max_lr": 0.1,
            "step_size_up": 4,
            "scale_fn": shrink,
            "scale_mode": "iterations",
            "cycle_momentum": False,
        },
    ),
    ("OneCycleLR", {"max_lr": 0.1, "total_steps": 40}),
    (
        "OneCycleLR",
        {
            "max_lr": [0.1, 0.2],
            "epochs": 5,
            "steps_per_epoch": 8,
            "pct_start": 0.4,
            "anneal_strategy": "linear",
        },
    ),
    ("OneCycleLR", {"max_lr": 0.1, "total_steps": 36, "three_phase": True, "div_factor": 10}),
    ("ReduceLROnPlateau", {"patience": 2}),
    (
        "ReduceLROnPlateau",
        {
            "mode": "max",
            "factor": 0.5,
            "patience": 1,
            "threshold": 0.01,
            "threshold_mode": "abs",
            "cooldown": 2,
            "min_lr": 1e-3,
        },
    ),
    ("ReduceLROnPlateau", {"factor": 0.3, "patience": 0, "min_lr": [1e-2, 1e-4]}),
    (sequence, {}),
    (chain, {}),
]
SCHEDULER_IDS = [
    f"{name if isinstance(name, str) else name.__name__}-{','.join(options)}"
    for name, options in SCHEDULERS
]


class Schedule:
    """An optimizer of one library with two groups, and a scheduler."""

    def __init__(self, library, name, options, cls="SGD", **resumed):
        space = optim if library is fb else torch.optim
        a, b = library.ones(3), library.ones(3)
        momentum = {"momentum": 0.9} if cls == "SGD" else {}
        self.optimizer = getattr(space, cls)(
            [{"params": [a], "lr": 0.05}, {"params": [b], "lr": 0.5}], lr=0.1, **momentum
        )
        if resumed:
            for group in self.optimizer.param_groups:
                group["initial_lr"] = 0.7
        lrs = space.lr_scheduler
        if isinstance(name, str):
            self.scheduler = getattr(lrs, name)(self.optimizer, **options, **resumed)
        else:
            self.scheduler = name(lrs, self.optimizer)
        self.with_metric = name == "ReduceLROnPlateau"

    def look(self):
        groups = self.optimizer.param_groups
        momenta = [g.get("momentum", g.get("betas", (0,))[0]) for g in groups]
        return [g["lr"] for g in groups] + momenta + list(self.scheduler.get_last_lr())

    def step(self, t):
        self.optimizer.step()
        self.scheduler.step(*([metric(t)] if self.with_metric else []))


def assert_same_rates(one, other, steps):
    for t in steps:
        assert one.look() == pytest.approx(other.look(), rel=1e-12, abs=1e-18), f"step {t}"
        one.step(t)
        other.step(t)


@pytest.mark.parametrize("cls", ["SGD", "Adam"])
@pytest.mark.parametrize(("name", "options"), SCHEDULERS, ids=SCHEDULER_IDS)
def test_learning_rates(name, options, cls):
    assert_same_rates(
        Schedule(fb, name, options, cls), Schedule(torch, name, options, cls), range(34)
    )


@pytest.mark.parametrize(("name", "options"), SCHEDULERS, ids=SCHEDULER_IDS)
def test_states_of_schedulers_are_exchanged_and_go_on(name, options):
    one, other = Schedule(fb, name, options), Schedule(torch, name, options)
    assert_same_rates(one, other, range(13))
    assert list(one.scheduler.state_dict()) == list(other.scheduler.state_dict())
    mine_on, theirs_on = Schedule(fb, name, options), Schedule(torch, name, options)
    for new, old in ((mine_on, other), (theirs_on, one)):
        new.optimizer.load_state_dict(old.optimizer.state_dict())
        new.scheduler.load_state_dict(old.scheduler.state_dict())
    assert_same_rates(mine_on, theirs_on, range(13, 30))


BY_NAME = [c for c in SCHEDULERS if isinstance(c[0], str) and c[0] != "ReduceLROnPlateau"]


def resumable(name, options):
    """OneCycleLR needs what it has put into the groups; PyTorch resumes growing cycles wrongly."""
    return name != "OneCycleLR" and options.get("T_mult", 1) == 1


@pytest.mark.parametrize("last_epoch", [0, 2, 4, 9])
@pytest.mark.parametrize(("name", "options"), [c for c in BY_NAME if resumable(*c)], ids=str)
def test_resumed_by_last_epoch(name, options, last_epoch):
    if name == "CyclicLR":
        options = {**options, "cycle_momentum": False}
    one, other = (
        Schedule(library, name, options, last_epoch=last_epoch) for library in (fb, torch)
    )
    assert_same_rates(one, other, range(15))


@pytest.mark.parametrize(("name", "options"), BY_NAME, ids=str)
@pytest.mark.filterwarnings("ignore:The epoch parameter")
def test_step_with_an_epoch(name, options):
    one, other = Schedule(fb, name, options), Schedule(torch, name, options)
    for epoch in (0, 3, 9, 2, 13):
        for schedule in (one, other):
            schedule.optimizer.step()
            schedule.scheduler.step(epoch)
        assert one.look() == pytest.approx(other.look(), rel=1e-12)


def test_no_scheduler_is_left_out():
    named = {name for name, _ in SCHEDULERS if isinstance(name, str)}
    combined = {"SequentialLR", "ChainedScheduler", "LRScheduler"}
    assert set(torch.optim.lr_scheduler.__all__) == named | combined
    assert set(optim.lr_scheduler.__all__) == set(torch.optim.lr_scheduler.__all__)


# ------------------------------------------------------------------ errors
def constructions():
    """What both libraries must refuse alike; each is called with a library and its optimizers."""

    def no_list(lib, space):
        space.SGD(lib.ones(1))

    def empty(lib, space):
        space.SGD([])

    def no_tensor(lib, space):
        space.SGD([3])

    def unordered(lib, space):
        space.SGD([{"params": {lib.ones(1)}}])

    def twice(lib, space):
        p = lib.ones(1)
        space.SGD([{"params": [p]}, {"params": [p]}])

    def some_named(lib, space):
        space.SGD([("a", lib.ones(1)), lib.ones(1)])

    def named_and_unnamed_groups(lib, space):
        space.SGD([lib.ones(1)]).add_param_group({"params": [("a", lib.ones(1))]})

    def no_dict(lib, space):
        space.SGD([lib.ones(1)]).add_param_group([lib.ones(1)])

    def not_a_leaf(lib, space):
        space.SGD([lib.ones(1).requires_grad_() * 2])

    def long_rate(lib, space):
        space.SGD([lib.ones(1)], lr=lib.ones(2))

    def fewer_groups(lib, space):
        saved = space.SGD([lib.ones(1)]).state_dict()
        space.SGD([{"params": [lib.ones(1)]}, {"params": [lib.ones(1)]}]).load_state_dict(saved)

    def fewer_parameters(lib, space):
        saved = space.SGD([lib.ones(1)]).state_dict()
        space.SGD([lib.ones(1), lib.ones(1)]).load_state_dict(saved)

    def no_optimizer(lib, space):
        space.lr_scheduler.StepLR(3, 2)

    def no_initial_rate(lib, space):
        space.lr_scheduler.StepLR(space.SGD([lib.ones(1)]), 2, last_epoch=3)

    def no_momentum(lib, space):
        space.lr_scheduler.CyclicLR(space.Adagrad([lib.ones(1)]), 0.1, 0.2)

    return [value for name, value in locals().items() if callable(value)]


BAD_OPTIONS = [
    ("SGD", {"lr": -1}),
    ("SGD", {"momentum": -0.5}),
    ("SGD", {"weight_decay": -1}),
    ("SGD", {"nesterov": True}),
    ("SGD", {"foreach": True, "fused": True}),
    ("SGD", {"fused": True, "differentiable": True}),
    ("SGD", {"lr": "x"}),
    ("Adam", {"betas": (1.0, 0.0)}),
    ("Adam", {"betas": (0.0, 1.0)}),
    ("Adam", {"eps": -1}),
    ("Adam", {"lr": float("nan")}),
    ("AdamW", {"weight_decay": -1}),
    ("RMSprop", {"alpha": -1}),
    ("RMSprop", {"momentum": -1}),
    ("Adagrad", {"lr_decay": -1}),
    ("Adagrad", {"initial_accumulator_value": -1}),
    ("Adadelta", {"rho": 1.1}),
    ("Adamax", {"betas": (0.0, 1.0)}),
    ("NAdam", {"momentum_decay": -1}),
    ("RAdam", {"weight_decay": -1}),
    ("ASGD", {"weight_decay": -1}),
    ("Rprop", {"etas": (1.0, 0.5)}),
]


def error_of(function, *arguments):
    """The exception that a call raises."""
    try:
        function(*arguments)
    except Exception as error:
        return error
    raise AssertionError(f"{function.__name__} was accepted")


def assert_same_error(got, want):
    """The same type, and a message that begins alike: it goes on to say what to do."""
    assert type(got) is type(want), (got, want)
    assert str(got).startswith(str(want)[:25]) or isinstance(want, (TypeError, KeyError))


@pytest.mark.parametrize("refused", constructions())
def test_the_same_constructions_are_refused(refused):
    assert_same_error(error_of(refused, fb, optim), error_of(refused, torch, torch.optim))


@pytest.mark.parametrize(("name", "options"), BAD_OPTIONS, ids=str)
def test_the_same_options_are_refused(name, options):
    def make(library, space):
        getattr(space, name)([library.ones(1)], **options)

    assert_same_error(error_of(make, fb, optim), error_of(make, torch, torch.optim))


def test_duplicates_warn_alike():
    messages = []
    for library, space in ((fb, optim), (torch, torch.optim)):
        p = library.ones(1)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            space.SGD([p, p])
        messages += [(w.category, str(w.message)) for w in caught]
    assert len(messages) == 2 and messages[0] == messages[1]


@pytest.mark.parametrize("name", GRIDS)
def test_repr_and_signature(name):
    ours, expected = getattr(optim, name), getattr(torch.optim, name)
    assert repr(ours([fb.ones(1)])) == repr(expected([torch.ones(1)]))
    mine, theirs = (inspect.signature(c.__init__).parameters for c in (ours, expected))
    assert [(p.name, p.default, p.kind) for p in mine.values()] == [
        (p.name, p.default, p.kind) for p in theirs.values()
    ]
