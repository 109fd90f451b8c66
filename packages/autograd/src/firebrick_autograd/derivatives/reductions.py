"""Derivatives of sums, means and extremes."""

from __future__ import annotations

import math

from firebrick_core import _operators as T
from firebrick_core.ops._dims import all_dims

from .._rule import derivative
from .arithmetic import conj


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
        count = math.prod(input_shape[d] for d in all_dims(dim, len(input_shape)))
        return spread(grad / count if count else grad * math.nan, input_shape, dim, keepdim)


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


class _Extreme:
    def input(grad, indices, input_shape, dim, keepdim):
        if not input_shape:
            return grad
        if not keepdim:
            grad, indices = grad.unsqueeze(dim), indices.unsqueeze(dim)
        zeros = grad.new_zeros(input_shape)
        return zeros.scatter(dim, indices, grad)


@derivative("max_dim")
class Max(_Extreme):
    input = _Extreme.input


@derivative("min_dim")
class Min(_Extreme):
    input = _Extreme.input


class _Shared:
    def input(grad, input, result, dim, keepdim):
        shape = tuple(input.shape)
        chosen = input == spread(result, shape, dim, keepdim)
        # Equal extremes share the gradient evenly.
        count = chosen.sum(dim, keepdim) if dim is not None else chosen.sum()
        return spread(grad / count, shape, dim, keepdim) * chosen


@derivative("amax")
class Amax(_Shared):
    input = _Shared.input


@derivative("amin")
class Amin(_Shared):
    input = _Shared.input


@derivative("root")
class Root:
    def input(grad, result):
        # The slope at 0 is taken as 0: the norm's subgradient.
        return T.masked_fill(grad / conj(result * 2), result == 0, 0)


@derivative("cumsum")
class Cumsum:
    def input(grad, dim):
        return grad.flip(dim).cumsum(dim).flip(dim) if grad.ndim else grad


@derivative("cumprod")
class Cumprod:
    def input(grad, input, result, dim):
        if not input.ndim:
            return grad
        n = input.shape[dim]
        parts = []
        # One column of the Jacobian after another: exact where elements are 0.
        for k in range(n):
            one = input.narrow(dim, 0, 1) * 0 + 1
            before = result.narrow(dim, k - 1, 1) if k else one
            rest = T.cat([one, input.narrow(dim, k + 1, n - k - 1)], dim).cumprod(dim)
            weighed = grad.narrow(dim, k, n - k) * conj(rest)
            parts.append(weighed.sum(dim, True) * conj(before))
        return T.cat(parts, dim) if parts else grad


@derivative("logsumexp")
class Logsumexp:
    def input(grad, input, result, dim, keepdim):
        shape = tuple(input.shape)
        weights = conj(T.exp(input - spread(result, shape, dim, keepdim)))
        return spread(grad, shape, dim, keepdim) * T.masked_fill(weights, T.isnan(weights), 0)


@derivative("var_correction")
class Var:
    def input(grad, input, dim, correction, keepdim):
        shape = tuple(input.shape)
        count = math.prod(shape[d] for d in all_dims(dim, len(shape)))
        centred = input - input.mean(dim, True)
        scale = 2 / max(count - correction, 0) if count - correction > 0 else math.nan
        return spread(grad, shape, dim, keepdim) * (centred * scale)
