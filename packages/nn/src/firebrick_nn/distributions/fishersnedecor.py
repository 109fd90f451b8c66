"""The F distribution of Fisher and Snedecor."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import nan

from . import constraints
from .distribution import Parametric
from .gamma import Gamma
from .utils import broadcast_all

__all__ = ["FisherSnedecor"]


class FisherSnedecor(Parametric):
    """Ratios of two chi-squared numbers over their degrees of freedom `df1` and `df2`.

    >>> FisherSnedecor(1.0, 4.0).mean
    tensor(2.)
    """

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True
    _parameters = ("df1", "df2")

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.size(), validate_args=validate_args)

    def _expand_rest(self, new, batch_shape):
        new._gamma1 = self._gamma1.expand(batch_shape)
        new._gamma2 = self._gamma2.expand(batch_shape)

    @property
    def mean(self):
        df2 = fb.where(self.df2 > 2, self.df2, nan)
        return df2 / (df2 - 2)

    @property
    def mode(self):
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return fb.where(self.df1 > 2, mode, nan)

    @property
    def variance(self):
        df2 = fb.where(self.df2 > 4, self.df2, nan)
        spread = 2 * df2.pow(2) * (self.df1 + df2 - 2)
        return spread / (self.df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        above = self._gamma1.rsample(sample_shape).view(shape)
        below = self._gamma2.rsample(sample_shape).view(shape)
        tiny = fb.finfo(above.dtype).tiny
        below.clamp_(min=tiny)
        ratio = above / below
        return ratio.clamp_(min=tiny)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        half1, half2 = self.df1 * 0.5, self.df2 * 0.5
        ratio = self.df1 / self.df2
        scale = (half1 + half2).lgamma() - half1.lgamma() - half2.lgamma()
        power = half1 * ratio.log() + (half1 - 1) * fb.log(value)
        return scale + power - (half1 + half2) * fb.log1p(ratio * value)
