"""Derivatives of filling with random numbers: what was there before no longer counts."""

from __future__ import annotations

import firebrick_core as fb

from .._rule import derivative


@derivative(
    "uniform_",
    "normal_",
    "bernoulli_",
    "exponential_",
    "log_normal_",
    "cauchy_",
    "geometric_",
    "random_",
)
class Fill:
    def input(grad):
        return fb.zeros_like(grad)
