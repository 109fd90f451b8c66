"""Gradients of results whose elements lie in another order than they show (core's tests have the
rest)."""

import numpy as np
import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_core import extend, functional as F
from firebrick_core._dispatch import HIDDEN_ORDER
from firebrick_core._operator import TABLE


@pytest.fixture(autouse=True)
def innermost():
    """A provider whose convolutions have their channels innermost."""
    provider = extend.Provider("innermost")

    def turned(name):
        def kernel(xp, *args):
            out = TABLE[name].kernel(xp, *args)
            return np.ascontiguousarray(out.transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2)

        return kernel

    for name in ("convolve", "convolve_input"):
        provider.kernel(name, serves=lambda xp, input, *rest: input.ndim == 4)(turned(name))
    extend.register_provider(provider)
    yield
    extend.remove_provider("innermost")


def network(look=lambda t: None):
    """Two layers of a network; `look` gets what is between them. Returns all gradients."""
    rng = np.random.default_rng(0)
    x, first, second = (
        fb.from_numpy(rng.standard_normal(shape, np.float32)).requires_grad_()
        for shape in ((2, 3, 8, 8), (4, 3, 3, 3), (5, 4, 2, 2))
    )
    between = F.conv2d(x, first, padding=1)
    y = between.relu()
    z = F.batch_norm(y, None, None, training=True) + y
    found = [between, y, z]
    for t in found:
        look(t)
    out = F.max_pool2d(F.conv2d(z, second), 2)
    out.square().sum().backward()
    assert found[-1].shape == (2, 4, 8, 8)
    return [x.grad, first.grad, second.grad]


LOOKS = {
    "nobody": lambda t: None,
    "strides": lambda t: t.stride(),
    "views": lambda t: t.view(-1),
    "detached": lambda t: t.detach().numpy(),
    "hooks": lambda t: t.register_hook(strides_of),
    "kept": lambda t: t.retain_grad(),
}


def strides_of(grad):
    assert grad.is_contiguous()


@pytest.mark.parametrize("look", LOOKS)
def test_gradients_are_the_same_whoever_looks(look):
    found = network(LOOKS[look])
    extend.set_providers("none")
    try:
        plain = network()
    finally:
        extend.set_providers("all")
    for a, b in zip(found, plain, strict=True):
        np.testing.assert_allclose(a.numpy(), b.numpy(), 1e-4, 1e-4)
        assert a.stride() == b.stride()


def test_gradients_that_are_asked_for_show_row_major_order():
    x, weight = fb.ones(2, 3, 6, 6).requires_grad_(), fb.ones(4, 3, 3, 3)
    y = F.conv2d(x, weight).relu()
    assert y._keys & HIDDEN_ORDER
    (grad,) = autograd.grad((y * y).sum(), y)
    assert grad.is_contiguous()
    y = F.conv2d(x, weight).relu()
    grads = autograd.grad((y * y).sum(), x)
    assert grads[0].is_contiguous()


WRITES = {
    "at once": lambda y: y.mul_(2),
    "after it was put in order": lambda y: (y.stride(), y.mul_(2)),
    "through a view": lambda y: y.view(-1).mul_(2),
    "through what is detached": lambda y: y.detach().mul_(2),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("saves", ("result", "input"))
def test_a_saved_tensor_that_was_changed_is_known(write, saves):
    y = F.conv2d(fb.ones(2, 3, 6, 6).requires_grad_(), fb.ones(4, 3, 3, 3))
    if saves == "result":
        y = y.relu()
        out = y * 1
    else:
        out = y.sin()
    WRITES[write](y)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        out.sum().backward() if saves == "input" else y.sum().backward()


def test_saved_tensors_can_be_looked_at():
    y = F.conv2d(fb.ones(2, 3, 6, 6).requires_grad_(), fb.ones(4, 3, 3, 3)).relu()
    assert y.grad_fn._saved_result.is_contiguous()
    y.stride()
    assert y.grad_fn._saved_result.is_contiguous()


def test_second_derivatives():
    weight = fb.ones(4, 3, 3, 3).requires_grad_()
    y = F.conv2d(fb.ones(2, 3, 6, 6), weight).relu().square().sum()
    (first,) = autograd.grad(y, weight, create_graph=True)
    first.sum().backward()
    assert weight.grad.is_contiguous() and bool((weight.grad > 0).all())
