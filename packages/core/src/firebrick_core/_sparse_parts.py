"""Sparse tensors taken apart, put together and brought from one layout into another.

What happens to stored values here is done by operators, so it is differentiable; what happens to
indices is done on arrays.
"""

from __future__ import annotations

import math
import operator
from typing import Any

from . import _operators as T
from ._creation import zeros
from ._device import BY_BIT, DEVICE_BITS
from ._layout import sparse_coo, sparse_csc, sparse_csr
from ._sparse_indices import (
    groups,
    is_ascending,
    keys_of,
    places_in,
    pointers,
    rows_of,
)
from ._sparse_tensor import COMPRESSED, SparseTensor


def namespace(t: Any) -> Any:
    """The array namespace of a tensor's device."""
    return BY_BIT[t._keys & DEVICE_BITS].namespace()


def index_tensor(like: Any, array: Any) -> Any:
    """An index tensor of an array that is on the device of `like`."""
    return T.Tensor._wrap(array, like._keys & DEVICE_BITS)


def coo(indices: Any, stored: Any, size: Any, coalesced: bool = False) -> Any:
    """A COO tensor of an index tensor, or an index array on the values' device."""
    if not hasattr(indices, "_keys"):
        indices = index_tensor(stored, indices)
    return SparseTensor.make(sparse_coo, (indices,), stored, size, coalesced)


def sparse_dim(s: Any) -> int:
    """How many dimensions have an index; the rest are dimensions of the stored values."""
    return 2 if s._layout in COMPRESSED else s._index[0]._array.shape[0]


def dense_sizes(s: Any) -> tuple[int, ...]:
    """The sizes of the dimensions that each stored value has."""
    return s._stored._array.shape[1:]


def indices_of(s: Any) -> Any:
    """The index array of a tensor of any layout, (sparse_dim, nnz), in the order of its values."""
    if s._layout is sparse_coo:
        return s._index[0]._array
    xp = namespace(s._stored)
    compressed, plain = (i._array for i in s._index)
    other = rows_of(xp, compressed)
    pair = (other, plain) if s._layout is sparse_csr else (plain, other)
    return xp.stack([p.astype("i8", copy=False) for p in pair])


def keys(s: Any) -> Any:
    """The number of each stored element's place, as `keys_of` counts."""
    return keys_of(namespace(s._stored), indices_of(s), s._array.shape[: sparse_dim(s)])


# ---------------------------------------------------------------------- each place once
def coalesced(s: Any) -> Any:
    """A COO tensor with each place once, in order: values of the same place are added."""
    if s._coalesced:
        return s
    xp, indices = namespace(s._stored), indices_of(s)
    order, first, ranks = groups(xp, keys(s))
    return coo(indices[:, order[first]], added(s._stored, order, ranks, len(first)), s.shape, True)


def added(stored: Any, order: Any, ranks: Any, count: int) -> Any:
    """Values of the same rank added up; `order` sorts them."""
    if len(order) == count:  # no rank comes twice
        return T.index_select(stored, 0, index_tensor(stored, order))
    size = (count, *stored._array.shape[1:])
    return T.index_select_backward(stored, 0, index_tensor(stored, ranks), size)


def distinct(s: Any) -> Any:
    """A COO tensor with each place once, with its first value; the tensor itself if it has no
    other."""
    order, first, _ = groups(namespace(s._stored), keys(s))
    if len(first) == len(order):
        return s
    positions = order[first]
    stored = T.index_select(s._stored, 0, index_tensor(s._stored, positions))
    return coo(indices_of(s)[:, positions], stored, s.shape, True)


# ---------------------------------------------------------------------- layouts
def as_coo(s: Any) -> Any:
    """The tensor in COO layout, coalesced where its layout was another."""
    if s._layout is sparse_coo:
        return s
    indices = indices_of(s)
    xp = namespace(s._stored)
    ascending = is_ascending(xp, keys_of(xp, indices, s._array.shape))
    result = coo(indices, s._stored, s.shape, ascending)
    return result if ascending else coalesced(result)


def compressed(s: Any, layout: Any) -> Any:
    """A tensor of two sparse dimensions in CSR or CSC layout."""
    if s._layout is layout:
        return s
    s = coalesced(as_coo(s))
    if sparse_dim(s) != 2 or s._stored._array.ndim != 1:
        from ._sparse_tensor import layout_name

        raise NotImplementedError(
            f"conversion to {layout_name(layout)} is for matrices: this tensor has "
            f"{sparse_dim(s)} sparse and {len(dense_sizes(s))} dense dimensions; COO layout, "
            "to_sparse(), takes any"
        )
    xp, stored = namespace(s._stored), s._stored
    rows, columns = s._index[0]._array
    m, n = s._array.shape
    if layout is sparse_csc:
        order = xp.argsort(columns, kind="stable")
        rows, columns, m = columns[order], rows[order], n
        stored = T.index_select(stored, 0, index_tensor(stored, order))
    index = index_tensor(stored, pointers(xp, rows, m)), index_tensor(stored, columns.copy())
    return SparseTensor.make(layout, index, stored, s.shape, True)


def in_layout(s: Any, layout: Any) -> Any:
    """A sparse tensor in one of the layouts."""
    return compressed(s, layout) if layout in COMPRESSED else as_coo(s)


def dense(s: Any) -> Any:
    """The elements of a sparse tensor, zeros included."""
    stored, n = s._stored, sparse_dim(s)
    if not n:
        return T.sum(stored, 0, dtype=stored.dtype)
    sizes = tuple(s._array.shape[:n])
    xp = namespace(stored)
    flat = index_tensor(stored, _flat(xp, indices_of(s), sizes))
    whole = T.index_select_backward(stored, 0, flat, (math.prod(sizes), *dense_sizes(s)))
    return T.reshape(whole, s._array.shape)


def _flat(xp: Any, indices: Any, sizes: Any) -> Any:
    flat = indices[0].astype("i8", copy=False)
    for row, n in zip(indices[1:], sizes[1:], strict=True):
        flat = flat * n + row
    return flat


# ---------------------------------------------------------------------- places of others
def at_places(x: Any, s: Any) -> Any:
    """The elements of a dense tensor, broadcast to the shape of `s`, where `s` stores its own."""
    n = sparse_dim(s)
    if x._array.shape != s._array.shape:
        x = T.expand(x, s._array.shape)
    if not n:
        return T.unsqueeze(x, 0).expand(s._stored._array.shape)
    return T.index(x, tuple(index_tensor(s._stored, row) for row in indices_of(s)))


def stored_at(s: Any, mask: Any) -> Any:
    """The elements of a sparse tensor in the places of another of its shape, 0 where it has
    none."""
    if s._layout is mask._layout and all(map(operator.is_, s._index, mask._index)):
        return s._stored
    s = coalesced(as_coo(s))
    xp = namespace(s._stored)
    own, wanted = common_keys(s, mask)
    found, at = places_in(xp, own, wanted)
    at[~found] = len(own)  # one more row, of zeros
    row = zeros((1, *dense_sizes(s)), dtype=s.dtype, device=s.device)
    return T.index_select(T.cat([s._stored, row]), 0, index_tensor(s._stored, at))


def common_keys(a: Any, b: Any) -> tuple[Any, Any]:
    """Numbers of the places of two tensors with equal sparse sizes, comparable to each other."""
    xp, n = namespace(a._stored), indices_of(a).shape[1]
    both = xp.concatenate([indices_of(a), indices_of(b)], 1)
    found = keys_of(xp, both, a._array.shape[: sparse_dim(a)])
    return found[:n], found[n:]
