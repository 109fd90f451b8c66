"""The negative binomial distribution."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import functional as F

from . import constraints
from ._binary import Binary, require_one
from .gamma import Gamma
from .utils import broadcast_all, lazy_property

__all__ = ["NegativeBinomial"]


class NegativeBinomial(Binary):
    """The number of successes of probability `probs` before `total_count` failures.

    >>> NegativeBinomial(3.0, fb.tensor(0.5)).mean
    tensor(3.)
    """

    arg_constraints = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support = constraints.nonnegative_integer
    _parameters = ("total_count", "probs", "logits")

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        require_one(probs, logits)
        if probs is not None:
            self.total_count, self.probs = broadcast_all(total_count, probs)
        else:
            self.total_count, self.logits = broadcast_all(total_count, logits)
        self.total_count = self.total_count.type_as(self._param)
        super().__init__(self._param.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.total_count * fb.exp(self.logits)

    @property
    def mode(self):
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self):
        return self.mean / fb.sigmoid(-self.logits)

    @lazy_property
    def _gamma(self):
        """The rates of the Poisson numbers that the distribution is a mixture of."""
        rate = fb.exp(-self.logits)
        return Gamma(concentration=self.total_count, rate=rate, validate_args=False)

    def sample(self, sample_shape=()):
        with fb.no_grad():
            return fb.poisson(self._gamma.sample(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        n = self.total_count
        powers = n * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        ways = -fb.lgamma(n + value) + fb.lgamma(1.0 + value) + fb.lgamma(n)
        # No failures are waited for: no successes come either, with certainty.
        ways = ways.masked_fill(n + value == 0.0, 0.0)
        return powers - ways
