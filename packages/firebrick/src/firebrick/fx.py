"""torch.fx: graphs are not captured. What libraries use while they are imported is here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._missing import attributes_missing as _attributes_missing


def wrap(fn_or_name: str | Callable[..., Any]) -> Any:
    """A function as it is: PyTorch keeps its tracer out of it, and nothing is traced here.

    Raises RuntimeError for what is neither a function nor a name.
    """
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError(
            "Unsupported type for global function! Must be either a callable or string name"
        )
    return fn_or_name


__getattr__ = _attributes_missing(__name__)
