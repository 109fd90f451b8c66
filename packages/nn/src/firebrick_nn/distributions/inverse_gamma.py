"""The inverse gamma distribution."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import inf

from . import constraints
from .gamma import Gamma
from .transformed_distribution import TransformedDistribution
from .transforms import PowerTransform

__all__ = ["InverseGamma"]


class InverseGamma(TransformedDistribution):
    """Reciprocals of gamma numbers.

    >>> InverseGamma(3.0, 4.0).mean
    tensor(2.)
    """

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        base = Gamma(concentration, rate, validate_args=validate_args)
        invert = PowerTransform(exponent=-base.rate.new_ones(()))
        super().__init__(base, invert, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(InverseGamma, _instance)
        return super().expand(batch_shape, _instance=new)

    @property
    def concentration(self):
        """The shape of the gamma numbers."""
        return self.base_dist.concentration

    @property
    def rate(self):
        """The rate of the gamma numbers."""
        return self.base_dist.rate

    @property
    def mean(self):
        mean = self.rate / (self.concentration - 1)
        return fb.where(self.concentration > 1, mean, inf)

    @property
    def mode(self):
        return self.rate / (self.concentration + 1)

    @property
    def variance(self):
        a = self.concentration
        variance = self.rate.square() / ((a - 1).square() * (a - 2))
        return fb.where(a > 2, variance, inf)

    def entropy(self):
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()
