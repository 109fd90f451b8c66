"""What RNN, LSTM and GRU share: arguments, weights under PyTorch's names, and checks of inputs."""

from __future__ import annotations

import math
import warnings
from typing import Any

from firebrick_autograd.amp import is_autocast_available, is_autocast_enabled
from firebrick_core import Tensor, empty

from . import init
from ._module import Module
from ._parameter import Parameter

__all__ = ["RNNBase", "apply_permutation", "require_number_of_dims"]

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def apply_permutation(tensor: Tensor, permutation: Tensor | None, dim: int = 1) -> Tensor:
    """A state with its sequences in another order; as it is without one."""
    return tensor if permutation is None else tensor.index_select(dim, permutation)


def require_number_of_dims(name: str, input: Tensor) -> bool:
    """Whether the input has a batch dimension. Raises ValueError unless it is 2-D or 3-D."""
    if input.dim() not in (2, 3):
        raise ValueError(f"{name}: Expected input to be 2D or 3D, got {input.dim()}D instead")
    return input.dim() == 3


class RNNBase(Module):
    """The base class of `RNN`, `LSTM` and `GRU`: everything but `forward`.

    Args:
        mode: "LSTM", "GRU", "RNN_TANH" or "RNN_RELU".
        input_size: features of a step of the input.
        hidden_size: features of the state.
        num_layers: each layer reads the outputs of the one before. Default: 1.
        bias: whether there are `bias_ih` and `bias_hh`. Default: True.
        batch_first: inputs and outputs are (batch, time, features). Default: False.
        dropout: probability of dropping an output between two layers. Default: 0.
        bidirectional: a second network reads from the end. Default: False.
        proj_size: features that an LSTM's state is projected to; 0 for none. Default: 0.
        device, dtype: of the parameters. Default: the CPU and the default dtype.

    Parameters, for each layer l and direction ("" or "_reverse"): `weight_ih_l`, `weight_hh_l`,
    `bias_ih_l`, `bias_hh_l`, `weight_hr_l`; uniform in (-k, k) with k = 1 / sqrt(hidden_size).
    Raises TypeError and ValueError for arguments that do not fit. Source: torch.nn.RNNBase.
    """

    __constants__ = [
        "mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout",
        "bidirectional", "proj_size",
    ]  # fmt: skip
    __jit_unused_properties__ = ["all_weights"]

    def __init__(
        self, mode: str, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
        batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False,
        proj_size: int = 0, device: Any = None, dtype: Any = None,
    ) -> None:
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self._check_arguments(mode, dropout, proj_size)
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self.num_directions = 2 if bidirectional else 1
        self._all_weights: list[list[str]] = []
        for layer in range(num_layers):
            for suffix in ("", "_reverse")[: self.num_directions]:
                self._add_weights(layer, suffix, device, dtype)
        self.reset_parameters()

    def _check_arguments(self, mode: str, dropout: Any, proj_size: int) -> None:
        if isinstance(dropout, bool) or not isinstance(dropout, (int, float)):
            raise ValueError(self._wrong_dropout(dropout))
        if not 0 <= dropout <= 1:
            raise ValueError(self._wrong_dropout(dropout))
        if dropout > 0 and self.num_layers == 1:
            warnings.warn(
                "dropout option adds dropout after all but last recurrent layer, so non-zero "
                f"dropout expects num_layers greater than 1, but got dropout={dropout} and "
                f"num_layers={self.num_layers}",
                stacklevel=4,
            )
        if not isinstance(self.hidden_size, int):
            raise TypeError(
                f"hidden_size should be of type int, got: {type(self.hidden_size).__name__}"
            )
        for name in ("hidden_size", "num_layers"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be greater than zero, but got {getattr(self, name)}")
        if proj_size < 0:
            raise ValueError(
                "proj_size should be a positive integer or zero to disable projections, but got "
                f"{proj_size}"
            )
        if proj_size >= self.hidden_size:
            raise ValueError(
                f"proj_size has to be smaller than hidden_size, but got {proj_size} and "
                f"{self.hidden_size}"
            )
        if mode not in _GATES:
            raise ValueError(f"Unrecognized RNN mode: {mode}; expected one of {[*_GATES]}")

    @staticmethod
    def _wrong_dropout(dropout: Any) -> str:
        return (
            "dropout should be a number in range [0, 1] representing the probability of an element "
            f"being zeroed, but got {dropout!r}"
        )

    def _add_weights(self, layer: int, suffix: str, device: Any, dtype: Any) -> None:
        rows = _GATES[self.mode] * self.hidden_size
        features = self.proj_size or self.hidden_size
        inputs = self.input_size if layer == 0 else features * self.num_directions
        shapes: dict[str, tuple] = {"weight_ih": (rows, inputs), "weight_hh": (rows, features)}
        if self.bias:
            shapes |= {"bias_ih": (rows,), "bias_hh": (rows,)}
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        names = []
        for kind, shape in shapes.items():
            name = f"{kind}_l{layer}{suffix}"
            setattr(self, name, Parameter(empty(shape, device=device, dtype=dtype)))
            names.append(name)
        self._all_weights.append(names)

    @property
    def _flat_weights_names(self) -> list[str]:
        return [name for names in self._all_weights for name in names]

    @property
    def _flat_weights(self) -> list[Any]:
        return [getattr(self, name) for names in self._all_weights for name in names]

    @property
    def all_weights(self) -> list[list[Parameter]]:
        """The weights of each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self) -> None:
        """Does nothing: the weights need not lie in one piece of memory, as cuDNN's do."""

    def reset_parameters(self) -> None:
        """Draw new initial values."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    # ------------------------------------------------------------------ checks
    def check_input(self, input: Tensor, batch_sizes: Tensor | None) -> None:
        """Raise RuntimeError or ValueError where the dtype or shape of an input is not right."""
        weight = self._flat_weights[0]
        if input.dtype != weight.dtype and not _autocasts(input):
            raise ValueError(f"input must have the type {weight.dtype}, got type {input.dtype}")
        expected = 3 if batch_sizes is None else 2
        if input.dim() != expected:
            raise RuntimeError(f"input must have {expected} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise RuntimeError(
                "input.size(-1) must be equal to input_size. Expected "
                f"{self.input_size}, got {input.size(-1)}"
            )

    def get_expected_hidden_size(
        self, input: Tensor, batch_sizes: Tensor | None
    ) -> tuple[int, int, int]:
        """The shape of the state that goes with an input."""
        batch = input.size(0 if self.batch_first else 1)
        if batch_sizes is not None:
            batch = int(batch_sizes[0])
        features = self.proj_size or self.hidden_size
        return self.num_layers * self.num_directions, batch, features

    def check_hidden_size(
        self, hx: Tensor, expected_hidden_size: tuple[int, int, int],
        msg: str = "Expected hidden size {}, got {}",
    ) -> None:
        """Raise RuntimeError where a state has another shape."""
        if tuple(hx.size()) != tuple(expected_hidden_size):
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.size())))

    def check_forward_args(self, input: Tensor, hidden: Any, batch_sizes: Tensor | None) -> None:
        """Check input and state."""
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden, self.get_expected_hidden_size(input, batch_sizes))

    def permute_hidden(self, hx: Any, permutation: Tensor | None) -> Any:
        """The state with its sequences in another order."""
        return apply_permutation(hx, permutation)

    def extra_repr(self) -> str:
        parts = [f"{self.input_size}, {self.hidden_size}"]
        defaults = {
            "proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False, "dropout": 0,
            "bidirectional": False,
        }  # fmt: skip
        for name, default in defaults.items():
            if getattr(self, name) != default:
                parts.append(f"{name}={getattr(self, name)}")
        return ", ".join(parts)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take over attributes; a pickle of PyTorch's has the flat weights among them."""
        derived = ("_flat_weights", "_flat_weights_names", "_flat_weight_refs")
        super().__setstate__({k: v for k, v in state.items() if k not in derived})
        self.__dict__.setdefault("proj_size", 0)


def _autocasts(input: Any) -> bool:
    """Whether inputs are cast to the weights' dtype on their way."""
    kind = input.device.type
    return is_autocast_available(kind) and is_autocast_enabled(kind)
