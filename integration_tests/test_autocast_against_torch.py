"""Autocast against PyTorch's on the CPU: the dtype of every operator's result, and training."""

import warnings

import numpy as np
import pytest

import firebrick as fb
import firebrick_core.testing as testing
from firebrick_core._operator import TABLE

torch = pytest.importorskip("torch")
pytest.importorskip("ml_dtypes")

from test_operators import counterpart, pair  # noqa: E402  # needs torch

# How calls begin whose results have another dtype, with the reason.
DIFFERENT = {
    "complex(": "complex numbers of two float16 do not exist in NumPy",
    "lobpcg(": "all in float32, where PyTorch rounds the vectors and not the values",
    "linalg_pinv(": "as pinverse, where PyTorch computes the last product in 16 bits",
    "lstm of float16 under bfloat16": "in bfloat16, as of float32; PyTorch's are float32",
    "lstm(x(6, 3), T.tensor([3, 2, 1])": "packed sequences as others, where PyTorch's are wider",
    "lstm(x(2, 5, 3), [x(2, 2, 2)": "with a projection PyTorch's last cell is wider than the rest",
}
NO_ORACLE = {op.name for op in TABLE.values() if op.namespace == "internal" or op.inplace_of}
OPERATORS = [
    op.name for op in TABLE.values()
    if op.name not in NO_ORACLE and counterpart(op) is not None
    and "float32" in testing.dtypes_of(op)
]
DTYPES = ("float32", "bfloat16", "float16", "float64")


def dtypes(function, sample, library, dtype):
    """The dtypes of a call's results under autocast, None where it is refused."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with library.autocast("cpu", dtype=dtype):
                result = function(*sample.args, **sample.kwargs)
        except (RuntimeError, TypeError, NotImplementedError, ValueError, IndexError):
            return None
    return [str(t.dtype) for t in testing.flatten(result) if hasattr(t, "dtype")]


@pytest.mark.parametrize("name", OPERATORS)
def test_dtypes(name):
    op = TABLE[name]
    for dtype in DTYPES:
        for text in op.samples[:4]:
            if f"{name}({text}".startswith(tuple(DIFFERENT)):
                continue
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # PyTorch's, of complex numbers of 16 bits
                try:
                    ours, theirs = pair(text, dtype)
                except (RuntimeError, TypeError, ValueError):
                    continue  # a sample that needs another dtype
            for target in ("bfloat16", "float16"):
                if f"{name} of {dtype} under {target}" in DIFFERENT:
                    continue
                want = dtypes(counterpart(op), theirs, torch, getattr(torch, target))
                if want is None:
                    continue
                got = dtypes(op.function, ours, fb, getattr(fb, target))
                assert got == want, f"{name}({text}) of {dtype} under {target}"


# ---------------------------------------------------------------------- training
def classifier(library):
    """A small network with most kinds of layers that autocast meets."""
    nn = library.nn
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(8 * 16, 32), nn.LayerNorm(32), nn.GELU(), nn.Linear(32, 4),
    )


def trained(library, dtype, steps=12):
    """Losses of a training run from the same weights and data in both libraries."""
    library.manual_seed(0)
    model = classifier(library)
    x = library.randn(24, 1, 8, 8)
    target = library.randint(0, 4, (24,))
    optimizer = library.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        with library.autocast("cpu", dtype=getattr(library, dtype)):
            loss = library.nn.functional.cross_entropy(model(x), target)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert all(p.grad.dtype == library.float32 for p in model.parameters())
    return losses


@pytest.mark.parametrize(("dtype", "rtol"), [("bfloat16", 5e-2), ("float16", 5e-3)])
def test_training(dtype, rtol):
    ours, theirs = trained(fb, dtype), trained(torch, dtype)
    np.testing.assert_allclose(ours, theirs, rtol=rtol)
    assert ours[-1] < 0.5 * ours[0]


# ---------------------------------------------------------------------- the interface
def said(library, call):
    """The type and the message of what a call raises or warns."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            call(library)
        except (Exception, UserWarning) as error:
            return type(error), str(error)
    return None


@pytest.mark.parametrize("call", [
    lambda library: library.autocast(3),
    lambda library: library.amp.autocast("cpu", dtype=library.float32),
    lambda library: library.amp.custom_fwd(device_type=3),
    lambda library: library.amp.custom_bwd(device_type=None),
    lambda library: library.set_autocast_enabled("cpu", 1),
])
def test_same_words(call):
    assert said(fb, call) == said(torch, call) != None  # noqa: E711  # a tuple


@pytest.mark.parametrize("call", [
    lambda library: library.autocast("nothing"),
    lambda library: library.amp.is_autocast_available("nothing"),
    lambda library: library.get_autocast_dtype("meta"),
])
def test_same_types(call):
    assert said(fb, call)[0] is said(torch, call)[0]


@pytest.mark.parametrize("ask", [
    lambda library: library.is_autocast_enabled(),
    lambda library: library.is_autocast_enabled("cpu"),
    lambda library: library.get_autocast_dtype("cpu").itemsize,
    lambda library: str(library.get_autocast_dtype("cuda")),
    lambda library: library.is_autocast_cache_enabled(),
    lambda library: library.amp.is_autocast_available("cpu"),
    lambda library: library.amp.is_autocast_available("meta"),
])
def test_same_answers(ask):
    assert ask(fb) == ask(torch)
    with fb.autocast("cpu", dtype=fb.float16), torch.autocast("cpu", dtype=torch.float16):
        assert ask(fb) == ask(torch)
        with fb.autocast("cpu", enabled=False, cache_enabled=False):
            with torch.autocast("cpu", enabled=False, cache_enabled=False):
                assert ask(fb) == ask(torch)
