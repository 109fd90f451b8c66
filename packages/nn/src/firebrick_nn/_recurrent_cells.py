"""One step of a recurrent network, as a layer."""

from __future__ import annotations

import math
from typing import Any

import firebrick_core as torch
from firebrick_core import Tensor, empty

from . import init
from ._module import Module
from ._parameter import Parameter

__all__ = ["GRUCell", "LSTMCell", "RNNCell", "RNNCellBase"]


class RNNCellBase(Module):
    """The base class of the cells: arguments, weights and the check of what comes in.

    Args:
        input_size: features of the input.
        hidden_size: features of the state.
        bias: whether there are `bias_ih` and `bias_hh`.
        num_chunks: number of gates.
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Parameters: `weight_ih` (num_chunks * hidden_size, input_size), `weight_hh`, `bias_ih`,
    `bias_hh`, uniform in (-k, k) with k = 1 / sqrt(hidden_size). Source: torch.nn.RNNCellBase.
    """

    __constants__ = ["input_size", "hidden_size", "bias"]

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        for name, shape in (
            ("weight_ih", (rows, input_size)), ("weight_hh", (rows, hidden_size)),
            ("bias_ih", (rows,)), ("bias_hh", (rows,)),
        ):  # fmt: skip
            wanted = bias or name.startswith("weight")
            value = Parameter(empty(shape, device=device, dtype=dtype)) if wanted else None
            self.register_parameter(name, value)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _check_dims(self, what: str, tensor: Tensor) -> None:
        if tensor.dim() not in (1, 2):
            raise ValueError(
                f"{type(self).__name__}: Expected {what} to be 1D or 2D, got {tensor.dim()}D "
                "instead"
            )

    def _zeros(self, input: Tensor) -> Tensor:
        shape = (*input.shape[:-1], self.hidden_size)
        return torch.zeros(shape, dtype=input.dtype, device=input.device)

    @property
    def _weights(self) -> tuple[Any, ...]:
        return self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh

    def extra_repr(self) -> str:
        parts = [f"{self.input_size}, {self.hidden_size}"]
        if self.bias is not True:
            parts.append(f"bias={self.bias}")
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            parts.append(f"nonlinearity={self.nonlinearity}")
        return ", ".join(parts)


class _OneStateCell(RNNCellBase):
    """The forward pass of the cells whose state is one tensor."""

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        self._check_dims("input", input)
        if hx is not None:
            self._check_dims("hidden", hx)
        if input.dim() == 2:
            return self._step(input, self._zeros(input) if hx is None else hx)
        input = input.unsqueeze(0)
        hx = self._zeros(input) if hx is None else hx.unsqueeze(0)
        return self._step(input, hx).squeeze(0)

    def _step(self, input: Tensor, hx: Tensor) -> Tensor:
        raise NotImplementedError


class RNNCell(_OneStateCell):
    """`h' = tanh(W_ih x + b_ih + W_hh h + b_hh)`, one step of `RNN`.

    Args:
        input_size, hidden_size: features of the input and of the state.
        bias: whether there are biases. Default: True.
        nonlinearity: "tanh" or "relu". Default: "tanh".
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Shape: (N, input_size) or (input_size), and h (N, hidden_size) or (hidden_size), zeros by
    default, to the next h. Raises ValueError for other numbers of dimensions, RuntimeError for
    another nonlinearity or sizes that do not fit. Source: torch.nn.RNNCell.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.RNNCell(10, 20)(torch.randn(3, 10)).shape
    torch.Size([3, 20])
    """

    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh",
        device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def _step(self, input: Tensor, hx: Tensor) -> Tensor:
        if self.nonlinearity == "tanh":
            return torch.rnn_tanh_cell(input, hx, *self._weights)
        if self.nonlinearity == "relu":
            return torch.rnn_relu_cell(input, hx, *self._weights)
        raise RuntimeError(
            f"Unknown nonlinearity: {self.nonlinearity}; RNNCell has 'tanh' and 'relu'"
        )


class GRUCell(_OneStateCell):
    """One step of `GRU`.

    Args, shape and errors: as `RNNCell`, without `nonlinearity`. Source: torch.nn.GRUCell.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> nn.GRUCell(10, 20)(torch.randn(3, 10), torch.zeros(3, 20)).shape
    torch.Size([3, 20])
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def _step(self, input: Tensor, hx: Tensor) -> Tensor:
        return torch.gru_cell(input, hx, *self._weights)


class LSTMCell(RNNCellBase):
    """One step of `LSTM`: `forward(input, (h, c))` gives the next (h, c).

    Args, shape and errors: as `RNNCell`, without `nonlinearity`; the state is two tensors. Source:
    torch.nn.LSTMCell.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> h, c = nn.LSTMCell(10, 20)(torch.randn(3, 10))
    >>> h.shape, c.shape
    (torch.Size([3, 20]), torch.Size([3, 20]))
    """

    def __init__(
        self, input_size: int, hidden_size: int, bias: bool = True, device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(
        self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None
    ) -> tuple[Tensor, Tensor]:
        self._check_dims("input", input)
        for i, state in enumerate(hx or ()):
            self._check_dims(f"hx[{i}]", state)
        if hx is None:
            zeros = self._zeros(input)
            hx = (zeros, zeros)
        if input.dim() == 2:
            return torch.lstm_cell(input, hx, *self._weights)
        states = [state.unsqueeze(0) for state in hx]
        h, c = torch.lstm_cell(input.unsqueeze(0), states, *self._weights)
        return h.squeeze(0), c.squeeze(0)
