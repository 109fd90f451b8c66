"""The normal distribution: its function, the logarithm of that, and its quantiles."""

from __future__ import annotations

import math

from .._operator import Array, pointwise
from ._float64 import fill, in_float64, undefined
from .error_function import (
    ANY,
    erf_values,
    exp_of_square,
    quantile_center,
    quantile_tail,
    scaled_erfc,
)

_ROOT_HALF = math.sqrt(0.5)


def _half_scaled_erfc(xp, x):
    return scaled_erfc(xp, x * _ROOT_HALF) / 2


def _ndtr_center(xp, x):
    return (1 + erf_values(xp, x, _ROOT_HALF)) / 2


def _ndtr_left(xp, x):
    return _half_scaled_erfc(xp, -x) * exp_of_square(xp, x, -1, 0.5)


def _ndtr_right(xp, x):
    return 1 - _ndtr_left(xp, -x)


def ndtr_values(xp, x):
    """The normal distribution function of a float64 vector."""
    out = undefined(xp, x)
    fill(xp, out, xp.abs(x) <= 0.5, _ndtr_center, x)
    fill(xp, out, (x < -0.5) & (x > -39), _ndtr_left, x)
    fill(xp, out, (x > 0.5) & (x < 39), _ndtr_right, x)
    fill(xp, out, x <= -39, 0.0)
    fill(xp, out, x >= 39, 1.0)
    return out


@pointwise(
    "float", samples=ANY, dtypes="real", namespace="special", methods=False, inplace=False
)
@in_float64
def ndtr(xp, input: Array) -> Array:
    """The part of the standard normal distribution below `input`.

    >>> import firebrick_core as fb
    >>> fb.special.ndtr(fb.tensor([-1.0, 0.0, 1.0]))
    tensor([0.1587, 0.5000, 0.8413])
    """
    return ndtr_values(xp, input)


def _log_ndtr_left(xp, x):
    return xp.log(_half_scaled_erfc(xp, -x)) - x * x / 2


def _log_ndtr_right(xp, x):
    return xp.log1p(-ndtr_values(xp, -x))


@pointwise(
    "float", samples=ANY, dtypes="real", namespace="special", methods=False, inplace=False
)
@in_float64
def log_ndtr(xp, input: Array) -> Array:
    """The logarithm of `ndtr(input)`, also where that vanishes.

    >>> import firebrick_core as fb
    >>> fb.special.log_ndtr(fb.tensor([-100.0, 0.0, 10.0]))
    tensor([-5.0055e+03, -6.9315e-01, -7.6199e-24])
    """
    out = undefined(xp, input)
    fill(xp, out, input < -1, _log_ndtr_left, input)
    fill(xp, out, input >= -1, _log_ndtr_right, input)
    fill(xp, out, input == -math.inf, -math.inf)
    return out


def _ndtri_center(xp, p):
    return quantile_center(xp, p - 0.5)


def _ndtri_left(xp, p):
    return -quantile_tail(xp, p)


def _ndtri_right(xp, p):
    return quantile_tail(xp, 1 - p)


@pointwise(
    "float",
    samples=("unit(3, 4) / 2 + 0.5", "unit() / 2 + 0.5"),
    dtypes="float",
    namespace="special",
    methods=False,
    inplace=False,
)
@in_float64
def ndtri(xp, input: Array) -> Array:
    """The number below which the standard normal distribution has `input`; NaN outside of [0, 1].

    >>> import firebrick_core as fb
    >>> fb.special.ndtri(fb.tensor([0.025, 0.5, 0.975]))
    tensor([-1.9600,  0.0000,  1.9600])
    """
    out, center = undefined(xp, input), xp.abs(input - 0.5) <= 0.425
    fill(xp, out, center, _ndtri_center, input)
    fill(xp, out, (input > 0) & (input < 0.5) & ~center, _ndtri_left, input)
    fill(xp, out, (input > 0.5) & (input < 1) & ~center, _ndtri_right, input)
    fill(xp, out, input == 0, -math.inf)
    fill(xp, out, input == 1, math.inf)
    return out
