"""Tensors that are saved for backward may be written to inside `allow_mutation_on_saved_tensors`.

A saved tensor shares its memory until something writes to that memory; then it is copied first.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from firebrick_core._dispatch import AUTOGRAD, excluding
from firebrick_core._storage import address

from ._watch import guards, packing


class _Handle:
    """Stands for a saved tensor in the graph."""

    __slots__ = ("__weakref__", "storage", "version")

    def __init__(self, storage: Any):
        self.storage, self.version = storage, storage.version


class SavedTensorsState:
    """What a block keeps: `original` tensors that share their memory, `cloned` ones by the time
    that they were written to."""

    def __init__(self) -> None:
        self.original: MutableMapping[Any, Any] = weakref.WeakKeyDictionary()
        self.cloned: MutableMapping[Any, Any] = weakref.WeakKeyDictionary()
        # By storage, the handles of what lies where: the same tensor is kept once.
        self._handles: MutableMapping[Any, Any] = weakref.WeakKeyDictionary()

    def clear(self) -> None:
        """Forget everything: graphs that need it raise in backward."""
        self.original.clear()
        self.cloned.clear()
        self._handles.clear()

    def pack(self, tensor: Any) -> _Handle:
        """The pack hook."""
        storage = tensor.untyped_storage()
        array = tensor._array
        place = storage.version, address(array), array.shape, array.strides, tensor.dtype
        handles = self._handles.setdefault(storage, weakref.WeakValueDictionary())
        handle = handles.get(place)
        if handle is None:
            handle = handles[place] = _Handle(storage)
            self.original[handle] = tensor.detach()
        return handle

    def unpack(self, handle: _Handle) -> Any:
        """The unpack hook."""
        if _open.get() is not self or not (handle in self.cloned or handle in self.original):
            raise RuntimeError(
                "Trying to backward outside of the 'allow_mutation_on_saved_tensors' context in"
                " which the graph was originally recorded."
            )
        found = self.cloned.get(handle)
        if found is not None:
            return found
        if handle.storage.version != handle.version:
            raise RuntimeError(
                "a saved tensor was written to in a way that 'allow_mutation_on_saved_tensors' does"
                " not see, such as out= or NumPy: write with an in-place operator"
            )
        return self.original[handle]

    def before_writing(self, tensor: Any) -> None:
        """Copy what is saved of a tensor's memory."""
        if tensor._storage is None:
            return
        for handle in list(self._handles.get(tensor._storage, {}).values()):
            kept = self.original.pop(handle, None)
            if kept is not None:
                with excluding(AUTOGRAD):
                    self.cloned[handle] = kept.clone()


_open: ContextVar[SavedTensorsState | None] = ContextVar("firebrick_mutation", default=None)


@contextmanager
def allow_mutation_on_saved_tensors() -> Iterator[SavedTensorsState]:
    """Inside the block, tensors that are saved for backward may be written to: they are copied
    then, and backward, which must run inside the block as well, uses the copies.

    Raises RuntimeError for blocks inside each other, and in backward outside of the block.

    >>> import firebrick_core as fb
    >>> with allow_mutation_on_saved_tensors():
    ...     a = fb.ones(2, requires_grad=True)
    ...     b = a.clone()
    ...     out = (b**2).sum()
    ...     c = b.sin_()
    ...     out.backward()
    >>> a.grad
    tensor([2., 2.])
    """
    if _open.get() is not None:
        raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
    state = SavedTensorsState()
    opened, guard = _open.set(state), guards.set((*guards.get(), state.before_writing))
    try:
        with packing((state.pack, state.unpack)):
            yield state
    finally:
        guards.reset(guard)
        _open.reset(opened)
        state.clear()
