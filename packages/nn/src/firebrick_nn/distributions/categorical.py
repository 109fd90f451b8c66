"""The categorical distribution."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import Size, nan

from . import constraints
from ._binary import require_one
from .distribution import Parametric
from .utils import lazy_property, logits_to_probs, probs_to_logits

__all__ = ["Categorical"]


class Categorical(Parametric):
    """Numbers of categories, with probabilities along the last dimension.

    `probs` (at least 0, not all 0) are divided by their sum; `logits` are log probabilities up
    to a constant.

    >>> Categorical(fb.tensor([1.0, 3.0])).probs
    tensor([0.2500, 0.7500])
    """

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    has_enumerate_support = True
    _parameters = ("probs", "logits")

    def __init__(self, probs=None, logits=None, validate_args=None):
        require_one(probs, logits)
        name, given = ("probs", probs) if probs is not None else ("logits", logits)
        if given.dim() < 1:
            raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._num_events = given.size()[-1]
        super().__init__(given.size()[:-1], validate_args=validate_args)

    def _expand_rest(self, new, batch_shape):
        new._num_events = self._num_events

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        """The numbers of the categories."""
        return constraints.integer_interval(0, self._num_events - 1)

    @lazy_property
    def logits(self):
        """The log probabilities."""
        return probs_to_logits(self.probs)

    @lazy_property
    def probs(self):
        """The probabilities."""
        return logits_to_probs(self.logits)

    @property
    def _param(self):
        return self.__dict__["probs"] if "probs" in self.__dict__ else self.__dict__["logits"]

    @property
    def param_shape(self):
        """The shape of the probabilities."""
        return self._param.size()

    @property
    def mean(self):
        probs = self.probs
        return fb.full(self._extended_shape(), nan, dtype=probs.dtype, device=probs.device)

    @property
    def mode(self):
        return self.probs.argmax(dim=-1)

    @property
    def variance(self):
        return self.mean

    def sample(self, sample_shape=()):
        sample_shape = Size(sample_shape)
        rows = self.probs.reshape(-1, self._num_events)
        with fb.no_grad():
            drawn = fb.multinomial(rows, sample_shape.numel(), True).T
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        index, logits = value.long().unsqueeze(-1), self.logits
        if index.shape[:-1] != logits.shape[:-1]:
            index, logits = fb.broadcast_tensors(index, logits)
            index = index[..., :1]
        return logits.gather(-1, index).squeeze(-1)

    def entropy(self):
        logits = self.logits.clamp(min=fb.finfo(self.logits.dtype).min)  # 0 * -inf is 0 here
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        values = fb.arange(self._num_events, dtype=fb.int64, device=self._param.device)
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1,) + self._batch_shape) if expand else values
