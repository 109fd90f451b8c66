"""The choice of an implementation of attention, and masks by name. Source: torch.nn.attention.

There is one implementation of `scaled_dot_product_attention` here, so that the choice is accepted
and changes nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from . import bias, flex_attention

__all__ = ["SDPBackend", "bias", "flex_attention", "sdpa_kernel"]


class SDPBackend(enum.Enum):
    """PyTorch's implementations of attention.

    >>> SDPBackend.MATH
    <SDPBackend.MATH: 0>
    """

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4


@contextmanager
def sdpa_kernel(
    backends: SDPBackend | Iterable[SDPBackend], set_priority: bool = False
) -> Iterator[Any]:
    """A scope with a choice of implementations, which changes nothing: there is only one.

    Raises AssertionError, as PyTorch does, for what is no `SDPBackend` or list of them.

    >>> import firebrick_core as torch, firebrick_nn.functional as F
    >>> q = torch.randn(1, 2, 3, 4)
    >>> with sdpa_kernel([SDPBackend.MATH, SDPBackend.FLASH_ATTENTION]):
    ...     F.scaled_dot_product_attention(q, q, q).shape
    torch.Size([1, 2, 3, 4])
    """
    chosen = [backends] if isinstance(backends, SDPBackend) else backends
    if not isinstance(chosen, Iterable) or not all(isinstance(b, SDPBackend) for b in chosen):
        raise AssertionError(
            "Backend must be an instance of SDPBackend or a list of SDPBackend instances, but got "
            f"{backends!r}"
        )
    yield {}
