"""Derivatives of recurrent layers: one operator for all steps, differentiable again step by step.

Where the gradient is to be differentiated itself, the layer is gone through again in operators,
whose derivatives are known to every order.
"""

from __future__ import annotations

from firebrick_core import _operators as T
from firebrick_core.ops._recurrent_arrays import steps_of
from firebrick_core.ops.recurrent_functions import by_layers
from firebrick_core.ops.recurrent_network import STATES

from .._rule import derivative
from ._through import differentiated, placed, through


def _in_order(outs, reverse):
    return T.cat(outs[::-1] if reverse else outs)


def _moved(state, new, n):
    """A state whose first `n` rows are new."""
    return new if n == state.size(0) else T.cat([new, state[n:]])


def _lstm_by_steps(tensors, sizes, reverse):
    gates, h, c, weight, projection = tensors
    outs, active, cells = [], [], []
    for start, n in steps_of(sizes, reverse):
        i, f, g, o = (gates[start : start + n] + h[:n].matmul(weight.t())).chunk(4, 1)
        i, f, g, o = T.sigmoid(i), T.sigmoid(f), g.tanh(), T.sigmoid(o)
        cell = f * c[:n] + i * g
        state = o * cell.tanh()
        if projection is not None:
            state = state.matmul(projection.t())
        h, c = _moved(h, state, n), _moved(c, cell, n)
        outs.append(state)
        active.append(T.cat([i, f, g, o], 1))
        cells.append(cell)
    of_rows = (_in_order(rows, reverse) for rows in (active, cells))
    return _in_order(outs, reverse), h, c, *of_rows


def _gru_by_steps(tensors, sizes, reverse):
    gates, h, weight, bias = tensors
    outs, active, recurrent = [], [], []
    for start, n in steps_of(sizes, reverse):
        part = T.linear(h[:n], weight, bias).chunk(3, 1)
        r, z, new = gates[start : start + n].chunk(3, 1)
        r, z = T.sigmoid(r + part[0]), T.sigmoid(z + part[1])
        new = (new + r * part[2]).tanh()
        state = new + z * (h[:n] - new)
        h = _moved(h, state, n)
        outs.append(state)
        active.append(T.cat([r, z, new], 1))
        recurrent.append(part[2])
    of_rows = (_in_order(rows, reverse) for rows in (active, recurrent))
    return _in_order(outs, reverse), h, *of_rows


def _rnn_by_steps(tensors, relu, sizes, reverse):
    gates, h, weight = tensors
    outs = []
    for start, n in steps_of(sizes, reverse):
        state = gates[start : start + n] + h[:n].matmul(weight.t())
        state = T.relu(state) if relu else state.tanh()
        h = _moved(h, state, n)
        outs.append(state)
    return _in_order(outs, reverse), h


def _plain(grads, tensors, states):
    """Whether the operator for all steps serves: for results that layers return, once."""
    return not differentiated(grads, tensors) and all(g is None for g in grads[states:])


@derivative("lstm_sequence")
class Lstm:
    def tensors(grads, tensors, result, active, cells, sizes, reverse):
        if not _plain(grads, tensors, 3):
            return through(_lstm_by_steps, grads, tensors, sizes, reverse)
        gradients = T.lstm_sequence_backward(
            grads[:3], tensors, result, active, cells, sizes, reverse
        )
        return placed(gradients, tensors)


@derivative("gru_sequence")
class Gru:
    def tensors(grads, tensors, result, active, recurrent, sizes, reverse):
        if not _plain(grads, tensors, 2):
            return through(_gru_by_steps, grads, tensors, sizes, reverse)
        gradients = T.gru_sequence_backward(
            grads[:2], tensors, result, active, recurrent, sizes, reverse
        )
        return placed(gradients, tensors)


@derivative("rnn_sequence")
class Rnn:
    def tensors(grads, tensors, result, relu, sizes, reverse):
        if not _plain(grads, tensors, 2):
            return through(_rnn_by_steps, grads, tensors, relu, sizes, reverse)
        gradients = T.rnn_sequence_backward(grads, tensors, result, relu, sizes, reverse)
        return placed(gradients, tensors)


def _network_by_layers(tensors, mode, has_biases, directions, sizes):
    rows, *rest = tensors
    states, weights = rest[: STATES[mode]], rest[STATES[mode] :]
    return by_layers(mode, rows, sizes, states, weights, has_biases, directions)


@derivative("recurrent_network")
class Network:
    def tensors(grads, tensors, mode, has_biases, directions, sizes):
        options = (mode, has_biases, directions, sizes)
        if differentiated(grads, tensors):
            return through(_network_by_layers, grads, tensors, *options)
        return placed(T.recurrent_network_backward(grads, tensors, *options), tensors)
