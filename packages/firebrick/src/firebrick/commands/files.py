"""Checkpoints as the commands see them: tensors by their path in the file, and what else."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firebrick_core import Tensor, load
from firebrick_core.safetensors import safe_open

SAFETENSORS = ".safetensors"
ARCHIVES = (".pt", ".pth", ".bin", ".ckpt", ".tar", ".th")


class BadFile(Exception):
    """A file that a command cannot use, with what to do about it."""


@dataclass
class Contents:
    """What a checkpoint holds: its kind in words, the object in it, texts of its header."""

    kind: str
    value: Any
    metadata: dict[str, str] = field(default_factory=dict)


def suffix_of(path: str) -> str:
    """The suffix that says a file's format. Raises BadFile for an unknown one."""
    suffix = Path(path).suffix.lower()
    if suffix not in (SAFETENSORS, *ARCHIVES):
        raise BadFile(
            f"{path}: the suffix {suffix!r} says no format; expected {SAFETENSORS}, or one of"
            f" {', '.join(ARCHIVES)} for PyTorch's"
        )
    return suffix


def read(path: str) -> Contents:
    """A checkpoint, recognised by its content. Nothing from the file is run.

    Raises BadFile, which says what is wrong, where it cannot be read.
    """
    if not os.path.isfile(path):
        what = "is a folder" if os.path.isdir(path) else "does not exist"
        raise BadFile(f"{path} {what}: expected a checkpoint")
    try:
        with open(path, "rb") as file:
            start = file.read(9)
        # The length of the header in eight bytes, and the header, which is JSON.
        if start[8:] == b"{" or Path(path).suffix.lower() == SAFETENSORS:
            with safe_open(path) as tensors:
                return Contents("safetensors", tensors.get_tensors(), tensors.metadata() or {})
        kind = "PyTorch archive" if start[:2] == b"PK" else "PyTorch file from before 1.6"
        return Contents(kind, load(path, map_location="cpu"))
    except Exception as e:  # of whichever kind: readers of broken files meet all of them
        raise BadFile(f"{path}: {e}") from e


def tensors_in(value: Any, path: str = "") -> Iterator[tuple[str, Tensor]]:
    """All tensors in nested containers, with their path, as "optimizer.state.0.step"."""
    for name, leaf in leaves_in(value, path):
        if isinstance(leaf, Tensor):
            yield name, leaf


def leaves_in(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """All that is in nested dicts, lists and tuples and is none itself, with its path."""
    if isinstance(value, Mapping):
        parts = [(str(k), v) for k, v in value.items()]
    elif isinstance(value, (list, tuple)):
        parts = [(str(i), v) for i, v in enumerate(value)]
    else:
        yield path or "(the object itself)", value
        return
    for name, part in parts:
        yield from leaves_in(part, f"{path}.{name}" if path else name)


def shown_size(nbytes: int) -> str:
    """A number of bytes for people.

    >>> shown_size(100), shown_size(12_345_678)
    ('100 B', '12.3 MB')
    """
    size = float(nbytes)
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000:
            return f"{nbytes} B" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"
