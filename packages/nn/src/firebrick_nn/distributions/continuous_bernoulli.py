"""The continuous Bernoulli distribution."""

from __future__ import annotations

import math

import firebrick_core as fb
from firebrick_core import functional as F

from . import constraints
from ._binary import Binary, require_one
from .exp_family import ExponentialFamily
from .utils import broadcast_all, clamp_probs, lazy_property, logits_to_probs, probs_to_logits

__all__ = ["ContinuousBernoulli"]


class ContinuousBernoulli(Binary, ExponentialFamily):
    """Numbers in [0, 1] of density `probs**x * (1 - probs)**(1 - x)`, up to a constant.

    Between the two `lims` around one half, where the exact formulas divide 0 by 0, their
    expansions are used. Source: Loaiza-Ganem and Cunningham, *The continuous Bernoulli: fixing a
    pervasive error in variational autoencoders*, 2019.

    >>> ContinuousBernoulli(0.5).mean
    tensor(0.5000)
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True
    _mean_carrier_measure = 0
    _parameters = ("probs", "logits")

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        require_one(probs, logits)
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
            if validate_args is not None and not self._in_unit_interval():
                raise ValueError("The parameter probs has invalid values")
            self.probs = clamp_probs(self.probs)
        else:
            (self.logits,) = broadcast_all(logits)
        self._lims = lims
        super().__init__(self._param.size(), validate_args=validate_args)

    def _in_unit_interval(self) -> bool:
        return bool(constraints.unit_interval.check(self.probs).all())

    def _expand_rest(self, new, batch_shape):
        new._lims = self._lims

    @lazy_property
    def logits(self):
        """The log odds."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self):
        """The parameter as a probability, away from 0 and 1."""
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    def _outside_unstable_region(self):
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _cut_probs(self):
        """The probabilities, and the lower limit in place of those near one half."""
        return fb.where(
            self._outside_unstable_region(), self.probs, fb.full_like(self.probs, self._lims[0])
        )

    def _cont_bern_log_norm(self):
        """The logarithm of the constant of the density."""
        cut = self._cut_probs()
        below = fb.where(cut <= 0.5, cut, fb.zeros_like(cut))
        above = fb.where(cut >= 0.5, cut, fb.ones_like(cut))
        scale = fb.log(fb.abs(fb.log1p(-cut) - fb.log(cut)))
        exact = scale - fb.where(cut <= 0.5, fb.log1p(-2.0 * below), fb.log(2.0 * above - 1.0))
        x = fb.pow(self.probs - 0.5, 2)
        near = math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x
        return fb.where(self._outside_unstable_region(), exact, near)

    @property
    def mean(self):
        cut = self._cut_probs()
        exact = cut / (2.0 * cut - 1.0) + 1.0 / (fb.log1p(-cut) - fb.log(cut))
        x = self.probs - 0.5
        near = 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * fb.pow(x, 2)) * x
        return fb.where(self._outside_unstable_region(), exact, near)

    @property
    def stddev(self):
        return fb.sqrt(self.variance)

    @property
    def variance(self):
        cut = self._cut_probs()
        exact = cut * (cut - 1.0) / fb.pow(1.0 - 2.0 * cut, 2)
        exact = exact + 1.0 / fb.pow(fb.log1p(-cut) - fb.log(cut), 2)
        x = fb.pow(self.probs - 0.5, 2)
        near = 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x
        return fb.where(self._outside_unstable_region(), exact, near)

    def sample(self, sample_shape=()):
        with fb.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        return self.icdf(fb.rand(shape, dtype=self.probs.dtype, device=self.probs.device))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        bernoulli = -F.binary_cross_entropy_with_logits(logits, value, reduction="none")
        return bernoulli + self._cont_bern_log_norm()

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        cut = self._cut_probs()
        power = fb.pow(cut, value) * fb.pow(1.0 - cut, 1.0 - value)
        exact = (power + cut - 1.0) / (2.0 * cut - 1.0)
        inside = fb.where(self._outside_unstable_region(), exact, value)
        return fb.where(
            fb.le(value, 0.0),
            fb.zeros_like(value),
            fb.where(fb.ge(value, 1.0), fb.ones_like(value), inside),
        )

    def icdf(self, value):
        cut = self._cut_probs()
        exact = (fb.log1p(-cut + value * (2.0 * cut - 1.0)) - fb.log1p(-cut)) / (
            fb.log(cut) - fb.log1p(-cut)
        )
        return fb.where(self._outside_unstable_region(), exact, value)

    def entropy(self):
        log0, log1 = fb.log1p(-self.probs), fb.log(self.probs)
        return self.mean * (log0 - log1) - self._cont_bern_log_norm() - log0

    @property
    def _natural_params(self):
        return (self.logits,)

    def _log_normalizer(self, x):
        stable = (x <= self._lims[0] - 0.5) | (x > self._lims[1] - 0.5)
        cut = fb.where(stable, x, fb.full_like(x, self._lims[0] - 0.5))
        exact = fb.log(fb.abs(fb.special.expm1(cut))) - fb.log(fb.abs(cut))
        near = 0.5 * x + fb.pow(x, 2) / 24.0 - fb.pow(x, 4) / 2880.0
        return fb.where(stable, exact, near)
