"""PyTorch's older names, one for each device, which warn as there."""

from __future__ import annotations

import warnings
from typing import Any

from . import _state


def _old(name: str, now: str) -> None:
    warnings.warn(
        f"torch.{name} is deprecated. Please use torch.{now} instead.",
        DeprecationWarning,
        stacklevel=3,
    )


def is_autocast_cpu_enabled() -> bool:
    """`is_autocast_enabled("cpu")`."""
    _old("is_autocast_cpu_enabled()", "is_autocast_enabled('cpu')")
    return _state.is_autocast_enabled("cpu")


def get_autocast_cpu_dtype() -> Any:
    """`get_autocast_dtype("cpu")`."""
    _old("get_autocast_cpu_dtype()", "get_autocast_dtype('cpu')")
    return _state.get_autocast_dtype("cpu")


def get_autocast_gpu_dtype() -> Any:
    """`get_autocast_dtype("cuda")`."""
    _old("get_autocast_gpu_dtype()", "get_autocast_dtype('cuda')")
    return _state.get_autocast_dtype("cuda")


def set_autocast_cpu_enabled(enabled: bool) -> None:
    """`set_autocast_enabled("cpu", enabled)`."""
    _old("set_autocast_cpu_enabled(enabled)", "set_autocast_enabled('cpu', enabled)")
    _state.set_autocast_enabled("cpu", enabled)


def set_autocast_cpu_dtype(dtype: Any) -> None:
    """`set_autocast_dtype("cpu", dtype)`."""
    _old("set_autocast_cpu_dtype(dtype)", "set_autocast_dtype('cpu', dtype)")
    _state.set_autocast_dtype("cpu", dtype)


def set_autocast_gpu_dtype(dtype: Any) -> None:
    """`set_autocast_dtype("cuda", dtype)`."""
    _old("set_autocast_gpu_dtype(dtype)", "set_autocast_dtype('cuda', dtype)")
    _state.set_autocast_dtype("cuda", dtype)
