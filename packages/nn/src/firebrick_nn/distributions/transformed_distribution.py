"""Distributions of transformed draws."""

# mypy: disable-error-code="override"
# What is a class attribute of the base is a property here, as in PyTorch.

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import Size

from . import constraints
from .distribution import Distribution
from .independent import Independent
from .transforms import ComposeTransform, Transform
from .utils import _sum_rightmost

__all__ = ["TransformedDistribution"]


class TransformedDistribution(Distribution):
    """What comes of draws from `base_distribution` after `transforms`, the first one first.

    Raises ValueError for what is no transform and for a base of too few dimensions.

    >>> from firebrick_nn.distributions import ExpTransform, Normal
    >>> log_normal = TransformedDistribution(Normal(0.0, 1.0), [ExpTransform()])
    >>> log_normal.cdf(fb.tensor(1.0))
    tensor(0.5000)
    """

    arg_constraints: dict[str, constraints.Constraint] = {}

    def __init__(self, base_distribution, transforms, validate_args=None):
        self.transforms = self._as_list(transforms)
        base_shape = base_distribution.batch_shape + base_distribution.event_shape
        base_event_dim = len(base_distribution.event_shape)
        transform = ComposeTransform(self.transforms)
        entered, left = transform.domain.event_dim, transform.codomain.event_dim
        if len(base_shape) < entered:
            raise ValueError(
                "base_distribution needs to have shape with size at least "
                f"{entered}, but got {base_shape}."
            )
        shape = transform.forward_shape(base_shape)
        expanded = transform.inverse_shape(shape)
        if base_shape != expanded:
            base_distribution = base_distribution.expand(expanded[: len(expanded) - base_event_dim])
        if entered > base_event_dim:
            base_distribution = Independent(base_distribution, entered - base_event_dim)
        self.base_dist = base_distribution
        event_dim = max(left, base_event_dim + left - entered)
        cut = len(shape) - event_dim
        super().__init__(shape[:cut], shape[cut:], validate_args=validate_args)

    @staticmethod
    def _as_list(transforms):
        if isinstance(transforms, Transform):
            return [transforms]
        if not isinstance(transforms, list):
            raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
        if not all(isinstance(t, Transform) for t in transforms):
            raise ValueError("transforms must be a Transform or a list of Transforms")
        return transforms

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(TransformedDistribution, _instance)
        batch_shape = Size(batch_shape)
        base_shape = ComposeTransform(self.transforms).inverse_shape(
            batch_shape + self._event_shape
        )
        cut = len(base_shape) - len(self.base_dist.event_shape)
        new.base_dist = self.base_dist.expand(base_shape[:cut])
        new.transforms = self.transforms
        Distribution.__init__(new, batch_shape, self._event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @constraints.dependent_property(is_discrete=False)
    def support(self):
        """The last transform's codomain, over the dimensions of a draw."""
        if not self.transforms:
            return self.base_dist.support
        support = self.transforms[-1].codomain
        missing = len(self._event_shape) - support.event_dim
        return constraints.independent(support, missing) if missing > 0 else support

    @property
    def has_rsample(self) -> bool:
        """Whether the base has differentiable samples."""
        return self.base_dist.has_rsample

    def _forward(self, x):
        for transform in self.transforms:
            x = transform(x)
        return x

    def sample(self, sample_shape=()):
        with fb.no_grad():
            return self._forward(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        return self._forward(self.base_dist.rsample(sample_shape))

    def log_prob(self, value):
        """The base's, less the logarithm of the volume that the transforms stretch it by."""
        if self._validate_args:
            self._validate_sample(value)
        event_dim, log_prob, y = len(self._event_shape), 0.0, value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            event_dim += transform.domain.event_dim - transform.codomain.event_dim
            jacobian = transform.log_abs_det_jacobian(x, y)
            log_prob = log_prob - _sum_rightmost(jacobian, event_dim - transform.domain.event_dim)
            y = x
        base = self.base_dist.log_prob(y)
        return log_prob + _sum_rightmost(base, event_dim - len(self.base_dist.event_shape))

    def _monotonize(self, probability):
        """Counts from the other end where the transforms decrease."""
        sign = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        if isinstance(sign, int) and sign == 1:
            return probability
        return sign * (probability - 0.5) + 0.5

    def cdf(self, value):
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        if self._validate_args:
            self.base_dist._validate_sample(value)
        return self._monotonize(self.base_dist.cdf(value))

    def icdf(self, value):
        return self._forward(self.base_dist.icdf(self._monotonize(value)))
