"""The Bunch-Kaufman factorization of one symmetric or Hermitian matrix, with LAPACK's conventions.

A = P L D (P L)^T, or ^H, with diagonal blocks of size 1 and 2 in D (Bunch & Kaufman, Some stable
methods for calculating inertia and solving symmetric linear systems, 1977). As sytrf and hetrf keep
it in the lower triangle: D on the diagonal and, for blocks of 2, below it; L under that. `pivots`
count from 1: `p` at k says that rows k and p were exchanged before a block of 1, `-p` at k and
k + 1 that rows k + 1 and p were before a block of 2.
"""

from __future__ import annotations

import math
from typing import Any

# Bounds the growth of elements alike for both kinds of step.
ALPHA = (1 + math.sqrt(17)) / 8


def _size(x: Any) -> Any:
    """|re| + |im|, which LAPACK compares of complex numbers."""
    return abs(x.real) + abs(x.imag) if x.dtype.kind == "c" else abs(x)


def _choose(a: Any, k: int) -> tuple[int, int]:
    """The row to bring up and the size of the next block, 1 or 2; (-1, 1) for a column of zeros."""
    own = float(_size(a[k : k + 1, k])[0])
    column = _size(a[k + 1 :, k])
    if not column.size:
        return (k, 1) if own else (-1, 1)
    largest = int(column.argmax()) + k + 1
    below = float(column[largest - k - 1])
    if not max(own, below) > 0:
        return -1, 1
    if own >= ALPHA * below:
        return k, 1
    row = _size(a[largest, k:])
    row[largest - k] = 0
    beside = float(row.max())
    if own >= ALPHA * below * (below / beside):
        return k, 1
    if float(_size(a[largest : largest + 1, largest])[0]) >= ALPHA * beside:
        return largest, 1
    return largest, 2


def factor(xp: Any, a: Any, hermitian: bool) -> tuple[Any, Any, int]:
    """(LD, pivots, info) of a matrix (n, n), of which the lower triangle is read.

    `info` is the place of the first zero block of D, from 1, or 0.
    """
    n, info, k = len(a), 0, 0
    diagonal = xp.diagonal(a)
    below = xp.tril(a, -1)
    # With both triangles an exchange is one of rows and one of columns.
    a = below + (below.conj() if hermitian else below).T
    a[xp.arange(n), xp.arange(n)] = diagonal.real if hermitian else diagonal
    pivots = xp.arange(1, n + 1, dtype="i4")
    while k < n:
        p, step = _choose(a, k)
        if p < 0:
            info, k = info or k + 1, k + 1
            continue
        last = k + step - 1
        if p != last:
            a[[last, p], k:] = a[[p, last], k:]
            a[k:, [last, p]] = a[k:, [p, last]]
        pivots[k : k + step] = p + 1 if step == 1 else -(p + 1)
        rest = k + step
        column = a[rest:, k:rest]
        scaled = _divide(xp, column, a[k:rest, k:rest], hermitian)
        a[rest:, rest:] -= xp.matmul(scaled, _turned(column, hermitian))
        if hermitian:
            places = xp.arange(rest, n)
            a[places, places] = a[places, places].real
        a[rest:, k:rest] = scaled
        k = rest
    return xp.tril(a), pivots, info


def _turned(x: Any, hermitian: bool) -> Any:
    return x.conj().T if hermitian else x.T


def _divide(xp: Any, x: Any, block: Any, hermitian: bool) -> Any:
    """x times the inverse of a block of D, of which the lower triangle is read."""
    first, last, off = block[0, 0], block[-1, -1], block[-1, 0]
    if hermitian:  # the diagonal is real
        first, last = first.real, last.real
    if len(block) == 1:
        return x / first
    # Scaled by the element off the diagonal, the largest of the three: products do not underflow.
    scale = abs(off) if hermitian else off
    first, last, off = first / scale, last / scale, off / scale
    other = off.conj() if hermitian else off
    inverse = xp.stack([xp.stack([last, -other]), xp.stack([-off, first])])
    return xp.matmul(x, inverse / ((first * last - 1) * scale))


def solve(xp: Any, ld: Any, pivots: Any, x: Any, hermitian: bool) -> None:
    """Solve A X = B in place of `x` (n, k), from the factorization of A."""
    n, starts, k = len(ld), [], 0
    while k < n:
        step = 1 if pivots[k] > 0 else 2
        starts.append((k, step))
        _exchange(x, k + step - 1, abs(int(pivots[k])) - 1)
        rest = k + step
        x[rest:] -= xp.matmul(ld[rest:, k:rest], x[k:rest])
        block = ld[k:rest, k:rest]
        # D^-1 X, transposed: D^T has the elements off its diagonal exchanged.
        x[k:rest] = _divide(xp, x[k:rest].T, block.conj() if hermitian else block, hermitian).T
        k = rest
    for k, step in reversed(starts):
        rest = k + step
        x[k:rest] -= xp.matmul(_turned(ld[rest:, k:rest], hermitian), x[rest:])
        _exchange(x, k + step - 1, abs(int(pivots[k])) - 1)


def _exchange(x: Any, i: int, j: int) -> None:
    if i != j:
        x[[i, j]] = x[[j, i]]
