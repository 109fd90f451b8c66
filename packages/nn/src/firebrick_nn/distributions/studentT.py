"""Student's t distribution."""

from __future__ import annotations

import math

import firebrick_core as fb
from firebrick_core import inf, nan

from . import constraints
from .chi2 import Chi2
from .distribution import Parametric
from .utils import _standard_normal, broadcast_all

__all__ = ["StudentT"]


class StudentT(Parametric):
    """Student's t of `df` degrees of freedom, shifted by `loc` and scaled by `scale`.

    >>> StudentT(4.0).variance
    tensor(2.)
    """

    arg_constraints = {
        "df": constraints.positive,
        "loc": constraints.real,
        "scale": constraints.positive,
    }
    support = constraints.real
    has_rsample = True
    _parameters = ("df", "loc", "scale")

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.size(), validate_args=validate_args)

    def _expand_rest(self, new, batch_shape):
        new._chi2 = self._chi2.expand(batch_shape)

    @property
    def mean(self):
        return fb.where(self.df > 1, self.loc, nan)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        df = self.df
        finite = self.scale.pow(2) * df / (df - 2)
        return fb.where(df > 2, finite, fb.where(df > 1, inf, nan).to(finite.dtype))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        noise = _standard_normal(shape, dtype=self.df.dtype, device=self.df.device)
        spread = self._chi2.rsample(sample_shape)
        return self.loc + self.scale * (noise * fb.rsqrt(spread / self.df))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        y, df = (value - self.loc) / self.scale, self.df
        normalizer = (
            self.scale.log()
            + 0.5 * df.log()
            + 0.5 * math.log(math.pi)
            + fb.lgamma(0.5 * df)
            - fb.lgamma(0.5 * (df + 1.0))
        )
        return -0.5 * (df + 1.0) * fb.log1p(y**2.0 / df) - normalizer

    def entropy(self):
        df, half = self.df, 0.5 * (self.df + 1)
        log_beta = fb.lgamma(0.5 * df) + math.lgamma(0.5) - fb.lgamma(half)
        spread = half * (fb.digamma(half) - fb.digamma(0.5 * df))
        return self.scale.log() + spread + 0.5 * df.log() + log_beta
