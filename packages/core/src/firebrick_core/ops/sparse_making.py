"""Sparse tensors from diagonals, their parts, sizes and products."""

from __future__ import annotations

from .. import _dtype, _layout, _operators as T
from .._device import meta_array
from .._dispatch import SPARSE
from .._operator import Array, composite, operator
from .._typing import Dims

_SPARSE = {"namespace": "sparse", "methods": False}


@composite(
    **_SPARSE,
    errors=(
        ("x(2, 3), T.tensor([0, 0]), (3, 3)", RuntimeError, "duplicate values"),
        ("x(2, 3), T.tensor([0]), (3, 3)", RuntimeError, "does not match the number of offsets"),
        ("x(1, 3), T.tensor([0.5]), (3, 3)", RuntimeError, "must have dtype Long"),
        ("x(1, 3), T.tensor([0]), (3, 3, 3)", RuntimeError, "must be 2d"),
        ("x(1, 3), T.tensor([0]), (3, 3), T.strided", RuntimeError, "output layouts"),
    ),
)
def sparse_spdiags(diagonals: Array, offsets: Array, shape: Dims, layout: object = None) -> Array:
    """A sparse matrix with the rows of `diagonals` on its diagonals `offsets`.

    Element j of a row goes into column j: diagonals above the main one leave their first elements
    out, those below it what exceeds the rows. Raises RuntimeError for offsets that come twice.

    >>> import firebrick_core as fb
    >>> fb.sparse.spdiags(fb.tensor([[1.0, 2.0, 3.0]]), fb.tensor([1]), (3, 3)).to_dense()
    tensor([[0., 2., 0.],
            [0., 0., 3.],
            [0., 0., 0.]])
    """
    diagonals, offsets = T.atleast_2d(diagonals), offsets.reshape(-1)
    served = (None, _layout.sparse_coo, _layout.sparse_csr, _layout.sparse_csc)
    if len(shape) != 2:
        raise RuntimeError(f"Output shape must be 2d, got {list(shape)}")
    if offsets.dtype is not _dtype.int64:
        raise RuntimeError(f"Offset Tensor must have dtype Long but got {offsets.dtype}")
    if diagonals.shape[0] != offsets.numel():
        raise RuntimeError(
            f"Number of diagonals ({diagonals.shape[0]}) does not match the number of offsets "
            f"({offsets.numel()})"
        )
    if layout not in served:
        raise RuntimeError(
            f"Only output layouts (Sparse, SparseCsc, SparseCsr) are supported, got {layout}"
        )
    from .._sparse_parts import coo, in_layout, index_tensor, namespace

    xp, array = namespace(diagonals), offsets._array
    if len(xp.unique(array)) != len(array):
        raise RuntimeError("Offset tensor contains duplicate values")
    columns = xp.arange(min(diagonals.shape[1], shape[1]))
    rows = columns - array[:, None]
    which, at = xp.nonzero((rows >= 0) & (rows < shape[0]))
    stored = T.index(diagonals, (index_tensor(diagonals, which), index_tensor(diagonals, at)))
    result = coo(xp.stack([rows[which, at], columns[at]]), stored, shape)
    return in_layout(result, layout or _layout.sparse_coo)


@composite(
    **_SPARSE,
    errors=(("T.eye(3).to_sparse_csr(), x(3)", NotImplementedError, "linalg.solve"),),
)
def sparse_spsolve(input: Array, other: Array, *, left: bool = True) -> Array:
    """Raises NotImplementedError: PyTorch has it on CUDA only."""
    raise NotImplementedError(
        "sparse.spsolve() is not implemented: PyTorch has it on CUDA alone. Use "
        "torch.linalg.solve(input.to_dense(), other), or scipy.sparse.linalg.spsolve"
    )


@composite(
    namespace="internal",
    methods=False,
    errors=(("x(2, 3), ints(5, 2), 5, -1, True", RuntimeError, "scale_grad_by_freq"),),
)
def embedding_sparse_backward(
    grad_output: Array,
    indices: Array,
    num_weights: int,
    padding_idx: int,
    scale_grad_by_freq: bool,
) -> Array:
    """The gradient of a table of rows as a COO tensor, with a row for each index."""
    if scale_grad_by_freq:
        raise RuntimeError(
            "embedding_backward: scale_grad_by_freq not supported with sparse gradients"
        )
    from .._sparse_parts import coo, index_tensor, namespace

    width = grad_output._array.shape[-1]
    rows = T.reshape(grad_output, (-1, width))
    flat = indices._array.reshape(-1).astype("i8")
    if padding_idx >= 0:
        kept = namespace(rows).flatnonzero(flat != padding_idx)
        flat, rows = flat[kept], T.index_select(rows, 0, index_tensor(rows, kept))
    return coo(flat.reshape(1, -1), rows, (num_weights, width))


# ---------------------------------------------------------------------- sizes
_METHOD = {"namespace": "method", "mutates": True, "differentiable": False}
_NOT_COO = (("x(3, 3), (4, 4), 2, 0", NotImplementedError, "it is for sparse tensors"),)


def _check_sizes(name, input, size, sparse_dim, dense_dim):
    if input.layout is not _layout.sparse_coo:
        raise not_served(name, input)
    if input.requires_grad:
        raise RuntimeError(f"{name}(): cannot resize a tensor that requires grad; detach() it")
    if len(size) != sparse_dim + dense_dim:
        raise RuntimeError(
            f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(size)}, "
            f"sparse_dim = {sparse_dim}, dense_dim = {dense_dim}"
        )


@composite(**_METHOD, errors=_NOT_COO)
def sparse_resize_(input: Array, size: Dims, sparse_dim: int, dense_dim: int) -> Array:
    """Other sizes of a COO tensor, in place; dense dimensions that grow have zeros.

    Raises RuntimeError where it stores something and dimensions would be exchanged or shrink.
    """
    from .._sparse_parts import coo, sparse_dim as count

    _check_sizes("sparse_resize_", input, size, sparse_dim, dense_dim)
    n, own, stored = count(input), input._array.shape, input._stored
    if stored._array.shape[0]:
        if n != sparse_dim or len(own) != len(size):
            raise RuntimeError(
                f"changing the number of sparse dimensions (from {n} to {sparse_dim}) on a "
                "non-empty sparse tensor is not supported"
            )
        shrunk = [d for d, (a, b) in enumerate(zip(size, own, strict=True)) if a < b]
        if shrunk:
            kind = "sparse" if shrunk[0] < n else "dense"
            raise RuntimeError(
                f"shrinking the size of {kind} dimensions (from {list(own)} to {list(size)}) on a "
                "non-empty sparse tensor is not supported"
            )
    elif n != sparse_dim or len(own) != len(size):
        return sparse_resize_and_clear_(input, size, sparse_dim, dense_dim)
    grown = [0] * (2 * dense_dim)
    for d in range(dense_dim):
        grown[2 * (dense_dim - 1 - d) + 1] = size[n + d] - own[n + d]
    if any(grown):
        stored = T.constant_pad_nd(stored, tuple(grown), 0)
    return input._become(coo(input._index[0], stored, size, input._coalesced))


@composite(**_METHOD, errors=_NOT_COO)
def sparse_resize_and_clear_(input: Array, size: Dims, sparse_dim: int, dense_dim: int) -> Array:
    """Other sizes of a COO tensor, which stores nothing any more, in place."""
    from .._creation import zeros
    from .._sparse_parts import coo, namespace

    _check_sizes("sparse_resize_and_clear_", input, size, sparse_dim, dense_dim)
    shape = (0, *size[sparse_dim:])
    stored = zeros(shape, dtype=input.dtype, device=input.device)
    indices = namespace(stored).zeros((sparse_dim, 0), "i8")
    return input._become(coo(indices, stored, size, True))


@composite(
    **_METHOD,
    errors=(("x(3, 3), x(3, 3)", NotImplementedError, "it is for sparse tensors"),),
)
def resize_as_sparse_(input: Array, the_template: Array) -> Array:
    """The sizes of another COO tensor, in place; see `sparse_resize_`."""
    if the_template.layout is not _layout.sparse_coo:
        raise not_served("resize_as_sparse_", the_template)
    n = T.sparse_dim(the_template)
    return sparse_resize_(input, tuple(the_template.shape), n, the_template.ndim - n)


# The parts of sparse tensors: indices, values, and how many dimensions have an index.

_PART = {"namespace": "method", "dtypes": "all"}


def expected(name, kind, layouts, input):
    """Refuse tensors of other layouts. Raises RuntimeError."""
    if input.layout not in layouts:
        from .._sparse_tensor import layout_name

        raise RuntimeError(
            f"{name} expected {kind} tensor layout but got {layout_name(input.layout)}"
        )
    return input


def _coo(name, input):
    return expected(name, "sparse coordinate", (_layout.sparse_coo,), input)


def not_served(name, input):
    """The error of what only sparse tensors have."""
    where = "CPU" if input.is_cpu else input.device.type.upper()
    return NotImplementedError(
        f"Could not run 'aten::{name}' with arguments from the '{where}' backend: it is for sparse "
        "tensors. Make one with to_sparse()"
    )


NOT_COO = (("x(3, 3)", RuntimeError, "expected sparse coordinate tensor layout but got Strided"),)


@composite(**_PART, errors=NOT_COO)
def coalesce(input: Array) -> Array:
    """A COO tensor that stores each place once, in order: values of the same place are added.

    >>> import firebrick_core as fb
    >>> fb.sparse_coo_tensor([[1, 0, 1]], [1.0, 2.0, 3.0], (2,)).coalesce().values()
    tensor([2., 4.])
    """
    from .._sparse_parts import coalesced

    return coalesced(_coo("coalesce", input))


@composite(**_PART, errors=NOT_COO)
def is_coalesced(input: Array) -> bool:
    """Whether a COO tensor is known to store each place once, in order.

    >>> import firebrick_core as fb
    >>> fb.eye(2).to_sparse().is_coalesced()
    True
    """
    return _coo("is_coalesced", input)._coalesced


@composite(**_PART, errors=NOT_COO)
def indices(input: Array) -> Array:
    """Where the values of a coalesced COO tensor are: of shape (sparse_dim, nnz).

    Raises RuntimeError for a tensor that is not coalesced.

    >>> import firebrick_core as fb
    >>> fb.tensor([0.0, 3.0]).to_sparse().indices()
    tensor([[1]])
    """
    return _once("indices", _coo("indices", input))._index[0]


def _once(name, input):
    """Refuse tensors that may store a place twice. Raises RuntimeError."""
    if not input._coalesced:
        raise RuntimeError(
            f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first"
        )
    return input


@composite(
    **_PART,
    errors=(("x(3, 3)", RuntimeError, "values expected sparse tensor layout but got Strided"),),
)
def values(input: Array) -> Array:
    """What a sparse tensor stores: of shape (nnz, *dense sizes).

    Raises RuntimeError for a COO tensor that is not coalesced.

    >>> import firebrick_core as fb
    >>> fb.tensor([0.0, 3.0]).to_sparse().values()
    tensor([3.])
    """
    layouts = (_layout.sparse_coo, _layout.sparse_csr, _layout.sparse_csc)
    expected("values", "sparse", layouts, input)
    if input.layout is _layout.sparse_coo:
        _once("values", input)
    return T.alias(input._stored)


@composite(
    name="indices_as_they_are",
    methods=("_indices",),
    namespace="internal",
    errors=(("x(3, 3)", NotImplementedError, "'aten::_indices'"),),
)
def indices_as_they_are(input: Array) -> Array:
    """The indices of a COO tensor, coalesced or not."""
    if input.layout is not _layout.sparse_coo:
        raise not_served("_indices", input)
    return input._index[0]


@composite(
    name="values_as_they_are",
    methods=("_values",),
    namespace="internal",
    errors=(("x(3, 3)", NotImplementedError, "'aten::_values'"),),
)
def values_as_they_are(input: Array) -> Array:
    """The values of a COO tensor, coalesced or not, without history."""
    if input.layout is not _layout.sparse_coo:
        raise not_served("_values", input)
    return input._stored.detach()


@composite(
    name="stored_count",
    methods=("_nnz",),
    namespace="internal",
    errors=(("x(3, 3)", NotImplementedError, "'aten::_nnz'"),),
)
def stored_count(input: Array) -> int:
    """How many values, or slices of dense dimensions, a sparse tensor stores."""
    if not input._keys & SPARSE:
        raise not_served("_nnz", input)
    return input._stored._array.shape[0]


def _compressed(name, kind, layout, input, part):
    return expected(name, f"sparse {kind} compressed", (layout,), input)._index[part]


@composite(**_PART, errors=(("x(3, 3)", RuntimeError, "expected sparse row compressed"),))
def crow_indices(input: Array) -> Array:
    """Where the rows of a CSR tensor begin, and where the last one ends: rows + 1 numbers."""
    return _compressed("crow_indices", "row", _layout.sparse_csr, input, 0)


@composite(**_PART, errors=(("x(3, 3)", RuntimeError, "expected sparse row compressed"),))
def col_indices(input: Array) -> Array:
    """The columns of a CSR tensor's values."""
    return _compressed("col_indices", "row", _layout.sparse_csr, input, 1)


@composite(**_PART, errors=(("x(3, 3)", RuntimeError, "expected sparse column compressed"),))
def ccol_indices(input: Array) -> Array:
    """Where the columns of a CSC tensor begin, and where the last one ends: columns + 1 numbers."""
    return _compressed("ccol_indices", "column", _layout.sparse_csc, input, 0)


@composite(**_PART, errors=(("x(3, 3)", RuntimeError, "expected sparse column compressed"),))
def row_indices(input: Array) -> Array:
    """The rows of a CSC tensor's values."""
    return _compressed("row_indices", "column", _layout.sparse_csc, input, 1)


@composite(**_PART, samples=("x(3, 4)",))
def sparse_dim(input: Array) -> int:
    """How many dimensions have an index: 0 for a dense tensor."""
    if not input._keys & SPARSE:
        return 0
    from .._sparse_parts import sparse_dim as count

    return count(input)


@composite(**_PART, samples=("x(3, 4)",))
def dense_dim(input: Array) -> int:
    """How many dimensions have none, and are stored whole: all of a dense tensor's."""
    return input._array.ndim - sparse_dim(input)


# Products of matrices that are given by the places and values of their elements.
#
# The two operators are each other's derivatives: of `sparse_matmul` with respect to the values, and
# of `sampled_products` with respect to the matrices.

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
