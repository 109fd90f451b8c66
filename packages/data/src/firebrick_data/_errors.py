"""Errors that several modules of this package raise."""

from __future__ import annotations

import os
from typing import Any


class ArgumentError(ValueError, AssertionError):
    """A dataset got arguments that do not fit together.

    PyTorch raises AssertionError for these, where ValueError is meant: both `except` clauses catch
    this one.
    """


def name_of(value: Any) -> str:
    """The class of a dataset (or the name of a function), as messages call it."""
    if isinstance(value, type) or (callable(value) and hasattr(value, "__qualname__")):
        return value.__qualname__
    return type(value).__qualname__


def short(value: Any, limit: int = 80) -> str:
    """The repr of a value that goes into a message, cut to `limit` characters."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 4] + " ..."


def add_note(error: BaseException, note: str) -> None:
    """Add a line to what a traceback prints, once, although the same exception may pass here
    again."""
    if note not in getattr(error, "__notes__", ()):
        error.add_note(note)


def usable_cpus() -> int:
    """The number of processors that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
