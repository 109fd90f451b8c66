"""Maxima and means over windows, and their derivatives, by oneDNN."""

from __future__ import annotations

import numpy as np

from ..ops.pooling import output_sizes
from ._convolution import empty, innermost, laid_out
from ._library import Dims
from ._primitive import (
    DIFF,
    DST,
    QUERY_WORKSPACE,
    SRC,
    TRAINING,
    WORKSPACE,
    Plan,
    PlanCache,
    channels_last_steps,
    library,
    row_major,
    strided,
)

_MAXIMUM, _MEAN_WITH_PADDING, _MEAN = 0x1FF, 0x2FF, 0x3FF


class _Shapes:
    """Descriptors of one pooling, and the windows: of planes of all samples and channels, or of
    images whose channels are innermost."""

    def __init__(self, input, output, last, kernel, stride, padding, dilation):
        self.input, self.output = (
            strided(shape, channels_last_steps(shape)) if last else row_major(shape)
            for shape in (input, output)
        )
        after = tuple(
            (o - 1) * s + d * (k - 1) + 1 - n - p
            for n, o, k, s, p, d in zip(
                input[2:], output[2:], kernel, stride, padding, dilation, strict=True
            )
        )
        self.window = tuple(
            Dims(*n) for n in (stride, kernel, tuple(d - 1 for d in dilation), padding, after)
        )

    def forward(self, kind):
        return library().made(
            "pooling_forward_primitive_desc_create",
            library().engine,
            TRAINING,
            kind,
            self.input,
            self.output,
            *self.window,
            None,
        )

    def backward(self, kind):
        return library().made(
            "pooling_backward_primitive_desc_create",
            library().engine,
            kind,
            self.input,
            self.output,
            *self.window,
            self.forward(kind),
            None,
        )


def _forward_plan(kind, *sizes):
    shapes = _Shapes(*sizes)
    plan = Plan(shapes.forward(kind))
    plan.operand(SRC, shapes.input)
    plan.result(DST, shapes.output)
    if kind == _MAXIMUM:  # where they were; nobody wants it here
        plan.inner(WORKSPACE, plan.query(QUERY_WORKSPACE), "workspace")
    return plan


def _mean_gradient_plan(kind, *sizes):
    shapes = _Shapes(*sizes)
    plan = Plan(shapes.backward(kind))
    plan.operand(DIFF + DST, shapes.output)
    plan.result(DIFF + SRC, shapes.input)
    return plan


class _MaximumGradient:
    """Maxima once more, for where they are, and from that the gradient.

    Twice the arithmetic takes less time than places as 64-bit numbers, kept from the first time.
    """

    def __init__(self, *sizes):
        shapes = _Shapes(*sizes)
        self._forward = Plan(shapes.forward(_MAXIMUM))
        places = self._forward.query(QUERY_WORKSPACE)
        self._forward.operand(SRC, shapes.input)
        self._forward.operand(WORKSPACE, places)
        self._forward.inner(DST, shapes.output, "maxima")
        self._places = np.empty(self._forward.size(places), np.uint8)
        self._backward = Plan(shapes.backward(_MAXIMUM))
        self._backward.operand(DIFF + DST, shapes.output)
        self._backward.operand(WORKSPACE, places)
        self._backward.result(DIFF + SRC, shapes.input)

    def run(self, grad_output, input, out):
        self._forward.run(input, self._places)
        self._backward.run(grad_output, self._places, out)


_forward, _mean_gradient = PlanCache(_forward_plan), PlanCache(_mean_gradient_plan)
_maximum_gradient = PlanCache(_MaximumGradient)


def _planes(array, last, dims):
    """An array as one sample of (samples and channels) planes: oneDNN takes 16 channels at once; or
    with its channels innermost."""
    if last:
        return innermost(array)
    return np.ascontiguousarray(array).reshape(1, -1, *array.shape[-dims:])


def _is_last(dims, *arrays):
    """Whether the channels of images are innermost, of any of them."""
    return dims == 2 and any(a.ndim == 4 and laid_out(a)[1] for a in arrays)


def _pooled(kind, input, kernel, stride, padding, dilation, ceil_mode):
    dims = len(kernel)
    sizes = output_sizes(input.shape[-dims:], kernel, stride, padding, dilation, ceil_mode)
    last = _is_last(dims, input)
    out = empty((*input.shape[:-dims], *sizes), input.dtype, last)
    source, target = _planes(input, last, dims), _planes(out, last, dims)
    _forward.run(
        (kind, source.shape, target.shape, last, kernel, stride, padding, dilation), source, target
    )
    return out


def _spread(cache, key, arrays, grad_output, size, *window):
    dims = len(size)
    last = _is_last(dims, grad_output, *arrays)
    out = empty((*grad_output.shape[:-dims], *size), grad_output.dtype, last)
    grad, *rest, target = (_planes(a, last, dims) for a in (grad_output, *arrays, out))
    cache.run((*key, target.shape, grad.shape, last, *window), grad, *rest, target)
    return out


def max_pool(xp, input, kernel, stride, padding, dilation, ceil_mode):
    """See `ops.pooling.max_pool`."""
    return _pooled(_MAXIMUM, input, kernel, stride, padding, dilation, ceil_mode)


def max_pool_backward(xp, grad_output, input, result, kernel, stride, padding, dilation):
    """See `ops.pooling.max_pool_backward`."""
    window, size = (kernel, stride, padding, dilation), input.shape[-len(kernel) :]
    return _spread(_maximum_gradient, (), (input,), grad_output, size, *window)


def _kind(count_include_pad):
    return _MEAN_WITH_PADDING if count_include_pad else _MEAN


def avg_pool(xp, input, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    """See `ops.pooling.avg_pool`."""
    ones = (1,) * len(kernel)
    return _pooled(_kind(count_include_pad), input, kernel, stride, padding, ones, ceil_mode)


def avg_pool_backward(xp, grad_output, size, kernel, stride, padding, count_include_pad, divisor):
    """See `ops.pooling.avg_pool_backward`."""
    window, key = (kernel, stride, padding, (1,) * len(kernel)), (_kind(count_include_pad),)
    return _spread(_mean_gradient, key, (), grad_output, size, *window)
