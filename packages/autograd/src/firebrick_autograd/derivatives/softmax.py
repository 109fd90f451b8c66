"""Derivatives of softmax and of its logarithm."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative


@derivative("softmax")
class Softmax:
    def input(grad, result, dim):
        return T.softmax_backward(grad, result, dim)


@derivative("causal_softmax")
class CausalSoftmax:
    def input(grad, result):
        return T.softmax_backward(grad, result, -1)


@derivative("softmax_backward")
class SoftmaxBackward:
    def grad_output(grad, output, dim):
        return T.softmax_backward(grad, output, dim)

    def output(grad, grad_output, output, dim):
        total = (grad_output * output).sum(dim, True)
        return grad * (grad_output - total) - grad_output * (grad * output).sum(dim, True)


@derivative("log_softmax")
class LogSoftmax:
    def input(grad, result, dim):
        return T.log_softmax_backward(grad, result, dim)


@derivative("log_softmax_backward")
class LogSoftmaxBackward:
    def grad_output(grad, output, dim):
        return grad - (grad * output.exp()).sum(dim, True)

    def output(grad, grad_output, output, dim):
        return -grad * output.exp() * grad_output.sum(dim, True)
