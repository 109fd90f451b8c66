"""Derivatives of activation functions."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative, zero
from .arithmetic import conj


@derivative("relu")
class Relu:
    def input(grad, result):
        return T.relu_backward(grad, result)


@derivative("relu_backward")
class ReluBackward:
    output = zero

    def grad_output(grad, output):
        return T.relu_backward(grad, output)


@derivative("inside_backward")
class InsideBackward:
    input = zero

    def grad_output(grad, input, low, high):
        return T.inside_backward(grad, input, low, high)


@derivative("hardtanh")
class Hardtanh:
    def input(grad, input, min_val, max_val):
        return T.inside_backward(grad, input, min_val, max_val)


@derivative("threshold")
class Threshold:
    def input(grad, input, threshold):
        return T.inside_backward(grad, input, threshold, math.inf)


@derivative("hardsigmoid")
class Hardsigmoid:
    def input(grad, input):
        return T.inside_backward(grad, input, -3.0, 3.0) / 6


@derivative("hardswish")
class Hardswish:
    def input(grad, input):
        middle = grad * (input / 3 + 0.5)
        return T.where(input <= -3, 0.0, T.where(input < 3, middle, grad))


@derivative("hardshrink", "softshrink")
class Shrink:
    def input(grad, input, lambd):
        return T.shrink_backward(grad, input, lambd)


@derivative("shrink_backward")
class ShrinkBackward:
    input = zero

    def grad_output(grad, input, lambd):
        return T.shrink_backward(grad, input, lambd)


@derivative("leaky_relu")
class LeakyRelu:
    def input(grad, input, negative_slope):
        return T.leaky_relu_backward(grad, input, negative_slope)


@derivative("leaky_relu_backward")
class LeakyReluBackward:
    input = zero

    def grad_output(grad, input, negative_slope):
        return T.leaky_relu_backward(grad, input, negative_slope)


@derivative("elu")
class Elu:
    def input(grad, input, alpha, scale, input_scale):
        return T.elu_backward(grad, input, alpha, scale, input_scale)


@derivative("elu_backward")
class EluBackward:
    def grad_output(grad, input, alpha, scale, input_scale):
        return T.elu_backward(grad, input, alpha, scale, input_scale)

    def input(grad, grad_output, input, alpha, scale, input_scale):
        bend = (input.clamp(max=0) * input_scale).exp() * (
            alpha * scale * input_scale * input_scale
        )
        return grad * grad_output * T.where(input < 0, bend, 0.0)


@derivative("silu")
class Silu:
    def input(grad, input):
        return T.silu_backward(grad, conj(input))


@derivative("silu_backward")
class SiluBackward:
    def grad_output(grad, input):
        return T.silu_backward(grad, conj(input))

    def input(grad, grad_output, input):
        input = conj(input)
        s = T.sigmoid(input)
        return grad * conj(grad_output) * s * (1 - s) * (input * (1 - 2 * s) + 2)


@derivative("mish")
class Mish:
    def input(grad, input):
        t, s = T.softplus(input).tanh(), T.sigmoid(input)
        return grad * (t + input * s * (1 - t * t))


@derivative("softplus")
class Softplus:
    def input(grad, input, beta, threshold):
        scaled = input * beta
        return T.where(scaled > threshold, grad, grad * T.sigmoid(scaled))


@derivative("logsigmoid")
class LogSigmoid:
    def input(grad, input):
        return grad * T.sigmoid(-input)


@derivative("gelu")
class Gelu:
    def input(grad, input, approximate):
        return T.gelu_backward(grad, input, approximate)


@derivative("gelu_backward")
class GeluBackward:
    def grad_output(grad, input, approximate):
        return T.gelu_backward(grad, input, approximate)

    def input(grad, grad_output, input, approximate):
        curvature = _gelu_curvature if approximate == "none" else _gelu_tanh_curvature
        return grad * grad_output * curvature(input)


def _gelu_curvature(x):
    """The second derivative: the normal density times `2 - x * x`."""
    square = x * x
    return (square * -0.5).exp() * (2 - square) * (1 / math.sqrt(2 * math.pi))


def _gelu_tanh_curvature(x):
    """The second derivative of `x * (1 + tanh(u)) / 2` with the cubic `u` of `x`."""
    k = math.sqrt(2 / math.pi)
    square = x * x
    t = (x * (square * 0.044715 + 1) * k).tanh()
    slope = (square * (3 * 0.044715) + 1) * k
    falling = 1 - t * t
    return falling * (slope + x * (6 * 0.044715 * k * x - 2 * t * slope * slope) * 0.5)
