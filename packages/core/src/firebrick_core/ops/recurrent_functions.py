"""Recurrent networks and their cells, as `torch` has them: weights given as a list.

Each layer and direction has weight_ih, weight_hh, then bias_ih, bias_hh where `has_biases`, then
weight_hr where an LSTM projects its state. Packed sequences come as `data` with the number of rows
of each step, `batch_sizes`, before the states.
"""

from __future__ import annotations

from typing import Any

from .. import _operators as T
from .._operator import Array, composite
from .._provider import is_served
from ._nn_arrays import require_tensor
from .dropout import drop

# ---------------------------------------------------------------------- one layer and direction


def _biases(weights, has_biases):
    return weights[2:4] if has_biases else (None, None)


def _lstm_layer(rows, sizes, states, weights, has_biases, reverse):
    bias_ih, bias_hh = _biases(weights, has_biases)
    gates = T.linear(rows, weights[0], None if bias_ih is None else bias_ih + bias_hh)
    projection = weights[-1] if len(weights) % 2 else None
    return T.lstm_sequence([gates, *states, weights[1], projection], sizes, reverse)[:3]


def _gru_layer(rows, sizes, states, weights, has_biases, reverse):
    bias_ih, bias_hh = _biases(weights, has_biases)
    gates = T.linear(rows, weights[0], bias_ih)
    return T.gru_sequence([gates, *states, weights[1], bias_hh], sizes, reverse)[:2]


def _rnn_layer(relu):
    def layer(rows, sizes, states, weights, has_biases, reverse):
        bias_ih, bias_hh = _biases(weights, has_biases)
        gates = T.linear(rows, weights[0], None if bias_ih is None else bias_ih + bias_hh)
        return T.rnn_sequence([gates, *states, weights[1]], relu, sizes, reverse)

    return layer


_LAYERS = {
    "lstm": _lstm_layer,
    "gru": _gru_layer,
    "rnn_tanh": _rnn_layer(False),
    "rnn_relu": _rnn_layer(True),
}


# ---------------------------------------------------------------------- all layers
def _check(name, rows, sizes, states, params, each, count):
    if not sizes:
        raise RuntimeError(f"{name}: Expected sequence length to be larger than 0 in RNN")
    if len(params) != each * count:
        raise RuntimeError(
            f"{name}: expected {each} weights for each of {count} layers and directions, "
            f"{each * count}, but got {len(params)}"
        )
    for position, state in enumerate(states):
        features = params[each - 1].size(0) if each % 2 and not position else params[1].size(1)
        if each % 2 and position:
            features = params[each - 1].size(1)
        expected = [count, sizes[0], features]
        if list(state.shape) != expected:
            raise RuntimeError(
                f"{name}: Expected hidden state {position} of size {expected}, got "
                f"{list(state.shape)}"
            )


def _network(
    name, rows, sizes, states, params, has_biases, num_layers, dropout, train, bidirectional
):
    """Rows of outputs, and the last states of all layers and directions."""
    directions = 2 if bidirectional else 1
    projects = len(states) == 2 and states[0].size(-1) != states[1].size(-1)
    each = (4 if has_biases else 2) + projects
    params = list(params)
    _check(name, rows, sizes, states, params, each, num_layers * directions)
    whole = [rows, *states, *params], name, bool(has_biases), directions, sizes
    if not (dropout and train and num_layers > 1) and is_served("recurrent_network", *whole):
        return T.recurrent_network(*whole)
    return by_layers(name, rows, sizes, states, params, has_biases, directions, dropout, train)


def by_layers(name, rows, sizes, states, params, has_biases, directions, dropout=0.0, train=False):
    """The same by the operators of single layers and directions."""
    layer_of, last, num_layers = _LAYERS[name], [], states[0].size(0) // directions
    each = len(params) // states[0].size(0)
    for layer in range(num_layers):
        outs = []
        for direction in range(directions):
            k = layer * directions + direction
            own = [state.select(0, k) for state in states]
            weights = params[k * each : (k + 1) * each]
            out, *ends = layer_of(rows, sizes, own, weights, has_biases, direction == 1)
            outs.append(out)
            last.append(ends)
        rows = outs[0] if directions == 1 else T.cat(outs, -1)
        if dropout and layer < num_layers - 1:
            rows = drop(rows, dropout, train, False, False)
    return rows, *(T.stack(list(ends)) for ends in zip(*last, strict=True))


def _batch(name, input, states, params, *options):
    """A batch of equal sequences, (time, batch, features) or with the batch first."""
    *options, batch_first = options
    require_tensor(name, "input", 1, input)
    if input.ndim != 3:
        raise RuntimeError(
            f"{name}: Expected a 3-D input of time, batch and features, but got "
            f"{list(input.shape)}; unsqueeze a batch dimension"
        )
    if batch_first:
        input = input.transpose(0, 1)
    steps, n, features = input.shape
    rows = input.reshape(steps * n, features)
    out, *last = _network(name, rows, (n,) * steps, states, params, *options)
    out = out.view(steps, n, -1)
    return out.transpose(0, 1) if batch_first else out, *last


def _packed(name, data, batch_sizes, states, params, *options):
    require_tensor(name, "data", 1, data)
    require_tensor(name, "batch_sizes", 2, batch_sizes)
    sizes = tuple(batch_sizes.tolist())
    falling = all(a >= b > 0 for a, b in zip(sizes, sizes[1:], strict=False))
    if data.ndim != 2 or sum(sizes) != data.size(0) or not falling:
        raise RuntimeError(
            f"{name}: Expected packed data of {sum(sizes)} rows, in steps of falling batch sizes, "
            f"but got {list(data.shape)} and batch_sizes {list(sizes)}"
        )
    return _network(name, data, sizes, states, params, *options)


def _two_states(hx):
    if hasattr(hx, "_keys") or len(hx) != 2:
        raise RuntimeError("lstm expects two hidden states, the tensors h and c")
    return list(hx)


# ---------------------------------------------------------------------- as torch has them
def _weights(*shapes):
    """A sample's weights as text: small ones, since 16-bit rounding grows from step to step."""
    return f"[{', '.join(f'unit({shape}) * 0.3' for shape in shapes)}]"


_LSTM = _weights("16, 3", "16, 4", "16", "16")
_GRU = _weights("12, 3", "12, 4", "12", "12")
_RNN = _weights("4, 3", "4, 4", "4", "4")
_OPTIONS = "True, 1, 0.0, False, False"
_PACKED = f"x(6, 3), T.tensor([3, 2, 1]), {{states}}, {{weights}}, {_OPTIONS}"
_PROJECTING = _weights(*("16, 3", "16, 2", "2, 4") * 2)
_TWO_LAYERS = _weights(*("12, 3", "12, 4") * 2, *("12, 8", "12, 4") * 2)
_BOTH_WAYS = _weights(*("4, 3", "4, 4") * 2)


@composite(
    methods=False,
    dtypes="float",
    samples=(
        f"x(5, 2, 3), [x(1, 2, 4), x(1, 2, 4)], {_LSTM}, {_OPTIONS}, False",
        f"x(2, 5, 3), [x(2, 2, 2), x(2, 2, 4)], {_PROJECTING}, False, 1, 0.0, False, True, True",
        _PACKED.format(states="[x(1, 3, 4), x(1, 3, 4)]", weights=_LSTM),
    ),
    errors=(
        (
            f"x(5, 2, 3), [x(1, 2, 4)], {_LSTM}, {_OPTIONS}, False",
            RuntimeError,
            "expects two hidden states",
        ),
        (
            f"x(5, 2, 3), [x(1, 2, 5), x(1, 2, 5)], {_LSTM}, {_OPTIONS}, False",
            RuntimeError,
            "Expected hidden state 0 of size",
        ),
        (
            f"x(0, 2, 3), [x(1, 2, 4), x(1, 2, 4)], {_LSTM}, {_OPTIONS}, False",
            RuntimeError,
            "larger than 0",
        ),
        (
            f"x(5, 3), [x(1, 2, 4), x(1, 2, 4)], {_LSTM}, {_OPTIONS}, False",
            RuntimeError,
            "Expected a 3-D input",
        ),
        (
            f"x(6, 3), T.tensor([2, 2, 1]), [x(1, 2, 4), x(1, 2, 4)], {_LSTM}, {_OPTIONS}",
            RuntimeError,
            "packed data of 5 rows",
        ),
    ),
    layered=True,
)
def lstm(
    input: Array,
    hx: Any,
    params: Any,
    has_biases: Any,
    num_layers: Any,
    dropout: Any,
    train: Any,
    bidirectional: Any,
    batch_first: Any,
) -> tuple[Array, Array, Array]:
    """Layers of long short-term memory over (T, N, I), from hx = (h, c): outputs, last h and c.

    h and c are (layers * directions, N, features); see the module for `params`. `dropout` falls on
    the outputs of all layers but the last, when training. Packed: `lstm(data, batch_sizes, hx,
    params, has_biases, num_layers, dropout, train, bidirectional)`. Raises RuntimeError where sizes
    do not fit (Hochreiter & Schmidhuber 1997; projections: Sak et al. 2014).

    >>> import firebrick_core as fb
    >>> h = fb.zeros(1, 2, 4)
    >>> out, h, c = fb.lstm(
    ...     fb.ones(5, 2, 3), (h, h), [fb.ones(16, 3), fb.ones(16, 4)], False, 1, 0.0, False, False,
    ...     False
    ... )
    >>> out.shape, c.shape
    (torch.Size([5, 2, 4]), torch.Size([1, 2, 4]))
    """
    if not hasattr(hx, "_keys"):
        return _batch(
            "lstm",
            input,
            _two_states(hx),
            params,
            has_biases,
            num_layers,
            dropout,
            train,
            bidirectional,
            batch_first,
        )
    given = (has_biases, num_layers, dropout, train, bidirectional, batch_first)
    return _packed("lstm", input, hx, _two_states(params), *given)


def _one_state(name, input, hx, params, *options):
    """A network with one state, packed where the third argument is that state."""
    if hasattr(params, "_keys"):
        return _packed(name, input, hx, [params], *options)
    require_tensor(name, "hx", 2, hx)
    return _batch(name, input, [hx], params, *options)


@composite(
    methods=False,
    dtypes="float",
    samples=(
        f"x(5, 2, 3), x(1, 2, 4), {_GRU}, {_OPTIONS}, False",
        f"x(2, 5, 3), x(4, 2, 4), {_TWO_LAYERS}, False, 2, 0.0, False, True, True",
        _PACKED.format(states="x(1, 3, 4)", weights=_GRU),
    ),
    errors=(
        (
            f"x(5, 2, 3), x(1, 2, 5), {_GRU}, {_OPTIONS}, False",
            RuntimeError,
            "Expected hidden state 0 of size",
        ),
        (
            "x(5, 2, 3), x(1, 2, 4), [unit(12, 3) * 0.3], True, 1, 0.0, False, False, False",
            RuntimeError,
            "expected 4 weights for each",
        ),
    ),
    layered=True,
)
def gru(
    input: Array,
    hx: Any,
    params: Any,
    has_biases: Any,
    num_layers: Any,
    dropout: Any,
    train: Any,
    bidirectional: Any,
    batch_first: Any,
) -> tuple[Array, Array]:
    """Layers of gated recurrent units over (T, N, I): outputs and last h; arguments as of `lstm`.

    Packed: `gru(data, batch_sizes, hx, params, ...)` (Cho et al. 2014).
    """
    return _one_state(
        "gru",
        input,
        hx,
        params,
        has_biases,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first,
    )


_RNN_SAMPLES = (
    f"x(5, 2, 3), x(1, 2, 4), {_RNN}, {_OPTIONS}, False",
    f"x(2, 5, 3), x(2, 2, 4), {_BOTH_WAYS}, False, 1, 0.0, False, True, True",
    _PACKED.format(states="x(1, 3, 4)", weights=_RNN),
)


@composite(methods=False, dtypes="float", samples=_RNN_SAMPLES, layered=True)
def rnn_tanh(
    input: Array,
    hx: Any,
    params: Any,
    has_biases: Any,
    num_layers: Any,
    dropout: Any,
    train: Any,
    bidirectional: Any,
    batch_first: Any,
) -> tuple[Array, Array]:
    """Layers of tanh units over (T, N, I): outputs and last h; arguments as of `lstm`.

    Packed: `rnn_tanh(data, batch_sizes, hx, params, ...)` (Elman 1990).
    """
    return _one_state(
        "rnn_tanh",
        input,
        hx,
        params,
        has_biases,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first,
    )


@composite(methods=False, dtypes="float", samples=_RNN_SAMPLES, layered=True)
def rnn_relu(
    input: Array,
    hx: Any,
    params: Any,
    has_biases: Any,
    num_layers: Any,
    dropout: Any,
    train: Any,
    bidirectional: Any,
    batch_first: Any,
) -> tuple[Array, Array]:
    """Layers of rectified units over (T, N, I): outputs and last h; arguments as of `lstm`.

    Packed: `rnn_relu(data, batch_sizes, hx, params, ...)`.
    """
    return _one_state(
        "rnn_relu",
        input,
        hx,
        params,
        has_biases,
        num_layers,
        dropout,
        train,
        bidirectional,
        batch_first,
    )
