"""Fixtures and comparisons for tests of what cuDNN serves, on the fake device."""

from __future__ import annotations

import fake_cupy
import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import cudnn
from firebrick_core._device import BACKENDS
from firebrick_core._provider import PROVIDERS
from firebrick_core.testing import moved_to

from . import install, real_frontend

REAL = real_frontend()
DTYPES = ("float32", "float64", "float16", "bfloat16")


@pytest.fixture(scope="module")
def cupy():
    with fake_cupy.install() as module:
        yield module


@pytest.fixture
def world(cupy):
    with install(cupy, REAL) as made:
        yield made


@pytest.fixture
def settings():
    before = dict(vars(cudnn.settings))
    yield cudnn.settings
    vars(cudnn.settings).update(before)


@pytest.fixture
def served():
    """The operators that cuDNN served."""
    calls, provider = [], PROVIDERS["cudnn"]
    before = dict(provider.kernels)

    def counted(name, kernel):
        def run(*args, **named):
            calls.append(name)
            return kernel(*args, **named)

        return run

    for name, (serves, kernel) in before.items():
        provider.kernels[name] = serves, counted(name, kernel)
    yield calls
    provider.kernels.update(before)


def agree(operator, *args, tolerance=1e-5):
    """Results there are those of the CPU, and lie in memory alike."""

    def moved(value):
        if isinstance(value, (list, tuple)):
            return type(value)(map(moved, value))
        return moved_to(value, BACKENDS["cuda"]) if hasattr(value, "_keys") else value

    got, want = operator(*map(moved, args)), operator(*args)
    pairs = zip(got, want, strict=True) if isinstance(want, (tuple, list)) else [(got, want)]
    for g, w in pairs:
        assert g.dtype is w.dtype and g.shape == w.shape
        if "convolve_weight" not in str(operator):  # whose plain one is a view of what it computed
            assert strides(g) == strides(w)
        if w.dtype.itemsize == 2:
            tolerance = 2e-2
        np.testing.assert_allclose(g.cpu().float().numpy(), w.float().numpy(), tolerance, tolerance)


def strides(t):
    return [s for s, n in zip(t.stride(), t.shape, strict=True) if n > 1]


def randn(*shape, seed=0, dtype=fb.float32):
    values = np.random.default_rng(seed).standard_normal(shape, np.float32)
    return fb.from_numpy(values).to(dtype)


def channels_last(x):
    order = range(2, x.ndim)
    return x.permute(0, *order, 1).contiguous().permute(0, x.ndim - 1, *(n - 1 for n in order))


def kind(dtype):
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    return getattr(fb, dtype)
