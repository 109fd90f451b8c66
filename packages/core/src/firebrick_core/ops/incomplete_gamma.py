"""The regularized incomplete gamma functions P and Q = 1 - P.

Each of five regions of (a, x) has a form that loses no digits there, for P, Q, or both: Temme's
uniform expansion near x = a for large a (DLMF 8.12), the power series of P for small x (DLMF
8.11.4), Legendre's continued fraction of Q for large x (DLMF 8.9.2), a series of Q where that
is small although x is, and limits at the ends.
"""

from __future__ import annotations

import math

from .._operator import Array, pointwise
from ._float64 import fill, in_float64, polynomial, require_real, undefined
from ._nn_arrays import require_floating
from .error_function import scaled_erfc
from .gamma import gamma_of_one_plus, log_gamma_of_one_plus, log_gamma_positive, stirling_rest

_LARGE = 16.0  # from this a on, Stirling's series and Temme's expansion have all digits

# Coefficients of eta / m in powers of eta, where eta**2 / 2 = m - log(1 + m); the first is 1
# (N. M. Temme, On the computation of the incomplete gamma functions for large values of the
# parameters, 1987).
_TEMME = (
    1.0, -0.3333333333333333, 0.08333333333333333, -0.014814814814814815, 0.0011574074074074073,
    0.0003527336860670194, -0.0001787551440329218, 3.919263178522438e-05, -2.185448510679992e-06,
    -1.85406221071516e-06, 8.296711340953087e-07, -1.7665952736826078e-07, 6.707853543401498e-09,
    1.0261809784240309e-08, -4.382036018453353e-09, 9.14769958223679e-10, -2.5514193994946248e-11,
    -5.830772132550426e-11, 2.4361948020667415e-11, -5.0276692801141755e-12,
    1.1004392031956135e-13, 3.371763262400985e-13, -1.392388722418162e-13, 2.8534893807047445e-14,
    -5.139111834242572e-16, -1.9752288294349442e-15, 8.099521156704561e-16,
    -1.6522531216398162e-16, 2.5305430097478883e-18,
)  # fmt: skip

# (atanh(r) - r) / r**3 in r*r, to 1e-17 for r*r <= 1/9.
_ATANH = tuple(1 / (2 * k + 3) for k in range(17))


def _excess(xp, a, x):
    """`m - log(1 + m)` with `m = x / a - 1`, with all digits also near 0."""
    m = (x - a) / a
    r = m / (2 + m)
    square = r * r
    near = m * r - 2 * r * square * polynomial(xp, _ATANH, square)
    return xp.where(xp.abs(m) <= 0.5, near, m - xp.log(x / a))


def _power_over_gamma(xp, a, x):
    """`x**a * exp(-x) / gamma(a + 1)`.

    By powers where they are finite: their digits are right, while the exponential function
    multiplies the rounding of its argument, which leaves a relative error of `1e-16 * log(result)`.
    """
    out = xp.empty_like(a)
    small, finite = a < _LARGE, (a <= 100) & (x <= 1000)
    fill(xp, out, small, _power_over_small_gamma, a, x)
    fill(xp, out, ~small & finite, _power_over_medium_gamma, a, x)
    fill(xp, out, ~small & ~finite, _power_over_large_gamma, a, x)
    return out


def _power_over_large_gamma(xp, a, x):
    exponent = -a * _excess(xp, a, x) - stirling_rest(xp, a)
    return xp.exp(exponent) / xp.sqrt(2 * math.pi * a)


def _power_over_medium_gamma(xp, a, x):
    up, down = xp.exp(a / 2), xp.exp(-x / 2)
    ratio = (x**a * down) * down / (a**a / up) * up
    return ratio / (xp.sqrt(2 * math.pi * a) * xp.exp(stirling_rest(xp, a)))


def _power_over_small_gamma(xp, a, x):
    half = xp.exp(-xp.minimum(x, 1600.0) / 2)
    return xp.minimum(x, 1600.0) ** a * half * half / gamma_of_one_plus(xp, a)


def _temme(xp, a, x):
    """P and Q where a is large and x not far from it."""
    excess, below = _excess(xp, a, x), x < a
    eta = xp.where(below, -1.0, 1.0) * xp.sqrt(2 * excess)
    later = last = xp.zeros_like(a)  # beta of degree n + 2 and n + 1
    series = xp.zeros_like(a)
    for n in range(len(_TEMME) - 2, -1, -1):
        later, last = last, _TEMME[n + 1] + (n + 2) / a * later
        series = series * eta + last
    # What is left in `later` is beta of degree 1.
    series = series * a / (a + later) / xp.sqrt(2 * math.pi * a)
    decay = xp.exp(-a * excess)
    erfc = scaled_erfc(xp, xp.abs(eta) * xp.sqrt(a / 2)) / 2
    left, right = decay * (erfc - series), decay * (erfc + series)
    return xp.where(below, left, 1 - right), xp.where(below, 1 - left, right)


def _p_series(xp, a, x):
    """P by its power series, for x below a or small: 58 terms reach 1e-17."""
    total = xp.ones_like(a)
    for n in range(58, 0, -1):
        total = 1 + total * x / (a + n)
    return _power_over_gamma(xp, a, x) * total


def _q_fraction(xp, a, x):
    """Q by its continued fraction, for x above a and 1.1, evaluated from its far end."""
    steps = 20 + int(95 / float(xp.min(x)))  # by trial: what reaches 2e-17 everywhere
    t = x + (2 * steps + 1 - a)
    for k in range(steps, 0, -1):
        t = (x + (2 * k - 1 - a)) - k * (k - a) / t
    return _power_over_gamma(xp, a, x) * a / t


def _q_small(xp, a, x):
    """Q for a < x < 1.1, where P is near 1: `1 - x**a / gamma(a + 1)` less P's other terms."""
    log_gamma = xp.where(
        a <= 0.5, log_gamma_of_one_plus(xp, xp.minimum(a, 0.5)), log_gamma_positive(xp, a + 1)
    )
    exponent = a * xp.log(x) - log_gamma
    term, total = xp.ones_like(a), xp.zeros_like(a)
    for n in range(1, 22):
        term = term * (-x / n)
        total = total + term / (a + n)
    return -xp.expm1(exponent) - xp.exp(exponent) * a * total


def _regions(xp, a, x):
    """The masks of Temme's expansion, the fraction, Q's series, and P's series, in this order."""
    inside = (a > 0) & (x > 0) & (a < math.inf) & (x < math.inf)
    temme = inside & (a >= _LARGE) & (xp.abs(x - a) <= 0.5 * a)
    fraction = inside & ~temme & (x >= 1.1) & (x >= a)
    # P is above about 0.6 here, so that 1 - P would lose digits.
    least = xp.where(x <= 0.5, -0.4 / xp.log(xp.minimum(x, 0.5)), x / 1.1)
    small = inside & (x < 1.1) & (a < least)
    return temme, fraction, small, inside & ~temme & ~fraction & ~small


def _ends(xp, out, a, x, complement):
    """The values at 0 and infinity; where the arguments contradict each other, NaN as PyTorch."""
    zero, one = (1.0, 0.0) if complement else (0.0, 1.0)
    fill(xp, out, x == math.inf, one)
    fill(xp, out, a == math.inf, zero)
    fill(xp, out, (a == math.inf) & (x == math.inf), math.nan)
    fill(xp, out, x == 0, zero)
    fill(xp, out, a == 0, math.nan)
    fill(xp, out, (a == 0) & (x > 0), one)
    fill(xp, out, (a < 0) | (x < 0), math.nan)


def _p_temme(xp, a, x):
    return _temme(xp, a, x)[0]


def _q_temme(xp, a, x):
    return _temme(xp, a, x)[1]


def _p_fraction(xp, a, x):
    return 1 - _q_fraction(xp, a, x)


def _q_series(xp, a, x):
    return 1 - _p_series(xp, a, x)


def _require_floating(name, array):
    require_floating(name, array)
    require_real(name, array)


_INTEGERS = (("ints(3, 4), ints(3, 4)", NotImplementedError, "not implemented for 'Long'"),)
# Without a gradient by a, which has no derivative here.
_SAMPLES = (
    "pos(3, 4).detach(), pos(3, 4)",
    "pos(3).detach() * 8, pos(3) * 8",
    "pos(3, 1).detach(), pos(4)",
    "pos().detach(), pos()",
)


@pointwise(samples=_SAMPLES, errors=_INTEGERS, dtypes="float", aliases=("special.gammainc",))
def igamma(xp, input: Array, other: Array) -> Array:
    """The regularized lower incomplete gamma function P(a, x), with a the input and x the other.

    The integral of `t**(a - 1) * exp(-t)` from 0 to x, over `gamma(a)`. NaN where a or x is
    negative. Differentiable by `other` only.

    >>> import firebrick_core as fb
    >>> fb.igamma(fb.tensor([1.0, 4.0]), fb.tensor([1.0, 3.0]))
    tensor([0.6321, 0.3528])
    """
    _require_floating("igamma_cpu", input)
    return _igamma(xp, input, other)


@in_float64
def _igamma(xp, a, x):
    out = undefined(xp, a)
    temme, fraction, small, series = _regions(xp, a, x)
    fill(xp, out, temme, _p_temme, a, x)
    fill(xp, out, fraction, _p_fraction, a, x)
    fill(xp, out, small | series, _p_series, a, x)
    _ends(xp, out, a, x, False)
    return out


@pointwise(samples=_SAMPLES, errors=_INTEGERS, dtypes="float", aliases=("special.gammaincc",))
def igammac(xp, input: Array, other: Array) -> Array:
    """The regularized upper incomplete gamma function Q(a, x) = 1 - P(a, x); see `igamma`.

    >>> import firebrick_core as fb
    >>> fb.igammac(fb.tensor([1.0, 4.0]), fb.tensor([1.0, 3.0]))
    tensor([0.3679, 0.6472])
    """
    _require_floating("igammac_cpu", input)
    return _igammac(xp, input, other)


@in_float64
def _igammac(xp, a, x):
    out = undefined(xp, a)
    temme, fraction, small, series = _regions(xp, a, x)
    fill(xp, out, temme, _q_temme, a, x)
    fill(xp, out, fraction, _q_fraction, a, x)
    fill(xp, out, small, _q_small, a, x)
    fill(xp, out, series, _q_series, a, x)
    _ends(xp, out, a, x, True)
    return out
