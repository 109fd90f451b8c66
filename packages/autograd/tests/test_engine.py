"""Backward as a user sees it: accumulation, graphs kept and freed, modes, hooks, memory,
threads."""

import gc
import os
import signal
import threading
import weakref

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd import _leaves


def leaf(*values):
    return fb.tensor(list(values), requires_grad=True)


def test_accumulates_and_zero_is_none():
    x = leaf(1.0, 2.0)
    (x * x).sum().backward()
    (x * x).sum().backward()
    assert x.grad.tolist() == [4, 8]
    x.grad = None
    (x * 3).sum().backward()
    assert x.grad.tolist() == [3, 3]


def test_same_tensor_twice_and_broadcast():
    x, y = leaf(2.0), leaf(1.0, 2.0, 3.0)
    (x * y + x * x).sum().backward()
    assert x.grad.tolist() == [6 + 3 * 4] and y.grad.tolist() == [2, 2, 2]


def test_gradients_are_not_shared():
    x, y = leaf(1.0), leaf(2.0)
    seed = fb.ones(1)
    (x + y).backward(seed)
    x.grad.add_(5)
    assert y.grad.tolist() == [1] and seed.tolist() == [1]


def test_second_backward_is_refused_and_says_where():
    x = leaf(1.0)
    y = fb.exp(x)
    y.backward()
    with pytest.raises(
        RuntimeError, match=r"a second time[\s\S]*ExpBackward0, recorded at .*test_engine.py:\d+"
    ):
        y.backward()


def test_retain_graph():
    x = leaf(3.0)
    y = x * x
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.tolist() == [12]


def test_create_graph_and_higher_orders():
    x = leaf(2.0)
    value, wants = x**4, [32.0, 48.0, 48.0, 24.0]
    for want in wants:
        (value,) = autograd.grad(value, x, create_graph=True)
        assert value.item() == want


def test_inputs_restricts_and_leaves_others_alone():
    x, y = leaf(1.0), leaf(2.0)
    z = x * y
    (z * 3).backward(inputs=[x])
    assert x.grad.tolist() == [6] and y.grad is None


def test_grad_leaves_dot_grad_alone_and_reports_unused():
    x, y = leaf(1.0), leaf(2.0)
    assert autograd.grad((x * 2).sum(), x)[0].tolist() == [2] and x.grad is None
    with pytest.raises(RuntimeError, match=r"Tensor at index 1 appears to not have been used"):
        autograd.grad((x * 2).sum(), [x, y])
    assert autograd.grad((x * 2).sum(), [x, y], allow_unused=True)[1] is None
    assert autograd.grad((x * 2).sum(), [x, y], materialize_grads=True)[1].tolist() == [0]


def test_grad_of_an_intermediate():
    x = leaf(3.0)
    y = x * x
    z = y * 2
    assert autograd.grad(z, y, retain_graph=True)[0].tolist() == [2]
    z.backward(inputs=[y])
    assert y.grad.tolist() == [2] and x.grad is None


REFUSED = [
    (
        lambda: fb.ones(2).sum().backward(),
        RuntimeError,
        "does not require grad and does not have a grad_fn",
    ),
    (
        lambda: leaf(1.0, 2.0).exp().backward(),
        RuntimeError,
        "implicitly created only for scalar outputs",
    ),
    (lambda: leaf(1.0, 2.0).exp().backward(fb.ones(3)), RuntimeError, "Mismatch in shape"),
    (lambda: leaf(1.0).exp().backward("x"), TypeError, "gradients can be either Tensors or None"),
    (lambda: fb.tensor([1], requires_grad=True), RuntimeError, "only Tensors of floating point"),
    (
        lambda: leaf(1.0).exp().requires_grad_(False),
        RuntimeError,
        "you can only change requires_grad flags of leaf",
    ),
    (lambda: leaf(1.0).numpy(), RuntimeError, "Can't call numpy"),
    (lambda: leaf(1.0).add_(1), RuntimeError, "a leaf Variable that requires grad"),
    (lambda: leaf(1.0, 2.0)[0].add_(1), RuntimeError, "a view of a leaf Variable"),
    (
        lambda: fb.add(leaf(1.0), 1, out=fb.empty(1)),
        RuntimeError,
        "don't support automatic differentiation",
    ),
    (lambda: autograd.grad(leaf(1.0).exp(), fb.ones(1)), RuntimeError, "does not require grad"),
    (lambda: setattr(leaf(1.0), "grad", fb.ones(2)), RuntimeError, "gradient of size"),
    (lambda: setattr(leaf(1.0), "grad", 3), TypeError, "expected to be a Tensor"),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_error_in_a_rule_shows_the_forward_line():
    class Bad(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            raise ZeroDivisionError("planted")

    y = Bad.apply(leaf(1.0))
    with pytest.raises(ZeroDivisionError, match="planted") as e:
        y.backward()
    assert "in the backward of BadBackward, recorded at" in e.value.__notes__[0]


def test_stale_saved_tensor():
    x = leaf(1.0, 2.0)
    y = x * 2
    z = y * y
    y.add_(1)
    with pytest.raises(
        RuntimeError,
        match=r"MulBackward0 saved at .*test_engine.py:\d+[\s\S]*changed at .*engine.py:\d+",
    ):
        z.sum().backward()


SPOILERS = {
    "itself": lambda t: t.add_(1),
    "a view": lambda t: t[0].zero_(),
    "detached": lambda t: t.detach().mul_(2),
}


@pytest.mark.parametrize("way", SPOILERS)
def test_stale_saved_result(way):
    y = fb.exp(leaf(1.0, 2.0))
    z = y.sum()
    with fb.no_grad():
        SPOILERS[way](y)
    with pytest.raises(
        RuntimeError, match="modified by an inplace operation[\\s\\S]*ExpBackward0 saved at"
    ):
        z.backward()


def test_change_after_use_is_allowed_where_nothing_was_saved():
    x = leaf(1.0, 2.0)
    y = x + 1
    z = y + 1
    y.mul_(3)  # nothing saved y
    (z.sum() + y.sum()).backward()
    assert x.grad.tolist() == [4, 4]


def test_data_swapped_after_saving_keeps_what_was_seen():
    w = leaf(2.0)
    y = w * w
    w.data = fb.tensor([100.0])
    y.backward()
    assert w.grad.tolist() == [4]


class TestModes:
    def test_no_grad_enable_grad_nested(self):
        x = leaf(1.0)
        with fb.no_grad():
            assert not (x * 2).requires_grad
            with fb.enable_grad():
                assert (x * 2).requires_grad
            assert not fb.is_grad_enabled()
        assert (x * 2).requires_grad

    def test_as_decorators_and_function(self):
        x = leaf(1.0)

        @fb.no_grad()
        def a():
            return x * 2

        @fb.no_grad
        def b():
            return x * 2

        @fb.no_grad()
        def generator():
            yield x * 2
            yield x * 3

        assert not a().requires_grad and not b().requires_grad
        assert [g.requires_grad for g in generator()] == [False, False] and fb.is_grad_enabled()
        fb.set_grad_enabled(False)
        assert not fb.is_grad_enabled()
        fb.set_grad_enabled(True)

    def test_restored_after_an_error(self):
        with pytest.raises(ValueError, match="planted"), fb.no_grad():
            raise ValueError("planted")
        assert fb.is_grad_enabled()

    def test_threads_have_their_own(self):
        seen = []
        with fb.no_grad():
            t = threading.Thread(target=lambda: seen.append(fb.is_grad_enabled()))
            t.start()
            t.join()
        assert seen == [True]


class TestHooks:
    def test_tensor_hook_replaces_and_is_removed(self):
        x = leaf(1.0)
        handle = x.register_hook(lambda g: g * 10)
        (x * 2).backward()
        handle.remove()
        (x * 2).backward()
        assert x.grad.tolist() == [22]

    def test_hook_runs_once_on_the_total(self):
        x, seen = leaf(1.0), []
        x.register_hook(lambda g: seen.append(g.tolist()))
        (x * 2 + x * 3).backward()
        assert seen == [[5]]

    def test_intermediate_hook_and_retain_grad(self):
        x = leaf(1.0)
        y = x * 2
        y.retain_grad()
        y.register_hook(lambda g: g + 1)
        (y * 3).backward()
        assert x.grad.tolist() == [8] and y.retains_grad and y.grad.tolist() == [4]

    def test_post_accumulate(self):
        x, seen = leaf(1.0), []
        x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.tolist()))
        (x * 2).backward()
        assert seen == [[2]]

    def test_node_hooks(self):
        x = leaf(1.0)
        y = x * 2
        y.grad_fn.register_hook(lambda gi, go: (gi[0] * 100, *gi[1:]))
        y.grad_fn.register_prehook(lambda go: (go[0] + 1,))
        y.backward()
        assert x.grad.tolist() == [400]

    def test_hook_must_keep_the_shape(self):
        x = leaf(1.0)
        x.register_hook(lambda g: fb.ones(2))
        with pytest.raises(RuntimeError, match="hook '<lambda>' has changed the size of value"):
            (x * 2).backward()


def test_graph_can_be_walked():
    x = leaf(1.0)
    y = (x * 2).exp()
    assert y.grad_fn.name() == "ExpBackward0" and repr(y.grad_fn).startswith(
        "<ExpBackward0 object at"
    )
    ((mul, _),) = y.grad_fn.next_functions
    assert mul.name() == "MulBackward0" and mul.next_functions[0][0].variable is x
    assert x.is_leaf and not y.is_leaf and x.grad_fn is None


def test_deep_graph_needs_no_recursion():
    x = leaf(1.0)
    y = x
    for _ in range(100_000):
        y = y + 1
    y.backward()
    assert x.grad.tolist() == [1]
    del y


def test_graphs_go_without_the_collector():
    gc.collect()
    gc.disable()
    try:
        x = leaf(1.0, 2.0)
        y = fb.exp(fb.tanh(x * 2).sum())
        node = weakref.ref(y.grad_fn)
        y.backward()
        del y
        assert node() is None
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_saved_tensors_are_freed_as_backward_goes():
    x = leaf(1.0)
    big = fb.ones(1000)
    kept = weakref.ref(big)
    y = (x * big).sum()
    del big
    assert kept() is not None
    y.backward()
    assert kept() is None


def test_backward_inside_backward_and_in_threads():
    class Inner(autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            with fb.enable_grad():
                z = x.detach().requires_grad_()
                (z * z).sum().backward()
            return grad * z.grad

    def work(results, i):
        x = leaf(float(i))
        Inner.apply(x).backward()
        results[i] = x.grad.item()

    results = {}
    threads = [threading.Thread(target=work, args=(results, i)) for i in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == {i: 2.0 * i for i in range(8)}


class TestViewsAndInplace:
    def test_inplace_on_an_intermediate(self):
        x = leaf(1.0, 2.0)
        y = x * 2
        y.mul_(3)
        y.add_(x)
        y.sum().backward()
        assert x.grad.tolist() == [7, 7]

    def test_write_into_a_view_changes_the_base(self):
        x, w = leaf(1.0, 2.0, 3.0), leaf(10.0)
        y = x * 2
        y[0:1].mul_(w)
        y.sum().backward()
        assert x.grad.tolist() == [20, 2, 2] and w.grad.tolist() == [2]

    def test_older_views_see_the_write(self):
        x = leaf(1.0, 2.0)
        y = x * 2
        first = y[0]
        y.mul_(5)
        (first + y[1] * 0).backward()
        assert x.grad.tolist() == [10, 0]

    def test_assignment_into_a_plain_tensor(self):
        buffer, w = fb.zeros(3), leaf(4.0)
        buffer[1] = w * 2
        assert buffer.requires_grad
        (buffer * fb.tensor([1.0, 10.0, 100.0])).sum().backward()
        assert w.grad.tolist() == [20]

    def test_transposed_views(self):
        x = fb.ones(2, 3, requires_grad=True)
        y = x * 1
        y.t()[0].mul_(7)
        y.sum().backward()
        assert x.grad.tolist() == [[7, 1, 1], [7, 1, 1]]

    @pytest.mark.parametrize("whole", [False, True])
    def test_views_from_before_anything_required_grad(self, whole):
        x, w = fb.ones(3), leaf(5.0)
        early, other = x[0:2], x[1:3].view(2, 1)
        x.mul_(w) if whole else x[1:2].copy_(w)
        assert early.requires_grad and other.requires_grad
        (early.sum() + 10 * other.sum()).backward()
        assert w.grad.tolist() == [22 if whole else 11]

    def test_several_views_of_one_call_are_refused(self):
        y = leaf(1.0, 2.0) * 1
        a, _ = y.unbind(0)
        with pytest.raises(RuntimeError, match="is a view and is being modified inplace"):
            a.mul_(2)


class TestWhatIsFreed:
    @pytest.mark.parametrize(
        "program",
        [
            lambda x: (x + 1).sum(),
            lambda x: x.view(2, 1).t()[0].mean(),
            lambda x: fb.cat([x, x]).cumsum(0).sum(),
        ],
    )
    def test_without_saved_tensors_backward_can_run_again(self, program):
        x = leaf(1.0, 2.0)
        y = program(x)
        y.backward()
        once = x.grad.clone()
        y.backward()
        assert x.grad.tolist() == (once * 2).tolist()

    def test_what_writes_into_a_view(self):
        x, w = leaf(1.0, 2.0), leaf(3.0)
        y = x * 1
        y[0:1].mul_(w)
        z = y.sum()
        writer = y.grad_fn.writer
        z.backward()
        with pytest.raises(RuntimeError, match="a second time.*CopySlices, recorded at"):
            z.backward()
        with pytest.raises(RuntimeError, match="directly access saved tensors"):
            _ = writer._saved_other

    def test_in_two_parts(self):
        x = leaf(3.0)
        y = x * x
        (g,) = autograd.grad(y * 2, y)
        y.backward(g)
        assert x.grad.tolist() == [12]

    def test_operands_that_no_rule_needs_are_not_kept(self):
        class Array(list):
            pass

        x = leaf(1.0)
        operand = fb.exp(x * 1)
        kept = weakref.ref(operand)
        y = operand * 3 + operand / fb.ones(1)
        del operand
        assert kept() is None
        y.backward()


def test_gradients_are_laid_out_like_their_leaves():
    t = fb.ones(2, 3).t().requires_grad_()
    (t * 2).sum().backward()
    assert t.grad.stride() == t.stride() == (1, 3)
    u = fb.ones(2, 3, requires_grad=True)
    (u.t() * fb.arange(6.0).view(3, 2)).sum().backward()
    assert u.grad.is_contiguous() and u.grad.tolist() == [[0, 2, 4], [1, 3, 5]]


class TestInsideEachOther:
    @pytest.mark.parametrize("depth", [1, 49, 50, 51, 400])
    def test_deep(self, depth):
        class Nested(autograd.Function):
            @staticmethod
            def forward(ctx, x, n):
                ctx.n = n
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                if ctx.n == 0:
                    raise KeyError("deepest")
                with fb.enable_grad():
                    z = grad.detach().requires_grad_()
                    Nested.apply(z, ctx.n - 1).sum().backward()
                return z.grad, None

        with pytest.raises(KeyError, match="deepest"):
            Nested.apply(leaf(1.0), depth).sum().backward()

    def test_in_hooks(self):
        def nest(n):
            with fb.enable_grad():
                x = leaf(1.0)
                y = x * 2
                y.register_hook(lambda g: None if n == 0 else nest(n - 1))
                (y * 3).backward()
                found.append(x.grad.item())

        found = []
        nest(200)
        assert found == [6] * 201

    def test_over_the_same_graph(self):
        x = leaf(1.0)
        u = x * 3
        y = u * u
        z = y * 2
        z.register_hook(lambda g: y.backward(fb.ones(1), retain_graph=True))
        z.backward()
        assert x.grad.tolist() == [18 + 36]


def test_threads_add_to_the_same_leaf():
    x = fb.ones(1000, requires_grad=True)
    shared = x * x

    def work():
        for _ in range(20):
            (shared * 1.0).sum().backward(retain_graph=True)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert x.grad.min().item() == x.grad.max().item() == 160


class TestWarnings:
    def test_create_graph(self):
        x = leaf(1.0)
        with pytest.warns(UserWarning, match="create_graph=True will create a reference cycle"):
            (x * x).backward(create_graph=True)
        held = x.grad
        (x * x).backward()
        assert x.grad is held and held.requires_grad and held.tolist() == [4]
        x.grad = None

    def test_grad_of_what_is_no_leaf(self):
        y = leaf(1.0) * 2
        with pytest.warns(UserWarning, match="not a leaf Tensor is being accessed") as caught:
            assert y.grad is None
        assert caught[0].filename == __file__
        y.retain_grad()
        assert y.grad is None


def test_only_inputs_is_taken_and_has_no_effect():
    x = fb.tensor(3.0, requires_grad=True)
    (g,) = autograd.grad(x * x, x, only_inputs=True)
    assert g.item() == 6.0 and x.grad is None
    with pytest.warns(FutureWarning, match="only_inputs argument is deprecated"):
        autograd.grad(x * x, x, only_inputs=False)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:This process")  # Python 3.12 on forks of processes with threads
def test_a_forked_process_does_not_wait_for_a_backward_of_its_parent():
    x = leaf(1.0, 2.0)
    for lock in _leaves._LOCKS:
        lock.acquire()
    child = os.fork()
    if not child:
        signal.alarm(10)  # ends what waits for ever
        thread = threading.Thread(target=lambda: (x * x).sum().backward())
        thread.start()
        thread.join()
        os._exit(x.grad.tolist() != [2, 4])
    for lock in _leaves._LOCKS:
        lock.release()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
