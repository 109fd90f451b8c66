"""Recurrent networks over whole sequences, padded or packed."""

from __future__ import annotations

from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor

from ._recurrent_base import RNNBase, apply_permutation, require_number_of_dims
from .utils.rnn import PackedSequence

__all__ = ["GRU", "LSTM", "RNN"]


class _OneState(RNNBase):
    """The forward pass of the networks whose state is one tensor."""

    _name: str

    def forward(self, input: Any, hx: Tensor | None = None) -> tuple[Any, Tensor]:
        function = getattr(torch, self.mode.lower())
        options = (
            self._flat_weights, self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional,
        )  # fmt: skip
        if isinstance(input, PackedSequence):
            data, sizes, sorted_indices, unsorted_indices = input
            hx = self._state(data, hx, int(sizes[0]), sorted_indices)
            self.check_forward_args(data, hx, sizes)
            output, last = function(data, sizes, hx, *options)
            packed = PackedSequence(output, sizes, sorted_indices, unsorted_indices)
            return packed, apply_permutation(last, unsorted_indices)
        batched = require_number_of_dims(self._name, input)
        if hx is not None and hx.dim() != input.dim():
            kind = "batched 3-D" if batched else "unbatched 2-D"
            raise RuntimeError(
                f"For {kind} input, hx should also be {input.dim()}-D but got {hx.dim()}-D tensor"
            )
        batch_dim = 0 if self.batch_first else 1
        if not batched:
            input = input.unsqueeze(batch_dim)
            hx = None if hx is None else hx.unsqueeze(1)
        hx = self._state(input, hx, input.size(batch_dim), None)
        self.check_forward_args(input, hx, None)
        output, last = function(input, hx, *options, self.batch_first)
        if not batched:
            return output.squeeze(batch_dim), last.squeeze(1)
        return output, last

    def _state(self, input: Tensor, hx: Tensor | None, batch: int, order: Any) -> Tensor:
        if hx is not None:
            return apply_permutation(hx, order)
        count = self.num_layers * self.num_directions
        return torch.zeros(
            count, batch, self.hidden_size, dtype=input.dtype, device=input.device
        )


class RNN(_OneState):
    """Layers of `h' = tanh(W_ih x + b_ih + W_hh h + b_hh)` over sequences.

    Args:
        input_size, hidden_size, num_layers: as in `RNNBase`.
        nonlinearity: "tanh" or "relu". Default: "tanh".
        bias, batch_first, dropout, bidirectional, device, dtype: as in `RNNBase`.

    Shape: (L, N, input_size), (L, input_size), or packed, to outputs (L, N, directions *
    hidden_size); the state is (layers * directions, N, hidden_size), zeros by default.
    `forward(input, hx=None)` gives outputs and the last state. Raises ValueError or RuntimeError
    where shapes do not fit. Source: Elman 1990, Finding structure in time; torch.nn.RNN.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> output, h = nn.RNN(10, 20, 2)(torch.randn(5, 3, 10))
    >>> output.shape, h.shape
    (torch.Size([5, 3, 20]), torch.Size([2, 3, 20]))
    """

    _name = "RNN"

    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int = 1, nonlinearity: str = "tanh",
        *args: Any, **kwargs: Any,
    ) -> None:  # fmt: skip
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(
                f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'."
            )
        self.nonlinearity = nonlinearity
        mode = f"RNN_{nonlinearity.upper()}"
        super().__init__(mode, input_size, hidden_size, num_layers, *args, **kwargs)


class GRU(_OneState):
    """Layers of gated recurrent units over sequences.

    With r and z = sigmoid(W x + U h + b): `h' = (1 - z) tanh(W_n x + b_n + r (U_n h + c_n)) + z h`.

    Args, shape and errors: as `RNN`, without `nonlinearity`; the rows of the weights are r, z, n.
    Source: Cho et al. 2014, Learning phrase representations using RNN encoder-decoder;
    torch.nn.GRU.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> output, h = nn.GRU(10, 20, bidirectional=True)(torch.randn(5, 3, 10))
    >>> output.shape, h.shape
    (torch.Size([5, 3, 40]), torch.Size([2, 3, 20]))
    """

    _name = "GRU"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)


class LSTM(RNNBase):
    """Layers of long short-term memory over sequences.

    With i, f, o = sigmoid(W x + U h + b) and g = tanh(...): `c' = f c + i g`, `h' = o tanh(c')`,
    and `h' = W_hr o tanh(c')` with `proj_size`.

    Args: as `RNNBase`, without `mode`; the rows of the weights are i, f, g, o.

    Shape: (L, N, input_size), (L, input_size), or packed, to outputs (L, N, directions * H) with
    H = proj_size or hidden_size; the state is h (layers * directions, N, H) and c (layers *
    directions, N, hidden_size), zeros by default. `forward(input, (h, c))` gives outputs and the
    last (h, c). Raises ValueError or RuntimeError where shapes do not fit. Source: Hochreiter and
    Schmidhuber 1997, Long short-term memory; Sak et al. 2014; torch.nn.LSTM.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> output, (h, c) = nn.LSTM(10, 20, proj_size=5)(torch.randn(5, 3, 10))
    >>> output.shape, h.shape, c.shape
    (torch.Size([5, 3, 5]), torch.Size([1, 3, 5]), torch.Size([1, 3, 20]))
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)

    def get_expected_cell_size(
        self, input: Tensor, batch_sizes: Tensor | None
    ) -> tuple[int, int, int]:
        """The shape of c that goes with an input."""
        layers, batch, _ = self.get_expected_hidden_size(input, batch_sizes)
        return layers, batch, self.hidden_size

    def check_forward_args(self, input: Tensor, hidden: Any, batch_sizes: Tensor | None) -> None:
        """Check input and state."""
        self.check_input(input, batch_sizes)
        expected = (
            self.get_expected_hidden_size(input, batch_sizes),
            self.get_expected_cell_size(input, batch_sizes),
        )
        for i in (0, 1):
            message = f"Expected hidden[{i}] size {{}}, got {{}}"
            self.check_hidden_size(hidden[i], expected[i], message)

    def permute_hidden(self, hx: Any, permutation: Tensor | None) -> Any:
        """The state with its sequences in another order."""
        return tuple(apply_permutation(state, permutation) for state in hx)

    def _states(self, input: Tensor, hx: Any, batch: int, order: Any) -> Any:
        if hx is not None:
            return self.permute_hidden(hx, order)
        count = self.num_layers * self.num_directions
        return tuple(
            torch.zeros(count, batch, size, dtype=input.dtype, device=input.device)
            for size in (self.proj_size or self.hidden_size, self.hidden_size)
        )

    def forward(self, input: Any, hx: Any = None) -> tuple[Any, tuple[Tensor, Tensor]]:
        options = (
            self._flat_weights, self.bias, self.num_layers, self.dropout, self.training,
            self.bidirectional,
        )  # fmt: skip
        if isinstance(input, PackedSequence):
            data, sizes, sorted_indices, unsorted_indices = input
            hx = self._states(data, hx, int(sizes[0]), sorted_indices)
            self.check_forward_args(data, hx, sizes)
            output, *last = torch.lstm(data, sizes, hx, *options)
            packed = PackedSequence(output, sizes, sorted_indices, unsorted_indices)
            return packed, self.permute_hidden(last, unsorted_indices)
        batched = require_number_of_dims("LSTM", input)
        if hx is not None and any(state.dim() != input.dim() for state in hx):
            kind = "batched 3-D" if batched else "unbatched 2-D"
            got = ", ".join(f"{state.dim()}-D" for state in hx)
            raise RuntimeError(
                f"For {kind} input, hx and cx should also be {input.dim()}-D but got ({got}) "
                "tensors"
            )
        batch_dim = 0 if self.batch_first else 1
        if not batched:
            input = input.unsqueeze(batch_dim)
            hx = None if hx is None else tuple(state.unsqueeze(1) for state in hx)
        hx = self._states(input, hx, input.size(batch_dim), None)
        self.check_forward_args(input, hx, None)
        output, h, c = torch.lstm(input, hx, *options, self.batch_first)
        if not batched:
            return output.squeeze(batch_dim), (h.squeeze(1), c.squeeze(1))
        return output, (h, c)
