"""Sparse tensors from diagonals, and changes of their sizes in place."""

from __future__ import annotations

from .. import _dtype, _layout, _operators as T
from .._operator import Array, composite
from .._typing import Dims
from .sparse_parts import not_served

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
