"""Triangular systems, solved by substitution: all matrices of a batch at once."""

from __future__ import annotations

from typing import Any

from ._matrices import transposed

# Rows that are substituted one by one; larger systems are split, so that most of the work is a
# product of matrices.
BLOCK = 32


def substitute(xp: Any, a: Any, b: Any, upper: bool, unit: bool = False) -> Any:
    """X with A X = B, reading one triangle of A; `unit` takes its diagonal as ones.

    Batch dimensions broadcast. A zero on the diagonal gives infinities and NaN, as LAPACK's trtrs
    does before it looks for them.
    """
    batch = xp.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    x = xp.empty((*batch, *b.shape[-2:]), b.dtype)
    x[...] = b
    _solve(xp, a, x, upper, unit)
    return x


def substitute_right(xp: Any, a: Any, b: Any, upper: bool, unit: bool = False) -> Any:
    """X with X A = B: the transposed system."""
    return transposed(substitute(xp, transposed(a), transposed(b), not upper, unit))


def _solve(xp: Any, a: Any, x: Any, upper: bool, unit: bool) -> None:
    """Solve in place: half of the rows, what they take from the others, the other half."""
    n = a.shape[-1]
    if n <= BLOCK:
        _solve_rows(xp, a, x, upper, unit)
        return
    half = n // 2
    first, last = slice(None, half), slice(half, None)
    if upper:
        first, last = last, first
    _solve(xp, a[..., first, first], x[..., first, :], upper, unit)
    x[..., last, :] -= xp.matmul(a[..., last, first], x[..., first, :])
    _solve(xp, a[..., last, last], x[..., last, :], upper, unit)


def _solve_rows(xp: Any, a: Any, x: Any, upper: bool, unit: bool) -> None:
    n = a.shape[-1]
    for i in range(n - 1, -1, -1) if upper else range(n):
        known = slice(i + 1, None) if upper else slice(None, i)
        if i != (n - 1 if upper else 0):
            x[..., i : i + 1, :] -= xp.matmul(a[..., i : i + 1, known], x[..., known, :])
        if not unit:
            x[..., i, :] /= a[..., i, i, None]
