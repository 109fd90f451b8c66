"""Divergences between two distributions of one family."""

from __future__ import annotations

import math

import firebrick_core as fb
from firebrick_core import functional as F, inf

from .bernoulli import Bernoulli
from .beta import Beta
from .binomial import Binomial
from .categorical import Categorical
from .cauchy import Cauchy
from .continuous_bernoulli import ContinuousBernoulli
from .dirichlet import Dirichlet
from .exp_family import ExponentialFamily, log_normalizer_with_gradients
from .exponential import Exponential
from .gamma import Gamma
from .geometric import Geometric
from .gumbel import Gumbel
from .half_normal import HalfNormal
from .independent import Independent
from .kl import kl_divergence, register_kl
from .laplace import Laplace
from .normal import Normal
from .one_hot_categorical import OneHotCategorical
from .pareto import Pareto
from .poisson import Poisson
from .transformed_distribution import TransformedDistribution
from .uniform import Uniform
from .utils import _sum_rightmost, euler_constant


# ---------------------------------------------------------------------- any of a kind
@register_kl(ExponentialFamily, ExponentialFamily)
def _expfamily_expfamily(p, q):
    """A Bregman divergence of the log normalizer."""
    if type(p) is not type(q):
        raise NotImplementedError(
            "The cross KL-divergence between different exponential families cannot be computed "
            "using Bregman divergences"
        )
    p_natural, p_normalizer, gradients = log_normalizer_with_gradients(p)
    result = q._log_normalizer(*q._natural_params) - p_normalizer
    for p_parameter, q_parameter, gradient in zip(
        p_natural, q._natural_params, gradients, strict=True
    ):
        term = (q_parameter - p_parameter) * gradient
        result = result - _sum_rightmost(term, len(q.event_shape))
    return result


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed_transformed(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError(
            "kl_divergence of transformed distributions: expected the same transforms and event "
            f"shapes, but got {p.transforms} of {p.event_shape} and {q.transforms} of "
            f"{q.event_shape}"
        )
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(Independent, Independent)
def _independent_independent(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError(
            "kl_divergence of Independent: expected the same reinterpreted_batch_ndims, but got "
            f"{p.reinterpreted_batch_ndims} and {q.reinterpreted_batch_ndims}"
        )
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


# ---------------------------------------------------------------------- discrete
@register_kl(Bernoulli, Bernoulli)
def _bernoulli_bernoulli(p, q):
    # Each outcome's share, where 0 log 0 is 0 and what q cannot draw is infinitely far.
    ones = p.probs * (F.softplus(-q.logits) - F.softplus(-p.logits))
    ones = fb.where(q.probs == 0, inf, ones)
    ones = fb.where(p.probs == 0, 0.0, ones)
    zeros = (1 - p.probs) * (F.softplus(q.logits) - F.softplus(p.logits))
    zeros = fb.where(q.probs == 1, inf, zeros)
    zeros = fb.where(p.probs == 1, 0.0, zeros)
    return ones + zeros


@register_kl(Binomial, Binomial)
def _binomial_binomial(p, q):
    if (p.total_count < q.total_count).any():
        raise NotImplementedError(
            "KL between Binomials where q.total_count > p.total_count is not implemented"
        )
    kl = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return fb.where(p.total_count > q.total_count, inf, kl)


@register_kl(Categorical, Categorical)
def _categorical_categorical(p, q):
    share = p.probs * (p.logits - q.logits)
    share = fb.where(q.probs == 0, inf, share)
    return fb.where(p.probs == 0, 0.0, share).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _onehotcategorical_onehotcategorical(p, q):
    return _categorical_categorical(p._categorical, q._categorical)


@register_kl(Geometric, Geometric)
def _geometric_geometric(p, q):
    return -p.entropy() - fb.log1p(-q.probs) / p.probs - q.logits


@register_kl(Poisson, Poisson)
def _poisson_poisson(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


# ---------------------------------------------------------------------- continuous
@register_kl(Beta, Beta)
def _beta_beta(p, q):
    p_sum = p.concentration1 + p.concentration0
    q_sum = q.concentration1 + q.concentration0
    p_log = p_sum.lgamma() + q.concentration1.lgamma() + q.concentration0.lgamma()
    q_log = q_sum.lgamma() + p.concentration1.lgamma() + p.concentration0.lgamma()
    first = (p.concentration1 - q.concentration1) * fb.digamma(p.concentration1)
    second = (p.concentration0 - q.concentration0) * fb.digamma(p.concentration0)
    return p_log - q_log + first + second + (q_sum - p_sum) * fb.digamma(p_sum)


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _continuous_bernoulli_continuous_bernoulli(p, q):
    means = p.mean * (p.logits - q.logits)
    return (
        means
        + p._cont_bern_log_norm()
        - q._cont_bern_log_norm()
        + fb.log1p(-p.probs)
        - fb.log1p(-q.probs)
    )


@register_kl(Dirichlet, Dirichlet)
def _dirichlet_dirichlet(p, q):
    p_sum, q_sum = p.concentration.sum(-1), q.concentration.sum(-1)
    normalizers = (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
    difference = p.concentration - q.concentration
    slopes = p.concentration.digamma() - p_sum.digamma().unsqueeze(-1)
    return p_sum.lgamma() - q_sum.lgamma() - normalizers + (difference * slopes).sum(-1)


@register_kl(Exponential, Exponential)
def _exponential_exponential(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Gamma, Gamma)
def _gamma_gamma(p, q):
    return (
        q.concentration * (p.rate / q.rate).log()
        + fb.lgamma(q.concentration)
        - fb.lgamma(p.concentration)
        + (p.concentration - q.concentration) * fb.digamma(p.concentration)
        + (q.rate - p.rate) * (p.concentration / p.rate)
    )


@register_kl(Gumbel, Gumbel)
def _gumbel_gumbel(p, q):
    ratio = p.scale / q.scale
    p_loc, q_loc = p.loc / q.scale, q.loc / q.scale
    tail = fb.exp(q_loc + (1 + ratio).lgamma() - p_loc)
    return -ratio.log() - q_loc + p_loc + ratio * euler_constant + tail - (1 + euler_constant)


@register_kl(Laplace, Laplace)
def _laplace_laplace(p, q):
    ratio, distance = p.scale / q.scale, (p.loc - q.loc).abs()
    near = ratio * fb.exp(-distance / p.scale)
    return -ratio.log() + distance / q.scale + near - 1


@register_kl(Normal, Normal)
def _normal_normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    distance = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + distance - 1 - ratio.log())


@register_kl(HalfNormal, HalfNormal)
def _halfnormal_halfnormal(p, q):
    return _normal_normal(p.base_dist, q.base_dist)


@register_kl(Pareto, Pareto)
def _pareto_pareto(p, q):
    scale, alpha = p.scale / q.scale, q.alpha / p.alpha
    result = q.alpha * scale.log() - alpha.log() + alpha - 1
    return fb.where(p.support.lower_bound < q.support.lower_bound, inf, result)


@register_kl(Uniform, Uniform)
def _uniform_uniform(p, q):
    result = ((q.high - q.low) / (p.high - p.low)).log()
    return fb.where((q.low > p.low) | (q.high < p.high), inf, result)


@register_kl(Cauchy, Cauchy)
def _cauchy_cauchy(p, q):
    """Source: Chyzak and Nielsen, *A closed-form formula for the Kullback-Leibler divergence
    between Cauchy distributions*, 2019."""
    spread = ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log()
    return spread - (math.log(4) + p.scale.log() + q.scale.log())
