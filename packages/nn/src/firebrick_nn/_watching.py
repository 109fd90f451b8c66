"""Watching what a piece of program does: every operator's work, and the memory of its results."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from firebrick_core.extend import PROFILED, including, redispatch, register_layer

from ._flops import flops_of

__all__ = ["Watch", "watching"]


def _owner(array: Any) -> Any:
    """The array whose memory an array is a view of; itself if it is none."""
    while type(array.base) is type(array):
        array = array.base
    return array


def _tensors(value: Any) -> Iterator[Any]:
    if hasattr(value, "_keys"):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _tensors(part)


class Watch:
    """Operations so far, and bytes of results that are alive now, at most and altogether."""

    def __init__(self) -> None:
        self.flops = 0
        self.live = self.peak = self.made = 0
        self._known: dict[int, weakref.ref] = {}
        self._inside = 0  # depth of operators in operators

    def know(self, tensors: Any) -> None:
        """Do not count this memory: it was there before."""
        for tensor in _tensors(tensors):
            self._add(_owner(tensor._array), 0)

    def _add(self, owner: Any, size: int) -> None:
        key = id(owner)
        if key in self._known:
            return

        def forget(_: weakref.ref) -> None:
            del self._known[key]
            self.live -= size

        self._known[key] = weakref.ref(owner, forget)
        self.live += size
        self.made += size
        self.peak = max(self.peak, self.live)

    def call(self, op: Any, args: tuple, keys: int) -> Any:
        """Do an operator's call, and count it."""
        self._inside += 1
        try:
            result = redispatch(op, keys & ~PROFILED, args)
        finally:
            self._inside -= 1
        for tensor in _tensors(result):
            owner = _owner(tensor._array)
            self._add(owner, owner.size * owner.itemsize)
        if not self._inside:
            self.flops += flops_of(op.name, args, result)
        return result


_watch: ContextVar[Watch | None] = ContextVar("firebrick_watch", default=None)


def _handler(op: Any, args: tuple, keys: int) -> Any:
    watch = _watch.get()
    if watch is None:
        return redispatch(op, keys & ~PROFILED, args)
    return watch.call(op, args, keys)


@contextmanager
def watching() -> Iterator[Watch]:
    """A `Watch` of all operators that this context (thread or task) calls in the block."""
    register_layer(PROFILED, _handler)
    watch = Watch()
    token = _watch.set(watch)
    try:
        with including(PROFILED):
            yield watch
    finally:
        _watch.reset(token)
