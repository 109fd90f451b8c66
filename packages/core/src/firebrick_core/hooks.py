"""What registering a hook returns, for every package that has hooks."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable
from itertools import count
from typing import Any

_numbers = count()


class RemovableHandle:
    """Takes one hook back out of its table; also a context manager that does so at its end.

    Tables are held weakly, so that a handle keeps no module or graph alive.

    >>> from collections import OrderedDict
    >>> table = OrderedDict()
    >>> handle = RemovableHandle(table)
    >>> table[handle.id] = print
    >>> handle.remove()
    >>> len(table)
    0
    """

    def __init__(
        self, table: OrderedDict[int, Any], extra: tuple[OrderedDict[int, Any], ...] = ()
    ) -> None:
        self.id = next(_numbers)
        self._tables = tuple(weakref.ref(t) for t in (table, *extra))

    def remove(self) -> None:
        """Take the hook away; does nothing if it is gone already."""
        for ref in self._tables:
            table = ref()
            if table is not None:
                table.pop(self.id, None)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, *exc: object) -> None:
        self.remove()


def add_hook(
    table: OrderedDict[int, Any], hook: Callable[..., Any], prepend: bool = False
) -> RemovableHandle:
    """Put a hook into a table, at its front with `prepend`; returns the handle.

    Raises TypeError for what cannot be called.
    """
    if not callable(hook):
        raise TypeError(f"a hook must be callable, not {type(hook).__name__}")
    handle = RemovableHandle(table)
    table[handle.id] = hook
    if prepend:
        table.move_to_end(handle.id, last=False)
    return handle
