"""What the modules of devices that Firebrick does not serve have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def refusal(what: str) -> Callable[..., Any]:
    """A function that needs a device of a kind that is never there."""

    def needs_device(*args: Any, **named: Any) -> Any:
        raise RuntimeError(
            f"Firebrick does not serve {what}: it computes on the CPU, and on NVIDIA's GPUs. Ask"
            " is_available() first"
        )

    needs_device.__doc__ = f"Raises RuntimeError: Firebrick does not serve {what}."
    return needs_device
