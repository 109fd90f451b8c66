"""The special functions: reference values, identities, ends of the domain, types and shapes."""

import math

import numpy as np
import pytest
from special_values import VALUES

import firebrick_core as fb

S = fb.special
INF, NAN = math.inf, math.nan
EPSILON = 2.0**-52

# Units of relative rounding within which the reference values are met, where 8 is not enough: waves
# are exact relative to their size, also near their zeros; the tails of the incomplete gamma
# functions for large a have a large exponent, and polynomials of degree n lose some n units.
UNITS = {
    "airy_ai": 20,
    "bessel_j0": 20,
    "bessel_j1": 20,
    "bessel_y0": 20,
    "bessel_y1": 20,
    "digamma": 20,
    "gammaln": 20,
    "gammainc": 300,
    "gammaincc": 300,
    "chebyshev_polynomial_t": 200,
    "chebyshev_polynomial_u": 200,
    "chebyshev_polynomial_v": 200,
    "chebyshev_polynomial_w": 200,
    "hermite_polynomial_h": 20,
    "hermite_polynomial_he": 20,
    "legendre_polynomial_p": 20,
}


def f64(*values):
    return fb.tensor(values, dtype=fb.float64)


def close(got, want, units=8):
    got = got.numpy() if hasattr(got, "numpy") else np.asarray(got)
    np.testing.assert_allclose(got, want, units * EPSILON, 0)


def columns(name):
    *arguments, values = zip(*VALUES[name], strict=True)
    return arguments, np.array(values)


@pytest.mark.parametrize("name", VALUES)
def test_reference_values(name):
    arguments, want = columns(name)
    close(getattr(S, name)(*(f64(*a) for a in arguments)), want, UNITS.get(name, 8))


@pytest.mark.parametrize("name", VALUES)
def test_float32_has_all_its_digits(name):
    arguments, want = columns(name)
    got = getattr(S, name)(*(fb.tensor(a, dtype=fb.float32) for a in arguments)).numpy()
    with np.errstate(over="ignore"):
        want = want.astype("float32")
    assert got.dtype == np.float32
    finite = np.isfinite(want)
    assert (np.abs(got[finite] - want[finite]) <= 2 * np.abs(np.spacing(want[finite]))).all()
    np.testing.assert_array_equal(got[~finite], want[~finite])


# What a function is at an argument, exactly.
ENDS = {
    "erfc": {-INF: 2, INF: 0, 40: 0},
    "erfcx": {-INF: INF, -30: INF, INF: 0, 0: 1},
    "erfinv": {-1: -INF, 1: INF, 0: 0, 1.5: NAN},
    "ndtr": {-INF: 0, INF: 1, 0: 0.5, -50: 0},
    "log_ndtr": {-INF: -INF, INF: 0, -1e20: -5e39},
    "ndtri": {0: -INF, 1: INF, 0.5: 0, -0.5: NAN, 2: NAN},
    "entr": {0: 0, 1: 0, -1: -INF, INF: -INF},
    "logit": {0: -INF, 1: INF, 0.5: 0, -1: NAN, 2: NAN},
    "sinc": {0: 1, 1: 0, -3: 0, 1e15: 0},
    "gammaln": {0: INF, -1: INF, -1e20: INF, 1: 0, 2: 0, INF: INF, -INF: INF},
    "digamma": {0: -INF, -1: NAN, INF: INF, -INF: NAN},
    "bessel_j0": {0: 1, INF: NAN},
    "bessel_j1": {0: 0, INF: NAN},
    "bessel_y0": {0: -INF, -1: NAN, INF: NAN},
    "bessel_y1": {0: -INF, -1: NAN, INF: NAN},
    "spherical_bessel_j0": {0: 1, INF: 0, -INF: 0},
    "i0": {0: 1, INF: NAN, 1e4: INF},
    "i0e": {0: 1, INF: 0, -INF: 0},
    "i1": {0: 0, INF: NAN, 1e4: INF, -1e4: -INF},
    "i1e": {0: 0, INF: 0},
    "modified_bessel_i0": {0: 1, -1e4: INF},
    "modified_bessel_i1": {0: 0, -1e4: -INF},
    "modified_bessel_k0": {0: INF, -1: NAN, 1e4: 0, INF: 0},
    "modified_bessel_k1": {0: INF, -1: NAN, 1e4: 0, INF: 0},
    "scaled_modified_bessel_k0": {0: INF, -1: NAN, INF: 0},
    "scaled_modified_bessel_k1": {0: INF, -1: NAN, INF: 0},
    "airy_ai": {200: 0, INF: NAN, -INF: NAN},
}


@pytest.mark.parametrize("name", ENDS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_ends_of_the_domain(name, dtype):
    points = {**ENDS[name], NAN: NAN}
    got = getattr(S, name)(fb.tensor(list(points), dtype=getattr(fb, dtype))).numpy()
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(got, np.array(list(points.values())).astype(dtype))


def test_digamma_of_the_two_zeros():
    assert S.digamma(f64(0.0, -0.0)).tolist() == [-INF, INF]


@pytest.mark.parametrize(
    ("a", "x", "p"),
    [
        (0, 0, NAN),
        (0, 1, 1),
        (1, 0, 0),
        (-1, 1, NAN),
        (1, -1, NAN),
        (INF, 1, 0),
        (1, INF, 1),
        (INF, INF, NAN),
        (NAN, 1, NAN),
        (1e300, 1e299, 0),
    ],
)
def test_ends_of_the_incomplete_gamma_functions(a, x, p):
    np.testing.assert_array_equal(fb.igamma(f64(a), f64(x)).numpy(), [p])
    np.testing.assert_array_equal(fb.igammac(f64(a), f64(x)).numpy(), [1 - p])


@pytest.mark.parametrize(
    ("s", "q", "value"),
    [(1, 3, INF), (0.5, 3, NAN), (2, 0, INF), (2, -3, INF), (2.5, -0.5, NAN), (2, NAN, NAN)],
)
def test_ends_of_the_zeta_function(s, q, value):
    np.testing.assert_array_equal(S.zeta(f64(s), f64(q)).numpy(), [value])


# ---------------------------------------------------------------------- identities
X = np.concatenate([np.linspace(0.01, 12, 400), np.geomspace(1e-3, 600, 200)])


def of(name, *arguments):
    return getattr(S, name)(*(fb.from_numpy(np.asarray(a, float)) for a in arguments)).numpy()


def test_wronskian_of_the_bessel_functions():
    # DLMF 10.5.2
    got = of("bessel_j1", X) * of("bessel_y0", X) - of("bessel_j0", X) * of("bessel_y1", X)
    close(got, 2 / (math.pi * X), 40)


def test_wronskian_of_the_modified_bessel_functions():
    # DLMF 10.28.2
    scaled = of("i0e", X) * of("scaled_modified_bessel_k1", X)
    scaled += of("i1e", X) * of("scaled_modified_bessel_k0", X)
    close(scaled, 1 / X, 20)


def test_bessel_functions_of_large_arguments_keep_their_size():
    # DLMF 10.18.17, whose other terms are gone at this size.
    x = np.geomspace(1e9, 1e15, 50)
    close(of("bessel_j0", x) ** 2 + of("bessel_y0", x) ** 2, 2 / (math.pi * x), 20)


def test_incomplete_gamma_functions_are_elementary_for_integers():
    # DLMF 8.4.10
    for n in (1, 2, 5, 12):
        terms = sum(X**k / math.factorial(k) for k in range(n))
        keep = X < 300
        got = of("gammaincc", np.full_like(X, n), X)
        np.testing.assert_allclose(got[keep], (np.exp(-X) * terms)[keep], 200 * EPSILON)


def test_incomplete_gamma_functions_of_one_half_are_error_functions():
    # DLMF 7.11.1
    x = np.linspace(0.01, 5, 500)
    half = np.full_like(x, 0.5)
    close(of("gammainc", half, x * x), of("erf", x), 20)
    np.testing.assert_allclose(of("gammaincc", half, x * x), of("erfc", x), 60 * EPSILON)


@pytest.mark.parametrize("a", [0.3, 7.5, 15.9, 16.1, 40.0, 99.5, 1e4])
def test_incomplete_gamma_functions_agree_where_their_forms_meet(a):
    # Neither a jump between the forms nor a loss on one side: both are smooth, and sum to 1.
    for border in (1.1, 0.5 * a, a, 1.5 * a):
        x = border * (1 + np.linspace(-1e-9, 1e-9, 101))
        p, q = of("gammainc", np.full_like(x, a), x), of("gammaincc", np.full_like(x, a), x)
        np.testing.assert_allclose(p + q, 1, 10 * EPSILON)
        for values in (p, q):
            if values.min() > 1e-300:
                bend = np.diff(values, 2) / values[1:-1]
                assert np.abs(bend).max() < 1e-12


def test_gamma_function_doubles():
    # DLMF 5.5.5
    x = np.geomspace(1e-3, 1e3, 400)
    want = (2 * x - 1) * math.log(2) - math.log(math.pi) / 2
    want += of("gammaln", x) + of("gammaln", x + 0.5)
    np.testing.assert_allclose(of("gammaln", 2 * x), want, 40 * EPSILON, 40 * EPSILON)


def test_digamma_steps_and_reflects():
    # DLMF 5.5.2 and 5.5.4
    x = np.concatenate([np.linspace(0.05, 20, 400), -np.linspace(0.05, 20, 399)])
    x = x[np.abs(x - np.round(x)) > 0.01]
    np.testing.assert_allclose(of("digamma", x + 1), of("digamma", x) + 1 / x, 1e-12, 1e-13)


def test_polygamma_is_the_derivative_of_the_zeta_function_at_integers():
    # DLMF 25.11.12
    x = np.linspace(0.1, 20, 200)
    for n in range(1, 6):
        want = (-1) ** (n + 1) * math.factorial(n) * of("zeta", np.full_like(x, n + 1), x)
        np.testing.assert_allclose(fb.polygamma(n, fb.from_numpy(x)).numpy(), want, 20 * EPSILON)


def test_inverses():
    p = np.concatenate([np.geomspace(1e-300, 0.5, 200), 1 - np.geomspace(1e-10, 0.5, 50)])
    np.testing.assert_allclose(of("ndtr", of("ndtri", p)), p, 4000 * EPSILON)
    np.testing.assert_allclose(of("expit", of("logit", p)), p, 4000 * EPSILON)


def test_multivariate_gamma_function_of_one_dimension_is_the_gamma_function():
    x = f64(0.5, 2, 7)
    close(fb.mvlgamma(x, 1), fb.lgamma(x).numpy())
    want = math.log(math.pi) / 2 + fb.lgamma(x) + fb.lgamma(x - 0.5)
    close(fb.mvlgamma(x, 2), want.numpy())


# Degree 3 and 4, constant first (DLMF 18.5).
EXPLICIT = {
    "chebyshev_polynomial_t": ([0, -3, 0, 4], [1, 0, -8, 0, 8]),
    "chebyshev_polynomial_u": ([0, -4, 0, 8], [1, 0, -12, 0, 16]),
    "chebyshev_polynomial_v": ([1, -4, -4, 8], [1, 4, -12, -8, 16]),
    "chebyshev_polynomial_w": ([-1, -4, 4, 8], [1, -4, -12, 8, 16]),
    "hermite_polynomial_h": ([0, -12, 0, 8], [12, 0, -48, 0, 16]),
    "hermite_polynomial_he": ([0, -3, 0, 1], [3, 0, -6, 0, 1]),
    "laguerre_polynomial_l": ([1, -3, 3 / 2, -1 / 6], [1, -4, 3, -2 / 3, 1 / 24]),
    "legendre_polynomial_p": ([0, -3 / 2, 0, 5 / 2], [3 / 8, 0, -30 / 8, 0, 35 / 8]),
}


@pytest.mark.parametrize("name", EXPLICIT)
def test_polynomials_of_low_degree(name):
    x = np.linspace(-2, 2, 41)
    for degree, coefficients in enumerate(EXPLICIT[name], 3):
        want = np.polynomial.polynomial.polyval(x, coefficients)
        np.testing.assert_allclose(of(name, x, degree), want, 1e-12, 1e-13)
    assert (of(name, x, 0) == 1).all()
    assert (of(name, x, -1) == 0).all()
    assert (of(name, x, NAN) == 0).all()
    np.testing.assert_array_equal(of(name, x, 3.9), of(name, x, 3))
    mixed = np.arange(41) % 12
    want = [of(name, x[i], n) for i, n in enumerate(mixed)]
    np.testing.assert_array_equal(of(name, x, mixed), want)


@pytest.mark.parametrize("kind", "tuvw")
def test_shifted_polynomials(kind):
    x = np.linspace(0, 1, 33)
    for degree in (2, 7, 30):
        got = of(f"shifted_chebyshev_polynomial_{kind}", x, degree)
        np.testing.assert_array_equal(got, of(f"chebyshev_polynomial_{kind}", 2 * x - 1, degree))


@pytest.mark.parametrize("kind", "tuvw")
def test_chebyshev_polynomials_by_angle_and_by_recurrence_agree(kind):
    x, name = np.linspace(-1, 1, 201), f"chebyshev_polynomial_{kind}"
    for degree in (9, 10, 25):
        above, at, below = (of(name, x, degree + k) for k in (1, 0, -1))
        np.testing.assert_allclose(above, 2 * x * at - below, atol=1e-12)


# ---------------------------------------------------------------------- types, shapes, names
def test_many_elements_are_worked_on_in_pieces():
    x = np.linspace(-30, 30, 30_000)
    for name in ("i0e", "erfc", "gammaln", "bessel_j0"):
        got = of(name, x.reshape(3, -1))
        assert got.shape == (3, 10_000)
        np.testing.assert_array_equal(got.reshape(-1)[::977], of(name, x[::977]))
    a, column = np.linspace(0.1, 40, 300), np.linspace(0.1, 40, 200)[:, None]
    got = of("gammainc", a, column)
    np.testing.assert_array_equal(got[::37, ::41], of("gammainc", a[::41], column[::37]))


def test_integers_become_the_default_type():
    assert S.i1(fb.tensor([1, 2])).dtype is fb.float32
    assert S.ndtri(fb.tensor([True, False])).tolist() == [INF, -INF]
    assert S.chebyshev_polynomial_t(fb.tensor([1, 2]), 2).dtype is fb.float32
    assert fb.mvlgamma(fb.tensor([3, 4]), 2).dtype is fb.float32
    assert S.zeta(fb.tensor([2.0], dtype=fb.float16), 1).dtype is fb.float16
    with pytest.raises(NotImplementedError, match="not implemented for 'Long'"):
        fb.igamma(fb.tensor([1]), fb.tensor([2]))


@pytest.mark.parametrize("name", ["i0", "erfc", "erf", "ndtri", "airy_ai", "entr", "logit", "psi"])
def test_complex_numbers_are_refused(name):
    with pytest.raises(NotImplementedError, match="not implemented for 'ComplexFloat'"):
        getattr(S, name)(fb.tensor([1 + 1j]))


def test_sinc_of_complex_numbers():
    z = np.array([0, 1, 0.5 + 0.25j, -2 - 1j])
    want = np.where(z == 0, 1, np.sin(np.pi * z) / np.where(z == 0, 1, np.pi * z))
    got = S.sinc(fb.from_numpy(z)).numpy()
    np.testing.assert_allclose(got, want, 1e-14, 1e-15)


def test_logit_limits_its_input_to_eps():
    x = f64(0.0, 0.2, 0.5, 1.0)
    close(fb.logit(x, 0.25), [-math.log(3), -math.log(3), 0, math.log(3)])
    assert fb.logit(x).isinf().tolist() == [True, False, False, True]


OTHER_NAMES = {
    "expit": "sigmoid",
    "gammainc": "igamma",
    "gammaincc": "igammac",
    "gammaln": "lgamma",
    "multigammaln": "mvlgamma",
    "psi": "digamma",
    "exp2": "exp2",
    "expm1": "expm1",
    "log1p": "log1p",
    "round": "round",
    "logsumexp": "logsumexp",
    "softmax": "softmax",
    "log_softmax": "log_softmax",
    "i0": "i0",
    "sinc": "sinc",
    "logit": "logit",
    "polygamma": "polygamma",
    "xlogy": "xlogy",
}


def test_other_names():
    for own, general in OTHER_NAMES.items():
        assert getattr(S, own) is getattr(fb, general), own


def test_methods_take_the_tensor_first():
    x = f64(1.5, 2.5)
    close(x.polygamma(1), fb.polygamma(1, x).numpy())
    close(x.mvlgamma(2), fb.mvlgamma(x, 2).numpy())
    close(x.igamma(x), fb.igamma(x, x).numpy())
    for change in ("i0_", "sinc_", "lgamma_", "digamma_"):
        y = x.clone()
        assert getattr(y, change)() is y
        close(y, getattr(fb, change[:-1])(x).numpy())
    y = x.clone()
    assert y.polygamma_(1) is y
    close(y, fb.polygamma(1, x).numpy())
    with pytest.raises(RuntimeError, match="can't be cast"):
        fb.tensor([1, 2]).polygamma_(1)
