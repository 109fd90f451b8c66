"""Hooks on saved tensors: packing and unpacking, on the CPU, refused, and tensors that are written
to while they are saved."""

import weakref

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd import func, graph


def leaf(*values):
    return fb.tensor(list(values), requires_grad=True)


class Exp(autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = fb.exp(x)
        ctx.save_for_backward(x, y, None)
        return y

    @staticmethod
    def backward(ctx, grad):
        _, y, nothing = ctx.saved_tensors
        assert nothing is None
        return grad * y


def write_view(x, w):
    y = x * 1
    y[0:1].mul_(w[0:1])
    return y


CALLS = {  # what is computed, and how many tensors are packed for it
    "nothing saved": (lambda x, w: x + w, 0),
    "both operands": (lambda x, w: x * w, 2),
    "one of them": (lambda x, w: x * fb.ones(2), 1),
    "the result": (lambda x, w: fb.exp(x), 1),
    "in place": (lambda x, w: (x + 0).mul_(w), 2),
    "result in place": (lambda x, w: (x + 0).exp_(), 1),
    "a view in place": (write_view, 2),
    "a list": (lambda x, w: x[fb.tensor([0, 0])], 1),
    "written by a list": (lambda x, w: (x * 1).index_put_((fb.tensor([0]),), w[0:1]), 1),
    "one of several results": (lambda x, w: x.sort()[0], 1),
    "a function": (lambda x, w: Exp.apply(x), 2),
    "float16": (lambda x, w: (x.half() * w.half()).float(), 2),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("twice", [False, True])
def test_packed_and_unpacked(name, twice):
    compute, count = CALLS[name]
    log = []

    def pack(t):
        log.append(t)
        assert not fb.is_grad_enabled()
        return t.detach().numpy().copy()

    def gradients(**hooks):
        x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
        with graph.saved_tensors_hooks(**hooks):
            y = compute(x, w).sum()
        g = autograd.grad(y, [x, w], create_graph=twice, allow_unused=True)
        if twice and g[0].requires_grad:
            g = autograd.grad(g[0].sum(), [x, w], allow_unused=True)
        return [None if t is None else t.tolist() for t in g]

    assert gradients(pack_hook=pack, unpack_hook=fb.from_numpy) == gradients(
        pack_hook=fb.Tensor.detach, unpack_hook=fb.Tensor.clone
    )
    assert len(log) == count


def test_what_hooks_see():
    seen = []
    x = leaf(1.0)
    h = x * 1
    with graph.saved_tensors_hooks(lambda t: seen.append(t) or t.detach(), lambda t: t):
        y = fb.exp(h * h)
    assert [t is h for t in seen] == [True, True, False]
    assert seen[2].grad_fn is y.grad_fn and y.grad_fn._saved_result.grad_fn is y.grad_fn
    seen.clear()


def test_only_the_innermost_counts_and_only_inside():
    outer, inner, x = [], [], leaf(1.0)
    with graph.saved_tensors_hooks(lambda t: outer.append(1), lambda t: t):
        with graph.saved_tensors_hooks(lambda t: inner.append(1), lambda t: t):
            fb.exp(x)
        fb.exp(x)
    fb.exp(x)
    assert (len(outer), len(inner)) == (1, 1)


def test_the_tensor_itself_is_let_go_and_the_packed_with_backward():
    class Box:
        pass

    boxes = []

    def pack(t):
        box = Box()
        boxes.append(weakref.ref(box))
        return box

    x = leaf(1.0)
    big = fb.ones(1000)
    kept = weakref.ref(big)
    with graph.saved_tensors_hooks(pack, lambda box: fb.ones(1000)):
        y = (x * big).sum()
    del big
    assert kept() is None and boxes[0]() is not None
    y.backward()
    assert boxes[0]() is None and x.grad.tolist() == [1000]


def test_hooks_of_one_tensor():
    x = leaf(2.0)
    y = x * x
    y.grad_fn._raw_saved_self.register_hooks(lambda t: t.item(), lambda n: fb.tensor([n + 3]))
    y.backward()
    assert x.grad.tolist() == [2 + 5]


def spoil(t):
    t.mul_(2)
    return t


def refuse():
    with graph.disable_saved_tensors_hooks("not here"), graph.save_on_cpu():
        pass


def refuse_inside():
    with graph.save_on_cpu(), graph.disable_saved_tensors_hooks("not here"):
        pass


def registered(saved, times=1):
    for _ in range(times):
        saved.register_hooks(fb.Tensor.detach, fb.Tensor.detach)


def packed(pack=fb.Tensor.detach, unpack=fb.Tensor.detach, backwards=1):
    x = leaf(1.0)
    with graph.saved_tensors_hooks(pack, unpack):
        y = x * x
    for _ in range(backwards):
        y.backward()


def freed():
    y = leaf(1.0) * leaf(2.0)
    saved = y.grad_fn._raw_saved_self
    y.backward()
    return saved


REFUSED = [
    (lambda: packed(pack=spoil), RuntimeError, "pack hook is modifying its input in place"),
    (lambda: packed(unpack=id), TypeError, "expected to be a Tensor but got result of type int"),
    (lambda: packed(backwards=2), RuntimeError, "MulBackward0, recorded at .*test_saved_tensors"),
    (lambda: packed(pack=3), TypeError, "'pack_hook' must be callable, not int"),
    (lambda: packed(unpack=3), TypeError, "'unpack_hook' must be callable, not int"),
    (refuse, RuntimeError, "not here"),
    (refuse_inside, RuntimeError, "not here"),
    (
        lambda: registered(fb.exp(leaf(1.0)).grad_fn._raw_saved_result, 2),
        RuntimeError,
        "whose hooks have already been set",
    ),
    (lambda: registered(freed()), RuntimeError, "after it has been freed"),
    (
        lambda: registered((leaf(1.0) * fb.ones(1)).grad_fn._raw_saved_self),
        RuntimeError,
        "with value None is forbidden",
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), REFUSED)
def test_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("block", ["save_on_cpu", "allow_mutation_on_saved_tensors"])
def test_tensors_of_transforms_are_kept_as_they_are(block):
    w = leaf(1.0, 2.0)

    def per_sample(x):
        return func.grad(lambda v: fb.exp(v * w).sum())(x).sum()

    programs = (
        lambda x: func.hessian(lambda v: fb.exp(v * v).sum())(x),
        lambda x: func.jacfwd(func.jacrev(lambda v: fb.exp(v * v)))(x),
        lambda x: autograd.grad(func.vmap(per_sample)(fb.stack([x, x])).sum(), w)[0],
        lambda x: func.grad(lambda v: Exp.apply(v * v).sum())(x),
    )
    for program in programs:
        x = fb.tensor([0.1, 0.2])
        expected = program(x)
        with getattr(graph, block)():
            assert program(x).tolist() == expected.tolist()


@pytest.mark.parametrize("pin_memory", [False, True])
def test_save_on_cpu(pin_memory):
    x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
    h = x * 2
    with graph.save_on_cpu(pin_memory=pin_memory):
        y = h * w
    (y * y).sum().backward()
    assert x.grad.tolist() == [72, 256] and w.grad.tolist() == [24, 128]


def test_save_on_cpu_frees_the_device():
    x = fb.ones(2, device="fake", requires_grad=True)
    h = x * 3
    kept = weakref.ref(h._array)
    with graph.save_on_cpu():
        y = (h * h).sum()
    del h
    assert kept() is None
    y.backward()
    assert x.grad.device.type == "fake" and x.grad.tolist() == [18, 18]


class TestWriting:
    WRITES = {
        "in place": lambda b: b.sin_(),
        "a view": lambda b: b[0].zero_(),
        "assignment": lambda b: b.__setitem__(0, 7.0),
        "twice": lambda b: b.mul_(2).add_(1),
        "without recording": lambda b: fb.no_grad()(b.zero_)(),
        "detached": lambda b: b.detach().zero_(),
    }

    @pytest.mark.parametrize("how", WRITES)
    @pytest.mark.parametrize("twice", [False, True])
    def test_backward_uses_what_was_saved(self, how, twice):
        with graph.allow_mutation_on_saved_tensors() as state:
            a = leaf(1.0, 2.0)
            b = a * 1
            out = (b**3).sum()
            self.WRITES[how](b)
            assert len(state.cloned) == 1
            (g,) = autograd.grad(out, a, create_graph=twice)
            if twice:
                (h,) = autograd.grad(g.sum(), a)
                assert h.tolist() == [6, 12]
        assert g.tolist() == [3, 12]

    def test_nothing_is_copied_that_is_not_written(self):
        with graph.allow_mutation_on_saved_tensors() as state:
            b = leaf(1.0) * 1
            out = b * b
            (b + 1).mul_(2)
            assert len(state.original) == 1 and not len(state.cloned)
            out.backward()
            assert not len(state.original)

    def test_refused(self):
        with graph.allow_mutation_on_saved_tensors() as state:
            with pytest.raises(RuntimeError, match="cannot be nested"):
                with graph.allow_mutation_on_saved_tensors():
                    pass
            b = leaf(1.0) * 1
            seen, unseen = b * b, b * b
            with fb.no_grad():
                fb.add(fb.ones(1), 1, out=b)
            with pytest.raises(RuntimeError, match="does not see, such as out="):
                unseen.backward()
            state.clear()
            with pytest.raises(RuntimeError, match="outside of the 'allow_mutation"):
                seen.backward()
        with pytest.raises(RuntimeError, match="outside of the 'allow_mutation"):
            seen.backward()
