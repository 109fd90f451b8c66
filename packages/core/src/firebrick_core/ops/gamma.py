"""The logarithm of the gamma function, its derivative, and the regularized incomplete functions."""

from __future__ import annotations

import math

from .. import _errors
from .._operator import Array, composite, pointwise
from ._float64 import fill, in_float64, less_root, polynomial, require_real, undefined
from ._nn_arrays import require_floating
from .error_function import scaled_erfc

# Stirling's series: B(2k) / (2k (2k - 1)) for log gamma, B(2k) / 2k for its derivative.
STIRLING = (
    1 / 12,
    -1 / 360,
    1 / 1260,
    -1 / 1680,
    1 / 1188,
    -691 / 360360,
    1 / 156,
    -3617 / 122400,
)
DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160)
_SHIFT = 10  # from here on the series are exact to float64

# log gamma(2 + z) / z for |z| <= 1/2, a polynomial in 2z.
_LOG_GAMMA = (
    0.42278433509846713, 0.16123351671205663, -0.016838075263299536, 0.002572601053472542,
    -0.000461596939291756, 9.032844784489912e-05, -1.8636779875052926e-05, 3.981793088659667e-06,
    -8.716982449081134e-07, 1.9425327031438992e-07, -4.387339030049162e-08, 1.001249236957858e-08,
    -2.3043102744274226e-09, 5.352455971471404e-10, -1.2481294697143873e-10,
    2.8075860826633894e-11, -6.566215046625873e-12, 2.1270762170785405e-12,
    -5.117684453811745e-13,
)  # fmt: skip

# digamma(x) / (x - root) for 1 <= x <= 2, a polynomial in 2x - 3, and the root.
_DIGAMMA_NEAR_ROOT = (
    0.9510558760318328, -0.2118137106407303, 0.06013562106019684, -0.018550615381735008,
    0.005936795278301761, -0.0019350666648613071, 0.0006368880303865817, -0.00021074841138175561,
    6.995018825112794e-05, -2.3258242519113285e-05, 7.741234508636364e-06, -2.578093954045772e-06,
    8.589060721930695e-07, -2.863161166883193e-07, 9.543298288278275e-08, -3.162911147408454e-08,
    1.0527692435026686e-08, -3.7083753242807277e-09, 1.2469984616707403e-09, -2.7580994814377e-10,
    8.734528429142953e-11, -8.50550766013261e-11, 2.918622732168261e-11,
)  # fmt: skip
_DIGAMMA_ROOT = (1.4616321449683622, 9.549995429965697e-17)


def _log_gamma_of_two_plus(xp, z):
    """For `|z| <= 1/2`, with all digits near the zero at 0."""
    return z * polynomial(xp, _LOG_GAMMA, 2 * z)


def log_gamma_of_one_plus(xp, z):
    """For `|z| <= 1/2`, with all digits near the zero at 0."""
    return _log_gamma_of_two_plus(xp, z) - xp.log1p(z)


def _log_gamma_near_zero(xp, x):
    return log_gamma_of_one_plus(xp, x) - xp.log(x)


def _log_gamma_near_one(xp, x):
    return log_gamma_of_one_plus(xp, x - 1)


def _log_gamma_near_two(xp, x):
    return _log_gamma_of_two_plus(xp, x - 2)


def _product_down_to_two(xp, x, steps):
    """The product of x - 1, x - 2, ... down to 1.5 or more, and the last factor."""
    product = xp.ones_like(x)
    for _ in range(steps):
        above = x >= 2.5
        x = x - above
        product *= xp.where(above, x, 1.0)
    return product, x


def _log_gamma_by_product(xp, x):
    product, last = _product_down_to_two(xp, x, 8)
    return xp.log(product) + _log_gamma_near_two(xp, last)


def stirling_rest(xp, x):
    """log gamma(x) less its leading terms `(x - 1/2) log(x) - x + log(2 pi) / 2`, for x >= 10."""
    return polynomial(xp, STIRLING, 1 / (x * x)) / x


def _log_gamma_far(xp, x):
    out = (x - 0.5) * (xp.log(x) - 1) + (0.5 * math.log(2 * math.pi) - 0.5)
    return out + stirling_rest(xp, x)


def log_gamma_positive(xp, x):
    """log gamma of positive numbers; NaN for others."""
    out = undefined(xp, x)
    fill(xp, out, (x > 0) & (x < 0.5), _log_gamma_near_zero, x)
    fill(xp, out, (x >= 0.5) & (x < 1.5), _log_gamma_near_one, x)
    fill(xp, out, (x >= 1.5) & (x < 2.5), _log_gamma_near_two, x)
    fill(xp, out, (x >= 2.5) & (x < _SHIFT), _log_gamma_by_product, x)
    fill(xp, out, x >= _SHIFT, _log_gamma_far, x)
    return out


def gamma_of_one_plus(xp, x):
    """The gamma function of `1 + x` for 0 < x <= 16, without the rounding of that sum."""
    out = xp.empty_like(x)
    fill(xp, out, x < 0.5, _gamma_of_one_plus_small, x)
    fill(xp, out, (x >= 0.5) & (x < 1.5), _gamma_of_two_plus, x - 1)
    fill(xp, out, x >= 1.5, _gamma_by_product, x)
    return out


def _gamma_of_one_plus_small(xp, x):
    return xp.exp(log_gamma_of_one_plus(xp, x))


def _gamma_of_two_plus(xp, z):
    return xp.exp(_log_gamma_of_two_plus(xp, z))


def _gamma_by_product(xp, x):
    product, last = _product_down_to_two(xp, x, 15)
    return x * product * xp.exp(_log_gamma_near_two(xp, last))


def _sine_of_pi(xp, x):
    """`sin(pi * x)` up to its sign, exact at integers."""
    return xp.sin((x - xp.round(x)) * math.pi)


def cotangent_of_pi(xp, x):
    """`cos(pi * x) / sin(pi * x)`, exact at its zeros."""
    offset = x - xp.round(x)
    size = xp.abs(offset)
    near = size < 0.25
    tangent = xp.tan(xp.where(near, size, 0.5 - size) * math.pi)
    return xp.copysign(xp.where(near, 1 / tangent, tangent), offset)


def _log_gamma_reflected(xp, x):
    sine = xp.abs(_sine_of_pi(xp, x))
    return math.log(math.pi) - xp.log(sine) - log_gamma_positive(xp, 1 - x)


@pointwise(
    "float",
    samples=("pos(3, 4)", "x(3, 4)", "x()"),
    dtypes="real",
    aliases=("special.gammaln",),
)
@in_float64
def lgamma(xp, input: Array) -> Array:
    """The logarithm of the absolute value of the gamma function; infinite at its poles.

    >>> import firebrick_core as fb
    >>> fb.lgamma(fb.tensor([0.5, 1.0, 10.0]))
    tensor([ 0.5724,  0.0000, 12.8018])
    """
    out = log_gamma_positive(xp, input)
    pole = (input <= 0) & (input == xp.floor(input))
    fill(xp, out, (input < 0) & ~pole, _log_gamma_reflected, input)
    fill(xp, out, pole | (input == math.inf), math.inf)
    return out


def _digamma_near_root(xp, x):
    return less_root(x, _DIGAMMA_ROOT) * polynomial(xp, _DIGAMMA_NEAR_ROOT, 2 * x - 3)


def _digamma_near_zero(xp, x):
    return _digamma_near_root(xp, x + 1) - 1 / x


def _digamma_by_sum(xp, x):
    total = xp.zeros_like(x)
    for _ in range(_SHIFT - 1):
        above = x > 2
        x = x - above
        total += above / x
    return total + _digamma_near_root(xp, x)


def _digamma_far(xp, x):
    inverse = 1 / (x * x)
    return xp.log(x) - 0.5 / x - polynomial(xp, DIGAMMA, inverse) * inverse


def _digamma_positive(xp, x):
    out = undefined(xp, x)
    fill(xp, out, (x > 0) & (x < 1), _digamma_near_zero, x)
    fill(xp, out, (x >= 1) & (x <= 2), _digamma_near_root, x)
    fill(xp, out, (x > 2) & (x < _SHIFT), _digamma_by_sum, x)
    fill(xp, out, x >= _SHIFT, _digamma_far, x)
    return out


def _digamma_reflected(xp, x):
    return _digamma_positive(xp, 1 - x) - math.pi * cotangent_of_pi(xp, x)


def _signed_infinity(xp, x):
    return xp.copysign(math.inf, -x)


def digamma_values(xp, x):
    """The derivative of log gamma, of a float64 vector; NaN at negative integers."""
    out = _digamma_positive(xp, x)
    fill(xp, out, (x < 0) & (x != xp.floor(x)), _digamma_reflected, x)
    fill(xp, out, x == 0, _signed_infinity, x)
    return out


@pointwise(
    "float",
    samples=("pos(3, 4) + 20", "pos() + 20"),
    dtypes="real",
    namespace="torch special",
    aliases=("special.psi",),
)
@in_float64
def digamma(xp, input: Array) -> Array:
    """The derivative of `lgamma`; NaN at negative integers, infinite at 0.

    >>> import firebrick_core as fb
    >>> fb.digamma(fb.tensor([0.5, 1.0, 10.0]))
    tensor([-1.9635, -0.5772,  2.2518])
    """
    return digamma_values(xp, input)


@composite(
    samples=("pos(3, 4) + 2, 1", "pos(3) + 2, 3", "pos() + 2, 5"),
    errors=(
        ("pos(3), 0", RuntimeError, "greater than or equal to 1"),
        ("mask(3), 1", RuntimeError, "may not be a boolean tensor"),
    ),
    dtypes="real",
    inplace=True,
    out=True,
    aliases=("special.multigammaln",),
)
def mvlgamma(input: Array, p: int) -> Array:
    """The logarithm of the multivariate gamma function of dimension `p`.

    The sum over i = 1, ..., p of `lgamma(input + (1 - i) / 2)`, and `p * (p - 1) / 4 * log(pi)`.

    >>> import firebrick_core as fb
    >>> fb.mvlgamma(fb.tensor([2.0, 3.0]), 2)
    tensor([0.4516, 1.5502])
    """
    from .. import _operators as T

    if not hasattr(input, "_keys"):
        raise _errors.not_a_tensor("mvlgamma", "input", 1, input)
    if p < 1:
        raise RuntimeError(
            f"p has to be greater than or equal to 1: mvlgamma() got {p}, expected the dimension"
        )
    if input.dtype.name == "bool":
        raise RuntimeError(
            "The input tensor may not be a boolean tensor.: mvlgamma() wants numbers; convert with"
            " .float()"
        )
    parts = T.stack([T.lgamma(input - i / 2) for i in range(p)])
    return parts.sum(0) + p * (p - 1) / 4 * math.log(math.pi)


# The regularized incomplete gamma functions P and Q = 1 - P.
#
# Each of five regions of (a, x) has a form that loses no digits there, for P, Q, or both: Temme's
# uniform expansion near x = a for large a (DLMF 8.12), the power series of P for small x (DLMF
# 8.11.4), Legendre's continued fraction of Q for large x (DLMF 8.9.2), a series of Q where that is
# small although x is, and limits at the ends.

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
