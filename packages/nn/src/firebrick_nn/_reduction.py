"""The names of reductions as numbers, and PyTorch's old arguments. Source: torch.nn._reduction."""

from __future__ import annotations

from ._loss import _legacy_reduction

__all__ = ["get_enum", "legacy_get_enum", "legacy_get_string"]

_NUMBERS = {"none": 0, "mean": 1, "sum": 2}


def get_enum(reduction: str) -> int:
    """0 for "none", 1 for "mean", 2 for "sum".

    Raises ValueError for other names.

    >>> get_enum("sum")
    2
    """
    if reduction not in _NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _NUMBERS[reduction]


def legacy_get_string(
    size_average: bool | None, reduce: bool | None, emit_warning: bool = True
) -> str:
    """The name that the two old arguments ask for.

    >>> legacy_get_string(False, None, emit_warning=False)
    'sum'
    """
    if emit_warning:
        return _legacy_reduction(size_average, reduce)
    return "none" if reduce is False else "sum" if size_average is False else "mean"


def legacy_get_enum(
    size_average: bool | None, reduce: bool | None, emit_warning: bool = True
) -> int:
    """The number of `legacy_get_string`."""
    return get_enum(legacy_get_string(size_average, reduce, emit_warning))
