"""What the special functions share: float64 vectors, regions of an argument, polynomials.

A special function is a few approximations, each for a region of its argument. Its kernel gets
float64 vectors (`in_float64`), starts from NaN, and fills region after region (`fill`), computing
each for its own elements alone. Results in narrower types are those of float64, rounded once.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _dtype, _errors
from .._memory_format import elementwise_order, inverse_of
from ._nn_arrays import constant

PIECE = 1 << 13
"""Elements worked on at a time: a dozen such vectors fit into the L2 cache."""


def floating(array: Any) -> Any:
    """The NumPy dtype of a result that is floating where the argument is integer."""
    return _dtype.get_default_dtype().numpy_dtype if array.dtype.kind in "biu" else array.dtype


def require_real(name: str, array: Any) -> None:
    """Refuse complex numbers, as PyTorch does. Raises NotImplementedError."""
    if array.dtype.kind == "c":
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(array.dtype).name]
        raise NotImplementedError(
            f"\"{name}\" not implemented for '{kind}': expected real elements; the function is"
            " available for real arguments only"
        )


def _is_array(value: Any) -> bool:
    return hasattr(value, "strides")


def in_float64(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """Let a kernel see float64 vectors of one length, a piece of the elements at a time.

    Arguments that are no arrays pass as they are. The kernel must not write into its arguments.
    """

    @functools.wraps(kernel)
    def run(xp: Any, *args: Any, **named: Any) -> Any:
        found = [i for i, a in enumerate(args) if _is_array(a)]
        given = [a if a.ndim else xp.asarray(a) for a in (args[i] for i in found)]
        for a in given:
            require_real(kernel.__name__, a)
        dtype = floating(given[0])
        if len(given) > 1:
            given = xp.broadcast_arrays(*given)
        shape = given[0].shape
        order = elementwise_order(shape, given) if len(shape) > 1 else None
        if order is not None:  # as it lies in memory
            given = [a.transpose(order) for a in given]
            shape = given[0].shape
        vectors = [xp.asarray(a, dtype=np.float64).reshape(-1) for a in given]
        values: list[Any] = list(args)

        def call(part: slice) -> Any:
            for i, vector in zip(found, vectors, strict=True):
                values[i] = vector[part]
            return kernel(xp, *values, **named)

        out = _in_pieces(xp, call, vectors[0].size, dtype).reshape(shape)
        return out if order is None else out.transpose(inverse_of(order))

    return run


def _in_pieces(xp: Any, call: Callable[[slice], Any], size: int, dtype: Any) -> Any:
    if size <= PIECE:
        return call(slice(None)).astype(dtype)
    out = xp.empty(size, dtype)
    for start in range(0, size, PIECE):
        part = slice(start, start + PIECE)
        out[part] = call(part).astype(dtype)
    return out


def undefined(xp: Any, x: Any) -> Any:
    """A vector of NaN, as long as `x`: what a function is outside of its regions."""
    return xp.full(x.shape, np.nan)


def fill(xp: Any, out: Any, where: Any, function: Any, *arrays: Any) -> None:
    """Put `function` of the arrays' elements into `out` where the mask holds.

    `function` gets `xp` and those elements alone; all of them, where counting those that the mask
    has would wait for the device. A number is put as it is.
    """
    if xp is not np:
        out[...] = xp.where(where, function(xp, *arrays) if callable(function) else function, out)
        return
    count = int(xp.count_nonzero(where))
    if not count:
        return
    if not callable(function):
        out[where] = function
    elif count == out.size:
        out[...] = function(xp, *arrays)
    else:
        out[where] = function(xp, *(a[where] for a in arrays))


def polynomial(xp: Any, coefficients: Any, x: Any) -> Any:
    """The polynomial in `x` with these coefficients, constant first, by Horner's rule."""
    c = [constant(xp, v, x.dtype) for v in coefficients]
    out = x * c[-1]
    for v in c[-2:0:-1]:
        out += v
        out *= x
    out += c[0]
    return out


def less_root(x: Any, root: tuple[float, float]) -> Any:
    """`x - root`, where the root is given as a float64 and what that lacks: exact near the root."""
    return (x - root[0]) - root[1]
