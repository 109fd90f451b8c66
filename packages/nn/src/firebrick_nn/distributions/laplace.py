"""The Laplace distribution."""

from __future__ import annotations

import firebrick_core as fb

from . import constraints
from .distribution import Parametric
from .utils import broadcast_all

__all__ = ["Laplace"]


class Laplace(Parametric):
    """Numbers whose distance from `loc` is exponential of mean `scale`, to either side.

    >>> Laplace(0.0, 1.0).variance
    tensor(2.)
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True
    _parameters = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return 2**0.5 * self.scale

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        u = self.loc.new_empty(shape).uniform_(fb.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * u.sign() * fb.log1p(-u.abs())

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return -fb.log(2 * self.scale) - fb.abs(value - self.loc) / self.scale

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        centered = value - self.loc
        return 0.5 - 0.5 * centered.sign() * fb.expm1(-centered.abs() / self.scale)

    def icdf(self, value):
        term = value - 0.5
        return self.loc - self.scale * term.sign() * fb.log1p(-2 * term.abs())

    def entropy(self):
        return 1 + fb.log(2 * self.scale)
