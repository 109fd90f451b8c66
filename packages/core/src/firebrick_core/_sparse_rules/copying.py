"""Copies, conversions, moves and writing of whole sparse tensors."""

from __future__ import annotations

from typing import Any

from .. import _layout, _operators as T
from .._memory_format import contiguous_format, preserve_format
from .._sparse_layer import call, is_sparse, refuse_leaf, sparse, written
from .._sparse_parts import coo, index_tensor, namespace
from .._sparse_tensor import COMPRESSED, SparseTensor


@sparse("clone")
def clone(op: Any, input: Any, memory_format: Any) -> Any:
    """A copy of indices and values."""
    if memory_format not in (None, preserve_format, contiguous_format):
        raise RuntimeError(
            f"unsupported memory format option {memory_format}: sparse tensors have no order in "
            "memory; leave it out"
        )
    index = tuple(T.clone(i) for i in input._index)
    stored = T.clone(input._stored)
    return SparseTensor.make(input._layout, index, stored, input.shape, input._coalesced)


@sparse("alias")
def alias(op: Any, input: Any) -> Any:
    """The same parts."""
    return input._with(call(op, input._stored))


@sparse("to_dtype", "to_integral")
def converted(op: Any, input: Any, dtype: Any) -> Any:
    """Stored values of another dtype."""
    return input._with(call(op, input._stored, dtype))


@sparse("to_device")
def moved(op: Any, input: Any, device: Any, source: Any, non_blocking: bool) -> Any:
    """Indices and values on another device."""
    index = tuple(call(op, i, device, source, non_blocking) for i in input._index)
    stored = call(op, input._stored, device, source, non_blocking)
    return SparseTensor.make(input._layout, index, stored, input.shape, input._coalesced)


@sparse("real_part", "imaginary_part")
def part(op: Any, input: Any) -> Any:
    """The real or imaginary parts of the stored values."""
    return input._with(call(op, input._stored))


@sparse("view_as_real")
def as_real(op: Any, input: Any) -> Any:
    """Complex numbers as pairs in a dense dimension."""
    if input._layout in COMPRESSED:
        input = T.to_sparse_coo(input)
    stored = call(op, input._stored)
    return coo(input._index[0], stored, (*input.shape, 2), input._coalesced)


def empty_like(s: Any) -> Any:
    """A tensor of the same kind that stores nothing."""
    stored = T.index_select(s._stored.detach(), 0, index_tensor(s._stored, _none(s)))
    if s._layout is _layout.sparse_coo:
        return coo(s._index[0]._array[:, :0].copy(), stored, s.shape, True)
    compressed, plain = s._index
    index = T.mul(compressed, 0), plain[:0].clone()
    return SparseTensor.make(s._layout, index, stored, s.shape, True)


def _none(s: Any) -> Any:
    return namespace(s._stored).zeros(0, "i8")


@sparse("zero_")
def zero_(op: Any, input: Any) -> Any:
    """Store nothing any more; what stands for another's gradient stores zeros."""
    refuse_leaf(op, input)
    if input._is_gradient:
        T.zero_(input._stored)
        return input
    return input._become(empty_like(input))


@sparse("copy_tensor_")
def copy(op: Any, input: Any, src: Any) -> Any:
    """Take over a copy of another sparse tensor, in this one's dtype."""
    if not (is_sparse(input) and is_sparse(src)) or input._layout is not src._layout:
        raise RuntimeError(
            "copy_() between dense and sparse Tensors, or between two sparse layouts, is not "
            f"implemented! Found self layout = {input.layout} and src layout = {src.layout}: "
            "convert with to_dense() or to_sparse(layout=...) first"
        )
    if input._array.shape != src._array.shape:
        src = T.expand(src, input._array.shape)
    return written(op, input, T.clone(src.to(input.dtype)))
