"""Creation functions beside PyTorch's: the same bits, strides, types, and types of errors."""

import random

import numpy as np
import pytest

import firebrick_core as fb

torch = pytest.importorskip("torch")
pytest.importorskip("ml_dtypes")

FLOATS = ["float32", "float64", "float16", "bfloat16"]


def bits(t):
    """The bytes of a tensor of either library."""
    if isinstance(t, fb.Tensor):
        return t._array.tobytes()
    return (t.view(torch.int16) if t.dtype == torch.bfloat16 else t).numpy().tobytes()


def of_both(name, *args, dtype, **options):
    theirs = getattr(torch, name)(*args, dtype=getattr(torch, dtype), **options)
    return getattr(fb, name)(*args, dtype=getattr(fb, dtype), **options), theirs


def random_bounds(seed):
    choose = random.Random(seed)
    start, end = choose.uniform(-5, 5), choose.uniform(5, 60)
    return start, end, choose.uniform(0.02, 1.5), choose.choice([1, 2, 3, 17, 64, 65, 1000])


def vectors_of_32_bytes():
    """Whether PyTorch makes ranges as it does where `arange` here was compared with it."""
    return torch.backends.cpu.get_cpu_capability() in ("AVX2", "AVX512")


@pytest.mark.parametrize("dtype", FLOATS)
def test_ranges_have_the_same_bits(dtype):
    if not vectors_of_32_bytes():
        pytest.skip("other processors round otherwise")
    for seed in range(100):
        start, end, step, _ = random_bounds(seed)
        for args in ((start, end, step), (end, start, -step), (0, int(end), 1)):
            ours, theirs = of_both("arange", *args, dtype=dtype)
            assert bits(ours) == bits(theirs), args


@pytest.mark.parametrize("dtype", [*FLOATS, "complex64", "int64", "int32"])
def test_spacing_has_the_same_bits(dtype):
    if np.finfo(np.longdouble).nmant < 60 and dtype == "float64":
        pytest.skip("needs a type wider than float64")
    for seed in range(100):
        start, end, _, steps = random_bounds(seed)
        if dtype.startswith("complex"):
            start, end = complex(start, -1.5), complex(end, 3.25)
        ours, theirs = of_both("linspace", start, end, steps, dtype=dtype)
        assert bits(ours) == bits(theirs), (start, end, steps)


@pytest.mark.parametrize("dtype", [*FLOATS, "complex64", "int64", "int32"])
def test_powers_have_the_same_values(dtype):
    """To a rounding: powers are each library's own."""
    tolerance = {"float16": 2e-3, "bfloat16": 2e-2}.get(dtype, 2e-6)
    for seed in range(50):
        start, end, _, steps = random_bounds(seed)
        ours, theirs = of_both("logspace", start / 10, end / 20, steps, dtype=dtype)
        whole = dtype.startswith("int")  # a rounding may carry a power over a whole number
        np.testing.assert_allclose(ours.tolist(), theirs.tolist(), tolerance, atol=whole)


SHAPES = [(2, 3, 4), (1, 4), (3, 1), (2, 1, 3), (1, 1), (5,), ()]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_order_of_memory_is_kept_alike(shape):
    """Of every permutation, slice and expansion of tensors of these shapes."""
    compared = 0
    for seed in range(60):
        choose = random.Random(seed)
        theirs, ours = torch.ones(shape), fb.ones(shape)
        for _ in range(choose.randint(0, 3)):
            what, dim = choose.randrange(3), choose.randrange(max(len(shape), 1))
            if what == 0 and theirs.dim() > 1:
                other = choose.randrange(len(shape))
                theirs, ours = theirs.transpose(dim, other), ours.transpose(dim, other)
            elif what == 1 and theirs.dim() and theirs.shape[dim] == 1:
                sizes = [5 if d == dim else -1 for d in range(theirs.dim())]
                theirs, ours = theirs.expand(sizes), ours.expand(sizes)
            elif what == 2 and theirs.dim() and theirs.shape[dim] > 2:
                index = tuple(slice(None, None, 2 if d == dim else 1) for d in range(theirs.dim()))
                theirs, ours = theirs[index], ours[index]
        for make in ("empty_like", "zeros_like"):
            expected = getattr(torch, make)(theirs).stride()
            assert strides_that_matter(getattr(fb, make)(ours), expected), (theirs.stride(), seed)
            compared += 1
    assert compared == 120


def strides_that_matter(ours, expected):
    """Whether strides agree; those of dimensions of one element say nothing."""
    sizes = zip(ours.shape, ours.stride(), expected, strict=True)
    return all(a == b for n, a, b in sizes if n > 1)


DATA = [
    "3",
    "[1, 2.5]",
    "[[], []]",
    "range(3)",
    "[range(2)] * 2",
    "[np.float64(2)]",
    "[np.int8(1)]",
]
DATA += [
    "[True, 2]",
    "[1, 2j]",
    "np.arange(3)",
    "[[1, 2], [3]]",
    "['a']",
    "'a'",
    "[1, [2]]",
    "None",
]
DATA += ["{1: 2}", "10**30", "[1, 2**63]", "[lib.tensor(1), 2.5]", "(1, 2)", "[1, 'a']", "[]", "1j"]
DTYPES = [None, "float32", "int64", "uint8", "bool", "complex64", "float16"]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("data", DATA)
def test_tensors_of_data(data, dtype):
    outcomes = []
    for lib in (torch, fb):
        value = eval(data, {"np": np, "lib": lib})
        try:
            t = lib.tensor(value, dtype=None if dtype is None else getattr(lib, dtype))
        except (TypeError, ValueError, RuntimeError, OverflowError) as error:
            outcomes.append(type(error))
        else:
            outcomes.append((str(t.dtype), tuple(t.shape), str(t.tolist())))
    assert outcomes[0] == outcomes[1]
