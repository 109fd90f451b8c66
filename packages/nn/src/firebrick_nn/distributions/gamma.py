"""The gamma distribution."""

from __future__ import annotations

import firebrick_core as fb

from . import constraints
from .distribution import Parametric
from .exp_family import ExponentialFamily
from .utils import broadcast_all

__all__ = ["Gamma"]


class Gamma(Parametric, ExponentialFamily):
    """The gamma distribution of shape `concentration` and inverse scale `rate`.

    Samples are differentiable by implicit reparametrisation. Source: Figurnov, Mohamed and Mnih,
    *Implicit reparameterization gradients*, 2018.

    >>> Gamma(3.0, 2.0).mean
    tensor(1.5000)
    """

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    _mean_carrier_measure = 0
    _parameters = ("concentration", "rate")

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self):
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        unit = fb._standard_gamma(self.concentration.expand(shape))
        value = unit / self.rate.expand(shape)
        value.detach().clamp_(min=fb.finfo(value.dtype).tiny)  # outside of what is recorded
        return value

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        value = fb.as_tensor(value, dtype=self.rate.dtype, device=self.rate.device)
        concentration, rate = self.concentration, self.rate
        powers = fb.xlogy(concentration, rate) + fb.xlogy(concentration - 1, value)
        return powers - rate * value - fb.lgamma(concentration)

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return fb.special.gammainc(self.concentration, self.rate * value)

    def entropy(self):
        a = self.concentration
        return a - fb.log(self.rate) + fb.lgamma(a) + (1.0 - a) * fb.digamma(a)

    @property
    def _natural_params(self):
        return self.concentration - 1, -self.rate

    def _log_normalizer(self, x, y):
        return fb.lgamma(x + 1) + (x + 1) * fb.log(-y.reciprocal())
