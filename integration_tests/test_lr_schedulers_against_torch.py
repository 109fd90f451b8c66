"""Learning-rate schedules against PyTorch: rates, states, resuming."""

from __future__ import annotations

import pytest

import firebrick_core as fb
import firebrick_optim as optim

torch = pytest.importorskip("torch")

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
    ("SWALR", {"swa_lr": 0.01}),
    ("SWALR", {"swa_lr": [0.01, 0.5], "anneal_epochs": 6, "anneal_strategy": "linear"}),
    ("SWALR", {"swa_lr": 0.01, "anneal_epochs": 0}),
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
        if name == "SWALR":
            lrs = space.swa_utils
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
    assert set(torch.optim.lr_scheduler.__all__) == named - {"SWALR"} | combined
    assert set(optim.lr_scheduler.__all__) == set(torch.optim.lr_scheduler.__all__)
