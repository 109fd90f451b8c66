"""Recorded functions and modules train as those that are not, on a fake GPU."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import firebrick as torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "packages" / "core" / "tests"))

import fake_cupy  # noqa: E402  # found through the path above
from fake_cupy._raw import COMPILER  # noqa: E402

pytestmark = [
    pytest.mark.without_torch,
    pytest.mark.skipif(COMPILER is None, reason="the host has no C++ compiler"),
]


@pytest.fixture(autouse=True)
def cupy():
    with fake_cupy.install(kernels=True) as module:
        yield module


def trained(recorded, parts=1):
    """Parameters after some steps, of a model whose layers are recorded or not."""
    torch.manual_seed(0)
    layers = [torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Tanh()) for _ in range(parts)]
    model = torch.nn.Sequential(*layers).cuda()
    sgd = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = [torch.randn(5, 4).cuda() for _ in range(4)]
    if recorded:
        samples = [torch.randn(5, 4, device="cuda", requires_grad=i > 0) for i in range(parts)]
        made = torch.cuda.make_graphed_callables(tuple(layers), tuple((s,) for s in samples))
        assert all(a is b for a, b in zip(made, layers, strict=True))
    for x in batches:
        sgd.zero_grad()
        model(x).square().sum().backward()
        sgd.step()
    model.eval()
    with torch.no_grad():  # not what was recorded: the module's own forward
        end = model(batches[0][:2])
    return [*(p.detach().cpu() for p in model.parameters()), end.cpu()]


@pytest.mark.parametrize("parts", [1, 2])
def test_modules_train_as_if_they_were_not_recorded(parts):
    for got, want in zip(trained(True, parts), trained(False, parts), strict=True):
        np.testing.assert_allclose(got, want, 1e-5, 1e-6)


def test_functions_with_and_without_gradients(cupy):
    def function(a, b):
        return a * b, b + 1

    a = torch.ones(3, device="cuda", requires_grad=True)
    b = torch.ones(3, device="cuda")
    graphed = torch.cuda.make_graphed_callables(function, (a, b))
    for factor in (2.0, 3.0):
        launches = cupy.hardware.launches
        x = torch.full((3,), 5.0, device="cuda", requires_grad=True)
        product, plain = graphed(x, b * factor)
        assert product.tolist() == [5 * factor] * 3 and plain.tolist() == [factor + 1] * 3
        product.sum().backward()
        assert x.grad.tolist() == [factor] * 3 and not plain.requires_grad
        assert cupy.hardware.launches > launches
    single = torch.cuda.make_graphed_callables(torch.sin, (b,))
    assert single(b * 0).tolist() == [0, 0, 0]


def test_dropout_is_new_in_each_call():
    layer = torch.nn.Dropout(0.5).cuda()
    ones = torch.ones(64, device="cuda", requires_grad=True)
    torch.cuda.make_graphed_callables(layer, (ones,))
    x = torch.ones(64, device="cuda", requires_grad=True)
    first = layer(x)
    noise = first.tolist()
    first.sum().backward()
    assert x.grad.tolist() == noise and layer(x).tolist() != noise


def hooked():
    layer = torch.nn.Linear(2, 2).cuda()
    layer.register_forward_hook(lambda *args: None)
    return layer


def trainable_buffer():
    layer = torch.nn.Linear(2, 2).cuda()
    layer.register_buffer("b", torch.ones(1, device="cuda", requires_grad=True))
    return layer


@pytest.mark.parametrize(("make", "message"), [
    (hooked, "Modules must not have hooks"),
    (trainable_buffer, "only parameters may be trainable"),
])  # fmt: skip
def test_modules_that_cannot_be_recorded(make, message):
    with pytest.raises(RuntimeError, match=message):
        torch.cuda.make_graphed_callables(make(), (torch.ones(1, 2, device="cuda"),))


def test_calls_that_do_not_fit():
    x = torch.ones(2, device="cuda")
    graphed = torch.cuda.make_graphed_callables(torch.sin, (x,))
    with pytest.raises(TypeError, match="1 arguments, got 2"):
        graphed(x, x)
    with pytest.raises(RuntimeError, match=r"has torch.float32 \(2,\), got torch.float32 \(3,\)"):
        graphed(torch.ones(3, device="cuda"))
    with pytest.raises(ValueError, match="1 functions, 2 tuples"):
        torch.cuda.make_graphed_callables((torch.sin,), ((x,), (x,)))
    with torch.autocast("cuda"), pytest.raises(RuntimeError, match="autocast caching"):
        torch.cuda.make_graphed_callables(torch.sin, (x,))
