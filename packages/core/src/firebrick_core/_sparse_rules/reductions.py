"""Sums and norms of sparse tensors."""

from __future__ import annotations

from typing import Any

from .. import _dtype, _operators as T
from .._layout import sparse_coo
from .._sparse_layer import call, refused, sparse
from .._sparse_parts import as_coo, coalesced, coo, in_layout, indices_of, sparse_dim
from ..ops._dims import all_dims


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
