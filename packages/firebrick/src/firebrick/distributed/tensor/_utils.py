"""What libraries import from torch.distributed.tensor._utils."""

from __future__ import annotations

from typing import Any

from .._group import ALONE


def compute_local_shape_and_global_offset(*args: Any, **options: Any) -> Any:
    """Raises RuntimeError: there is one process."""
    raise RuntimeError(f"compute_local_shape_and_global_offset(): {ALONE}")
