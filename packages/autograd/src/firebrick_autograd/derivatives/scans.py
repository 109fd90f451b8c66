"""Derivatives of running sums, products, extremes and log-sums."""

from __future__ import annotations

from firebrick_core import _operators as T, finfo
from firebrick_core._dispatch import AUTOGRAD, TRANSFORMED

from .._levels import readable
from .._rule import derivative
from .arithmetic import conj


def summed_from_behind(x, dim):
    """Running sums along a dimension from its end."""
    return x.flip(dim).cumsum(dim).flip(dim) if x.ndim else x


@derivative("cumsum")
class Cumsum:
    def input(grad, dim):
        return summed_from_behind(grad, dim)


@derivative("cumprod")
class Cumprod:
    def input(grad, input, result, dim):
        if not input.ndim:
            return grad
        if input.is_meta or (readable(input) and not T.any(input == 0).item()):
            return summed_from_behind(grad * conj(result), dim) / conj(input)
        return _products_with_zeros(grad, input, result, dim)


def _products_with_zeros(grad, input, result, dim):
    """One column of the Jacobian after another: no division by elements that are 0."""
    if not input.numel():
        return grad
    n, parts = input.shape[dim], []
    for k in range(n):
        one = input.narrow(dim, 0, 1) * 0 + 1
        before = result.narrow(dim, k - 1, 1) if k else one
        rest = T.cat([one, input.narrow(dim, k + 1, n - k - 1)], dim).cumprod(dim)
        weighed = grad.narrow(dim, k, n - k) * conj(rest)
        parts.append(weighed.sum(dim, True) * conj(before))
    return T.cat(parts, dim)


@derivative("cummax", "cummin")
class Cummax:
    def input(grad, indices, input_shape, dim):
        return T.gather_backward(grad, dim, indices, input_shape) if input_shape else grad


def _log_of(x, where):
    """The logarithm where a mask holds, else of a number so small that its exponential is 0."""
    return T.masked_fill(T.log(T.where(where, x, 1)), T.logical_not(where), finfo(x.dtype).min)


def _log_summed_from_behind(x, dim):
    return x.flip(dim).logcumsumexp(dim).flip(dim) if x.ndim else x


def _weighed(logs, input, result, dim):
    """For each element, the sum over those behind it of weights `exp(logs)` times the slope
    `exp(input - result)`; in logarithms, so that nothing overflows."""
    return T.exp(_log_summed_from_behind(logs - conj(result), dim) + conj(input))


@derivative("logcumsumexp")
class Logcumsumexp:
    def input(grad, input, result, dim):
        if input.dtype.is_complex:
            sum_ = _weighed(_log_of(grad, grad != 0), input, result, dim)
        else:
            rising, falling = (
                _weighed(_log_of(g, g > 0), input, result, dim) for g in (grad, -grad)
            )
            sum_ = rising - falling
        if not grad._keys & (AUTOGRAD | TRANSFORMED):
            return sum_
        # Of a gradient of 0 there is no logarithm. This difference is 0, and has its slope.
        flat = grad == 0
        one = grad.detach() * 0 + 1
        moved, still = (
            _weighed(_log_of(g, flat), input, result, dim) for g in (grad + one, one)
        )
        return sum_ + (moved - still)
