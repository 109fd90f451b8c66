"""`SummaryWriter`, under the names of torch.utils.tensorboard.writer."""

from __future__ import annotations

from typing import Any

from ..._missing import attributes_missing as _attributes_missing

_missing = _attributes_missing(__name__)


def __getattr__(name: str) -> Any:
    """`SummaryWriter`, made when it is first asked for; see the package."""
    if name not in ("SummaryWriter", "FileWriter"):
        return _missing(name)
    from ._writer import writer_class

    return writer_class()
