"""One step of a recurrent network, as `torch` has it."""

from __future__ import annotations

from collections.abc import Sequence

from .. import _operators as T
from .._operator import Array, composite
from ._nn_arrays import require_tensor


def _check(name, gates, input, states, w_ih, w_hh):
    for position, (argument, value) in enumerate(
        (("input", input), ("w_ih", w_ih), ("w_hh", w_hh)), 1
    ):
        require_tensor(name, argument, position, value)
    for state in states:
        require_tensor(name, "hx", 2, state)
    if any(t.ndim != 2 for t in (input, *states)):
        raise RuntimeError(
            f"{name}: Expected input and states of shape (N, features), but got "
            f"{[list(t.shape) for t in (input, *states)]}; unsqueeze a batch dimension"
        )
    if input.size(-1) != w_ih.size(1):
        raise RuntimeError(
            f"{name}: input has inconsistent input_size: got {input.size(-1)} expected "
            f"{w_ih.size(1)}"
        )
    width = w_hh.size(1)
    if tuple(w_hh.shape) != (gates * width, width) or w_ih.size(0) != gates * width:
        raise RuntimeError(
            f"{name}: Expected weights of {gates} * H rows, and w_hh of H columns, but got "
            f"{list(w_ih.shape)} and {list(w_hh.shape)}"
        )
    for state in states:
        if tuple(state.shape) != (input.size(0), width):
            raise RuntimeError(
                f"{name}: Expected hidden state of size {[input.size(0), width]}, got "
                f"{list(state.shape)}"
            )


def _sum(b_ih, b_hh):
    if b_ih is None or b_hh is None:
        return b_hh if b_ih is None else b_ih
    return b_ih + b_hh


_LSTM = "x(2, 3), [x(2, 4), x(2, 4)], x(16, 3), x(16, 4)"


@composite(
    methods=False,
    dtypes="float",
    samples=(f"{_LSTM}, x(16), x(16)", _LSTM),
    errors=(
        ("x(2, 3), [x(2, 4)], x(16, 3), x(16, 4)", RuntimeError, "expects two hidden states"),
        ("x(3), [x(4), x(4)], x(16, 3), x(16, 4)", RuntimeError, "unsqueeze a batch dimension"),
        ("x(2, 5), [x(2, 4), x(2, 4)], x(16, 3), x(16, 4)", RuntimeError, "input_size"),
        ("x(2, 3), [x(3, 4), x(3, 4)], x(16, 3), x(16, 4)", RuntimeError, "Expected hidden state"),
    ),
    layered=True,
)
def lstm_cell(
    input: Array,
    hx: Sequence[Array],
    w_ih: Array,
    w_hh: Array,
    b_ih: Array | None = None,
    b_hh: Array | None = None,
) -> tuple[Array, Array]:
    """One step of an LSTM on (N, I), from hx = (h, c): the new h and c.

    >>> import firebrick_core as fb
    >>> h = fb.zeros(2, 4)
    >>> h, c = fb.lstm_cell(fb.ones(2, 3), (h, h), fb.ones(16, 3), fb.ones(16, 4))
    >>> h.shape
    torch.Size([2, 4])
    """
    if hasattr(hx, "_keys") or len(hx) != 2:
        raise RuntimeError("lstm_cell expects two hidden states, the tensors h and c")
    _check("lstm_cell", 4, input, hx, w_ih, w_hh)
    gates = T.linear(input, w_ih, _sum(b_ih, b_hh))
    _, h, c, *_ = T.lstm_sequence([gates, *hx, w_hh, None], (gates.size(0),), False)
    return h, c


@composite(
    methods=False,
    dtypes="float",
    samples=(
        "x(2, 3), x(2, 4), x(12, 3), x(12, 4), x(12), x(12)",
        "x(2, 3), x(2, 4), x(12, 3), x(12, 4)",
    ),
    errors=(("x(2, 5), x(2, 4), x(12, 3), x(12, 4)", RuntimeError, "inconsistent input_size"),),
    layered=True,
)
def gru_cell(
    input: Array,
    hx: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array | None = None,
    b_hh: Array | None = None,
) -> Array:
    """One step of a GRU on (N, I), from the state hx: the new state."""
    _check("gru_cell", 3, input, [hx], w_ih, w_hh)
    gates = T.linear(input, w_ih, b_ih)
    return T.gru_sequence([gates, hx, w_hh, b_hh], (gates.size(0),), False)[1]


def _rnn_cell(name, relu, input, hx, w_ih, w_hh, b_ih, b_hh):
    _check(name, 1, input, [hx], w_ih, w_hh)
    gates = T.linear(input, w_ih, _sum(b_ih, b_hh))
    return T.rnn_sequence([gates, hx, w_hh], relu, (gates.size(0),), False)[1]


_RNN = ("x(2, 3), x(2, 4), x(4, 3), x(4, 4), x(4), x(4)", "x(2, 3), x(2, 4), x(4, 3), x(4, 4)")


@composite(methods=False, dtypes="float", samples=_RNN, layered=True)
def rnn_tanh_cell(
    input: Array,
    hx: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array | None = None,
    b_hh: Array | None = None,
) -> Array:
    """One step of tanh units on (N, I), from the state hx: the new state."""
    return _rnn_cell("rnn_tanh_cell", False, input, hx, w_ih, w_hh, b_ih, b_hh)


@composite(methods=False, dtypes="float", samples=_RNN, layered=True)
def rnn_relu_cell(
    input: Array,
    hx: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array | None = None,
    b_hh: Array | None = None,
) -> Array:
    """One step of rectified units on (N, I), from the state hx: the new state."""
    return _rnn_cell("rnn_relu_cell", True, input, hx, w_ih, w_hh, b_ih, b_hh)
