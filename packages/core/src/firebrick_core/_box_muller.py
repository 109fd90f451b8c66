"""Pairs of normal numbers from pairs of uniform ones, rounded as PyTorch's x86 kernels round them.

Box and Muller, *A note on the generation of random normal deviates*, 1958: ``sqrt(-2 log u)`` times
the cosine and the sine of ``2 pi v``.

In float32, PyTorch evaluates the single-precision polynomials of Moshier's Cephes library
(``logf.c``, ``sinf.c``) with fused multiply-adds. Each of these is done here in float64, in which
the product of two float32 is exact, and rounded to float32. That is one rounding, but for about one
case in 10**9, in which the rounded sum falls halfway between two float32. ``wide`` is the float64
copy of a float32 array.

In float64, PyTorch calls the C library. NumPy's ``sin`` and ``cos`` do the same; its other
functions are vectorised and differ in the last bit, so that those are called through ``math``.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

BLOCK = 16
"""Uniforms that are transformed together: eight give radii, eight give angles."""

_SCALAR_PAIRS = 8
"""Up to so many pairs, Python floats are faster than arrays."""

_TWO_PI = 2.0 * math.pi
_HALVES = 2.0**27 + 1.0  # Veltkamp's constant: splits a double into two halves of 26 bits


# --- float64 --------------------------------------------------------------------------------------


def c_library(function: Callable[[float], float], x: np.ndarray) -> np.ndarray:
    """A function of ``math`` for every double of a contiguous array."""
    return np.fromiter(map(function, memoryview(x)), np.float64, x.size)


def multiply_add(x: np.ndarray, factor: float, term: float) -> np.ndarray:
    """``x * factor + term`` in float64 with one rounding, as a fused multiply-add gives.

    The errors of the product (Dekker 1971) and of the sum (Knuth's TwoSum) are added at the end.
    """
    if factor == 1.0 or term == 0.0:
        return x * factor + term
    product = x * factor
    split = x * _HALVES
    x_high = split - (split - x)
    x_low = x - x_high
    f_high = factor * _HALVES - (factor * _HALVES - factor)
    f_low = factor - f_high
    error = ((x_high * f_high - product) + x_high * f_low + x_low * f_high) + x_low * f_low
    total = product + term
    back = total - product
    error += (product - (total - back)) + (term - back)
    return np.where(np.isfinite(error), total + error, total)


def blocks64(uniform: np.ndarray, mean: float, std: float) -> np.ndarray:
    """Normals from float64 blocks of 16, in place."""
    halves = uniform.reshape(-1, 2, BLOCK // 2)
    radius = np.sqrt(-2.0 * c_library(math.log, (1.0 - halves[:, 0]).reshape(-1)))
    angle = (_TWO_PI * halves[:, 1]).reshape(-1)
    halves[:, 0] = multiply_add(radius * np.cos(angle), std, mean).reshape(-1, BLOCK // 2)
    halves[:, 1] = multiply_add(radius * np.sin(angle), std, mean).reshape(-1, BLOCK // 2)
    return uniform


def pairs64(uniform: np.ndarray) -> np.ndarray:
    """Standard normals from (angle, radius) pairs of float64, by PyTorch's scalar method."""
    if uniform.size <= 2 * _SCALAR_PAIRS:
        return np.array(_pairs_of_floats(uniform.tolist()))
    turn, tail = uniform.reshape(-1, 2).T
    radius = np.sqrt(-2.0 * c_library(math.log1p, -tail))
    angle = _TWO_PI * turn
    return np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1).reshape(-1)


def _pairs_of_floats(uniform: list[float]) -> list[float]:
    normals: list[float] = []
    numbers = iter(uniform)
    for turn, tail in zip(numbers, numbers, strict=True):
        radius, angle = math.sqrt(-2.0 * math.log1p(-tail)), _TWO_PI * turn
        normals += (radius * math.cos(angle), radius * math.sin(angle))
    return normals


# --- float32 --------------------------------------------------------------------------------------


def _singles(*values: float) -> list[float]:
    return [float(np.float32(value)) for value in values]


# log(1 + x) = x - x**2 / 2 + x**3 * P(x) for sqrt(1/2) <= 1 + x < sqrt(2).
_LOG_P = _singles(
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
    -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1,
)  # fmt: skip
_LN2_HIGH, _LN2_LOW = np.float32(0.693359375), np.float32(-2.12194440e-4)
_ONE_BITS, _SQRT_HALF_BITS, _FRACTION_BITS = 0x3F800000, 0x3F3504F3, 0x007FFFFF

# For |x| <= pi/4: cos(x) = 1 - x**2 / 2 + x**4 * C(x**2), sin(x) = x + x**3 * S(x**2). Rows C, S.
_COS_SIN_P = np.array(
    [
        _singles(2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2),
        _singles(-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1),
    ]
).T[..., np.newaxis]
_FOUR_OVER_PI = np.float32(1.27323954473516)
# pi/4 in three parts, of which the first has few bits, so that its small multiples are exact.
_QUARTER_PI = _singles(0.78515625, 2.4187564849853515625e-4, 3.77489497744594108e-8)


def _round(wide: np.ndarray, narrow: np.ndarray) -> None:
    """Round ``wide`` to float32, in place; ``narrow`` gets the same."""
    narrow[...] = wide
    wide[...] = narrow


def _log32(x: np.ndarray) -> np.ndarray:
    """Natural logarithm of a float32 array in (0, 1], in place."""
    bits = x.view(np.int32)
    bits += _ONE_BITS - _SQRT_HALF_BITS
    exponent = ((bits >> 23) - 127).astype(np.float32)
    bits &= _FRACTION_BITS
    bits += _SQRT_HALF_BITS
    x -= np.float32(1.0)
    square, wide_x = x * x, x.astype(np.float64)
    wide, narrow = wide_x * _LOG_P[0], np.empty_like(x)
    for coefficient in _LOG_P[1:-1]:
        wide += coefficient
        _round(wide, narrow)
        wide *= wide_x
    wide += _LOG_P[-1]
    narrow[...] = wide
    narrow *= x
    wide[...] = narrow
    wide *= square
    wide += exponent * _LN2_LOW
    narrow[...] = wide
    square *= np.float32(0.5)
    narrow -= square
    x += narrow
    exponent *= _LN2_HIGH  # exact: nine bits times a small integer
    x += exponent
    return x


def _cos_sin32(angle: np.ndarray) -> np.ndarray:
    """Cosine (row 0) and sine (row 1) of a float32 array in [0, 2 pi]."""
    octant = (angle * _FOUR_OVER_PI).astype(np.int32)
    octant += 1
    octant &= -2
    multiple = octant.astype(np.float32)
    x = angle - multiple * np.float32(_QUARTER_PI[0])
    wide_x, wide_multiple = x.astype(np.float64), multiple.astype(np.float64)
    for piece in _QUARTER_PI[1:]:
        wide_x -= wide_multiple * piece
        _round(wide_x, x)
    square = x * x
    wide_square = square.astype(np.float64)
    wide, narrow = wide_square * _COS_SIN_P[0], np.empty((2, x.size), np.float32)
    wide += _COS_SIN_P[1]
    _round(wide, narrow)
    wide *= wide_square
    wide += _COS_SIN_P[2]
    narrow[...] = wide
    narrow *= square
    wide[...] = narrow
    wide[0] *= wide_square
    wide[1] *= wide_x
    wide_square *= 0.5
    wide[0] -= wide_square
    wide[1] += wide_x
    narrow[...] = wide
    narrow[0] += np.float32(1.0)
    _turn(narrow.view(np.int32), octant)
    return narrow


def _turn(bits: np.ndarray, octant: np.ndarray) -> None:
    """Swap cosine and sine and set their signs, for the even octant the angle is nearest to."""
    cosine, sine = bits
    swapped = cosine ^ sine
    swapped &= (octant << 30) >> 31  # all ones if the octant is 2 or 6
    bits ^= swapped
    sine ^= (octant & 4) << 29
    cosine ^= ((octant + 2) & 4) << 29


def blocks32(uniform: np.ndarray, mean: float, std: float) -> np.ndarray:
    """Normals from float32 blocks of 16, in place."""
    halves = uniform.reshape(-1, 2, BLOCK // 2)
    radius = _log32((np.float32(1.0) - halves[:, 0]).reshape(-1))
    radius *= np.float32(-2.0)
    np.sqrt(radius, out=radius)
    normal = _cos_sin32((halves[:, 1] * np.float32(_TWO_PI)).reshape(-1))
    normal *= radius
    if std == 1.0:
        normal += np.float32(mean)
    else:
        wide = normal.astype(np.float64)
        wide *= float(np.float32(std))
        wide += float(np.float32(mean))
        normal[...] = wide
    halves[...] = normal.reshape(2, -1, BLOCK // 2).swapaxes(0, 1)
    return uniform
