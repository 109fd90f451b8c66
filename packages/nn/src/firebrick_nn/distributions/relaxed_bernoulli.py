"""The relaxed Bernoulli distribution."""

from __future__ import annotations

import firebrick_core as fb

from . import constraints
from ._binary import Binary
from .transformed_distribution import TransformedDistribution
from .transforms import SigmoidTransform
from .utils import broadcast_all, clamp_probs

__all__ = ["LogitRelaxedBernoulli", "RelaxedBernoulli"]


class LogitRelaxedBernoulli(Binary):
    """The log odds of relaxed Bernoulli numbers: logistic noise added to `logits`, over the
    temperature. Source: Maddison, Mnih and Teh, *The concrete distribution*, 2017.

    >>> LogitRelaxedBernoulli(fb.tensor(1.0), probs=0.5).probs
    tensor(0.5000)
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.real
    _parameters = ("probs", "logits")

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        self._set_binary(probs, logits)
        super().__init__(self._param.size(), validate_args=validate_args)

    def _expand_rest(self, new, batch_shape):
        new.temperature = self.temperature

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        u = clamp_probs(fb.rand(shape, dtype=probs.dtype, device=probs.device))
        noise = u.log() - (-u).log1p()
        return (noise + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        difference = logits - value.mul(self.temperature)
        return self.temperature.log() + difference - 2 * difference.exp().log1p()


class RelaxedBernoulli(TransformedDistribution):
    """Numbers in (0, 1) that come to Bernoulli's as `temperature` (a tensor) falls to 0.

    Source: Jang, Gu and Poole, *Categorical reparameterization with Gumbel-softmax*, 2017.

    >>> RelaxedBernoulli(fb.tensor(0.5), probs=0.25).logits
    tensor(-1.0986)
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(RelaxedBernoulli, _instance)
        return super().expand(batch_shape, _instance=new)

    @property
    def temperature(self):
        """The temperature."""
        return self.base_dist.temperature

    @property
    def logits(self):
        """The log odds."""
        return self.base_dist.logits

    @property
    def probs(self):
        """The probabilities."""
        return self.base_dist.probs
