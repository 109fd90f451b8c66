"""Processes with different numbers of batches, under the names of
torch.distributed.algorithms.join: with one process nobody waits."""

from __future__ import annotations

from typing import Any


class JoinHook:
    """What a process does after its last batch."""

    def main_hook(self) -> None:
        """Called while others go on: never, with one process."""

    def post_hook(self, is_last_joiner: bool) -> None:
        """Called when all have ended."""


class Joinable:
    """Something that takes part in a Join."""


class Join:
    """Inside the block processes may end at different times; there is one."""

    def __init__(
        self,
        joinables: list[Any],
        enable: bool = True,
        throw_on_early_termination: bool = False,
        **options: Any,
    ) -> None:
        self.joinables = joinables

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        return None
