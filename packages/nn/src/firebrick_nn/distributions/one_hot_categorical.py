"""Categories as one-hot vectors."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import Size, functional as F

from . import constraints
from .categorical import Categorical
from .distribution import Distribution

__all__ = ["OneHotCategorical", "OneHotCategoricalStraightThrough"]


class OfCategorical(Distribution):
    """A distribution over vectors that is described by a categorical one, `_categorical`."""

    _categorical: Categorical
    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    @property
    def _param(self):
        return self._categorical._param

    @property
    def probs(self):
        """The probabilities."""
        return self._categorical.probs

    @property
    def logits(self):
        """The log probabilities."""
        return self._categorical.logits

    @property
    def param_shape(self):
        """The shape of the probabilities."""
        return self._categorical.param_shape

    def _fill_expanded(self, new, batch_shape):
        new._categorical = self._categorical.expand(Size(batch_shape))
        Distribution.__init__(new, batch_shape, self._event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new


class OneHotCategorical(OfCategorical):
    """Vectors with a one in the place of the drawn category, and zeros elsewhere.

    >>> OneHotCategorical(fb.tensor([1.0, 3.0])).mode
    tensor([0., 1.])
    """

    support = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        batch_shape = self._categorical.batch_shape
        event_shape = self._categorical.param_shape[-1:]
        super().__init__(batch_shape, event_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(OneHotCategorical, _instance)
        return self._fill_expanded(new, batch_shape)

    @property
    def mean(self):
        return self._categorical.probs

    @property
    def mode(self):
        category = self._categorical.mode
        return F.one_hot(category, num_classes=self._event_shape[0]).to(self.probs)

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        drawn = self._categorical.sample(Size(sample_shape))
        return F.one_hot(drawn, self._categorical._num_events).to(self.probs)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()

    def enumerate_support(self, expand=True):
        n = self._event_shape[0]
        values = fb.eye(n, dtype=self._param.dtype, device=self._param.device)
        values = values.view((n,) + (1,) * len(self._batch_shape) + (n,))
        return values.expand((n,) + self._batch_shape + (n,)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """One-hot vectors whose gradient is that of the probabilities.

    Source: Bengio, Leonard and Courville, *Estimating or propagating gradients through stochastic
    neurons for conditional computation*, 2013.

    >>> OneHotCategoricalStraightThrough(fb.tensor([0.0, 1.0])).rsample()
    tensor([0., 1.])
    """

    has_rsample = True

    def rsample(self, sample_shape=()):
        drawn = self.sample(sample_shape)
        probs = self._categorical.probs  # kept, so that its gradient is computed once
        return drawn + (probs - probs.detach())
