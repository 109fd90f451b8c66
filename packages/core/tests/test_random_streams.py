"""The random streams: PyTorch's numbers, states, layouts, threads and errors, with NumPy only.

The golden numbers were drawn with PyTorch 2.13 on x86-64. Those that come from integer arithmetic
or from float32 are compared bit for bit; float64 ones in which a C library's `log` or `tan` takes
part may differ in the last bit from one library to the next.
"""

from __future__ import annotations

import copy
import math
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from firebrick_core import _box_muller, _generator, _random_integers, _samplers
from firebrick_core._generator import Generator, default_generator
from firebrick_core._random_integers import multinomial, randint_, random_, randperm_
from firebrick_core._samplers import (
    bernoulli_,
    cauchy_,
    dropout_noise_,
    exponential_,
    geometric_,
    log_normal_,
    memory_order,
    normal_,
    normal_around,
    uniform_,
)

# sampler, arguments, dtype
SAMPLERS: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (uniform_, (), "float32"),
    (uniform_, (), "float64"),
    (uniform_, (), "float16"),
    (uniform_, (), "complex64"),
    (uniform_, (-0.3, 0.7), "float32"),
    (uniform_, (-0.3, 0.75), "float64"),
    (normal_, (), "float32"),
    (normal_, (1.0, 2.0), "float32"),
    (normal_, (1.0, 2.0), "float16"),
    (normal_, (1.0, 2.5), "float64"),
    (normal_, (), "complex128"),
    (log_normal_, (0.0, 0.5), "float32"),
    (log_normal_, (0.0, 0.5), "float64"),
    (exponential_, (1.5,), "float32"),
    (exponential_, (1.5,), "float64"),
    (cauchy_, (), "float32"),
    (cauchy_, (0.5, 1.5), "float64"),
    (geometric_, (0.3,), "int64"),
    (geometric_, (0.3,), "float32"),
    (bernoulli_, (0.3,), "float32"),
    (bernoulli_, (0.3,), "bool"),
    (dropout_noise_, (0.4,), "float32"),
    (random_, (), "int64"),
    (random_, (), "float32"),
    (randint_, (0, 10), "int64"),
    (randint_, (-(2**40), 2**40), "int64"),
    (randint_, (-5, 100), "float16"),
    (randperm_, (), "int64"),
]
IDS = [f"{sampler.__name__}{params}-{dtype}" for sampler, params, dtype in SAMPLERS]


def draw(sampler: Callable[..., Any], size: int, dtype: str, *params: Any, seed: int = 0) -> Any:
    return sampler(Generator().manual_seed(seed), np.empty(size, dtype), *params)


# --- PyTorch's numbers ----------------------------------------------------------------------------

GOLDEN: list[tuple[Any, ...]] = [
    (
        uniform_,
        (),
        "float32",
        [0.028979241847991943, 0.4018985629081726, 0.25984418392181396],
        4042960835,
    ),
    (
        uniform_,
        (),
        "float64",
        [0.2318341720884639, 0.07875386135027063, 0.46640616040796923],
        1073843089,
    ),
    (uniform_, (), "float16", [0.0289764404296875, 0.40185546875, 0.259765625], 425738724),
    (
        uniform_,
        (-0.3, 0.7),
        "float32",
        [-0.271020770072937, 0.10189855098724365, -0.04015582799911499],
        1270277785,
    ),
    (
        uniform_,
        (-0.3, 0.75),
        "float64",
        [-0.056574119307112876, -0.21730844558221582, 0.1897264684283677],
        3154696540,
    ),
    (
        normal_,
        (),
        "float32",
        [-0.1117185652256012, -0.49659010767936707, 0.16307370364665985],
        2460168745,
    ),
    (
        normal_,
        (1.0, 2.5),
        "float32",
        [0.7207036018371582, -0.24147526919841766, 1.4076842069625854],
        3882701471,
    ),
    (normal_, (), "float16", [-0.1116943359375, -0.49658203125, 0.1630859375], 3229869414),
    (
        normal_,
        (1.0, 2.5),
        "float64",
        [0.779224801530677, 1.855121885008908, 2.027920141135483],
        None,
    ),
    (bernoulli_, (0.3,), "float32", [1.0, 1.0, 0.0], 1243902566),
    (
        dropout_noise_,
        (0.4,),
        "float32",
        [1.6666666269302368, 1.6666666269302368, 1.6666666269302368],
        3067840874,
    ),
    (
        random_,
        (),
        "int64",
        [
            3532910284440527571,
            2252509165406510133,
            8074651545468362100,
            5263936763381405689,
            5164642029029087921,
        ],
        2983621927,
    ),
    (random_, (), "float32", [486142.0, 6742612.0, 4359303.0], 799883383),
    (randint_, (0, 10), "int64", [5, 1, 6, 5, 6], 3706560720),
    (
        randint_,
        (-1099511627776, 1099511627776),
        "int64",
        [204000912083, 166721346613, -220709298828, -443363633159, -481634755919],
        1848823708,
    ),
    (randint_, (-5, 100), "float16", [85.0, 76.0, 16.0], 4231977067),
    (randperm_, (), "int64", [775, 760, 390, 842, 624], 3446579549),
    (geometric_, (0.3,), "int64", [5, 8, 3, 3, 3], 750025210),
    (
        exponential_,
        (1.5,),
        "float64",
        [0.1758330982549336, 0.0546853512749088, 0.4187468862932087],
        None,
    ),
    (
        cauchy_,
        (0.5, 1.5),
        "float64",
        [-1.181780428991274, -5.438534110381369, 0.3411023719796698],
        None,
    ),
    (
        log_normal_,
        (0.0, 0.5),
        "float64",
        [1.0233332903710775, 1.2228710490996326, 0.6030443422477948],
        None,
    ),
]


@pytest.mark.parametrize(("sampler", "params", "dtype", "first", "check"), GOLDEN)
def test_first_numbers_are_pytorchs(
    sampler: Callable[..., Any],
    params: tuple[Any, ...],
    dtype: str,
    first: list[float],
    check: int | None,
) -> None:
    drawn = draw(sampler, 1000, dtype, *params, seed=1234)
    if check is None:
        np.testing.assert_allclose(drawn[: len(first)], first, rtol=4e-16, atol=0)
    else:
        assert drawn[: len(first)].tolist() == first
        assert crc32(drawn.astype(drawn.dtype.newbyteorder("<")).tobytes()) == check


def test_few_normals_come_in_pairs_that_outlive_a_call() -> None:
    generator = Generator().manual_seed(1234)
    drawn = [float(normal_(generator, np.empty(1))[0]) for _ in range(3)]
    np.testing.assert_allclose(
        drawn, [0.04613046189666927, 0.4024028259218943, -1.0115290977852016], rtol=4e-16
    )


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, 0.49625658988952637),
        (1, 0.7576315999031067),
        (-1, 0.9937993884086609),
        (2**32, 0.49625658988952637),
        (2**32 + 5, 0.8302518725395203),
        (2**64 - 1, 0.9937993884086609),
        (-(2**63), 0.49625658988952637),
    ],
)
def test_seeds_map_to_pytorchs_streams(seed: int, expected: float) -> None:
    assert float(draw(uniform_, 1, "float32", seed=seed)[0]) == expected


def test_multinomial_is_pytorchs() -> None:
    weights = np.arange(1, 21, dtype=np.float32)
    assert multinomial(Generator().manual_seed(1234), weights, 6).tolist() == [
        11,
        17,
        14,
        16,
        15,
        6,
    ]
    drawn = multinomial(Generator().manual_seed(1234), weights, 6, replacement=True)
    assert drawn.tolist() == [9, 5, 13, 12, 12, 10]


def test_normal_with_arrays_of_means_and_deviations() -> None:
    mean, std = np.array([-1.0, 0.0, 1.0]), np.array([0.5, 0.0, 2.0])
    plain = draw(normal_, 3, "float64", seed=3)
    assert np.array_equal(draw(normal_around, 3, "float64", mean, std, seed=3), plain * std + mean)
    scaled = draw(normal_, 3, "float64", 0.0, 1.5, seed=3)
    assert np.array_equal(draw(normal_around, 3, "float64", mean, 1.5, seed=3), scaled + mean)


def test_bernoulli_of_an_array_takes_a_word_or_two() -> None:
    p = np.linspace(0.0, 1.0, 50)
    for dtype in ("float32", "float64"):
        unit = draw(uniform_, 50, dtype, seed=4)
        drawn = draw(bernoulli_, 50, "int8", p.astype(dtype), seed=4)
        assert np.array_equal(drawn, unit < p.astype(dtype))
        assert drawn[0] == 0 and drawn[-1] == 1


# --- what must not matter -------------------------------------------------------------------------


@pytest.mark.parametrize(("sampler", "params", "dtype"), SAMPLERS, ids=IDS)
@pytest.mark.parametrize("chunk", [32, 96])
@pytest.mark.parametrize("size", [1, 15, 16, 100, 999])
def test_chunks_do_not_change_numbers(
    monkeypatch: pytest.MonkeyPatch,
    sampler: Callable[..., Any],
    params: tuple[Any, ...],
    dtype: str,
    chunk: int,
    size: int,
) -> None:
    whole, parts = (Generator().manual_seed(5) for _ in range(2))
    expected = [sampler(whole, np.empty(size, dtype), *params) for _ in range(2)]
    for module in (_samplers, _random_integers):
        monkeypatch.setattr(module, "CHUNK", chunk)
    for array in expected:
        assert np.array_equal(sampler(parts, np.empty(size, dtype), *params), array)
    assert np.array_equal(whole.get_state(), parts.get_state())


@pytest.mark.parametrize(("sampler", "params", "dtype"), SAMPLERS[:-1], ids=IDS[:-1])
def test_arrays_are_filled_in_the_order_of_memory(
    sampler: Callable[..., Any], params: tuple[Any, ...], dtype: str
) -> None:
    turned = sampler(
        Generator().manual_seed(6), np.empty((4, 2, 3), dtype).transpose(2, 0, 1), *params
    )
    gaps = np.zeros((4, 4, 3), dtype)
    with_gaps = sampler(Generator().manual_seed(6), gaps[:, ::2], *params)
    assert np.array_equal(memory_order(turned), with_gaps)
    assert not gaps[:, 1::2].any()
    if sampler is not normal_:  # contiguous ones are made in blocks
        plain = sampler(Generator().manual_seed(6), np.empty((4, 2, 3), dtype), *params)
        assert np.array_equal(plain, with_gaps)


@pytest.mark.parametrize(("sampler", "params", "dtype"), SAMPLERS, ids=IDS)
def test_nothing_is_drawn_for_an_empty_array(
    sampler: Callable[..., Any], params: tuple[Any, ...], dtype: str
) -> None:
    generator = Generator().manual_seed(7)
    before = generator.get_state()
    assert sampler(generator, np.empty(0, dtype), *params).shape == (0,)
    assert np.array_equal(generator.get_state(), before)


def test_pairs_of_floats_and_of_arrays_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    uniform = draw(uniform_, 16, "float64")
    floats = _box_muller.pairs64(uniform.copy())
    monkeypatch.setattr(_box_muller, "_SCALAR_PAIRS", 0)
    np.testing.assert_allclose(_box_muller.pairs64(uniform.copy()), floats, rtol=4e-16)


@pytest.mark.parametrize("size", [*range(1, 40), 1000, 20_000])
def test_shuffling_at_once_is_the_loop(size: int) -> None:
    rng = np.random.RandomState(size)
    steps = np.arange(size - 1)
    partners = steps + rng.randint(0, size - steps, dtype=np.int64)
    at_once = _random_integers._swap_at_once(partners, size)
    assert np.array_equal(at_once, _random_integers._swap_in_loop(partners, size))


@pytest.mark.parametrize("size", [0, 1, 2, 700, 701, 5000])
def test_permutations_hold_every_number_once(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    assert np.array_equal(np.sort(draw(randperm_, size, "int64")), np.arange(size))
    monkeypatch.setattr(_random_integers, "_WIDE_PERMUTATION", 0)
    assert np.array_equal(np.sort(draw(randperm_, size, "int64")), np.arange(size))


def test_fused_multiply_add_rounds_once() -> None:
    from fractions import Fraction

    rng = np.random.RandomState(0)
    x = rng.standard_normal(2000)
    for factor, term in ((2.7, 1.3), (-1e-3, 0.25), (0.1, -0.01), (1.0, 3.0), (3.0, 0.0)):
        exact = [float(Fraction(v) * Fraction(factor) + Fraction(term)) for v in x.tolist()]
        assert _box_muller.multiply_add(x, factor, term).tolist() == exact
    assert _box_muller.multiply_add(np.array([2.0]), 1e300, 1.0).tolist() == [2e300]


@pytest.mark.parametrize(("dtype", "high"), [("float32", 0.7), ("float16", 1.0), ("float64", 0.7)])
def test_uniform_excludes_the_upper_bound(dtype: str, high: float) -> None:
    drawn = draw(uniform_, 50_000, dtype, -0.3 if high < 1 else 0.0, high)
    assert (drawn < np.dtype(dtype).type(high)).all()


def test_a_narrow_uniform_range_excludes_the_upper_bound_that_rounding_hits() -> None:
    low, high = np.float32(1.0), np.nextafter(np.float32(1.0), np.float32(2.0))
    assert (draw(uniform_, 1000, "float32", float(low), float(high)) == low).all()


# --- state ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawn", [0, 1, 5, 623, 624, 625, 2000])
def test_a_state_continues_where_it_was_taken(drawn: int) -> None:
    generator = Generator().manual_seed(8)
    uniform_(generator, np.empty(drawn, np.float32))
    normal_(generator, np.empty(drawn % 2))
    state = generator.get_state()
    others = [
        Generator().set_state(state),
        generator.clone_state(),
        pickle.loads(pickle.dumps(generator)),
        copy.deepcopy(generator),
        Generator().set_state(state.reshape(2, -1)),
    ]
    expected = normal_(generator, np.empty(33))
    for other in others:
        assert other.initial_seed() == 8
        assert np.array_equal(other.get_state(), state)
        assert np.array_equal(normal_(other, np.empty(33)), expected)
        assert np.array_equal(other.get_state(), generator.get_state())


def test_a_state_has_pytorchs_layout() -> None:
    generator = Generator().manual_seed(7)
    head = generator.state_array()[:32].view("<u8").tolist()
    assert head == [7, 1 << 32 | 1, 0, 7]  # seed; left = 1, seeded = 1; next; first word of the key
    normal_(generator, np.empty(1, np.float32))
    state = generator.state_array()
    assert (state.dtype, state.shape) == (np.uint8, (5056,))
    assert state[:24].view("<u8").tolist() == [7, 1 << 32 | 621, 4]
    np.testing.assert_allclose(state[5024:5032].view("<f8"), 0.7861412987235358, rtol=4e-16)
    assert state[5040:5044].view("<i4") == 1


def test_seeding_forgets_the_left_over_normal() -> None:
    generator = Generator().manual_seed(9)
    first = normal_(generator, np.empty(1))
    assert normal_(generator.manual_seed(9), np.empty(1)) == first


def test_default_generator_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    before = _generator.get_rng_state()
    try:
        assert _generator.manual_seed(11) is default_generator
        assert _generator.initial_seed() == 11
        state = _generator.get_rng_state()
        first = uniform_(default_generator, np.empty(3))
        _generator.set_rng_state(state)
        assert np.array_equal(uniform_(default_generator, np.empty(3)), first)
        seeds = {_generator.seed() for _ in range(3)}
        assert len(seeds) == 3 and _generator.initial_seed() in seeds
        monkeypatch.setattr(_generator.os, "urandom", lambda size: bytes(range(size)))
        assert _generator.seed() == int.from_bytes(bytes(range(8)), "little")
    finally:
        _generator.set_rng_state(before)


def test_threads_share_a_stream_without_losing_or_repeating_a_word() -> None:
    generator = Generator().manual_seed(12)
    drawn: list[np.ndarray] = []

    def work() -> None:
        for _ in range(50):
            drawn.append(random_(generator, np.empty(20, np.int64)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    expected = draw(random_, 4 * 50 * 20, "int64", seed=12)
    assert np.array_equal(np.sort(np.concatenate(drawn)), np.sort(expected))
    blocks = {block.tobytes() for block in expected.reshape(-1, 20)}
    assert {block.tobytes() for block in drawn} == blocks


def test_importing_loads_no_numpy_random() -> None:
    code = "import sys, firebrick_core; assert 'numpy.random' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], timeout=60, check=True)


# --- what is refused ------------------------------------------------------------------------------

ERRORS: list[tuple[Callable[..., Any], str, tuple[Any, ...], type[Exception], str]] = [
    (uniform_, "int64", (), NotImplementedError, "floating-point"),
    (uniform_, "float32", (2.0, 1.0), RuntimeError, r"from=2.0 > to=1.0; swap"),
    (uniform_, "float32", (0.0, 1e39), RuntimeError, "to is out of bounds for float32"),
    (uniform_, "float16", (0.0, 7e4), RuntimeError, "to is out of bounds for float16"),
    (uniform_, "float32", (math.nan, 1.0), RuntimeError, "from is out of bounds"),
    (uniform_, "float32", (-3e38, 3e38), RuntimeError, "to-from"),
    (normal_, "bool", (), NotImplementedError, "floating-point"),
    (normal_, "float32", (0.0, -1.0), RuntimeError, "std >= 0.0"),
    (normal_, "float32", (0.0, math.nan), RuntimeError, "std >= 0.0"),
    (normal_around, "float32", (0.0, np.array([-1.0])), RuntimeError, "all elements of std >= 0.0"),
    (log_normal_, "int64", (), NotImplementedError, "floating-point"),
    (log_normal_, "float32", (0.0, 0.0), RuntimeError, "std > 0.0"),
    (exponential_, "int64", (), RuntimeError, "continuous"),
    (exponential_, "float32", (0.0,), RuntimeError, "lambda > 0.0"),
    (exponential_, "float32", (math.nan,), RuntimeError, "lambda > 0.0"),
    (cauchy_, "int64", (), RuntimeError, "continuous"),
    (cauchy_, "float32", (0.0, -1.0), RuntimeError, "sigma > 0.0"),
    (geometric_, "bool", (0.5,), NotImplementedError, "integer or floating-point"),
    (geometric_, "float32", (0.0,), RuntimeError, r"in \(0, 1\)"),
    (geometric_, "float32", (1.0,), RuntimeError, r"in \(0, 1\)"),
    (bernoulli_, "complex64", (0.5,), NotImplementedError, "real dtype"),
    (bernoulli_, "float32", (1.5,), RuntimeError, r"in \[0, 1\], but got p=1.5"),
    (bernoulli_, "float32", (math.nan,), RuntimeError, r"in \[0, 1\]"),
    (
        bernoulli_,
        "float32",
        (np.array([0.5, 1.5, 0.5]),),
        RuntimeError,
        r"every p to be in \[0, 1\]",
    ),
    (bernoulli_, "float32", (np.array([1, 0, 1]),), NotImplementedError, "floating-point"),
    (dropout_noise_, "float32", (-0.1,), ValueError, "between 0 and 1"),
    (dropout_noise_, "float32", (1.1,), ValueError, "between 0 and 1"),
    (random_, "complex64", (), NotImplementedError, "real dtype"),
    (randint_, "complex64", (0, 5), RuntimeError, "integral"),
    (randint_, "int64", (5, 5), RuntimeError, "from=5 >= to=5"),
    (randint_, "float16", (2051, 2052), RuntimeError, "less than 'to'"),
    (randint_, "uint8", (-1, 5), RuntimeError, "from is out of bounds for uint8"),
    (randint_, "uint8", (0, 257), RuntimeError, "to - 1 is out of bounds for uint8"),
    (randint_, "bool", (0, 3), RuntimeError, "to - 1 is out of bounds for bool"),
    (randint_, "float16", (0, 70_000), RuntimeError, "to - 1 is out of bounds for float16"),
    (randint_, "int32", (-(2**63), None), RuntimeError, "from is out of bounds for int32"),
    (randperm_, "bool", (), NotImplementedError, "integer or floating-point"),
]


@pytest.mark.parametrize(("sampler", "dtype", "params", "error", "message"), ERRORS)
def test_bad_arguments_are_refused_before_anything_is_drawn(
    sampler: Callable[..., Any],
    dtype: str,
    params: tuple[Any, ...],
    error: type[Exception],
    message: str,
) -> None:
    generator = Generator().manual_seed(13)
    before = generator.get_state()
    with pytest.raises(error, match=message):
        sampler(generator, np.empty(3, dtype), *params)
    assert np.array_equal(generator.get_state(), before)


def test_a_permutation_that_the_dtype_cannot_hold_is_refused() -> None:
    assert sorted(draw(randperm_, 256, "uint8").tolist()) == list(range(256))
    with pytest.raises(RuntimeError, match="n cannot be greater than 256 for uint8"):
        draw(randperm_, 257, "uint8")


def test_integers_that_a_float_cannot_hold_are_warned_of() -> None:
    with pytest.warns(UserWarning, match=r"to - 1 is out of bounds \[-\(2\^24\), 2\^24\]"):
        drawn = draw(randint_, 100, "float32", 0, 2**40)
    assert (drawn < 2**40).all()


@pytest.mark.parametrize(
    ("weights", "samples", "replacement", "message"),
    [
        ([1, 2], 1, False, "only supports floating-point dtypes"),
        ([[[1.0]]], 1, False, "1 or 2 dim"),
        ([1.0, 1.0], 0, False, "n_sample <= 0"),
        ([1.0, 1.0], 3, False, "without replacement, got 3 of 2"),
        ([1.0, -1.0], 1, False, "element < 0"),
        ([1.0, math.nan], 2, True, "element < 0"),
        ([1.0, math.inf], 2, True, "element < 0"),
        ([[1.0, 1.0], [0.0, 0.0]], 2, True, "sum of probabilities <= 0"),
    ],
)
def test_multinomial_refuses(weights: Any, samples: int, replacement: bool, message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        multinomial(Generator(), np.array(weights), samples, replacement)


@pytest.mark.parametrize(
    ("seed", "error", "message"),
    [
        (2**64, ValueError, r"from -2\*\*63 to 2\*\*64 - 1"),
        (-(2**63) - 1, ValueError, r"from -2\*\*63 to 2\*\*64 - 1"),
        (1.5, RuntimeError, "expected a long, but got float"),
        (True, RuntimeError, "expected a long, but got bool"),
        ("3", RuntimeError, "expected a long, but got str"),
        (None, RuntimeError, "expected a long, but got NoneType"),
    ],
)
def test_bad_seeds_are_refused(seed: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Generator().manual_seed(seed)


@pytest.mark.parametrize(
    ("damage", "error", "message"),
    [
        (lambda state: state.astype(np.float32), TypeError, "array of uint8, but got float32"),
        (lambda state: state.tolist(), TypeError, "array of uint8, but got list"),
        (lambda state: state[:-1], RuntimeError, "size to be 5055"),
        (lambda state: np.zeros_like(state), RuntimeError, "Invalid mt19937 state"),
        (lambda state: np.full_like(state, 255), RuntimeError, "Invalid mt19937 state"),
    ],
)
def test_bad_states_are_refused(damage: Any, error: type[Exception], message: str) -> None:
    generator = Generator().manual_seed(14)
    state = generator.state_array()
    with pytest.raises(error, match=message):
        generator.set_state(damage(state))
    assert np.array_equal(generator.state_array(), state)


def test_other_devices_have_no_generator() -> None:
    with pytest.raises(RuntimeError, match="expected the device 'cpu', got 'meta'"):
        Generator("meta")
