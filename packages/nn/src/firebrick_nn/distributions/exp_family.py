"""Exponential families: entropy from the log normalizer by automatic differentiation."""

from __future__ import annotations

import firebrick_core as fb

from .distribution import Distribution

__all__ = ["ExponentialFamily"]


class ExponentialFamily(Distribution):
    """A family of densities `exp(<t(x), theta> - F(theta) + k(x))`.

    A subclass gives the natural parameters theta as `_natural_params`, F as `_log_normalizer`
    and the mean of k(x) as `_mean_carrier_measure`; entropy and divergences within the family
    follow. Source: Nielsen and Nock, *Entropies and cross-entropies of exponential families*, 2010.
    """

    @property
    def _natural_params(self):
        raise self._missing("_natural_params")

    def _log_normalizer(self, *natural_params):
        raise self._missing("_log_normalizer")

    @property
    def _mean_carrier_measure(self):
        raise self._missing("_mean_carrier_measure")

    def entropy(self):
        """`F(theta) - <theta, grad F(theta)> - E[k(x)]`."""
        result = -self._mean_carrier_measure
        natural, normalizer, gradients = log_normalizer_with_gradients(self)
        result = result + normalizer
        for parameter, gradient in zip(natural, gradients, strict=True):
            result = result - (parameter * gradient).reshape(self._batch_shape + (-1,)).sum(-1)
        return result


def log_normalizer_with_gradients(family: ExponentialFamily):
    """The natural parameters, the log normalizer there, and its gradient in each of them."""
    from firebrick_autograd import grad

    with fb.enable_grad():
        natural = [p.detach().requires_grad_() for p in family._natural_params]
        normalizer = family._log_normalizer(*natural)
        gradients = grad(normalizer.sum(), natural, create_graph=True)
    return natural, normalizer, gradients
