"""Tensors from dense to sparse and back, and the parts of sparse ones."""

from __future__ import annotations

from .. import _layout, _operators as T
from .._device import BACKENDS
from .._dispatch import SPARSE
from .._operator import Array, composite
from .._typing import Dims, DType
from .sparse_parts import not_served

_METHOD = {"namespace": "method", "dtypes": "all"}


# ---------------------------------------------------------------------- to sparse
def _dense_to_coo(input, sparse_dim):
    """The elements of a dense tensor that are not zero; slices of these for fewer sparse dims."""
    from .._sparse_parts import coo, index_tensor, namespace

    ndim = input.ndim
    if sparse_dim is None:
        sparse_dim = ndim
    if not 0 <= sparse_dim <= ndim:
        raise RuntimeError(
            f"dense_to_sparse: sparse_dim argument must be in [0,{ndim}] range, but {sparse_dim} "
            "is given"
        )
    if ndim and not sparse_dim:
        raise RuntimeError("dense_to_sparse: sparse_dim argument must be in >0 when self.dim()>0")
    array, xp = input._array, namespace(input)
    if input._keys & BACKENDS["meta"].bit:
        raise NotImplementedError(
            "to_sparse(): a meta tensor has no data that says which elements are not zero"
        )
    nonzero = array != 0
    if sparse_dim < ndim:
        nonzero = nonzero.any(tuple(range(sparse_dim, ndim)))
    places = xp.nonzero(nonzero) if ndim else ()
    if not ndim:
        count = int(bool(nonzero))
        return coo(xp.zeros((0, count), "i8"), T.expand(input.unsqueeze(0), (1,))[:count], (), True)
    stored = T.index(input, tuple(index_tensor(input, p) for p in places))
    return coo(xp.stack(places), stored, input.shape, True)


@composite(
    **_METHOD,
    errors=(
        ("x(4), 0", RuntimeError, "must be in >0"),
        ("x(4), 2", RuntimeError, r"must be in \[0,1\] range, but 2 is given"),
        ("x(4), 1, layout=T.sparse_csr", TypeError, "sparse_dim or layout"),
        ("x(4, 4), layout=T.sparse_bsr", NotImplementedError, "block"),
    ),
)
def to_sparse(
    input: Array,
    sparse_dim: int | None = None,
    *,
    layout: object = None,
    blocksize: Dims = None,
    dense_dim: int | None = None,
) -> Array:
    """The elements that are not zero, in COO layout, or in `layout`: COO, CSR or CSC.

    With `sparse_dim`, or `dense_dim`, slices of the last dimensions are stored whole. A sparse
    tensor is converted. Raises RuntimeError for dimensions that do not exist.

    >>> import firebrick_core as fb
    >>> fb.tensor([[0.0, 5.0], [0.0, 0.0]]).to_sparse()
    tensor(indices=tensor([[0],
                           [1]]),
           values=tensor([5.]),
           size=(2, 2), nnz=1, layout=torch.sparse_coo)
    """
    if sparse_dim is not None and (layout, blocksize, dense_dim) != (None, None, None):
        raise TypeError("to_sparse(): give sparse_dim or layout and dense_dim, not both")
    if layout is _layout.strided:
        return T.to_dense(input)
    _served("to_sparse", _layout.sparse_coo if layout is None else layout, blocksize)
    from .._sparse_parts import in_layout, sparse_dim as sparse_dims

    if input._keys & SPARSE:
        n = sparse_dims(input)
        wanted = sparse_dim if dense_dim is None else input.ndim - dense_dim
        if wanted not in (None, n):
            raise RuntimeError(
                "to_sparse: conversion from Sparse to Sparse with sparse_dim argument "
                f"!=self.sparse_dim() is not supported: got {wanted} and {n}"
            )
        return in_layout(input, layout or _layout.sparse_coo)
    if dense_dim is not None:
        sparse_dim = input.ndim - dense_dim
    return in_layout(_dense_to_coo(input, sparse_dim), layout or _layout.sparse_coo)


def _served(name, layout, blocksize=None):
    """Refuse layouts in blocks. Raises NotImplementedError."""
    if layout in (_layout.sparse_bsr, _layout.sparse_bsc) or blocksize is not None:
        raise NotImplementedError(
            f"{name}(): layouts in blocks (BSR, BSC) are not implemented; use to_sparse_csr()"
        )


@composite(**_METHOD, errors=(("x(2, 3, 4), 5", TypeError, "positional argument"),))
def to_sparse_coo(input: Array) -> Array:
    """The tensor in COO layout: indices and values of the elements that are not zero.

    >>> import firebrick_core as fb
    >>> fb.eye(2).to_sparse_coo().indices()
    tensor([[0, 1],
            [0, 1]])
    """
    return T.to_sparse(input)


def _two_dims(name, input, dense_dim):
    if input.ndim != 2 or dense_dim:
        raise NotImplementedError(
            f"{name}(): batches and dense dimensions are not implemented in compressed layouts, "
            f"only matrices: got shape {list(input.shape)}, dense_dim {dense_dim}; use to_sparse()"
        )


@composite(**_METHOD, errors=(("x(2, 3, 4)", NotImplementedError, "only matrices"),))
def to_sparse_csr(input: Array, dense_dim: int | None = None) -> Array:
    """A matrix in CSR layout: columns and values, row after row.

    Raises NotImplementedError for other numbers of dimensions.

    >>> import firebrick_core as fb
    >>> fb.eye(2).to_sparse_csr().crow_indices()
    tensor([0, 1, 2])
    """
    _two_dims("to_sparse_csr", input, dense_dim)
    return T.to_sparse(input, layout=_layout.sparse_csr)


@composite(**_METHOD, errors=(("x(2, 3, 4)", NotImplementedError, "only matrices"),))
def to_sparse_csc(input: Array, dense_dim: int | None = None) -> Array:
    """A matrix in CSC layout: rows and values, column after column.

    Raises NotImplementedError for other numbers of dimensions.

    >>> import firebrick_core as fb
    >>> fb.eye(2).to_sparse_csc().ccol_indices()
    tensor([0, 1, 2])
    """
    _two_dims("to_sparse_csc", input, dense_dim)
    return T.to_sparse(input, layout=_layout.sparse_csc)


@composite(**_METHOD, errors=(("x(4, 4), (2, 2)", NotImplementedError, "in blocks"),))
def to_sparse_bsr(input: Array, blocksize: Dims, dense_dim: int | None = None) -> Array:
    """Raises NotImplementedError: layouts in blocks are not implemented."""
    return _served("to_sparse_bsr", _layout.sparse_bsr)


@composite(**_METHOD, errors=(("x(4, 4), (2, 2)", NotImplementedError, "in blocks"),))
def to_sparse_bsc(input: Array, blocksize: Dims, dense_dim: int | None = None) -> Array:
    """Raises NotImplementedError: layouts in blocks are not implemented."""
    return _served("to_sparse_bsc", _layout.sparse_bsc)


@composite(
    **_METHOD,
    samples=("x(3, 4)", "x(3, 4), T.float64", "x(3), masked_grad=True"),
    errors=(("x(2, 2).to_sparse(), T.float64", RuntimeError, "dtype argument is not supported"),),
)
def to_dense(input: Array, dtype: DType | None = None, *, masked_grad: bool | None = None) -> Array:
    """All elements of a sparse tensor, zeros included; a dense tensor is returned as it is.

    The gradient of a sparse tensor has its places, whatever `masked_grad` is: what is not stored
    takes none.

    >>> import firebrick_core as fb
    >>> fb.sparse_coo_tensor([[0, 1]], [2.0, 3.0], (3,)).to_dense()
    tensor([2., 3., 0.])
    """
    if input._keys & SPARSE:
        if dtype is not None:
            raise RuntimeError(
                "dtype argument is not supported by sparse_to_dense: use .to(dtype) on the result"
            )
        from .._sparse_parts import dense

        return dense(input)
    return input if dtype is None else input.to(dtype)


@composite(
    **_METHOD,
    errors=(
        ("x(3, 3), x(3, 3)", NotImplementedError, "'aten::sparse_mask'"),
        ("x(3, 3), x(2, 2).to_sparse()", RuntimeError, "incompatible sizes"),
    ),
)
def sparse_mask(input: Array, mask: Array) -> Array:
    """The elements of a tensor, dense or sparse, in the places that the sparse `mask` stores.

    >>> import firebrick_core as fb
    >>> fb.tensor([[1.0, 2.0], [3.0, 4.0]]).sparse_mask(fb.eye(2).to_sparse()).values()
    tensor([1., 4.])
    """
    if not mask._keys & SPARSE:
        raise not_served("sparse_mask", mask)
    from .._sparse_parts import at_places, sparse_dim, stored_at

    if input._array.shape != mask._array.shape:
        raise RuntimeError(
            f"sparse_mask(): operands have incompatible sizes; self has size {list(input.shape)} "
            f"but mask has size {list(mask.shape)}"
        )
    if not input._keys & SPARSE:
        return mask._with(at_places(input, mask))
    if sparse_dim(input) != sparse_dim(mask):
        raise RuntimeError(
            f"sparse_mask(): expected as many sparse dimensions in the tensor as in the mask, got "
            f"{sparse_dim(input)} and {sparse_dim(mask)}"
        )
    return mask._with(stored_at(input, mask))
