"""The Gaussian error linear unit, exact and by tanh."""

from __future__ import annotations

import math

from .._operator import Array, like_input, operator, pointwise
from ._nn_arrays import constant, half_in_float32, in_pieces, require_floating
from .activation import ANY, NO_INTEGERS
from .error_function import erf_values

_ROOT_HALF = math.sqrt(0.5)


@pointwise(
    samples=(*ANY, "x(3, 4), approximate='tanh'"),
    dtypes="float",
    methods=False,
    namespace="functional",
    inplace=False,
    errors=(
        *NO_INTEGERS,
        ("x(3), approximate='exact'", RuntimeError, "approximate argument must be"),
    ),
)
@half_in_float32
def gelu(xp, input: Array, *, approximate: str = "none") -> Array:
    """`input` times the normal distribution function of it (Hendrycks & Gimpel 2016).

    `approximate="tanh"` is the paper's approximation.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.gelu(fb.tensor([-1.0, 0.0, 1.0]))
    tensor([-0.1587,  0.0000,  0.8413])
    """
    require_floating("GeluKernelImpl", input)
    if approximate not in ("none", "tanh"):
        raise RuntimeError(
            f"approximate argument must be either none or tanh, but got {approximate!r}"
        )
    return (_gelu if approximate == "none" else _gelu_by_tanh)(xp, input)


@operator(
    samples=("x(3, 4), x(3, 4), 'none'", "x(3, 4), x(3, 4), 'tanh'"),
    methods=False,
    namespace="internal",
    meta=like_input,
    dtypes="float",
)
@half_in_float32
def gelu_backward(xp, grad_output: Array, input: Array, approximate: str) -> Array:
    """The derivative of `gelu`."""
    return (_gelu_slope if approximate == "none" else _gelu_tanh_slope)(xp, input, grad_output)


def _half_of_one_more(xp, x):
    """`(x + 1) / 2`, in place."""
    x += constant(xp, 1, x.dtype)
    x *= constant(xp, 0.5, x.dtype)
    return x


def _inner(x):
    return (x * x * 0.044715 + 1) * x * math.sqrt(2 / math.pi)


@in_pieces
def _gelu(xp, x):
    out = _half_of_one_more(xp, erf_values(xp, x, _ROOT_HALF))
    out *= x
    return out


@in_pieces
def _gelu_by_tanh(xp, x):
    return _half_of_one_more(xp, xp.tanh(_inner(x))) * x


@in_pieces
def _gelu_slope(xp, x, grad):
    density = x * x
    density *= constant(xp, -0.5, x.dtype)
    density = xp.exp(density)
    density *= constant(xp, 1 / math.sqrt(2 * math.pi), x.dtype)
    density *= x
    density += _half_of_one_more(xp, erf_values(xp, x, _ROOT_HALF))
    density *= grad
    return density


@in_pieces
def _gelu_tanh_slope(xp, x, grad):
    t = xp.tanh(_inner(x))
    inner_slope = (x * x * (3 * 0.044715) + 1) * math.sqrt(2 / math.pi)
    return grad * ((t + 1) * 0.5 + x * (1 - t * t) * inner_slope * 0.5)
