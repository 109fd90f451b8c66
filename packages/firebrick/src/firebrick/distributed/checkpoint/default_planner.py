"""The names of torch.distributed.checkpoint.default_planner: plans of what goes to which part, of
which there are none with one process."""

from __future__ import annotations

from . import FileSystemReader


class DefaultLoadPlanner(FileSystemReader):
    """Raises RuntimeError: there are no parts with one process."""


class DefaultSavePlanner(FileSystemReader):
    """Raises RuntimeError: there are no parts with one process."""
