"""The Array API namespace against `array-api-strict`, the standard's own reference."""

import itertools
import warnings

import numpy as np
import pytest

import firebrick_core as fb
import firebrick_core.array_api as ours

strict = pytest.importorskip("array_api_strict")
pytestmark = pytest.mark.without_torch

REAL = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
ALL = ("bool", *INTEGERS, *REAL, *COMPLEX)
NUMBERS = ALL[1:]

# Calls on `x` (3, 4), `y` (3, 4), `v` (4), `m` (2, 3, 3), `s` ().
UNARY = (
    "abs acos acosh asin asinh atan atanh bitwise_invert ceil conj cos cosh exp expm1 floor imag "
    "isfinite isinf isnan log log10 log1p log2 logical_not negative positive real reciprocal round "
    "sign signbit sin sinh sqrt square tan tanh trunc"
).split()
BINARY = (
    "add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign "
    "divide equal floor_divide greater greater_equal hypot less less_equal logaddexp logical_and "
    "logical_or logical_xor maximum minimum multiply nextafter not_equal pow remainder subtract"
).split()
CALLS = [
    *(f"xp.{name}(x)" for name in UNARY),
    *(f"xp.{name}({a})" for name in BINARY for a in ("x, y", "x, v", "x, s", "s, y")),
    "xp.clip(x, 0, 1)", "xp.clip(x, min=v)", "xp.where(xp.not_equal(x, y), x, y)",
    "xp.where(xp.equal(x, y), x, s)",
    "xp.sum(x)", "xp.sum(x, axis=1)", "xp.sum(x, axis=(0, 1), keepdims=True)", "xp.sum(x, axis=())",
    "xp.prod(x)", "xp.prod(x, axis=0)", "xp.mean(x)", "xp.mean(x, axis=1, keepdims=True)",
    "xp.var(x)", "xp.var(x, axis=0, correction=1)", "xp.std(x, axis=1)", "xp.max(x)",
    "xp.max(x, axis=1)", "xp.min(x, axis=0, keepdims=True)", "xp.all(x)", "xp.all(x, axis=1)",
    "xp.any(x, axis=0, keepdims=True)", "xp.count_nonzero(x)", "xp.count_nonzero(x, axis=1)",
    "xp.cumulative_sum(x, axis=1)", "xp.cumulative_sum(v, include_initial=True)",
    "xp.cumulative_prod(x, axis=0, include_initial=True)", "xp.diff(x)", "xp.diff(x, axis=0, n=2)",
    "xp.argmax(x)", "xp.argmax(x, axis=1)", "xp.argmin(x, axis=0, keepdims=True)",
    "xp.argmax(x, keepdims=True)", "xp.nonzero(x)", "xp.searchsorted(xp.sort(v), v)",
    "xp.searchsorted(xp.sort(v), v, side='right')", "xp.sort(x)",
    "xp.sort(x, axis=0, descending=True)",
    "xp.argsort(x)", "xp.argsort(v, descending=True)", "xp.unique_all(v)", "xp.unique_counts(x)",
    "xp.unique_inverse(x)", "xp.broadcast_to(v, (2, 3, 4))", "xp.broadcast_arrays(x, v)",
    "xp.concat([x, y])", "xp.concat([x, y], axis=1)", "xp.concat([x, v], axis=None)",
    "xp.stack([x, y], axis=-1)", "xp.unstack(x, axis=1)", "xp.expand_dims(x, axis=1)", "xp.flip(x)",
    "xp.flip(x, axis=0)", "xp.moveaxis(x, 0, 1)", "xp.permute_dims(x, (1, 0))", "xp.repeat(x, 2)",
    "xp.repeat(x, 2, axis=1)", "xp.reshape(x, (2, 6))", "xp.reshape(x, (-1,))", "xp.roll(x, 1)",
    "xp.roll(x, (1, 2), axis=(0, 1))", "xp.roll(x, 1, axis=(0, 1))",
    "xp.squeeze(xp.expand_dims(x, axis=0), axis=0)", "xp.take(x, xp.asarray([1, 0]), axis=1)",
    "xp.take(v, xp.asarray([1, 0]))", "xp.take_along_axis(x, xp.asarray([[0], [1], [2]]), axis=1)",
    "xp.tile(x, (2, 1))", "xp.tril(x, k=1)", "xp.triu(x)", "xp.matmul(x, xp.matrix_transpose(y))",
    "xp.matmul(x, v)", "xp.matrix_transpose(m)", "xp.tensordot(x, y)",
    "xp.tensordot(x, y, axes=((0, 1), (0, 1)))", "xp.vecdot(x, v)", 
    "xp.linalg.outer(v, v)", "xp.linalg.cross(m, m)", "xp.linalg.det(m)", "xp.linalg.inv(m)",
    "xp.linalg.slogdet(m)", "xp.linalg.solve(m, m)", "xp.linalg.solve(m[0, ...], m[1, :, 0])",
    "xp.linalg.matrix_power(m, 3)", "xp.linalg.matrix_rank(m)", "xp.linalg.matrix_norm(m)",
    "xp.linalg.matrix_norm(m, ord=1, keepdims=True)", "xp.linalg.vector_norm(x)",
    "xp.linalg.vector_norm(x, axis=1, ord=1)", "xp.linalg.vector_norm(x, axis=0, keepdims=True)",
    "xp.linalg.diagonal(m, offset=1)", "xp.linalg.trace(m)", "xp.linalg.svdvals(m)",
    "xp.linalg.pinv(m)", "xp.fft.fft(x)", "xp.fft.ifft(x, axis=0)", "xp.fft.fftn(x)",
    "xp.fft.ifftn(x, axes=(0,), s=(2,))", "xp.fft.rfft(x, n=3)", "xp.fft.irfft(x)",
    "xp.fft.hfft(x)",
    "xp.fft.ihfft(x, norm='ortho')", "xp.fft.rfftn(x)", "xp.fft.irfftn(x)", "xp.fft.fftshift(x)",
    "xp.fft.ifftshift(x, axes=1)", "xp.astype(x, xp.float64)", "xp.astype(x, xp.bool)",
    "xp.zeros_like(x)", "xp.ones_like(x, dtype=xp.float32)", "xp.full_like(x, 1)",
    "xp.meshgrid(v, v)", "xp.meshgrid(v, v, indexing='ij')",
]  # fmt: skip
WITHOUT_INPUT = [
    "xp.arange(5)", "xp.arange(1.0, 2.0, 0.25)", "xp.arange(5, 0, -2, dtype=xp.int16)",
    "xp.arange(3, 1)", "xp.linspace(0, 1, 5)", "xp.linspace(0, 1, 5, endpoint=False)",
    "xp.eye(3)", "xp.eye(2, 4, k=1)", "xp.eye(3, 2, k=-1, dtype=xp.int32)", "xp.zeros((2, 3))",
    "xp.ones(3, dtype=xp.complex64)", "xp.full((2,), 3)", "xp.full((), True)", "xp.full(2, 1.5)",
    "xp.asarray([1, 2])", "xp.asarray([[1.5], [2]])", "xp.asarray(True)", "xp.asarray(2**63)",
    "xp.asarray([1j])", "xp.fft.fftfreq(5)", "xp.fft.rfftfreq(6, d=0.5)",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _version():
    strict.set_array_api_strict_flags(api_version="2024.12")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    strict.reset_array_api_strict_flags()


def values(dtype):
    rng = np.random.default_rng(3)

    def draw(*shape, positive=False):
        if dtype == "bool":
            return rng.random(shape) < 0.5
        if dtype in INTEGERS:
            low = 1 if dtype.startswith("u") or positive else -3
            return np.asarray(rng.integers(low, 5, shape), dtype)
        a = rng.uniform(-2, 2, shape)
        return np.asarray(a + 1j * rng.uniform(-2, 2, shape) if dtype in COMPLEX else a, dtype)

    return {
        "x": draw(3, 4),
        "y": draw(3, 4, positive=True),
        "v": draw(4, positive=True),
        "m": draw(2, 3, 3),
        "s": draw(positive=True),
    }


def evaluate(call, xp, arrays):
    return eval(call, {"xp": xp, **arrays})


def flat(result):
    return list(result) if isinstance(result, (tuple, list)) else [result]


def compare(call, arrays, dtype):
    theirs = {k: strict.asarray(a) for k, a in arrays.items()}
    mine = {k: ours.asarray(a.copy()) for k, a in arrays.items()}
    try:
        want = evaluate(call, strict, theirs)
    except (TypeError, ValueError) as error:
        with pytest.raises((TypeError, ValueError, RuntimeError, IndexError)):
            print(evaluate(call, ours, mine), "for", error)
        return f"refused: {error}"
    got = evaluate(call, ours, mine)
    assert len(flat(got)) == len(flat(want))
    for g, w in zip(flat(got), flat(want), strict=True):
        w = np.asarray(w._array)
        loose = call.startswith(("xp.mean", "xp.var", "xp.std")) or "linalg" in call
        assert g.dtype.name == {"float32": "float32"}.get(str(w.dtype), str(w.dtype)) or (
            "xp." in call and not arrays and g.dtype.name in ("float32", "complex64")
        ), f"{call}: {g.dtype}, expected {w.dtype}"
        assert tuple(g.shape) == w.shape, call
        single = g.dtype.name in ("float32", "complex64")
        rtol = 2e-4 if single and loose else 2e-5 if single else 1e-9
        np.testing.assert_allclose(g.numpy(), w, rtol=rtol, atol=rtol / 10, err_msg=call)
    return None


@pytest.mark.parametrize("dtype", ALL)
@pytest.mark.parametrize("call", CALLS)
def test_agrees_with_the_reference(call, dtype):
    compare(call, values(dtype), dtype)


@pytest.mark.parametrize("call", WITHOUT_INPUT)
def test_creation(call):
    compare(call, {}, None)


@pytest.mark.parametrize(("a", "b"), list(itertools.product(ALL, ALL)))
def test_promotion(a, b):
    def common(xp):
        return xp.result_type(getattr(xp, a), getattr(xp, b))

    try:
        want = common(strict)
    except TypeError:
        return  # the standard leaves kinds that mix to the library
    got = common(ours)
    assert got.name == str(want).split(".")[-1].strip("')>")
    x, s = ours.ones((2,), dtype=getattr(ours, a)), ours.ones((), dtype=getattr(ours, b))
    if a != "bool":
        assert ours.add(x, s).dtype is got, "an array without dimensions promotes like any other"


def test_every_name_of_the_standard_is_here():
    beyond = {
        "isin",
        "broadcast_shapes",
        "Device",
        "ModuleType",
    }  # of 2025.12, or the reference's own
    for module, mine in ((strict, ours), (strict.linalg, ours.linalg), (strict.fft, ours.fft)):
        public = module.__all__ if hasattr(module, "__all__") else dir(module)
        missing = (
            {n for n in public if not n.startswith("_") and "strict" not in n.lower()}
            - set(dir(mine))
            - beyond
            - {"eig", "eigvals"}
        )
        assert not missing


def test_the_array_object():
    x = fb.ones(2, 3)
    assert x.__array_namespace__() is ours
    assert x.__array_namespace__(api_version="2023.12") is ours
    with pytest.raises(ValueError, match="version '2020.01' of the Array API is not served"):
        x.__array_namespace__(api_version="2020.01")
    assert x.to_device("cpu") is x and x.mT.shape == (3, 2)
    info = ours.__array_namespace_info__()
    assert info.default_dtypes()["indexing"] is fb.int64
    assert set(info.dtypes(kind="real floating")) == {"float32", "float64"}
    assert info.capabilities()["boolean indexing"] is True
