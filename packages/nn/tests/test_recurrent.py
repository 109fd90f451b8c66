"""Recurrent layers and cells: packed sequences, states, and what they refuse."""

import numpy as np
import pytest

import firebrick_core as torch
import firebrick_nn as nn
from firebrick_nn.utils.rnn import pack_sequence, unpack_sequence

LAYERS = [
    "RNN(3, 4)", "RNN(3, 4, 2, bidirectional=True)", "GRU(3, 4, 2)",
    "GRU(3, 4, bidirectional=True, bias=False)", "LSTM(3, 4, 2)", "LSTM(3, 4, bidirectional=True)",
    "LSTM(3, 4, 2, proj_size=2, bidirectional=True)",
]  # fmt: skip
LENGTHS = [(4, 2, 1), (2, 4, 3), (1, 1, 5)]


def make(constructor):
    return eval(f"nn.{constructor}", {"nn": nn})


def states_of(result):
    """The last states of a result, as a list."""
    return list(result[1]) if isinstance(result[1], tuple) else [result[1]]


@pytest.mark.parametrize("lengths", LENGTHS, ids=str)
@pytest.mark.parametrize("constructor", LAYERS)
def test_packed_sequences_give_what_each_sequence_gives_alone(constructor, lengths):
    layer = make(constructor)
    sequences = [torch.randn(n, 3) for n in lengths]
    result = layer(pack_sequence(sequences, enforce_sorted=False))
    for i, (sequence, output) in enumerate(zip(sequences, unpack_sequence(result[0]), strict=True)):
        alone = layer(sequence)
        np.testing.assert_allclose(output.detach(), alone[0].detach(), atol=1e-6)
        for together, single in zip(states_of(result), states_of(alone), strict=True):
            np.testing.assert_allclose(together[:, i].detach(), single.detach(), atol=1e-6)


@pytest.mark.parametrize("constructor", LAYERS)
def test_packed_sequences_start_from_their_own_states(constructor):
    layer = make(constructor)
    sequences = [torch.randn(n, 3) for n in (1, 3)]
    count = layer.num_layers * layer.num_directions
    sizes = [layer.proj_size or layer.hidden_size, layer.hidden_size]
    hx = [torch.randn(count, 2, size) for size in sizes[: 2 if layer.mode == "LSTM" else 1]]
    pair = tuple(hx) if len(hx) == 2 else hx[0]
    result = layer(pack_sequence(sequences, enforce_sorted=False), pair)
    for i, sequence in enumerate(sequences):
        own = tuple(h[:, i] for h in hx)
        alone = layer(sequence, own if len(own) == 2 else own[0])
        np.testing.assert_allclose(
            unpack_sequence(result[0])[i].detach(), alone[0].detach(), atol=1e-6
        )


CELLS = [("RNN(3, 4)", nn.RNNCell), ("GRU(3, 4)", nn.GRUCell), ("LSTM(3, 4)", nn.LSTMCell)]


@pytest.mark.parametrize("constructor, cell", CELLS)
def test_a_cell_is_a_step_of_the_layer(constructor, cell):
    layer, step = make(constructor), cell(3, 4)
    step.load_state_dict({k.removesuffix("_l0"): v for k, v in layer.state_dict().items()})
    x, state = torch.randn(5, 2, 3), None
    for row in x:
        state = step(row, state)
    last = state[0] if isinstance(state, tuple) else state
    np.testing.assert_allclose(last.detach(), layer(x)[0][-1].detach(), atol=1e-6)


def test_batch_first_swaps_inputs_and_outputs_but_not_states():
    layer, x = nn.GRU(3, 4, batch_first=True), torch.randn(2, 5, 3)
    output, h = layer(x)
    layer.batch_first = False
    want = layer(x.transpose(0, 1))[0]
    np.testing.assert_array_equal(output.transpose(0, 1).detach(), want.detach())
    assert h.shape == (1, 2, 4)


def test_weights_by_layer_and_direction():
    layer = nn.LSTM(3, 4, 2, bidirectional=True, proj_size=2)
    layer.flatten_parameters()
    assert [[*w.shape] for w in layer.all_weights[3]] == [[16, 4], [16, 2], [16], [16], [2, 4]]
    assert layer.all_weights[1][0] is layer.weight_ih_l0_reverse
    layer.weight_ih_l0 = nn.Parameter(torch.zeros(16, 3))
    assert layer.all_weights[0][0] is layer.weight_ih_l0


def test_dropout_falls_between_layers_in_training_only():
    layer, x = nn.GRU(3, 4, 2, dropout=0.5), torch.randn(5, 2, 3)
    assert not torch.equal(layer(x)[0], layer(x)[0])
    layer.eval()
    assert torch.equal(layer(x)[0], layer(x)[0])


def test_dropout_of_a_single_layer_is_warned_of():
    with pytest.warns(UserWarning, match="expects num_layers greater than 1"):
        nn.LSTM(3, 4, dropout=0.5)


BAD_ARGUMENTS = [
    ("LSTM(3, 4, dropout=2)", ValueError, "number in range"),
    ("LSTM(3, 4, dropout=True)", ValueError, "number in range"),
    ("LSTM(3, 4.0)", TypeError, "hidden_size should be of type int, got: float"),
    ("LSTM(3, 0)", ValueError, "hidden_size must be greater than zero"),
    ("LSTM(3, 4, 0)", ValueError, "num_layers must be greater than zero"),
    ("LSTM(3, 4, proj_size=-1)", ValueError, "positive integer or zero"),
    ("LSTM(3, 4, proj_size=4)", ValueError, "smaller than hidden_size"),
    ("RNN(3, 4, proj_size=2)", ValueError, "only supported for LSTM"),
    ("GRU(3, 4, proj_size=2)", ValueError, "only supported for LSTM"),
    ("RNN(3, 4, nonlinearity='gelu')", ValueError, "Unknown nonlinearity 'gelu'"),
    ("RNNBase('GRUX', 3, 4)", ValueError, "Unrecognized RNN mode: GRUX"),
]  # fmt: skip


@pytest.mark.parametrize("constructor, error, message", BAD_ARGUMENTS)
def test_bad_arguments(constructor, error, message):
    with pytest.raises(error, match=message):
        make(constructor)


def zeros(*shape):
    return torch.zeros(shape)


BAD_INPUTS = [
    ("RNN(3, 4)", (zeros(3),), ValueError, "RNN: Expected input to be 2D or 3D, got 1D"),
    ("GRU(3, 4)", (zeros(1, 2, 3, 4),), ValueError, "GRU: Expected input to be 2D or 3D, got 4D"),
    ("GRU(3, 4)", (zeros(2, 5),), RuntimeError, r"equal to input_size. Expected 3, got 5"),
    ("GRU(3, 4)", (zeros(2, 3).double(),), ValueError, "must have the type torch.float32"),
    ("GRU(3, 4)", (zeros(2, 3), zeros(1, 1, 4)), RuntimeError, "hx should also be 2-D but got 3-D"),
    ("GRU(3, 4)", (zeros(2, 1, 3), zeros(1, 4)), RuntimeError, "hx should also be 3-D but got 2-D"),
    ("GRU(3, 4)", (zeros(2, 1, 3), zeros(1, 2, 4)), RuntimeError, r"Expected hidden size \(1, 1, "),
    ("LSTM(3, 4)", (zeros(2, 3), (zeros(1, 4), zeros(1, 1, 4))), RuntimeError, "got .2-D, 3-D"),
    ("LSTM(3, 4)", (zeros(2, 1, 3), (zeros(1, 1, 4), zeros(1, 1, 5))), RuntimeError, r"hidden\[1"),
    ("LSTM(3, 4)", (zeros(2, 1, 3), (zeros(1, 2, 4), zeros(1, 1, 4))), RuntimeError, r"hidden\[0"),
    ("RNNCell(3, 4)", (zeros(1, 1, 3),), ValueError, "RNNCell: Expected input to be 1D or 2D"),
    ("GRUCell(3, 4)", (zeros(3), zeros(1, 1, 4)), ValueError, "GRUCell: Expected hidden to be 1D"),
    ("LSTMCell(3, 4)", (zeros(3), (zeros(4), zeros(()))), ValueError, r"Expected hx\[1\] to be 1D"),
    ("RNNCell(3, 4, nonlinearity='x')", (zeros(3),), RuntimeError, "Unknown nonlinearity: x"),
]  # fmt: skip


@pytest.mark.parametrize("constructor, arguments, error, message", BAD_INPUTS)
def test_bad_inputs(constructor, arguments, error, message):
    layer = make(constructor)
    with pytest.raises(error, match=message):
        layer(*arguments)
