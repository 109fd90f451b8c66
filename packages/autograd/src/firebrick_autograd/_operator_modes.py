"""Blocks in which a function of one's own sees every operator that is called, below the recording.

A layer under autograd, there only while a block is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from firebrick_core import _frames
from firebrick_core._dispatch import including, redispatch, register_layer

SEEN = 1 << 8  # a layer's bit, below autograd's

# `mode(op, args, run)` calls `run()` for what the operator gives, or gives something else.
Mode = Callable[[Any, tuple[Any, ...], Callable[[], Any]], Any]
_modes: ContextVar[tuple[Mode, ...]] = ContextVar("firebrick_operator_modes", default=())


@contextmanager
def seeing(mode: Mode) -> Iterator[None]:
    """Let `mode` see the operators that are called inside the block, before the blocks outside
    do. What it calls itself it does not see."""
    token = _modes.set((*_modes.get(), mode))
    try:
        with including(SEEN):
            yield
    finally:
        _modes.reset(token)


def _handle(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    modes = _modes.get()
    if not modes:
        return redispatch(op, keys & ~SEEN, args)

    def run() -> Any:
        return _handle(op, args, keys)

    token = _modes.set(modes[:-1])
    try:
        return modes[-1](op, args, run)
    finally:
        _modes.reset(token)


register_layer(SEEN, _handle)

_frames.INTERNAL.add(id(globals()))  # this module is not loaded with the package
