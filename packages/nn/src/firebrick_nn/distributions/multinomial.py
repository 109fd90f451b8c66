"""The multinomial distribution."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import Size, inf

from . import constraints
from .binomial import Binomial
from .categorical import Categorical
from .one_hot_categorical import OfCategorical
from .utils import broadcast_all

__all__ = ["Multinomial"]


class Multinomial(OfCategorical):
    """How often each category comes in `total_count` draws.

    >>> Multinomial(4, fb.tensor([1.0, 3.0])).mean
    tensor([1., 3.])
    """

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._categorical = Categorical(probs=probs, logits=logits)
        self._binomial = Binomial(total_count=total_count, probs=self.probs)
        batch_shape = self._categorical.batch_shape
        event_shape = self._categorical.param_shape[-1:]
        super().__init__(batch_shape, event_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(Multinomial, _instance)
        new.total_count, new._binomial = self.total_count, self._binomial
        return self._fill_expanded(new, batch_shape)

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self):
        """Counts that add up to at most `total_count`."""
        return constraints.multinomial(self.total_count)

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        sample_shape = Size(sample_shape)
        drawn = self._categorical.sample(Size((self.total_count,)) + sample_shape)
        order = list(range(1, drawn.dim())) + [0]
        drawn = drawn.permute(order)  # the draws of one count come last
        counts = drawn.new_zeros(self._extended_shape(sample_shape))
        counts.scatter_add_(-1, drawn, fb.ones_like(drawn))
        return counts.type_as(self.probs)

    def entropy(self):
        n = fb.tensor(self.total_count)
        draws = n * self._categorical.entropy() - fb.lgamma(n + 1)
        counts = self._binomial.enumerate_support(expand=False)[1:]
        weights = fb.exp(self._binomial.log_prob(counts))
        return draws + (weights * fb.lgamma(counts + 1)).sum([0, -1])

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone(memory_format=fb.contiguous_format)
        logits[(value == 0) & (logits == -inf)] = 0  # what is impossible did not happen
        ways = fb.lgamma(value.sum(-1) + 1) - fb.lgamma(value + 1).sum(-1)
        return ways + (logits * value).sum(-1)
