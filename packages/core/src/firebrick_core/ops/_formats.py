"""Memory formats of images: a layer's result has the channels last where its input has them so."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .. import _operators as T
from .._hidden_order import is_row_major
from .._memory_format import channels_last, channels_last_3d, copied, has_format

Kernel = Callable[..., Any]
_FORMATS = {4: channels_last, 5: channels_last_3d}


def _channels_last(array: Any) -> bool:
    """Whether the strides say that the channels, dim 1, are innermost, whatever gaps there are.

    As PyTorch has it: those of the channels are the smallest, then come those of the spatial
    dimensions from the last to the first, then those of the batch.
    """
    if array.flags.c_contiguous or not array.size:
        return False
    before = 0
    for dim in (1, *range(array.ndim - 1, 1, -1), 0):
        stride = abs(array.strides[dim])
        if stride < before or (dim == 0 and before == abs(array.strides[1])):
            return False
        before = stride * max(1, array.shape[dim])
    return True


def suggested_format(array: Any) -> Any:
    """`channels_last` (4-d), `channels_last_3d` (5-d), or None for row-major order."""
    return _FORMATS[array.ndim] if array.ndim in _FORMATS and _channels_last(array) else None


def in_suggested_format(input: Any) -> Any:
    """A tensor as PyTorch's image layers take it: row-major, or with the channels last."""
    if is_row_major(input):
        return input
    format = suggested_format(input._array)
    return T.contiguous(input) if format is None else T.contiguous(input, memory_format=format)


def row_major_tensor(input: Any) -> Any:
    """A tensor in row-major order, copied where it is not."""
    return input if input._array.flags.c_contiguous else T.contiguous(input)


def in_format_of(result: Any, input: Any) -> Any:
    """A tensor in the memory format of another."""
    if is_row_major(input):
        return result
    format = suggested_format(input._array)
    return result if format is None else T.contiguous(result, memory_format=format)


def keeps_format(*deciding: int, dims: tuple[int, ...] = (4,)) -> Callable[[Kernel], Kernel]:
    """Let a kernel's result have the channels last where its first argument has them so, or
    another of those at the `deciding` places, for arguments of so many `dims`.

    It holds for providers' kernels of the operator too: see `Provider.kernel`.
    """

    def wrap(kernel: Kernel) -> Kernel:
        @functools.wraps(kernel)
        def run(xp: Any, *args: Any, **named: Any) -> Any:
            out = kernel(xp, *args, **named)
            for place in deciding or (0,):
                given = args[place]
                if not given.flags.c_contiguous and given.ndim in dims and _channels_last(given):
                    format = _FORMATS[out.ndim]
                    return out if has_format(out, format) else copied(out, format)
            return out

        run.arranged = wrap  # type: ignore[attr-defined]
        return run

    return wrap
