"""Pointwise operators and products where the table's own samples do not reach: refused dtypes,
unsigned types, numbers out of range, infinities and NaN, names that only Python's operators use."""

import math

import numpy as np
import pytest

import firebrick_core as fb
from firebrick_core.ops.contractions import chain_order

NAN, INF = math.nan, math.inf

# What PyTorch has no meaning for: the call on tensors of each of the dtypes is refused.
REFUSED = [
    ("abs", 1, "bool"),
    ("neg", 1, "bool"),
    ("sub", 2, "bool"),
    ("pow", 2, "bool"),
    ("floor_divide", 2, "bool complex64"),
    ("remainder", 2, "bool complex64"),
    ("fmod", 2, "bool complex64"),
    ("maximum", 2, "complex64"),
    ("minimum", 2, "complex64"),
    ("fmax", 2, "complex64"),
    ("atan2", 2, "complex64"),
    ("copysign", 2, "complex64"),
    ("sign", 1, "complex64"),
    ("floor", 1, "bool complex64"),
    ("ceil", 1, "bool complex64"),
    ("trunc", 1, "bool complex64"),
    ("round", 1, "bool complex64"),
    ("frac", 1, "bool int64 complex64"),
    ("lt", 2, "complex64"),
    ("ge", 2, "complex64"),
    ("bitwise_and", 2, "float32 complex64"),
    ("bitwise_not", 1, "float32 complex64"),
    ("bitwise_left_shift", 2, "bool float32 complex64"),
    ("gcd", 2, "bool float32 complex64"),
    ("hypot", 2, "bool int64 complex64"),
    ("nextafter", 2, "bool int64 complex64"),
    ("logaddexp", 2, "bool int64"),
    ("logaddexp2", 2, "bool int64 complex64"),
    ("addcmul", 3, "bool"),
    ("addcdiv", 3, "bool int64"),
    ("matmul", 2, "bool"),
    ("isposinf", 1, "complex64"),
    ("signbit", 1, "complex64"),
]


@pytest.mark.parametrize(
    ("name", "count", "dtype"), [(n, c, d) for n, c, ds in REFUSED for d in ds.split()]
)
def test_refused_dtype(name, count, dtype):
    x = fb.ones(2).to(getattr(fb, dtype))
    with pytest.raises(
        RuntimeError, match=r"not implemented for|not supported|no longer supported"
    ):
        getattr(fb, name)(*[x] * count)


WIDE_UNSIGNED = [
    ("x + y", [6, 10]),
    ("x - y", [2, 2]),
    ("x * y", [8, 24]),
    ("x // y", [2, 1]),
    ("x % y", [0, 2]),
    ("x / y", [2.0, 1.5]),
    ("x ** 2", [16, 36]),
    ("x << 1", [8, 12]),
    ("x & y", [0, 4]),
    ("x > y", [True, True]),
    ("x.gcd(y)", [2, 2]),
    ("x.clamp(3, 5)", [4, 5]),
    ("x @ y", 32),
    ("x + 1", [5, 7]),
    ("x.sum()", 10),
]


@pytest.mark.parametrize("dtype", ["uint16", "uint32", "uint64"])
@pytest.mark.parametrize(("expression", "want"), WIDE_UNSIGNED)
def test_wide_unsigned_types_have_arithmetic(expression, want, dtype):
    x, y = (fb.tensor(v, dtype=getattr(fb, dtype)) for v in ([4, 6], [2, 4]))
    assert eval(expression).tolist() == want


VALUES = [
    # PyTorch wraps numbers that an integer type does not hold.
    ("fb.tensor([5], dtype=fb.uint8) + 300", [49]),
    ("fb.tensor([44, 45], dtype=fb.uint8) == 300", [True, False]),
    ("fb.tensor([5], dtype=fb.uint8) * -1", [251]),
    ("fb.tensor([7, -7]) // 2", [3, -4]),
    ("fb.tensor([7, -7]) % 4", [3, 1]),
    ("2 + fb.tensor([1])", [3]),
    ("fb.add(2, fb.tensor([1]), alpha=3)", [5]),
    ("fb.ones(1, dtype=fb.uint8).add(fb.ones(1, dtype=fb.uint8), alpha=-3)", [254]),
    ("fb.mul(2, fb.tensor([True]))", [2]),
    ("fb.bitwise_or(4, fb.tensor([1]))", [5]),
    ("fb.square(fb.tensor([True, False]))", [1, 0]),
    # Reciprocals of integers, where the exponents are tensors.
    ("fb.tensor([2, 1, -1, -1, 0]) ** fb.tensor([-1, -2, -2, -3, -1])", [0, 1, 1, -1, 0]),
    ("fb.tensor([2, -3]).__rpow__(fb.tensor([3, -1]))", [9, -1]),
    ("fb.tensor([2, 4]).__rdiv__(8)", [4, 2]),
    ("fb.tensor([2.0, 4.0]).__idiv__(2)", [1, 2]),
    ("fb.tensor([2, 4]).__rfloordiv__(9)", [4, 2]),
    ("fb.tensor([2, 4]).__rlshift__(1)", [4, 16]),
    # Shifts by more places than there are.
    ("fb.tensor([1, 1, 1], dtype=fb.int8) << fb.tensor([7, 8, -1], dtype=fb.int8)", [-128, 0, 0]),
    ("fb.tensor([5, -5, 5]) >> fb.tensor([64, 64, -1])", [0, -1, 0]),
    ("fb.tensor([200], dtype=fb.uint8) >> 8", [0]),
    ("fb.sign(fb.tensor([NAN, -0.0, -INF]))", [0, 0, -1]),
    ("fb.clamp(fb.tensor([1.0, 2.0, 3.0]), 5, 2)", [2, 2, 2]),
    ("fb.clamp(fb.tensor([1, 2]), 0.5, 1.5)", [1, 1.5]),
    ("fb.heaviside(fb.tensor([NAN, 0.0]), fb.tensor([2.0]))", [0, 2]),
    ("fb.ldexp(fb.tensor([2.0**-100, 2.0**100]), fb.tensor([200, -200])).log2()", [100, -100]),
    ("fb.nan_to_num(fb.tensor([INF, NAN]).half())", [65504, 0]),
    ("fb.nan_to_num(fb.tensor([complex(NAN, INF)]), posinf=3.0)", [3j]),
    ("fb.angle(fb.tensor([-1.0, -0.0, 2.0]))[1:]", [0, 0]),
    ("fb.angle(fb.tensor([3, 0])).dtype == fb.float32", True),
    ("fb.sgn(fb.tensor([0j, 3 + 4j]))[0]", 0),
    ("fb.nextafter(fb.ones(1).half(), fb.ones(1).half() * 2)", [1 + 2.0**-10]),
    ("fb.frexp(fb.tensor([INF, NAN, 0.0])).exponent", [0, 0, 0]),
    ("fb.logaddexp(fb.tensor([-INF]), fb.tensor([-INF]))", [-INF]),
    ("fb.isclose(fb.tensor([1], dtype=fb.uint8), fb.tensor([3], dtype=fb.uint8), atol=2)", [True]),
    ("fb.isclose(fb.tensor([INF, -INF]), fb.tensor([INF, INF]))", [True, False]),
    ("fb.lerp(fb.tensor([1e20]), fb.tensor([1.0]), 1.0)", [1]),
    ("fb.addmm(fb.full((1, 1), NAN), fb.ones(1, 2), fb.ones(2, 1), beta=0)", [[2]]),
    ("fb.addr(fb.zeros(1, 1).bool(), fb.ones(1).bool(), fb.ones(1).bool(), alpha=0)", [[False]]),
    ("fb.cross(fb.ones(2, 3), fb.ones(2, 3))", [[0, 0, 0], [0, 0, 0]]),
    ("fb.einsum('...,...', fb.ones(2, 3), fb.ones(3)).shape == (2, 3)", True),
    ("fb.einsum('bA', fb.ones(2, 3)).shape == (3, 2)", True),
    ("fb.equal(fb.ones(2), fb.ones(2).int()), fb.equal(fb.ones(2), fb.ones(1))", (True, False)),
]


@pytest.mark.parametrize(("expression", "want"), VALUES)
def test_value(expression, want):
    got = eval(expression, {"fb": fb, "NAN": NAN, "INF": INF})
    assert (got.tolist() if isinstance(got, fb.Tensor) else got) == want


def signs(t):
    return np.signbit(t.numpy()).tolist()


def test_signs_of_zero():
    zeros = fb.tensor([0.0, -0.0])
    assert signs(zeros % 3) == signs(fb.fmod(zeros, 3)) == [False, True]
    assert signs(fb.remainder(fb.tensor([4.0, -4.0]), 2)) == [False, True]
    assert signs(fb.round(fb.tensor([-0.4]))) == [True]
    assert signs(fb.frac(fb.tensor([-0.0]))) == [False]


NOT_WRITTEN = [
    ("fb.ones(2).to(fb.complex64).abs_()", "In-place abs is not supported for complex tensors"),
    ("fb.ones(2).bool().square_()", "can't be cast"),
    ("fb.ones(2).int().ldexp_(fb.ones(2))", "can't be cast"),
    ("fb.ones(2).float_power_(2)", "has dtype Float but the operation's result requires"),
    ("fb.ones(2).addmm_(fb.ones(2, 2), fb.ones(2, 2))", "doesn't match the broadcast shape"),
    ("fb.float_power(fb.ones(2), 2, out=fb.empty(2))", "can't be cast"),
    ("fb.ones(2).chalf()", "there is no complex32"),
    ("fb.tensor([2]) ** -1", "negative integer powers are not allowed"),
]


@pytest.mark.parametrize(("expression", "message"), NOT_WRITTEN)
def test_refused_with_a_reason(expression, message):
    with pytest.raises(RuntimeError, match=message):
        eval(expression)


def test_real_tensors_are_their_own_conjugate():
    x = fb.ones(2)
    assert x.conj() is x and x.resolve_conj() is x and x.resolve_neg() is x and +x is x
    assert not fb.is_conj(x) and not x.is_neg()
    z = fb.tensor([1 + 2j])
    assert z.conj() is not z and z.conj().tolist() == [1 - 2j]
    assert z.conj_physical_() is z and z.tolist() == [1 - 2j]


CHAINS = [
    ([10, 100, 5, 50], {(0, 1): 0, (1, 2): 1, (0, 2): 1}),
    ([50, 5, 100, 10], {(0, 1): 0, (1, 2): 1, (0, 2): 0}),
]


@pytest.mark.parametrize(("sizes", "split"), CHAINS)
def test_chains_are_multiplied_in_the_cheapest_order(sizes, split):
    assert chain_order(sizes) == split
    shapes = list(zip(sizes, sizes[1:], strict=False))
    product = fb.linalg.multi_dot([fb.ones(*s) for s in shapes])
    assert product.shape == (sizes[0], sizes[-1])
    assert product[0, 0] == math.prod(sizes[1:-1])


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int32"])
@pytest.mark.parametrize("size", [7, 5000])
@pytest.mark.parametrize("low, high", [(-1, 1), (1, -1), (0, 100)])
def test_limits_of_few_and_of_many_elements_are_those_of_maximum_and_minimum(
    size, dtype, low, high
):
    x = (np.random.default_rng(0).normal(size=size) * 3).astype(dtype)
    if x.dtype.kind == "f":
        x[::5] = np.nan
        x[1:3] = np.inf, -np.inf
    t = fb.from_numpy(x)
    np.testing.assert_array_equal(t.clamp(low, high), np.minimum(np.maximum(x, low), high))
    np.testing.assert_array_equal(fb.relu(t), np.maximum(x, 0))
    assert fb.relu(t).dtype is t.dtype
