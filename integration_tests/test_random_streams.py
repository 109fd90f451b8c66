"""Same seed, same numbers: the samplers of firebrick_core against PyTorch's, bit for bit.

Every case draws twice from one seed, so that what a draw leaves in the generator counts as well,
and then compares the whole state of the two generators.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from other_streams import REASON, from_another_stream

from firebrick_core._generator import Generator
from firebrick_core._random_integers import multinomial, randint_, random_, randperm_
from firebrick_core._samplers import (
    bernoulli_,
    cauchy_,
    dropout_noise_,
    exponential_,
    geometric_,
    log_normal_,
    normal_,
    normal_around,
    uniform_,
)

torch = pytest.importorskip("torch")

SEEDS = range(20)
SIZES = (1, 2, 7, 15, 16, 17, 31, 100, 1000, 10_000)


class Case(NamedTuple):
    name: str
    dtype: str
    theirs: Callable[[Any, Any], Any]  # (size, dtype)
    ours: Callable[[Generator, np.ndarray], Any]


def method(sampler: Callable[..., Any], *params: Any, dtype: str = "float32", **named: Any) -> Case:
    """A sampler that has the name and the arguments of a Tensor method."""
    name = sampler.__name__

    def theirs(size: int, torch_dtype: Any) -> Any:
        return getattr(torch.empty(size, dtype=torch_dtype), name)(*params, **named)

    def ours(generator: Generator, out: np.ndarray) -> Any:
        return sampler(generator, out, *params, **named)

    given = ", ".join([*map(str, params), *(f"{key}={value}" for key, value in named.items())])
    return Case(f"{name}({given})", dtype, theirs, ours)


def integers(low: int | None, high: int | None, dtype: str) -> Case:
    def theirs(size: int, torch_dtype: Any) -> Any:
        tensor = torch.empty(size, dtype=torch_dtype)
        return tensor.random_() if low is None else tensor.random_(low, high)

    def ours(generator: Generator, out: np.ndarray) -> Any:
        return random_(generator, out) if low is None else randint_(generator, out, low, high)

    return Case(f"random_({low}, {high})", dtype, theirs, ours)


def probabilities(size: int) -> np.ndarray:
    return np.linspace(0.0, 1.0, size)


FLOATS = ("float32", "float64", "float16")
CASES = [
    *(method(uniform_, dtype=dtype) for dtype in (*FLOATS, "complex64", "complex128")),
    *(method(uniform_, -0.3, 0.75, dtype=dtype) for dtype in FLOATS),
    *(method(uniform_, 1e-3, 1.7, dtype=dtype) for dtype in FLOATS),
    *(method(uniform_, -0.1234567, 0.1234567, dtype=dtype) for dtype in FLOATS),
    *(method(uniform_, 5.0, 5.0, dtype=dtype) for dtype in FLOATS),
    *(method(normal_, dtype=dtype) for dtype in (*FLOATS, "complex64", "complex128")),
    *(method(normal_, 1.3, 2.7, dtype=dtype) for dtype in (*FLOATS, "complex64")),
    *(method(normal_, 0.0, 0.02, dtype=dtype) for dtype in FLOATS),
    *(method(normal_, -4.0, 1.0, dtype=dtype) for dtype in FLOATS),
    *(method(normal_, 2.0, 0.0, dtype=dtype) for dtype in FLOATS),
    *(method(log_normal_, dtype=dtype) for dtype in FLOATS),
    *(method(log_normal_, 0.3, 0.5, dtype=dtype) for dtype in FLOATS),
    *(method(exponential_, dtype=dtype) for dtype in FLOATS),
    *(method(exponential_, 1.5, dtype=dtype) for dtype in FLOATS),
    method(exponential_, math.inf),
    *(method(cauchy_, dtype=dtype) for dtype in FLOATS),
    *(method(cauchy_, 0.3, 1.7, dtype=dtype) for dtype in FLOATS),
    *(method(geometric_, 0.3, dtype=dtype) for dtype in (*FLOATS, "int64", "int32", "uint8")),
    method(geometric_, 0.001, dtype="int64"),
    *(method(bernoulli_, 0.3, dtype=dtype) for dtype in (*FLOATS, "int64", "uint8", "bool")),
    *(method(bernoulli_, p) for p in (0.0, 1.0, 1e-9, 0.1, 1 / 3)),
    *(
        Case(
            "bernoulli(p)",
            dtype,
            lambda size, torch_dtype: torch.bernoulli(
                torch.from_numpy(probabilities(size)).to(torch_dtype)
            ),
            lambda generator, out: bernoulli_(
                generator, out, probabilities(out.size).astype(out.dtype)
            ),
        )
        for dtype in FLOATS
    ),
    *(
        Case(
            f"dropout({p})",
            dtype,
            lambda size, torch_dtype, p=p: torch.nn.functional.dropout(
                torch.ones(size, dtype=torch_dtype), p, True
            ),
            lambda generator, out, p=p: dropout_noise_(generator, out, p),
        )
        for dtype in FLOATS
        for p in (0.0, 0.1, 0.4, 0.5, 1.0)
    ),
    *(
        integers(None, None, dtype)
        for dtype in (*FLOATS, "int64", "int32", "int16", "int8", "uint8", "bool")
    ),
    *(
        integers(0, 10, dtype)
        for dtype in (
            *FLOATS,
            "int64",
            "int32",
            "int16",
            "int8",
            "uint8",
            "uint16",
            "uint32",
            "uint64",
        )
    ),
    *(integers(-7, 100, dtype) for dtype in (*FLOATS, "int64", "int32", "int16", "int8")),
    integers(0, 2, "bool"),
    integers(0, 2**28 - 1, "int64"),
    integers(0, 2**28, "int64"),
    integers(-(2**40), 2**40, "int64"),
    integers(-(2**63), 2**63 - 1, "int64"),
    integers(-(2**63), None, "int64"),
    integers(-(2**63), None, "float32"),
    integers(-(2**63), None, "float64"),
    integers(3, None, "int64"),
    integers(3, None, "float16"),
    integers(3, None, "uint32"),
    integers(-(2**31), 2**31, "int32"),
    integers(-(2**53), 2**53, "float64"),
    integers(-(2**24), 2**24 + 1, "float32"),
    *(
        Case(
            "randperm",
            dtype,
            lambda size, torch_dtype: torch.randperm(size, dtype=torch_dtype),
            randperm_,
        )
        for dtype in ("int64", "int32", "float32", "float64")
    ),
    Case(
        "normal(mean, std)",
        "float32",
        lambda size, _: torch.normal(torch.linspace(-1, 1, size), torch.linspace(0, 3, size)),
        lambda generator, out: normal_around(
            generator,
            out,
            torch.linspace(-1, 1, out.size).numpy(),
            torch.linspace(0, 3, out.size).numpy(),
        ),
    ),
    Case(
        "normal(mean, 1.7)",
        "float64",
        lambda size, dtype: torch.normal(torch.linspace(-1, 1, size, dtype=dtype), 1.7),
        lambda generator, out: normal_around(
            generator, out, torch.linspace(-1, 1, out.size, dtype=torch.float64).numpy(), 1.7
        ),
    ),
    Case(
        "normal(0.3, std)",
        "float32",
        lambda size, _: torch.normal(0.3, torch.linspace(0, 3, size)),
        lambda generator, out: normal_around(
            generator, out, 0.3, torch.linspace(0, 3, out.size).numpy()
        ),
    ),
]


def bits(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array).view(np.uint8)


def assert_same_bits(theirs: Any, ours: np.ndarray, where: str) -> None:
    expected = theirs.numpy()
    assert (ours.dtype, ours.shape) == (expected.dtype, expected.shape), where
    if not np.array_equal(bits(expected), bits(ours)):
        different = np.flatnonzero(
            ~((expected == ours) | ((expected != expected) & (ours != ours)))
        )
        first = different[:3]
        raise AssertionError(
            f"{where}: {different.size} of {ours.size} differ, the first at {first}: "
            f"{expected.reshape(-1)[first]} there, {ours.reshape(-1)[first]} here"
        )


@pytest.mark.parametrize("case", CASES, ids=[f"{case.name}-{case.dtype}" for case in CASES])
def test_samplers_draw_the_same_bits(case: Case) -> None:
    torch_dtype, dtype = getattr(torch, case.dtype), np.dtype(case.dtype)
    if from_another_stream(torch, lambda: case.theirs(1000, torch_dtype)):
        pytest.skip(REASON)
    generator = Generator()
    for size in SIZES:
        for seed in SEEDS:
            torch.manual_seed(seed)
            generator.manual_seed(seed)
            for draw in range(2):
                where = f"size {size}, seed {seed}, draw {draw}"
                out = np.empty(size, dtype)
                case.ours(generator, out)
                assert_same_bits(case.theirs(size, torch_dtype), out, where)
            assert np.array_equal(torch.get_rng_state().numpy(), generator.get_state())


BFLOAT16 = [
    ("uniform_", uniform_, (-0.3, 0.7)),
    ("normal_", normal_, (1.3, 0.7)),
    ("exponential_", exponential_, (1.5,)),
    ("cauchy_", cauchy_, ()),
    ("geometric_", geometric_, (0.1,)),
    ("bernoulli_", bernoulli_, (0.1,)),
    ("random_", random_, ()),
    ("random_", randint_, (0, 200)),
]


@pytest.mark.parametrize(("name", "sampler", "params"), BFLOAT16)
def test_bfloat16_draws_the_same_bits(name: str, sampler: Any, params: tuple[Any, ...]) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    many = torch.empty(1000, dtype=torch.bfloat16)
    if from_another_stream(torch, lambda: getattr(many, name)(*params)):
        pytest.skip(REASON)
    generator = Generator()
    for size in SIZES:
        torch.manual_seed(size)
        generator.manual_seed(size)
        for draw in range(2):
            theirs = getattr(torch.empty(size, dtype=torch.bfloat16), name)(*params)
            ours = sampler(generator, np.empty(size, ml_dtypes.bfloat16), *params)
            assert_same_bits(theirs.view(torch.int16), ours.view(np.int16), f"{size}, draw {draw}")
        assert np.array_equal(torch.get_rng_state().numpy(), generator.get_state())


# a dense shape, and what makes the view to fill of it
LAYOUTS: list[tuple[tuple[int, ...], Callable[[np.ndarray], np.ndarray]]] = [
    ((8, 6), lambda x: x.T),
    ((8, 6), lambda x: x[:, ::2]),
    ((4, 3, 5, 2), lambda x: x.swapaxes(1, 3)),
    ((4, 3, 5, 2), lambda x: x.swapaxes(0, 2)[1:, :, ::3]),
    ((1, 7, 1, 3), lambda x: x.swapaxes(1, 3)),
    ((2, 3, 4, 4), lambda x: x.transpose(0, 3, 1, 2)),
]
LAID_OUT = [
    *(("uniform_", uniform_, (), dtype) for dtype in ("float32", "float64", "complex64")),
    *(("normal_", normal_, (1.0, 2.0), dtype) for dtype in ("float32", "float64", "complex64")),
    ("bernoulli_", bernoulli_, (0.4,), "float32"),
    ("exponential_", exponential_, (), "float64"),
    ("random_", randint_, (0, 1000), "int64"),
]


@pytest.mark.parametrize("layout", range(len(LAYOUTS)))
@pytest.mark.parametrize(("name", "sampler", "params", "dtype"), LAID_OUT)
def test_strided_arrays_are_filled_in_pytorchs_order(
    name: str, sampler: Any, params: tuple[Any, ...], dtype: str, layout: int
) -> None:
    if from_another_stream(torch, lambda: getattr(torch.empty(1000), name)(*params)):
        pytest.skip(REASON)
    generator = Generator().manual_seed(5)
    torch.manual_seed(5)
    for draw in range(2):
        shape, view = LAYOUTS[layout]
        ours = view(np.zeros(shape, dtype))
        theirs = torch.from_numpy(view(np.zeros(shape, dtype)))
        assert [stride * ours.itemsize for stride in theirs.stride()] == list(ours.strides)
        getattr(theirs, name)(*params)
        sampler(generator, ours, *params)
        assert_same_bits(theirs, ours, f"draw {draw}")
    assert np.array_equal(torch.get_rng_state().numpy(), generator.get_state())


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", [(3,), (1000,), (7, 50)])
@pytest.mark.parametrize(
    ("samples", "replacement"), [(1, False), (3, False), (1, True), (60, True)]
)
def test_multinomial_draws_the_same_categories(
    dtype: str, shape: tuple[int, ...], samples: int, replacement: bool
) -> None:
    if from_another_stream(torch, lambda: torch.empty(1000).exponential_()):
        pytest.skip(REASON)
    weights = np.random.RandomState(0).random_sample(shape).astype(dtype)
    weights.reshape(-1)[1] = 0.0
    for layout in (weights, np.asfortranarray(weights)):
        for seed in SEEDS:
            torch.manual_seed(seed)
            generator = Generator().manual_seed(seed)
            for draw in range(2):
                theirs = torch.multinomial(torch.from_numpy(layout), samples, replacement)
                ours = multinomial(generator, layout, samples, replacement)
                assert_same_bits(theirs, ours, f"seed {seed}, draw {draw}")
            assert np.array_equal(torch.get_rng_state().numpy(), generator.get_state())


@pytest.mark.parametrize("size", [701, 5000, 100_000])
def test_large_permutations_are_the_same(size: int) -> None:
    torch.manual_seed(size)
    ours = randperm_(Generator().manual_seed(size), np.empty(size, np.int64))
    assert_same_bits(torch.randperm(size), ours, str(size))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_million_normals_are_the_same(dtype: str) -> None:
    torch.manual_seed(0)
    theirs = torch.empty(1_000_003, dtype=getattr(torch, dtype)).normal_(0.5, 1.7)
    ours = normal_(Generator().manual_seed(0), np.empty(1_000_003, dtype), 0.5, 1.7)
    assert_same_bits(theirs, ours, dtype)


@pytest.mark.parametrize("seed", [0, 1, -1, -(2**63), 2**32, 2**63, 2**64 - 1])
@pytest.mark.parametrize("drawn", [0, 1, 623, 624, 625, 3000])
def test_states_are_exchanged_both_ways(seed: int, drawn: int) -> None:
    theirs, ours = torch.Generator().manual_seed(seed), Generator().manual_seed(seed)
    assert theirs.initial_seed() == ours.initial_seed()
    torch.rand(drawn, generator=theirs)
    torch.randn(drawn % 2, generator=theirs)  # leaves a normal of a pair behind
    state = theirs.get_state().numpy()
    ours.set_state(state)
    assert np.array_equal(ours.get_state(), state)
    assert ours.initial_seed() == theirs.initial_seed()
    back = torch.Generator()
    back.set_state(torch.from_numpy(ours.state_array()))
    for size in (1, 20):
        expected = torch.randn(size, generator=theirs)
        assert_same_bits(expected, normal_(ours, np.empty(size, np.float32)), f"ours, {size}")
        assert torch.equal(torch.randn(size, generator=back), expected)


def test_a_new_generator_starts_from_the_same_seed() -> None:
    assert Generator().initial_seed() == torch.Generator().initial_seed()
    assert np.array_equal(Generator().get_state(), torch.Generator().get_state().numpy())
