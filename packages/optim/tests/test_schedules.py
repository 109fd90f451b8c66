"""Schedules as functions of the step, and the schedulers that give the same numbers one by one."""

import math
import re
from functools import partial

import pytest
from optim_cases import tensor

from firebrick_optim import SGD, Adagrad, Adam, lr_scheduler as lrs, schedules

BASE = 0.5
BOUNDS = {"base_lr": 0.1, "max_lr": 0.9}


def down(step):
    return 0.9**step


def halves(cycle):
    return 1 / (1 + cycle)


# (scheduler, its arguments, function of the same ones): a new row is a new case.
PAIRS = [
    ("StepLR", {"step_size": 3}, "step_lr"),
    ("StepLR", {"step_size": 4, "gamma": 0.5}, "step_lr"),
    ("MultiStepLR", {"milestones": [2, 5, 5, 9], "gamma": 0.5}, "multi_step_lr"),
    ("ExponentialLR", {"gamma": 0.9}, "exponential_lr"),
    ("LambdaLR", {"lr_lambda": down}, "lambda_lr"),
    ("ConstantLR", {}, "constant_lr"),
    ("ConstantLR", {"factor": 0.25, "total_iters": 8}, "constant_lr"),
    ("LinearLR", {}, "linear_lr"),
    ("LinearLR", {"start_factor": 0.9, "end_factor": 0.1, "total_iters": 7}, "linear_lr"),
    ("PolynomialLR", {}, "polynomial_lr"),
    ("PolynomialLR", {"total_iters": 12, "power": 2.5}, "polynomial_lr"),
    ("CosineAnnealingLR", {"T_max": 6}, "cosine_annealing_lr"),
    ("CosineAnnealingLR", {"T_max": 9, "eta_min": 0.01}, "cosine_annealing_lr"),
    ("CosineAnnealingWarmRestarts", {"T_0": 4}, "cosine_annealing_warm_restarts"),
    (
        "CosineAnnealingWarmRestarts", {"T_0": 2, "T_mult": 2, "eta_min": 0.01},
        "cosine_annealing_warm_restarts",
    ),
    ("CyclicLR", {**BOUNDS, "step_size_up": 4}, "cyclic_lr"),
    (
        "CyclicLR",
        {**BOUNDS, "step_size_up": 2, "step_size_down": 5, "mode": "triangular2"},
        "cyclic_lr",
    ),
    (
        "CyclicLR",
        {**BOUNDS, "step_size_up": 3, "mode": "exp_range", "gamma": 0.9},
        "cyclic_lr",
    ),
    (
        "CyclicLR",
        {**BOUNDS, "step_size_up": 3, "scale_fn": halves, "scale_mode": "iterations"},
        "cyclic_lr",
    ),
    ("OneCycleLR", {"max_lr": 0.9, "total_steps": 30}, "one_cycle_lr"),
    (
        "OneCycleLR",
        {"max_lr": 0.9, "total_steps": 30, "three_phase": True, "anneal_strategy": "linear"},
        "one_cycle_lr",
    ),
]
IDS = [f"{name}-{','.join(options)}" for name, options, _ in PAIRS]
OWN_RATES = ("cyclic_lr", "one_cycle_lr")  # they do not start from the optimizer's rate


def an_optimizer(*rates):
    """An optimizer with a group for each learning rate."""
    rates = rates or (BASE,)
    groups = [{"params": [tensor([1.0])], "lr": lr} for lr in rates]
    return SGD(groups, lr=1.0, momentum=0.9)


def rates_of(optimizer, scheduler, steps):
    """The learning rates of the first group in steps 0 to `steps`."""
    found = [optimizer.param_groups[0]["lr"]]
    for _ in range(steps):
        optimizer.step()
        scheduler.step()
        found.append(optimizer.param_groups[0]["lr"])
    return found


def function_of(name, options):
    function = partial(getattr(schedules, name), **options)
    return function if name in OWN_RATES else partial(function, lr=BASE)


@pytest.mark.parametrize(("name", "options", "function"), PAIRS, ids=IDS)
def test_one_by_one_and_closed_form_agree(name, options, function):
    optimizer = an_optimizer()
    scheduler = getattr(lrs, name)(optimizer, **options)
    found = rates_of(optimizer, scheduler, 25)
    expected = [function_of(function, options)(step) for step in range(26)]
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(("name", "options", "function"), PAIRS, ids=IDS)
def test_step_with_an_epoch_jumps(name, options, function):
    optimizer = an_optimizer()
    scheduler = getattr(lrs, name)(optimizer, **options)
    optimizer.step()
    for epoch in (7, 2, 11):
        if name == "CosineAnnealingWarmRestarts":
            scheduler.step(epoch)
        else:
            with pytest.warns(UserWarning, match="The epoch parameter in `scheduler.step"):
                scheduler.step(epoch)
        expected = function_of(function, options)(epoch)
        assert scheduler.get_last_lr() == [pytest.approx(expected, rel=1e-12)]
        assert scheduler.last_epoch == epoch


@pytest.mark.parametrize(("name", "options", "function"), PAIRS, ids=IDS)
def test_a_reloaded_schedule_goes_on(name, options, function):
    optimizer, fresh = an_optimizer(0.5, 0.25), an_optimizer(0.1, 0.1)
    scheduler = getattr(lrs, name)(optimizer, **options)
    rates_of(optimizer, scheduler, 6)
    other = getattr(lrs, name)(fresh, **options)
    fresh.load_state_dict(optimizer.state_dict())
    other.load_state_dict(scheduler.state_dict())
    assert rates_of(optimizer, scheduler, 10) == rates_of(fresh, other, 10)
    assert [g["lr"] for g in optimizer.param_groups] == [g["lr"] for g in fresh.param_groups]
    assert scheduler.state_dict() == other.state_dict()


def test_sequential_function_and_scheduler_agree():
    optimizer = an_optimizer()
    warmup, decay = lrs.LinearLR(optimizer, 0.1, total_iters=4), lrs.CosineAnnealingLR(optimizer, 8)
    scheduler = lrs.SequentialLR(optimizer, [warmup, decay], milestones=[4])
    parts = [
        partial(schedules.linear_lr, lr=BASE, start_factor=0.1, total_iters=4),
        partial(schedules.cosine_annealing_lr, lr=BASE, T_max=8),
    ]
    expected = [schedules.sequential_lr(step, parts, [4]) for step in range(13)]
    assert rates_of(optimizer, scheduler, 12) == pytest.approx(expected, rel=1e-12, abs=1e-15)
    saved = scheduler.state_dict()
    assert saved["_milestones"] == [4] and saved["last_epoch"] == 12
    assert [s["last_epoch"] for s in saved["_schedulers"]] == [3, 8]


def test_multiplicative_function_and_scheduler_agree():
    optimizer = an_optimizer()
    found = rates_of(optimizer, lrs.MultiplicativeLR(optimizer, halves), 6)
    expected = [schedules.multiplicative_lr(step, BASE, halves) for step in range(7)]
    assert found == pytest.approx(expected, rel=1e-12)


def test_chained_function_and_scheduler_agree():
    optimizer = an_optimizer()
    parts = lrs.ConstantLR(optimizer, 0.25, 3), lrs.ExponentialLR(optimizer, 0.9)
    found = rates_of(optimizer, lrs.ChainedScheduler(parts, optimizer), 8)
    functions = [
        partial(schedules.constant_lr, factor=0.25, total_iters=3),
        partial(schedules.exponential_lr, gamma=0.9),
    ]
    expected = [schedules.chained_lr(step, BASE, functions) for step in range(9)]
    assert found == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("options", [
    {"patience": 1},
    {"patience": 0, "cooldown": 2, "factor": 0.5},
    {"patience": 1, "mode": "max", "threshold": 0.2, "threshold_mode": "abs", "min_lr": 0.01},
    {"patience": 0, "threshold": 0.3, "eps": 0.01},
])
def test_plateau_function_and_scheduler_agree(options):
    optimizer = an_optimizer()
    scheduler = lrs.ReduceLROnPlateau(optimizer, **options)
    metrics = [3.0, 2.0, 2.1, 1.9, 1.9, 1.95, 2.5, 1.0, 1.0, 1.0, 1.0, 0.5, 0.6, 0.6, 0.6]
    for n, metric in enumerate(metrics, 1):
        optimizer.step()
        scheduler.step(metric)
        expected = schedules.reduce_lr_on_plateau(metrics[:n], BASE, **options)
        assert scheduler.get_last_lr() == [expected]


@pytest.mark.parametrize(("name", "options", "function"), [
    ("CyclicLR", {"step_size_up": 3, "step_size_down": 4}, "cyclic_momentum"),
    ("CyclicLR", {"step_size_up": 3, "mode": "triangular2"}, "cyclic_momentum"),
    ("OneCycleLR", {"total_steps": 20}, "one_cycle_momentum"),
    (
        "OneCycleLR",
        {"total_steps": 20, "three_phase": True, "anneal_strategy": "linear", "pct_start": 0.4},
        "one_cycle_momentum",
    ),
])
def test_momentum_functions_and_schedulers_agree(name, options, function):
    optimizer = an_optimizer()
    momenta = {"base_momentum": 0.7, "max_momentum": 0.95}
    rates = BOUNDS if name == "CyclicLR" else {"max_lr": 0.9}
    scheduler = getattr(lrs, name)(optimizer, **rates, **options, **momenta)
    for step in range(19):
        expected = getattr(schedules, function)(step, **options, **momenta)
        assert optimizer.param_groups[0]["momentum"] == pytest.approx(expected, rel=1e-12)
        optimizer.step()
        scheduler.step()


def test_every_scheduler_has_its_function():
    names = {c.__name__ for c in vars(lrs).values() if isinstance(c, type)} - {"LRScheduler"}
    words = [re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=LR)(?=On)", "_", n).lower() for n in names]
    other = {"chained_scheduler": "chained_lr", "reduce_lron_plateau": "reduce_lr_on_plateau"}
    missing = [w for w in words if other.get(w, w) not in schedules.__all__]
    assert set(missing) <= {"swalr"}, missing


@pytest.mark.parametrize(("cls", "functions", "expected"), [
    (lrs.LambdaLR, down, [(1.0, 2.0), (0.9, 1.8), (0.81, 1.62)]),
    (lrs.LambdaLR, [down, halves], [(1.0, 2.0), (0.9, 1.0), (0.81, 2 / 3)]),
    (lrs.MultiplicativeLR, halves, [(1.0, 2.0), (1 / 2, 1.0), (1 / 6, 1 / 3)]),
    (lrs.MultiplicativeLR, [down, halves], [(1.0, 2.0), (0.9, 1.0), (0.729, 1 / 3)]),
])
def test_users_functions(cls, functions, expected):
    optimizer = an_optimizer(1.0, 2.0)
    scheduler = cls(optimizer, functions)
    for rates in expected:
        assert scheduler.get_last_lr() == pytest.approx(rates)
        optimizer.step()
        scheduler.step()


class Slope:
    """A schedule with state of its own."""

    def __init__(self, factor):
        self.factor = factor

    def __call__(self, step):
        return self.factor**step


@pytest.mark.parametrize("cls", [lrs.LambdaLR, lrs.MultiplicativeLR])
def test_callable_objects_are_saved_with_their_attributes(cls):
    optimizer = an_optimizer()
    state = cls(optimizer, [Slope(0.5)]).state_dict()
    assert state["lr_lambdas"] == [{"factor": 0.5}] and "optimizer" not in state
    other = cls(optimizer, [Slope(0.1)])
    other.load_state_dict(state)
    assert other.lr_lambdas[0].factor == 0.5
    assert cls(optimizer, down).state_dict()["lr_lambdas"] == [None]


def test_cyclic_scale_functions_are_saved_with_their_attributes():
    def make(scale):
        return lrs.CyclicLR(an_optimizer(), 0.1, 0.2, scale_fn=scale)

    state = make(Slope(0.5)).state_dict()
    other = make(Slope(0.1))
    other.load_state_dict(state)
    assert state["_scale_fn_custom"] == {"factor": 0.5} and other._scale_fn_custom.factor == 0.5
    assert make(halves).state_dict()["_scale_fn_custom"] is None


def test_schedulers_chain():
    optimizer = an_optimizer()
    half, decay = lrs.ConstantLR(optimizer, 0.5, total_iters=2), lrs.ExponentialLR(optimizer, 0.9)
    scheduler = lrs.ChainedScheduler([half, decay])
    assert scheduler.get_last_lr() == [0.25]
    assert rates_of(optimizer, scheduler, 3) == pytest.approx([0.25, 0.225, 0.405, 0.3645])
    saved = scheduler.state_dict()
    assert saved["_last_lr"] == [pytest.approx(0.3645)] and len(saved["_schedulers"]) == 2


def constant(optimizer):
    return lrs.ConstantLR(optimizer, 0.5, total_iters=3)


def decay(optimizer):
    return lrs.ExponentialLR(optimizer, 0.9)


def decaying_warmup(optimizer):
    return lrs.ChainedScheduler([constant(optimizer), decay(optimizer)])


def two_stages(optimizer):
    return lrs.SequentialLR(optimizer, [constant(optimizer), decay(optimizer)], [3])


@pytest.mark.parametrize(("first", "second", "expected"), [
    (decaying_warmup, decay, [0.5, 0.45, 0.405, 0.729, 1.0, 0.9, 0.81]),
    (decay, decaying_warmup, [1.0, 0.9, 0.81, 0.729, 0.5, 0.45, 0.405, 0.729]),
    (two_stages, constant, [0.5, 0.5, 0.5, 1.0, 0.5, 0.5, 0.5, 1.0]),
    (constant, two_stages, [0.5, 0.5, 0.5, 1.0, 0.5, 0.5, 0.5, 1.0, 0.9, 0.81]),
])
def test_compositions_can_be_composed(first, second, expected):
    """PyTorch counts the first step of a chain in a sequence twice, and refuses one later on."""
    optimizer = an_optimizer(1.0)
    scheduler = lrs.SequentialLR(optimizer, [first(optimizer), second(optimizer)], milestones=[4])
    steps = len(expected) - 1
    assert rates_of(optimizer, scheduler, steps) == pytest.approx(expected)


def test_growing_cycles_are_resumed_where_they_were():
    for last_epoch in range(1, 15):
        optimizer = an_optimizer()
        optimizer.param_groups[0]["initial_lr"] = BASE
        lrs.CosineAnnealingWarmRestarts(optimizer, T_0=2, T_mult=2, last_epoch=last_epoch)
        expected = schedules.cosine_annealing_warm_restarts(last_epoch + 1, BASE, T_0=2, T_mult=2)
        assert optimizer.param_groups[0]["lr"] == pytest.approx(expected)


def test_a_saved_composition_fits_only_its_like():
    optimizer = an_optimizer()
    saved = two_stages(optimizer).state_dict()
    one = lrs.ChainedScheduler([constant(optimizer)])
    with pytest.raises(ValueError, match="has 2 schedulers, ChainedScheduler has 1"):
        one.load_state_dict(saved)


def test_rates_changed_by_hand_stay_changed():
    optimizer = an_optimizer()
    scheduler = lrs.ExponentialLR(optimizer, 0.5)
    optimizer.param_groups[0]["lr"] = 8.0
    optimizer.step()
    scheduler.step()
    assert scheduler.get_last_lr() == [4.0]


def test_cycles_move_momentum_the_other_way():
    optimizer = an_optimizer()
    scheduler = lrs.OneCycleLR(optimizer, max_lr=1.0, total_steps=10, pct_start=0.5)
    momenta = []
    for _ in range(9):
        momenta.append(optimizer.param_groups[0]["momentum"])
        optimizer.step()
        scheduler.step()
    assert momenta[0] == 0.95 and min(momenta) == momenta[4] == pytest.approx(0.85)

    adam = Adam([tensor([1.0])])
    scheduler = lrs.CyclicLR(adam, 0.1, 0.2, step_size_up=2)
    adam.step()
    scheduler.step()
    assert adam.param_groups[0]["betas"] == (pytest.approx(0.85), 0.999)


def test_plateau():
    optimizer = an_optimizer(0.8, 0.04)
    options = {"factor": 0.5, "patience": 1, "cooldown": 1, "min_lr": [0.3, 0]}
    scheduler = lrs.ReduceLROnPlateau(optimizer, **options)
    found = []
    for loss in [1.0, 0.9, 0.95, 0.95, 0.95, 0.95, 0.95, tensor(0.95), math.nan, math.nan]:
        optimizer.step()
        scheduler.step(loss)
        found.append(scheduler.get_last_lr())
    assert [a for a, _ in found] == [0.8, 0.8, 0.8, 0.4, 0.4, 0.4, 0.3, 0.3, 0.3, 0.3]
    assert found[-1] == [0.3, 0.005]

    other = lrs.ReduceLROnPlateau(an_optimizer(0.1, 0.1))
    other.load_state_dict(scheduler.state_dict())
    assert other.state_dict() == scheduler.state_dict() and other.best == 0.9


@pytest.mark.parametrize(("mode", "threshold_mode", "better", "worse"), [
    ("min", "rel", 0.89, 0.91), ("min", "abs", 1.89, 1.91),
    ("max", "rel", 1.11, 1.09), ("max", "abs", 2.11, 2.09),
])
def test_plateau_thresholds(mode, threshold_mode, better, worse):
    best = 1.0 if threshold_mode == "rel" else 2.0
    for value, bad in ((better, 0), (worse, 1)):
        scheduler = lrs.ReduceLROnPlateau(
            an_optimizer(), mode=mode, threshold=0.1, threshold_mode=threshold_mode
        )
        scheduler.step(best)
        scheduler.step(value)
        assert scheduler.num_bad_epochs == bad


def test_resuming_by_last_epoch():
    optimizer = an_optimizer()
    with pytest.raises(KeyError, match="param 'initial_lr' is not specified in param_groups"):
        lrs.StepLR(optimizer, 3, last_epoch=4)
    optimizer.param_groups[0].update(initial_lr=0.5, lr=0.05)
    scheduler = lrs.StepLR(optimizer, 3, last_epoch=4)
    assert scheduler.last_epoch == 5 and scheduler.base_lrs == [0.5]
    assert rates_of(optimizer, scheduler, 1) == [0.05, pytest.approx(0.005)]


def test_tensor_rates_are_set_in_place():
    optimizer = an_optimizer(tensor(0.5))
    rate = optimizer.param_groups[0]["lr"]
    scheduler = lrs.ExponentialLR(optimizer, 0.5)
    optimizer.step()
    scheduler.step()
    assert optimizer.param_groups[0]["lr"] is rate and rate.item() == 0.25
    assert scheduler.get_last_lr() == [0.25] and scheduler.base_lrs == [0.5]


def test_the_wrong_order_warns_once():
    optimizer = an_optimizer()
    scheduler = lrs.ExponentialLR(optimizer, 0.5)
    with pytest.warns(UserWarning, match="Detected call of `lr_scheduler.step") as caught:
        scheduler.step()
    scheduler.step()
    assert len(caught) == 1 and caught[0].filename == __file__


def test_get_lr_outside_of_a_step_warns():
    scheduler = lrs.ExponentialLR(an_optimizer(), 0.5)
    with pytest.warns(UserWarning, match="please use `get_last_lr"):
        scheduler.get_lr()


def test_a_users_scheduler_needs_only_get_lr():
    class Square(lrs.LRScheduler):
        def get_lr(self):
            return [lr / (1 + self.last_epoch) ** 2 for lr in self.base_lrs]

    optimizer = an_optimizer(1.0)
    assert rates_of(optimizer, Square(optimizer), 2) == [1.0, 0.25, pytest.approx(1 / 9)]
    with pytest.raises(NotImplementedError, match="LRScheduler has no get_lr"):
        lrs.LRScheduler(an_optimizer())


def test_an_error_in_a_schedule_leaves_it_where_it_was():
    def fails(step):
        if step == 2:
            raise ZeroDivisionError
        return 1.0

    optimizer = an_optimizer()
    scheduler = lrs.LambdaLR(optimizer, fails)
    optimizer.step()
    scheduler.step()
    with pytest.raises(ZeroDivisionError):
        scheduler.step()
    assert scheduler.last_epoch == 1 and optimizer.param_groups[0]["lr"] == BASE


O = an_optimizer(0.1, 0.1)  # noqa: E741  (an optimizer, in a table with little room)


def plain():
    """An optimizer without momentum."""
    return Adagrad([tensor([1.0])])


REFUSED = [
    (lrs.StepLR, (5, 3), {}, TypeError, "int is not an Optimizer"),
    (lrs.ReduceLROnPlateau, (None,), {}, TypeError, "NoneType is not an Optimizer"),
    (lrs.CyclicLR, ("x", 0.1, 0.2), {}, TypeError, "str is not an Optimizer"),
    (lrs.StepLR, (O, 0), {}, ValueError, "step_size must be at least 1, got 0"),
    (lrs.LambdaLR, (O, [down]), {}, ValueError, "Expected 2 lr_lambdas, but got 1"),
    (lrs.MultiplicativeLR, (O, 0.9), {}, TypeError, "lr_lambda should be a function, but got floa"),
    (lrs.ConstantLR, (O, 1.5), {}, ValueError, "expected to be between 0 and 1. Got 1.5"),
    (lrs.LinearLR, (O, 0.0), {}, ValueError, "greater than 0 and less or equal to 1. Got 0.0"),
    (lrs.LinearLR, (O, 0.5, 1.5), {}, ValueError, "Ending multiplicative factor expected to be"),
    (lrs.CosineAnnealingWarmRestarts, (O, 0), {}, ValueError, "Expected positive integer T_0, but"),
    (lrs.CosineAnnealingWarmRestarts, (O, 2, 0.5), {}, ValueError, "Expected integer T_mult >= 1"),
    (lrs.CosineAnnealingWarmRestarts, (O, 2, 1, "x"), {}, ValueError, "Expected float or int eta_"),
    (lrs.CyclicLR, (O, 0.1, 0.2), {"mode": "square"}, ValueError, "mode is invalid and scale_fn i"),
    (lrs.CyclicLR, (O, [0.1], 0.2), {}, ValueError, "base_lr must have the same length as optimiz"),
    (lrs.CyclicLR, (plain(), 0.1, 0.2), {}, ValueError, "optimizer must support momentum or beta1"),
    (lrs.OneCycleLR, (plain(), 0.1, 9), {}, ValueError, "Adagrad has neither, pass cycle_momentum"),
    (lrs.OneCycleLR, (O, 0.1), {}, ValueError, "You must define either total_steps OR (epochs AND"),
    (lrs.OneCycleLR, (O, 0.1, 0), {}, ValueError, "Expected positive integer total_steps, but got"),
    (lrs.OneCycleLR, (O, 0.1, None, 2.5, 3), {}, ValueError, "Expected positive integer epochs, b"),
    (lrs.OneCycleLR, (O, 0.1, None, 2, -3), {}, ValueError, "Expected positive integer steps_per_"),
    (lrs.OneCycleLR, (O, 0.1, 9), {"pct_start": 2}, ValueError, "Expected float between 0 and 1 p"),
    (lrs.OneCycleLR, (O, 0.1, 9), {"anneal_strategy": "sin"}, ValueError, "must be one of 'cos' o"),
    (lrs.ReduceLROnPlateau, (O,), {"factor": 1.0}, ValueError, "Factor should be < 1.0. Got 1.0"),
    (lrs.ReduceLROnPlateau, (O, "up"), {}, ValueError, "mode up is unknown!"),
    (lrs.ReduceLROnPlateau, (O,), {"threshold_mode": "x"}, ValueError, "threshold mode x is unkno"),
    (lrs.ReduceLROnPlateau, (O,), {"min_lr": [0.1]}, ValueError, "expected 2 min_lrs, got 1"),
    (lrs.ChainedScheduler, ([],), {}, ValueError, "expects at least one scheduler to be chained"),
    (lrs.ChainedScheduler, ([5],), {}, TypeError, "index 0 should have `optimizer` as its attribu"),
    (lrs.SequentialLR, (O, [], []), {}, ValueError, "expects at least one scheduler, but got no"),
]


@pytest.mark.parametrize(("cls", "args", "options", "error", "message"), REFUSED)
def test_refused(cls, args, options, error, message):
    with pytest.raises(error, match=re.escape(message)):
        cls(*args, **options)


def test_combinations_refuse_other_optimizers_and_plateaus():
    one, two = an_optimizer(), an_optimizer()
    steps = lrs.StepLR(one, 3)
    with pytest.raises(ValueError, match="expects all schedulers to belong to the same optimizer"):
        lrs.ChainedScheduler([steps, lrs.StepLR(two, 3)])
    with pytest.raises(ValueError, match="does not support `ReduceLROnPlateau`"):
        lrs.SequentialLR(one, [steps, lrs.ReduceLROnPlateau(one)], [3])
    with pytest.raises(ValueError, match="number of schedulers 1 and the number of mile"):
        lrs.SequentialLR(one, [steps], [3])


def test_one_cycle_ends():
    optimizer = an_optimizer()
    scheduler = lrs.OneCycleLR(optimizer, 0.1, total_steps=3)
    rates_of(optimizer, scheduler, 3)
    with pytest.raises(ValueError, match="Tried to step 4 times. The specified number"):
        scheduler.step()


def test_plateau_after_a_group_was_added():
    optimizer = an_optimizer()
    listed = lrs.ReduceLROnPlateau(optimizer, patience=0, min_lr=[0.0])
    single = lrs.ReduceLROnPlateau(optimizer, patience=0, min_lr=0.0)
    optimizer.add_param_group({"params": [tensor([1.0])]})
    for loss in (1.0, 2.0):
        single.step(loss)
    assert single.get_last_lr() == [pytest.approx(0.05), pytest.approx(0.1)]
    listed.step(1.0)
    with pytest.raises(RuntimeError, match="The number of param groups in the `optimizer` .2. di"):
        listed.step(2.0)


def test_warm_restarts_take_fractions_of_epochs():
    scheduler = lrs.CosineAnnealingWarmRestarts(an_optimizer(), T_0=2, T_mult=3)
    for epoch in (0.5, 1.75, 2.0, 7.5, 8.25):
        scheduler.step(epoch)
        expected = schedules.cosine_annealing_warm_restarts(epoch, BASE, T_0=2, T_mult=3)
        assert scheduler.get_last_lr() == [pytest.approx(expected)]
    with pytest.raises(ValueError, match="Expected non-negative epoch, but got -1"):
        scheduler.step(-1)
