"""torch.ops: compiled operators of PyTorch's libraries. There are none, and none are loaded."""

from __future__ import annotations

from typing import Any

from ._missing import attributes_missing as _attributes_missing


def load_library(path: Any) -> None:
    """Raises OSError: a library of operators for PyTorch needs PyTorch's own binary."""
    raise OSError(
        f"Firebrick does not load {path}: operators compiled for PyTorch need its binary. An"
        " operator of your own is a Python function, see firebrick_core.extend"
    )


__getattr__ = _attributes_missing(__name__)
