"""The logarithm of the gamma function, and its derivative."""

from __future__ import annotations

import math

from .. import _errors
from .._operator import Array, composite, pointwise
from ._float64 import fill, in_float64, less_root, polynomial, undefined

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
