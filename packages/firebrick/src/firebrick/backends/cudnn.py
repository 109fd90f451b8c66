"""cuDNN, under the names of torch.backends.cudnn. Firebrick does not call it: the switches keep
what they are set to, and its kernels on a GPU, CuPy's, are chosen without them."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from ._flags import switched

enabled = True
benchmark = False
benchmark_limit = 10
deterministic = False
allow_tf32 = True
fp32_precision = "none"


def is_available() -> bool:
    """False: no kernel here comes from cuDNN."""
    return False


def version() -> int | None:
    """None: no kernel here comes from cuDNN."""
    return None


def is_acceptable(tensor: Any) -> bool:
    """False: no kernel here comes from cuDNN."""
    return False


def flags(
    enabled: bool | None = False,
    benchmark: bool | None = False,
    benchmark_limit: int | None = 10,
    deterministic: bool | None = False,
    allow_tf32: bool | None = True,
    fp32_precision: str | None = None,
) -> AbstractContextManager[None]:
    """The switches inside a block.

    >>> import firebrick as torch
    >>> with torch.backends.cudnn.flags(enabled=False):
    ...     torch.backends.cudnn.enabled
    False
    """
    return switched(__name__, dict(locals()))
