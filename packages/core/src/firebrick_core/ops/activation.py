"""Activation functions of one element.

The functions of `torch.nn.functional` that take `inplace` are the `functional_` composites; the
operators under them have an in-place form of their own.
"""

from __future__ import annotations

import math

import numpy as np

from .._operator import Array, like_input, operator, pointwise
from .._parallel import LARGE, split_kernel
from .._typing import Number
from ._limits import FEW, limited
from ._nn_arrays import constant, half_in_float32, in_pieces, require_floating, zero_where
from ._positions import row_major

ANY = ("x(3, 4)", "x()", "x(2, 0)", "x(4, 3).t()")
NO_INTEGERS = (("ints(5, 3)", NotImplementedError, "not implemented for 'Long'"),)
_BOOL = np.dtype(bool)


class _Constants(dict):
    """Arrays of one number, by dtype."""

    def __init__(self, value):
        self.value = value

    def __missing__(self, dtype):
        return self.setdefault(dtype, np.array(self.value, dtype))


_ZERO, _INFINITY = _Constants(0), _Constants(math.inf)


@pointwise(
    samples=ANY,
    dtypes="real",
    namespace="torch functional",
    errors=(("mask(3)", RuntimeError, "not implemented for 'Bool'"),),
    out=False,
)
def relu(xp, input: Array) -> Array:
    """The larger of `input` and 0."""
    if xp is not np:
        return xp.maximum(input, 0)
    zero = _ZERO[input.dtype]
    if input.size < FEW or input.dtype.kind != "f":
        return np.maximum(input, zero)
    return limited(np, input, zero, _INFINITY[input.dtype])


@operator(
    samples=("x(3, 4), x(3, 4)",),
    methods=False,
    namespace="internal",
    meta=like_input,
    dtypes="float",
    any_order=True,
)
def relu_backward(xp, grad_output: Array, output: Array) -> Array:
    """`grad_output` where the output is above 0, else 0."""
    if xp is np and output.size >= LARGE:
        return split_kernel(_kept, (grad_output, output), {})
    return _kept(xp, grad_output, output)


def _kept(xp, grad_output, output):
    return zero_where(xp, grad_output, xp.less_equal(output, constant(xp, 0, output.dtype)))


@operator(
    samples=("x(3, 4), x(3, 4), -1.0, 1.0",),
    methods=False,
    namespace="internal",
    meta=like_input,
    dtypes="float",
    any_order=True,
)
def inside_backward(xp, grad_output: Array, input: Array, low: Number, high: Number) -> Array:
    """`grad_output` where `low < input < high`, else 0: the derivative of what is flat outside."""
    drop = xp.less_equal(input, low)
    if high < math.inf:
        drop = xp.logical_or(drop, xp.greater_equal(input, high))
    return zero_where(xp, grad_output, drop)


@pointwise(
    samples=("x(3, 4), 0.0, 1.0", "x(), 0.5, 2.5", "x(2, 0), 0, 6", "x(4, 3).t(), 0, 1"),
    errors=(("ints(5, 3).to(T.uint8)", RuntimeError, "unsigned type with negative limits"),),
    dtypes="real",
    methods=False,
    namespace="functional",
    out=False,
)
def hardtanh(xp, input: Array, min_val: Number = -1.0, max_val: Number = 1.0) -> Array:
    """`input` limited to `[min_val, max_val]`."""
    if min_val < 0 and input.dtype.kind == "u":
        raise RuntimeError(
            f"cannot do hardtanh on an unsigned type with negative limits: {input.dtype}, "
            f"[{min_val}, {max_val}]"
        )
    low, high = input.dtype.type(min_val), input.dtype.type(max_val)
    return limited(xp, input, low, high)


@pointwise(
    samples=("x(3, 4), 0.5, 2.0", "x(), 6, 9"),
    dtypes="real",
    methods=False,
    namespace="torch functional",
    out=False,
)
def threshold(xp, input: Array, threshold: Number, value: Number) -> Array:
    """`input` where it is above `threshold`, else `value`."""
    return xp.where(input <= threshold, input.dtype.type(value), input)


@pointwise(
    samples=(*ANY, "x(3), 1.5"),
    errors=NO_INTEGERS,
    dtypes="float",
    methods=False,
    namespace="functional",
    out=False,
)
@half_in_float32
def leaky_relu(xp, input: Array, negative_slope: Number = 0.01) -> Array:
    """`input` where positive, else `negative_slope * input`."""
    require_floating("leaky_relu_cpu", input)
    slope = input.dtype.type(negative_slope)
    if 0 < slope <= 1:
        return xp.maximum(input, xp.multiply(input, slope))
    return xp.where(input > 0, input, xp.multiply(input, slope))


@operator(
    samples=("x(3, 4), x(3, 4), 0.01",),
    methods=False,
    namespace="internal",
    meta=like_input,
    dtypes="float",
)
@half_in_float32
def leaky_relu_backward(xp, grad_output: Array, input: Array, negative_slope: Number) -> Array:
    """`grad_output` where `input` is positive, else `negative_slope * grad_output`."""
    above = xp.asarray(xp.greater(input, 0))
    out = zero_where(xp, grad_output, xp.logical_not(above))
    return (
        out + zero_where(xp, grad_output, above) * grad_output.dtype.type(negative_slope)
        if negative_slope
        else out
    )


@pointwise(
    samples=(*ANY, "x(3), 0.5"),
    errors=NO_INTEGERS,
    dtypes="float",
    methods=False,
    namespace="functional",
    out=False,
)
@half_in_float32
@in_pieces
def elu(
    xp, input: Array, alpha: Number = 1.0, scale: Number = 1.0, input_scale: Number = 1.0
) -> Array:
    """`scale * input` where positive, else `scale * alpha * (exp(input_scale * input) - 1)`."""
    require_floating("elu_cpu", input)
    below = xp.expm1(xp.minimum(input, 0) * input_scale) * (alpha * scale)
    return below + xp.maximum(input, 0) * scale


@operator(
    samples=("x(3, 4), x(3, 4), 1.0, 1.0, 1.0", "x(3), x(3), 0.5, 2.0, 1.5"),
    methods=False,
    namespace="internal",
    meta=like_input,
    dtypes="float",
)
@half_in_float32
@in_pieces
def elu_backward(
    xp, grad_output: Array, input: Array, alpha: Number, scale: Number, input_scale: Number
) -> Array:
    """The derivative of `elu`."""
    below = xp.exp(xp.minimum(input, 0) * input_scale) * (alpha * scale * input_scale)
    return grad_output * xp.where(input <= 0, below, input.dtype.type(scale))


@pointwise(
    samples=ANY,
    errors=NO_INTEGERS,
    dtypes="floating",
    methods=False,
    namespace="functional",
    out=False,
)
@half_in_float32
@in_pieces
def silu(xp, input: Array) -> Array:
    """`input * sigmoid(input)`, also called swish."""
    require_floating("silu_cpu", input)
    return input * _sigmoid(xp, input)


@operator(
    samples=("x(3, 4), x(3, 4)",),
    methods=False,
    namespace="internal",
    meta=like_input,
    dtypes="float",
)
@half_in_float32
@in_pieces
def silu_backward(xp, grad_output: Array, input: Array) -> Array:
    """The derivative of `silu`."""
    s = _sigmoid(xp, input)
    return grad_output * (s * (input * (1 - s) + 1))


def _sigmoid(xp, x):
    return (xp.tanh(x * 0.5) + 1) * 0.5


@pointwise(
    samples=ANY,
    errors=NO_INTEGERS,
    dtypes="float",
    methods=False,
    namespace="functional",
    out=False,
)
@half_in_float32
@in_pieces
def mish(xp, input: Array) -> Array:
    """`input * tanh(softplus(input))` (Misra 2019)."""
    require_floating("mish_cpu", input)
    return input * xp.tanh(_softplus(xp, input))


def _softplus(xp, x):
    return xp.maximum(x, 0) + xp.log1p(xp.exp(-xp.abs(x)))


@pointwise(
    samples=(*ANY, "x(3), 2.0, 1.0"),
    errors=NO_INTEGERS,
    dtypes="float",
    methods=False,
    namespace="functional",
    inplace=False,
)
@half_in_float32
@in_pieces
def softplus(xp, input: Array, beta: Number = 1.0, threshold: Number = 20.0) -> Array:
    """`log(1 + exp(beta * input)) / beta`, and `input` itself where `beta * input > threshold`."""
    require_floating("softplus_cpu", input)
    scaled = input * beta
    return xp.where(scaled > threshold, input, _softplus(xp, scaled) / beta)


@pointwise(
    samples=ANY,
    errors=NO_INTEGERS,
    dtypes="float",
    methods=False,
    namespace="functional",
    inplace=False,
)
@half_in_float32
@in_pieces
def logsigmoid(xp, input: Array) -> Array:
    """`log(sigmoid(input))`, exact at both ends."""
    require_floating("log_sigmoid_cpu", input)
    return row_major(-_softplus(xp, -input))


@pointwise(
    samples=ANY,
    errors=NO_INTEGERS,
    dtypes="float",
    methods=False,
    namespace="functional",
    out=False,
)
@half_in_float32
def hardsigmoid(xp, input: Array) -> Array:
    """`min(max(input + 3, 0), 6) / 6`."""
    require_floating("hardsigmoid_cpu", input)
    return limited(xp, input + 3, 0, 6) / 6


@pointwise(
    samples=ANY,
    errors=NO_INTEGERS,
    dtypes="float",
    methods=False,
    namespace="functional",
    out=False,
)
@half_in_float32
@in_pieces
def hardswish(xp, input: Array) -> Array:
    """`input * hardsigmoid(input)` (Howard et al. 2019)."""
    require_floating("hardswish_cpu", input)
    return input * limited(xp, input + 3, 0, 6) / 6


@pointwise(
    samples=(*ANY, "x(3), 1.0"),
    errors=NO_INTEGERS,
    dtypes="float",
    namespace="torch functional",
    inplace=False,
)
def hardshrink(xp, input: Array, lambd: Number = 0.5) -> Array:
    """`input` outside of `[-lambd, lambd]`, else 0."""
    require_floating("hardshrink_cpu", input)
    return zero_where(xp, input, xp.abs(input) <= lambd)


@pointwise(
    samples=(*ANY, "x(3), 1.0"),
    errors=(*NO_INTEGERS, ("x(3), -1.0", RuntimeError, "lambda must be greater")),
    dtypes="float",
    methods=False,
    namespace="functional",
    inplace=False,
)
def softshrink(xp, input: Array, lambd: Number = 0.5) -> Array:
    """`input` moved by `lambd` towards 0, and 0 where that would cross it."""
    require_floating("softshrink_cpu", input)
    if not lambd >= 0:
        raise RuntimeError(f"lambda must be greater or equal to 0, but found to be {lambd}.")
    return input - limited(xp, input, -lambd, lambd)


@operator(
    samples=("x(3, 4), x(3, 4), 0.5",),
    methods=False,
    namespace="internal",
    meta=like_input,
    dtypes="float",
)
def shrink_backward(xp, grad_output: Array, input: Array, lambd: Number) -> Array:
    """`grad_output` outside of `[-lambd, lambd]`, else 0."""
    return zero_where(xp, grad_output, xp.abs(input) <= lambd)
