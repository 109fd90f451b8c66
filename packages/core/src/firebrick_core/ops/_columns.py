"""Convolution on arrays: windows copied into columns, one matrix product for each block.

Any number of spatial dimensions, groups, strides and dilations. Shapes: input (N, C, *input),
weight (O, C / groups, *kernel), result (N, O, *output). Columns are made for a block of samples, or
of the rows of one sample, at a time, so that they stay in the cache between the copy and the
product. One channel for each group is no special case: sums over kernel positions took twice as
long as the products.
"""

from __future__ import annotations

import math

import numpy as np

BLOCK_BYTES = 1 << 20
"""Size of a block's columns: with weight and result it fits into an L2 cache of 2 MB."""


def _steps(sizes, step):
    """Strides of a row-major block whose last dimension advances by `step`."""
    out = []
    for n in reversed(sizes):
        out.append(step)
        step *= n
    return tuple(reversed(out))


def _strided(xp, memory, sizes, strides):
    """A view of row-major memory by byte strides; `as_strided` takes ten times as long."""
    if xp is np and memory.flags.c_contiguous:
        return np.ndarray(sizes, memory.dtype, memory, 0, strides)
    return xp.lib.stride_tricks.as_strided(memory, sizes, strides)


class Geometry:
    """The sizes of one convolution, by spatial dimension."""

    __slots__ = (
        "dilation",
        "groups",
        "input",
        "kernel",
        "output",
        "padded",
        "padding",
        "row",
        "stride",
    )

    def __init__(self, input, kernel, stride, padding, dilation, groups):
        self.input, self.kernel, self.stride = tuple(input), tuple(kernel), tuple(stride)
        self.padding, self.dilation, self.groups = tuple(padding), tuple(dilation), groups
        self.padded = tuple(n + 2 * p for n, p in zip(self.input, self.padding, strict=True))
        self.output = tuple(
            (n - d * (k - 1) - 1) // s + 1
            for n, k, s, d in zip(self.padded, self.kernel, self.stride, self.dilation, strict=True)
        )
        self.row = math.prod(self.output[1:])

    def windows(self, xp, padded):
        """A view (N, C, *kernel, *output) of the elements that results are made of."""
        n, c, *strides = padded.strides
        return _strided(
            xp,
            padded,
            (*padded.shape[:2], *self.kernel, *self.output),
            (
                n,
                c,
                *(d * t for d, t in zip(self.dilation, strides, strict=True)),
                *(s * t for s, t in zip(self.stride, strides, strict=True)),
            ),
        )

    def pad(self, xp, array):
        """An array inside zeros; itself where there is no padding."""
        if not any(self.padding):
            return array
        out = xp.zeros((*array.shape[:2], *self.padded), array.dtype)
        out[self.interior] = array
        return out

    @property
    def interior(self):
        """Slices of the padded input that hold the input."""
        return (
            slice(None),
            slice(None),
            *(slice(p, p + n) for n, p in zip(self.input, self.padding, strict=True)),
        )

    def taps(self):
        """The positions in the kernel."""
        positions = [()]
        for n in self.kernel:
            positions = [(*p, i) for p in positions for i in range(n)]
        return positions

    def blocks(self, samples, channels, itemsize):
        """Pairs of slices: of samples, and of rows of the first spatial dimension."""
        row_bytes = max(1, channels * math.prod(self.kernel) * self.row * itemsize)
        rows = max(1, min(self.output[0], BLOCK_BYTES // row_bytes))
        several = (
            max(1, BLOCK_BYTES // (row_bytes * self.output[0])) if rows == self.output[0] else 1
        )
        for n in range(0, samples, several):
            for r in range(0, self.output[0], rows):
                yield slice(n, min(n + several, samples)), slice(r, min(r + rows, self.output[0]))

    def results(self, rows):
        """The results of rows of the first dimension, among all of a channel's."""
        return slice(rows.start * self.row, rows.stop * self.row)


class _Columns:
    """A buffer for the columns of one block after the other.

    `side_by_side` makes one matrix of a block's samples instead of one for each.
    """

    def __init__(self, xp, dtype, channels, geometry, side_by_side=False):
        self.xp, self.dtype, self.channels, self.geometry = xp, dtype, channels, geometry
        self.side_by_side = side_by_side
        self.memory = None

    def fill(self, windows, rows):
        """Copy a block's windows; returns matrices (samples, groups, C * kernel / groups, n)."""
        view, matrices = self.views(windows.shape[0], rows)
        before = (slice(None),) * (2 + len(self.geometry.kernel))
        self.xp.copyto(view, windows[(*before, rows)])
        return matrices

    def views(self, samples, rows):
        """The buffer for a block: as windows (samples, C, *kernel, rows, ...), and as matrices."""
        geometry, taps = self.geometry, (self.channels, *self.geometry.kernel)
        output = (rows.stop - rows.start, *geometry.output[1:])
        length, height = math.prod(output), math.prod(taps)
        width = length * samples if self.side_by_side else length
        # Rows a multiple of 1 KiB apart fall into few sets of the cache: products then take half as
        # long again.
        line = width + 16 if width * self.dtype.itemsize % 1024 == 0 else width
        sample = length if self.side_by_side else height * line
        per_group = height // geometry.groups
        if self.memory is None:  # the first block is the largest
            self.memory = self.xp.empty(max(sample * samples, height * line), self.dtype)
        view = self._strided(
            (samples, *taps, *output), (sample, *_steps(taps, line), *_steps(output, 1))
        )
        count = 1 if self.side_by_side else samples
        return view, self._strided(
            (count, geometry.groups, per_group, width), (sample, line * per_group, line, 1)
        )

    def _strided(self, sizes, strides):
        item = self.dtype.itemsize
        return _strided(self.xp, self.memory, sizes, tuple(s * item for s in strides))


def _per_channel(bias, geometry):
    return bias.reshape(-1, *[1] * len(geometry.kernel))


def convolve(xp, input, weight, bias, geometry):
    """The result of a convolution."""
    n, channels, groups = input.shape[0], input.shape[1], geometry.groups
    out = xp.empty((n, weight.shape[0], *geometry.output), input.dtype)
    if not out.size:
        return out
    matrix = weight.reshape(groups, weight.shape[0] // groups, -1)
    lines = out.reshape(n, *matrix.shape[:2], -1)
    if math.prod(geometry.kernel) == 1:
        points = geometry.pad(xp, input)[
            (Ellipsis, *(slice(None, None, s) for s in geometry.stride))
        ]
        xp.matmul(matrix, points.reshape(n, groups, channels // groups, -1), lines)
        if bias is not None:
            out += _per_channel(bias, geometry)
        return out
    column = None if bias is None else bias.reshape(groups, -1, 1)
    columns, windows = _Columns(xp, input.dtype, channels, geometry), None
    for samples, rows in geometry.blocks(n, channels, input.itemsize):
        if rows.start == 0:
            windows = geometry.windows(xp, geometry.pad(xp, input[samples]))
        target = lines[samples, :, :, geometry.results(rows)]
        xp.matmul(matrix, columns.fill(windows, rows), target)
        if column is not None:
            target += column
    return out


def convolve_input(xp, grad, weight, bias, geometry):
    """The gradient of a convolution in its input: the transposed convolution of `grad`."""
    groups, channels = geometry.groups, weight.shape[1] * geometry.groups
    outer = tuple(
        d * (k - 1) - p
        for k, p, d in zip(geometry.kernel, geometry.padding, geometry.dilation, strict=True)
    )
    if set(geometry.stride) == {1} and min(outer) >= 0 and weight.shape[0] <= 2 * channels:
        # With stride 1 it is the convolution with the mirrored kernel, whose columns are cheaper to
        # fill than to add up.
        mirrored = weight.reshape(groups, -1, *weight.shape[1:]).swapaxes(1, 2)
        mirrored = xp.ascontiguousarray(
            mirrored[(Ellipsis, *(slice(None, None, -1) for _ in geometry.kernel))]
        )
        mirrored = mirrored.reshape(channels, -1, *geometry.kernel)
        return convolve(
            xp,
            grad,
            mirrored,
            bias,
            Geometry(
                grad.shape[2:], geometry.kernel, geometry.stride, outer, geometry.dilation, groups
            ),
        )
    out = xp.empty((grad.shape[0], channels, *geometry.input), grad.dtype)
    if not grad.size:
        out[...] = 0
    matrix = weight.reshape(groups, weight.shape[0] // groups, -1).swapaxes(1, 2)
    lines = grad.reshape(
        grad.shape[0], groups, weight.shape[0] // groups, math.prod(geometry.output)
    )
    columns, all_channels, padded = (
        _Columns(xp, grad.dtype, channels, geometry),
        (slice(None), slice(None)),
        None,
    )
    for samples, rows in geometry.blocks(
        grad.shape[0] if grad.size else 0, channels, grad.itemsize
    ):
        if rows.start == 0:
            padded = xp.zeros(
                (samples.stop - samples.start, channels, *geometry.padded), grad.dtype
            )
        view, matrices = columns.views(samples.stop - samples.start, rows)
        xp.matmul(matrix, lines[samples, :, :, geometry.results(rows)], matrices)
        for tap in geometry.taps():
            start = [i * d for i, d in zip(tap, geometry.dilation, strict=True)]
            start[0] += rows.start * geometry.stride[0]
            counts = (rows.stop - rows.start, *geometry.output[1:])
            region = tuple(
                slice(b, b + s * (o - 1) + 1, s)
                for b, s, o in zip(start, geometry.stride, counts, strict=True)
            )
            target = padded[all_channels + region]
            target += view[all_channels + tap]
        if rows.stop == geometry.output[0]:
            out[samples] = padded[geometry.interior]
    if bias is not None:
        out += _per_channel(bias, geometry)
    return out


def convolve_weight(xp, grad, input, geometry):
    """The gradient of a convolution in its weight."""
    groups, channels, per_group = geometry.groups, input.shape[1], grad.shape[1] // geometry.groups
    # Larger matrix first: BLAS takes half as long again for the transposed product.
    total = xp.zeros(
        (groups, channels // groups * math.prod(geometry.kernel), per_group), grad.dtype
    )
    lines = grad.reshape(grad.shape[0], groups, per_group, math.prod(geometry.output))
    columns, windows = _Columns(xp, grad.dtype, channels, geometry, side_by_side=True), None
    for samples, rows in geometry.blocks(
        grad.shape[0] if grad.size else 0, channels, input.itemsize
    ):
        if rows.start == 0:
            windows = geometry.windows(xp, geometry.pad(xp, input[samples]))
        part = lines[samples, :, :, geometry.results(rows)]
        part = (
            part[0]
            if part.shape[0] == 1
            else part.transpose(1, 2, 0, 3).reshape(groups, per_group, -1)
        )
        total += xp.matmul(columns.fill(windows, rows)[0], part.swapaxes(1, 2))
    return total.swapaxes(1, 2).reshape(grad.shape[1], channels // groups, *geometry.kernel)
