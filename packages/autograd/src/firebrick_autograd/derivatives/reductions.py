"""Derivatives of sums, products and means."""

from __future__ import annotations

from firebrick_core import _operators as T
from firebrick_core.ops._dims import all_dims
from firebrick_core.ops._reducing import count_reduced

from .._rule import derivative
from .arithmetic import conj, quotient


def spread(x, shape, dim, keepdim):
    """Bring a reduction's result back to its input's shape, as a view."""
    if not keepdim and shape and dim is not None:
        kept = list(shape)
        for d in all_dims(dim, len(shape)):
            kept[d] = 1
        x = x.view(kept)
    return x.expand(shape)


@derivative("sum")
class Sum:
    def input(grad, input_shape, dim, keepdim):
        return spread(grad, input_shape, dim, keepdim)


@derivative("mean")
class Mean:
    def input(grad, input_shape, dim, keepdim):
        # Of no elements the count does not matter: there are none to give a gradient to.
        count = max(count_reduced(input_shape, dim), 1)
        return spread(grad / count, input_shape, dim, keepdim)


@derivative("prod")
class Prod:
    def input(grad, input, dim, keepdim):
        if dim is None:
            flat = input.reshape(input.numel())
            return (conj(_product_of_others(flat, 0)) * grad).reshape(input.shape)
        others = conj(_product_of_others(input, dim))
        return others * spread(grad, tuple(input.shape), dim, keepdim)


def _product_of_others(x, dim):
    """For each element, the product of the others along `dim`; exact where elements are 0."""
    if not x.numel():
        return x
    if not x.ndim:
        return x * 0 + 1
    one = x.narrow(dim, 0, 1) * 0 + 1
    n = x.shape[dim]
    before = T.cat([one, x.narrow(dim, 0, n - 1)], dim).cumprod(dim)
    after = T.cat([one, x.narrow(dim, 1, n - 1).flip(dim)], dim).cumprod(dim).flip(dim)
    return before * after


@derivative("root")
class Root:
    def input(grad, result):
        # The slope at 0 is taken as 0: the norm's subgradient.
        return quotient(grad, conj(result * 2))


@derivative("logsumexp")
class Logsumexp:
    def input(grad, input, result, dim, keepdim):
        shape = tuple(input.shape)
        weights = conj(T.exp(input - spread(result, shape, dim, keepdim)))
        return spread(grad, shape, dim, keepdim) * weights


@derivative("nansum")
class Nansum:
    def input(grad, input, dim, keepdim):
        return T.masked_fill(spread(grad, tuple(input.shape), dim, keepdim), T.isnan(input), 0)
