"""Transforms of the parts of a value along a dimension, each by a transform of its own."""

# mypy: disable-error-code="override"
# What is a class attribute of the base is a property here, as in PyTorch.

from __future__ import annotations

import operator
from functools import reduce

import firebrick_core as fb

from . import constraints
from ._transform import Transform
from .utils import _sum_rightmost


def _require_transforms(tseq) -> list[Transform]:
    tseq = list(tseq)
    if not all(isinstance(t, Transform) for t in tseq):
        raise AssertionError(f"Expected a sequence of transforms, but got {tseq!r}")
    return tseq


class CatTransform(Transform):
    """Transforms of the parts of sizes `lengths` (of size 1 by default) along `dim`.

    >>> from firebrick_nn.distributions import ExpTransform, identity_transform
    >>> CatTransform([ExpTransform(), identity_transform], lengths=[1, 2])(fb.zeros(3))
    tensor([1., 0., 0.])
    """

    def __init__(self, tseq, dim: int = 0, lengths=None, cache_size: int = 0):
        tseq = _require_transforms(tseq)
        if cache_size:
            tseq = [t.with_cache(cache_size) for t in tseq]
        super().__init__(cache_size=cache_size)
        self.transforms, self.dim = tseq, dim
        self.lengths = [1] * len(tseq) if lengths is None else list(lengths)
        if len(self.lengths) != len(tseq):
            raise AssertionError(
                f"Expected {len(tseq)} lengths, one per transform, but got {self.lengths}"
            )

    @property
    def event_dim(self) -> int:
        """The most dimensions that a part needs."""
        return max(t.event_dim for t in self.transforms)

    @property
    def length(self) -> int:
        """The size along `dim`."""
        return sum(self.lengths)

    def with_cache(self, cache_size: int = 1):
        """The same with another cache size."""
        if self._cache_size == cache_size:
            return self
        return CatTransform(self.transforms, self.dim, self.lengths, cache_size)

    def _parts(self, value):
        if not -value.dim() <= self.dim < value.dim() or value.size(self.dim) != self.length:
            raise AssertionError(
                f"Expected size {self.length} along dimension {self.dim}, but got shape "
                f"{tuple(value.shape)}"
            )
        return value.split(self.lengths, self.dim)

    def _call(self, x):
        pairs = zip(self.transforms, self._parts(x), strict=True)
        return fb.cat([t(part) for t, part in pairs], dim=self.dim)

    def _inverse(self, y):
        pairs = zip(self.transforms, self._parts(y), strict=True)
        return fb.cat([t.inv(part) for t, part in pairs], dim=self.dim)

    def log_abs_det_jacobian(self, x, y):
        """The parts' along `dim`, or their sum where `dim` belongs to the values."""
        terms = []
        for t, start, end in zip(self.transforms, self._parts(x), self._parts(y), strict=True):
            term = t.log_abs_det_jacobian(start, end)
            if t.event_dim < self.event_dim:
                term = _sum_rightmost(term, self.event_dim - t.event_dim)
            terms.append(term)
        dim = self.dim - x.dim() if self.dim >= 0 else self.dim
        dim += self.event_dim
        return fb.cat(terms, dim=dim) if dim < 0 else reduce(operator.add, terms)

    @property
    def bijective(self) -> bool:
        """Whether all parts are."""
        return all(t.bijective for t in self.transforms)

    @constraints.dependent_property
    def domain(self):
        """The parts' domains, one after another."""
        return constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths)

    @constraints.dependent_property
    def codomain(self):
        """The parts' codomains, one after another."""
        return constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths)


class StackTransform(Transform):
    """A transform for each index along `dim`.

    >>> from firebrick_nn.distributions import ExpTransform, identity_transform
    >>> StackTransform([ExpTransform(), identity_transform])(fb.zeros(2))
    tensor([1., 0.])
    """

    def __init__(self, tseq, dim: int = 0, cache_size: int = 0):
        tseq = _require_transforms(tseq)
        if cache_size:
            tseq = [t.with_cache(cache_size) for t in tseq]
        super().__init__(cache_size=cache_size)
        self.transforms, self.dim = tseq, dim

    def with_cache(self, cache_size: int = 1):
        """The same with another cache size."""
        if self._cache_size == cache_size:
            return self
        return StackTransform(self.transforms, self.dim, cache_size)

    def _parts(self, value):
        if not -value.dim() <= self.dim < value.dim() or (
            value.size(self.dim) != len(self.transforms)
        ):
            raise AssertionError(
                f"Expected size {len(self.transforms)} along dimension {self.dim}, but got shape "
                f"{tuple(value.shape)}"
            )
        return value.unbind(self.dim)

    def _call(self, x):
        pairs = zip(self.transforms, self._parts(x), strict=True)
        return fb.stack([t(part) for t, part in pairs], dim=self.dim)

    def _inverse(self, y):
        pairs = zip(self.transforms, self._parts(y), strict=True)
        return fb.stack([t.inv(part) for t, part in pairs], dim=self.dim)

    def log_abs_det_jacobian(self, x, y):
        """The parts' along `dim`."""
        triples = zip(self.transforms, self._parts(x), self._parts(y), strict=True)
        return fb.stack([t.log_abs_det_jacobian(a, b) for t, a, b in triples], dim=self.dim)

    @property
    def bijective(self) -> bool:
        """Whether all parts are."""
        return all(t.bijective for t in self.transforms)

    @constraints.dependent_property
    def domain(self):
        """The parts' domains, stacked."""
        return constraints.stack([t.domain for t in self.transforms], self.dim)

    @constraints.dependent_property
    def codomain(self):
        """The parts' codomains, stacked."""
        return constraints.stack([t.codomain for t in self.transforms], self.dim)
