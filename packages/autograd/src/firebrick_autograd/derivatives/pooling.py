"""Derivatives of pooling, padding and resizing."""

from __future__ import annotations

from firebrick_core import _operators as T

from .._rule import derivative, not_differentiable, zero


@derivative("max_pool")
class MaxPool:
    def input(grad, input, result, kernel, stride, padding, dilation):
        if input.requires_grad or result.requires_grad:  # flat in both almost everywhere
            input, result = input.detach(), result.detach()
        return T.max_pool_backward(grad, input, result, kernel, stride, padding, dilation)


@derivative("max_pool_backward")
class MaxPoolBackward:
    input = zero
    result = zero

    def grad_output(grad, input, result, kernel, stride, padding, dilation):
        indices = T.max_pool_indices(input, result, kernel, stride, padding, dilation)
        return T.gather_planes(grad, indices, len(kernel))


@derivative("scatter_planes")
class ScatterPlanes:
    indices = not_differentiable

    def grad_output(grad, indices, size):
        return T.gather_planes(grad, indices, len(size))


@derivative("gather_planes")
class GatherPlanes:
    indices = not_differentiable

    def input(grad, indices, input_shape, dims):
        return T.scatter_planes(grad, indices, input_shape[len(input_shape) - dims :], False)


@derivative("avg_pool")
class AvgPool:
    def input(grad, input_shape, kernel, stride, padding, count_include_pad, divisor):
        size = input_shape[-len(kernel) :]
        return T.avg_pool_backward(grad, size, kernel, stride, padding, count_include_pad, divisor)


@derivative("avg_pool_backward")
class AvgPoolBackward:
    def grad_output(grad, grad_output_shape, kernel, stride, padding, count_include_pad, divisor):
        return _same_windows(
            grad, grad_output_shape, kernel, stride, padding, count_include_pad, divisor
        )


def _same_windows(x, shape, kernel, stride, padding, count_include_pad, divisor):
    """The means over as many windows as `shape` has, with or without one that hangs over."""
    out = T.avg_pool(x, kernel, stride, padding, False, count_include_pad, divisor)
    if tuple(out.shape) == tuple(shape):
        return out
    return T.avg_pool(x, kernel, stride, padding, True, count_include_pad, divisor)


@derivative("adaptive_avg_pool")
class AdaptiveAvgPool:
    def input(grad, input_shape, size):
        return T.adaptive_avg_pool_backward(grad, input_shape[-len(size) :])


@derivative("adaptive_avg_pool_backward")
class AdaptiveAvgPoolBackward:
    def grad_output(grad, grad_output_shape, size):
        return T.adaptive_avg_pool(grad, grad_output_shape[-len(size) :])


@derivative("constant_pad_nd")
class ConstantPadNd:
    def input(grad, pad):
        return T.constant_pad_nd(grad, tuple(-n for n in pad), 0)
