"""Pooling: maxima and means over windows, of any number of spatial dimensions."""

from __future__ import annotations

import functools
import math

import numpy as np

from .._device import meta_array
from .._operator import Array, operator
from .._typing import Shape
from ._formats import keeps_format
from ._nn_arrays import half_in_float32
from ._values import may_hold


# ---------------------------------------------------------------------- windows
@functools.lru_cache(256)
def output_sizes(input, kernel, stride, padding, dilation, ceil_mode):
    """The number of windows in each dimension.

    With `ceil_mode` also a last one that hangs over the end, if it starts inside.
    """
    out = []
    for n, k, s, p, d in zip(input, kernel, stride, padding, dilation, strict=True):
        span = n + 2 * p - d * (k - 1) - 1
        count = span // s + 1
        if ceil_mode and span % s and (count * s) < n + p:
            count += 1
        out.append(count)
    return tuple(out)


@functools.lru_cache(256)
def regions(input, output, kernel, stride, padding, dilation):
    """For each window position: its index, the windows that meet the input, what they meet.

    What lies in the padding takes no part, so nothing is padded.
    """
    lines = []
    for n, o, k, s, p, d in zip(input, output, kernel, stride, padding, dilation, strict=True):
        line = []
        for i in range(k):
            offset = i * d - p
            first = max(0, -(offset // s))  # the first window whose element is not before the input
            last = min(o - 1, (n - 1 - offset) // s)
            if last >= first:
                begin = first * s + offset
                line.append(
                    (i, slice(first, last + 1), slice(begin, begin + (last - first) * s + 1, s))
                )
        lines.append(line)
    found = [((), (Ellipsis,), (Ellipsis,))]
    for line in lines:
        found = [((*p, i), (*w, a), (*e, b)) for p, w, e in found for i, a, b in line]
    return found


def _lowest(dtype):
    return -np.inf if dtype.kind in "fV" else np.iinfo(dtype).min


def _max_rule(input, kernel, stride, padding, dilation, ceil_mode):
    sizes = output_sizes(input.shape[-len(kernel) :], kernel, stride, padding, dilation, ceil_mode)
    return meta_array((*input.shape[: -len(kernel)], *sizes), input.dtype)


# ---------------------------------------------------------------------- maxima
MAX = (
    "x(2, 3, 6), (2,), (2,), (0,), (1,), False",
    "x(2, 3, 5, 6), (3, 2), (2, 1), (1, 1), (1, 2), True",
)


@operator(
    samples=MAX,
    meta=_max_rule,
    dtypes="real",
    methods=False,
    namespace="internal",
    any_order=True,
)
@keeps_format(dims=(4, 5))
def max_pool(
    xp, input: Array, kernel: Shape, stride: Shape, padding: Shape, dilation: Shape, ceil_mode: bool
) -> Array:
    """The largest element of each window, NaN where there is one."""
    spatial = input.shape[-len(kernel) :]
    output = output_sizes(spatial, kernel, stride, padding, dilation, ceil_mode)
    out, fresh = xp.empty((*input.shape[: -len(kernel)], *output), input.dtype), True
    for _, windows, elements in regions(spatial, output, kernel, stride, padding, dilation):
        if fresh:
            target = out[windows]
            if target.shape != out.shape:
                out[...] = _lowest(input.dtype)
            target[...] = input[elements]
            fresh = False
        else:
            target = out[windows]
            xp.maximum(target, input[elements], out=target)
    return out


def _indices_rule(input, result, *rest):
    return meta_array(result.shape, "i8")


@operator(
    samples=("x(2, 3, 6), x(2, 3, 3), (2,), (2,), (0,), (1,)",),
    meta=_indices_rule,
    dtypes="real",
    methods=False,
    namespace="internal",
    differentiable=False,
)
@keeps_format(dims=(4, 5))
def max_pool_indices(
    xp, input: Array, result: Array, kernel: Shape, stride: Shape, padding: Shape, dilation: Shape
) -> Array:
    """Where each window's maximum is, in the flattened spatial dimensions.

    The first of equal ones, the last NaN.
    """
    return _places(xp, input, result, kernel, stride, padding, dilation)


def _places(xp, input, result, kernel, stride, padding, dilation):
    spatial, output = input.shape[-len(kernel) :], result.shape[-len(kernel) :]
    found = list(enumerate(regions(spatial, output, kernel, stride, padding, dilation)))
    which = xp.zeros(result.shape, np.int32)
    for number, (_, windows, elements) in reversed(found):
        xp.copyto(which[windows], number, where=input[elements] == result[windows])
    if input.dtype.kind in "fV":
        lost = xp.isnan(result)
        if may_hold(xp, lost):
            for number, (_, windows, elements) in found:
                xp.copyto(which[windows], number, where=lost[windows] & xp.isnan(input[elements]))
    lines = [np.arange(o) * s - p for o, s, p in zip(output, stride, padding, strict=True)]
    weights = [math.prod(spatial[i + 1 :]) for i in range(len(spatial))]
    corner = sum(
        w * line.reshape(-1, *[1] * (len(spatial) - 1 - i))
        for i, (w, line) in enumerate(zip(weights, lines, strict=True))
    )
    moves = np.asarray(
        [
            sum(w * i * d for w, i, d in zip(weights, position, dilation, strict=True))
            for _, (position, _, _) in found
        ]
    )
    return xp.asarray(corner) + xp.asarray(moves).take(which)


def _scatter_rule(grad_output, indices, size, apart):
    return meta_array((*grad_output.shape[: -len(size)], *size), grad_output.dtype)


@operator(
    samples=("x(2, 3), ints(5, 2, 3), (5,), False", "x(2, 2, 2), ints(6, 2, 2, 2), (3, 2), False"),
    meta=_scatter_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
)
@keeps_format()
def scatter_planes(xp, grad_output: Array, indices: Array, size: Shape, apart: bool) -> Array:
    """Zeros of spatial sizes `size` with `grad_output` added at flat `indices`.

    `apart` says that no two of a plane are the same.
    """
    return _scattered(xp, grad_output, indices, size, apart)


@half_in_float32
def _scattered(xp, grad_output, indices, size, apart):
    plane, each = math.prod(size), math.prod(grad_output.shape[-len(size) :])
    out = xp.zeros((*grad_output.shape[: -len(size)], *size), grad_output.dtype)
    planes = math.prod(out.shape[: -len(size)])
    flat = (indices.reshape(planes, each) + xp.arange(planes)[:, None] * plane).reshape(-1)
    if apart:
        out.reshape(-1)[flat] = grad_output.reshape(-1)
    else:
        xp.add.at(out.reshape(-1), flat, grad_output.reshape(-1))
    return out


RISING = "T.arange(36).reshape(2, 3, 6).to(x().dtype)"


def _max_backward_rule(grad_output, input, *rest):
    return meta_array(input.shape, input.dtype)


@operator(
    samples=(
        f"x(2, 3, 3), {RISING}, {RISING}[..., 1::2], (2,), (2,), (0,), (1,)",
        f"x(2, 3, 4), {RISING}, {RISING}[..., 2:], (3,), (1,), (0,), (1,)",
    ),
    meta=_max_backward_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    any_order=True,
)
def max_pool_backward(
    xp,
    grad_output: Array,
    input: Array,
    result: Array,
    kernel: Shape,
    stride: Shape,
    padding: Shape,
    dilation: Shape,
) -> Array:
    """The gradient of `max_pool`, whose result was `result`, in its input."""
    places = _places(xp, input, result, kernel, stride, padding, dilation)
    apart = all(s >= d * (k - 1) + 1 for k, s, d in zip(kernel, stride, dilation, strict=True))
    return _scattered(xp, grad_output, places, input.shape[-len(kernel) :], apart)


def _gather_rule(input, indices, dims):
    return meta_array(indices.shape, input.dtype)


@operator(
    samples=(
        "x(2, 5), ints(5, 2, 3), 1",
        "x(2, 3, 2), ints(6, 2, 2, 2), 2",
        "x(0, 3, 2), ints(6, 0, 2, 2), 2",
    ),
    meta=_gather_rule,
    methods=False,
    namespace="internal",
)
@keeps_format(1, dims=(4, 5))
def gather_planes(xp, input: Array, indices: Array, dims: int) -> Array:
    """The elements at flat `indices` of the last `dims` dimensions."""
    planes, plane = math.prod(input.shape[: input.ndim - dims]), math.prod(input.shape[-dims:])
    lines = input.reshape(planes, plane)
    places = indices.reshape(planes, math.prod(indices.shape[-dims:]))
    return xp.take_along_axis(lines, places, 1).reshape(indices.shape)


# ---------------------------------------------------------------------- means
def _divisors(spatial, output, kernel, stride, padding, include_pad, override):
    """What windows' sums are divided by: a number, or one for each where edges cut windows."""
    if override:
        return override
    counts = np.ones((), np.int64)
    for n, o, k, s, p in zip(spatial, output, kernel, stride, padding, strict=True):
        begin = np.arange(o) * s - p
        end = np.minimum(begin + k, n + p)
        if not include_pad:
            begin, end = np.maximum(begin, 0), np.minimum(end, n)
        counts = counts[..., None] * (end - begin)
    first = counts.reshape(-1)[0] if counts.size else 1
    return int(first) if (counts == first).all() else counts


AVERAGE = (
    "(2,), (2,), (0,), False, True, None",
    "(3,), (2,), (1,), True, False, None",
    "(3,), (2,), (1,), True, True, None",
)


def _truncated(sums, counts):
    """Quotients of whole numbers, rounded towards zero."""
    out = sums // counts
    out += (out < 0) & (out * counts != sums)  # a negative one was rounded down
    return out


def _avg_rule(input, kernel, stride, padding, ceil_mode, count_include_pad, divisor):
    return _max_rule(input, kernel, stride, padding, (1,) * len(kernel), ceil_mode)


@operator(
    samples=(
        *(f"x(2, 3, 6), {a}" for a in AVERAGE),
        "ints(9, 2, 3, 6) - 6, (3,), (2,), (1,), False, True, -2",
    ),
    dtypes="real",
    methods=False,
    namespace="internal",
    meta=_avg_rule,
    any_order=True,
)
@keeps_format()
@half_in_float32
def avg_pool(
    xp,
    input: Array,
    kernel: Shape,
    stride: Shape,
    padding: Shape,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor: int | None,
) -> Array:
    """The mean of each window."""
    spatial, ones = input.shape[-len(kernel) :], (1,) * len(kernel)
    output = output_sizes(spatial, kernel, stride, padding, ones, ceil_mode)
    out = xp.zeros((*input.shape[: -len(kernel)], *output), input.dtype)
    for _, windows, elements in regions(spatial, output, kernel, stride, padding, ones):
        target = out[windows]
        target += input[elements]
    counts = _divisors(spatial, output, kernel, stride, padding, count_include_pad, divisor)
    if input.dtype.kind in "iu":
        return _truncated(out, xp.asarray(counts, input.dtype))
    out /= xp.asarray(counts, input.dtype)
    return out


def _avg_backward_rule(grad_output, size, *rest):
    return meta_array((*grad_output.shape[: -len(size)], *size), grad_output.dtype)


@operator(
    samples=(
        "x(2, 3, 3), (6,), (2,), (2,), (0,), True, None",
        "x(2, 3, 4), (6,), (3,), (2,), (1,), False, None",
    ),
    dtypes="float",
    methods=False,
    namespace="internal",
    meta=_avg_backward_rule,
    any_order=True,
)
@half_in_float32
def avg_pool_backward(
    xp,
    grad_output: Array,
    size: Shape,
    kernel: Shape,
    stride: Shape,
    padding: Shape,
    count_include_pad: bool,
    divisor: int | None,
) -> Array:
    """The gradient of `avg_pool` in its input of spatial sizes `size`."""
    output = grad_output.shape[-len(kernel) :]
    counts = _divisors(size, output, kernel, stride, padding, count_include_pad, divisor)
    share = grad_output / xp.asarray(counts, grad_output.dtype)
    out = xp.zeros((*grad_output.shape[: -len(kernel)], *size), grad_output.dtype)
    for _, windows, elements in regions(size, output, kernel, stride, padding, (1,) * len(kernel)):
        target = out[elements]
        target += share[windows]
    return out


# --------------------------------------------------------------- windows that share the input out
def _shares(size, count):
    """Where each of `count` windows begins and ends in `size` elements."""
    return [(i * size // count, -(-(i + 1) * size // count)) for i in range(count)]


def _adaptive_rule(input, size):
    return meta_array((*input.shape[: -len(size)], *size), input.dtype)


@operator(
    samples=("x(2, 3, 7), (3,)", "x(2, 3, 6, 5), (3, 1)"),
    dtypes="float",
    methods=False,
    namespace="internal",
    meta=_adaptive_rule,
    any_order=True,
)
@keeps_format()
@half_in_float32
def adaptive_avg_pool(xp, input: Array, size: Shape) -> Array:
    """The means of `size` windows that share the last dimensions out."""
    for axis, count in zip(range(-len(size), 0), size, strict=True):
        old = input.shape[axis]
        if count and old % count == 0:
            axis += input.ndim
            parts = input.reshape(
                *input.shape[:axis], count, old // count, *input.shape[axis + 1 :]
            )
            input = xp.add.reduce(parts, axis + 1) / input.dtype.type(old // count)
            continue
        moved = xp.moveaxis(input, axis, 0)
        out = xp.empty((count, *moved.shape[1:]), input.dtype)
        for i, (begin, end) in enumerate(_shares(old, count)):
            out[i] = xp.add.reduce(moved[begin:end], 0) / input.dtype.type(end - begin)
        input = xp.moveaxis(out, 0, axis)
    return xp.ascontiguousarray(input)


@operator(
    samples=("x(2, 3, 3), (7,)", "x(2, 3, 3, 1), (6, 5)"),
    dtypes="float",
    methods=False,
    namespace="internal",
    meta=_adaptive_rule,
    any_order=True,
)
@half_in_float32
def adaptive_avg_pool_backward(xp, grad_output: Array, size: Shape) -> Array:
    """The gradient of `adaptive_avg_pool` in its input of spatial sizes `size`."""
    for axis, old in zip(range(-len(size), 0), size, strict=True):
        moved = xp.moveaxis(grad_output, axis, 0)
        out = xp.zeros((old, *moved.shape[1:]), grad_output.dtype)
        for i, (begin, end) in enumerate(_shares(old, moved.shape[0])):
            out[begin:end] += moved[i] / grad_output.dtype.type(end - begin)
        grad_output = xp.moveaxis(out, 0, axis)
    return xp.ascontiguousarray(grad_output)


def _adaptive_indices_rule(input, size):
    return meta_array((*input.shape[: -len(size)], *size), "i8")


@operator(
    samples=("x(2, 3, 7), (3,)", "x(2, 3, 6, 5), (3, 2)"),
    dtypes="real",
    methods=False,
    namespace="internal",
    differentiable=False,
    meta=_adaptive_indices_rule,
)
@keeps_format()
def adaptive_max_indices(xp, input: Array, size: Shape) -> Array:
    """Where the maxima of `size` windows are that share the last dimensions out."""
    dims = len(size)
    spatial = input.shape[-dims:]
    places = xp.arange(math.prod(spatial)).reshape(spatial)
    out = xp.empty((*input.shape[:-dims], *size), np.int64)
    shares = [_shares(n, count) for n, count in zip(spatial, size, strict=True)]
    for window in np.ndindex(*size):
        region = (Ellipsis, *(slice(*shares[d][i]) for d, i in enumerate(window)))
        flat = input[region].reshape(*input.shape[:-dims], -1)
        out[(Ellipsis, *window)] = places[region].reshape(-1).take(xp.argmax(flat, -1))
    return out
