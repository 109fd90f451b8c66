"""Pointwise operators and products against PyTorch over pairs of dtypes, numbers and shapes: what
is refused, and the dtype, shape and values of what is not."""

import itertools
import warnings

import numpy as np
import pytest

import firebrick_core as fb

torch = pytest.importorskip("torch")

DTYPES = ("bool", "uint8", "int8", "int64", "float16", "float32", "float64", "complex64")
NUMBERS = (True, 2, -3, 2.5, float("inf"), 1 + 2j)
TOLERANCE = {"float16": 3e-3, "float32": 2e-5, "complex64": 5e-5}

UNARY = """abs absolute neg negative positive exp exp2 expm1 log log2 log10 log1p sqrt rsqrt
reciprocal square sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh arcsin arccos arctan
arcsinh arccosh arctanh sign sgn floor ceil trunc fix round frac sigmoid angle conj_physical
nan_to_num isnan isinf isfinite isposinf isneginf isreal signbit logical_not bitwise_not deg2rad
rad2deg frexp""".split()
BINARY = """add sub subtract mul multiply div divide true_divide floor_divide remainder fmod pow
float_power maximum minimum fmax fmin atan2 arctan2 copysign heaviside nextafter hypot logaddexp
logaddexp2 gcd lcm eq ne not_equal lt less le less_equal gt greater ge greater_equal
logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor bitwise_left_shift
bitwise_right_shift clamp_min clamp_max rsub isclose""".split()
PRODUCTS = """matmul mm mv dot vdot bmm outer inner kron cross linalg.cross linalg.vecdot""".split()

# Where the result is meant to differ: the dtype that is left out, and the reason.
DIFFERENT = {
    "pow": ("complex64", "NumPy's complex powers of 0 are 0 and 1 where PyTorch's are NaN"),
    "float_power": ("complex64", "as pow"),
    "clamp_min": ("", "of a bool tensor and a bool number PyTorch refuses, not of two tensors"),
    "clamp_max": ("", "as clamp_min"),
}


def values(dtype, seed, shape=(6,)):
    rng = np.random.default_rng(seed)
    kind = np.dtype(dtype).kind
    if kind == "b":
        return rng.random(shape) < 0.5
    if kind in "iu":
        return rng.integers(-9 * (kind == "i"), 10, shape).astype(dtype)
    a = rng.uniform(-3, 3, shape) + (1j * rng.uniform(-3, 3, shape) if kind == "c" else 0)
    if shape == (6,) and kind == "f":
        a[:4] = 0, np.inf, np.nan, -np.inf
    return np.asarray(a, dtype)


def call(library, name, *operands):
    """What a library makes of the call: its result, or the exception that it raises."""
    function = library
    for part in name.split("."):
        function = getattr(function, part)
    made = [library.from_numpy(x) if isinstance(x, np.ndarray) else x for x in operands]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*made)
    except (RuntimeError, TypeError, IndexError, ValueError) as e:
        return e


def differs(name, *operands):
    """What is wrong with our result, "" where nothing is."""
    got, want = (call(library, name, *operands) for library in (fb, torch))
    if isinstance(want, Exception):
        refused = isinstance(got, type(want)) or isinstance(got, RuntimeError)
        return "" if refused else f"{got!r}, PyTorch refuses: {want}"
    if isinstance(got, Exception):
        return f"refused: {got!r}, PyTorch {want!r}"
    for g, w in zip(*(x if isinstance(x, tuple) else (x,) for x in (got, want)), strict=True):
        if w.dtype is torch.complex32:
            continue  # NumPy has none
        if str(g.dtype) != str(w.dtype) or tuple(g.shape) != tuple(w.shape):
            return f"{g.dtype} {tuple(g.shape)}, PyTorch {w.dtype} {tuple(w.shape)}"
        a, b = g.numpy(), w.resolve_conj().numpy()
        tolerance = TOLERANCE.get(g.dtype.name, 1e-9)
        if g.is_complex():  # which of the parts is NaN is open
            finite = np.isfinite(b)
            if (np.isfinite(a) != finite).any():
                return f"{a}, PyTorch {b}"
            a, b = a[finite], b[finite]
        if not np.allclose(a, b, tolerance, tolerance, equal_nan=True):
            return f"{a}, PyTorch {b}"
    return ""


def report(cases):
    wrong = [(case, found) for case in cases if (found := differs(*case))]
    assert not wrong, "\n".join(f"{case[0]}{case[1:]}: {found}" for case, found in wrong[:5])


@pytest.mark.parametrize("name", UNARY)
def test_unary(name):
    report([(name, values(d, 0)) for d in DTYPES])


@pytest.mark.parametrize("name", BINARY)
def test_binary(name):
    pairs = itertools.product(DTYPES, DTYPES)
    if name in DIFFERENT:
        pairs = [p for p in pairs if DIFFERENT[name][0] not in p]
    report([(name, values(a, 0), values(b, 1)) for a, b in pairs])


@pytest.mark.parametrize("name", BINARY)
def test_binary_with_a_number(name):
    if name in DIFFERENT:
        pytest.skip(DIFFERENT[name][1])
    both = [
        (values(d, 0), n) for d in DTYPES for n in NUMBERS if "div" not in name or d != "float16"
    ]
    report([(name, a, n) for a, n in both] + [(name, n, a) for a, n in both])


SHAPES = [(), (0,), (3,), (2, 3), (3, 2), (3, 3), (0, 3), (2, 2, 3), (2, 3, 2), (2, 1, 3, 2)]


@pytest.mark.parametrize("name", PRODUCTS)
def test_product_of_shapes(name):
    a, b = ([values("float32", seed, s) for s in SHAPES] for seed in (0, 1))
    report([(name, x, y) for x, y in itertools.product(a, b) if name != "mv" or x.ndim])


@pytest.mark.parametrize("name", [n for n in PRODUCTS if n not in ("mv", "dot", "vdot", "bmm")])
def test_product_of_dtypes(name):
    shape = (3,) if name == "outer" else (3, 3)
    pairs = itertools.product(DTYPES, DTYPES)
    report([(name, values(a, 0, shape), values(b, 1, shape)) for a, b in pairs])


@pytest.mark.parametrize("dims", [0, 1, 2, ([0], [0]), ([-1], [0]), ([0, 1], [1, 0])])
def test_tensordot(dims):
    a, b = ([values("float32", seed, s) for s in SHAPES] for seed in (0, 1))
    report([("tensordot", x, y, dims) for x, y in itertools.product(a, b)])
