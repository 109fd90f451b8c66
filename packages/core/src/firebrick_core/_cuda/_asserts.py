"""Checks of values on the device that the host does not wait for.

An operator that must refuse some values (an index out of bounds) hands over a condition on the
device and the error that it means, or a check of its values on the host. They are looked at when
the host waits anyway: the error is then raised by `.item()`, `.cpu()`, printing or `synchronize()`,
and names its operator.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

# Conditions of one kind that are kept apart; more are joined on the device, so that a loop that
# never waits needs no more memory.
LIMIT = 64

Kind = tuple[type[Exception], str, int]  # the error, and the device of its conditions


class Asserts:
    """The conditions that nobody has looked at yet, by what they mean."""

    def __init__(self, cupy: Any):
        self.cupy = cupy
        self.pending: dict[Kind, list[Any]] = {}
        # Copies on their way to the host: the event of their arrival, and what to call with them.
        self.copies: deque[tuple[Any, Any, Callable[[Any], Any]]] = deque()
        self.lock = threading.Lock()

    def add(self, wrong: Any, error: type[Exception], message: str) -> None:
        """Raise `error(message)` at the next wait, if the boolean array `wrong` is true by then."""
        with self.lock:
            found = self.pending.setdefault((error, message, wrong.device.id), [])
            found.append(wrong.reshape(1))
            if len(found) > LIMIT:
                found[:] = [self.cupy.concatenate(found).any().reshape(1)]

    def add_check(self, arrived: Any, values: Any, check: Callable[[Any], Any]) -> None:
        """Call `check(values)` at the next wait, or when too many wait, after the event."""
        self.copies.append((arrived, values, check))
        if len(self.copies) > LIMIT:
            self._check_one()

    def _check_one(self) -> None:
        arrived, values, check = self.copies.popleft()
        arrived.synchronize()
        check(values)

    def check(self) -> None:
        """Look at all conditions. Raises the error of the first kind that is true."""
        while self.copies:
            self._check_one()
        if not self.pending:
            return
        with self.lock:
            taken, self.pending = self.pending, {}
        for (error, message, device), conditions in taken.items():
            with self.cupy.cuda.Device(device):
                if self.cupy.concatenate(conditions).get().any():
                    raise error(message)
