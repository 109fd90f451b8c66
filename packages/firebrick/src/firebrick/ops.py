"""torch.ops: the operators that `torch.library.custom_op` has made, as `torch.ops.library.name`.

Compiled operators of PyTorch and of its libraries are not loaded.
"""

from __future__ import annotations

from typing import Any

from ._missing import attributes_missing as _attributes_missing, no_attribute
from .library import BY_NAME


def load_library(path: Any) -> None:
    """Raises OSError: a library of operators for PyTorch needs PyTorch's own binary."""
    raise OSError(
        f"Firebrick does not load {path}: operators compiled for PyTorch need its binary. An"
        " operator of your own is a Python function, see firebrick_core.extend"
    )


_missing = _attributes_missing(__name__)


class _Library:
    """The operators of a library by name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        found = BY_NAME.get(f"{self._name}::{name}")
        if found is None:
            raise no_attribute(f"{__name__}.{self._name}", name)
        return found


def __getattr__(name: str) -> Any:
    """The operators of a library; AttributeError where it has none."""
    if any(full.startswith(f"{name}::") for full in BY_NAME):
        return _Library(name)
    return _missing(name)
