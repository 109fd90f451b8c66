"""What must hold of the parts of a sparse tensor, and the switch for checking all of it.

What is needed to read no memory outside is always checked where a user gives the parts; the order
of compressed indices, and that no place comes twice, only where asked for.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from ._layout import sparse_csr

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
