"""Mixtures of distributions of one family."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import Size

from . import constraints
from .categorical import Categorical
from .constraints import MixtureSameFamilyConstraint
from .distribution import Distribution

__all__ = ["MixtureSameFamily"]


class MixtureSameFamily(Distribution):
    """A draw from one of the components, which lie along the last batch dimension.

    `mixture_distribution` (Categorical) says how often each is taken. Raises ValueError where
    the two do not fit together.

    >>> from firebrick_nn.distributions import Normal
    >>> weights = Categorical(fb.tensor([0.5, 0.5]))
    >>> MixtureSameFamily(weights, Normal(fb.tensor([0.0, 2.0]), 1.0)).mean
    tensor(1.)
    """

    arg_constraints: dict[str, constraints.Constraint] = {}
    has_rsample = False

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self._mixture_distribution = mixture_distribution
        self._component_distribution = component_distribution
        self._require_fitting(mixture_distribution, component_distribution)
        self._num_component = mixture_distribution._param.shape[-1]
        event_shape = component_distribution.event_shape
        self._event_ndims = len(event_shape)
        super().__init__(
            component_distribution.batch_shape[:-1], event_shape, validate_args=validate_args
        )

    @staticmethod
    def _require_fitting(mixture, component):
        if not isinstance(mixture, Categorical):
            raise ValueError(
                " The Mixture distribution needs to be an  instance of "
                "torch.distributions.Categorical"
            )
        if not isinstance(component, Distribution):
            raise ValueError(
                "The Component distribution needs to be an instance of "
                "torch.distributions.Distribution"
            )
        batch = component.batch_shape[:-1]
        for a, b in zip(reversed(mixture.batch_shape), reversed(batch), strict=False):
            if a != 1 and b != 1 and a != b:
                raise ValueError(
                    f"`mixture_distribution.batch_shape` ({mixture.batch_shape}) is not "
                    f"compatible with `component_distribution.batch_shape`({batch})"
                )
        weights, count = mixture.logits.shape[-1], component.batch_shape[-1]
        if weights != count:
            raise ValueError(
                f"`mixture_distribution component` ({weights}) does not equal "
                f"`component_distribution.batch_shape[-1]` ({count})"
            )

    def expand(self, batch_shape, _instance=None):
        batch_shape = Size(batch_shape)
        new = self._get_checked_instance(MixtureSameFamily, _instance)
        components = batch_shape + (self._num_component,)
        new._component_distribution = self._component_distribution.expand(components)
        new._mixture_distribution = self._mixture_distribution.expand(batch_shape)
        new._num_component = self._num_component
        new._event_ndims = self._event_ndims
        event_shape = new._component_distribution.event_shape
        Distribution.__init__(new, batch_shape, event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @constraints.dependent_property
    def support(self):
        """The components' support."""
        return MixtureSameFamilyConstraint(self._component_distribution.support)

    @property
    def mixture_distribution(self):
        """The distribution over the components."""
        return self._mixture_distribution

    @property
    def component_distribution(self):
        """The components, along the last batch dimension."""
        return self._component_distribution

    def _weights(self):
        return self._pad_mixture_dimensions(self.mixture_distribution.probs)

    def _sum_over_components(self, x):
        return fb.sum(self._weights() * x, dim=-1 - self._event_ndims)

    @property
    def mean(self):
        return self._sum_over_components(self.component_distribution.mean)

    @property
    def variance(self):
        """The mean of the components' variances and the variance of their means."""
        within = self._sum_over_components(self.component_distribution.variance)
        spread = (self.component_distribution.mean - self._pad(self.mean)).pow(2.0)
        return within + self._sum_over_components(spread)

    def cdf(self, x):
        below = self.component_distribution.cdf(self._pad(x))
        return fb.sum(below * self.mixture_distribution.probs, dim=-1)

    def log_prob(self, x):
        if self._validate_args:
            self._validate_sample(x)
        components = self.component_distribution.log_prob(self._pad(x))
        weights = fb.log_softmax(self.mixture_distribution.logits, dim=-1)
        return fb.logsumexp(components + weights, dim=-1)

    def sample(self, sample_shape=()):
        with fb.no_grad():
            sample_shape = Size(sample_shape)
            position = len(sample_shape) + len(self.batch_shape)
            chosen = self.mixture_distribution.sample(sample_shape)
            drawn = self.component_distribution.sample(sample_shape)
            index = chosen.reshape(chosen.shape + (1,) * (len(self._event_shape) + 1))
            index = index.expand(chosen.shape + (1,) + self._event_shape)
            return fb.gather(drawn, position, index).squeeze(position)

    def _pad(self, x):
        """A dimension for the components."""
        return x.unsqueeze(-1 - self._event_ndims)

    def _pad_mixture_dimensions(self, x):
        """As many dimensions as the components' values have."""
        return x.reshape(x.shape + (1,) * self._event_ndims)

    def __repr__(self) -> str:
        return (
            f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"
        )
