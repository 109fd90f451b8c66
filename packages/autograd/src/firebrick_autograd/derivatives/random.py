"""Derivatives of random numbers: what was there before, and what describes them, does not count."""

from __future__ import annotations

import firebrick_core as fb

from .._rule import derivative, not_implemented


@derivative(
    "uniform_",
    "normal_",
    "bernoulli_",
    "exponential_",
    "log_normal_",
    "cauchy_",
    "geometric_",
    "random_",
    "bernoulli_drawn",
    "poisson",
)
class Fill:
    def input(grad):
        return fb.zeros_like(grad)


@derivative("normal_around")
class NormalAround:
    # Zeros, as in PyTorch; distributions.Normal.rsample has the derivatives of the sample.
    def mean(grad):
        return fb.zeros_like(grad)

    def std(grad):
        return fb.zeros_like(grad)


@derivative("standard_gamma", "sample_dirichlet")
class Gamma:
    input = not_implemented
