"""Activation functions and their derivatives in one pass."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._operator import TABLE
from .._parallel import LARGE, in_spans
from ._compiling import erf, exp, loop

_F = np.float32
_GRAIN = 1 << 12


def _over(compiled: Any, *arrays: Any) -> Any:
    """A new array filled by `compiled(*arrays, out)`, in spans where it is large."""
    out = np.empty_like(arrays[0])
    flat = [a.ravel("K") for a in (*arrays, out)]  # as they lie in memory, which is alike
    if out.size < LARGE:
        compiled(*flat)
    else:
        in_spans(lambda i, k: compiled(*[a[i:k] for a in flat]), out.size, _GRAIN)
    return out


@loop
def _kept(grad, output, out):
    for i in range(out.size):
        out[i] = _F(0) if output[i] <= _F(0) else grad[i]


@loop
def _gelu(x, out):
    for i in range(x.size):
        out[i] = _F(0.5) * x[i] * (_F(1) + erf(x[i] * _F(0.70710678)))


@loop
def _gelu_slope(grad, x, out):
    for i in range(x.size):
        v = x[i]
        below = _F(0.5) * (_F(1) + erf(v * _F(0.70710678)))
        out[i] = grad[i] * (below + v * _F(0.39894228) * exp(_F(-0.5) * v * v))


@loop
def _gelu_by_tanh(x, out):
    for i in range(x.size):
        v = x[i]
        # (1 + tanh(u)) / 2 = 1 / (1 + exp(-2 u))
        u = (v * v * _F(0.044715) + _F(1)) * v * _F(0.79788456)
        out[i] = v / (_F(1) + exp(_F(-2) * u))


@loop
def _gelu_tanh_slope(grad, x, out):
    for i in range(x.size):
        v = x[i]
        u = (v * v * _F(0.044715) + _F(1)) * v * _F(0.79788456)
        slope = (v * v * _F(0.134145) + _F(1)) * _F(0.79788456)
        below = _F(1) / (_F(1) + exp(_F(-2) * u))
        out[i] = grad[i] * (below + v * _F(2) * below * (_F(1) - below) * slope)


@loop
def _sigmoid(x, out):
    for i in range(x.size):
        out[i] = _F(1) / (_F(1) + exp(-x[i]))


@loop
def _silu(x, out):
    for i in range(x.size):
        out[i] = x[i] / (_F(1) + exp(-x[i]))


@loop
def _silu_slope(grad, x, out):
    for i in range(x.size):
        s = _F(1) / (_F(1) + exp(-x[i]))
        out[i] = grad[i] * (s + x[i] * s * (_F(1) - s))


def gelu(xp: Any, input: Any, *, approximate: str = "none") -> Any:
    if approximate not in ("none", "tanh"):
        return TABLE["gelu"].kernel(xp, input, approximate=approximate)
    return _over(_gelu if approximate == "none" else _gelu_by_tanh, input)


def gelu_backward(xp: Any, grad_output: Any, input: Any, approximate: str) -> Any:
    slope = _gelu_slope if approximate == "none" else _gelu_tanh_slope
    return _over(slope, grad_output, input)


def sigmoid(xp: Any, input: Any) -> Any:
    return _over(_sigmoid, input)


def silu(xp: Any, input: Any) -> Any:
    return _over(_silu, input)


def silu_backward(xp: Any, grad_output: Any, input: Any) -> Any:
    return _over(_silu_slope, grad_output, input)


def relu_backward(xp: Any, grad_output: Any, output: Any) -> Any:
    return _over(_kept, grad_output, output)
