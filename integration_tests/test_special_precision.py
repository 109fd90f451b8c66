"""The special functions against PyTorch, thousands of points in each region of each function.

A line of the table says where, and how far the two may be from each other: the greatest difference
over the greatest of the value and the scale, in float64 and in float32. The limits are what holds,
and where they are wide it is PyTorch's rounding that they show; the functions themselves are held
to reference values within a few units of rounding by core's own tests.
"""

import numpy as np
import pytest

import firebrick_core as fb

torch = pytest.importorskip("torch")

POINTS = 4000


def region(name, points):
    """A region under a name that the tests show."""

    def made():
        return points

    made.__name__ = name
    return made


def linear(low, high):
    return region(f"{low} to {high}", np.linspace(low, high, POINTS))


def powers(low, high, sign=1):
    return region(f"{sign * low} up to {sign * high}", sign * np.geomspace(low, high, POINTS))


def below_one(low, high):
    return region(f"1 less {low} to {high}", 1 - np.geomspace(low, high, POINTS))


def wave(x):
    """The size of Bessel's functions, which their error is relative to where they oscillate."""
    return np.minimum(1, np.sqrt(2 / (np.pi * np.maximum(np.abs(x), 1e-300))))


def one(x):
    """For functions with zeros, and where PyTorch's tails have fewer digits."""
    return np.ones_like(x)


def none(x):
    """For errors relative to the value itself."""
    return np.zeros_like(x)


def degrees():
    return np.repeat(np.arange(31.0), 57)


# Function, where, scale, limit in float64, limit in float32: a line for each region. No limit is
# below 18 units of rounding, so that exp and tanh may be another machine's.
UNARY = [
    ("erf", linear(-6, 6), none, 4e-15, 2e-6),
    ("erf", powers(1e-30, 1), none, 4e-15, 2e-6),
    ("erfc", linear(-6, 0.5), none, 4e-15, 2e-6),
    ("erfc", linear(0.5, 9), none, 4e-15, 2e-6),
    ("erfc", linear(9, 26), none, 4e-15, 2e-6),
    ("erfcx", linear(-26, 0), none, 1e-13, 8e-6),
    ("erfcx", linear(0, 10), none, 4e-15, 2e-6),
    ("erfcx", powers(10, 1e30), none, 4e-15, 2e-6),
    ("erfinv", linear(-1, 1), none, 4e-15, 2e-6),
    ("erfinv", below_one(1e-6, 0.5), none, 4e-15, 2e-6),
    ("erfinv", powers(1e-30, 1), none, 4e-15, 2e-6),
    ("ndtr", linear(-10, 0), one, 4e-15, 2e-6),
    ("ndtr", linear(0, 10), none, 4e-15, 2e-6),
    ("log_ndtr", linear(-5, 5), none, 8e-15, 4e-6),
    ("log_ndtr", linear(5, 12), none, 4e-14, 2e-5),
    ("log_ndtr", powers(5, 1e6, -1), none, 4e-15, 2e-6),
    ("ndtri", linear(0, 1), none, 4e-15, 2e-6),
    ("ndtri", powers(1e-30, 0.5), none, 4e-15, 2e-6),
    ("ndtri", below_one(1e-6, 0.5), none, 4e-15, 2e-6),
    ("entr", powers(1e-30, 1e30), none, 4e-15, 2e-6),
    ("logit", linear(0.001, 0.999), one, 4e-15, 2e-6),
    ("logit", powers(1e-30, 0.3), none, 4e-15, 2e-6),
    ("sinc", linear(-20, 20), one, 4e-15, 2e-6),
    ("sinc", powers(1e-20, 0.9), none, 4e-15, 2e-6),
    ("gammaln", linear(0.01, 0.9), none, 4e-15, 2e-6),
    ("gammaln", linear(0.9, 2.1), one, 4e-15, 2e-6),
    ("gammaln", linear(2.1, 20), none, 4e-15, 2e-6),
    ("gammaln", powers(20, 1e30), none, 4e-15, 2e-6),
    ("gammaln", linear(-10.03, -0.03), one, 4e-15, 2e-6),
    ("digamma", linear(0.01, 1.4), none, 2e-14, 2e-5),
    ("digamma", linear(1.4, 1.5), one, 4e-15, 2e-6),
    ("digamma", linear(1.5, 20), none, 4e-14, 2e-5),
    ("digamma", powers(20, 1e30), none, 4e-15, 2e-6),
    ("digamma", linear(-10.03, -0.03), one, 2e-11, 2e-6),
    ("i0", linear(-80, 80), none, 4e-15, 2e-6),
    ("i0e", linear(-80, 80), none, 4e-15, 2e-6),
    ("i0e", powers(80, 1e30), none, 4e-15, 2e-6),
    ("i1", linear(-80, 80), none, 4e-15, 2e-6),
    ("i1e", linear(-80, 80), none, 4e-15, 2e-6),
    ("i1e", powers(80, 1e30), none, 4e-15, 2e-6),
    ("modified_bessel_i0", linear(-80, 80), none, 4e-15, 2e-6),
    ("modified_bessel_i1", linear(-80, 80), none, 4e-15, 2e-6),
    ("modified_bessel_k0", powers(1e-30, 2), none, 4e-15, 2e-6),
    ("modified_bessel_k0", linear(2, 80), none, 4e-15, 2e-6),
    ("modified_bessel_k1", powers(1e-30, 2), none, 4e-15, 2e-6),
    ("modified_bessel_k1", linear(2, 80), none, 4e-15, 2e-6),
    ("scaled_modified_bessel_k0", powers(1e-30, 2), none, 4e-15, 2e-6),
    ("scaled_modified_bessel_k0", powers(2, 1e6), none, 4e-15, 2e-6),
    ("scaled_modified_bessel_k1", powers(1e-30, 2), none, 4e-15, 2e-6),
    ("scaled_modified_bessel_k1", powers(2, 1e6), none, 4e-15, 2e-6),
    ("bessel_j0", linear(-5, 5), wave, 8e-8, 2e-6),
    ("bessel_j1", linear(-5, 5), wave, 4e-8, 2e-6),
    ("bessel_y0", powers(1e-30, 5), wave, 8e-8, 2e-6),
    ("bessel_y1", powers(1e-30, 5), wave, 4e-8, 2e-6),
    ("bessel_j0", linear(5, 30), wave, 2e-6, 2e-6),
    ("bessel_j1", linear(5, 30), wave, 4e-6, 4e-6),
    ("bessel_y0", linear(5, 30), wave, 1e-6, 2e-6),
    ("bessel_y1", linear(5, 30), wave, 4e-6, 4e-6),
    ("bessel_j0", linear(30, 1000), wave, 8e-14, 4e-6),
    ("bessel_j1", linear(30, 1000), wave, 4e-14, 2e-5),
    ("bessel_y0", linear(30, 1000), wave, 8e-14, 4e-6),
    ("bessel_y1", linear(30, 1000), wave, 4e-14, 2e-5),
    ("spherical_bessel_j0", linear(-1000, 1000), one, 4e-15, 2e-6),
    ("airy_ai", linear(-2, 2), none, 4e-14, 2e-5),
    ("airy_ai", linear(2, 20), none, 4e-14, 2e-5),
    ("airy_ai", linear(-30, -2), one, 8e-6, 8e-6),
    ("airy_ai", powers(30, 1000, -1), one, 8e-13, 4e-4),
]

BINARY = [
    ("xlogy", linear(-3, 3), powers(1e-30, 1e30), none, 4e-15, 2e-6),
    ("xlog1py", linear(-3, 3), powers(1e-30, 1e30), none, 4e-15, 2e-6),
    ("zeta", linear(1.01, 30), powers(1e-3, 1e3), none, 4e-15, 2e-6),
    ("gammainc", linear(0.01, 15), linear(0.01, 15), none, 4e-14, 2e-2),
    ("gammainc", linear(0.01, 5), powers(1e-6, 1), none, 2e-14, 2e-5),
    ("gammainc", linear(16, 100), linear(5, 150), one, 8e-10, 2e-6),
    ("gammainc", powers(100, 1e6), powers(100, 1e6), one, 4e-10, 2e-6),
    ("gammaincc", linear(0.01, 15), linear(0.01, 15), none, 8e-15, 4e-6),
    ("gammaincc", linear(0.01, 5), powers(1e-6, 1), none, 4e-15, 4e-6),
    ("gammaincc", linear(16, 100), linear(5, 150), one, 8e-10, 2e-6),
    ("gammaincc", powers(100, 1e6), powers(100, 1e6), one, 4e-10, 2e-6),
    ("chebyshev_polynomial_t", linear(-1, 1), degrees, one, 2e-14, 1e-5),
    ("shifted_chebyshev_polynomial_t", linear(0, 1), degrees, one, 2e-14, 2e-5),
    ("chebyshev_polynomial_u", linear(-1, 1), degrees, one, 8e-14, 4e-5),
    ("shifted_chebyshev_polynomial_u", linear(0, 1), degrees, one, 8e-14, 8e-5),
    ("chebyshev_polynomial_v", linear(-1, 1), degrees, one, 2e-13, 8e-5),
    ("shifted_chebyshev_polynomial_v", linear(0, 1), degrees, one, 2e-13, 8e-5),
    ("chebyshev_polynomial_w", linear(-1, 1), degrees, one, 4e-14, 1e-5),
    ("shifted_chebyshev_polynomial_w", linear(0, 1), degrees, one, 4e-14, 2e-5),
    ("hermite_polynomial_h", linear(-1, 1), degrees, one, 2e-13, 8e-5),
    ("hermite_polynomial_he", linear(-1, 1), degrees, one, 8e-14, 4e-5),
    ("laguerre_polynomial_l", linear(-1, 1), degrees, one, 2e-14, 1e-5),
    ("legendre_polynomial_p", linear(-1, 1), degrees, one, 4e-15, 2e-6),
]


def difference(name, arguments, scale, dtype):
    """The greatest difference from PyTorch, and that ends, NaN and infinities are in its places."""
    arguments = [a.astype(dtype) for a in arguments]
    got = getattr(fb.special, name)(*map(fb.from_numpy, arguments)).numpy().astype("float64")
    want = getattr(torch.special, name)(*map(torch.from_numpy, arguments)).numpy()
    want = want.astype("float64")
    finite = np.isfinite(want)
    np.testing.assert_array_equal(got[~finite], want[~finite])
    tiny = float(np.finfo(dtype).tiny)  # below it digits are lost in any case
    size = np.maximum(np.maximum(np.abs(want), scale(arguments[-1].astype("float64"))), tiny)
    return float((np.abs(got[finite] - want[finite]) / size[finite]).max())


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(("name", "where", "scale", "double", "single"), UNARY)
def test_unary(name, where, scale, double, single, dtype):
    limit = double if dtype == "float64" else single
    assert difference(name, [where()], scale, dtype) <= limit


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(("name", "first", "second", "scale", "double", "single"), BINARY)
def test_binary(name, first, second, scale, double, single, dtype):
    limit = double if dtype == "float64" else single
    arguments = [a.ravel() for a in np.meshgrid(first()[::57], second()[::57])]
    assert difference(name, arguments, scale, dtype) <= limit
