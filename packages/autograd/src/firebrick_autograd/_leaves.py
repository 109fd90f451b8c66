"""What a leaf does with its gradient: keep the buffer, copy it, or add it to what it has."""

from __future__ import annotations

import _thread
import os
import sys
import threading
from typing import Any

import numpy as np

import firebrick_core as fb
from firebrick_core._device import BACKEND_BITS
from firebrick_core._dispatch import HIDDEN_ORDER, SPARSE
from firebrick_core._hidden_order import restore
from firebrick_core._parallel import WORKERS

from . import _hooks

_getrefcount = sys.getrefcount


def _references(grad: Any) -> tuple[int, int]:
    return _getrefcount(grad), _getrefcount(grad._array)


def _unshared() -> tuple[int, int]:
    """What `_references` counts, called as `accumulate` calls it, for a gradient nobody else
    holds."""

    from firebrick_core import Tensor

    def accumulate(leaf: Any, grad: Any) -> Any:
        return _references(grad)

    def loop() -> Any:
        node, grad, _ = [None, Tensor._wrap(np.zeros(1)), False]
        return accumulate(node, grad)

    return loop()


_ALONE = _unshared()


# Threads that run backward over a shared part add to the same leaves. A few locks, so that others
# seldom wait, and reentrant ones, because the collector may run anything while one is held. Where
# there is one thread, asking so takes a tenth of the time of a lock.
_other_threads = _thread._count
_LOCKS = [threading.RLock() for _ in range(16)]


def _unlock() -> None:
    """In a forked process: a thread in its backward, which is not there, lets go of no lock."""
    _LOCKS[:] = [threading.RLock() for _ in _LOCKS]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def accumulate(leaf: Any, grad: Any, graph: bool) -> None:
    """Add to a leaf's `.grad`: in place, or by taking over a buffer that nobody else holds."""
    if grad._keys & HIDDEN_ORDER:
        restore(grad)
    lock = None
    if _other_threads() > len(WORKERS):  # those of core's kernels run no backward
        lock = _LOCKS[leaf.sequence & 15]
        lock.acquire()
    try:
        if leaf.grad is None and not (graph or grad._keys):
            tensor, array = _references(grad)
            mine = tensor <= _ALONE[0] and array <= _ALONE[1] and grad._base is None
            flags = grad._array.flags  # holds the array, so it comes after the count
            if mine and flags.owndata and flags.c_contiguous and leaf.contiguous:
                leaf.grad = grad
            else:
                leaf.grad = _copied(leaf, grad)
        else:
            _add_to(leaf, grad, graph)
    finally:
        if lock is not None:
            lock.release()
    if leaf.hooks is not None:
        _hooks.run_after(leaf.hooks, (), grad)
    if leaf.post_hooks is not None:
        _hooks.run_after_accumulation(leaf)


def _add_to(leaf: Any, grad: Any, graph: bool) -> None:
    """Add a gradient to a leaf's that stays somebody else's."""
    held = leaf.grad
    if held is None:
        leaf.grad = grad.clone() if graph else _copied(leaf, grad)
    elif graph or held._keys & SPARSE:
        leaf.grad = held + grad
    else:
        held.add_(grad)


def _copied(leaf: Any, grad: Any) -> Any:
    """A copy of a gradient, with the strides of its leaf, or row-major where the leaf has gaps."""
    like = leaf.variable
    if like is None or grad._keys & ~BACKEND_BITS or grad._array.strides == like._array.strides:
        return grad.detach().clone()
    return fb.empty_like(like).copy_(grad)
