"""The layer that looks at what a call recorded: saved-tensor hooks and anomaly mode.

It is above recording, and only there while one of these is on, so it costs nothing otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from firebrick_core import _dispatch
from firebrick_core._dispatch import WATCHED, including, redispatch
from firebrick_core._restricted import writes

from ._node import AccumulateGrad, as_edge, next_sequence
from ._saved import Hooks
from ._views import CopySlices

# The pairs of hooks of the blocks that are open, the innermost last; and what refuses new ones.
saved_hooks: ContextVar[tuple[Hooks, ...]] = ContextVar("firebrick_saved_hooks", default=())
refusal: ContextVar[str | None] = ContextVar("firebrick_saved_hooks_off", default=None)

# What has to happen before a tensor is written to.
guards: ContextVar[tuple[Callable[[Any], None], ...]] = ContextVar("firebrick_guards", default=())


class Noting:
    """What anomaly mode does with a node that was just recorded, None while it is off."""

    note: Callable[[Any], None] | None = None


@contextmanager
def packing(hooks: Hooks) -> Iterator[None]:
    """Pack what is saved inside the block by a pair of hooks."""
    if refusal.get() is not None:
        raise RuntimeError(refusal.get())
    token = saved_hooks.set((*saved_hooks.get(), hooks))
    try:
        with including(WATCHED):
            yield
    finally:
        saved_hooks.reset(token)


def handle(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    """The layer: call below, and look at the nodes that this made."""
    if writes(op):
        for guard in guards.get():
            guard(args[0])
    since = next_sequence()
    out = redispatch(op, keys & ~WATCHED, args)
    results = out if isinstance(out, (tuple, list)) else (out,)
    for node in recorded(results, since):
        seen(node, results)
    return out


def seen(node: Any, results: Any) -> None:
    """Treat a node that was just recorded as the modes that are on ask for."""
    if Noting.note is not None:
        Noting.note(node)
    hooks = saved_hooks.get()
    if hooks and node.frees and type(node) is not CopySlices:
        node._pack(results, hooks[-1])


def recorded(results: Any, since: int) -> list[Any]:
    """The nodes with higher numbers that made the results, or wrote into what they are views of."""
    found: list[Any] = []
    for t in results:
        if not hasattr(t, "_keys"):
            continue
        base = t._base
        for meta in (t._meta, None if base is None else base._meta):
            node = as_edge(meta)[0]
            if node is None or type(node) is AccumulateGrad or node.sequence < since:
                continue
            for made in (node, node.writer) if type(node) is CopySlices else (node,):
                if made not in found:
                    found.append(made)
    return found


_dispatch.register_layer(WATCHED, handle)
