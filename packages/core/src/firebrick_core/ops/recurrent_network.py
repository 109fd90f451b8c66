"""A whole recurrent network as one operator: all its layers and directions, and the way back.

`tensors` are the rows of the input, then the first states of all layers and directions, h0 and for
an LSTM c0, then the weights of each as `torch` lists them. Libraries that compute whole networks
serve this operator; where none does, layers are better off one by one (`recurrent`).
"""

from __future__ import annotations

from .._device import meta_array
from .._operator import TABLE, Array, OptionalArrays, operator
from .._typing import Shape
from .recurrent import _in_float32

STATES = {"lstm": 2, "gru": 1, "rnn_tanh": 1, "rnn_relu": 1}


class Network:
    """The tensors of a network, sorted by layer and direction."""

    def __init__(self, tensors, mode, has_biases, directions):
        self.mode, self.has_biases, self.directions = mode, has_biases, directions
        self.rows, *rest = tensors
        count = STATES[mode]
        self.states, weights = rest[:count], rest[count:]
        self.cells = self.states[0].shape[0]  # of all layers and directions
        each = len(weights) // self.cells
        self.weights = [weights[i * each : (i + 1) * each] for i in range(self.cells)]

    def sequence(self, xp, number, rows):
        """The arguments of the operator of one layer and direction, but for the steps."""
        weights, states = self.weights[number], [s[number] for s in self.states]
        gates = rows @ weights[0].T
        if self.has_biases:
            gates += weights[2]
        if self.mode == "gru":
            return [gates, *states, weights[1], weights[3] if self.has_biases else None]
        if self.has_biases:
            gates += weights[3]
        if self.mode == "lstm":
            return [gates, *states, weights[1], weights[-1] if len(weights) % 2 else None]
        return [gates, *states, weights[1]]

    def operator(self):
        """The name of the operator of one layer and direction, and what it is given besides."""
        name = self.mode if self.mode in ("lstm", "gru") else "rnn"
        return f"{name}_sequence", [self.mode == "rnn_relu"] * (name == "rnn")

    def forward(self, xp, sizes):
        """Results of the last layer, last states, and what each layer's gradient needs."""
        name, options = self.operator()
        rows, kept, ends = self.rows, [], []
        for layer in range(self.cells // self.directions):
            outs = []
            for direction in range(self.directions):
                given = self.sequence(xp, layer * self.directions + direction, rows)
                found = TABLE[name].kernel(xp, given, *options, sizes, direction == 1)
                outs.append(found[0])
                ends.append(found[1 : 1 + len(self.states)])
                kept.append((rows, given, found))
            rows = xp.concatenate(outs, 1) if len(outs) > 1 else outs[0]
        return rows, [xp.stack(states) for states in zip(*ends, strict=True)], kept

    def backward(self, xp, grads, sizes):
        """The gradients of all tensors, in their order."""
        name, options = self.operator()
        (rows, _, kept), (grad, *of_states) = self.forward(xp, sizes), grads
        count = len(self.states)
        pairs = zip(self.states, of_states, strict=True)
        of_states = [xp.zeros_like(s) if g is None else g for s, g in pairs]
        grad = xp.zeros_like(rows) if grad is None else grad
        of_weights, of_first = [None] * self.cells, [xp.empty_like(s) for s in self.states]
        for layer in reversed(range(self.cells // self.directions)):
            into, width = 0, grad.shape[1] // self.directions
            for direction in range(self.directions):
                number = layer * self.directions + direction
                below, given, found = kept[number]
                part = grad[:, direction * width : (direction + 1) * width]
                arguments = [[part, *(g[number] for g in of_states)], given, found[0]]
                arguments += options or found[1 + count :]
                got = TABLE[f"{name}_backward"].kernel(xp, *arguments, sizes, direction == 1)
                gates, firsts, rest = got[0], got[1 : 1 + count], got[1 + count :]
                for place, first in zip(of_first, firsts, strict=True):
                    place[number] = first
                biases = []
                if self.has_biases:
                    bias = gates.sum(0)
                    biases = [bias, rest[1] if self.mode == "gru" else bias]
                projection = rest[1:] if self.mode == "lstm" else ()
                of_weights[number] = [gates.T @ below, rest[0], *biases, *projection]
                into = into + gates @ self.weights[number][0]
            grad = into
        return (grad, *of_first, *(g for weights in of_weights for g in weights))


def _network_rule(tensors, mode, has_biases, directions, sizes):
    rows, *states = tensors[: 1 + STATES[mode]]
    out = meta_array((rows.shape[0], states[0].shape[2] * directions), rows.dtype)
    return [out, *(meta_array(s.shape, rows.dtype) for s in states)]


def _gradients_rule(grads, tensors, *rest):
    return [meta_array(t.shape, t.dtype) for t in tensors]


def _weights(*shapes):
    return ", ".join(f"unit({shape}) * 0.3" for shape in shapes)


_LSTM = _weights("8, 3", "8, 2", "8", "8")
_PROJECTED = _weights("16, 3", "16, 2", "16", "16", "2, 4")
_GRUS = _weights(*("6, 3", "6, 2") * 2, *("6, 4", "6, 2") * 2)
_RNN = _weights("4, 3", "4, 4", "4", "4")
NETWORKS = (
    f'[x(6, 3), x(1, 2, 2), x(1, 2, 2), {_LSTM}], "lstm", True, 1, (2, 2, 2)',
    f'[x(6, 3), x(1, 3, 2), x(1, 3, 4), {_PROJECTED}], "lstm", True, 1, (3, 2, 1)',
    f'[x(6, 3), x(4, 3, 2), {_GRUS}], "gru", False, 2, (3, 2, 1)',
    f'[x(4, 3), x(1, 2, 4), {_RNN}], "rnn_tanh", True, 1, (2, 2)',
    f'[x(4, 3), x(1, 2, 4), {_RNN}], "rnn_relu", True, 1, (2, 2)',
)


@operator(
    samples=NETWORKS,
    meta=_network_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
)
@_in_float32
def recurrent_network(
    xp, tensors: OptionalArrays, mode: str, has_biases: bool, directions: int, sizes: Shape
) -> tuple[Array, ...]:
    """The rows of the last layer's results, and the last states; see the module.

    `mode` is "lstm", "gru", "rnn_tanh" or "rnn_relu"; `sizes` has the number of rows of each step.
    """
    rows, states, _ = Network(tensors, mode, has_biases, directions).forward(xp, sizes)
    return rows, *states


@operator(
    samples=(
        f"[x(6, 2), None, x(1, 2, 2)], {NETWORKS[0]}",
        f"[x(6, 4), x(4, 3, 2)], {NETWORKS[2]}",
        f"[None, x(1, 2, 4)], {NETWORKS[3]}",
    ),
    meta=_gradients_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
    differentiable=False,
)
def recurrent_network_backward(
    xp,
    grads: OptionalArrays,
    tensors: OptionalArrays,
    mode: str,
    has_biases: bool,
    directions: int,
    sizes: Shape,
) -> tuple[Array, ...]:
    """The gradients of `recurrent_network` in its tensors."""
    return _backward(xp, tensors, grads, mode, has_biases, directions, sizes)


@_in_float32
def _backward(xp, tensors, grads, mode, has_biases, directions, sizes):
    return Network(tensors, mode, has_biases, directions).backward(xp, grads, sizes)
