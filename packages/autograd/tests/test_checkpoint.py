"""Checkpoints: the same gradients with less memory, in all variants; and what goes wrong."""

import contextlib
import gc
import warnings
import weakref
from functools import partial

import numpy as np
import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd import checkpoint as C
from firebrick_autograd.checkpoint import CheckpointError, checkpoint
from firebrick_autograd.func import grad, vmap

SAME = partial(checkpoint, use_reentrant=False)
AGAIN = partial(checkpoint, use_reentrant=True)
BOTH = pytest.mark.parametrize("call", [SAME, AGAIN], ids=["not re-entrant", "re-entrant"])


def double(*values):
    return fb.tensor(list(values), dtype=fb.float64, requires_grad=True)


def gradients(function, *inputs):
    """The gradients of a function's sum, left in .grad and taken away from there."""
    function(*inputs).sum().backward()
    found = [x.grad for x in inputs]
    for x in inputs:
        x.grad = None
    return [None if g is None else g.tolist() for g in found]


def layer(x, y):
    return (x.exp() * y).sin() * x


@BOTH
def test_gradients_are_the_same(call):
    x, y = double(0.5, 2.0), double(1.0, -1.0)
    assert gradients(partial(call, layer), x, y) == gradients(layer, x, y)


@BOTH
def test_inputs_that_do_not_require_grad_and_others(call):
    x, y = double(0.5, 2.0), fb.tensor([1.0, -1.0], dtype=fb.float64)

    def function(x, n, y, text):
        assert text == "text"
        return (x**n * y).sin()

    def checkpointed(x):
        return call(function, x, 3, y, "text")

    assert gradients(checkpointed, x) == gradients(lambda x: function(x, 3, y, "text"), x)


@BOTH
def test_several_results(call):
    x = double(0.5, 2.0)
    a, b, c = call(lambda x: (x.sin(), x > 1, x.cos()), x)
    assert b.tolist() == [False, True]
    (a * c).sum().backward()
    assert x.grad.tolist() == pytest.approx(np.cos(2 * x.detach().numpy()).tolist())


def test_named_arguments_and_closures():
    x, y, w = double(0.5, 2.0), double(1.0, -1.0), double(3.0, 4.0)

    def function(x, *, y, scale):
        return (x * y * w).exp() * scale

    want = gradients(lambda *t: function(x, y=y, scale=2), x, y, w)
    assert gradients(lambda *t: SAME(function, x, y=y, scale=2), x, y, w) == want


def test_no_input_that_requires_grad():
    w = double(0.5, 2.0)
    plain = fb.ones(2, dtype=fb.float64)

    def function(x):
        return (x * w).exp()

    assert gradients(lambda w: SAME(function, plain), w) == gradients(lambda w: function(plain), w)
    with pytest.warns(UserWarning, match="None of the inputs have requires_grad=True") as seen:
        assert not AGAIN(fb.sin, plain).requires_grad
    assert seen[0].filename == __file__


@BOTH
def test_nothing_is_recorded_under_no_grad(call):
    with fb.no_grad():
        out = call(fb.sin, double(1.0))
    assert not out.requires_grad


# ---------------------------------------------------------------------- how often it runs
class Counted:
    """A function that counts its calls and steps, and knows which of its arrays are alive."""

    def __init__(self, steps=4):
        self.calls, self.done, self.steps = 0, 0, steps
        self.arrays = []

    def __call__(self, x):
        self.calls += 1
        for _ in range(self.steps):
            self.done += 1
            x = x.sin()
            self.arrays.append(weakref.ref(x._array))
        return x.sum()

    @property
    def alive(self):
        return sum(r() is not None for r in self.arrays)


@pytest.fixture
def no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@BOTH
def test_memory_goes_down(call, no_collector):
    plain, kept = Counted(), Counted()
    out = plain(double(0.5, 2.0))
    assert plain.alive == 3  # sin saves its input; the last result is not needed
    out = call(kept, double(0.5, 2.0))
    assert kept.alive == 0
    out.backward()
    assert kept.calls == 2 and kept.alive == 0


def test_many_checkpoints_hold_one_part_at_a_time(no_collector):
    parts = [Counted(5) for _ in range(4)]
    alive = []

    def watch(grad):
        alive.append([p.alive for p in parts])

    x = double(0.5, 2.0)
    y = x
    for p in parts:
        y = SAME(p, y.cos()) + x
        y.register_hook(watch)
    assert alive == [] and all(p.alive == 0 for p in parts)
    y.sum().backward()
    assert [p.calls for p in parts] == [2] * 4
    assert alive == [[0, 0, 0, 0]] * 4  # between the parts nothing is kept


def test_graphs_go_without_the_collector(no_collector):
    x = double(0.5, 2.0)
    out = SAME(lambda x: SAME(fb.sin, x * 2).exp(), x).sum()
    node = weakref.ref(out.grad_fn)
    out.backward()
    del out
    assert node() is None and gc.collect() == 0


def test_early_stop():
    def steps(**options):
        function = Counted()

        def whole(x):
            y = x.exp()  # what it saves is all that is needed
            return function(y.detach()).detach() + y

        out = SAME(whole, double(0.5, 2.0), **options)
        assert function.done == 4
        out.sum().backward()
        return function.done - 4

    assert steps() == 0
    assert steps(early_stop=False) == 4
    with C.set_checkpoint_early_stop(False):
        assert steps() == steps(early_stop=True) == 4
    with C.set_checkpoint_early_stop(True):
        assert steps(early_stop=False) == 0


def test_two_backwards():
    function = Counted()
    x = double(0.5, 2.0)
    out = SAME(function, x)
    (first,) = autograd.grad(out, x, retain_graph=True)
    (second,) = autograd.grad(out, x)
    assert first.tolist() == second.tolist() and function.calls == 3
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        autograd.grad(out, x)


def test_the_second_backward_sees_changed_weights():
    w, x = double(2.0), double(0.5)
    out = SAME(lambda x: (x * w.detach()).exp() * (x * w.detach()), x)
    first = autograd.grad(out, x, retain_graph=True)[0].item()
    w.data.fill_(3.0)
    assert autograd.grad(out, x)[0].item() != first


def test_a_group_of_backwards_shares_the_recomputation():
    function = Counted()

    def run():
        x = double(0.5, 2.0)
        function.calls = 0
        a, b = SAME(lambda x: (function(x), x.exp()), x)
        a.backward(retain_graph=True)
        b.sum().backward()
        return function.calls

    assert run() == 3
    with C.GraphExecGroup():
        assert run() == 2
        with pytest.raises(RuntimeError, match="cannot be nested"):
            with C.GraphExecGroup():
                pass


# ---------------------------------------------------------------------- ways to go backward
def test_every_way_to_go_backward():
    x, y = double(0.5, 2.0), double(1.0, -1.0)
    want = autograd.grad(layer(x, y).sum(), (x, y))
    found = autograd.grad(SAME(layer, x, y).sum(), (x, y))
    assert [g.tolist() for g in found] == [g.tolist() for g in want]
    SAME(layer, x, y).sum().backward(inputs=[y])
    assert x.grad is None and y.grad.tolist() == want[1].tolist()
    for unfit in (
        lambda: autograd.grad(AGAIN(layer, x, y).sum(), (x, y)),
        lambda: AGAIN(layer, x, y).sum().backward(inputs=[y]),
    ):
        with pytest.raises(RuntimeError, match="incompatible with .grad.. or passing an `inputs`"):
            unfit()


def test_second_derivatives():
    x, y = double(0.5, 2.0), double(1.0, -1.0)
    assert autograd.gradcheck(partial(SAME, layer), (x, y))
    assert autograd.gradgradcheck(partial(SAME, layer), (x, y))


def test_backward_inside_the_function():
    def function(x):
        y = x.exp()
        (g,) = autograd.grad((y * y).sum(), x, create_graph=True)
        return g * y

    x = double(0.5, 2.0)
    for early_stop in (True, False):
        checkpointed = partial(SAME, function, early_stop=early_stop)
        assert gradients(checkpointed, x) == gradients(function, x)


def test_function_transforms():
    def function(x):
        return (x.exp() * x).sin().sum()

    x = double(0.5, 2.0).detach()
    assert grad(lambda x: SAME(function, x))(x).tolist() == grad(function)(x).tolist()
    batch = fb.stack([x, x * 2])
    each = [grad(function)(t).tolist() for t in batch]
    assert vmap(grad(lambda x: SAME(function, x)))(batch).tolist() == each


def test_what_a_function_of_ones_own_saves_may_be_read_twice():
    class Square(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x, x * 2)
            return x * x

        @staticmethod
        def backward(ctx, g):
            assert ctx.saved_tensors[0].tolist() == ctx.saved_tensors[0].tolist()
            return g * ctx.saved_tensors[1]

    assert gradients(partial(SAME, Square.apply), double(0.5, 2.0)) == [[1.0, 4.0]]


# ---------------------------------------------------------------------- nested
def test_nested(no_collector):
    inner = Counted(3)

    def middle(x):
        return SAME(inner, x.exp()) * x

    def outer(x):
        return SAME(middle, x.cos()) + x

    x = double(0.5, 2.0)
    y = SAME(outer, x).sum()
    assert inner.alive == 0 and inner.calls == 1
    y.backward()
    assert inner.alive == 0
    want = gradients(lambda x: Counted(3)(x.cos().exp()) * x.cos() + x, double(0.5, 2.0))[0]
    assert x.grad.tolist() == pytest.approx(want)
    assert autograd.gradcheck(partial(SAME, outer), (double(0.5, 1.0),))


def test_nested_frees_the_inner_arguments(no_collector):
    arrays = []

    def part(x):
        y = x.exp()
        arrays.append(weakref.ref(y._array))
        return SAME(fb.sin, y)

    out = SAME(part, double(0.5, 2.0))
    assert arrays[0]() is None  # the argument of the inner call is computed again
    out.sum().backward()
    assert all(r() is None for r in arrays)


@pytest.mark.filterwarnings("ignore:None of the inputs")  # the outer forward does not record
@pytest.mark.parametrize(("outer", "inner"), [(SAME, AGAIN), (AGAIN, SAME), (AGAIN, AGAIN)])
def test_nested_of_both_kinds(outer, inner):
    def function(x):
        return inner(lambda t: t.exp().sin(), x * 2) * x

    x = double(0.5, 2.0)
    want = gradients(lambda x: (x * 2).exp().sin() * x, x)
    assert gradients(partial(outer, function), x) == want


def test_inside_hooks_of_the_users():
    packed = []

    def pack(t):
        packed.append(t.shape)
        return t.detach()

    x = double(0.5, 2.0)
    with autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        y = SAME(layer, x, x)
    assert packed == [(2,), (2,)]  # the arguments
    y.sum().backward()
    assert x.grad.tolist() == gradients(lambda x: layer(x, x), double(0.5, 2.0))[0]


# ---------------------------------------------------------------------- random numbers
@BOTH
def test_random_numbers_are_the_same(call):
    def function(x):
        return x * fb.rand(3, dtype=fb.float64)

    x = fb.ones(3, dtype=fb.float64, requires_grad=True)
    fb.manual_seed(7)
    out = call(function, x)
    after = fb.rand(2).tolist()
    fb.rand(5)  # the state is another when backward runs
    before_backward = fb.get_rng_state().tolist()
    out.sum().backward()
    assert x.grad.tolist() == out.tolist()
    assert fb.get_rng_state().tolist() == before_backward  # and is as it was after it
    fb.manual_seed(7)
    function(x)
    assert fb.rand(2).tolist() == after


@BOTH
def test_random_numbers_of_their_own(call):
    x = fb.ones(3, dtype=fb.float64, requires_grad=True)
    out = call(lambda x: x * fb.rand(3, dtype=fb.float64), x, preserve_rng_state=False)
    out.sum().backward()
    assert x.grad.tolist() != out.tolist()


# ---------------------------------------------------------------------- functions that change
def test_contexts():
    seen = []

    @contextlib.contextmanager
    def block(name):
        seen.append(name)
        yield
        seen.append(f"{name} over")

    out = SAME(fb.sin, double(0.5), context_fn=lambda: (block("forward"), block("again")))
    assert seen == ["forward", "forward over"]
    out.backward()
    assert seen[2:] == ["again", "again over"]


def changing(*functions):
    """A function that is another one at each call."""
    left = list(functions)
    return lambda x: left.pop(0)(x)


def sin(x):
    return x.sin()


def sin_twice(x):
    return x.sin().sin()


def narrow(x):
    return x.float().sin()


DIFFERENT = {
    "shape": (
        (lambda x: x.sin().sum(), lambda x: x[:1].sin().sum()),
        r"different metadata.*tensor at position 0:.*'shape': torch.Size\(\[2\]\).*"
        r"recomputed metadata: .*torch.Size\(\[1\]\)",
    ),
    "dtype": (
        (sin, narrow),
        "saved metadata: .*float64.*recomputed metadata: .*float32",
    ),
    "fewer": (
        (sin_twice, sin),
        "saved during forward: 2\n.*saved during recomputation: 1.",
    ),
}


@pytest.mark.parametrize(("functions", "message"), DIFFERENT.values(), ids=DIFFERENT)
def test_a_function_that_does_something_else(functions, message):
    out = SAME(changing(*functions), double(0.5, 2.0))
    with pytest.raises(CheckpointError, match=f"(?s){message}.*Tip: .*debug=True"):
        out.sum().backward()
    out = SAME(changing(*functions), double(0.5, 2.0), debug=True)
    log = (
        r"in the original forward:\n  1 of \d: sin\(float64\[2\]\) -> float64\[2\]   at .*"
        r"test_checkpoint.py:\d+ in \S+.*in the recomputation:\n  1 of"
    )
    with pytest.raises(CheckpointError, match=f"(?s){log}.*{message}"):
        out.sum().backward()


def test_more_is_found_without_early_stop():
    SAME(changing(sin, sin_twice), double(0.5)).backward()
    with pytest.raises(CheckpointError, match="saved during forward: 1\n.*recomputation: 2"):
        SAME(changing(sin, sin_twice), double(0.5), early_stop=False).backward()


def test_no_determinism_check():
    x = double(0.5)
    SAME(changing(sin, narrow), x, determinism_check="none").backward()
    assert x.grad.item() == pytest.approx(np.cos(0.5))


def test_debugging_for_a_block():
    with C.set_checkpoint_debug_enabled(True):
        out = SAME(changing(sin, narrow), double(0.5))
    with pytest.raises(CheckpointError, match="in the original forward"):
        out.backward()
    with C.set_checkpoint_debug_enabled(False):
        out = SAME(changing(sin, narrow), double(0.5), debug=True)
    with pytest.raises(CheckpointError, match="Tip: To see a more detailed error message"):
        out.backward()


@BOTH
def test_arguments_that_were_written_to(call):
    y = double(0.5, 2.0) * 1
    out = call(sin, y)
    y.add_(1)
    with pytest.raises(
        RuntimeError, match="(?s)modified by an inplace op.*It was changed at .*test"
    ):
        out.sum().backward()


def test_an_error_in_the_function_leaves_nothing_behind():
    def fails(x):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        SAME(fails, double(0.5))
    out = SAME(changing(sin, fails), double(0.5))
    with pytest.raises(KeyError, match="mine"):
        out.backward()
    packed = []
    with autograd.graph.saved_tensors_hooks(lambda t: packed.append(t) or t.detach(), lambda t: t):
        double(0.5).sin()
    assert len(packed) == 1  # the hooks that are on are these again


def test_recomputation_is_stopped_in_spite_of_except_clauses():
    def careful(x):
        try:
            return x.exp()
        except Exception:  # the end of a recomputation is none
            return x

    x = double(0.5)
    SAME(careful, x).backward()
    assert x.grad.item() == pytest.approx(np.exp(0.5))


# ---------------------------------------------------------------------- options
SEQUENTIAL = partial(C.checkpoint_sequential, [fb.sin, fb.cos], 2)
REFUSED = {
    "named arguments": (
        lambda x: AGAIN(fb.sum, x, dim=0),
        "Unexpected keyword arguments: dim",
    ),
    "contexts": (
        lambda x: AGAIN(fb.sin, x, context_fn=lambda: None),
        "`context_fn` or `debug` is only supported when use_reentrant=False",
    ),
    "debug": (
        lambda x: AGAIN(fb.sin, x, debug=True),
        "only supported when use_reentrant=False",
    ),
    "determinism": (
        lambda x: SAME(fb.sin, x, determinism_check="exact"),
        r"determinism_check should be one of \['default', 'none'\], but got exact",
    ),
    "sequential": (
        lambda x: SEQUENTIAL(x, use_reentrant=False, debug=True),
        "Unexpected keyword arguments: debug",
    ),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_options_that_do_not_go_together(call, message):
    with pytest.raises(ValueError, match=message):
        call(double(0.5))


def test_not_saying_which_variant_warns():
    x = double(0.5)
    for call, who in (
        (partial(checkpoint, fb.sin), "checkpoint"),
        (SEQUENTIAL, "sequential"),
    ):
        with pytest.warns(UserWarning, match=f"{who}: the use_reentrant parameter should") as seen:
            assert call(x).requires_grad
        assert seen[0].filename == __file__
    assert checkpoint(fb.sin, x, use_reentrant=True).grad_fn.name() == "CheckpointFunctionBackward"


def test_results_that_do_not_require_grad():
    with pytest.raises(RuntimeError, match="none of output has requires_grad=True"):
        AGAIN(lambda x: x.detach(), double(0.5)).backward()


def test_detach_variable_and_validity():
    x = double(0.5)
    fresh, other = C.detach_variable((x * 2, 3))
    assert fresh.is_leaf and fresh.requires_grad and other == 3
    with pytest.raises(RuntimeError, match="Only tuple of tensors is supported"):
        C.detach_variable([x])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        C.check_backward_validity((x,))


# ---------------------------------------------------------------------- sequences
@pytest.mark.parametrize("use_reentrant", [False, True])
@pytest.mark.parametrize("segments", [1, 2, 3, 5, 7])
def test_sequential(segments, use_reentrant):
    calls = []

    def step(name):
        def run(x):
            calls.append(name)
            return (x * 1.1).sin()

        return run

    steps = [step(n) for n in "abcde"]

    class Module:
        def children(self):
            return iter(steps)

    def whole(x):
        for s in steps:
            x = s(x)
        return x

    x = double(0.5, 2.0)
    want = gradients(whole, x)
    for functions in (steps, Module()):
        calls.clear()
        run = partial(C.checkpoint_sequential, functions, segments, use_reentrant=use_reentrant)
        assert gradients(run, x) == want
        assert len(calls) == len(steps) + len(steps) // segments * (segments - 1)
