"""Every tensor prints as PyTorch prints it: a table of special cases, thousands of random ones."""

import contextlib
import random

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core._printing import get_printoptions, printoptions, tensor_text

torch = pytest.importorskip("torch")
ml_dtypes = pytest.importorskip("ml_dtypes")

DEFAULTS = {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": None}


@contextlib.contextmanager
def both_options(**options):
    """The same print options in both libraries."""
    try:
        torch.set_printoptions(profile="default")
        torch.set_printoptions(**options)
        with printoptions(profile="default"), printoptions(**options):
            yield
    finally:
        torch.set_printoptions(profile="default")


def array_of(tensor):
    """The tensor's elements as a NumPy array."""
    tensor = tensor.detach()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


# --- a table --------------------------------------------------------------------------------------

FLOATS = [
    [],
    [0.0],
    [-0.0],
    [1.0, 1000.0],
    [1.0, 1000.5],
    [1.0, 1001.0],
    [1e8],
    [1e8, 1e8 + 8],
    [99999999.0, 1.0],
    [1e-4],
    [1.0001e-4],
    [0.1, 1e-4],
    [0.99995],
    [9.99995, 99.99995],
    [float("nan")],
    [float("inf"), -float("inf"), 0.5],
    [float("inf"), 1.0],
    [1e30, 1e-30],
    [3.4e38, 1e-45],
    [0.5] * 30,
    [-0.5] * 30,
    [1e5] * 30,
]
DTYPES = ["float16", "bfloat16", "float32", "float64", "complex64", "complex128"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("values", FLOATS, ids=str)
def test_floats(values, dtype):
    theirs = torch.tensor(values, dtype=torch.float64).to(getattr(torch, dtype))
    if theirs.is_complex():
        theirs = theirs * (1 - 0.25j)
    ours = fb.from_numpy(array_of(theirs))
    assert repr(ours) == repr(theirs)


SHAPES = [(), (0,), (0, 3), (3, 0, 2), (1, 1), (2, 3), (2, 3, 4), (2, 1, 2, 1), (7, 143), (7, 144)]
SHAPES += [(1001,), (11, 11, 11), (5, 11, 20, 1), (1, 1, 1001), (2, 600)]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int64", "float32", "float64"])
def test_shapes(shape, dtype):
    theirs = torch.arange(int(np.prod(shape))).reshape(shape).to(getattr(torch, dtype))
    assert repr(fb.from_numpy(theirs.numpy())) == repr(theirs)
    transposed = theirs.permute(tuple(reversed(range(len(shape)))))
    assert repr(fb.from_numpy(theirs.numpy().T)) == repr(transposed)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", ["bool", "int64", "float32", "float64"])
def test_meta(shape, dtype):
    ours = fb.zeros(shape, dtype=getattr(fb, dtype), device="meta")
    theirs = torch.zeros(shape, dtype=getattr(torch, dtype), device="meta")
    assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("default", ["float32", "float64"])
@pytest.mark.parametrize(
    "dtype", ["float32", "float64", "complex64", "complex128", "int64", "bool"]
)
@pytest.mark.parametrize("shape", [(2,), (0,)])
def test_default_dtype(default, dtype, shape):
    try:
        torch.set_default_dtype(getattr(torch, default))
        fb.set_default_dtype(getattr(fb, default))
        theirs = torch.ones(shape, dtype=getattr(torch, dtype))
        assert repr(fb.from_numpy(theirs.numpy())) == repr(theirs)
    finally:
        torch.set_default_dtype(torch.float32)
        fb.set_default_dtype(fb.float32)


PROPERTIES = [{}, {"requires_grad": True}, {"grad_fn_name": "CloneBackward0"}]


@pytest.mark.parametrize("width", range(20, 60))
@pytest.mark.parametrize("properties", PROPERTIES, ids=str)
@pytest.mark.parametrize("shape", [(), (3,), (2, 2)], ids=str)
def test_properties_at_every_line_width(width, properties, shape):
    theirs = torch.ones(shape, dtype=torch.float64, requires_grad=bool(properties))
    theirs = theirs.clone() if "grad_fn_name" in properties else theirs
    with both_options(linewidth=width):
        text = tensor_text(array_of(theirs), dtype_name="torch.float64", **properties)
        assert text == repr(theirs)


def test_recorded_tensors():
    pytest.importorskip("firebrick_autograd")
    for make in [
        lambda lib: lib.ones(2, 3, requires_grad=True),
        lambda lib: lib.ones(2, 3, requires_grad=True) + 1,
        lambda lib: (lib.ones(2, 3, requires_grad=True) * 2).sum(),
        lambda lib: lib.ones(2, 3, requires_grad=True).view(6),
        lambda lib: lib.ones(2, 3, requires_grad=True).detach(),
    ]:
        assert repr(make(fb)) == repr(make(torch))


OPTIONS = [
    {"profile": "short"},
    {"profile": "full"},
    {"profile": "short", "precision": 3},
    {"precision": 0},
    {"precision": 10},
    {"sci_mode": True},
    {"sci_mode": False},
    {"threshold": 0},
    {"threshold": -1},
    {"threshold": 0, "edgeitems": 1},
    {"threshold": 5, "edgeitems": 0},
    {"edgeitems": 0},
    {"linewidth": 0},
    {"linewidth": 40},
    {"linewidth": 200},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("shape", [(), (0,), (0, 2), (5,), (3, 9), (3, 4, 5), (20, 60)], ids=str)
def test_options(options, shape):
    theirs = torch.arange(int(np.prod(shape))).reshape(shape) * 0.37
    with both_options(**options):
        assert get_printoptions() == torch._tensor_str.get_printoptions()
        assert repr(fb.from_numpy(theirs.numpy())) == repr(theirs)
    assert get_printoptions() == DEFAULTS


# --- random cases ---------------------------------------------------------------------------------

KINDS = ["whole", "normal", "wide", "tiny", "zeros", "bounds", "mixed"]
BOUNDS = [1e8, 1e5, 1e-4, 0.1, 100, 1e3, 1001, 99999999, 100000001, 0.9999e-4, 99.99995, 0.99995]
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan]
RANDOM_DTYPES = ["float32"] * 4 + DTYPES + ["bool", "uint8", "int8", "int64", "uint16", "uint64"]


def random_floats(rng, choose, size):
    kind = choose.choice(KINDS)
    values = rng.normal(size=size) * 10 ** choose.uniform(-3, 4)
    if kind == "whole":
        values = rng.integers(-2000, 2000, size).astype(float)
    elif kind == "wide":
        values = rng.normal(size=size) * 10 ** rng.uniform(-12, 12, size)
    elif kind == "tiny":
        values = rng.normal(size=size) * 10 ** choose.uniform(-8, -2)
    elif kind == "zeros":
        values = rng.choice([0.0, -0.0], size)
    elif kind == "bounds":
        values = rng.choice(BOUNDS, size) * rng.choice([1, -1], size)
    if choose.random() < 0.3:
        values = np.where(rng.random(size) < choose.random(), rng.choice(SPECIAL, size), values)
    return values


def random_tensor(rng, choose):
    shape = tuple(choose.randint(1, 9) for _ in range(choose.randint(0, 4)))
    if choose.random() < 0.3:
        shape = tuple(choose.randint(0, 40) for _ in range(choose.randint(1, 2)))
    size = int(np.prod(shape))
    dtype = getattr(torch, choose.choice(RANDOM_DTYPES))
    if dtype.is_complex:
        values = random_floats(rng, choose, size) + 0j
        values.imag = random_floats(rng, choose, size)
    elif dtype.is_floating_point:
        values = random_floats(rng, choose, size)
    elif dtype == torch.bool:
        values = rng.random(size) < choose.choice([0, 0.5, 1])
    else:
        limits = torch.iinfo(dtype)
        low, high = max(limits.min, -100), 100
        if choose.random() < 0.3:
            low, high = limits.min, limits.max
        values = rng.integers(low, high, size, str(dtype)[6:], endpoint=True)
    return torch.from_numpy(values).to(dtype).reshape(shape)


def random_options(choose):
    if choose.random() < 0.5:
        return {}
    return {
        "precision": choose.choice([0, 1, 2, 4, 7, 10]),
        "threshold": choose.choice([0, 5, 20, 100, 1000, float("inf")]),
        "edgeitems": choose.choice([0, 1, 2, 3, 5]),
        "linewidth": choose.choice([1, 20, 40, 80, 100, 132]),
        "sci_mode": choose.choice([None, None, None, True, False]),
    }


@pytest.mark.parametrize("seed", range(20))
def test_random_tensors(seed):
    choose, rng = random.Random(seed), np.random.default_rng(seed)
    for _ in range(150):
        theirs = random_tensor(rng, choose)
        with both_options(**random_options(choose)):
            assert repr(fb.from_numpy(array_of(theirs))) == repr(theirs)


RESULTS = ["max(x, 1)", "linalg.qr(x)", "aminmax(x)", "topk(x, 2)", "frexp(x)", "linalg.slogdet(x)"]


@pytest.mark.parametrize("call", RESULTS)
def test_results_by_name(call):
    shown = []
    for library in (fb, torch):
        x = library.eye(3)
        shown.append(repr(eval(f"library.{call}", {"library": library, "x": x})))
    assert shown[0] == shown[1]
