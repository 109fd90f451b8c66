"""Arguments that are one number for all dimensions, or a tuple with one for each."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import repeat
from typing import Any

__all__ = ["ntuple", "pair", "single", "triple"]


def ntuple(value: Any, n: int) -> tuple:
    """`value` as a tuple: itself if it is iterable, else repeated `n` times.

    >>> ntuple(3, 2)
    (3, 3)
    >>> ntuple([1, 2], 2)
    (1, 2)
    """
    return tuple(value) if isinstance(value, Iterable) else tuple(repeat(value, n))


def single(value: Any) -> tuple:
    """A tuple for one spatial dimension."""
    return ntuple(value, 1)


def pair(value: Any) -> tuple:
    """A tuple for two spatial dimensions."""
    return ntuple(value, 2)


def triple(value: Any) -> tuple:
    """A tuple for three spatial dimensions."""
    return ntuple(value, 3)
