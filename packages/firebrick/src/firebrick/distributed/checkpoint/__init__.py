"""Checkpoints in parts, under the names of torch.distributed.checkpoint: with one process there are
no parts. Libraries import the names; writing and reading are refused, `torch.save` does it."""

from __future__ import annotations

from typing import Any

from ..._missing import attributes_missing as _attributes_missing

_WAY_OUT = "with one process a checkpoint is one file: use torch.save and torch.load"


class FileSystemReader:
    """A folder of parts. Raises RuntimeError: there are none with one process."""

    def __init__(self, *args: Any, **options: Any) -> None:
        raise RuntimeError(f"torch.distributed.checkpoint: {_WAY_OUT}")


class FileSystemWriter(FileSystemReader):
    """A folder of parts. Raises RuntimeError: there are none with one process."""


def save(*args: Any, **options: Any) -> None:
    """Raises RuntimeError: with one process a checkpoint is one file."""
    raise RuntimeError(f"torch.distributed.checkpoint.save(): {_WAY_OUT}")


def load(*args: Any, **options: Any) -> None:
    """Raises RuntimeError: with one process a checkpoint is one file."""
    raise RuntimeError(f"torch.distributed.checkpoint.load(): {_WAY_OUT}")


__getattr__ = _attributes_missing(__name__)
