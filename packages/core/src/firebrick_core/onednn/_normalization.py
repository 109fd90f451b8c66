"""Normalization of channels over the batch, and of single samples, by oneDNN."""

from __future__ import annotations

import math
from ctypes import c_float
from typing import Any

import numpy as np

from .._parallel import LARGE, in_spans
from ._convolution import empty, laid_out
from ._primitive import (
    BACKWARD,
    CHANNEL_BLOCKS,
    DIFF,
    DST,
    INFERENCE,
    SRC,
    TRAINING,
    Plan,
    PlanCache,
    channels_last_steps,
    library,
    row_major,
    strided,
    tagged,
)

_MEAN, _VARIANCE, _SCALE, _SHIFT, _DIFF_SCALE, _DIFF_SHIFT = 49, 50, 51, 52, 255, 256
_GIVEN, _USE_SCALE, _USE_SHIFT = 1, 2, 4
_ROWS = 64
"""Terms that are added up in float32, before their sum is added to others in float64."""
_CHUNK = 1 << 15  # elements that stay in a cache


class _Shapes:
    """Descriptors of one normalization: as arrays lie, and as oneDNN takes them fastest.

    oneDNN normalizes channels an order of magnitude faster where they are innermost, alone or in
    blocks: reordering there and back is worth it.
    """

    def __init__(self, batch, shape, lasts, length, eps, flags):
        self.batch, self.eps, self.flags = batch, eps, flags
        self.given = [
            strided(shape, channels_last_steps(shape)) if last else row_major(shape)
            for last in lasts
        ]
        self.inside = self.outside = self.given[lasts.index(True) if True in lasts else 0]
        if batch and True not in lasts and len(shape) > 2:
            blocked = CHANNEL_BLOCKS.get(len(shape)) if shape[1] % 16 == 0 else None
            self.inside = (
                strided(shape, channels_last_steps(shape))
                if blocked is None
                else tagged(shape, blocked)
            )
        self.vector = row_major((length,))
        self.statistics = self.vector if batch else row_major((shape[0],))

    def forward(self):
        kind = INFERENCE if self.flags & _GIVEN else TRAINING
        return self._made("forward", kind, [self.inside] * 2, [])

    def backward(self):
        return self._made("backward", BACKWARD, [self.inside] * 3, [self.forward()])

    def _made(self, direction, kind, data, hint):
        statistics = [] if self.batch else [self.statistics]
        return library().made(
            f"{'batch' if self.batch else 'layer'}_normalization_{direction}_primitive_desc_create",
            library().engine,
            kind,
            *data,
            *statistics,
            c_float(self.eps),
            self.flags,
            *hint,
            None,
        )


def _forward_plan(*key):
    shapes = _Shapes(*key)
    plan = Plan(shapes.forward())
    plan.operand(SRC, shapes.given[0], shapes.inside)
    plan.result(DST, shapes.outside, shapes.inside)
    statistic = plan.operand if shapes.flags & _GIVEN else plan.result
    statistic(_MEAN, shapes.statistics)
    statistic(_VARIANCE, shapes.statistics)
    for flag, argument in ((_USE_SCALE, _SCALE), (_USE_SHIFT, _SHIFT)):
        if shapes.flags & flag:
            plan.operand(argument, shapes.vector)
    return plan


def _backward_plan(*key):
    shapes = _Shapes(*key)
    plan = Plan(shapes.backward())
    plan.operand(DIFF + DST, shapes.given[0], shapes.inside)
    plan.operand(SRC, shapes.given[1], shapes.inside)
    plan.operand(_MEAN, shapes.statistics)
    plan.operand(_VARIANCE, shapes.statistics)
    plan.result(DIFF + SRC, shapes.outside, shapes.inside)
    given = 4
    if shapes.flags & _USE_SCALE:
        plan.operand(_SCALE, shapes.vector)
        plan.result(_DIFF_SCALE, shapes.vector)
        given += 1
    if shapes.flags & _USE_SHIFT:
        plan.result(_DIFF_SHIFT, shapes.vector)
        if plan.inputs > given:  # no gradient depends on it, but some versions count it
            plan.inner(_SHIFT, shapes.vector, "unused")
    return plan


_forward, _backward = PlanCache(_forward_plan), PlanCache(_backward_plan)


def _arranged(dims, eps, weight, bias, *given):
    """Arrays as oneDNN takes them, and the plan's key, with whether their channels are innermost:
    those of a result are where any of them are."""
    first = given[0]
    flags = (weight is not None and _USE_SCALE) | (bias is not None and _USE_SHIFT)
    if dims[0] == 0:  # channels over the batch
        laid = [laid_out(a) for a in given]
        lasts = tuple(last for _, last in laid)
        return [a for a, _ in laid], (True, first.shape, lasts, first.shape[1], eps, flags)
    length = math.prod(first.shape[d] for d in dims)
    arrays = [np.ascontiguousarray(a).reshape(-1, length) for a in given]
    return arrays, (False, arrays[0].shape, (False,) * len(arrays), length, eps, flags)


def _sums(pixels, center):
    """The sums over pixels, each a row of channels, of their distances from a center, squared; of
    the pixels without one. In float64.

    oneDNN adds up a channel's elements one after another in float32: of 50,000 of them little more
    than five digits are right.
    """
    count, channels = pixels.shape
    rows = max(1, _CHUNK // (channels * _ROWS)) * _ROWS
    parts = np.zeros((-(-count // rows), channels))

    def work(start: int, stop: int) -> None:
        for i in range(start, stop):
            part = pixels[i * rows : (i + 1) * rows]
            if center is not None:
                part = np.square(part - center)
            whole = len(part) // _ROWS * _ROWS
            if whole:
                blocks = np.add.reduce(part[:whole].reshape(_ROWS, -1, channels), 0)
                parts[i] = np.add.reduce(blocks, 0, np.float64)
            if whole < len(part):
                parts[i] += np.add.reduce(part[whole:], 0)

    if pixels.size < LARGE:
        work(0, len(parts))
    else:
        in_spans(work, len(parts))
    return np.add.reduce(parts, 0)


def _sums_of_planes(planes, center):
    """`_sums` where the pixels of each sample and channel are next to each other."""
    samples, channels, pixels = planes.shape
    parts = np.empty((samples * channels,), planes.dtype)
    rows, step = planes.reshape(-1, pixels), max(1, _CHUNK // pixels)
    centers = None if center is None else np.tile(center, samples)[:, None]

    def work(start: int, stop: int) -> None:
        for i in range(start, stop, step):
            part = rows[i : min(i + step, stop)]
            if centers is not None:
                part = np.square(part - centers[i : i + len(part)])
            parts[i : i + len(part)] = np.add.reduce(part, 1)  # pairwise: as good as float64

    if rows.size < LARGE:
        work(0, len(rows))
    else:
        in_spans(work, len(rows))
    sums: Any = np.add.reduce(parts.reshape(samples, channels), 0, np.float64)
    return sums


def _statistics(input, last, kept):
    """Mean and population's variance of channels, which are innermost or not."""
    channels = input.shape[1]
    if last:
        given, sums = np.moveaxis(input, 1, -1).reshape(-1, channels), _sums
    else:
        given, sums = input.reshape(len(input), channels, -1), _sums_of_planes
    count = input.size // channels
    mean = (sums(given, None) / count).astype(input.dtype)
    var = (sums(given, mean) / count).astype(input.dtype)
    return mean.reshape(kept), var.reshape(kept)


def normalize_affine(xp, tensors, dims, eps):
    """See `ops.normalization.normalize_affine`."""
    input, weight, bias = tensors
    kept = tuple(1 if d in dims else n for d, n in enumerate(input.shape))
    (source,), key = _arranged(dims, eps, weight, bias, input)
    out = empty(input.shape, input.dtype, True in key[2])
    if key[0]:
        mean, var = _statistics(source, key[2][0], kept)
        key = (*key[:-1], key[-1] | _GIVEN)
    else:
        mean, var = (np.empty(kept, input.dtype) for _ in range(2))
    vectors = (np.ascontiguousarray(v) for v in (weight, bias) if v is not None)
    _forward.run(key, source, out, mean, var, *vectors)
    return out, mean, var


def scale_and_shift(xp, input, weight, bias):
    """See `ops.normalization.scale_and_shift`: a normalization by mean 0 and variance 1."""
    (source,), key = _arranged((0,), 0.0, weight, bias, input)
    out = empty(input.shape, input.dtype, True)
    mean, var = np.zeros(input.shape[1], input.dtype), np.ones(input.shape[1], input.dtype)
    vectors = (np.ascontiguousarray(v) for v in (weight, bias) if v is not None)
    _forward.run((*key[:-1], key[-1] | _GIVEN), source, out, mean, var, *vectors)
    return out


def normalize_affine_backward(xp, grad_output, tensors, mean, var, dims, eps):
    """See `ops.normalization.normalize_affine_backward`."""
    input, weight, bias = tensors
    (grad, source), key = _arranged(dims, eps, weight, bias, grad_output, input)
    out = empty(input.shape, input.dtype, True in key[2])
    found, vectors = [out], []
    if weight is not None:
        found.append(np.empty(weight.shape, weight.dtype))
        vectors += [np.ascontiguousarray(weight), found[-1]]
    if bias is not None:
        found.append(np.empty(bias.shape, bias.dtype))
        vectors.append(found[-1])
    statistics = (np.ascontiguousarray(a) for a in (mean, var))
    _backward.run(key, grad, source, *statistics, out, *vectors)
    return tuple(found)
