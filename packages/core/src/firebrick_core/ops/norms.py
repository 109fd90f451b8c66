"""Norms of vectors and matrices."""

from __future__ import annotations

from .. import _operators as T
from .._operator import Array, composite, pointwise
from .._typing import Dims, DType, Number


@composite(
    samples=("x(3, 4)", "x(3, 4), 1", "x(3, 4), 2, 1, True", "x(3, 4), 'fro'", "x(3, 4), inf, 0"),
    dtypes="floating",
)
def norm(
    input: Array,
    p: object = "fro",
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The p-norm over `dim`, or of all elements: 'fro' or 2 is the root of the sum of squares."""
    if dtype is not None:
        input = input.to(dtype)
    p = 2.0 if p in (None, "fro") else float(p)
    size = T.abs(input)
    if p == float("inf"):
        return T.amax(size, dim, keepdim)
    if p == float("-inf"):
        return T.amin(size, dim, keepdim)
    if p == 0:
        return T.sum((size != 0).to(size.dtype), dim, keepdim)
    if p == 1:
        return T.sum(size, dim, keepdim)
    if p == 2:
        return T.root(T.sum(size * size, dim, keepdim))
    return T.sum(size**p, dim, keepdim) ** (1 / p)


@pointwise(
    "float", samples=("pos(3)",), methods=False, namespace="internal", inplace=False, out=False
)
def root(xp, input: Array) -> Array:
    """The square root whose slope at 0 is taken as 0, as the norms need it."""
    return xp.sqrt(input)


@composite(samples=("x(3, 4), x(3, 4)",), dtypes="floating")
def dist(input: Array, other: Array, p: Number = 2) -> Array:
    """The p-norm of the difference."""
    return norm(T.sub(input, other), p)


@composite(
    samples=("x(3, 4)", "x(3, 4), 3", "x(3, 4), 1, 0, True"),
    methods=False,
    namespace="linalg",
    dtypes="floating",
)
def linalg_vector_norm(
    x: Array,
    ord: Number = 2,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The norm of the elements over `dim`, taken as one vector."""
    return T.norm(x, ord, dim, keepdim, dtype=dtype)


@composite(
    samples=("x(3, 4)", "x(3, 4), 1", "x(3, 4), -inf"),
    methods=False,
    namespace="linalg",
    dtypes="floating",
)
def linalg_matrix_norm(
    A: Array,
    ord: object = "fro",
    dim: Dims = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The norm of matrices: 'fro', or 1, -1, inf, -inf of the sums of columns or rows."""
    if ord == "fro":
        return T.norm(A, 2, dim, keepdim, dtype=dtype)
    if ord not in (1, -1, float("inf"), float("-inf")):
        raise NotImplementedError(
            f"linalg.matrix_norm(ord={ord!r}) is not implemented: it needs singular values"
        )
    rows, columns = (d % A.ndim for d in dim)
    first, second = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = T.sum(T.abs(A), first, True)
    out = T.amax(sums, second, True) if ord > 0 else T.amin(sums, second, True)
    return out if keepdim else out.squeeze((rows, columns))


@composite(
    samples=("x(3, 4)", "x(3), 1", "x(3, 4), 'fro'", "x(2, 3, 4), 2, 1"),
    methods=False,
    namespace="linalg",
    dtypes="floating",
)
def linalg_norm(
    A: Array,
    ord: object = None,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The vector norm, or for two dimensions and an `ord` the matrix norm."""
    two = A.ndim == 2 if dim is None else isinstance(dim, (tuple, list)) and len(dim) == 2
    if ord is not None and two:
        return linalg_matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
    return linalg_vector_norm(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype)
