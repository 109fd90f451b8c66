"""Derivatives of random numbers: what was there before, and what describes them, does not count."""

from __future__ import annotations

import firebrick_core as fb
from firebrick_core import _operators as T

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


@derivative("standard_gamma")
class StandardGamma:
    def input(grad, input, result):
        return grad * T.standard_gamma_grad(input, result)


@derivative("sample_dirichlet")
class SampleDirichlet:
    # Each number alone follows its concentration; the others share what is left as before.
    def input(grad, input, result):
        total = input.sum(-1, keepdim=True).expand(input.shape)
        moved = T.dirichlet_grad(result, input, total)
        return moved * (grad - (result * grad).sum(-1, keepdim=True))


@derivative("standard_gamma_grad")
class StandardGammaGrad:
    input = not_implemented
    output = not_implemented


@derivative("dirichlet_grad")
class DirichletGrad:
    x = not_implemented
    alpha = not_implemented
    total = not_implemented
