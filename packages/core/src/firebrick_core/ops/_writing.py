"""How operators write into a tensor: one check, one write, one step of the version."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from .. import _errors
from .._device import BY_BIT, DEVICE_BITS
from .._dtype import can_cast
from .._errstate import QUIET, SILENT, get_errstate, reset_errstate, set_errstate
from .._memory_format import copied
from ..grad_mode import is_grad_enabled


def in_place(name: str, input: Any, write: Callable[..., None], *args: Any) -> Any:
    """Call `write(xp, array, *args)` on a tensor's own array; returns the tensor.

    `write` checks its arguments before it changes anything. Raises RuntimeError for memory that is
    read-only or holds several elements in one place.
    """
    backend = BY_BIT[input._keys & DEVICE_BITS]
    if backend.computes:
        array = input._array
        flags = array.flags
        if not (flags.c_contiguous and getattr(flags, "writeable", True)):
            check(name, input)
            if not array.size:
                array = array.copy()  # may be read-only, and nothing will be written
        if backend.bit:
            with backend.running(name, (input,)):
                write(backend.namespace(), array, *args)
            input._bump_version()
            return input
        filters = warnings.filters
        calm = (filters and filters[0] is SILENT) or get_errstate() is QUIET or QUIET is None
        token = None if calm else set_errstate(QUIET)
        try:
            write(backend.namespace(), array, *args)
        finally:
            if token is not None:
                reset_errstate(token)
    input._bump_version()
    return input


def check(name: str, input: Any) -> None:
    """Refuse to write where that is not possible; see `_run.check_writable`."""
    from .._run import check_writable

    check_writable(name, input)


def received(name: str, result: Any, out: Any) -> Any:
    """The result of a composite operator, or its `out=` tensor after taking it."""
    if out is None:
        return result
    if not hasattr(out, "_keys"):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    if result.requires_grad or out.requires_grad and is_grad_enabled():
        raise RuntimeError(
            f"{name}(): functions with out=... arguments don't support automatic differentiation, "
            "but one of the arguments requires grad."
        )
    if out.device != result.device:
        raise _errors.different_devices(name, (out.device, result.device))
    if not can_cast(result.dtype, out.dtype):
        raise _errors.cannot_cast(name, result.dtype, out.dtype)
    out._receive(result)
    return out


def written(write: Callable[..., None], xp: Any, input: Any, *args: Any) -> Any:
    """A row-major copy of an array that `write(xp, copy, *args)` has changed."""
    out = input.copy()
    write(xp, out, *args)
    return out


def written_in_order(write: Callable[..., None], xp: Any, input: Any, *args: Any) -> Any:
    """As `written`, with a copy whose elements lie in memory in the order of the array's."""
    out = copied(input, None)
    write(xp, out, *args)
    return out
