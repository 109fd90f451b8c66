"""Tensors whose elements lie in another order than they show, until somebody looks.

Convolutions, and what comes between them, are faster on images whose channels are innermost. Their
results are kept so, as arrays of the same values and shape but other strides, on tensors with the
key `HIDDEN_ORDER`. To a user such a tensor is row-major: whatever shows memory (strides, views,
`numpy()`, storages) calls `restore` first, which puts the elements in that order for good. So does
this layer for every operator that is not declared with `any_order`, or is not pointwise.

1. Only results have the key: never a view, nor what has one, nor a leaf.
2. An array that a node saved is not written to by `restore`. The storage remembers whose elements
   it took (`former`), so that the node finds them, and a version that counts on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ._dispatch import HIDDEN_ORDER, redispatch, register_layer, tensors_in
from ._operator import TABLE
from ._storage import Storage

_IMAGES = (4, 5)


def restore(tensor: Any) -> Any:
    """Put a tensor's elements in the order that it shows; returns the tensor."""
    if tensor._keys & HIDDEN_ORDER:
        array, storage = tensor._array, tensor._storage
        if storage is None:
            storage = tensor._storage = Storage(array)
        if storage.former != id(array):  # no other tensor of this storage has done it
            op = TABLE["in_row_major_order"]
            storage._array = (op.front or op.kernel)(np, array)
            storage.former = id(array)
        tensor._array = storage._array
        tensor._keys &= ~HIDDEN_ORDER
    return tensor


def is_row_major(tensor: Any) -> bool:
    """Whether a tensor shows itself in row-major order."""
    return bool(tensor._keys & HIDDEN_ORDER) or tensor._array.flags.c_contiguous


def conceal(out: Any, operands: Any) -> Any:
    """Give an operator's result the key, if it is not row-major though all operands show that they
    are; returns the result."""
    array = out._array
    if array.ndim in _IMAGES and not array.flags.c_contiguous:
        if all(is_row_major(t) for t in _each(operands)):
            out._keys |= HIDDEN_ORDER
    return out


def _each(operands: Any) -> Iterator[Any]:
    for t in operands:
        if t is not None:
            yield from (t,) if hasattr(t, "_keys") else _each(t)


def _agree(op: Any, args: tuple[Any, ...]) -> bool:
    """Whether a pointwise operator's large operands all have the key, so that its result does."""
    tensors = list(tensors_in(args))
    largest = max(t._array.size for t in tensors)
    if op.inplace_of is not None and not args[0]._keys & HIDDEN_ORDER:
        return False
    return all(
        t._keys & HIDDEN_ORDER or (t._array.size < largest and t._array.flags.c_contiguous)
        for t in tensors
    )


def run(op: Any, args: tuple[Any, ...], keys: int) -> Any:
    """Call an operator on tensors of which some have the key."""
    below = keys & ~HIDDEN_ORDER
    base = op.inplace_of or op
    if not (base.any_order or (base.kind == "pointwise" and _agree(op, args))):
        for t in tensors_in(args):
            restore(t)
        return redispatch(op, below, args)
    out = redispatch(op, below, args)
    return out if base.any_order else conceal(out, tensors_in(args))


register_layer(HIDDEN_ORDER, run)
