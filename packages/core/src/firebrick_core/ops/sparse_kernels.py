"""Products of matrices that are given by the places and values of their elements.

The two operators are each other's derivatives: of `sparse_matmul` with respect to the values, and
of `sampled_products` with respect to the matrices.
"""

from __future__ import annotations

from .._device import meta_array
from .._operator import Array, operator

# Elements that are multiplied at a time, to stay in the cache: from 2**13 to 2**19 the product of a
# 10,000 x 10,000 matrix of 10**5 elements with 64 columns takes 27, 19, 19 and 24 ms.
_BLOCK = 1 << 17
# From so many multiplications a row, a call of BLAS for each row is faster than sums of segments
# (80 against 250 ms for 100 elements a row and 64 columns, 47 against 19 ms for 10).
_LONG_ROW = 2500


def _matmul_rule(rows, columns, values, dense, size):
    return meta_array((size, dense.shape[1]), values.dtype)


@operator(
    samples=(
        "T.tensor([0, 0, 2]), T.tensor([1, 3, 0]), x(3), x(4, 5), 3",
        "T.tensor([2, 0, 2, 1, 0]), T.tensor([0, 1, 3, 3, 1]), x(5), x(4, 1), 4",
    ),
    dtypes="number",
    methods=False,
    namespace="internal",
    meta=_matmul_rule,
)
def sparse_matmul(xp, rows: Array, columns: Array, values: Array, dense: Array, size: int) -> Array:
    """The matrix of `size` rows with `values` at (rows, columns), times `dense`."""
    out = xp.zeros((size, dense.shape[1]), values.dtype)
    if not values.size or not out.size:
        return out
    new = rows[1:] != rows[:-1]
    if bool((rows[1:] < rows[:-1]).any()):
        order = xp.argsort(rows, kind="stable")
        rows, columns, values = rows[order], columns[order], values[order]
        new = rows[1:] != rows[:-1]
    starts = xp.concatenate((xp.zeros(1, "i8"), xp.flatnonzero(new) + 1))
    if not hasattr(xp.add, "reduceat"):
        xp.add.at(out, rows, values[:, None] * dense.take(columns, 0))
    elif len(values) * out.shape[1] > _LONG_ROW * len(starts):
        _row_by_row(xp, out, rows, columns, values, dense, starts)
    else:
        _in_blocks(xp, out, rows, columns, values, dense, starts)
    return out


def _row_by_row(xp, out, rows, columns, values, dense, starts):
    ends = [*starts[1:].tolist(), len(values)]
    for row, a, b in zip(rows[starts].tolist(), starts.tolist(), ends, strict=True):
        out[row] = values[a:b].dot(dense.take(columns[a:b], 0))


def _in_blocks(xp, out, rows, columns, values, dense, starts):
    """Whole rows at a time: their products, and the sums of these by row."""
    step = max(_BLOCK // out.shape[1], 1)
    cuts = xp.searchsorted(starts, xp.arange(0, len(values), step))
    cuts = [*xp.unique(cuts).tolist(), len(starts)]
    ends = [*starts.tolist(), len(values)]
    for a, b in zip(cuts[:-1], cuts[1:], strict=True):
        first, last = ends[a], ends[b]
        products = dense.take(columns[first:last], 0)
        products *= values[first:last, None]
        out[rows[starts[a:b]]] = xp.add.reduceat(products, starts[a:b] - first, 0)


def _sampled_rule(rows, columns, left, right):
    return meta_array(rows.shape, left.dtype)


@operator(
    samples=(
        "T.tensor([0, 0, 2]), T.tensor([1, 3, 0]), x(3, 5), x(4, 5)",
        "T.tensor([2, 0]), T.tensor([1, 1]), x(3, 1), x(2, 1)",
    ),
    dtypes="number",
    methods=False,
    namespace="internal",
    meta=_sampled_rule,
)
def sampled_products(xp, rows: Array, columns: Array, left: Array, right: Array) -> Array:
    """The elements at (rows, columns) of `left @ right.T`: the inner products of their rows."""
    out = xp.zeros(rows.shape, left.dtype)
    step = max(_BLOCK // max(left.shape[1], 1), 1)
    for a in range(0, len(rows), step):
        part = slice(a, a + step)
        pairs = left.take(rows[part], 0), right.take(columns[part], 0)
        out[part] = xp.einsum("ij,ij->i", *pairs)
    return out
