"""Checkpoints by address, under the names of torch.utils.model_zoo; see `firebrick.hub`."""

from __future__ import annotations

from typing import Any

from .. import hub as _hub
from ..hub import load_state_dict_from_url as load_state_dict_from_url

load_url = load_state_dict_from_url


def __getattr__(name: str) -> Any:
    """The other names of torch.hub."""
    return getattr(_hub, name)
