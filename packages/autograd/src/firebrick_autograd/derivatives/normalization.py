"""Derivatives of normalization."""

from __future__ import annotations

import math

from firebrick_core import _operators as T

from .._rule import derivative
from ._through import differentiated, placed, through


@derivative("standardize")
class Standardize:
    def input(grads, input_shape, result, var, dims, eps):
        grad, grad_mean, grad_var = grads
        count = max(math.prod(input_shape[d] for d in dims), 1)
        out = None
        if grad is not None:
            out = T.standardize_backward(grad, result, (var + eps).rsqrt().to(result.dtype), dims)
        if grad_mean is not None:
            part = (grad_mean / count).expand(input_shape)
            out = part if out is None else out + part
        if grad_var is not None:
            # result * sqrt(var + eps) is the distance from the mean.
            part = result * ((var + eps).sqrt() * grad_var * (2 / count))
            out = part if out is None else out + part
        return out


@derivative("standardize_backward")
class StandardizeBackward:
    def grad_output(grad, output, rstd, dims):
        return T.standardize_backward(grad, output, rstd, dims)

    def output(grad, grad_output, output, rstd, dims):
        along = (grad_output * output).mean(dims, keepdim=True)
        across = (grad * output).mean(dims, keepdim=True)
        return -rstd * (grad * along + grad_output * across)

    def rstd(grad, grad_output, output, rstd, dims):
        plain = T.standardize_backward(grad_output, output, rstd * 0 + 1, dims)
        return (grad * plain).sum(dims, keepdim=True)


@derivative("scale_and_shift")
class ScaleAndShift:
    def input(grad, weight):
        return grad if weight is None else grad * weight

    def weight(grad, input):
        return grad * input

    def bias(grad):
        return grad


def _in_parts(tensors, dims, eps):
    input, weight, bias = tensors
    out, mean, var = T.standardize(input, dims, eps)
    if weight is not None or bias is not None:
        out = T.scale_and_shift(out, weight, bias)
    return out, mean, var


@derivative("normalize_affine")
class Normalize:
    def tensors(grads, tensors, mean, var, dims, eps):
        grad, *of_statistics = grads
        if grad is None or any(g is not None for g in of_statistics):
            return through(_in_parts, grads, tensors, dims, eps)
        if differentiated(grads, tensors):
            return through(_in_parts, grads, tensors, dims, eps)
        gradients = T.normalize_affine_backward(grad, tensors, mean, var, dims, eps)
        return placed(gradients, tensors)
