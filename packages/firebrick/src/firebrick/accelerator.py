"""The accelerator, if any, under the names of torch.accelerator: a GPU through CuPy."""

from __future__ import annotations

from typing import Any

from firebrick_core import device as _device

from . import cuda as _cuda

_NONE = (
    "Cannot access accelerator device when none is available; use "
    "torch.accelerator.is_available() first"
)


def _require() -> None:
    if not _cuda.is_available():
        raise RuntimeError(_NONE)


def is_available() -> bool:
    """Whether there is an accelerator."""
    return _cuda.is_available()


def device_count() -> int:
    """How many accelerators there are."""
    return _cuda.device_count()


def current_accelerator(check_available: bool = False) -> Any:
    """The accelerators' device type, or None where there is none.

    >>> import firebrick as torch
    >>> device = torch.accelerator.current_accelerator() or torch.device("cpu")
    """
    return _device("cuda") if _cuda.is_available() else None


def current_device_index() -> int:
    """The number of the accelerator in use; RuntimeError where there is none."""
    _require()
    return _cuda.current_device()


def set_device_index(device: Any) -> None:
    """Use another accelerator; RuntimeError where there is none."""
    _require()
    _cuda.set_device(device)


def synchronize(device: Any = None) -> None:
    """Wait until the accelerator is done; RuntimeError where there is none."""
    _require()
    _cuda.synchronize(device)


def current_stream(device: Any = None) -> Any:
    """The stream that orders go to; RuntimeError where there is no accelerator."""
    _require()
    return _cuda.current_stream(device)


def memory_allocated(device: Any = None) -> int:
    """Bytes in use on the accelerator; 0 without one."""
    return _cuda.memory_allocated(device)


def max_memory_allocated(device: Any = None) -> int:
    """The most bytes in use that were seen; 0 without an accelerator."""
    return _cuda.max_memory_allocated(device)


def memory_reserved(device: Any = None) -> int:
    """Bytes that the accelerator's pool holds; 0 without one."""
    return _cuda.memory_reserved(device)


def empty_cache() -> None:
    """Give unused memory back; nothing without an accelerator."""
    _cuda.empty_cache()


def reset_peak_memory_stats(device: Any = None) -> None:
    """Forget the highest counts; nothing without an accelerator."""
    _cuda.reset_peak_memory_stats(device)


current_device_idx, set_device_idx = current_device_index, set_device_index
