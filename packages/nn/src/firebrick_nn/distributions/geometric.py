"""The geometric distribution."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import functional as F

from . import constraints
from ._binary import Binary
from .utils import broadcast_all

__all__ = ["Geometric"]


class Geometric(Binary):
    """The number of failures before the first success, each trial succeeding with `probs`.

    >>> Geometric(0.25).mean
    tensor(3.)
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.nonnegative_integer
    _parameters = ("probs", "logits")

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._set_binary(probs, logits)
        super().__init__(self._param.size(), validate_args=validate_args)
        if self._validate_args and probs is not None:
            positive = self.probs > 0
            if not positive.all():
                raise ValueError(
                    f"Expected parameter probs ({type(self.probs).__name__} of shape "
                    f"{tuple(self.probs.shape)}) of distribution {self!r} to be positive but "
                    f"found invalid values:\n{self.probs[~positive]}"
                )

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def mode(self):
        return fb.zeros_like(self.probs)

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=()):
        shape, tiny = self._extended_shape(sample_shape), fb.finfo(self.probs.dtype).tiny
        with fb.no_grad():
            u = self.probs.new_empty(shape).uniform_(tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        value, probs = broadcast_all(value, self.probs)
        probs = probs.clone(memory_format=fb.contiguous_format)
        probs[(probs == 1) & (value == 0)] = 0  # a certain success: no failures, whose log is 0
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self):
        return (
            F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")
            / self.probs
        )
