"""Recurrent layers on arrays: loops over time that hold only what depends on the step before.

Rows of all steps lie one after another: step t is `n` rows from `start` on, and goes with the first
`n` rows of the state, as in packed sequences; (T, N, features) is the case of steps of equal size.
What comes in here is the input's part of the gates, the product with the input weight for all steps
at a time. sigmoid(x) is (tanh(x / 2) + 1) / 2, so that one tanh serves all gates. What the backward
pass can compute for all steps at a time it does, so that its loop is a product and a few
multiplications too.
"""

from __future__ import annotations

import functools
import itertools

import numpy as np

from .._operator import TABLE
from .._provider import pack

COPIED_FROM = 5
"""Steps from which on it pays to copy the transposed weight: products are 1.3 to 4 times as fast,
the copy takes as long as several products."""


def product(xp, first, second):
    """The product of two matrices, by whichever provider serves it."""
    matmul = TABLE["matmul"]
    return (matmul.front or matmul.kernel)(xp, first, second)


def multiplier(xp, weight, steps):
    """A function that gives the product of each step's rows with the same matrix: by a provider
    that packs it for them, where it pays, else with a copy of what is transposed."""
    if xp is np and len(steps) >= COPIED_FROM:
        packed = pack(weight, [n for _, n in steps])
        if packed is not None:
            return packed
    if not weight.flags.c_contiguous and len(steps) >= COPIED_FROM:
        weight = xp.ascontiguousarray(weight)

    def multiply(rows):
        return product(xp, rows, weight)

    return multiply


@functools.lru_cache(64)
def steps_of(sizes, reverse):
    """Pairs (start, n) in the order in which the steps are taken."""
    starts = itertools.accumulate(sizes, initial=0)
    found = tuple(zip(starts, sizes, strict=False))
    return found[::-1] if reverse else found


def previous(xp, outputs, initial, steps):
    """The state that each row's step started from."""
    out = xp.empty_like(outputs)
    state = initial.copy()
    for start, n in steps:
        out[start : start + n] = state[:n]
        state[:n] = outputs[start : start + n]
    return out


@functools.lru_cache(64)
def _on_host(width, values, dtype):
    made = np.repeat(np.asarray(values, dtype), width)
    made.flags.writeable = False
    return made


def _vector(xp, width, values, dtype):
    """Blocks of `width` equal numbers."""
    return xp.asarray(_on_host(width, values, dtype))


# ---------------------------------------------------------------------- long short-term memory
def lstm_forward(xp, gates, h0, c0, weight, projection, steps):
    """Outputs, last states, activated gates (input, forget, cell, output) and cells of all rows."""
    width = gates.shape[1] // 4
    scale = _vector(xp, width, (0.5, 0.5, 1, 0.5), gates.dtype)
    shift = _vector(xp, width, (0.5, 0.5, 0, 0.5), gates.dtype)
    active, inner = gates.copy(), multiplier(xp, weight.T, steps)
    outer = None if projection is None else multiplier(xp, projection.T, steps)
    h, c = h0.copy(), c0.copy()
    out = xp.empty((gates.shape[0], h.shape[1]), gates.dtype)
    cells = xp.empty((gates.shape[0], width), gates.dtype)
    for start, n in steps:
        part, cell = active[start : start + n], cells[start : start + n]
        part += inner(h[:n])
        part *= scale
        xp.tanh(part, part)
        part *= scale
        part += shift
        xp.multiply(part[:, width : 2 * width], c[:n], cell)
        cell += part[:, :width] * part[:, 2 * width : 3 * width]
        c[:n] = cell
        state = xp.tanh(cell)
        state *= part[:, 3 * width :]
        if outer is not None:
            state = outer(state)
        h[:n] = state
        out[start : start + n] = state
    return out, h, c, active, cells


def lstm_backward(xp, grads, h0, c0, weight, projection, out, active, cells, steps):
    """The gradients of gates, h0, c0, weight and projection (None without one)."""
    grad_out, dh, dc = grads
    rows, width = cells.shape
    i, f, g, o = (active[:, k * width : (k + 1) * width] for k in range(4))
    inner = multiplier(xp, weight, steps)
    outer = None if projection is None else multiplier(xp, projection, steps)
    squashed = xp.tanh(cells)
    through = o * (1 - squashed * squashed)
    slopes = xp.empty((rows, 4, width), cells.dtype)
    slopes[:, 0] = g * i * (1 - i)
    slopes[:, 1] = previous(xp, cells, c0, steps) * f * (1 - f)
    slopes[:, 2] = i * (1 - g * g)
    slopes[:, 3] = squashed * o * (1 - o)
    dh, dc = dh.copy(), dc.copy()
    dgates = slopes  # each step's slopes are used once, and become its gradient
    flat = dgates.reshape(rows, 4 * width)
    hidden = None if projection is None else xp.empty_like(grad_out)
    for start, n in reversed(steps):
        rows_of = slice(start, start + n)
        dm = grad_out[rows_of] + dh[:n]
        if projection is not None:
            hidden[rows_of] = dm
            dm = outer(dm)
        step = dc[:n] + dm * through[rows_of]
        part = dgates[rows_of]
        part[:, :3] *= step[:, None]
        part[:, 3] *= dm
        dc[:n] = step * f[rows_of]
        dh[:n] = inner(flat[rows_of])
    dprojection = None if projection is None else product(xp, hidden.T, squashed * o)
    return flat, dh, dc, product(xp, flat.T, previous(xp, out, h0, steps)), dprojection


# ---------------------------------------------------------------------- gated recurrent units
def gru_forward(xp, gates, h0, weight, bias, steps):
    """Outputs, last state, activated gates (reset, update, new), and the new gate's part of h."""
    width = gates.shape[1] // 3
    two = 2 * width
    active, inner = gates.copy(), multiplier(xp, weight.T, steps)
    h = h0.copy()
    out = xp.empty((gates.shape[0], width), gates.dtype)
    recurrent = xp.empty_like(out)
    half = gates.dtype.type(0.5)
    for start, n in steps:
        part, new_part = active[start : start + n], recurrent[start : start + n]
        gates_of_h = inner(h[:n])
        if bias is not None:
            gates_of_h += bias
        both = part[:, :two]
        both += gates_of_h[:, :two]
        both *= half
        xp.tanh(both, both)
        both *= half
        both += half
        new_part[...] = gates_of_h[:, two:]
        new = part[:, two:]
        new += part[:, :width] * new_part
        xp.tanh(new, new)
        state = h[:n] - new
        state *= part[:, width:two]
        state += new
        h[:n] = state
        out[start : start + n] = state
    return out, h, active, recurrent


def gru_backward(xp, grads, h0, weight, bias, out, active, recurrent, steps):
    """The gradients of gates, h0, weight and bias (None without one)."""
    grad_out, dh = grads
    rows, width = out.shape
    r, z, n_ = (active[:, k * width : (k + 1) * width] for k in range(3))
    inner, before = multiplier(xp, weight, steps), previous(xp, out, h0, steps)
    of_new = (1 - z) * (1 - n_ * n_)
    slopes = xp.empty((rows, 3, width), out.dtype)
    slopes[:, 0] = recurrent * of_new * r * (1 - r)
    slopes[:, 1] = (before - n_) * z * (1 - z)
    slopes[:, 2] = of_new * r
    dh = dh.copy()
    flat, steps_dh = slopes.reshape(rows, 3 * width), xp.empty_like(out)
    for start, n in reversed(steps):
        rows_of = slice(start, start + n)
        step = steps_dh[rows_of]
        xp.add(grad_out[rows_of], dh[:n], step)
        part = slopes[rows_of]
        part *= step[:, None]
        dh[:n] = inner(flat[rows_of])
        dh[:n] += step * z[rows_of]
    dweight = product(xp, flat.T, before)
    dbias = None if bias is None else xp.add.reduce(flat, 0)
    dgates = flat.copy()
    dgates[:, 2 * width :] = steps_dh * of_new
    return dgates, dh, dweight, dbias


# ---------------------------------------------------------------------- plain recurrent layers
def rnn_forward(xp, gates, h0, weight, relu, steps):
    """Outputs and the last state."""
    inner = multiplier(xp, weight.T, steps)
    out, h = gates.copy(), h0.copy()
    zero = gates.dtype.type(0)
    for start, n in steps:
        part = out[start : start + n]
        part += inner(h[:n])
        if relu:
            xp.maximum(part, zero, out=part)
        else:
            xp.tanh(part, part)
        h[:n] = part
    return out, h


def rnn_backward(xp, grads, h0, weight, relu, out, steps):
    """The gradients of gates, h0 and weight."""
    grad_out, dh = grads
    inner = multiplier(xp, weight, steps)
    dgates = (out > 0).astype(out.dtype) if relu else 1 - out * out
    dh = dh.copy()
    for start, n in reversed(steps):
        part = dgates[start : start + n]
        part *= grad_out[start : start + n] + dh[:n]
        dh[:n] = inner(part)
    return dgates, dh, product(xp, dgates.T, previous(xp, out, h0, steps))
