"""LU factorization with partial pivoting, for all matrices of a batch at once.

Right-looking, in blocks (Golub & Van Loan, Matrix Computations, 3.2.11 and 3.4.1): the conventions
are those of LAPACK's getrf. L has ones on its diagonal and lies below that of U in one matrix; row
i was exchanged with row `pivots[i]`, counted from 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._matrices import flat_batch
from ._triangular import substitute

BLOCK = 32


def lu_factors(xp: Any, a: Any, pivot: bool = True) -> tuple[Any, Any, Any]:
    """(LU, pivots, info) of (..., m, n); `info` is the first zero on U's diagonal, from 1, or 0.

    Without `pivot` no rows are exchanged.
    """
    *batch, m, n = a.shape
    k = min(m, n)
    lu = flat_batch(xp.array(a, order="C"))
    pivots = xp.empty((len(lu), k), "i4")
    info = xp.zeros(len(lu), "i4")
    matrices = xp.arange(len(lu))
    for start in range(0, k, BLOCK):
        stop = min(start + BLOCK, k)
        if len(lu) == 1:
            _factor_panel(lu[0], start, stop, pivots[0], info, pivot)
        else:
            for j in range(start, stop):
                pivots[:, j] = _exchange(lu, j, matrices) + 1 if pivot else j + 1
                _eliminate(xp, lu, j, stop, info)
        if stop < n:
            corner = lu[:, start:stop, start:stop]
            lu[:, start:stop, stop:] = substitute(
                xp, corner, lu[:, start:stop, stop:], upper=False, unit=True
            )
            lu[:, stop:, stop:] -= xp.matmul(lu[:, stop:, start:stop], lu[:, start:stop, stop:])
    return lu.reshape(a.shape), pivots.reshape(*batch, k), info.reshape(batch)


def _size(x: Any) -> Any:
    """|re| + |im|, which LAPACK compares of complex numbers."""
    return abs(x.real) + abs(x.imag) if x.dtype.kind == "c" else abs(x)


def _factor_panel(a: Any, start: int, stop: int, pivots: Any, info: Any, pivot: bool) -> None:
    """The columns of one matrix: the steps below, in half of their time."""
    for j in range(start, stop):
        row = int(_size(a[j:, j]).argmax()) + j if pivot else j
        pivots[j] = row + 1
        if row != j:
            a[[j, row]] = a[[row, j]]
        top = a[j, j]
        if top == 0:
            info[0] = info[0] or j + 1
            continue
        below = a[j + 1 :, j]
        below /= top
        if j + 1 < stop:
            a[j + 1 :, j + 1 : stop] -= below[:, None] * a[j, j + 1 : stop]


def _exchange(lu: Any, j: int, matrices: Any) -> Any:
    """Bring the largest element of column j, from row j on, into row j; returns where it was."""
    row = _size(lu[:, j:, j]).argmax(1) + j
    if (row != j).any():
        held = lu[matrices, row]
        lu[matrices, row] = lu[:, j]
        lu[:, j] = held
    return row


def _eliminate(xp: Any, lu: Any, j: int, stop: int, info: Any) -> None:
    """Take row j from those below, in the columns up to `stop`."""
    pivot = lu[:, j, j]
    zero = pivot == 0
    if zero.any():
        info[zero & (info == 0)] = j + 1
        pivot = xp.where(zero, xp.ones((), lu.dtype), pivot)
    below = lu[:, j + 1 :, j]
    below /= pivot[:, None]
    if j + 1 < stop:
        lu[:, j + 1 :, j + 1 : stop] -= below[:, :, None] * lu[:, j, None, j + 1 : stop]


def permutations(xp: Any, pivots: Any, m: int) -> Any:
    """The order of rows that a factorization's exchanges make: A[order] = L U."""
    flat = flat_batch(pivots, 1)
    order = xp.empty((len(flat), m), "i8")
    order[...] = xp.arange(m)
    matrices = xp.arange(len(flat))
    for i in range(flat.shape[1]):
        row = flat[:, i] - 1
        held = order[matrices, row]
        order[matrices, row] = order[:, i]
        order[:, i] = held
    return order.reshape(*pivots.shape[:-1], m)


def solve_factored(xp: Any, lu: Any, pivots: Any, b: Any) -> Any:
    """X with A X = B from the LU factorization of A; batches broadcast."""
    order = permutations(xp, pivots, lu.shape[-1])[..., None]
    batch = np.broadcast_shapes(lu.shape[:-2], b.shape[:-2])
    b = xp.broadcast_to(b, (*batch, *b.shape[-2:]))
    b = xp.take_along_axis(b, xp.broadcast_to(order, (*batch, *order.shape[-2:])), -2)
    return substitute(xp, lu, substitute(xp, lu, b, upper=False, unit=True), upper=True)
