"""Convolutions by oneDNN: forward, and the gradients in the input and in the weight."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._memory_format import has_format
from ..ops._formats import suggested_format
from . import Thresholds
from ._library import Dims
from ._primitive import (
    BIAS,
    DIFF,
    DST,
    FLOAT32,
    QUERY_DIFF_DST,
    QUERY_DIFF_SRC,
    QUERY_DIFF_WEIGHTS,
    QUERY_DST,
    QUERY_SRC,
    QUERY_WEIGHTS,
    SRC,
    TRAINING,
    WEIGHTS,
    Plan,
    PlanCache,
    any_layout,
    attributes,
    channels_last_steps,
    dtype_code,
    library,
    row_major,
    strided,
)

_DIRECT = 1


def laid_out(array: Any) -> tuple[Any, bool]:
    """An array that oneDNN can read as it lies, and whether its channels are innermost."""
    if array.flags.c_contiguous:
        return array, False
    format = suggested_format(array)
    if format is not None and has_format(array, format):
        return array, True
    return np.ascontiguousarray(array), False


def innermost(array: Any) -> Any:
    """An array whose channels are innermost, copied where they are not."""
    last = array.ndim - 1
    turned = np.ascontiguousarray(array.transpose(0, *range(2, last + 1), 1))
    return turned.transpose(0, last, *range(1, last))


def empty(shape: tuple[int, ...], dtype: Any, last: bool) -> Any:
    """A new array, with its channels innermost or row-major."""
    if not last:
        return np.empty(shape, dtype)
    out = np.empty((shape[0], *shape[2:], shape[1]), dtype)
    return out.transpose(0, len(shape) - 1, *range(1, len(shape) - 1))


class _Shapes:
    """Descriptors of one convolution: of the caller's arrays, and for oneDNN to choose from.

    `last` says of input and output whether their channels are innermost.
    """

    def __init__(self, input, weight, output, last, groups, code, window):
        grouped = weight if groups == 1 else (groups, weight[0] // groups, *weight[1:])
        self.weight = row_major(grouped, code)
        self.input, self.output = (
            strided(s, channels_last_steps(s), code) if innermost else row_major(s, code)
            for s, innermost in zip((input, output), last, strict=True)
        )
        self.any_weight = any_layout(grouped, code)
        self.any_input = self.input if last[0] else any_layout(input, code)
        self.any_output = self.output if last[1] else any_layout(output, code)
        self.bias = row_major((output[1],), code)
        stride, padding, dilation, after = window
        self.window = tuple(
            Dims(*n) for n in (stride, tuple(d - 1 for d in dilation), padding, after)
        )


def _forward_descriptor(shapes, bias, attr):
    return library().made(
        "convolution_forward_primitive_desc_create",
        library().engine,
        TRAINING,
        _DIRECT,
        shapes.any_input,
        shapes.any_weight,
        shapes.bias if bias else None,
        shapes.any_output,
        *shapes.window,
        attr,
    )


def _forward_plan(input, weight, output, last, groups, code, window, bias):
    shapes = _Shapes(input, weight, output, last, groups, code, window)
    plan = Plan(_forward_descriptor(shapes, bias, attributes()))
    plan.operand(SRC, shapes.input, plan.query(QUERY_SRC))
    plan.operand(WEIGHTS, shapes.weight, plan.query(QUERY_WEIGHTS))
    plan.result(DST, shapes.output, plan.query(QUERY_DST))
    if bias:
        plan.operand(BIAS, shapes.bias)
    return plan


def _input_plan(input, weight, output, last, groups, code, window):
    shapes = _Shapes(input, weight, output, last, groups, code, window)
    attr = attributes()
    plan = Plan(
        library().made(
            "convolution_backward_data_primitive_desc_create",
            library().engine,
            _DIRECT,
            shapes.any_input,
            shapes.any_weight,
            shapes.any_output,
            *shapes.window,
            _forward_descriptor(shapes, False, attr),
            attr,
        )
    )
    plan.operand(DIFF + DST, shapes.output, plan.query(QUERY_DIFF_DST))
    plan.operand(WEIGHTS, shapes.weight, plan.query(QUERY_WEIGHTS))
    plan.result(DIFF + SRC, shapes.input, plan.query(QUERY_DIFF_SRC))
    return plan


def _weight_plan(input, weight, output, last, groups, code, window):
    shapes = _Shapes(input, weight, output, last, groups, code, window)
    attr = attributes()
    plan = Plan(
        library().made(
            "convolution_backward_weights_primitive_desc_create",
            library().engine,
            _DIRECT,
            shapes.any_input,
            shapes.any_weight,
            None,
            shapes.any_output,
            *shapes.window,
            _forward_descriptor(shapes, False, attr),
            attr,
        )
    )
    plan.operand(DIFF + DST, shapes.output, plan.query(QUERY_DIFF_DST))
    plan.operand(SRC, shapes.input, plan.query(QUERY_SRC))
    plan.result(DIFF + WEIGHTS, shapes.weight, plan.query(QUERY_DIFF_WEIGHTS))
    return plan


_forward, _input, _weight = (PlanCache(p) for p in (_forward_plan, _input_plan, _weight_plan))


def _window(input, output, kernel, stride, padding, dilation):
    """The window as oneDNN wants it: the padding after the end is what the last window needs."""
    after = tuple(
        (o - 1) * s + d * (k - 1) + 1 - n - p
        for n, o, k, s, p, d in zip(input, output, kernel, stride, padding, dilation, strict=True)
    )
    return tuple(stride), tuple(padding), tuple(dilation), after


def _output(input, kernel, stride, padding, dilation):
    return tuple(
        (n + 2 * p - d * (k - 1) - 1) // s + 1
        for n, k, s, p, d in zip(input, kernel, stride, padding, dilation, strict=True)
    )


def _innermost(shape, given, code, groups):
    """Whether a result's channels are to be innermost: where those of what is given are, and for
    images that are large enough, and have enough channels, to be faster from layer to layer. In
    groups, oneDNN is slow where only one of both has them innermost."""
    return given or (
        code == FLOAT32
        and groups == 1
        and len(shape) == 4
        and shape[1] % 8 == 0
        and math.prod(shape) > Thresholds.images
    )


def convolve(xp, input, weight, bias, stride, padding, dilation, groups):
    """See `ops.convolution.convolve`."""
    spatial = _output(input.shape[2:], weight.shape[2:], stride, padding, dilation)
    input, given = laid_out(input)
    weight = np.ascontiguousarray(weight)
    shape, code = (input.shape[0], weight.shape[0], *spatial), dtype_code(input.dtype)
    last = given, _innermost(shape, given, code, groups)
    out = empty(shape, input.dtype, last[1])
    window = _window(input.shape[2:], spatial, weight.shape[2:], stride, padding, dilation)
    key = (input.shape, weight.shape, out.shape, last, groups, code, window)
    if bias is None:
        _forward.run((*key, False), input, weight, out)
    else:
        _forward.run((*key, True), input, weight, out, np.ascontiguousarray(bias))
    return out


def convolve_input(xp, grad_output, weight, bias, size, stride, padding, dilation, groups):
    """See `ops.convolution.convolve_input`."""
    if grad_output.ndim > 4:  # volumes are row-major, as PyTorch's
        grad_output = np.ascontiguousarray(grad_output)
    grad_output, given = laid_out(grad_output)
    weight = np.ascontiguousarray(weight)
    shape = (grad_output.shape[0], weight.shape[1] * groups, *size)
    code = dtype_code(grad_output.dtype)
    last = _innermost(shape, given, code, groups), given
    out = empty(shape, grad_output.dtype, last[0])
    window = _window(size, grad_output.shape[2:], weight.shape[2:], stride, padding, dilation)
    key = (shape, weight.shape, grad_output.shape, last, groups, code, window)
    _input.run(key, grad_output, weight, out)
    if bias is not None:
        out += bias.reshape(-1, *[1] * len(size))
    return out


def convolve_weight(xp, grad_output, input, kernel, stride, padding, dilation, groups):
    """See `ops.convolution.convolve_weight`."""
    grad_output, grad_last = laid_out(grad_output)
    input, input_last = laid_out(input)
    last = input_last, grad_last
    shape = (grad_output.shape[1], input.shape[1] // groups, *kernel)
    out = np.empty(shape, input.dtype)
    window = _window(input.shape[2:], grad_output.shape[2:], kernel, stride, padding, dilation)
    code = dtype_code(input.dtype)
    key = (input.shape, shape, grad_output.shape, last, groups, code, window)
    _weight.run(key, grad_output, input, out)
    return out
