"""Same seed, same numbers: the public random functions against PyTorch's, bit for bit.

Every case draws twice from one seed, so that what a draw leaves in the generator counts as well,
and then compares the whole state of the two generators. `test_random_streams` does the same for the
samplers below these functions, with more parameters and dtypes.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from other_streams import REASON, from_another_stream

import firebrick_autograd  # noqa: F401  # registers the rules
import firebrick_core as fb
import firebrick_core.functional as F

torch = pytest.importorskip("torch")

SEEDS = range(20)
SIZES = (1, 2, 15, 16, 17, 31, 32, 100, 1000, 10_000)
FLOATS = ("float32", "float64", "float16")

# {n} is the size, {d} the dtype; T is the library, F its functional.
EACH_SIZE = {
    "T.rand({n}, dtype=T.{d})": (*FLOATS, "complex64"),
    "T.randn({n}, dtype=T.{d})": (*FLOATS, "complex64"),
    "T.rand_like(T.empty({n}, dtype=T.{d}))": FLOATS,
    "T.randn_like(T.empty({n}, dtype=T.{d}))": FLOATS,
    "T.randint_like(T.empty({n}, dtype=T.{d}), 9)": ("float32", "int64"),
    "T.randint(0, 10, ({n},), dtype=T.{d})": ("int64", "uint8", "float32"),
    "T.randint(-2**40, 2**40, ({n},), dtype=T.{d})": ("int64",),
    "T.randperm({n}, dtype=T.{d})": ("int64", "float32"),
    "T.normal(0.5, 2.0, ({n},), dtype=T.{d})": FLOATS,
    "T.normal(T.arange({n}, dtype=T.{d}) / {n}, 1.7)": ("float32", "float64"),
    "T.normal(0.3, T.arange({n}, dtype=T.{d}) / {n})": ("float32", "float64"),
    "T.normal(T.ones({n}, dtype=T.{d}), T.ones({n}))": FLOATS,
    "T.bernoulli(T.arange({n}, dtype=T.{d}) / {n})": ("float32", "float64"),
    "T.bernoulli(T.ones({n}, dtype=T.{d}), 0.3)": ("float32", "int64"),
    "T.ones({n}, dtype=T.{d}).bernoulli(0.6)": ("float64",),
    "T.empty({n}, dtype=T.{d}).bernoulli_(0.2)": ("float32", "bool"),
    "T.empty({n}, dtype=T.{d}).bernoulli_(T.arange({n}) / {n})": ("int64",),
    "T.empty({n}, dtype=T.{d}).uniform_(-0.3, 0.7)": FLOATS,
    "T.empty({n}, dtype=T.{d}).normal_(1.0, 2.0)": FLOATS,
    "T.empty({n}, dtype=T.{d}).exponential_(1.5)": FLOATS,
    "T.empty({n}, dtype=T.{d}).geometric_(0.3)": ("float32", "int64"),
    "T.empty({n}, dtype=T.{d}).cauchy_(1.0, 2.0)": ("float32", "float64"),
    "T.empty({n}, dtype=T.{d}).log_normal_(0.0, 0.5)": ("float32", "float64"),
    "T.empty({n}, dtype=T.{d}).random_()": ("int64", "uint8", "float32", "bool"),
    "T.empty({n}, dtype=T.{d}).random_(1000)": ("int64", "float32"),
    "T.empty({n}, dtype=T.{d}).random_(-7, 100)": ("int64", "int8"),
    "T.empty({n}, dtype=T.{d}).random_(100, None)": ("int8",),
    "T.poisson(T.full(({n},), 3.0, dtype=T.{d}))": FLOATS,
    "T.poisson(T.arange({n}, dtype=T.{d}) % 50)": ("float32", "float64"),
    "T.binomial(T.full(({n},), 12.0, dtype=T.{d}), T.arange({n}, dtype=T.{d}) / {n})": (
        "float32",
        "float64",
    ),
    "T.binomial(T.full(({n},), 3e8, dtype=T.{d}), T.arange({n}, dtype=T.{d}) / {n})": (
        "float32",
        "float64",
    ),
    "T._standard_gamma(T.arange({n}, dtype=T.{d}) % 99 / 16)": ("float32", "float64"),
    "T._sample_dirichlet(T.ones({n}, 3, dtype=T.{d}))": ("float32", "float64"),
    "T.multinomial(T.arange(1, {n} + 1, dtype=T.{d}) / {n}, {n}, True)": ("float32", "float64"),
    "T.multinomial(T.arange(1, {n} + 1, dtype=T.{d}) / {n}, 1)": ("float32", "float64"),
    "F.dropout(T.ones({n}, dtype=T.{d}), 0.4)": FLOATS,
    "F.alpha_dropout(T.ones({n}, dtype=T.{d}), 0.4, True)": ("float32", "float64"),
    "F.rrelu(T.arange({n}, dtype=T.{d}) / {n}, training=True)": ("float32", "float64"),
}
CASES = [(text, dtype) for text, dtypes in EACH_SIZE.items() for dtype in dtypes]

BERNOULLI = ("bernoulli(0.", "bernoulli_(0.", ", 0.3)", "dropout")


def draws_otherwise(text: str) -> bool:
    """Whether this is a draw of `bernoulli_`, and that of another stream on this machine."""
    return any(part in text for part in BERNOULLI) and from_another_stream(
        torch, lambda: torch.empty(1000).bernoulli_(0.5)
    )


def bits(array: Any) -> np.ndarray:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def evaluate(library: Any, text: str) -> Any:
    functional = F if library is fb else torch.nn.functional
    return eval(text, {"T": library, "F": functional})


def compare(text: str, seed: int) -> None:
    torch.manual_seed(seed)
    fb.manual_seed(seed)
    for draw in range(2):
        want, got = evaluate(torch, text), evaluate(fb, text)
        where = f"{text}, seed {seed}, draw {draw}"
        assert str(got.dtype) == str(want.dtype), where
        assert (tuple(got.shape), got.stride()) == (tuple(want.shape), want.stride()), where
        want, got = want.detach().numpy(), got.detach().numpy()
        if not np.array_equal(bits(want), bits(got)):
            different = np.flatnonzero(want.reshape(-1) != got.reshape(-1))
            raise AssertionError(
                f"{where}: {different.size} of {want.size} differ, first "
                f"{want.reshape(-1)[different[:3]]} there, {got.reshape(-1)[different[:3]]} here"
            )
    assert np.array_equal(torch.get_rng_state().numpy(), fb.get_rng_state().numpy()), text


@pytest.mark.parametrize(("text", "dtype"), CASES)
def test_same_bits_for_every_size_and_seed(text: str, dtype: str) -> None:
    if from_another_stream(torch, lambda: evaluate(torch, text.format(n=1000, d=dtype))):
        pytest.skip(REASON)
    for n in SIZES:
        for seed in SEEDS:
            compare(text.format(n=n, d=dtype), seed)


VIEWS = (
    "T.empty(8, 6).t()",
    "T.empty(40)[::2]",
    "T.empty(5, 8)[:, ::2]",
    "T.empty(4, 5, 6).permute(2, 0, 1)",
    "T.empty(4, 5, 6)[:, 1:4]",
    "T.empty(())",
    "T.empty(3, 0)",
    "T.empty(6, 7, dtype=T.float64).t()",
    "T.empty(6, 7, dtype=T.float16).t()",
    "T.empty(6, 7, dtype=T.complex64).t()",
    "T.empty(2, 3, 4, 5).to(memory_format=T.channels_last)",
    "T.empty(3, 1, 5).expand(3, 4, 5)",
)
FILLS = (
    "uniform_(-1, 2)",
    "normal_(1, 2)",
    "bernoulli_(0.3)",
    "exponential_()",
    "geometric_(0.3)",
    "cauchy_()",
    "log_normal_()",
    "random_()",
)
LIKE = (
    "T.rand_like({v})",
    "T.randn_like({v})",
    "T.randint_like({v}, 2, 9)",
    "T.rand_like({v}, memory_format=T.contiguous_format)",
    "T.bernoulli({v}.clone().fill_(0.4))",
    "T.bernoulli({v}, 0.4)",
    "T.normal({v}.clone().fill_(1.0), 2.0)",
    "T.normal({v}.clone().fill_(1.0), {v}.clone().fill_(1.0).abs())",
    "T.poisson({v}.clone().fill_(4.0))",
)


def refused(library: Any, text: str) -> type[Exception] | None:
    """The type of error that a call raises, None where it raises none."""
    try:
        evaluate(library, text)
    except Exception as error:
        return type(error)
    return None


def compare_or_refuse(text: str) -> None:
    if draws_otherwise(text):
        pytest.skip(REASON)
    expected = refused(torch, text)
    if expected is not None:
        assert refused(fb, text) is expected, text
        return
    for seed in range(3):
        compare(text, seed)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("fill", FILLS)
def test_views_are_filled_in_the_same_order(view: str, fill: str) -> None:
    compare_or_refuse(f"{view}.{fill}")


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("text", LIKE)
def test_results_like_a_view(view: str, text: str) -> None:
    compare_or_refuse(text.format(v=view))


OWN = "generator=T.Generator().manual_seed(7)"
FORMS = (
    *(f"T.{name}(20, {OWN})" for name in ("rand", "randn", "randperm")),
    f"T.randint(9, (20,), {OWN})",
    f"T.normal(0.0, 1.0, (20,), {OWN})",
    f"T.normal(T.zeros(20), 1.0, {OWN})",
    f"T.bernoulli(T.full((20,), 0.3), {OWN})",
    f"T.multinomial(T.ones(20), 9, {OWN})",
    f"T.poisson(T.ones(20), {OWN})",
    f"T.binomial(T.full((20,), 9.0), T.full((20,), 0.3), {OWN})",
    *(
        f"T.empty(20).{name}({given}{OWN})"
        for name, given in (
            ("uniform_", ""),
            ("normal_", ""),
            ("exponential_", ""),
            ("cauchy_", ""),
            ("log_normal_", ""),
            ("geometric_", "0.3, "),
            ("bernoulli_", "0.3, "),
            ("random_", ""),
            ("random_", "3, 9, "),
        )
    ),
    "T.rand(size=(3, 4))",
    "T.rand([3, 4])",
    "T.randint(high=9, size=(5,))",
    "T.randint(low=2, high=9, size=(5,))",
    "T.rand(3, out=T.empty(0, dtype=T.float64))",
    "T.randn(30, out=T.empty(0))",
    "T.randint(9, (3,), out=T.empty(0))",
    "T.randperm(9, out=T.empty(0, dtype=T.int32))",
    "T.normal(0.0, 1.0, (9,), out=T.empty(0, dtype=T.float64))",
    "T.normal(T.zeros(9), T.ones(9), out=T.empty(9, dtype=T.float64))",
    "T.bernoulli(T.full((9,), 0.4), out=T.empty(0, dtype=T.int64))",
    "T.multinomial(T.ones(9), 4, out=T.empty(0, dtype=T.int64))",
    "T.normal(T.zeros(9, 1), T.ones(4))",
    "T.normal(T.zeros(9))",
    "T.normal(T.zeros(9, dtype=T.complex64), T.ones(9))",
    "T.binomial(T.tensor([[5.0, 60.0]] * 2), T.tensor([[0.5], [0.3]]))",
    "T.multinomial(T.rand(4, 5).t(), 3)",
    "T.multinomial((T.rand(3, 6) + 0.01).to(T.float16), 20, True)",
    "F.dropout2d(T.ones(3, 4, 5, 2), 0.4)",
    "F.feature_alpha_dropout(T.ones(3, 4, 5), 0.4, True)",
    # refused
    "T.randint(5, 3, (2,))",
    "T.randint(2.5, (3,))",
    "T.randint(0, 300, (3,), dtype=T.uint8)",
    "T.randperm(300, dtype=T.uint8)",
    "T.randperm(5, dtype=T.bool)",
    "T.rand(3, dtype=T.int64)",
    "T.randn_like(T.empty(3, dtype=T.int64))",
    "T.normal(T.zeros(2, dtype=T.int64), T.ones(2))",
    "T.normal(T.zeros(2), T.ones(2, dtype=T.complex64))",
    "T.normal(T.zeros(2), T.tensor([1.0, -1.0]))",
    "T.normal(0.0, 1.0)",
    "T.bernoulli(T.tensor([1.5]))",
    "T.bernoulli(T.ones(3, dtype=T.int64))",
    "T.poisson(T.tensor([-1.0]))",
    "T.poisson(T.tensor([1]))",
    "T.binomial(T.tensor([5]), T.tensor([0.5]))",
    "T.binomial(T.tensor([5.0]), T.tensor([0.5]).double())",
    "T.binomial(T.tensor([5.0]).half(), T.tensor([0.5]).half())",
    "T.multinomial(T.ones(3), 4)",
    "T.multinomial(T.zeros(3), 1)",
    "T.multinomial(T.ones(3), 2, out=T.empty(0))",
    "T.empty(3, dtype=T.int64).uniform_()",
    "T.empty(3, dtype=T.int64).exponential_()",
    "T.empty(3).exponential_(-1.0)",
    "T.empty(3).geometric_(1.0)",
    "T.empty(3).normal_(0.0, -1.0)",
    "T.empty(1).expand(5).uniform_()",
)


@pytest.mark.parametrize("text", FORMS)
def test_forms(text: str) -> None:
    compare_or_refuse(text)


# PyTorch orders equal draws as the C++ library's sort leaves them, which no stream determines.
# Draws of 16 bits are often equal. What is drawn is the same, and so is what is left.
@pytest.mark.parametrize("seed", range(5))
def test_equal_draws_differ_in_order_only(seed: int) -> None:
    text = "T.multinomial(T.ones(300, dtype=T.bfloat16), 300)"
    pytest.importorskip("ml_dtypes")
    torch.manual_seed(seed)
    fb.manual_seed(seed)
    want, got = evaluate(torch, text).numpy(), evaluate(fb, text).numpy()
    assert np.array_equal(np.sort(want), np.sort(got))
    assert np.mean(want == got) > 0.5
    assert np.array_equal(torch.get_rng_state().numpy(), fb.get_rng_state().numpy())


# The sum over many columns rounds as the processor's vectors are wide.
@pytest.mark.parametrize("columns", [16, 1000])
def test_wide_dirichlet_samples_differ_in_rounding_only(columns: int) -> None:
    torch.manual_seed(1)
    fb.manual_seed(1)
    text = f"T._sample_dirichlet(T.ones(3, {columns}, dtype=T.float64))"
    want, got = evaluate(torch, text).numpy(), evaluate(fb, text).numpy()
    np.testing.assert_allclose(got, want, rtol=1e-14)
    assert np.array_equal(torch.get_rng_state().numpy(), fb.get_rng_state().numpy())


GRADIENTS = {
    "T.normal(x, 1.0)": 3,
    "T.normal(x, x.abs())": 3,
    "T.bernoulli(x.abs() / 9)": 3,
    "T.poisson(x.abs())": 3,
    "x.clone().uniform_()": 3,
    "x.clone().bernoulli_(0.5)": 3,
    "x.clone().random_(4)": 3,
}


@pytest.mark.parametrize("text", GRADIENTS)
def test_gradients_are_zero(text: str) -> None:
    for library in (torch, fb):
        x = library.ones(3).requires_grad_()
        out = eval(text, {"T": library, "x": x})
        assert out.requires_grad
        out.sum().backward()
        assert x.grad.tolist() == [0.0] * 3


def test_states_are_exchanged_with_a_waiting_normal() -> None:
    torch.manual_seed(3)
    torch._standard_gamma(torch.ones(3))  # an odd number of normals
    fb.set_rng_state(fb.from_numpy(torch.get_rng_state().numpy()))
    for text in ("T._standard_gamma(T.ones(4))", "T.randn(3)", "T.rand(4)"):
        want, got = evaluate(torch, text), evaluate(fb, text)
        assert np.array_equal(want.numpy(), got.numpy())


def test_forked_streams_go_on_alike() -> None:
    for library in (torch, fb):
        library.manual_seed(5)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch may warn of many devices
            with library.random.fork_rng():
                library.rand(3)
    assert np.array_equal(torch.rand(3).numpy(), fb.rand(3).numpy())
