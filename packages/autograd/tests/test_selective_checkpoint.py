"""Selective checkpoints: which operators run again, and what is kept."""

import gc
import weakref
from functools import partial

import pytest

import firebrick_core as fb
from firebrick_autograd import checkpoint as C
from firebrick_autograd._operator_modes import seeing
from firebrick_autograd.checkpoint import CheckpointPolicy, checkpoint


def double(*values):
    return fb.tensor(list(values), dtype=fb.float64, requires_grad=True)


def gradients(function, x):
    """The gradient of a function's sum."""
    x.grad = None
    function(x).sum().backward()
    found, x.grad = x.grad.tolist(), None
    return found


def selective(policy, function, **options):
    contexts = partial(C.create_selective_checkpoint_contexts, policy, **options)
    return partial(checkpoint, function, use_reentrant=False, context_fn=contexts)


def called(function):
    """The operators that run inside a block, in order."""
    names = []

    def mode(op, args, run):
        names.append(op.name)
        return run()

    with seeing(mode):
        function()
    return names


def chain(x):
    return x.sin().cos().exp().square()


def by_result(ctx, op, *args):
    small = not ctx.is_recompute and ctx.op_output.max() < 1
    return CheckpointPolicy.PREFER_SAVE if small else CheckpointPolicy.MUST_RECOMPUTE


def always(policy):
    return lambda ctx, op, *args: policy


POLICIES = {
    "a list": ([fb.sin], ["cos", "exp"]),
    "two of a list": ([fb.sin, fb.exp], ["cos"]),
    "an empty list": ([], ["sin", "cos", "exp"]),
    "a function": (lambda ctx, op, *args: op is fb.cos, ["sin", "exp"]),
    "must save": (always(CheckpointPolicy.MUST_SAVE), []),
    "prefer to recompute": (
        always(CheckpointPolicy.PREFER_RECOMPUTE),
        ["sin", "cos", "exp"],
    ),
    "must offload": (always(CheckpointPolicy.MUST_CPU_OFFLOAD), []),
    "by the result": (by_result, ["exp"]),
}


@pytest.mark.parametrize(("policy", "run_again"), POLICIES.values(), ids=POLICIES)
def test_selective(policy, run_again):
    x = double(0.5, 2.0)
    want = gradients(chain, x)
    out = selective(policy, chain)(x).sum()
    names = called(lambda: out.backward())
    # Of the forward; the rules call some of these again.
    first = names[: names.index("mul")] if "mul" in names else names
    assert [n for n in first if n in ("sin", "cos", "exp")][: len(run_again)] == run_again
    assert x.grad.tolist() == pytest.approx(want)


def test_selective_keeps_the_chosen_results_only():
    gc.collect()
    arrays = {}

    def function(x):
        for op in (fb.sin, fb.cos, fb.exp):
            x = op(x)
            arrays.setdefault(op, weakref.ref(x._array))
        return x.sum()

    out = selective([fb.cos], function)(double(0.5, 2.0))
    assert [arrays[op]() is not None for op in (fb.sin, fb.cos, fb.exp)] == [
        False,
        True,
        False,
    ]
    out.backward()
    del out
    assert all(r() is None for r in arrays.values())


@pytest.mark.parametrize(
    "policy",
    [[fb.sort], lambda ctx, op, *args: op.__name__.startswith("bernoulli"), always(True)],
)
def test_selective_results_of_several_and_random_operators(policy):
    def function(x):
        values, places = x.sort(descending=True)
        half = fb.full((2,), 0.5, dtype=fb.float64)
        noisy = values * fb.bernoulli(half) + values * fb.bernoulli(half)
        return noisy.exp() * places

    x = double(0.5, 2.0)
    for seed in range(5):
        fb.manual_seed(seed)
        want = gradients(function, x)
        fb.manual_seed(seed)
        assert gradients(selective(policy, function), x) == want


def test_selective_twice():
    x = double(0.5, 2.0)
    out = selective([fb.sin], chain)(x).sum()
    out.backward(retain_graph=True)
    first = x.grad.tolist()
    out.backward()
    assert x.grad.tolist() == [2 * g for g in first]


def test_selective_mutation():
    def function(x):
        y = x.sin()
        z = y.cos().detach()
        y.detach().add_(1)
        return (x * z).exp()

    with pytest.raises(RuntimeError, match="selective activation checkpoint has been mutated"):
        selective([fb.sin], function)(double(0.5)).backward()
    selective([fb.sin], function, allow_cache_entry_mutation=True)(double(0.5)).backward()


@pytest.mark.parametrize(
    ("policy", "error", "message"),
    [
        (3, TypeError, "must be either a function or a list of ops"),
        (
            [print],
            ValueError,
            "to be an operator's function but got: <built-in function print>",
        ),
        ([fb.mm], ValueError, "mm is made of other operators"),
        (
            always("yes"),
            TypeError,
            "must return a CheckpointPolicy or a bool, but for sin it ret",
        ),
    ],
)
def test_selective_policies_that_are_none(policy, error, message):
    with pytest.raises(error, match=message):
        selective(policy, fb.sin)(double(0.5))


def test_selective_and_a_function_that_grows():
    calls = []

    def grows(x):
        calls.append(1)
        for _ in calls:
            x = x.sin()
        return x.exp()

    with pytest.raises(RuntimeError, match="sin encountered during backward, but not found in st"):
        selective([fb.sin], grows)(double(0.5)).backward()
