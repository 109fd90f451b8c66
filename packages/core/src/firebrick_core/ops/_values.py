"""Decisions that depend on elements' values, and do not wait for a device that computes later."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._device import BACKENDS


def may_hold(xp: Any, condition: Any) -> bool:
    """Whether a condition may hold for some element: looked up in the host's memory, and True
    elsewhere, where looking would wait. For shortcuts past what then changes nothing."""
    return xp is not np or bool(condition.any())


def refuse(wrong: Any, error: type[Exception], message: str) -> None:
    """Raise `error(message)` if a boolean array has a true element.

    Where looking would wait, the backend looks when the host waits anyway.
    """
    for backend in BACKENDS.values():
        if backend.looks_later and backend.is_array(wrong):
            backend.refuse(wrong, error, message)
            return
    if wrong.any():
        raise error(message)
