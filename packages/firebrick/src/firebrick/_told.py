"""Notices that a program gets once: that something is taken, and does less than in PyTorch."""

from __future__ import annotations

from firebrick_core._frames import mark_internal, warn

_told: set[str] = set()


class PassThroughWarning(UserWarning):
    """Something of PyTorch is taken for compatibility and leaves its argument as it is."""


def once(what: str, text: str) -> None:
    """Warn of `what` with a text, the first time in this process."""
    if what not in _told:
        _told.add(what)
        mark_internal("firebrick")  # so that the notice names the user's line
        warn(f"{what}: {text}", PassThroughWarning)
