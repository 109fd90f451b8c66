"""How gamma and Dirichlet numbers move with their parameters, at a fixed probability.

A sample x of a distribution function F(x; a) follows a change of a so that F stays what it was:
dx/da = -(dF/da) / (dF/dx). Source: Figurnov, Mohamed and Mnih, *Implicit reparameterization
gradients*, 2018. Both distribution functions are a power series whose terms are positive and have
simple derivatives; it is summed from the side on which F (or 1 - F) is not near 1, so that few
digits are lost: relative errors are below 1e-10. From 1000 on, where the series get long, Temme's
uniform expansions serve, with relative errors below 1e-7.
"""

from __future__ import annotations

from .._operator import Array, pointwise
from ._float64 import fill, in_float64, undefined
from .gamma import digamma_values

_LARGE = 1000.0
_MOST_TERMS = 5000


def _log_excess(xp, m):
    """`m - log(1 + m)`, by its series where the difference would lose digits."""
    near = m * m * (0.5 - m * (1 / 3 - m * (0.25 - m * (0.2 - m / 6))))
    return xp.where(xp.abs(m) < 1e-3, near, m - xp.log1p(m))


# ---------------------------------------------------------------------- gamma
def _gamma_series(xp, a, x):
    """From `P = x**a exp(-x) / gamma(a + 1) * sum of x**n / ((a + 1) ... (a + n))`."""
    term, total = xp.ones_like(a), xp.ones_like(a)
    slope, harmonic = xp.zeros_like(a), xp.zeros_like(a)
    for n in range(1, _MOST_TERMS):
        term = term * (x / (a + n))
        harmonic = harmonic + 1 / (a + n)
        total = total + term
        slope = slope + term * harmonic
        if n % 8 == 0 and (term < 1e-17 * total).all():
            break
    return x / a * (total * (digamma_values(xp, a + 1) - xp.log(x)) + slope)


def _gamma_fraction(xp, a, x):
    """From Legendre's continued fraction of Q, which is differentiated along (DLMF 8.9.2)."""
    steps = 100 + int(95 / float(xp.min(x)))  # by trial: what no longer changes the result
    t, slope = x + (2 * steps + 1 - a), xp.full(a.shape, -1.0)
    for k in range(steps, 0, -1):
        slope = k * (k - a) * slope / (t * t) + k / t - 1
        t = (x + (2 * k - 1 - a)) - k * (k - a) / t
    return x / t * (xp.log(x) - digamma_values(xp, a)) - x * slope / (t * t)


def _gamma_large(xp, a, x):
    """From the first two terms of Temme's inverse: Temme, *Asymptotic inversion of incomplete
    gamma functions*, 1992."""
    m = (x - a) / a
    eta = xp.where(m < 0, -1.0, 1.0) * xp.sqrt(2 * _log_excess(xp, m))
    near = xp.abs(m) < 1e-4
    m, eta = xp.where(near, 1.0, m), xp.where(near, 1.0, eta)
    ratio, bend = eta / m, 1 / eta - eta * (1 + m) / (m * m)
    m = (x - a) / a
    ratio = xp.where(near, 1 - m / 3, ratio)
    bend = xp.where(near, m / 18 - 1 / 3, bend)
    return (1 + m) * (1 - ratio * (ratio * m / 2 + bend / (2 * a)))


@pointwise(
    samples=("pos(3, 4).detach(), pos(3, 4).detach()",),
    namespace="internal",
    methods=False,
    aliases=("torch._standard_gamma_grad",),
    dtypes="float",
)
def standard_gamma_grad(xp, input: Array, output: Array) -> Array:
    """The derivative of gamma numbers `output` by their shapes `input`."""
    return _gamma_gradient(xp, input, output)


@in_float64
def _gamma_gradient(xp, a, x):
    out = undefined(xp, a)
    valid = (a > 0) & (x > 0)
    large = valid & (a > _LARGE)
    # The series loses digits where Q is small; the fraction is slow where it is not.
    tail = valid & ~large & (x > 1.1) & (x > a + 4 * xp.sqrt(a))
    fill(xp, out, valid & ~large & ~tail, _gamma_series, a, x)
    fill(xp, out, tail, _gamma_fraction, a, x)
    fill(xp, out, large, _gamma_large, a, x)
    out[(a > 0) & (x == 0)] = 0.0
    return out


# ---------------------------------------------------------------------- Dirichlet
def _beta_series(xp, a, b, x):
    """From `I_x(a, b) = x**a (1 - x)**b / (a B(a, b)) * F(a + b, 1; a + 1; x)`, over `1 - x`."""
    s = a + b
    term, total = xp.ones_like(a), xp.ones_like(a)
    slope, harmonic = xp.zeros_like(a), xp.zeros_like(a)
    for n in range(_MOST_TERMS):
        term = term * (x * (s + n) / (a + 1 + n))
        harmonic = harmonic + b / ((a + 1 + n) * (s + n)) - 1 / ((a + 1 + n) * (s + n))
        total = total + term
        slope = slope + term * harmonic
        if n % 8 == 0 and (term < 1e-17 * total).all():
            break
    log_ratio = digamma_values(xp, a + 1) - digamma_values(xp, s) - xp.log(x)
    return x / a * (total * log_ratio + slope)


def _beta_series_from_one(xp, a, b, x):
    """The same from the other end: `I_x(a, b) = 1 - I_{1 - x}(b, a)`."""
    s, y = a + b, 1 - x
    term, total = xp.ones_like(a), xp.ones_like(a)
    slope, harmonic = xp.zeros_like(a), xp.zeros_like(a)
    for n in range(_MOST_TERMS):
        term = term * (y * (s + n) / (b + 1 + n))
        harmonic = harmonic + 1 / (s + n)
        total = total + term
        slope = slope + term * harmonic
        if n % 8 == 0 and (term < 1e-17 * total).all():
            break
    log_ratio = xp.log(x) + digamma_values(xp, s) - digamma_values(xp, a)
    return x / b * (total * log_ratio + slope)


def _beta_deviance(xp, a, b, x):
    """`a log(p / x) + b log((1 - p) / (1 - x))` with the mean p: half the square of r."""
    s = a + b
    d = x * s
    return a * _log_excess(xp, (d - a) / a) + b * _log_excess(xp, ((1 - x) * s - b) / b)


def _beta_away_from_mean(xp, a, b, x):
    """From the modified signed root of the deviance, whose distribution is nearly normal:
    Temme, *Asymptotic inversion of the incomplete beta function*, 1992, in the first two terms."""
    s = a + b
    p, q = a / s, b / s
    distance = x - p
    r = xp.where(distance < 0, -1.0, 1.0) * xp.sqrt(2 * _beta_deviance(xp, a, b, x))
    log_w = xp.log(distance * xp.sqrt(s / (p * q)) / r)
    kappa = 1 - (log_w + 1) / (r * r)
    by_a = -xp.log1p(distance / p) * kappa - q / (s * distance) + 1.5 / s - 0.5 / a
    by_x = s * distance / (x * (1 - x)) * kappa + 1 / distance
    return -by_a / by_x / (1 - x)


def _beta_large(xp, a, b, x):
    """Near the mean, where the formula divides 0 by 0, the line between its two sides."""
    s = a + b
    p = a / s
    step = 0.02 * xp.sqrt(p * (b / s) / s)
    near = xp.abs(x - p) < step
    left = _beta_away_from_mean(xp, a, b, xp.where(near, p - step, x))
    right = _beta_away_from_mean(xp, a, b, xp.where(near, p + step, x))
    return xp.where(near, left + (right - left) * (x - p + step) / (2 * step), left)


@pointwise(
    samples=("pos(3, 4).detach() / 3, pos(3, 4).detach(), pos(3, 4).detach() + 2",),
    namespace="internal",
    methods=False,
    aliases=("torch._dirichlet_grad",),
    dtypes="float",
)
def dirichlet_grad(xp, x: Array, alpha: Array, total: Array) -> Array:
    """The derivative of Dirichlet numbers `x` by their concentrations `alpha`, over `1 - x`.

    `total` is the sum of the concentrations. Each number alone is a beta number.
    """
    return _dirichlet_gradient(xp, x, alpha, total)


@in_float64
def _dirichlet_gradient(xp, x, alpha, total):
    out = undefined(xp, x)
    # Of two concentrations of very different size, the sum holds only the larger one.
    beta = xp.maximum(total - alpha, 1e-9 * alpha)
    valid = (alpha > 0) & (x > 0) & (x <= 1)
    deviance = _beta_deviance(xp, alpha, beta, x)
    above = x * (alpha + beta) > alpha
    middle = deviance < 12  # neither side's series loses more than the 6 digits that exp(12) has
    from_zero = (x <= 0.5) & (~above | middle) | (x > 0.5) & (x < 0.98) & ~above & ~middle
    from_one = (x > 0.5) & (above | middle) | (x <= 0.5) & (x > 0.02) & above & ~middle
    large = valid & ((xp.minimum(alpha, beta) > _LARGE) | ~(from_zero | from_one))
    fill(xp, out, valid & from_zero & ~large, _beta_series, alpha, beta, x)
    fill(xp, out, valid & from_one & ~large, _beta_series_from_one, alpha, beta, x)
    fill(xp, out, large, _beta_large, alpha, beta, x)
    out[(alpha > 0) & (x == 0)] = 0.0
    return out
