"""Dimensions of sparse tensors: exchanged, added, indexed, joined."""

from __future__ import annotations

from typing import Any

from .. import _operators as T
from .._layout import sparse_coo, sparse_csc, sparse_csr
from .._sparse_layer import call, is_sparse, sparse
from .._sparse_parts import (
    as_coo,
    coo,
    dense_sizes,
    index_tensor,
    indices_of,
    namespace,
    pointers,
    repeated,
    sparse_dim,
)
from .._sparse_tensor import COMPRESSED, SparseTensor
from ..ops._dims import one_dim

_TRANSPOSED = {sparse_csr: sparse_csc, sparse_csc: sparse_csr}


def _picked(s: Any, positions: Any) -> Any:
    """Some of the stored values."""
    return T.index_select(s._stored, 0, index_tensor(s._stored, positions))


# ---------------------------------------------------------------------- exchanged
def permuted(s: Any, dims: tuple[int, ...]) -> Any:
    """The dimensions in another order; sparse ones stay sparse."""
    if dims == tuple(range(len(dims))):
        return s._with(T.alias(s._stored))
    if s._layout in COMPRESSED:
        size = s._array.shape[::-1]
        return SparseTensor.make(_TRANSPOSED[s._layout], s._index, T.alias(s._stored), size, True)
    n = sparse_dim(s)
    if any(d >= n for d in dims[:n]):
        raise RuntimeError(
            "permute(sparse_coo): transpositions between sparse and dense dimensions are not "
            f"allowed: this tensor has {n} sparse dimensions, and the order asked for is "
            f"{list(dims)}. Use to_dense() first"
        )
    stored = T.permute(s._stored, (0, *(d - n + 1 for d in dims[n:])))
    size = [s._array.shape[d] for d in dims]
    order = index_tensor(s._stored, namespace(s._stored).asarray(dims[:n], "i8"))
    indices = T.index_select(s._index[0], 0, order)
    return coo(indices, stored, size, s._coalesced and dims[:n] == tuple(range(n)))


@sparse("permute")
def permute(op: Any, input: Any, dims: Any) -> Any:
    """`permuted`, with the dims checked."""
    ndim = input._array.ndim
    chosen = tuple(one_dim(d, ndim) for d in dims)
    if len(chosen) != ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            f"length of the desired ordering of dimensions i.e. input.dim() = {ndim} is not equal "
            f"to len(dims) = {len(chosen)}"
        )
    if len(set(chosen)) != ndim:
        raise RuntimeError("permute(): duplicate dims are not allowed.")
    return permuted(input, chosen)


@sparse("transpose")
def transpose(op: Any, input: Any, dim0: int, dim1: int) -> Any:
    """Two dimensions exchanged."""
    ndim = input._array.ndim
    dims = list(range(ndim))
    if ndim:
        a, b = one_dim(dim0, ndim), one_dim(dim1, ndim)
        dims[a], dims[b] = dims[b], dims[a]
        n = sparse_dim(input)
        if a != b and max(a, b) >= n:
            raise RuntimeError(
                "sparse transpose: transposed dimensions must be sparse Got sparse_dim: "
                f"{n}, d0: {a}, d1: {b}"
            )
    return permuted(input, tuple(dims))


@sparse("t")
def t(op: Any, input: Any) -> Any:
    """The transpose of a matrix of two sparse dimensions; vectors as they are."""
    n, m = sparse_dim(input), len(dense_sizes(input))
    if n > 2 or m:
        raise RuntimeError(
            "t() expects a tensor with <= 2 sparse and 0 dense dimensions, but got "
            f"{n} sparse and {m} dense dimensions"
        )
    return permuted(input, tuple(reversed(range(n))))


# ---------------------------------------------------------------------- indexed
@sparse("select")
def select(op: Any, input: Any, dim: int, index: int) -> Any:
    """One index of a dimension: dense where no sparse dimension is left."""
    s = as_coo(input)
    ndim = s._array.ndim
    if not ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = one_dim(dim, ndim)
    size, n = list(s._array.shape), sparse_dim(s)
    length = size.pop(dim)
    if not -length <= index < length:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(s.shape)} at "
            f"dimension {dim}"
        )
    if dim >= n:
        stored = T.select(s._stored, dim - n + 1, index)
        return coo(s._index[0], stored, size, s._coalesced)
    xp, indices = namespace(s._stored), indices_of(s)
    chosen = xp.flatnonzero(indices[dim] == index % length)
    stored = _picked(s, chosen)
    if n == 1:
        return T.sum(stored, 0, dtype=s.dtype)
    rest = xp.concatenate([indices[:dim], indices[dim + 1 :]])
    return coo(rest[:, chosen], stored, size, s._coalesced)


@sparse("unbind")
def unbind(op: Any, input: Any, dim: int) -> Any:
    """All indices of a dimension."""
    dim = one_dim(dim, input._array.ndim)
    return tuple(select(op, input, dim, i) for i in range(input._array.shape[dim]))


def sliced(s: Any, dim: int, part: slice) -> Any:
    """Every step-th index of a dimension from start to stop."""
    chosen = range(*part.indices(s._array.shape[dim]))
    size, n = list(s._array.shape), sparse_dim(s)
    if len(chosen) == size[dim] and chosen.step > 0:
        return s
    size[dim] = len(chosen)
    if dim >= n:
        stored = s._stored[(slice(None),) * (dim - n + 1) + (part,)]
        return coo(s._index[0], stored, size, s._coalesced)
    xp, indices = namespace(s._stored), indices_of(s)
    steps, rest = xp.divmod(indices[dim] - chosen.start, chosen.step)
    kept = xp.flatnonzero((rest == 0) & (steps >= 0) & (steps < len(chosen)))
    indices = indices[:, kept]
    indices[dim] = steps[kept]
    return coo(indices, _picked(s, kept), size, s._coalesced and chosen.step > 0)


@sparse("slice_view")
def slice_view(op: Any, input: Any, key: tuple[Any, ...]) -> Any:
    """Integers, slices, `None` and `...`, one after another; a copy."""
    used = sum(k is not None and k is not Ellipsis for k in key)
    if used > input._array.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input._array.ndim}")
    if Ellipsis in key:
        at = key.index(Ellipsis)
        full = (slice(None),) * (input._array.ndim - used)
        key = (*key[:at], *full, *key[at + 1 :])
    result, dim = as_coo(input), 0
    for i, k in enumerate(key):
        if not is_sparse(result):  # no sparse dimension is left
            return result[(slice(None),) * dim + key[i:]]
        if k is None:
            result = T.unsqueeze(result, dim)
        elif isinstance(k, slice):
            result = sliced(result, dim, k)
        else:
            result = T.select(result, dim, int(k))
            continue
        dim += 1
    return result


@sparse("index_select")
def index_select(op: Any, input: Any, dim: int, index: Any) -> Any:
    """The given indices of a dimension, in the given order."""
    s = as_coo(input)
    dim = one_dim(dim, s._array.ndim)
    n, size = sparse_dim(s), list(s._array.shape)
    xp, wanted = namespace(s._stored), index._array.reshape(-1)
    wrong = wanted[(wanted < -size[dim]) | (wanted >= size[dim])]
    if len(wrong):
        raise IndexError(
            f"index_select(): index contains {wrong[0]} that is out of range for tensor of size "
            f"{size} at dimension {dim}"
        )
    wanted = xp.where(wanted < 0, wanted + size[dim], wanted)
    size[dim] = len(wanted)
    if dim >= n:
        stored = call(op, s._stored, dim - n + 1, index_tensor(s._stored, wanted))
        return coo(s._index[0], stored, size, s._coalesced)
    indices = indices_of(s)
    order = xp.argsort(indices[dim], kind="stable")
    begins = pointers(xp, indices[dim][order], s._array.shape[dim])
    at, run = repeated(xp, begins[wanted], begins[wanted + 1] - begins[wanted])
    chosen = order[at]
    picked = indices[:, chosen]
    picked[dim] = run
    return coo(picked, _picked(s, chosen), size)


# ---------------------------------------------------------------------- added and joined
@sparse("unsqueeze")
def unsqueeze(op: Any, input: Any, dim: int) -> Any:
    """A dimension of size 1: sparse up to the sparse ones, dense after them."""
    s = as_coo(input)
    n, ndim = sparse_dim(s), s._array.ndim
    dim = one_dim(dim, ndim + 1)
    size = list(s._array.shape)
    size.insert(dim, 1)
    if dim > n:
        return coo(s._index[0], T.unsqueeze(s._stored, dim - n + 1), size, s._coalesced)
    xp, indices = namespace(s._stored), indices_of(s)
    zeros = xp.zeros_like(indices[:1]) if n else xp.zeros((1, s._stored._array.shape[0]), "i8")
    indices = xp.concatenate([indices[:dim], zeros, indices[dim:]])
    return coo(indices, T.alias(s._stored), size, s._coalesced)


@sparse("cat")
def cat(op: Any, tensors: Any, dim: int) -> Any:
    """Tensors of one kind, one after another along a dimension."""
    for position, x in enumerate(tensors):
        if not is_sparse(x):
            raise RuntimeError(
                "Concatenating sparse tensors, but a dense tensor was found at position "
                f"{position}."
            )
    first = as_coo(tensors[0])
    dim, n = one_dim(dim, first._array.ndim), sparse_dim(first)
    _check_alike(first, tensors, dim)
    parts, dtype = [as_coo(x) for x in tensors], first.dtype
    for x in parts[1:]:
        dtype = _promoted(dtype, x.dtype)
    parts = [x.to(dtype) for x in parts]
    lengths = [x._array.shape[dim] for x in parts]
    size = list(first._array.shape)
    size[dim] = sum(lengths)
    xp = namespace(first._stored)
    starts = [sum(lengths[:i]) for i in range(len(parts))]
    indices = [indices_of(x) for x in parts]
    if dim < n:
        indices = [i + xp.asarray([[s if d == dim else 0] for d in range(n)])
                   for i, s in zip(indices, starts, strict=True)]  # fmt: skip
        stored = [x._stored for x in parts]
    else:
        padding = [(start, size[dim] - start - length)
                   for start, length in zip(starts, lengths, strict=True)]  # fmt: skip
        stored = [_padded(x._stored, dim - n + 1, p) for x, p in zip(parts, padding, strict=True)]
    ordered = dim == 0 and n > 0 and all(x._coalesced for x in parts)
    return coo(xp.concatenate(indices, 1), T.cat(stored), size, ordered)


def _promoted(a: Any, b: Any) -> Any:
    from .._dtype import promote_types

    return promote_types(a, b)


def _padded(stored: Any, dim: int, padding: tuple[int, int]) -> Any:
    """Zeros before and after in one dimension of the values."""
    after = stored._array.ndim - 1 - dim
    return T.constant_pad_nd(stored, (0, 0) * after + padding, 0)


def _check_alike(first: Any, tensors: Any, dim: int) -> None:
    n, shape = sparse_dim(first), first._array.shape
    for position, x in enumerate(tensors):
        if sparse_dim(x) != n or x._array.ndim != len(shape):
            raise RuntimeError(
                f"All tensors must have the same sparse_dim and dense_dim: {n}, "
                f"{len(shape) - n}, but tensor at position {position} has {sparse_dim(x)}, "
                f"{x._array.ndim - sparse_dim(x)}."
            )
        own = x._array.shape
        if any(a != b for d, (a, b) in enumerate(zip(own, shape, strict=True)) if d != dim):
            raise RuntimeError(
                f"All tensors must have the same shape: {list(shape)} (except in the concatenating "
                f"dimension), but found shape: {list(own)} at position {position}."
            )


@sparse("stack")
def stack(op: Any, tensors: Any, dim: int) -> Any:
    """Tensors of one kind side by side in a new dimension."""
    first = tensors[0]._array.shape
    for position, x in enumerate(tensors):
        if x._array.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and "
                f"{list(x._array.shape)} at entry {position}"
            )
    dim = one_dim(dim, len(first) + 1)
    return T.cat([T.unsqueeze(x, dim) if is_sparse(x) else x for x in tensors], dim)


# ---------------------------------------------------------------------- refused
@sparse("expand")
def expand(op: Any, input: Any, *size: Any) -> Any:
    """Refused: what is stored once would have to be stored many times."""
    name = "Sparse" if input._layout is sparse_coo else "SparseCsr"
    raise RuntimeError(
        f"expand is unsupported for {name} tensors: this one has shape {list(input.shape)}; use "
        "to_dense() first"
    )


@sparse("reshape_copy", "view_shape")
def reshape(op: Any, input: Any, shape: Any) -> Any:
    """Refused, as in PyTorch."""
    raise NotImplementedError(
        f"reshape is not implemented for sparse tensors: from {list(input.shape)} to "
        f"{list(shape)}; use to_dense() first"
    )
