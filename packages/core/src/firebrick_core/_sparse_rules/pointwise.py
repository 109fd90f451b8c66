"""Elementwise operators that leave zeros zero, sums and norms, copies and conversions of whole
sparse tensors.
"""

from __future__ import annotations

from typing import Any

from .. import _dtype, _layout, _operators as T
from .._dispatch import assign
from .._layout import sparse_coo
from .._memory_format import contiguous_format, preserve_format
from .._operator import TABLE
from .._sparse_layer import call, is_sparse, refuse_leaf, refused, sparse, written
from .._sparse_parts import (
    as_coo,
    at_places,
    coalesced,
    common_keys,
    coo,
    in_layout,
    index_tensor,
    indices_of,
    namespace,
    places_in,
    sparse_dim,
)
from .._sparse_tensor import COMPRESSED, SparseTensor
from ..ops._dims import all_dims

# Of sums: what is stored in parts may stay so.
ADDITIVE = ("neg", "conj_physical")
ZERO_PRESERVING = (
    *("abs", "angle", "asin", "asinh", "atan", "atanh", "ceil", "erf", "erfinv", "expm1", "floor"),
    *("frac", "isinf", "isnan", "isneginf", "isposinf", "log1p", "relu", "replace_nonfinite"),
    *("round", "sgn", "sign", "signbit", "sin", "sinh", "sqrt", "square", "tan", "tanh", "trunc"),
)
_IN_PLACE = [f"{name}_" for name in (*ADDITIVE, *ZERO_PRESERVING) if f"{name}_" in TABLE]


@sparse(*ADDITIVE)
def additive(op: Any, input: Any, *rest: Any) -> Any:
    """A function of the sum that is the sum of the function."""
    return input._with(call(op, input._stored, *rest))


@sparse(*ZERO_PRESERVING)
def zero_preserving(op: Any, input: Any, *rest: Any) -> Any:
    """A function that is zero at zero, of stored values alone."""
    if input._layout is sparse_coo:
        input = coalesced(input)
    return input._with(call(op, input._stored, *rest))


@sparse(*_IN_PLACE)
def in_place(op: Any, input: Any, *rest: Any) -> Any:
    """The same, in the memory of the stored values."""
    refuse_leaf(op, input)
    if input._layout is sparse_coo and op.inplace_of.name not in ADDITIVE:
        input._become(coalesced(input))
    call(op, input._stored, *rest)
    return input


# ---------------------------------------------------------------------- with numbers
def _is_number(x: Any) -> bool:
    """Whether an operand is a number, or a dense tensor without dimensions."""
    return not hasattr(x, "_keys") or not (is_sparse(x) or x._array.ndim)


@sparse("pow")
def power(op: Any, input: Any, exponent: Any) -> Any:
    """Powers by a number other than 0."""
    if not is_sparse(input) or hasattr(exponent, "_keys"):
        raise refused(op.name, (input, exponent))
    if exponent == 0:
        raise RuntimeError(
            "pow: cannot raise to zeroth power on sparse tensor; it would make the result tensor "
            "dense: use to_dense() first"
        )
    return zero_preserving(op, input, exponent)


@sparse("true_divide", "floor_divide", "truncate_divide")
def divided(op: Any, input: Any, other: Any) -> Any:
    """Quotients by a number."""
    if is_sparse(other):
        if _is_number(input):
            raise refused("reciprocal", (other,))
    if not is_sparse(input) or not _is_number(other):
        shape = list(other._array.shape)
        raise RuntimeError(
            "Sparse division requires a scalar or zero-dim dense tensor divisor (got shape "
            f"{shape} for divisor)"
        )
    rule = additive if op.name == "true_divide" else zero_preserving
    return rule(op, input, other)


# ---------------------------------------------------------------------- sums
@sparse("add", "sub")
def summed(op: Any, input: Any, other: Any, alpha: Any) -> Any:
    """`input + alpha * other`: sparse where both are, else dense."""
    for x in (input, other):
        if not hasattr(x, "_keys") or not (is_sparse(x) or x._array.ndim):
            raise RuntimeError(
                f"{op.name}(): a number added to a sparse tensor would fill it: use to_dense() "
                "first"
            )
    if input._array.shape != other._array.shape:
        raise RuntimeError(
            f"{op.name}: expected sizes of 'self' and 'other' to match, but "
            f"{list(input.shape)} != {list(other.shape)}"
            + ("" if is_sparse(input) and is_sparse(other) else
               " (FYI: dense-sparse addition does not currently support broadcasting)")
        )  # fmt: skip
    dtype = _sum_dtype(op, input, other, alpha)
    factors = 1, -alpha if op.name == "sub" else alpha
    terms = [
        _scaled(x.to(dtype), factor) for x, factor in zip((input, other), factors, strict=True)
    ]
    if is_sparse(terms[0]) and is_sparse(terms[1]):
        return in_layout(_sparse_sum(*terms), input._layout)
    s, dense = terms if is_sparse(terms[0]) else terms[::-1]
    return T.index_put(dense, *_places(s), True) if sparse_dim(s) else T.add(dense, T.to_dense(s))


def _sum_dtype(op: Any, input: Any, other: Any, alpha: Any) -> Any:
    """The dtype of a sum: the operator itself says it, and refuses what it refuses of others."""
    parts = [(x._stored if is_sparse(x) else x).detach() for x in (input, other)]
    dtype = call(op, *(p.reshape(-1)[:0] for p in parts), alpha).dtype
    if dtype.name == "bool":
        raise NotImplementedError(
            "\"cadd_sparse\" not implemented for 'Bool': convert with .to(dtype)"
        )
    return dtype


def _scaled(x: Any, factor: Any) -> Any:
    if isinstance(factor, (int, float)) and factor == 1:
        return x
    return x._with(T.mul(x._stored, factor)) if is_sparse(x) else T.mul(x, factor)


def _places(s: Any) -> tuple[Any, Any]:
    """Index tensors and values as `index_put` takes them."""
    return tuple(index_tensor(s._stored, row) for row in indices_of(s)), s._stored


def _sparse_sum(a: Any, b: Any) -> Any:
    a, b = as_coo(a), as_coo(b)
    if sparse_dim(a) != sparse_dim(b):
        raise RuntimeError(
            f"add: expected the same number of sparse dimensions, but got {sparse_dim(a)} and "
            f"{sparse_dim(b)}: convert with to_dense().to_sparse(sparse_dim)"
        )
    xp = namespace(a._stored)
    if a._index[0] is b._index[0] or xp.array_equal(a._index[0]._array, b._index[0]._array):
        return a._with(T.add(a._stored, b._stored), a._coalesced or b._coalesced)
    indices = xp.concatenate([a._index[0]._array, b._index[0]._array], 1)
    both = coo(indices, T.cat([a._stored, b._stored]), a.shape)
    return coalesced(both) if a._coalesced and b._coalesced else both


@sparse("add_", "sub_")
def add_in_place(op: Any, input: Any, other: Any, alpha: Any) -> Any:
    """The sum in the memory of a dense tensor, or in place of a sparse one's parts."""
    base = op.inplace_of
    if is_sparse(input):
        if hasattr(other, "_keys") and not is_sparse(other):
            raise RuntimeError(
                f"{op.name}(): the sum with a dense tensor is dense and does not fit into a sparse "
                "one. Use add(dense, sparse) instead"
            )
        return written(op, input, summed(base, input, other, alpha))
    if (
        input._array.shape != other._array.shape
        or not sparse_dim(other)
        or _sum_dtype(base, input, other, alpha) is not input.dtype
    ):
        return assign(op, input, summed(base, input, other, alpha))
    factor = -alpha if op.name == "sub_" else alpha
    return T.index_put_(input, *_places(_scaled(other.to(input.dtype), factor)), True)


# ---------------------------------------------------------------------- products
@sparse("mul")
def multiplied(op: Any, input: Any, other: Any) -> Any:
    """Products: by a number, by a dense tensor, or of what two sparse tensors both store."""
    if _is_number(other):
        return input._with(call(op, input._stored, other))
    if _is_number(input):
        return other._with(call(op, input, other._stored))
    if is_sparse(input) and is_sparse(other):
        return in_layout(_intersection(op, input, other), input._layout)
    first = is_sparse(input)
    s, dense = (input, other) if first else (other, input)
    picked = at_places(dense, s)
    return s._with(call(op, *((s._stored, picked) if first else (picked, s._stored))))


def _intersection(op: Any, a: Any, b: Any) -> Any:
    n = sparse_dim(a)
    if a._array.shape != b._array.shape or n != sparse_dim(b):
        raise RuntimeError(
            f"{op.name}(): expects sparse inputs with equal dimensionality, number of sparse "
            f"dimensions, and shape of sparse dimensions, got shapes {list(a.shape)} and "
            f"{list(b.shape)} with {n} and {sparse_dim(b)} sparse dimensions"
        )
    a, b = coalesced(as_coo(a)), coalesced(as_coo(b))
    if a._index[0] is b._index[0]:
        return a._with(call(op, a._stored, b._stored))
    xp = namespace(a._stored)
    own, others = common_keys(a, b)
    found, at = places_in(xp, others, own)
    mine = xp.flatnonzero(found)
    left = T.index_select(a._stored, 0, index_tensor(a._stored, mine))
    right = T.index_select(b._stored, 0, index_tensor(b._stored, at[found]))
    return coo(indices_of(a)[:, mine], call(op, left, right), a.shape, True)


@sparse("mul_", "true_divide_")
def scaled_in_place(op: Any, input: Any, other: Any) -> Any:
    """By a number in the memory of the stored values, else in place of the parts."""
    if is_sparse(input) and _is_number(other):
        refuse_leaf(op, input)
        call(op, input._stored, other)
        return input
    rule = multiplied if op.inplace_of.name == "mul" else divided
    return written(op, input, rule(op.inplace_of, input, other))


# Sums and norms of sparse tensors.


def sum_over(s: Any, dims: tuple[int, ...], dtype: Any) -> Any:
    """The sum over some dimensions: dense where no sparse dimension is left.

    Without a dtype integers become int64 where values are reduced whole, and stay what they are
    where values of the same place are added, as in PyTorch.
    """
    s = as_coo(s)
    n = sparse_dim(s)
    within = tuple(d - n + 1 for d in dims if d >= n)
    stored = s._stored if dtype is None else s._stored.to(dtype)
    if within:
        stored = T.sum(stored, within, dtype=dtype)
    kept = [d for d in range(n) if d not in dims]
    if not kept:
        return T.sum(stored, 0, dtype=dtype)
    size = [length for d, length in enumerate(s._array.shape) if d not in dims]
    if len(kept) == n:
        return coalesced(coo(s._index[0], stored, size, s._coalesced))
    return coalesced(coo(indices_of(s)[kept], stored, size))


@sparse("sum")
def sum(op: Any, input: Any, dim: Any, keepdim: bool, dtype: Any) -> Any:
    """Sums: over all dimensions dense, over some sparse."""
    if dtype is None:
        dtype = _dtype.int64 if input.dtype.category < _dtype.FLOATING else input.dtype
    if dim is None:
        return T.sum(input._stored, dtype=dtype)
    if isinstance(dim, (tuple, list)) and not dim:
        return input.to(dtype)
    dims = all_dims(dim, input._array.ndim)
    result = sum_over(input, dims, dtype)
    if keepdim:
        for d in sorted(dims):
            result = T.unsqueeze(result, d)
    compress = input._layout is not sparse_coo and result._array.ndim == 2
    return in_layout(result, input._layout) if compress else result


@sparse("vector_norm")
def vector_norm(op: Any, input: Any, ord: Any, dim: Any, keepdim: bool) -> Any:
    """The norm of all elements; zeros that are not stored count as what they are."""
    if dim is not None and len(all_dims(dim, input._array.ndim)) != input._array.ndim:
        raise RuntimeError(
            "norm_sparse currently only supports full reductions, so 'dim' must either be empty or "
            f"contain all dimensions of the input, got {dim}; use to_dense() first"
        )
    if input._layout is sparse_coo:
        input = coalesced(input)
    if ord < 0 and input._stored._array.size < input._array.size:
        return call(op, T.to_dense(input), ord, dim, keepdim)
    norm = call(op, input._stored, ord, None, False)
    return T.reshape(norm, (1,) * input._array.ndim) if keepdim else norm


@sparse("any")
def any(op: Any, input: Any, dim: Any, keepdim: bool) -> Any:
    """Whether any element is not zero."""
    if dim is not None:
        raise refused(op.name, (input,))
    if input._layout is sparse_coo:
        input = coalesced(input)
    return call(op, input._stored, None, False)


# Copies, conversions, moves and writing of whole sparse tensors.


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
