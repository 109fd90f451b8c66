"""Python's multiprocessing, through whose queues and pipes tensors travel by shared memory.

Everything of `multiprocessing` is here. Once this module is imported, a tensor that is sent to
another process (through a queue or a pipe, or as an argument of a process that is not forked) is
moved to shared memory, and the receiver gets a tensor over the same memory: what one writes into
it, the other sees. Nothing is copied, however large it is.

- The memory has no name. It goes with the last process that has it, also after `kill -9`, and it is
  not limited by the size of /dev/shm.
- A shared tensor takes up to two file descriptors in each process that has it (see `ulimit -n`),
  however many tensors are views of it.
- One of several views of memory that is not shared yet is sent as a copy, as moving it would leave
  the others behind: call `share_memory_()` on the base before there are views. Tensors on a GPU are
  sent as copies, too.
- Gradients are not sent, and of tensors that require grad only leaves can be.
- What is sent must be alive until it has been received: do not end the sending process before.

Source: torch.multiprocessing.

>>> import firebrick_core as fb
>>> from firebrick_core import multiprocessing as mp
>>> def double(queue):
...     queue.get().mul_(2)
>>> queue = mp.get_context("fork").Queue()  # doctest: +SKIP
>>> x = fb.ones(3)  # doctest: +SKIP
>>> process = mp.get_context("fork").Process(target=double, args=(queue,))  # doctest: +SKIP
>>> process.start(); queue.put(x); process.join(); x  # doctest: +SKIP
tensor([2., 2., 2.])
"""

from __future__ import annotations

import multiprocessing
import warnings
from collections.abc import Iterator
from multiprocessing import *  # noqa: F403
from multiprocessing import reduction as reduction
from typing import Any

import numpy as np

from ._hidden_order import restore
from ._shared_memory import SharedMapping, let_mappings_be_sent, shared_copy
from ._spawning import (
    ProcessContext as ProcessContext,
    ProcessException as ProcessException,
    ProcessExitedException as ProcessExitedException,
    ProcessRaisedException as ProcessRaisedException,
    SpawnContext as SpawnContext,
    spawn as spawn,
    start_processes as start_processes,
)
from ._storage import address, memory_of
from ._tensor import Tensor, _rebuild, subclass_hooks

__all__ = [
    *multiprocessing.__all__,
    "ProcessContext",
    "ProcessException",
    "ProcessExitedException",
    "ProcessRaisedException",
    "SpawnContext",
    "get_all_sharing_strategies",
    "get_sharing_strategy",
    "init_reductions",
    "set_sharing_strategy",
    "spawn",
    "start_processes",
]


def get_all_sharing_strategies() -> set[str]:
    """The ways in which memory is shared: by descriptor, as memory without a name.

    >>> get_all_sharing_strategies()
    {'file_descriptor'}
    """
    return {"file_descriptor"}


def get_sharing_strategy() -> str:
    """The way in which memory is shared.

    >>> get_sharing_strategy()
    'file_descriptor'
    """
    return "file_descriptor"


def set_sharing_strategy(new_strategy: str) -> None:
    """Choose how memory is shared: "file_descriptor".

    PyTorch's "file_system" is accepted with a warning: its files outlive a process that is killed,
    so descriptors are used all the same. Raises ValueError for any other name.
    """
    if new_strategy == "file_system":
        warnings.warn(
            "set_sharing_strategy('file_system'): Firebrick shares memory by descriptor only, and "
            "goes on to. Where there are too many open files, raise the limit (`ulimit -n`)",
            stacklevel=2,
        )
    elif new_strategy != "file_descriptor":
        raise ValueError(
            f"set_sharing_strategy: expected one of {sorted(get_all_sharing_strategies())}, got "
            f"{new_strategy!r}"
        )


def init_reductions() -> None:
    """Let multiprocessing send tensors by shared memory. Done when this module is imported.

    On Windows, which passes no descriptors, tensors are copied.
    """
    if not let_mappings_be_sent():
        return
    for kind in (Tensor, *_subclasses(Tensor)):
        reduction.register(kind, _reduce_tensor)
    if _register not in subclass_hooks:
        subclass_hooks.append(_register)


def _register(kind: type) -> None:
    reduction.register(kind, _reduce_tensor)


def _subclasses(kind: Any) -> Iterator[type]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


def _reduce_tensor(tensor: Any) -> Any:
    """How a tensor is pickled for another process."""
    reduced = tensor.__reduce_ex__(2)
    if reduced[0] is not _rebuild:  # a subclass with a way of its own
        return reduced
    kind, array, *state = reduced[1]
    if type(array) is not np.ndarray or not array.nbytes:
        return reduced
    if not isinstance(memory_of(array), SharedMapping):
        array = _moved(tensor)
    mapping: Any = memory_of(array)
    start = address(array) - address(np.frombuffer(mapping, np.uint8))
    return _rebuild_shared, (mapping, start, array.dtype, array.shape, array.strides, kind, *state)


def _moved(tensor: Any) -> Any:
    """The tensor's array in shared memory: moved there, or where others are tied to it a copy."""
    base = restore(tensor) if tensor._base is None else tensor._base
    views = 0 if base._storage is None else base._storage.views
    if base.is_shared() or views > (base is not tensor) or not base._array.flags.c_contiguous:
        return shared_copy(tensor._array)
    array = tensor._array
    start = address(array) - address(base._array)
    base.share_memory_()
    if base is not tensor:
        memory: Any = memory_of(base._array)
        tensor._array = np.ndarray(array.shape, array.dtype, memory, start, array.strides)
    return tensor._array


def _rebuild_shared(
    mapping: SharedMapping, start: int, dtype: Any, shape: Any, strides: Any, kind: Any, *state: Any
) -> Any:
    return _rebuild(kind, np.ndarray(shape, dtype, mapping, start, strides), *state)


init_reductions()
