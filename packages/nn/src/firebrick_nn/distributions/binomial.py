"""The binomial distribution."""

from __future__ import annotations

import firebrick_core as fb

from . import constraints
from ._binary import Binary, require_one
from .utils import broadcast_all

__all__ = ["Binomial"]


def _relu(x):
    """`max(x, 0)` with half a gradient at 0, so that derivatives are symmetric there."""
    return (x.clamp(min=0) + x - x.clamp(max=0)) / 2


class Binomial(Binary):
    """The number of successes in `total_count` trials of probability `probs`.

    >>> Binomial(10, fb.tensor(0.5)).mean
    tensor(5.)
    """

    arg_constraints = {
        "total_count": constraints.nonnegative_integer,
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    has_enumerate_support = True
    _parameters = ("total_count", "probs", "logits")

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        require_one(probs, logits)
        if probs is not None:
            self.total_count, self.probs = broadcast_all(total_count, probs)
        else:
            self.total_count, self.logits = broadcast_all(total_count, logits)
        self.total_count = self.total_count.type_as(self._param)
        super().__init__(self._param.size(), validate_args=validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        """The whole numbers up to `total_count`."""
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def mode(self):
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with fb.no_grad():
            return fb.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        n, logits = self.total_count, self.logits
        log_ways = fb.lgamma(n + 1) - fb.lgamma(value + 1) - fb.lgamma(n - value + 1)
        # n log(1 + exp(logits)), stable for logits of either sign.
        normalizer = n * _relu(logits) + n * fb.log1p(fb.exp(-fb.abs(logits)))
        return value * logits + log_ways - normalizer

    def _common_count(self, message: str) -> int:
        largest = int(self.total_count.amax().item())
        if not bool(self.total_count.amin() == largest):
            raise NotImplementedError(message)
        return largest

    def entropy(self):
        self._common_count("Inhomogeneous total count not supported by `entropy`.")
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(fb.exp(log_prob) * log_prob).sum(0)

    def enumerate_support(self, expand=True):
        count = self._common_count(
            "Inhomogeneous total count not supported by `enumerate_support`."
        )
        values = fb.arange(1 + count, dtype=self._param.dtype, device=self._param.device)
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1,) + self._batch_shape) if expand else values
