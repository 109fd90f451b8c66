"""The Dirichlet distribution."""

from __future__ import annotations

import firebrick_core as fb

from . import constraints
from .distribution import Parametric
from .exp_family import ExponentialFamily

__all__ = ["Dirichlet"]


class Dirichlet(Parametric, ExponentialFamily):
    """Probability vectors of density `prod(x ** (concentration - 1))`.

    Samples are differentiable by implicit reparametrisation. Source: Figurnov, Mohamed and Mnih,
    *Implicit reparameterization gradients*, 2018.

    >>> Dirichlet(fb.tensor([1.0, 3.0])).mean
    tensor([0.2500, 0.7500])
    """

    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True
    _parameters = ("concentration",)

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        shape = concentration.shape
        super().__init__(shape[:-1], shape[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self):
        excess = (self.concentration - 1).clamp(min=0.0)
        mode = excess / excess.sum(-1, True)
        # Without a peak inside, every corner has an infinite density: the first one.
        corners = (self.concentration < 1).all(dim=-1)
        corner = fb.zeros_like(mode)
        corner[..., 0] = 1
        return fb.where(corners.unsqueeze(-1), corner, mode)

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        return fb._sample_dirichlet(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        powers = fb.xlogy(self.concentration - 1.0, value).sum(-1)
        total = fb.lgamma(self.concentration.sum(-1))
        return powers + total - fb.lgamma(self.concentration).sum(-1)

    def entropy(self):
        k, a = self.concentration.size(-1), self.concentration
        total = a.sum(-1)
        normalizer = fb.lgamma(a).sum(-1) - fb.lgamma(total)
        return normalizer - (k - total) * fb.digamma(total) - ((a - 1.0) * fb.digamma(a)).sum(-1)

    @property
    def _natural_params(self):
        return (self.concentration,)

    def _log_normalizer(self, x):
        return x.lgamma().sum(-1) - fb.lgamma(x.sum(-1))
