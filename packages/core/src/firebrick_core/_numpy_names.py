"""NumPy's names for arguments, which PyTorch's own functions take as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "x2": "other"}


class _Missing:
    """Stands for a `dim` that was not given, but may have been as `axis`."""

    def __repr__(self) -> str:
        return "<required>"


MISSING: Any = _Missing()


def with_numpy_names(
    function: Callable[..., Any], renamed: dict[str, Any], given: dict[str, Any]
) -> Any:
    """Call a function whose arguments `given` came in part under NumPy's names.

    Raises TypeError, as Python does, for names that are neither, and for a `dim` that is missing.
    """
    for name, value in renamed.items():
        own = NAMES.get(name)
        if own not in given:
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}")
        given[own] = value
    missing = next((name for name, value in given.items() if value is MISSING), None)
    if missing is not None:
        raise TypeError(
            f"{function.__name__}() missing 1 required positional argument: {missing!r}"
        )
    return function(**given)
