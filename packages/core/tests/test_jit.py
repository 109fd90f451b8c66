"""The numba provider: it gives what the plain kernels give, and says what is wrong as they do."""

import os
import subprocess
import sys

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core import extend, functional as F, jit

pytest.importorskip("numba")


@pytest.fixture(autouse=True)
def served():
    with jit.serving_every_size():
        yield


@pytest.fixture
def plain():
    """Calls a function without providers."""
    before = extend.get_providers()

    def call(function, *args):
        extend.set_providers("none")
        try:
            return function(*args)
        finally:
            extend.set_providers(before)

    yield call
    extend.set_providers("all")


def numbers(*shape):
    return fb.from_numpy(np.random.default_rng(0).normal(size=shape).astype("float32") * 3)


def whole(high, *shape):
    return fb.from_numpy(np.random.default_rng(1).integers(0, high, shape))


def test_kernels_agree_with_the_plain_ones():
    assert extend.check_provider("numba") > 100


T = fb._operators
CALLS = [
    (F.gelu, numbers(300_000)),
    (lambda x: F.gelu(x, approximate="tanh"), numbers(300_000)),
    (fb.sigmoid, numbers(700, 500)),
    (F.silu, numbers(10_000)),
    (T.gelu_backward, numbers(300_000), numbers(300_000), "none"),
    (T.gelu_backward, numbers(3000), numbers(3000), "tanh"),
    (T.silu_backward, numbers(300_000), numbers(300_000)),
    (lambda x, w, b: F.layer_norm(x, (768,), w, b), numbers(500, 768), numbers(768), numbers(768)),
    (lambda x: F.layer_norm(x, (3, 5)), numbers(7, 3, 5)),
    (lambda x: fb.cumsum(x, -1), numbers(1000, 301)),
    (lambda x: fb.cumsum(x, 0), numbers(5)),
    (lambda x, i: fb.gather(x, 1, i), numbers(1000, 300), whole(300, 1000, 400)),
    (lambda x, i, s: fb.scatter_add(x, 1, i, s), numbers(9, 30), whole(30, 9, 4), numbers(9, 4)),
    (F.cross_entropy, numbers(500, 700) * 20, whole(700, 500)),
    (lambda x, y: F.cross_entropy(x, y, ignore_index=3), numbers(500, 7), whole(7, 500)),
    (T.mean_cross_entropy_backward, numbers(1)[0], numbers(500, 700), whole(700, 500), -100),
    (T.mean_cross_entropy_backward, numbers(1)[0], numbers(500, 7), whole(7, 500), 3),
    (T.embedding_backward, numbers(900, 16), whole(50, 900), 50, -1, False),
    (T.embedding_backward, numbers(900, 16), whole(50, 900), 50, 3, False),
]


@pytest.mark.parametrize("function, args", [(f, args) for f, *args in CALLS])
def test_large_calls_agree_with_the_plain_kernels(plain, function, args):
    got, want = function(*args), plain(function, *args)
    assert (got.shape, got.stride(), got.dtype) == (want.shape, want.stride(), want.dtype)
    assert np.allclose(got.numpy(), want.numpy(), rtol=2e-5, atol=1e-4)


SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-30, 88.6, -88.6, -95.0, 104.0, -104.0, 200.0]


@pytest.mark.parametrize("function", [F.gelu, fb.sigmoid, F.silu])
def test_special_numbers(plain, function):
    x = fb.tensor(SPECIAL)
    got, want = function(x).numpy(), plain(function, x).numpy()
    assert np.allclose(got, want, rtol=1e-5, atol=1e-36, equal_nan=True)


def test_a_masked_row_and_one_beyond_the_range_are_as_in_the_plain_kernel(plain):
    x = numbers(4, 6)
    x[0, 1:] = -np.inf
    x[1] *= 1e4
    y = fb.tensor([0, 0, 5, 2])
    for args in ((F.cross_entropy, x, y), (T.mean_cross_entropy_backward, fb.ones(()), x, y, -100)):
        got, want = args[0](*args[1:]), plain(*args)
        assert np.allclose(got.numpy(), want.numpy(), rtol=1e-4, atol=1e-6, equal_nan=True)


WRONG = [
    (lambda: fb.gather(numbers(2, 3), 1, fb.tensor([[0], [3]])), RuntimeError),
    (lambda: fb.scatter_add(numbers(2, 3), 1, fb.tensor([[0], [-1]]), numbers(2, 1)), RuntimeError),
    (lambda: F.cross_entropy(numbers(2, 3), fb.tensor([0, 3])), IndexError),
    (lambda: F.gelu(numbers(3), approximate="half"), RuntimeError),
]


@pytest.mark.parametrize("call, kind", WRONG)
def test_errors_are_those_of_the_plain_kernels(plain, call, kind):
    with pytest.raises(kind) as served:
        call()
    with pytest.raises(kind) as unserved:
        plain(call)
    assert str(served.value) == str(unserved.value)


PROGRAM = """
import sys
import firebrick_core as fb, firebrick_core.functional as F
F.gelu(fb.randn(5000))
assert "numba" not in sys.modules, "imported by a small call"
for _ in range(3):
    F.gelu(fb.randn(1 << 21))
assert "numba" in sys.modules, "not imported by large ones"
"""


def test_numba_is_imported_when_it_pays():
    only = {**os.environ, "FIREBRICK_PROVIDERS": "numba"}
    subprocess.run([sys.executable, "-c", PROGRAM], check=True, env=only)


def test_without_numba_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(jit, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install 'firebrick-core\[numba\]'"):
        jit.use_numba()


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("k", [1, 7, 64, 150])
@pytest.mark.parametrize("kind", ["random", "equal", "nan", "rising", "falling"])
def test_topk_chooses_and_orders_as_a_stable_sort(kind, k, largest, plain):
    x = np.random.default_rng(0).normal(size=(3, 300)).astype("float32")
    if kind == "equal":
        x = x.round()
    elif kind == "nan":
        x[:, ::3] = np.nan
    elif kind != "random":
        x = np.sort(x)[:, :: 1 if kind == "rising" else -1].copy()
    values, indices = fb.topk(fb.from_numpy(x), k, largest=largest)
    want = plain(fb.sort, fb.from_numpy(x), -1, largest)
    assert np.array_equal(indices.numpy(), want.indices[:, :k].numpy())
    assert np.array_equal(values.numpy(), want.values[:, :k].numpy(), equal_nan=True)


LATER = [
    lambda x: x.cummax(1).values,
    lambda x: x.cummax(1).indices,
    lambda x: x.cummin(1).indices,
    lambda x: x.clamp(-1, 1),
    lambda x: x.clamp(1, -1),
    lambda x: F.hardtanh(x, -0.5, 2.0),
    lambda x: F.leaky_relu(x, 0.1),
    lambda x: F.leaky_relu(x, 2.0),
    fb.erf,
    fb.rsqrt,
    lambda x: fb.lerp(x, x.flip(0).contiguous(), 0.75),
    lambda x: x.nan_to_num().cumsum(0),
]


@pytest.mark.parametrize("function", LATER)
def test_nan_infinities_and_equal_elements_count_as_without_it(function, plain):
    x = numbers(8, 40)
    x[1, 3], x[2, 5], x[3, 7], x[4] = float("nan"), float("inf"), -float("inf"), 1.0
    x[5, ::3] = x[5, 0]
    x[6, 4], x[6, 5] = 0.0, -0.0
    served, want = function(x), plain(function, x)
    np.testing.assert_allclose(served.numpy(), want.numpy(), rtol=3e-6, atol=1e-6)
    assert served.dtype is want.dtype and served.stride() == want.stride()
