"""Derivatives of sums with a product or quotient, and of interpolation."""

from __future__ import annotations

from .._rule import derivative
from .arithmetic import conj


@derivative("addcmul")
class Addcmul:
    def input(grad):
        return grad

    def tensor1(grad, tensor2, value):
        return grad * conj(tensor2 * value)

    def tensor2(grad, tensor1, value):
        return grad * conj(tensor1 * value)


@derivative("addcdiv")
class Addcdiv:
    def input(grad):
        return grad

    def tensor1(grad, tensor2, value):
        return grad * conj(value / tensor2)

    def tensor2(grad, tensor1, tensor2, value):
        return -grad * conj(tensor1 * value / (tensor2 * tensor2))


@derivative("lerp")
class Lerp:
    def input(grad, weight):
        return grad * conj(1 - weight)

    def end(grad, weight):
        return grad * conj(weight)

    def weight(grad, input, end):
        return grad * conj(end - input)
