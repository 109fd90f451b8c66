"""`graph`: nodes, edges in the place of tensors, hooks on several gradients, what nodes saved."""

import gc

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd import graph
from firebrick_autograd.graph import GradientEdge, get_gradient_edge as edge


def leaf(*values):
    return fb.tensor(list(values), requires_grad=True)


class TestNodes:
    def test_leaves_and_operators_are_nodes(self):
        x = leaf(1.0)
        node = edge(x).node
        assert isinstance((x * 2).grad_fn, graph.Node) and isinstance(node, graph.Node)
        assert node.variable is x and node.next_functions == () and node is edge(x).node
        assert node.name() == "torch::autograd::AccumulateGrad"
        assert repr(node).startswith("<AccumulateGrad object at")

    def test_written_view(self):
        y = leaf(1.0, 2.0) * 1
        y[0].mul_(2)
        assert y.grad_fn.name() == "torch::autograd::CopySlices"
        assert repr(y.grad_fn).startswith("<CopySlices object at")

    def test_metadata(self):
        y = leaf(1.0) * 2
        y.grad_fn.metadata["note"] = 3
        assert y.grad_fn.metadata == {"note": 3} and edge(y * 1).node.metadata == {}


class TestEdges:
    def test_of_one_of_several(self):
        e = edge(leaf(1.0, 2.0).unbind()[1])
        assert e == GradientEdge(e.node, 1) and e.node.name() == "UnbindBackward0"

    def test_as_inputs_and_outputs(self):
        x = leaf(3.0)
        y = x * x
        grads = autograd.grad(edge(y * 2), [edge(y), edge(x)], retain_graph=True)
        assert grads[1].tolist() == [12]
        autograd.backward(edge(y), fb.ones(1), inputs=[edge(x)])
        assert x.grad.tolist() == [6]

    def test_of_several_results(self):
        x = leaf(2.0, 5.0)
        a, b = x.unbind()
        assert [g.item() for g in autograd.grad(a * b, [edge(b), edge(a)])] == [2, 5]
        assert autograd.grad([edge(x.unbind()[1])], [x])[0].tolist() == [0, 1]

    @pytest.mark.parametrize(
        ("call", "message"),
        [
            (lambda x: edge(fb.ones(1)), "not possible to get the gradient edge"),
            (lambda x: autograd.grad(edge(x * 2), x), "only for scalar outputs"),
            (lambda x: autograd.grad(edge(x * 2), x, fb.ones(3)), r"grad_output\[0\] has a shape"),
            (
                lambda x: autograd.grad(x.sum(), edge(x), materialize_grads=True),
                "cannot be used when the given input is a GradientEdge",
            ),
        ],
    )
    def test_refused(self, call, message):
        with pytest.raises(RuntimeError, match=message):
            call(leaf(1.0, 2.0))


class TestSeveralGradients:
    def run(self, mode):
        log = []
        a, b = fb.ones(2, requires_grad=True), fb.ones(2, requires_grad=True)
        c, d = a * b, a * b
        handle = graph.register_multi_grad_hook((a, b, c, d), log.append, mode=mode)
        c.sum().backward(retain_graph=True)
        c.sum().backward(inputs=(a,), retain_graph=True)
        handle.remove()
        d.sum().backward()
        return log

    def test_all(self):
        assert [[g is not None for g in grads] for grads in self.run("all")] == [
            [True, True, True, False],
            [True, False, True, False],
        ]

    def test_any(self):
        assert [g.tolist() for g in self.run("any")] == [[1, 1], [1, 1]]

    def test_of_grad(self):
        log = []
        x = leaf(1.0)
        y = x * 2
        with graph.register_multi_grad_hook((x, y), log.append):
            autograd.grad(y, x)
        autograd.grad(x * 2, x)
        assert [[g.item() for g in grads] for grads in log] == [[2, 1]]

    def test_backwards_inside_each_other_are_apart(self):
        log = []
        x, w = leaf(1.0), leaf(2.0)
        y, z = x * 2, w * 3
        graph.register_multi_grad_hook((x, y), lambda grads: log.append(len(grads)))
        z.register_hook(lambda g: y.backward(retain_graph=True))
        (z + y).backward()
        assert log == [2, 2]

    @pytest.mark.parametrize(
        ("tensors", "mode", "error", "message"),
        [
            ((leaf(1.0),), "some", ValueError, r"one of \('all', 'any'\) but got some"),
            ((fb.ones(1),), "all", RuntimeError, "not require gradients"),
            ((fb.ones(1),), "any", RuntimeError, "doesn't require gradient"),
        ],
    )
    def test_refused(self, tensors, mode, error, message):
        with pytest.raises(error, match=message):
            graph.register_multi_grad_hook(tensors, print, mode=mode)


class TestWhatIsSaved:
    def test_operands_and_results(self):
        x, w = leaf(2.0), leaf(3.0)
        f = (x * w).grad_fn
        assert f._saved_self is x and f._saved_other is w
        y = x.exp()
        result = y.grad_fn._saved_result
        assert result.tolist() == y.tolist() and result.grad_fn is y.grad_fn and result is not y

    def test_only_what_is_needed(self):
        x, constant = leaf(2.0), fb.ones(1)
        f = (x * constant).grad_fn
        assert f._saved_self is None and f._saved_other is constant
        assert (x * 3).grad_fn._saved_other == 3

    def test_values_and_names(self):
        f = leaf(1.0, 2.0).softmax(0).grad_fn
        assert f._saved_dim == 0
        assert [n for n in dir(f) if "saved_" in n] == [
            "_raw_saved_result",
            "_saved_dim",
            "_saved_result",
        ]

    def test_of_a_list(self):
        rows = fb.tensor([1])
        f = leaf(1.0, 2.0)[rows].grad_fn
        assert f._saved_indices[0] is rows
        f._raw_saved_indices[0].register_hooks(fb.Tensor.tolist, lambda n: fb.tensor(n))
        assert f._saved_indices[0].tolist() == [1]

    def test_an_unneeded_operand_is_not_kept_alive(self):
        big = leaf(1.0) * 1
        y = big * fb.ones(1)
        kept = gc.get_referrers(big)
        assert all(r is not y.grad_fn.saved for r in kept)

    def test_errors(self):
        x = leaf(2.0)
        y = x * x
        y.backward()
        with pytest.raises(RuntimeError, match="directly access saved tensors after they have"):
            _ = y.grad_fn._saved_self
        h = x * 1
        y = h * h
        h.add_(1)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            _ = y.grad_fn._saved_self
        with pytest.raises(AttributeError, match="no attribute '_saved_foo'"):
            _ = x.exp().grad_fn._saved_foo


def test_increment_version():
    x = leaf(1.0)
    y = x * 2
    z = y * y
    graph.increment_version(y)
    graph.increment_version([y, y])
    assert y._version == 3
    with pytest.raises(RuntimeError, match=r"is at version 3[\s\S]*changed at .*test_graph.py"):
        z.backward()


def test_stream_warning_is_accepted():
    assert graph.set_warn_on_accumulate_grad_stream_mismatch(True) is None
