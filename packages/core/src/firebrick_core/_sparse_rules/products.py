"""Matrix products of sparse with dense, dense with sparse, and sparse with sparse tensors."""

from __future__ import annotations

import math
from typing import Any

from .. import _dtype, _operators as T
from .._layout import sparse_csr
from .._sparse_layer import is_sparse, refused, sparse
from .._sparse_parts import (
    added,
    as_coo,
    coalesced,
    coo,
    dense_sizes,
    groups,
    in_layout,
    index_tensor,
    indices_of,
    keys_of,
    namespace,
    pointers,
    repeated,
    sparse_dim,
)
from .._sparse_tensor import COMPRESSED
from ..ops.matrix import check_same_dtype


def check(name: str, a: Any, b: Any, inner: tuple[int, int]) -> None:
    """Refuse sizes that do not fit, two dtypes, booleans, and values with dense dimensions."""
    for x in (a, b):
        if is_sparse(x) and dense_sizes(x):
            raise RuntimeError(
                f"{name}(): expected matrices whose dimensions are sparse, got a tensor with "
                f"{sparse_dim(x)} sparse and {len(dense_sizes(x))} dense dimensions; use "
                "to_dense() first"
            )
    if inner[0] != inner[1]:
        times = ["x".join(map(str, x._array.shape)) for x in (a, b)]
        raise RuntimeError(
            f"{name}(): mat1 and mat2 shapes cannot be multiplied ({times[0]} and {times[1]})"
        )
    check_same_dtype(name, a._array, b._array)


def _pairs(s: Any) -> tuple[Any, Any]:
    """Rows and columns of a matrix's stored values, as index tensors."""
    rows, columns = indices_of(s)
    return index_tensor(s._stored, rows), index_tensor(s._stored, columns)


def sparse_times_dense(name: str, s: Any, d: Any) -> Any:
    """A sparse matrix times a dense one, or a vector."""
    check(name, s, d, (s._array.shape[1], d._array.shape[0]))
    vector = d._array.ndim == 1
    rows, columns = _pairs(s)
    right = T.unsqueeze(d, 1) if vector else d
    out = T.sparse_matmul(rows, columns, s._stored, right, s._array.shape[0])
    return T.squeeze(out, 1) if vector else out


def dense_times_sparse(name: str, d: Any, s: Any) -> Any:
    """A dense matrix, a vector, or a batch of matrices, times a sparse matrix."""
    shape = d._array.shape
    check(name, d, s, (shape[-1], s._array.shape[0]))
    rows, columns = _pairs(s)
    left = T.reshape(d, (math.prod(shape[:-1]), shape[-1])).t()
    out = T.sparse_matmul(columns, rows, s._stored, left, s._array.shape[1]).t()
    return T.reshape(out, (*shape[:-1], s._array.shape[1]))


def sparse_times_sparse(name: str, a: Any, b: Any) -> Any:
    """A sparse matrix times another: coalesced COO, or CSR where both are compressed."""
    check(name, a, b, (a._array.shape[1], b._array.shape[0]))
    layout = a._layout if a._layout not in COMPRESSED else sparse_csr
    a, b = coalesced(as_coo(a)), coalesced(as_coo(b))
    xp = namespace(a._stored)
    (rows, inner), (inner_b, columns) = indices_of(a), indices_of(b)
    # Each stored a[i, k] meets all of row k of b, which lies together.
    begins = pointers(xp, inner_b, b._array.shape[0])
    right, left = repeated(xp, begins[inner], begins[inner + 1] - begins[inner])
    indices = xp.stack([rows[left], columns[right]])
    size = (a._array.shape[0], b._array.shape[1])
    order, first, ranks = groups(xp, keys_of(xp, indices, size))
    terms = T.mul(
        T.index_select(a._stored, 0, index_tensor(a._stored, left)),
        T.index_select(b._stored, 0, index_tensor(b._stored, right)),
    )
    sums = added(terms, order, ranks, len(first))
    return in_layout(coo(indices[:, order[first]], sums, size, True), layout)


@sparse("matmul")
def matmul(op: Any, input: Any, other: Any) -> Any:
    """Products of two matrices, or of a matrix and a vector."""
    n, m = input._array.ndim, other._array.ndim
    if is_sparse(input) and n != 2 or is_sparse(other) and m != 2 or not (n and m) or m > 2:
        if n == 3 and m == 3 and is_sparse(input) and not is_sparse(other):
            return batched("matmul", input, other)
        raise RuntimeError(
            f"{op.name}(): a sparse operand must be a matrix, and what it is multiplied by a "
            f"matrix or a vector, got shapes {list(input.shape)} and {list(other.shape)}; expand "
            "is unsupported for Sparse tensors: use to_dense() first"
        )
    if not is_sparse(other):
        return sparse_times_dense("matmul", input, other)
    if not is_sparse(input):
        return dense_times_sparse("matmul", input, other)
    return sparse_times_sparse("matmul", input, other)


@sparse("bmm")
def bmm(op: Any, input: Any, mat2: Any) -> Any:
    """Sparse matrices in a batch times dense ones: a dense batch."""
    if not is_sparse(input) or is_sparse(mat2):
        raise refused(op.name, (input, mat2))
    return batched("bmm_sparse", input, mat2)


def batched(name: str, input: Any, mat2: Any) -> Any:
    """A batch of products as one: of a block diagonal matrix."""
    if sparse_dim(input) != 3 or dense_sizes(input):
        raise RuntimeError(
            f"{name}: Tensor 'self' must have 3 sparse dims and no dense ones, but has "
            f"{sparse_dim(input)} and {len(dense_sizes(input))}"
        )
    (b, m, k), shape = input._array.shape, mat2._array.shape
    if mat2._array.ndim != 3 or shape[:2] != (b, k):
        raise RuntimeError(
            f"{name}: expected a batch of shape [{b}, {k}, n] for 'mat2', got {list(shape)}"
        )
    check_same_dtype(name, input._array, mat2._array)
    batch, rows, columns = indices_of(input)
    out = T.sparse_matmul(
        index_tensor(input._stored, batch * m + rows),
        index_tensor(input._stored, batch * k + columns),
        input._stored,
        T.reshape(mat2, (b * k, shape[2])),
        b * m,
    )
    return T.reshape(out, (b, m, shape[2]))


@sparse("linear")
def linear(op: Any, input: Any, weight: Any, bias: Any) -> Any:
    """`input @ weight.T + bias`."""
    out = T.matmul(input, T.t(weight))
    return out if bias is None else T.add(out, bias)


@sparse("weighted_sum")
def weighted_sum(op: Any, input: Any, product: Any, beta: Any, alpha: Any) -> Any:
    """`beta * input + alpha * product`, as `addmm` adds them."""
    if is_sparse(input) and not is_sparse(product):
        raise RuntimeError(
            "addmm: expected strided result tensor, got tensor with layout Sparse for 'input': "
            "use to_dense() on it"
        )
    if _dtype.promote_types(input.dtype, product.dtype) is not product.dtype:
        raise RuntimeError(
            f"addmm: expected 'input' of dtype {product.dtype}, but got {input.dtype}; convert "
            "with .to(dtype)"
        )
    return T.add(T.mul(input, beta), product, alpha=alpha)
