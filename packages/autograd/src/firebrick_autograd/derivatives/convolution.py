"""Derivatives of convolutions: three operators, each linear in both inputs, of each other."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .arithmetic import conj


@derivative("convolve")
class Convolution:
    def input(grad, weight, input_shape, stride, padding, dilation, groups):
        return T.convolve_input(
            grad, conj(weight), None, input_shape[2:], stride, padding, dilation, groups
        )

    def weight(grad, input, weight_shape, stride, padding, dilation, groups):
        return T.convolve_weight(
            grad, conj(input), weight_shape[2:], stride, padding, dilation, groups
        )

    def bias(grad):
        return T.channel_sums(grad)


@derivative("convolve_input")
class ConvolutionInput:
    def grad_output(grad, weight, stride, padding, dilation, groups):
        return T.convolve(grad, conj(weight), None, stride, padding, dilation, groups)

    def weight(grad, grad_output, weight_shape, stride, padding, dilation, groups):
        return T.convolve_weight(
            conj(grad_output), grad, weight_shape[2:], stride, padding, dilation, groups
        )

    def bias(grad):
        return T.channel_sums(grad)


@derivative("convolve_weight")
class ConvolutionWeight:
    def grad_output(grad, input, stride, padding, dilation, groups):
        return T.convolve(conj(input), grad, None, stride, padding, dilation, groups)

    def input(grad, grad_output, input_shape, stride, padding, dilation, groups):
        return T.convolve_input(
            conj(grad_output), grad, None, input_shape[2:], stride, padding, dilation, groups
        )


@derivative("channel_sums")
class ChannelSums:
    def input(grad, input_shape):
        return grad.view(-1, *[1] * (len(input_shape) - 2)).expand(input_shape)
