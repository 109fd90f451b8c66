"""Transforms of single numbers."""

from __future__ import annotations

import math

import firebrick_core as fb
from firebrick_core import functional as F

from . import constraints
from ._transform import Transform
from .utils import _sum_rightmost, broadcast_all, lazy_property


class ExpTransform(Transform):
    """`y = exp(x)`.

    >>> ExpTransform()(fb.tensor(0.0))
    tensor(1.)
    """

    domain = constraints.real
    codomain = constraints.positive
    bijective = True
    sign = 1

    def __eq__(self, other) -> bool:
        return isinstance(other, ExpTransform)

    __hash__ = Transform.__hash__

    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


class PowerTransform(Transform):
    """`y = x ** exponent`, of positive numbers.

    >>> PowerTransform(2.0)(fb.tensor(3.0))
    tensor(9.)
    """

    domain = constraints.positive
    codomain = constraints.positive
    bijective = True

    def __init__(self, exponent, cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        (self.exponent,) = broadcast_all(exponent)

    def with_cache(self, cache_size: int = 1):
        if self._cache_size == cache_size:
            return self
        return PowerTransform(self.exponent, cache_size=cache_size)

    @lazy_property
    def sign(self):
        """The sign of the exponent."""
        return self.exponent.sign()

    def __eq__(self, other) -> bool:
        return isinstance(other, PowerTransform) and bool(
            self.exponent.eq(other.exponent).all().item()
        )

    __hash__ = Transform.__hash__

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape):
        return fb.broadcast_shapes(shape, self.exponent.shape)

    def inverse_shape(self, shape):
        return fb.broadcast_shapes(shape, self.exponent.shape)


class SigmoidTransform(Transform):
    """`y = 1 / (1 + exp(-x))`, and its inverse kept away from 0 and 1.

    >>> SigmoidTransform()(fb.tensor(0.0))
    tensor(0.5000)
    """

    domain = constraints.real
    codomain = constraints.unit_interval
    bijective = True
    sign = 1

    def __eq__(self, other) -> bool:
        return isinstance(other, SigmoidTransform)

    __hash__ = Transform.__hash__

    def _call(self, x):
        limits = fb.finfo(x.dtype)
        return fb.clamp(fb.sigmoid(x), min=limits.tiny, max=1.0 - limits.eps)

    def _inverse(self, y):
        limits = fb.finfo(y.dtype)
        y = y.clamp(min=limits.tiny, max=1.0 - limits.eps)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x) - F.softplus(x)


class SoftplusTransform(Transform):
    """`y = log(1 + exp(x))`.

    >>> SoftplusTransform()(fb.tensor(0.0))
    tensor(0.6931)
    """

    domain = constraints.real
    codomain = constraints.positive
    bijective = True
    sign = 1

    def __eq__(self, other) -> bool:
        return isinstance(other, SoftplusTransform)

    __hash__ = Transform.__hash__

    def _call(self, x):
        return F.softplus(x)

    def _inverse(self, y):
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x)


class TanhTransform(Transform):
    """`y = tanh(x)`.

    >>> TanhTransform()(fb.tensor(0.0))
    tensor(0.)
    """

    domain = constraints.real
    codomain = constraints.interval(-1.0, 1.0)
    bijective = True
    sign = 1

    def __eq__(self, other) -> bool:
        return isinstance(other, TanhTransform)

    __hash__ = Transform.__hash__

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return fb.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        # log(1 - tanh(x)**2), without the cancellation that this has for large x.
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


class AbsTransform(Transform):
    """`y = |x|`; the inverse takes the positive of the two.

    >>> AbsTransform()(fb.tensor(-2.0))
    tensor(2.)
    """

    domain = constraints.real
    codomain = constraints.positive

    def __eq__(self, other) -> bool:
        return isinstance(other, AbsTransform)

    __hash__ = Transform.__hash__

    def _call(self, x):
        return x.abs()

    def _inverse(self, y):
        return y


class AffineTransform(Transform):
    """`y = loc + scale * x`; `event_dim` says how many dimensions make one value.

    >>> AffineTransform(1.0, 2.0)(fb.tensor(3.0))
    tensor(7.)
    """

    bijective = True

    def __init__(self, loc, scale, event_dim: int = 0, cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    @property
    def event_dim(self) -> int:
        """The dimensions of one value."""
        return self._event_dim

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        """Real values."""
        return (
            constraints.independent(constraints.real, self.event_dim)
            if self.event_dim
            else (constraints.real)
        )

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        """Real values."""
        return self.domain

    def with_cache(self, cache_size: int = 1):
        if self._cache_size == cache_size:
            return self
        return AffineTransform(self.loc, self.scale, self.event_dim, cache_size=cache_size)

    def __eq__(self, other) -> bool:
        if not isinstance(other, AffineTransform):
            return False
        return _same(self.loc, other.loc) and _same(self.scale, other.scale)

    __hash__ = Transform.__hash__

    @property
    def sign(self):
        """The sign of the scale."""
        if isinstance(self.scale, (int, float)):
            return int(self.scale > 0) - int(self.scale < 0)
        return self.scale.sign()

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        shape, scale = x.shape, self.scale
        if isinstance(scale, (int, float)):
            result = fb.full_like(x, math.log(abs(scale)))
        else:
            result = fb.abs(scale).log()
        if self.event_dim:
            result = result.expand(result.size()[: -self.event_dim] + shape[-self.event_dim :])
            result = _sum_rightmost(result, self.event_dim)
            shape = shape[: -self.event_dim]
        return result.expand(shape)

    def _broadcast(self, shape):
        loc, scale = getattr(self.loc, "shape", ()), getattr(self.scale, "shape", ())
        return fb.broadcast_shapes(shape, loc, scale)

    def forward_shape(self, shape):
        return self._broadcast(shape)

    def inverse_shape(self, shape):
        return self._broadcast(shape)


def _same(a, b) -> bool:
    """Whether two numbers or tensors are equal everywhere."""
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a == b
    return bool((a == b).all().item())


class CumulativeDistributionTransform(Transform):
    """`y = distribution.cdf(x)`, from the values of a distribution to [0, 1].

    >>> from firebrick_nn.distributions import Normal
    >>> CumulativeDistributionTransform(Normal(0.0, 1.0))(fb.tensor(0.0))
    tensor(0.5000)
    """

    bijective = True
    codomain = constraints.unit_interval
    sign = 1

    def __init__(self, distribution, cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        self.distribution = distribution

    @property
    def domain(self):
        """The support of the distribution."""
        return self.distribution.support

    def with_cache(self, cache_size: int = 1):
        if self._cache_size == cache_size:
            return self
        return CumulativeDistributionTransform(self.distribution, cache_size=cache_size)

    def _call(self, x):
        return self.distribution.cdf(x)

    def _inverse(self, y):
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x, y):
        return self.distribution.log_prob(x)
