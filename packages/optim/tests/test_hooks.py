"""Hooks around steps and state, closures, and optimizers that users write themselves."""

import numpy as np
import pytest
from optim_cases import tensor

from firebrick_core import is_grad_enabled, no_grad
from firebrick_optim import SGD, Optimizer
from firebrick_optim.optimizer import (
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)


@pytest.fixture
def calls():
    return []


@pytest.fixture
def optimizer():
    p = tensor(np.zeros(2))
    p.grad = tensor(np.ones(2))
    return SGD([p], lr=1.0)


def value(optimizer):
    return optimizer.param_groups[0]["params"][0]._array[0]


def test_step_hooks_run_in_order(optimizer, calls):
    def hook(name):
        def record(optimizer, args, kwargs):
            assert args[0] is optimizer and kwargs == {}
            calls.append((name, value(optimizer)))
        return record

    handles = [
        optimizer.register_step_pre_hook(hook("pre")),
        optimizer.register_step_post_hook(hook("post")),
        register_optimizer_step_pre_hook(hook("all pre")),
        register_optimizer_step_post_hook(hook("all post")),
    ]
    try:
        optimizer.step()
        assert calls == [("all pre", 0.0), ("pre", 0.0), ("post", -1.0), ("all post", -1.0)]
    finally:
        for handle in handles:
            handle.remove()
    optimizer.step()
    assert len(calls) == 4 and value(optimizer) == -2.0


def test_a_hook_is_taken_away_by_its_handle(optimizer, calls):
    def record(*args):
        calls.append(1)

    with optimizer.register_step_pre_hook(record):
        optimizer.step()
    optimizer.step()
    assert calls == [1]


def test_a_pre_hook_may_replace_the_arguments(optimizer):
    def closure():
        return 7.0

    def replace(optimizer, args, kwargs):
        return (optimizer, closure), kwargs

    optimizer.register_step_pre_hook(replace)
    assert optimizer.step() == 7.0


def test_a_pre_hook_with_another_result_is_refused(optimizer):
    def wrong(optimizer, args, kwargs):
        return 5

    optimizer.register_step_pre_hook(wrong)
    message = r"must return None or a tuple of \(new_args, new_kwargs\), but got 5"
    with pytest.raises(RuntimeError, match=message):
        optimizer.step()
    assert value(optimizer) == 0.0


def test_state_dict_hooks(optimizer, calls):
    def before(optimizer):
        calls.append("before")

    def after(optimizer, state_dict):
        return {**state_dict, "version": 1}

    def loading(optimizer, state_dict):
        assert state_dict.pop("version") == 1
        state_dict["param_groups"][0]["lr"] = 0.125
        return state_dict

    def first(optimizer, state_dict):
        calls.append("first")

    def loaded(optimizer):
        calls.append("loaded")

    optimizer.register_state_dict_pre_hook(before)
    optimizer.register_state_dict_post_hook(after)
    optimizer.register_load_state_dict_pre_hook(loading)
    optimizer.register_load_state_dict_pre_hook(first, prepend=True)
    optimizer.register_load_state_dict_post_hook(loaded)
    state_dict = optimizer.state_dict()
    optimizer.load_state_dict(state_dict)
    assert calls == ["before", "first", "loaded"]
    assert state_dict["version"] == 1  # the hook had a copy
    assert optimizer.param_groups[0]["lr"] == 0.125


def test_a_closure_runs_with_grad_mode_on_and_its_result_is_returned(optimizer):
    p = optimizer.param_groups[0]["params"][0]

    def closure():
        assert is_grad_enabled()
        p.grad = tensor(np.full(2, 3.0))
        return "loss"

    with no_grad():
        assert optimizer.step(closure) == "loss"
    assert value(optimizer) == -3.0


class Halving(Optimizer):
    """A user's optimizer in PyTorch's style: its own step over groups and state."""

    def __init__(self, params):
        super().__init__(params, {"lr": 0.5})

    @no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                state["step"] = state.get("step", 0) + 1
                p.mul_(group["lr"])


class Logged(SGD):
    """A step that calls the step below it."""

    def step(self, closure=None):
        self.logged = True
        return super().step(closure)


def test_a_users_step_has_hooks_and_state(calls):
    p = tensor(np.ones(2))
    optimizer = Halving([p])

    def record(*args):
        calls.append(1)

    optimizer.register_step_pre_hook(record)
    optimizer.register_step_post_hook(record)
    optimizer.step()
    assert calls == [1, 1] and p.tolist() == [0.5, 0.5]
    assert optimizer.state_dict()["state"] == {0: {"step": 1}}


def test_a_users_optimizer_may_have_names_of_its_own():
    """Programs have optimizers with methods and attributes of any name."""

    class Mine(Halving):
        def __init__(self, params):
            self.counters = self.buffers = self.elementwise = None
            super().__init__(params)

        def update(self, speed):
            raise AssertionError

        def check(self):
            raise AssertionError

    p = tensor(np.ones(2))
    optimizer = Mine([p])
    optimizer.step()
    optimizer.load_state_dict(optimizer.state_dict())
    assert optimizer.state[p] == {"step": 1}


def test_a_step_that_calls_its_base_is_one_step(calls):
    p = tensor(np.zeros(2))
    p.grad = tensor(np.ones(2))
    optimizer = Logged([p], lr=1.0)

    def record(*args):
        calls.append(1)

    optimizer.register_step_pre_hook(record)
    optimizer.step()
    assert calls == [1] and optimizer.logged and p.tolist() == [-1.0, -1.0]


def test_an_optimizer_needs_a_step_or_an_update():
    class Nothing(Optimizer):
        def __init__(self, params):
            super().__init__(params, {})

    with pytest.raises(NotImplementedError, match="Nothing has neither a step"):
        Nothing([tensor(1.0)]).step()
    with pytest.raises(TypeError, match="Halving has no update for single arrays"):
        Halving.bare()


def test_a_users_rule_is_all_that_it_takes():
    """The six declarations of `_rule` give an optimizer everything else."""

    class Sign(Optimizer):
        counters = ("step",)

        def __init__(self, params, lr=1.0):
            super().__init__(params, {"lr": lr})

        @staticmethod
        def initial_state(xp, param, hyper):
            return {"step": 0.0}

        @staticmethod
        def numbers(hyper, counters, first):
            counters["step"] += 1
            return (hyper["lr"],)

        @staticmethod
        def update(xp, param, grad, state, hyper, n, work):
            xp.sign(grad, work[0])
            xp.multiply(work[0], n[0], work[0])
            xp.subtract(param, work[0], param)

    params = [tensor(np.zeros(2)), tensor(np.zeros(3))]
    optimizer = Sign(params, lr=0.5)
    for _ in range(3):
        for p in params:
            p.grad = tensor(np.full(p._array.shape, 9.0))
        optimizer.step()
    assert params[1].tolist() == [-1.5] * 3
    assert optimizer.state_dict()["state"][1]["step"].item() == 3
    rule, array = Sign.bare(lr=2.0), np.zeros(1)
    assert rule.update(array, -np.ones(1), rule.init(array)).tolist() == [2.0]


def test_an_optimizer_that_wraps_another_steps_it():
    """As libraries do that never call Optimizer.__init__."""

    class Wrapping(Optimizer):
        def __init__(self, inner):
            self.inner = inner

        def step(self, closure=None):
            return self.inner.step(closure)

    p = tensor([1.0])
    p.grad = tensor([1.0])
    Wrapping(SGD([p], lr=0.5)).step()
    assert p.tolist() == [0.5]
