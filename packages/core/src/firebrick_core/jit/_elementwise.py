"""Activation functions and their derivatives in one pass."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._operator import TABLE
from .._parallel import EXPENSIVE, split_ufunc
from ._compiling import each, erf as erf_of, exp

_F = np.float32


@each
def _kept(grad, output):
    return _F(0) if output <= _F(0) else grad


@each
def _gelu(x):
    return _F(0.5) * x * (_F(1) + erf_of(x * _F(0.70710678)))


@each
def _gelu_slope(grad, x):
    below = _F(0.5) * (_F(1) + erf_of(x * _F(0.70710678)))
    return grad * (below + x * _F(0.39894228) * exp(_F(-0.5) * x * x))


@each
def _gelu_by_tanh(x):
    # (1 + tanh(u)) / 2 = 1 / (1 + exp(-2 u))
    u = (x * x * _F(0.044715) + _F(1)) * x * _F(0.79788456)
    return x / (_F(1) + exp(_F(-2) * u))


@each
def _gelu_tanh_slope(grad, x):
    u = (x * x * _F(0.044715) + _F(1)) * x * _F(0.79788456)
    slope = (x * x * _F(0.134145) + _F(1)) * _F(0.79788456)
    below = _F(1) / (_F(1) + exp(_F(-2) * u))
    return grad * (below + x * _F(2) * below * (_F(1) - below) * slope)


@each
def _sigmoid(x):
    return _F(1) / (_F(1) + exp(-x))


@each
def _silu(x):
    return x / (_F(1) + exp(-x))


@each
def _silu_slope(grad, x):
    s = _F(1) / (_F(1) + exp(-x))
    return grad * (s + x * s * (_F(1) - s))


@each
def _erf(x):
    return erf_of(x)


@each
def _rsqrt(x):
    return _F(1) / np.sqrt(x)


EXPENSIVE.update((_erf, _rsqrt))
EXPENSIVE.update((_gelu, _gelu_slope, _gelu_by_tanh, _gelu_tanh_slope))
EXPENSIVE.update((_sigmoid, _silu, _silu_slope))


def gelu(xp: Any, input: Any, *, approximate: str = "none") -> Any:
    if approximate not in ("none", "tanh"):
        return TABLE["gelu"].kernel(xp, input, approximate=approximate)
    return split_ufunc(_gelu if approximate == "none" else _gelu_by_tanh, input)


def gelu_backward(xp: Any, grad_output: Any, input: Any, approximate: str) -> Any:
    slope = _gelu_slope if approximate == "none" else _gelu_tanh_slope
    return split_ufunc(slope, grad_output, input)


def sigmoid(xp: Any, input: Any) -> Any:
    return split_ufunc(_sigmoid, input)


def silu(xp: Any, input: Any) -> Any:
    return split_ufunc(_silu, input)


def silu_backward(xp: Any, grad_output: Any, input: Any) -> Any:
    return split_ufunc(_silu_slope, grad_output, input)


def relu_backward(xp: Any, grad_output: Any, output: Any) -> Any:
    return split_ufunc(_kept, grad_output, output)


def erf(xp: Any, input: Any) -> Any:
    return split_ufunc(_erf, input)


def rsqrt(xp: Any, input: Any) -> Any:
    return split_ufunc(_rsqrt, input)
