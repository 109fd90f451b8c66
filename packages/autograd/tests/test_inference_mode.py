"""Inference mode: what it marks, and what marked tensors refuse."""

import copy
import pickle
import threading

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd import func


def leaf(*values):
    return fb.tensor(list(values), requires_grad=True)


@pytest.fixture
def marked():
    with fb.inference_mode():
        return fb.ones(2)


MADE = {  # what is made inside, and whether it is marked
    "an operator": (lambda p: p + 1, True),
    "of what records": (lambda p: leaf(1.0) * 2, True),
    "several": (lambda p: p.sort()[0], True),
    "made": (lambda p: fb.zeros(2), True),
    "of data": (lambda p: fb.tensor([1.0]), True),
    "of an array": (lambda p: fb.from_numpy(p.numpy()), True),
    "random": (lambda p: fb.rand(2), True),
    "a range": (lambda p: fb.arange(2), True),
    "on another device": (lambda p: fb.ones(2, device="fake") * 2, True),
    "float16": (lambda p: fb.ones(2, dtype=fb.float16) * 2, True),
    "a view of such": (lambda p: (p + 1)[0], True),
    "with enable_grad": (lambda p: fb.enable_grad()(lambda: leaf(1.0) * 2)(), True),
    "in place": (lambda p: p.add_(1), False),
    "a view": (lambda p: p[0], False),
    "views": (lambda p: p.unbind()[0], False),
    "itself": (lambda p: p.contiguous(), False),
    "in ordinary mode": (lambda p: fb.inference_mode(False)(lambda: leaf(1.0) * 2)(), False),
}


@pytest.mark.parametrize("name", MADE)
def test_made(name):
    make, is_marked = MADE[name]
    with fb.inference_mode():
        t = make(fb.inference_mode(False)(lambda: fb.ones(2))())
    assert t.is_inference() is is_marked
    assert not t.requires_grad or name == "in ordinary mode"


USED = {  # what is made of a marked tensor outside, and whether that is marked
    "an operator": (lambda t: t + 1, False),
    "a clone": (lambda t: t.clone(), False),
    "another dtype": (lambda t: t.double(), False),
    "a copy": (copy.deepcopy, False),
    "pickled": (lambda t: pickle.loads(pickle.dumps(t)), False),
    "a view": (lambda t: t[0], True),
    "detached": (lambda t: t.detach(), True),
    "recorded": (lambda t: leaf(1.0) + t, False),
    "recorded, a clone saved": (lambda t: leaf(1.0) * t.clone(), False),
    "in place into another": (lambda t: fb.zeros(2).copy_(t), False),
}


@pytest.mark.parametrize("name", USED)
def test_used(name, marked):
    make, is_marked = USED[name]
    assert make(marked).is_inference() is is_marked


class Saves(autograd.Function):
    @staticmethod
    def forward(ctx, x, t):
        ctx.save_for_backward(t)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad, None


SAVED = "Inference tensors cannot be saved for backward"
WRITTEN = "Inplace update to inference tensor outside InferenceMode is not allowed"
REFUSED = {
    "saved": (lambda t: leaf(1.0) * t, SAVED),
    "saved in place": (lambda t: (leaf(1.0, 2.0) * 1).mul_(t), SAVED),
    "saved for a view": (lambda t: (leaf(1.0, 2.0) * 1)[0].mul_(t[0]), SAVED),
    "saved by a function": (lambda t: Saves.apply(leaf(1.0), t), SAVED),
    "saved as an index": (lambda t: leaf(1.0, 2.0)[fb.inference_mode()(t.long)()], SAVED),
    "in place": (lambda t: t.add_(1), WRITTEN),
    "in place, not recording": (lambda t: fb.no_grad()(t.add_)(1), WRITTEN),
    "in place, a view": (lambda t: t[0].add_(1), WRITTEN),
    "assigned": (lambda t: t.__setitem__(0, 5), WRITTEN),
    "assigned a tensor": (lambda t: t.__setitem__(0, fb.ones(())), WRITTEN),
    "filled": (lambda t: t.normal_(), WRITTEN),
    "out": (lambda t: fb.add(fb.ones(2), 1, out=t), WRITTEN),
    "requires_grad": (lambda t: t.requires_grad_(), "Setting requires_grad=True on inference"),
    "version": (lambda t: t._version, "do not track version counter"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name, marked):
    call, message = REFUSED[name]
    with pytest.raises(RuntimeError, match=message):
        call(marked)


def test_allowed_inside():
    p, x = fb.ones(2), leaf(1.0)
    with fb.inference_mode():
        t = fb.ones(2)
        t.add_(1)[0] = 7
        p.add_(1)
        x.add_(1)
    assert t.tolist() == [7, 2] and p.tolist() == [2, 2] and x.tolist() == [2]
    assert p._version == 1 and not p.is_inference() and x.requires_grad
    autograd.graph.increment_version(t)


def test_backward_inside():
    x = leaf(2.0)
    y = x * x
    with fb.inference_mode():
        y.backward()
    assert x.grad.tolist() == [4] and x.grad.is_inference()


def state():
    return fb.is_grad_enabled(), fb.is_inference_mode_enabled()


def test_modes():
    with fb.inference_mode():
        assert state() == (False, True)
        with fb.enable_grad():
            assert state() == (True, True)
        with fb.inference_mode(False):
            assert state() == (True, False)
        assert state() == (False, True)
        thread = threading.Thread(target=lambda: seen.append(state()))
        seen = []
        thread.start()
        thread.join()
    assert state() == (True, False) == seen[0]
    with pytest.raises(ValueError, match="planted"), fb.inference_mode():
        raise ValueError("planted")
    assert state() == (True, False)


def test_as_decorators():
    @fb.inference_mode
    def bare():
        return state()

    @fb.inference_mode(mode=False)
    def ordinary():
        return state()

    @fb.inference_mode()
    def generator():
        yield state()
        yield state()

    assert bare() == (False, True) and ordinary() == (True, False)
    assert [(inside, state()) for inside in generator()] == [((False, True), (True, False))] * 2


class TestViewsMadeWithoutRecording:
    """They share memory with what records, but writing to them would not be noticed."""

    VIEWS = {
        "of a leaf": lambda x, y: x[0:1],
        "of a result": lambda x, y: y.view(2, 1),
        "of a view": lambda x, y: y.view(2, 1)[0],
        "several": lambda x, y: x.unbind()[0],
    }
    MODES = {"no_grad": fb.no_grad, "inference_mode": fb.inference_mode}

    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("view", VIEWS)
    def test_writing_is_refused_while_recording(self, view, mode):
        x = leaf(1.0, 2.0)
        y = x * 1
        with self.MODES[mode]():
            v = self.VIEWS[view](x, y)
        with pytest.raises(RuntimeError, match="A view was created in no_grad mode"):
            v.mul_(2)
        with fb.no_grad():
            v.mul_(2)
        assert (v + 1).sum().item() != 0 and not (v + 1).requires_grad

    def test_views_of_other_tensors_are_free(self):
        with fb.no_grad():
            v = fb.ones(2)[0]
        assert v.mul_(2).item() == 2


class TestTransforms:
    """They record for themselves, also of tensors of inference mode."""

    PROGRAMS = {
        "grad": lambda x, w: func.grad(lambda v: (v * v * w).sum())(x),
        "vjp": lambda x, w: func.vjp(lambda v: v * v * w, x)[1](fb.ones(2))[0],
        "hessian": lambda x, w: func.hessian(lambda v: (v**3 * w).sum())(x),
        "per sample": lambda x, w: func.vmap(func.grad(lambda v: v * v))(x),
        "writing": lambda x, w: func.grad(lambda v: (v * fb.ones(2).add_(w)).sum())(x),
    }

    @pytest.mark.parametrize("name", PROGRAMS)
    def test_gradients(self, name):
        program = self.PROGRAMS[name]
        expected = program(fb.tensor([1.0, 2.0]), fb.tensor([3.0, 4.0]))
        with fb.inference_mode():
            x, w = fb.tensor([1.0, 2.0]), fb.tensor([3.0, 4.0])
            assert program(x, w).tolist() == expected.tolist()
            assert state() == (False, True)

    def test_a_marked_tensor_is_written_to_inside(self):
        with fb.inference_mode():
            t = fb.zeros(2)
            func.grad(lambda v: (t.copy_(v.detach()), v.sum())[1])(fb.ones(2))
        assert t.tolist() == [1, 1]
