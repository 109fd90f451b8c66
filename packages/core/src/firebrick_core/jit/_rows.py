"""Normalization and running sums: each row read once, and worked on while it is in the cache."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._parallel import LARGE, in_spans
from ._compiling import exp, loop, sums

_F = np.float32


def over_rows(compiled: Any, rows: int, elements: int, *arguments: Any) -> None:
    """Call `compiled(start, stop, *arguments)` for all rows, in spans where there is much to do."""
    if elements < LARGE:
        compiled(0, rows, *arguments)
    else:
        in_spans(lambda start, stop: compiled(start, stop, *arguments), rows, 8)


def _as_rows(array: Any, dims: Any) -> Any:
    return array.reshape(-1, math.prod(array.shape[d] for d in dims))


@sums
def _standardize(start, stop, x, eps, out, mean, var):
    share = _F(1) / _F(x.shape[1])
    for i in range(start, stop):
        row, to = x[i], out[i]
        total = _F(0)
        for k in range(row.size):
            total += row[k]
        m = total * share
        squares = _F(0)
        for k in range(row.size):
            d = row[k] - m
            squares += d * d
        v = squares * share
        scale = _F(1) / np.sqrt(v + eps)
        for k in range(row.size):
            to[k] = (row[k] - m) * scale
        mean[i] = m
        var[i] = v


def standardize(xp: Any, input: Any, dims: Any, eps: float) -> Any:
    rows, out = _as_rows(input, dims), np.empty_like(input)
    kept = [*input.shape[: input.ndim - len(dims)], *[1] * len(dims)]
    mean, var = np.empty(kept, input.dtype), np.empty(kept, input.dtype)
    results = out.reshape(rows.shape), mean.reshape(-1), var.reshape(-1)
    over_rows(_standardize, len(rows), rows.size, rows, _F(eps), *results)
    return out, mean, var


@sums
def _standardize_slope(start, stop, grad, x, scale, out):
    share = _F(1) / _F(x.shape[1])
    for i in range(start, stop):
        g, row, to = grad[i], x[i], out[i]
        total, along = _F(0), _F(0)
        for k in range(row.size):
            total += g[k]
            along += g[k] * row[k]
        total *= share
        along *= share
        for k in range(row.size):
            to[k] = scale[i] * (g[k] - total - row[k] * along)


def standardize_backward(xp: Any, grad_output: Any, output: Any, rstd: Any, dims: Any) -> Any:
    rows, out = _as_rows(output, dims), np.empty_like(output)
    given = grad_output.reshape(rows.shape), rows, rstd.reshape(-1), out.reshape(rows.shape)
    over_rows(_standardize_slope, len(rows), rows.size, *given)
    return out


@loop
def _affine(start, stop, x, weight, bias, out):
    for i in range(start, stop):
        row, to = x[i], out[i]
        for k in range(row.size):
            to[k] = row[k] * weight[k] + bias[k]


def scale_and_shift(xp: Any, input: Any, weight: Any, bias: Any) -> Any:
    rows, out = input.reshape(-1, input.shape[-1]), np.empty_like(input)
    over_rows(_affine, len(rows), rows.size, rows, weight, bias, out.reshape(rows.shape))
    return out


@sums
def _causal_softmax(start, stop, x, rows, first, out):
    for i in range(start, stop):
        row, to = x[i], out[i]
        count = min(i % rows + first + 1, row.size)
        most = row[0]
        for k in range(count):
            most = row[k] if row[k] > most else most
        total = _F(0)
        for k in range(count):
            to[k] = exp(row[k] - most)
        for k in range(count):
            total += to[k]
        share = _F(1) / total
        for k in range(count):
            to[k] *= share
        for k in range(count, row.size):
            to[k] = _F(0)


def causal_softmax(xp: Any, input: Any, first: int = 0) -> Any:
    rows, out = input.reshape(-1, input.shape[-1]), np.empty_like(input)
    given = rows, input.shape[-2], first, out.reshape(rows.shape)
    over_rows(_causal_softmax, len(rows), rows.size, *given)
    return out


SEGMENTS = 8


@loop
def _running_sums(start, stop, x, out):
    # An addition waits for the one before it: so eight segments of a row are summed side by side,
    # and then raised by the sum of those before them.
    length = x.shape[1] // SEGMENTS
    sums = np.empty(SEGMENTS, np.float32)
    for i in range(start, stop):
        row, to = x[i], out[i]
        sums[:] = _F(0)
        for k in range(length):
            for s in range(SEGMENTS):
                sums[s] += row[s * length + k]
                to[s * length + k] = sums[s]
        before = sums[0]
        for s in range(1, SEGMENTS):
            for k in range(s * length, (s + 1) * length):
                to[k] += before
            before += sums[s]
        for k in range(SEGMENTS * length, row.size):
            before += row[k]
            to[k] = before


@loop
def _running_columns(start, stop, x, out):
    for i in range(start, stop):
        for j in range(x.shape[1]):
            for k in range(x.shape[2]):
                before = out[i, j - 1, k] if j else _F(0)
                out[i, j, k] = before + x[i, j, k]


def cumsum(xp: Any, input: Any, dim: int, *, dtype: Any = None) -> Any:
    out, dim = np.empty_like(input), dim % input.ndim
    if dim == input.ndim - 1:
        rows = input.reshape(-1, input.shape[-1])
        over_rows(_running_sums, len(rows), rows.size, rows, out.reshape(rows.shape))
    else:
        shape = (-1, input.shape[dim], math.prod(input.shape[dim + 1 :]))
        given = input.reshape(shape), out.reshape(shape)
        over_rows(_running_columns, len(given[0]), input.size, *given)
    return out


@loop
def _running_extremes(start, stop, x, largest, out, indices):
    for i in range(start, stop):
        best, place = x[i, 0], 0
        for k in range(x.shape[1]):
            v = x[i, k]
            # From the first NaN on all are NaN, and of equal elements the latest counts.
            later = v >= best if largest else v <= best
            if v != v or (best == best and later):
                best, place = v, k
            out[i, k] = best
            indices[i, k] = place


def _extremes(input: Any, largest: bool) -> tuple[Any, Any]:
    rows = input.reshape(-1, input.shape[-1])
    out, indices = np.empty_like(input), np.empty(input.shape, np.int64)
    given = rows, largest, out.reshape(rows.shape), indices.reshape(rows.shape)
    over_rows(_running_extremes, len(rows), rows.size, *given)
    return out, indices


def cummax(xp: Any, input: Any, dim: int) -> tuple[Any, Any]:
    return _extremes(input, True)


def cummin(xp: Any, input: Any, dim: int) -> tuple[Any, Any]:
    return _extremes(input, False)
