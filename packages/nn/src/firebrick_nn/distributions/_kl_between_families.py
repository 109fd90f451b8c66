"""Divergences between distributions of different families, most of them infinite."""

from __future__ import annotations

import math

import firebrick_core as fb
from firebrick_core import inf

from .bernoulli import Bernoulli
from .beta import Beta
from .binomial import Binomial
from .continuous_bernoulli import ContinuousBernoulli
from .exponential import Exponential
from .gamma import Gamma
from .gumbel import Gumbel
from .kl import register_kl
from .laplace import Laplace
from .normal import Normal
from .pareto import Pareto
from .poisson import Poisson
from .uniform import Uniform
from .utils import euler_constant

# p draws values outside of the support of q.
_OUTSIDE = (
    ((Exponential, Gamma, Pareto), (Beta, ContinuousBernoulli, Uniform)),
    ((Exponential, Gamma, Beta, ContinuousBernoulli), (Pareto,)),
    ((Gumbel, Laplace, Normal), (Beta, ContinuousBernoulli, Pareto, Uniform)),
    ((Gumbel, Laplace, Normal), (Exponential, Gamma)),
    ((Poisson,), (Bernoulli, Binomial)),
)


def _first_tensor(d):
    return next(v for v in vars(d).values() if isinstance(v, fb.Tensor))


def _infinite(p, q):
    like = p._dirichlet.concentration if isinstance(p, Beta) else _first_tensor(p)
    return fb.full(p.batch_shape, inf, dtype=like.dtype, device=like.device)


for _lefts, _rights in _OUTSIDE:
    for _left in _lefts:
        for _right in _rights:
            register_kl(_left, _right)(_infinite)


def _cross_normal(mean, variance, q):
    """The mean of `-log q` for a normal q."""
    spread = 0.5 * (variance + (mean - q.loc).pow(2)) / q.scale.pow(2)
    return q.scale.log() + 0.5 * math.log(2 * math.pi) + spread


# ---------------------------------------------------------------------- from (0, 1)
@register_kl(Bernoulli, Poisson)
def _bernoulli_poisson(p, q):
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


@register_kl(Beta, ContinuousBernoulli)
def _beta_continuous_bernoulli(p, q):
    log_q = p.mean * q.logits + fb.log1p(-q.probs) + q._cont_bern_log_norm()
    return -p.entropy() - log_q


@register_kl(Beta, Exponential)
def _beta_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.mean


@register_kl(Beta, Gamma)
def _beta_gamma(p, q):
    total = p.concentration1 + p.concentration0
    mean_log = p.concentration1.digamma() - total.digamma()
    log_q = q.concentration * q.rate.log() - q.concentration.lgamma()
    return -p.entropy() - (log_q + (q.concentration - 1) * mean_log - q.rate * p.mean)


@register_kl(Beta, Normal)
def _beta_normal(p, q):
    return -p.entropy() + _cross_normal(p.mean, p.variance, q)


@register_kl(Beta, Uniform)
def _beta_uniform(p, q):
    result = -p.entropy() + (q.high - q.low).log()
    return fb.where((q.low > 0.0) | (q.high < 1.0), inf, result)


@register_kl(ContinuousBernoulli, Exponential)
def _continuous_bernoulli_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.mean


@register_kl(ContinuousBernoulli, Normal)
def _continuous_bernoulli_normal(p, q):
    return -p.entropy() + _cross_normal(p.mean, p.variance, q)


@register_kl(ContinuousBernoulli, Uniform)
def _continuous_bernoulli_uniform(p, q):
    result = -p.entropy() + (q.high - q.low).log()
    return fb.where((q.low > 0.0) | (q.high < 1.0), inf, result)


# ---------------------------------------------------------------------- from [0, inf)
@register_kl(Exponential, Gamma)
def _exponential_gamma(p, q):
    ratio = q.rate / p.rate
    a = q.concentration
    return -a * fb.log(ratio) + ratio + a.lgamma() + a * euler_constant - (1 + euler_constant)


@register_kl(Exponential, Gumbel)
def _exponential_gumbel(p, q):
    rate, loc = p.rate * q.scale, q.loc / q.scale
    return rate.log() - 1 - loc + rate.reciprocal() + loc.exp() * rate / (rate + 1)


@register_kl(Exponential, Normal)
def _exponential_normal(p, q):
    return p.rate.log() - 1 + _cross_normal(p.mean, p.variance, q)


@register_kl(Gamma, Exponential)
def _gamma_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.concentration / p.rate


@register_kl(Gamma, Gumbel)
def _gamma_gumbel(p, q):
    beta, loc = p.rate * q.scale, q.loc / q.scale
    a = p.concentration
    own = (a - 1) * a.digamma() - a.lgamma() - a
    tail = loc.exp() * (1 + beta.reciprocal()).pow(-a)
    return own + beta.log() + a / beta - loc + tail


@register_kl(Gamma, Normal)
def _gamma_normal(p, q):
    return -p.entropy() + _cross_normal(p.mean, p.variance, q)


@register_kl(Pareto, Exponential)
def _pareto_exponential(p, q):
    rate = p.scale * q.rate
    result = fb.log(p.alpha / rate) - p.alpha.reciprocal() + p.alpha * rate / (p.alpha - 1) - 1
    return fb.where(p.alpha <= 1, inf, result)


@register_kl(Pareto, Gamma)
def _pareto_gamma(p, q):
    mean_log = p.scale.log() + p.alpha.reciprocal()
    log_q = q.concentration * q.rate.log() - q.concentration.lgamma()
    mean = p.alpha * p.scale / (p.alpha - 1)
    result = -p.entropy() - (log_q + (q.concentration - 1) * mean_log - q.rate * mean)
    return fb.where(p.alpha <= 1, inf, result)


@register_kl(Pareto, Normal)
def _pareto_normal(p, q):
    a, scale = p.alpha, p.scale
    mean, variance = a * scale / (a - 1), scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))
    result = -p.entropy() + _cross_normal(mean, variance, q)
    return fb.where(a <= 2, inf, result)


# ---------------------------------------------------------------------- from the real line
@register_kl(Gumbel, Normal)
def _gumbel_normal(p, q):
    return -p.entropy() + _cross_normal(p.mean, p.variance, q)


@register_kl(Laplace, Normal)
def _laplace_normal(p, q):
    return -p.entropy() + _cross_normal(p.mean, p.variance, q)


@register_kl(Normal, Gumbel)
def _normal_gumbel(p, q):
    loc = (p.loc - q.loc) / q.scale
    half = 0.5 * (p.scale / q.scale).pow(2)
    return loc + fb.exp(-loc + half) - p.entropy() + q.scale.log()


@register_kl(Normal, Laplace)
def _normal_laplace(p, q):
    difference = p.loc - q.loc
    ratio = difference / p.scale
    spread = math.sqrt(2 / math.pi) * p.scale * fb.exp(-0.5 * ratio.pow(2))
    distance = spread + difference * fb.erf(ratio / math.sqrt(2))
    return -p.entropy() + (2 * q.scale).log() + distance / q.scale


# ---------------------------------------------------------------------- from an interval
def _x_log_x(x):
    return fb.xlogy(x, x)


@register_kl(Uniform, Beta)
def _uniform_beta(p, q):
    width = p.high - p.low
    mean_log = (_x_log_x(p.high) - _x_log_x(p.low)) / width - 1
    mean_log1m = (_x_log_x(1 - p.low) - _x_log_x(1 - p.high)) / width - 1
    a, b = q.concentration1, q.concentration0
    log_q = (a - 1) * mean_log + (b - 1) * mean_log1m - a.lgamma() - b.lgamma() + (a + b).lgamma()
    result = -p.entropy() - log_q
    return fb.where((p.high > 1.0) | (p.low < 0.0), inf, result)


@register_kl(Uniform, ContinuousBernoulli)
def _uniform_continuous_bernoulli(p, q):
    log_q = p.mean * q.logits + fb.log1p(-q.probs) + q._cont_bern_log_norm()
    result = -p.entropy() - log_q
    return fb.where((p.high > 1.0) | (p.low < 0.0), inf, result)


@register_kl(Uniform, Exponential)
def _uniform_exponential(p, q):
    result = q.rate * p.mean - ((p.high - p.low) * q.rate).log()
    return fb.where(p.low < 0.0, inf, result)


@register_kl(Uniform, Gamma)
def _uniform_gamma(p, q):
    mean_log = (_x_log_x(p.high) - _x_log_x(p.low)) / (p.high - p.low) - 1
    log_q = q.concentration * q.rate.log() - q.concentration.lgamma()
    log_q = log_q + (q.concentration - 1) * mean_log - q.rate * p.mean
    return fb.where(p.low < 0.0, inf, -p.entropy() - log_q)


@register_kl(Uniform, Gumbel)
def _uniform_gumbel(p, q):
    width = (p.high - p.low) / q.scale
    low, high = (p.low - q.loc) / q.scale, (p.high - q.loc) / q.scale
    tail = (fb.exp(-low) - fb.exp(-high)) / width
    return 0.5 * (low + high) + tail - width.log()


@register_kl(Uniform, Normal)
def _uniform_normal(p, q):
    return -p.entropy() + _cross_normal(p.mean, p.variance, q)


@register_kl(Uniform, Pareto)
def _uniform_pareto(p, q):
    mean_log = (_x_log_x(p.high) - _x_log_x(p.low)) / (p.high - p.low) - 1
    log_q = q.alpha.log() + q.alpha * q.scale.log() - (q.alpha + 1) * mean_log
    return fb.where(p.low < q.scale, inf, -p.entropy() - log_q)
