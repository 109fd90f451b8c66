"""Derivatives of functions of one element."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative
from .arithmetic import conj, quotient


@derivative("neg")
class Neg:
    def input(grad):
        return -grad


@derivative("abs")
class Abs:
    def input(grad, input):
        if input.dtype.is_complex:
            size = T.abs(input)
            return quotient(input, size) * grad
        return grad * T.sign(input)


@derivative("exp")
class Exp:
    def input(grad, result):
        return grad * conj(result)


@derivative("exp2")
class Exp2:
    def input(grad, result):
        return grad * conj(result) * math.log(2)


@derivative("expm1")
class Expm1:
    def input(grad, result):
        return grad * conj(result + 1)


@derivative("log")
class Log:
    def input(grad, input):
        return grad / conj(input)


@derivative("log2")
class Log2:
    def input(grad, input):
        return grad / conj(input * math.log(2))


@derivative("log10")
class Log10:
    def input(grad, input):
        return grad / conj(input * math.log(10))


@derivative("log1p")
class Log1P:
    def input(grad, input):
        return grad / conj(input + 1)


@derivative("sqrt")
class Sqrt:
    def input(grad, result):
        return grad / conj(result * 2)


@derivative("rsqrt")
class Rsqrt:
    def input(grad, result):
        return grad * conj(result * result * result * -0.5)


@derivative("reciprocal")
class Reciprocal:
    def input(grad, result):
        return -grad * conj(result * result)


@derivative("sin")
class Sin:
    def input(grad, input):
        return grad * conj(T.cos(input))


@derivative("cos")
class Cos:
    def input(grad, input):
        return grad * conj(-T.sin(input))


@derivative("tan")
class Tan:
    def input(grad, result):
        return grad * conj(result * result + 1)


@derivative("asin")
class Asin:
    def input(grad, input):
        return grad * conj(T.rsqrt(1 - input * input))


@derivative("acos")
class Acos:
    def input(grad, input):
        return grad * conj(-T.rsqrt(1 - input * input))


@derivative("atan")
class Atan:
    def input(grad, input):
        return grad / conj(input * input + 1)


@derivative("sinh")
class Sinh:
    def input(grad, input):
        return grad * conj(T.cosh(input))


@derivative("cosh")
class Cosh:
    def input(grad, input):
        return grad * conj(T.sinh(input))


@derivative("tanh")
class Tanh:
    def input(grad, result):
        return T.tanh_backward(grad, conj(result))


@derivative("tanh_backward")
class TanhBackward:
    def grad_output(grad, result_saved):
        return T.tanh_backward(grad, conj(result_saved))

    def result_saved(grad, grad_output, result_saved):
        return grad * conj(grad_output * result_saved * -2)


@derivative("asinh")
class Asinh:
    def input(grad, input):
        return grad * conj(T.rsqrt(input * input + 1))


@derivative("acosh")
class Acosh:
    def input(grad, input):
        return grad * conj(T.rsqrt(input * input - 1))


@derivative("atanh")
class Atanh:
    def input(grad, input):
        return grad / conj(1 - input * input)


@derivative("sigmoid")
class Sigmoid:
    def input(grad, result):
        return T.sigmoid_backward(grad, conj(result))


@derivative("sigmoid_backward")
class SigmoidBackward:
    def grad_output(grad, result_saved):
        return T.sigmoid_backward(grad, conj(result_saved))

    def result_saved(grad, grad_output, result_saved):
        return grad * conj(grad_output * (1 - result_saved * 2))


@derivative("to_dtype")
class ToCopy:
    def input(grad):
        return grad  # the engine casts back


@derivative("clone")
class Clone:
    def input(grad):
        return grad
