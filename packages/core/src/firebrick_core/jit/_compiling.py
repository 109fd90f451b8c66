"""How loops are compiled, and the functions of one number that they call.

exp and erf are polynomials here, so that LLVM makes vector code of the loops around them: calls of
the C library's would keep it from that. numba's cache on disk goes by the file of the loop: who
changes a function here removes `__pycache__` (an installation does so by itself).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

_F = np.float32


def _compiled(function: Callable[..., Any], flags: set[str]) -> Any:
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "fastmath": flags}
    try:
        return numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder that a cache may be written to
        return numba.njit(**options)(function)


def loop(function: Callable[..., Any]) -> Any:
    """Compile a loop over elements that keeps the order of its operations."""
    return _compiled(function, {"contract"})


def sums(function: Callable[..., Any]) -> Any:
    """Compile a loop that adds up: in several partial sums, as vector code does."""
    return _compiled(function, {"contract", "reassoc", "nsz"})


def each(function: Callable[..., Any]) -> Any:
    """Compile a function of float32 numbers to one of arrays, as NumPy's are."""
    given = ", ".join(["f4"] * function.__code__.co_argcount)
    options: dict[str, Any] = {"fastmath": {"contract"}, "nopython": True}
    try:
        return numba.vectorize([f"f4({given})"], cache=True, **options)(function).ufunc
    except RuntimeError:  # no folder that a cache may be written to
        return numba.vectorize([f"f4({given})"], **options)(function).ufunc


@loop
def exp(x: Any) -> Any:
    """e to the power of `x`: 2 to the power of an integer, times a polynomial of what is left.

    To 1.3 units in the last place, with infinity, zero, subnormal numbers and NaN where they
    belong. The power of two is made of two halves, as it can be beyond the largest number.
    """
    x = _F(89) if x > _F(89) else x
    x = _F(-104) if x < _F(-104) else x
    k = np.floor(x * _F(1.44269504) + _F(0.5))
    r = x - k * _F(0.693359375)  # log(2) in two parts, the first of few digits
    r = r + k * _F(2.12194440e-4)
    p = _F(1.9875691500e-4)
    p = p * r + _F(1.3981999507e-3)
    p = p * r + _F(8.3334519073e-3)
    p = p * r + _F(4.1665795894e-2)
    p = p * r + _F(1.6666665459e-1)
    p = p * r + _F(5.0000001201e-1)
    y = p * r * r + r + _F(1)
    whole = np.int32(k)
    half = whole >> np.int32(1)
    one = np.int32((half + np.int32(127)) << np.int32(23)).view(np.float32)
    other = np.int32((whole - half + np.int32(127)) << np.int32(23)).view(np.float32)
    return y * one * other


@loop
def erf(x: Any) -> Any:
    """The error function: x P(x*x) / Q(x*x), a fit whose error is 1.6e-8, up to where it is 1."""
    s = x * x
    p = _F(2.03455547e-06)
    p = p * s + _F(0.00028746221)
    p = p * s + _F(0.00386822181)
    p = p * s + _F(0.0530601639)
    p = p * s + _F(0.192763624)
    p = p * s + _F(1.12837902)
    q = _F(3.80678562e-05)
    q = q * s + _F(0.00118806056)
    q = q * s + _F(0.0151721184)
    q = q * s + _F(0.115084196)
    q = q * s + _F(0.504163986)
    q = q * s + _F(1)
    y = x * p / q
    y = _F(1) if x > _F(3.92) else y
    return _F(-1) if x < _F(-3.92) else y
