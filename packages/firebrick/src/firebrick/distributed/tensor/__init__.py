"""Tensors spread over processes, under the names of torch.distributed.tensor: there is one process,
so there are none. Libraries ask whether a tensor is one, and describe how one would be spread."""

from __future__ import annotations

from typing import Any

from ..._missing import attributes_missing as _attributes_missing
from .._group import ALONE
from .placement_types import (
    Partial as Partial,
    Placement as Placement,
    Replicate as Replicate,
    Shard as Shard,
)


class DTensor:
    """A tensor spread over processes. Raises RuntimeError: there is one process."""

    def __init__(self, *args: Any, **options: Any) -> None:
        raise RuntimeError(f"DTensor: {ALONE}")

    @staticmethod
    def from_local(*args: Any, **options: Any) -> Any:
        """Raises RuntimeError: there is one process."""
        raise RuntimeError(f"DTensor.from_local(): {ALONE}")


def distribute_tensor(*args: Any, **options: Any) -> Any:
    """Raises RuntimeError: there is one process."""
    raise RuntimeError(f"distribute_tensor(): {ALONE}")


def distribute_module(*args: Any, **options: Any) -> Any:
    """Raises RuntimeError: there is one process."""
    raise RuntimeError(f"distribute_module(): {ALONE}")


__getattr__ = _attributes_missing(__name__)
