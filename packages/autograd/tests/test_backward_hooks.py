"""Hooks in backward: their order, what they may return, leaves finished early, and tensors that are
written to after hooks were registered."""

import gc
import weakref

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd._node import HOOKED
from firebrick_autograd.graph import get_gradient_edge as edge


def leaf(*values):
    return fb.tensor(list(values), requires_grad=True)


class Log(list):
    def hook(self, name):
        def hook(*arguments):
            self.append(name)

        return hook


def three_products():
    """a, b and c, used one after the other, b twice; everything has a hook that logs."""
    log = Log()
    a, b, c = leaf(1.0), leaf(2.0), leaf(3.0)
    for name, t in zip("abc", (a, b, c), strict=True):
        t.register_hook(log.hook(name))
        t.register_post_accumulate_grad_hook(log.hook(name + "+"))
    p = a * b
    q = p * b
    r = q * c
    for name, t in zip("pqr", (p, q, r), strict=True):
        t.register_hook(log.hook(name))
    return log, (a, b, c), r


class TestOrder:
    def test_of_one_node(self):
        log, x = Log(), leaf(1.0)
        y = x * x
        y.grad_fn.register_prehook(log.hook("node before"))
        y.grad_fn.register_hook(log.hook("node after"))
        y.retain_grad()
        y.register_hook(log.hook("tensor"))
        y.register_hook(lambda g: g * 2)
        x.register_hook(log.hook("leaf"))
        x.register_post_accumulate_grad_hook(log.hook("accumulated"))
        (y * 3).backward()
        assert log == ["tensor", "node before", "node after", "leaf", "accumulated"]
        assert y.grad.tolist() == [6] and x.grad.tolist() == [12]

    def test_leaves_are_finished_after_their_last_consumer(self):
        log, _, r = three_products()
        r.backward()
        assert log == ["r", "c", "c+", "q", "p", "a", "a+", "b", "b+"]

    def test_of_some_inputs(self):
        log, (_, b, c), r = three_products()
        r.backward(inputs=[c, b])
        assert log == ["r", "c", "c+", "q", "p", "b", "b+"]

    def test_of_grad(self):
        log, (_, b, c), r = three_products()
        autograd.grad(r, [c, b])
        assert log == ["r", "c", "q", "p", "b"]

    def test_gradients_can_be_let_go_one_by_one(self):
        alive = []
        leaves = [leaf(1.0) for _ in range(5)]

        def step(p):
            alive.append(sum(p.grad is not None for p in leaves))
            p.grad = None

        y = fb.ones(1)
        for p in leaves:
            p.register_post_accumulate_grad_hook(step)
            y = y * p
        y.backward()
        assert alive == [1] * 5

    def test_a_leaf_without_hooks_beside_one_with(self):
        log, a, b = Log(), leaf(1.0), leaf(2.0)
        a.register_post_accumulate_grad_hook(log.hook("a"))
        (a * b * 3).backward()
        assert log == ["a"] and a.grad.tolist() == [6] and b.grad.tolist() == [3]

    def test_no_pass_over_the_graph_after_the_last_hook_is_gone(self):
        x = leaf(1.0)
        handle = x.register_hook(lambda g: None)
        assert id(edge(x).node) in HOOKED
        handle.remove()
        (x * 2).backward()
        assert id(edge(x).node) not in HOOKED
        x.register_hook(lambda g: g * 2)
        (x * 2).backward()
        assert x.grad.tolist() == [6]

    def test_leaves_with_hooks_are_let_go(self):
        before = len(HOOKED)
        x = leaf(1.0)
        x.register_hook(lambda g: None)
        assert len(HOOKED) == before + 1
        del x
        assert len(HOOKED) == before


class TestResults:
    def test_none_for_a_result_that_nothing_used(self):
        seen = []
        a, b = leaf(1.0, 2.0).unbind()
        b.register_hook(seen.append)
        a.grad_fn.register_prehook(seen.append)
        a.backward()
        assert seen[0] is None and seen[1][0].item() == 1 and seen[1][1] is None

    def test_nodes_hooks_see_gradients_like_the_inputs(self):
        seen, x, w = [], leaf(1.0), leaf(1.0, 2.0)
        y = x * w
        y.grad_fn.register_hook(lambda inputs, outputs: seen.extend(t.shape for t in inputs))
        y.sum().backward()
        assert seen == [(1,), (2,)]

    def test_of_a_leafs_node(self):
        seen, x = [], leaf(1.0)
        edge(x).node.register_prehook(lambda grads: (grads[0] * 10,))
        edge(x).node.register_hook(lambda *grads: seen.append(grads))
        (x * 2).backward()
        assert x.grad.tolist() == [20] and seen[0][0] == () and seen[0][1][0].tolist() == [20]

    def test_registered_and_removed_while_they_run(self):
        log, x = Log(), leaf(1.0)

        def hook(grad):
            log.append("first")
            later.remove()
            own.remove()
            x.register_hook(log.hook("new"))

        own = x.register_hook(hook)
        later = x.register_hook(log.hook("later"))
        (x * 2).backward()
        assert log == ["first", "later"]
        (x * 2).backward()
        assert log == ["first", "later", "new"]

    ON_TENSORS = [
        (lambda g: 3, TypeError, "expected Variable, but hook returned 'int'"),
        (lambda g: fb.ones(2), RuntimeError, r"changed the size of value: \[1\] to \[2\]"),
        (lambda g: g.double(), RuntimeError, r"was torch.FloatTensor got torch.DoubleTensor"),
        (lambda g: fb.ones(1, device="fake"), RuntimeError, "changed the device of value"),
    ]

    @pytest.mark.parametrize(("hook", "error", "message"), ON_TENSORS)
    @pytest.mark.parametrize("on", ["leaf", "result", "before", "after"])
    def test_refused(self, on, hook, error, message):
        x = leaf(1.0)
        y = fb.exp(x)
        if on in ("leaf", "result"):
            (x if on == "leaf" else y).register_hook(hook)
        elif on == "before":
            y.grad_fn.register_prehook(lambda grads: (hook(grads[0]),))
        else:
            y.grad_fn.register_hook(lambda inputs, outputs: (hook(inputs[0]),))
        with pytest.raises(error, match=message):
            y.backward()

    ON_NODES = [
        (lambda *grads: grads[0][0], TypeError, "expected tuple, but hook returned 'Tensor'"),
        (lambda *grads: (None,) * 5, RuntimeError, r"number of values \(got 5, but expected 1\)"),
    ]

    @pytest.mark.parametrize(("hook", "error", "message"), ON_NODES)
    @pytest.mark.parametrize("register", ["register_hook", "register_prehook"])
    def test_refused_of_nodes(self, register, hook, error, message):
        y = fb.exp(leaf(1.0))
        getattr(y.grad_fn, register)(hook)
        with pytest.raises(error, match=message):
            y.backward()

    @pytest.mark.parametrize(
        ("call", "error", "message"),
        [
            (lambda x: x.register_hook(3), TypeError, "must be callable"),
            (lambda x: fb.ones(1).register_hook(print), RuntimeError, "doesn't require gradient"),
            (
                lambda x: (x * 2).register_post_accumulate_grad_hook(print),
                RuntimeError,
                "cannot be registered on non-leaf tensors",
            ),
            (lambda x: fb.ones(1).retain_grad(), RuntimeError, "requires_grad=False"),
        ],
    )
    def test_registering_refused(self, call, error, message):
        with pytest.raises(error, match=message):
            call(leaf(1.0))

    def test_after_accumulation_nothing_is_returned(self):
        x = leaf(1.0)
        x.register_post_accumulate_grad_hook(lambda p: p)
        with pytest.raises(RuntimeError, match="should return None"):
            x.backward()


class TestWritten:
    """Hooks belong to the value that they were registered on; a kept gradient to what the tensor
    is."""

    def test_itself(self):
        seen, x = [], leaf(1.0)
        y = x * 2
        y.retain_grad()
        y.register_hook(lambda g: seen.append(("before", g.item())))
        y.mul_(3)
        y.register_hook(lambda g: seen.append(("after", g.item())))
        (y * y).backward()
        assert seen == [("after", 12), ("before", 36)] and y.grad.tolist() == [12]

    def test_a_view_of_it(self):
        x = leaf(1.0, 2.0)
        y = x * 2
        y.retain_grad()
        y[0].mul_(3)
        (y * y).sum().backward()
        assert y.grad.tolist() == [12, 8]

    def test_its_base(self):
        seen = []
        y = leaf(1.0, 2.0) * 2
        v = y[0]
        v.retain_grad()
        v.register_hook(seen.append)
        y.mul_(3)
        (v * v).backward()
        assert v.grad.item() == 12 and not seen

    def test_by_a_function(self):
        class Triple(autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.mark_dirty(x)
                return x.mul_(3)

            @staticmethod
            def backward(ctx, grad):
                return grad * 3

        y = leaf(1.0) * 2
        y.retain_grad()
        Triple.apply(y)
        (y * y).backward()
        assert y.grad.tolist() == [12]


def test_nothing_of_hooks_keeps_a_graph_alive():
    gc.collect()
    gc.disable()
    try:
        x = leaf(1.0, 2.0)
        y = x * 2
        v = y[0]
        v.retain_grad()
        y.register_hook(lambda g: None)
        y.grad_fn.register_hook(lambda a, b: None)
        v.mul_(3)
        autograd.graph.register_multi_grad_hook((x, y), lambda grads: None)
        node = weakref.ref(y.grad_fn)
        y.sum().backward()
        del y, v
        assert node() is None and gc.collect() == 0
    finally:
        gc.enable()
