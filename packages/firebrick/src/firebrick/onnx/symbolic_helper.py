"""What libraries describe exports with, under the names of torch.onnx.symbolic_helper: nothing is
exported, so it has no effect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._missing import attributes_missing as _attributes_missing


def parse_args(*arg_descriptors: str) -> Callable[[Any], Any]:
    """A decorator that leaves a function as it is."""

    def itself(function: Any) -> Any:
        return function

    return itself


__getattr__ = _attributes_missing(__name__)
