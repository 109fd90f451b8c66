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


# What all of them answer.
def is_available() -> bool:
    """False: Firebrick computes on the CPU, and on NVIDIA's GPUs."""
    return False


def is_initialized() -> bool:
    """False: there is no such device."""
    return False


def device_count() -> int:
    """0."""
    return 0


def empty_cache() -> None:
    """Nothing to give back."""


def memory_allocated(device: object = None) -> int:
    """0: there is no such device."""
    return 0


def max_memory_allocated(device: object = None) -> int:
    """0: there is no such device."""
    return 0


def manual_seed(seed: int) -> None:
    """Changes nothing: numbers come from the generator that `torch.manual_seed` seeds."""


def manual_seed_all(seed: int) -> None:
    """Changes nothing: numbers come from the generator that `torch.manual_seed` seeds."""
