"""The Kumaraswamy distribution."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import nan

from . import constraints
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, PowerTransform
from .uniform import Uniform
from .utils import broadcast_all, euler_constant

__all__ = ["Kumaraswamy"]


class Kumaraswamy(TransformedDistribution):
    """Numbers in (0, 1) of distribution function `1 - (1 - x**concentration1)**concentration0`.

    >>> Kumaraswamy(1.0, 1.0).mean
    tensor(0.5000)
    """

    arg_constraints = {
        "concentration1": constraints.positive,
        "concentration0": constraints.positive,
    }
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        zeros, ones = fb.zeros_like(self.concentration0), fb.ones_like(self.concentration0)
        base = Uniform(zeros, ones, validate_args=validate_args)
        transforms = [
            PowerTransform(exponent=self.concentration0.reciprocal()),
            AffineTransform(loc=1.0, scale=-1.0),
            PowerTransform(exponent=self.concentration1.reciprocal()),
        ]
        super().__init__(base, transforms, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(Kumaraswamy, _instance)
        new.concentration1 = self.concentration1.expand(batch_shape)
        new.concentration0 = self.concentration0.expand(batch_shape)
        return super().expand(batch_shape, _instance=new)

    def _moment(self, n: int):
        """The mean of the n-th power."""
        a, b = self.concentration1, self.concentration0
        arg = 1 + n / a
        return fb.exp(fb.lgamma(arg) + fb.lgamma(b) - fb.lgamma(arg + b)) * b

    @property
    def mean(self):
        return self._moment(1)

    @property
    def mode(self):
        a, b = self.concentration1, self.concentration0
        log_mode = a.reciprocal() * (-b).log1p() - (-a * b).log1p()
        inside = (a >= 1) & (b >= 1) & ~((a == 1) & (b == 1))
        return log_mode.exp().masked_fill(~inside, nan)

    @property
    def variance(self):
        return self._moment(2) - self.mean.pow(2)

    def entropy(self):
        t1 = 1 - self.concentration1.reciprocal()
        t0 = 1 - self.concentration0.reciprocal()
        harmonic = fb.digamma(self.concentration0 + 1) + euler_constant
        return t0 + t1 * harmonic - fb.log(self.concentration1) - fb.log(self.concentration0)
