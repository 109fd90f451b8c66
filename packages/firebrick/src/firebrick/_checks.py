"""What library code checks and asks: torch._assert, torch._check, torch.get_device_module."""

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


def get_device_module(device: Any = None) -> Any:
    """The module of a device's functions, as `torch.cuda`; without a device, that of the
    accelerator, or of the CPU where there is none.

    Raises RuntimeError for a device without one.

    >>> import firebrick as torch
    >>> torch.get_device_module("cpu").device_count()
    1
    """
    import importlib

    from . import cuda

    if device is None:
        device = "cuda" if cuda.is_available() else "cpu"
    name = str(device).partition(":")[0]
    if name not in ("cpu", "cuda", "mps", "mtia", "xpu"):
        raise RuntimeError(f"Device '{name}' does not have a corresponding module")
    return importlib.import_module(f"firebrick.{name}")
