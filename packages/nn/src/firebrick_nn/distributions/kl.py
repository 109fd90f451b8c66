"""Kullback-Leibler divergences between distributions, by the pair of their classes."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import firebrick_core as fb

from .distribution import Distribution

__all__ = ["kl_divergence", "register_kl"]

_KL_REGISTRY: dict[tuple[type, type], Callable[..., Any]] = {}
_KL_MEMOIZE: dict[tuple[type, type], Callable[..., Any]] = {}


def register_kl(type_p, type_q):
    """Registers what it decorates as the divergence of a `type_p` from a `type_q`.

    The most special classes decide where several pairs fit. Raises TypeError for what is not a
    class of distributions.

    >>> from firebrick_nn.distributions import Normal
    >>> class Mine(Normal):
    ...     pass
    >>> @register_kl(Mine, Mine)
    ... def kl_mine_mine(p, q):
    ...     return p.loc * 0
    """
    for position, kind in (("first", type_p), ("second", type_q)):
        if not isinstance(kind, type) or not issubclass(kind, Distribution):
            raise TypeError(
                f"Expected the {position} argument of register_kl to be a Distribution subclass "
                f"but got {kind}"
            )

    def decorator(fun):
        _KL_REGISTRY[type_p, type_q] = fun
        _KL_MEMOIZE.clear()  # what is registered now may be closer than what was found
        return fun

    return decorator


def _dispatch_kl(type_p, type_q):
    """The function of the closest registered pair of base classes, or NotImplemented."""
    fits = [
        (type_p.__mro__.index(p), type_q.__mro__.index(q), p, q)
        for p, q in _KL_REGISTRY
        if issubclass(type_p, p) and issubclass(type_q, q)
    ]
    if not fits:
        return NotImplemented
    by_p = min(fits, key=_by_left)
    by_q = min(fits, key=_by_right)
    if by_p[2:] != by_q[2:]:
        warnings.warn(
            f"Ambiguous kl_divergence({type_p.__name__}, {type_q.__name__}). Please register_kl("
            f"{by_p[2].__name__}, {by_q[3].__name__})",
            RuntimeWarning,
            stacklevel=3,
        )
    return _KL_REGISTRY[by_p[2:]]


def _by_left(fit):
    return fit[0], fit[1]


def _by_right(fit):
    return fit[1], fit[0]


def kl_divergence(p: Distribution, q: Distribution) -> fb.Tensor:
    """The mean under `p` of `log p - log q`, of the batch shape of the two.

    Raises NotImplementedError for a pair that has no formula.

    >>> from firebrick_nn.distributions import Normal
    >>> kl_divergence(Normal(0.0, 1.0), Normal(1.0, 1.0))
    tensor(0.5000)
    """
    pair = type(p), type(q)
    function = _KL_MEMOIZE.get(pair)
    if function is None:
        function = _KL_MEMOIZE[pair] = _dispatch_kl(*pair)
    if function is NotImplemented:
        raise NotImplementedError(
            f"No KL(p || q) is implemented for p type {type(p).__name__} and q type "
            f"{type(q).__name__}"
        )
    return function(p, q)


from . import (  # noqa: E402  # they register with what is above
    _kl_between_families as _kl_between_families,
    _kl_matrices as _kl_matrices,
    _kl_same_family as _kl_same_family,
)
