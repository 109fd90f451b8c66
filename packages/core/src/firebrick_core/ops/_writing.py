"""How operators write into a tensor: one check, one write, one step of the version."""

from __future__ import annotations

from typing import Any, Callable

from .._device import BY_BIT, DEVICE_BITS
from .._errstate import quiet


def in_place(name: str, input: Any, write: Callable[..., None], *args: Any) -> Any:
    """Call `write(xp, array, *args)` on a tensor's own array; returns the tensor.

    `write` checks its arguments before it changes anything. Raises RuntimeError for memory that is
    read-only or holds several elements in one place.
    """
    from .._run import check_writable

    backend = BY_BIT[input._keys & DEVICE_BITS]
    if backend.computes:
        check_writable(name, input)
        with quiet():
            write(backend.namespace(), input._array, *args)
    input._bump_version()
    return input


def written(write: Callable[..., None], xp: Any, input: Any, *args: Any) -> Any:
    """A copy of an array that `write(xp, copy, *args)` has changed."""
    out = input.copy()
    write(xp, out, *args)
    return out
