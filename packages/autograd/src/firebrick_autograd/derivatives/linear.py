"""Derivatives of affine maps."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative
from .arithmetic import conj


@derivative("linear")
class Linear:
    def input(grad, weight):
        if weight.ndim == 1:
            return grad.unsqueeze(-1) * conj(weight)
        return T.matmul(grad, conj(weight))

    def weight(grad, input):
        return T.linear_weight(grad, conj(input))

    def bias(grad):
        return grad


@derivative("linear_weight")
class LinearWeight:
    def grad_output(grad, input):
        return T.linear(conj(input), grad)

    def input(grad, grad_output):
        if grad.ndim == 1:
            return conj(grad_output).unsqueeze(-1) * grad
        return T.matmul(conj(grad_output), grad)
