"""`SummaryWriter`, under the names of torch.utils.tensorboard.writer."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """`SummaryWriter`; see the package."""
    from .. import tensorboard

    return getattr(tensorboard, name)
