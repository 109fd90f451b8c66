"""Sparse tensors taken apart, put together and brought from one layout into another.

What happens to stored values here is done by operators, so it is differentiable; what happens to
indices is done on arrays.
"""

from __future__ import annotations

import math
import operator
from contextvars import ContextVar
from typing import Any

from . import _operators as T
from ._creation import zeros
from ._device import BY_BIT, DEVICE_BITS
from ._layout import sparse_coo, sparse_csc, sparse_csr
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


# Index arithmetic of sparse tensors, over arrays.

_LARGEST = 2**62


def keys_of(xp: Any, indices: Any, sizes: Any) -> Any:
    """One number for each column of `indices`, in the order of the columns: the flat position.

    Where flat positions do not fit 64 bits, the number is a rank among these columns.
    """
    key, span = xp.zeros(indices.shape[1], "i8"), 1
    for row, n in zip(indices, sizes, strict=True):
        if span * max(n, 1) > _LARGEST:
            _, key = xp.unique(key, return_inverse=True)
            key, span = key.reshape(-1), len(key)
        key = key * n + row
        span *= max(n, 1)
    return key


def groups(xp: Any, key: Any) -> tuple[Any, Any, Any]:
    """The stable order that sorts `key`, where in it each new number begins, and for each element
    of `key` the rank of its number."""
    order = xp.argsort(key, kind="stable")
    ordered = key[order]
    new = xp.ones(len(key), bool)
    new[1:] = ordered[1:] != ordered[:-1]
    ranks = xp.empty(len(key), "i8")
    ranks[order] = xp.cumsum(new) - 1
    return order, xp.flatnonzero(new), ranks


def is_ascending(xp: Any, key: Any) -> bool:
    """Whether every number is greater than the one before."""
    return bool((key[1:] > key[:-1]).all())


def pointers(xp: Any, rows: Any, n: int) -> Any:
    """Where each of `n` rows begins among ascending row numbers, and where the last one ends."""
    out = xp.zeros(n + 1, "i8")
    if len(rows):
        out[1:] = xp.cumsum(xp.bincount(rows, minlength=n))
    return out


def rows_of(xp: Any, compressed: Any) -> Any:
    """The row of each stored element, from where rows begin and end."""
    count = int(compressed[-1]) if len(compressed) else 0
    if not count:
        return xp.zeros(0, "i8")
    # As many rows as have ended by then.
    return xp.cumsum(xp.bincount(compressed[1:], minlength=count + 1)[:count])


def places_in(xp: Any, keys: Any, wanted: Any) -> tuple[Any, Any]:
    """For each wanted number whether the ascending `keys` have it, and where (else anywhere)."""
    if not len(keys):
        return xp.zeros(len(wanted), bool), xp.zeros(len(wanted), "i8")
    at = xp.searchsorted(keys, wanted)
    at = xp.minimum(at, len(keys) - 1)
    return keys[at] == wanted, at


def repeated(xp: Any, starts: Any, counts: Any) -> tuple[Any, Any]:
    """The positions of all elements of runs, run after run, and for each its run's number."""
    ends = xp.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    run = xp.searchsorted(ends, xp.arange(total), side="right")
    return xp.arange(total) - (ends - counts)[run] + starts[run], run


# What must hold of the parts of a sparse tensor, and the switch for checking all of it.
#
# What is needed to read no memory outside is always checked where a user gives the parts; the order
# of compressed indices, and that no place comes twice, only where asked for.

_enabled: ContextVar[bool] = ContextVar("firebrick_sparse_invariants", default=False)


class check_sparse_tensor_invariants:
    """Check all invariants of sparse tensors that are made: as a block, a decorator, or for good.

    >>> import firebrick_core as fb
    >>> with fb.sparse.check_sparse_tensor_invariants():
    ...     fb.sparse.check_sparse_tensor_invariants.is_enabled()
    True
    """

    def __init__(self, enable: bool = True):
        self._state, self._before = enable, []  # type: tuple[bool, list[bool]]

    @staticmethod
    def is_enabled() -> bool:
        """Whether all invariants are checked."""
        return _enabled.get()

    @staticmethod
    def enable() -> None:
        """Check all invariants from now on."""
        _enabled.set(True)

    @staticmethod
    def disable() -> None:
        """Check only what is always checked."""
        _enabled.set(False)

    def __enter__(self) -> None:
        self._before.append(_enabled.get())
        _enabled.set(self._state)

    def __exit__(self, *error: object) -> None:
        _enabled.set(self._before.pop())

    def __call__(self, function: Any) -> Any:
        import functools

        @functools.wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Any:
            with type(self)(self._state):
                return function(*args, **kwargs)

        return checked


def check_coo(indices: Any, sizes: Any) -> None:
    """Every index within its size. Raises RuntimeError."""
    for dim, (row, n) in enumerate(zip(indices, sizes, strict=True)):
        if not len(row):
            continue
        low, high = row.min(), row.max()
        if low < 0:
            raise RuntimeError(f"found negative index {low} for dim {dim}")
        if high >= n:
            raise RuntimeError(
                f"size is inconsistent with indices: for dim {dim}, size is {n} but found index "
                f"{high}"
            )


def check_coalesced(ascending: bool) -> None:
    """What is said to be coalesced must be. Raises RuntimeError."""
    if not ascending:
        raise RuntimeError(
            "cannot set is_coalesced to true if indices correspond to uncoalesced COO tensor"
        )


def check_compressed(layout: Any, compressed: Any, plain: Any, size: Any) -> None:
    """Pointers that rise from 0 to the number of values, and indices within their size.

    Raises RuntimeError.
    """
    first, other, kind, count = _names(layout)
    m, n = size if layout is sparse_csr else size[::-1]
    if compressed.ndim != 1 or plain.ndim != 1:
        raise NotImplementedError(
            f"{first} and {other} must be vectors, but got dimensions {compressed.ndim} and "
            f"{plain.ndim}: batches are not implemented in compressed layouts"
        )
    if len(compressed) != m + 1:
        raise RuntimeError(
            f"{first}.shape[-1] must be equal to the number of {kind}s + 1 (={m + 1}), but got "
            f"{len(compressed)}"
        )
    if compressed[0] != 0:
        raise RuntimeError(f"`{first}[..., 0] == 0` is not satisfied.")
    if compressed[-1] != len(plain):
        raise RuntimeError(f"`{first}[..., -1] == nnz` is not satisfied.")
    if (compressed[1:] < compressed[:-1]).any():
        raise RuntimeError(
            f"`0 <= {first}[..., 1:] - {first}[..., :-1] <= {count}` is not satisfied."
        )
    if len(plain) and (plain.min() < 0 or plain.max() >= n):
        raise RuntimeError(f"`0 <= {other} < {count}` is not satisfied.")


def check_order(layout: Any, rows: Any, plain: Any) -> None:
    """In each row, ascending columns. Raises RuntimeError."""
    first, other, kind, _ = _names(layout)
    if ((plain[1:] <= plain[:-1]) & (rows[1:] == rows[:-1])).any():
        raise RuntimeError(
            f"`{other}[..., {first}[..., i - 1]:{first}[..., i]] for all i = 1, ..., n{kind}s are "
            "sorted and distinct along the last dimension values` is not satisfied."
        )


def _names(layout: Any) -> tuple[str, str, str, str]:
    if layout is sparse_csr:
        return "crow_indices", "col_indices", "row", "ncols"
    return "ccol_indices", "row_indices", "col", "nrows"
