"""Recurrent layers: all that a step does beside its product in loops over rows in the cache."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..ops._recurrent_arrays import multiplier, previous, product, steps_of
from ._compiling import exp, loop

_F = np.float32


@loop
def _tanh(x):
    s = x * x  # a series near 0, where the quotient has lost its digits
    near = x * (_F(1) + s * (_F(-0.33333333) + s * (_F(0.13333333) + s * _F(-0.053968254))))
    far = _F(1) - _F(2) / (exp(_F(2) * x) + _F(1))
    return near if s < _F(0.04) else far


@loop
def _add_sigmoid(x, more):
    for k in range(x.size):
        x[k] = _F(1) / (_F(1) + exp(-(x[k] + more[k])))


@loop
def _add_tanh(x, more):
    for k in range(x.size):
        x[k] = _tanh(x[k] + more[k])


@loop
def _lstm_step(gates, more, c, cells, states):
    width = c.shape[1]
    for i in range(len(gates)):
        row, part, own, cell, state = gates[i], more[i], c[i], cells[i], states[i]
        _add_sigmoid(row[: 2 * width], part[: 2 * width])
        _add_tanh(row[2 * width : 3 * width], part[2 * width : 3 * width])
        _add_sigmoid(row[3 * width :], part[3 * width :])
        enter, keep, new, leave = (
            row[:width], row[width : 2 * width], row[2 * width : 3 * width], row[3 * width :]
        )
        for k in range(width):
            own[k] = keep[k] * own[k] + enter[k] * new[k]
        for k in range(width):
            cell[k] = own[k]
            state[k] = leave[k] * _tanh(own[k])


def lstm_sequence(xp: Any, tensors: Any, sizes: Any, reverse: bool) -> Any:
    gates, h0, c0, weight, projection = tensors
    steps = steps_of(tuple(sizes), reverse)
    inner = multiplier(xp, weight.T, steps)
    outer = None if projection is None else multiplier(xp, projection.T, steps)
    active, h, c = gates.copy(), h0.copy(), c0.copy()
    rows, width = len(gates), c.shape[1]
    out, cells = np.empty((rows, h.shape[1]), _F), np.empty((rows, width), _F)
    hidden = out if outer is None else np.empty((rows, width), _F)
    for start, n in steps:
        of = slice(start, start + n)
        _lstm_step(active[of], inner(h[:n]), c, cells[of], hidden[of])
        if outer is not None:
            out[of] = outer(hidden[of])
        h[:n] = out[of]
    return out, h, c, active, cells


@loop
def _lstm_step_slopes(active, grad, dh, cells, before, dc, out):
    # One loop for each result: LLVM makes vector code of those with few arrays only.
    width = dc.shape[1]
    scratch = np.empty((3, width), np.float32)
    squashed, total, dcell = scratch[0], scratch[1], scratch[2]
    for i in range(len(active)):
        row, to, own, given, more = active[i], out[i], dc[i], grad[i], dh[i]
        cell, last = cells[i], before[i]
        enter, keep, new, leave = (
            row[:width], row[width : 2 * width], row[2 * width : 3 * width], row[3 * width :]
        )
        to_enter, to_keep, to_new, to_leave = (
            to[:width], to[width : 2 * width], to[2 * width : 3 * width], to[3 * width :]
        )
        for k in range(width):
            squashed[k] = _tanh(cell[k])
        for k in range(width):
            total[k] = given[k] + more[k]
        for k in range(width):
            to_leave[k] = total[k] * squashed[k] * leave[k] * (_F(1) - leave[k])
        for k in range(width):
            dcell[k] = own[k] + total[k] * leave[k] * (_F(1) - squashed[k] * squashed[k])
        for k in range(width):
            to_enter[k] = dcell[k] * new[k] * enter[k] * (_F(1) - enter[k])
        for k in range(width):
            to_keep[k] = dcell[k] * last[k] * keep[k] * (_F(1) - keep[k])
        for k in range(width):
            own[k] = dcell[k] * keep[k]
        for k in range(width):
            to_new[k] = dcell[k] * enter[k] * (_F(1) - new[k] * new[k])


def lstm_sequence_backward(
    xp: Any, grads: Any, tensors: Any, result: Any, active: Any, cells: Any, sizes: Any,
    reverse: bool,
) -> Any:
    _, h0, c0, weight, projection = tensors
    steps = steps_of(tuple(sizes), reverse)
    inner = multiplier(xp, weight, steps)
    outer = None if projection is None else multiplier(xp, projection, steps)
    shapes = (result.shape, h0.shape, c0.shape)
    grad, dh, dc = (
        np.zeros(s, _F) if g is None else g for g, s in zip(grads, shapes, strict=True)
    )
    grad, dh, dc = np.ascontiguousarray(grad), dh.copy(), dc.copy()
    before = previous(xp, cells, c0, steps)
    dgates, hidden = np.empty_like(active), np.empty_like(grad)
    for start, n in reversed(steps):
        of = slice(start, start + n)
        given, more = grad[of], dh[:n]
        if outer is not None:
            hidden[of] = given + more
            given = outer(hidden[of])
            more = np.zeros_like(given)
        _lstm_step_slopes(active[of], given, more, cells[of], before[of], dc, dgates[of])
        dh[:n] = inner(dgates[of])
    dweight = product(xp, dgates.T, previous(xp, result, h0, steps))
    if projection is None:
        return dgates, dh, dc, dweight
    states = np.tanh(cells) * active[:, 3 * cells.shape[1] :]
    return dgates, dh, dc, dweight, product(xp, hidden.T, states)
