"""Index arithmetic of sparse tensors, over arrays."""

from __future__ import annotations

from typing import Any

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
