"""The Cauchy distribution."""

from __future__ import annotations

import math

import firebrick_core as fb
from firebrick_core import inf, nan

from . import constraints
from .distribution import Parametric
from .utils import broadcast_all

__all__ = ["Cauchy"]


class Cauchy(Parametric):
    """The Cauchy (Lorentz) distribution of median `loc` and half width `scale`; no mean exists.

    >>> Cauchy(0.0, 1.0).cdf(fb.tensor(1.0))
    tensor(0.7500)
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True
    _parameters = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.size(), validate_args=validate_args)

    def _everywhere(self, value):
        loc = self.loc
        return fb.full(self._extended_shape(), value, dtype=loc.dtype, device=loc.device)

    @property
    def mean(self):
        return self._everywhere(nan)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return self._everywhere(inf)

    def rsample(self, sample_shape=()):
        noise = self.loc.new_empty(self._extended_shape(sample_shape)).cauchy_()
        return self.loc + noise * self.scale

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        ratio = (value - self.loc) / self.scale
        return -math.log(math.pi) - self.scale.log() - (ratio**2).log1p()

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return fb.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value):
        return fb.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()
