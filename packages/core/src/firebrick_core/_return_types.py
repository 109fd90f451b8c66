"""Named tuples for operators with several results, as `torch.return_types` has them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any

_types: dict[tuple[str, tuple[str, ...]], Any] = {}


def return_type(name: str, fields: Sequence[str]) -> Any:
    """The named tuple of an operator's results, for example `max(values=..., indices=...)`."""
    key = (name, tuple(fields))
    found = _types.get(key)
    if found is None:
        found = _types[key] = namedtuple(name, fields)
        found.__module__ = "torch.return_types"
        found.__repr__ = _shown  # type: ignore[method-assign]  # how a named tuple is shown
    return found


def _shown(self: Any) -> str:
    """The results by name, a line each, as PyTorch prints them."""
    parts = ",\n".join(f"{n}={v!r}" for n, v in zip(self._fields, self, strict=True))
    return f"torch.return_types.{type(self).__name__}(\n{parts})"
