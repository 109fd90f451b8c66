"""Conditions that library code checks, under the names of torch._assert and torch._check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def _assert(condition: Any, message: str) -> None:
    """Raise AssertionError with a message where a condition, which may be a tensor, is False."""
    if not condition:
        raise AssertionError(message)


def _check(cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise RuntimeError, with a message that is made only then, where a condition is False."""
    if not cond:
        raise RuntimeError("Expected cond to be True" if message is None else message())
