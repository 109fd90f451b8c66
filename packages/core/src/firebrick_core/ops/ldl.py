"""The factorization of symmetric and Hermitian matrices that may be indefinite, with LAPACK's
conventions.
"""

from __future__ import annotations

import math
from typing import Any

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._return_types import return_type
from ._dims import broadcast_shapes
from ._matrices import by_columns, flat_batch, need_floating, need_square, type_name
from .removed import raise_first
from .solving import check_older


def _factor_rule(input, *, hermitian=False, check_errors=False):
    need_square("torch.linalg.ldl_factor_ex", input)
    return (
        meta_array(input.shape, input.dtype),
        meta_array(input.shape[:-1], "i4"),
        meta_array(input.shape[:-2], "i4"),
    )


@operator(
    samples=("x(3, 3)", "x(2, 4, 4), hermitian=True", "x(0, 0)"),
    errors=(
        ("x(3, 2)", RuntimeError, "must be batches of square matrices"),
        ("T.zeros(2, 2), check_errors=True", RuntimeError, r"ldl_factor_ex: D\[1,1\] is zero"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("LD", "pivots", "info"),
    meta=_factor_rule,
)
def linalg_ldl_factor_ex(
    xp, input: Array, *, hermitian: bool = False, check_errors: bool = False
) -> tuple[Array, Array, Array]:
    """`linalg.ldl_factor` that tells zeros in D by `info`, instead of raising.

    >>> import firebrick_core as fb
    >>> fb.linalg.ldl_factor_ex(fb.zeros(2, 2)).info
    tensor(1, dtype=torch.int32)
    """
    need_square("torch.linalg.ldl_factor_ex", input)
    need_floating("torch.linalg.ldl_factor_ex", input)
    hermitian = hermitian and input.dtype.kind == "c"
    ld = xp.empty_like(flat_batch(input))
    pivots, info = xp.empty(ld.shape[:-1], "i4"), xp.zeros(len(ld), "i4")
    for i, a in enumerate(flat_batch(input)):
        ld[i], pivots[i], info[i] = factor(xp, a, hermitian)
    info = info.reshape(input.shape[:-2])
    if check_errors:
        raise_first(info, "ldl", "torch.linalg.ldl_factor_ex")
    return by_columns(xp, ld.reshape(input.shape)), pivots.reshape(input.shape[:-1]), info


@composite(
    samples=("x(3, 3)", "x(2, 4, 4), hermitian=True"),
    errors=(("T.zeros(2, 2)", RuntimeError, r"ldl_factor: D\[1,1\] is zero"),),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
)
def linalg_ldl_factor(input: Array, *, hermitian: bool = False) -> tuple[Array, Array]:
    """L and D of symmetric, or `hermitian`, matrices in one matrix, and the exchanges of rows.

    A = P L D L^T P^T, where D has blocks of size 1 and 2. Only the lower triangle of A (..., n, n)
    is read. The results are those of LAPACK's sytrf and hetrf. Raises linalg.LinAlgError where D
    has a zero block.

    >>> import firebrick_core as fb
    >>> fb.linalg.ldl_factor(fb.tensor([[4.0, 2.0], [2.0, 5.0]])).LD
    tensor([[4.0000, 0.0000],
            [0.5000, 4.0000]])
    """
    LD, pivots, info = T.linalg_ldl_factor_ex(input, hermitian=hermitian)
    T.require_success(info, "ldl", "torch.linalg.ldl_factor")
    return return_type("linalg_ldl_factor", ("LD", "pivots"))(LD, pivots)


def _solve_shape(LD, pivots, B):
    name = "torch.linalg.ldl_solve"
    need_square(name, LD)
    need_floating(name, LD)
    if B.ndim < 2:
        raise RuntimeError(
            f"{name}: Expected B to have at least 2 dimensions, but it has {B.ndim} dimensions "
            "instead"
        )
    check_older(name, B, LD)
    if pivots.shape != LD.shape[:-1]:
        raise RuntimeError(
            f"{name}: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with "
            f"shape {list(pivots.shape)} instead"
        )
    if pivots.dtype.kind not in "iu":
        raise RuntimeError(f"{name}: Expected pivots to be integers. Got {type_name(pivots)}")
    return (*broadcast_shapes(LD.shape[:-2], B.shape[:-2]), *B.shape[-2:])


def _solve_rule(LD, pivots, B, *, hermitian=False):
    return meta_array(_solve_shape(LD, pivots, B), B.dtype)


PIVOTS = "T.tensor([-2, -2, 3], dtype=T.int32)"


@operator(
    samples=(
        f"x(3, 3), {PIVOTS}, x(2, 3, 2)",
        "x(3, 3), T.tensor([1, 3, 3], dtype=T.int32), x(3, 1), hermitian=True",
        "x(2, 2, 2), T.tensor([[1, 2], [2, 2]], dtype=T.int32), x(2, 3)",
    ),
    errors=(
        ("x(3, 3), T.ones(2, dtype=T.int32), x(3, 1)", RuntimeError, "pivots with shape"),
        ("x(3, 3), T.ones(3), x(3, 1)", RuntimeError, "Expected pivots to be integers"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    meta=_solve_rule,
)
def linalg_ldl_solve(xp, LD: Array, pivots: Array, B: Array, *, hermitian: bool = False) -> Array:
    """X with A X = B, from the factorization of A that `linalg.ldl_factor` gives.

    >>> import firebrick_core as fb
    >>> factors = fb.linalg.ldl_factor(fb.tensor([[0.0, 2.0], [2.0, 0.0]]))
    >>> fb.linalg.ldl_solve(*factors, fb.tensor([[2.0], [4.0]]))
    tensor([[2.],
            [1.]])
    """
    shape = _solve_shape(LD, pivots, B)
    hermitian = hermitian and LD.dtype.kind == "c"
    batch = shape[:-2]
    x = xp.empty(shape, B.dtype)
    x[...] = B
    flat = flat_batch(x)
    lds = flat_batch(xp.broadcast_to(LD, (*batch, *LD.shape[-2:])))
    rows = flat_batch(xp.broadcast_to(pivots, (*batch, pivots.shape[-1])), 1)
    for i in range(len(flat)):
        solve(xp, lds[i], rows[i], flat[i], hermitian)
    return x


# The Bunch-Kaufman factorization of one symmetric or Hermitian matrix, with LAPACK's conventions.
#
# A = P L D (P L)^T, or ^H, with diagonal blocks of size 1 and 2 in D (Bunch & Kaufman, Some stable
# methods for calculating inertia and solving symmetric linear systems, 1977). As sytrf and hetrf
# keep it in the lower triangle: D on the diagonal and, for blocks of 2, below it; L under that.
# `pivots` count from 1: `p` at k says that rows k and p were exchanged before a block of 1, `-p` at
# k and k + 1 that rows k + 1 and p were before a block of 2.

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
