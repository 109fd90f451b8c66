"""Switches that a context sets and puts back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def switched(module: str, values: dict[str, Any]) -> Iterator[None]:
    """Set attributes of a module inside the block; those that are None stay."""
    place = sys.modules[module]
    before = {name: getattr(place, name) for name, value in values.items() if value is not None}
    try:
        for name in before:
            setattr(place, name, values[name])
        yield
    finally:
        for name, value in before.items():
            setattr(place, name, value)
