"""The base of all transforms, and those made of others: inverse, composition, independence."""

# mypy: disable-error-code="override"
# What is a class attribute of the base is a property here, as in PyTorch.

from __future__ import annotations

import functools
import operator
import weakref
from typing import Any

import firebrick_core as fb

from . import constraints
from .utils import _sum_rightmost, lazy_property


class Transform:
    """An invertible map of tensors whose Jacobian's determinant is known.

    `domain` and `codomain` are constraints; `bijective`: the inverse of `t(x)` is `x` for all x
    of the domain. With `cache_size=1` the last pair of values is kept, so that `t.inv(t(x))` is
    `x` itself and costs nothing. A subclass defines `_call`, `_inverse` and
    `log_abs_det_jacobian`. Raises ValueError for other cache sizes than 0 and 1.
    """

    bijective: bool = False
    domain: Any
    codomain: Any
    _inv: Any

    def __init__(self, cache_size: int = 0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size = cache_size
        self._inv = None
        self._cached_x_y = None, None
        super().__init__()

    def __getstate__(self):
        state = self.__dict__.copy()
        state["_inv"] = None  # weak references cannot be pickled
        return state

    @property
    def event_dim(self) -> int:
        """The dimensions of one value, where those of domain and codomain agree."""
        if self.domain.event_dim == self.codomain.event_dim:
            return self.domain.event_dim
        raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")

    @property
    def inv(self):
        """The inverse transform."""
        inverse = None if self._inv is None else self._inv()
        if inverse is None:
            inverse = _InverseTransform(self)
            self._inv = weakref.ref(inverse)
        return inverse

    @property
    def sign(self):
        """1 for an increasing map, -1 for a decreasing one (of single numbers)."""
        raise NotImplementedError(f"{type(self).__name__} has no sign: it is not of single numbers")

    def with_cache(self, cache_size: int = 1):
        """The same with another cache size."""
        if self._cache_size == cache_size:
            return self
        if type(self).__init__ is Transform.__init__:
            return type(self)(cache_size=cache_size)
        raise NotImplementedError(f"{type(self)}.with_cache is not implemented")

    def __eq__(self, other) -> bool:
        return self is other

    def __ne__(self, other) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return id(self)

    def __call__(self, x):
        if self._cache_size == 0:
            return self._call(x)
        kept_x, kept_y = self._cached_x_y
        if x is kept_x:
            return kept_y
        y = self._call(x)
        self._cached_x_y = x, y
        return y

    def _inv_call(self, y):
        if self._cache_size == 0:
            return self._inverse(y)
        kept_x, kept_y = self._cached_x_y
        if y is kept_y:
            return kept_x
        x = self._inverse(y)
        self._cached_x_y = x, y
        return x

    def _call(self, x):
        raise NotImplementedError(f"{type(self).__name__} defines no _call(x)")

    def _inverse(self, y):
        raise NotImplementedError(f"{type(self).__name__} defines no _inverse(y)")

    def log_abs_det_jacobian(self, x, y):
        """`log |det dy/dx|` for `y = t(x)`, one number per value."""
        raise NotImplementedError(
            f"{type(self).__name__} has no log_abs_det_jacobian: use a bijective transform"
        )

    def __repr__(self) -> str:
        return type(self).__name__ + "()"

    def forward_shape(self, shape):
        """The shape of `t(x)` for an `x` of this shape."""
        return shape

    def inverse_shape(self, shape):
        """The shape of `t.inv(y)` for a `y` of this shape."""
        return shape


class _InverseTransform(Transform):
    """The inverse of another transform, which does the work."""

    def __init__(self, transform: Transform):
        super().__init__(cache_size=transform._cache_size)
        self._inv = transform

    def __getstate__(self):
        return self.__dict__.copy()

    @constraints.dependent_property
    def domain(self):
        return self._inv.codomain

    @constraints.dependent_property
    def codomain(self):
        return self._inv.domain

    @property
    def bijective(self) -> bool:
        return self._inv.bijective

    @property
    def sign(self):
        return self._inv.sign

    @property
    def inv(self):
        return self._inv

    def with_cache(self, cache_size: int = 1):
        return self.inv.with_cache(cache_size).inv

    def __eq__(self, other) -> bool:
        return isinstance(other, _InverseTransform) and self._inv == other._inv

    __hash__ = Transform.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._inv!r})"

    def __call__(self, x):
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._inv.forward_shape(shape)


class ComposeTransform(Transform):
    """Transforms after one another, the first of `parts` first.

    >>> ComposeTransform([])(fb.tensor(2.0))
    tensor(2.)
    """

    def __init__(self, parts, cache_size: int = 0):
        if cache_size:
            parts = [part.with_cache(cache_size) for part in parts]
        super().__init__(cache_size=cache_size)
        self.parts = parts

    def __eq__(self, other) -> bool:
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    __hash__ = Transform.__hash__

    @constraints.dependent_property
    def domain(self):
        """That of the first part, with the dimensions that later parts need."""
        return self._end("domain", "codomain", list(reversed(self.parts)))

    @constraints.dependent_property
    def codomain(self):
        """That of the last part, with the dimensions that earlier parts add."""
        return self._end("codomain", "domain", self.parts)

    @staticmethod
    def _end(near: str, far: str, parts):
        if not parts:
            return constraints.real
        end = getattr(parts[-1], near)
        event_dim = getattr(parts[0], far).event_dim
        for part in parts:
            entered, left = getattr(part, far).event_dim, getattr(part, near).event_dim
            event_dim = max(event_dim + left - entered, left)
        missing = event_dim - end.event_dim
        return constraints.independent(end, missing) if missing > 0 else end

    @lazy_property
    def bijective(self) -> bool:
        """Whether all parts are."""
        return all(part.bijective for part in self.parts)

    @lazy_property
    def sign(self):
        """The product of the parts' signs."""
        return functools.reduce(operator.mul, (part.sign for part in self.parts), 1)

    @property
    def inv(self):
        """The parts' inverses, from last to first."""
        inverse = None if self._inv is None else self._inv()
        if inverse is None:
            inverse = ComposeTransform([part.inv for part in reversed(self.parts)])
            self._inv = weakref.ref(inverse)
            inverse._inv = weakref.ref(self)
        return inverse

    def with_cache(self, cache_size: int = 1):
        """The same with another cache size."""
        if self._cache_size == cache_size:
            return self
        return ComposeTransform(self.parts, cache_size=cache_size)

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def log_abs_det_jacobian(self, x, y):
        """The sum over the parts, each summed over the dimensions that are not its own."""
        if not self.parts:
            return fb.zeros_like(x)
        values = [x]
        for part in self.parts[:-1]:
            values.append(part(values[-1]))
        values.append(y)
        event_dim, terms = self.domain.event_dim, []
        for part, start, end in zip(self.parts, values[:-1], values[1:], strict=True):
            term = part.log_abs_det_jacobian(start, end)
            terms.append(_sum_rightmost(term, event_dim - part.domain.event_dim))
            event_dim += part.codomain.event_dim - part.domain.event_dim
        return functools.reduce(operator.add, terms)

    def forward_shape(self, shape):
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape):
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __repr__(self) -> str:
        parts = ",\n    ".join(repr(part) for part in self.parts)
        return f"{type(self).__name__}(\n    {parts}\n)"


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """A transform whose last `reinterpreted_batch_ndims` batch dimensions belong to the values:
    the logarithm of the Jacobian is summed over them.

    >>> from firebrick_nn.distributions import ExpTransform
    >>> t = IndependentTransform(ExpTransform(), 1)
    >>> t.log_abs_det_jacobian(fb.tensor([1.0, 2.0]), None)
    tensor(3.)
    """

    def __init__(self, base_transform, reinterpreted_batch_ndims: int, cache_size: int = 0):
        super().__init__(cache_size=cache_size)
        self.base_transform = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def with_cache(self, cache_size: int = 1):
        """The same with another cache size."""
        if self._cache_size == cache_size:
            return self
        return IndependentTransform(
            self.base_transform, self.reinterpreted_batch_ndims, cache_size=cache_size
        )

    @constraints.dependent_property
    def domain(self):
        """The base's, with more dimensions."""
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @constraints.dependent_property
    def codomain(self):
        """The base's, with more dimensions."""
        return constraints.independent(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    @property
    def bijective(self) -> bool:
        """Whether the base is."""
        return self.base_transform.bijective

    @property
    def sign(self):
        """The base's."""
        return self.base_transform.sign

    def _call(self, x):
        if x.dim() < self.domain.event_dim:
            raise ValueError("Too few dimensions on input")
        return self.base_transform(x)

    def _inverse(self, y):
        if y.dim() < self.codomain.event_dim:
            raise ValueError("Too few dimensions on input")
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        """The base's, summed over the last dimensions."""
        result = self.base_transform.log_abs_det_jacobian(x, y)
        return _sum_rightmost(result, self.reinterpreted_batch_ndims)

    def forward_shape(self, shape):
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape):
        return self.base_transform.inverse_shape(shape)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_transform!r}, {self.reinterpreted_batch_ndims})"
