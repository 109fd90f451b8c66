"""The marks of torch.ao.quantization, which leave values as they are until a model is quantized;
quantizing is out of scope."""

from __future__ import annotations

from typing import Any

from firebrick_nn import Module

from .._missing import attributes_missing as _attributes_missing


class QuantStub(Module):
    """Where values would be quantized: the identity, as in PyTorch before a model is converted."""

    def __init__(self, qconfig: Any = None) -> None:
        super().__init__()

    def forward(self, x: Any) -> Any:
        return x


class DeQuantStub(QuantStub):
    """Where values would be made floats again: the identity."""


__getattr__ = _attributes_missing(__name__)
