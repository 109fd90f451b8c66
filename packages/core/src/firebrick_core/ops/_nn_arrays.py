"""What the neural-network kernels share: constants, masks, cache-sized pieces, 16-bit floats."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _dtype, _errors
from .._memory_format import copied, elementwise_order, inverse_of
from .._operator import TABLE

PIECE = 1 << 15
"""Elements worked on at a time: a few such arrays fit into the L2 cache."""

INTEGERS = {1: np.int8, 2: np.int16, 4: np.int32, 8: np.int64}
_constants: dict[Any, Any] = {}


def constant(xp: Any, value: float, dtype: Any) -> Any:
    """A number as an operand of arrays: ufuncs take a 0-d NumPy array twice as fast as a number."""
    if xp is not np:
        return value
    try:
        return _constants[value, dtype]
    except KeyError:
        made = _constants[value, dtype] = np.asarray(value, dtype)
        made.flags.writeable = False
        return made


def zero_where(xp: Any, values: Any, drop: Any) -> Any:
    """`values` with zeros where `drop`, whatever stands there: infinities and NaN do not leak.

    Products with a mask leak them; `where` mispredicts at random masks and takes ten times as long.
    """
    if values.size < 4096:
        out = copied(values, None)
        xp.putmask(out, drop, constant(xp, 0, values.dtype))
        return out
    all_bits_or_none = xp.subtract(drop.view(np.int8), np.int8(1))
    bits = values.view(INTEGERS[values.dtype.itemsize])
    return xp.bitwise_and(bits, all_bits_or_none).view(values.dtype)


def in_pieces(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Let a kernel of many passes, over arrays of one shape, work on cache-sized pieces."""

    @functools.wraps(kernel)
    def run(xp: Any, input: Any, *rest: Any) -> Any:
        if input.size <= PIECE or xp is not np:
            return kernel(xp, input, *rest)
        order = elementwise_order(input.shape, (input,))
        if order is not None:  # as it lies in memory
            input = input.transpose(order)
            rest = tuple(a.transpose(order) if isinstance(a, np.ndarray) else a for a in rest)
        out = np.empty(input.shape, input.dtype)
        target, source = out.reshape(-1), input.reshape(-1)
        others = [a.reshape(-1) if isinstance(a, np.ndarray) else a for a in rest]
        for start in range(0, source.size, PIECE):
            part = slice(start, start + PIECE)
            more = [a[part] if isinstance(a, np.ndarray) else a for a in others]
            target[part] = kernel(xp, source[part], *more)
        return out if order is None else out.transpose(inverse_of(order))

    return run


def is_half(array: Any) -> bool:
    """Whether an array holds float16 or bfloat16."""
    return array.dtype.itemsize == 2 and array.dtype.kind in "fV"


SINGLE = np.dtype(np.float32)


def in_dtype(xp: Any, array: Any, dtype: Any) -> Any:
    """An array in another NumPy dtype, converted by whichever provider serves it."""
    if array.dtype == dtype:
        return array
    to = TABLE["to_dtype"]
    return (to.front or to.kernel)(xp, array, _dtype.from_numpy_dtype(dtype))


def half_in_float32(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Let a kernel see 16-bit floats as float32 and round its result once, as PyTorch does."""

    @functools.wraps(kernel)
    def run(xp: Any, input: Any, *args: Any, **named: Any) -> Any:
        if input.dtype.itemsize != 2 or input.dtype.kind not in "fV":
            return kernel(xp, input, *args, **named)
        wide = [_widened(a) for a in args]
        more = {k: _widened(v) for k, v in named.items()}
        out = kernel(xp, in_dtype(xp, input, SINGLE), *wide, **more)
        if isinstance(out, tuple):
            return tuple(o.astype(input.dtype) if o.dtype == np.float32 else o for o in out)
        return out.astype(input.dtype) if out.dtype == np.float32 else out

    return run


def _widened(value: Any) -> Any:
    return value.astype(np.float32) if hasattr(value, "astype") and is_half(value) else value


def require_floating(name: str, array: Any) -> None:
    """Refuse integers where PyTorch does.

    Raises NotImplementedError, saying what to convert.
    """
    if array.dtype.kind in "biu":
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(array.dtype).name]
        raise NotImplementedError(
            f"\"{name}\" not implemented for '{kind}': expected a floating-point tensor; convert "
            "with .float()"
        )


def require_tensor(name: str, argument: str, position: int, value: Any) -> None:
    """Refuse what is no tensor. Raises TypeError."""
    if not hasattr(value, "_keys"):
        raise _errors.not_a_tensor(name, argument, position, value)
