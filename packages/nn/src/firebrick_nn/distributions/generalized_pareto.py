"""The generalized Pareto distribution."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import inf, nan

from . import constraints
from .distribution import Parametric
from .utils import broadcast_all

__all__ = ["GeneralizedPareto"]


class GeneralizedPareto(Parametric):
    """What exceeds `loc`, of size `scale`, with a tail of weight `concentration` (xi).

    A concentration of 0 is the exponential distribution; below 0 the support is bounded above.

    >>> GeneralizedPareto(0.0, 1.0, 0.5).mean
    tensor(2.)
    """

    arg_constraints = {
        "loc": constraints.real,
        "scale": constraints.positive,
        "concentration": constraints.real,
    }
    has_rsample = True
    _parameters = ("loc", "scale", "concentration")

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        """From `loc` on, up to `loc - scale / concentration` for a negative concentration."""
        lower, xi = self.loc, self.concentration
        upper = fb.where(xi < 0, lower - self.scale / xi, inf)
        return constraints.interval(lower, upper)

    def _is_exponential(self):
        return fb.isclose(self.concentration, fb.zeros_like(self.concentration))

    def _concentration_or_one(self):
        """The concentration where it matters, so that no division by zero enters a gradient."""
        flat = self._is_exponential()
        return flat, fb.where(flat, fb.ones_like(self.concentration), self.concentration)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        return self.icdf(fb.rand(shape, dtype=self.loc.dtype, device=self.loc.device))

    def _log_survival(self, value):
        z = (value - self.loc) / self.scale
        flat, xi = self._concentration_or_one()
        return fb.where(flat, -z, -fb.log1p(xi * z) / xi)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        z = (value - self.loc) / self.scale
        flat, xi = self._concentration_or_one()
        exponent = fb.where(flat, z, (1 + 1 / xi) * fb.log1p(xi * z))
        return -self.scale.log() - exponent

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return 1 - fb.exp(self._log_survival(value))

    def icdf(self, value):
        flat, xi = self._concentration_or_one()
        log_survival = fb.log1p(-value)
        curved = fb.expm1(-xi * log_survival) / xi
        return self.loc + self.scale * fb.where(flat, -log_survival, curved)

    def log_survival_function(self, value):
        """The logarithm of the probability of more than `value`."""
        return self._log_survival(value)

    def log_cdf(self, value):
        """The logarithm of `cdf`."""
        return fb.log1p(-fb.exp(self._log_survival(value)))

    @property
    def mean(self):
        xi = self.concentration
        return fb.where(xi < 1, self.loc + self.scale / (1 - xi), nan)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        xi = self.concentration
        finite = self.scale.pow(2) / ((1 - xi).pow(2) * (1 - 2 * xi))
        return fb.where(xi < 0.5, finite, nan)

    def entropy(self):
        return fb.log(self.scale) + self.concentration + 1
