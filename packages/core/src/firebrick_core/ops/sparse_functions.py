"""Functions of torch.sparse: products, sums and softmax of sparse tensors; from dense to sparse
and back.
"""

from __future__ import annotations

import math

from .. import _dtype, _layout, _operators as T
from .._device import BACKENDS
from .._dispatch import SPARSE
from .._operator import Array, composite
from .._typing import Dims, DType, Number
from ._dims import all_dims, one_dim
from .sparse_making import expected, not_served

_SPARSE = {"namespace": "sparse", "methods": False}
_CSR = (_layout.sparse_csr,)
_REDUCTIONS = {"sum": "sum", "mean": "mean", "amax": "max", "amin": "min"}


# ---------------------------------------------------------------------- products
@composite(
    **_SPARSE,
    dtypes="no_half_float",
    samples=("x(3, 4), x(4, 5)",),
    errors=(
        ("T.eye(3).to_sparse(), x(2, 2)", RuntimeError, "cannot be multiplied"),
        ("T.eye(3).to_sparse_csr(), x(3, 2), 'prod'", RuntimeError, "reduce type"),
        ("T.eye(3).to_sparse(), x(3, 2), 'sum'", NotImplementedError, "CSR"),
    ),
)
def sparse_mm(mat1: Array, mat2: Array, reduce: str | None = None) -> Array:
    """The product of two matrices, sparse or dense; sparse where both are.

    With `reduce` ("sum", "mean", "amax", "amin") the products of a row of `mat1`, which must be in
    CSR layout, with each column of the dense `mat2` are reduced that way, stored ones only; a row
    that stores nothing gives 0.

    >>> import firebrick_core as fb
    >>> fb.sparse.mm(fb.eye(2).to_sparse_csr(), fb.tensor([[1.0], [2.0]]), "amax")
    tensor([[1.],
            [2.]])
    """
    if reduce is None:
        return T.mm(mat1, mat2)
    if reduce not in _REDUCTIONS:
        raise RuntimeError(
            f"sparse_mm_reduce: reduce type of {reduce} has not been enabled; expected one of "
            f"{', '.join(_REDUCTIONS)}"
        )
    if mat1.layout is not _layout.sparse_csr:
        raise NotImplementedError(
            "sparse.mm(): a product with reduce= needs mat1 in CSR layout, got "
            f"{mat1.layout}; convert with to_sparse_csr()"
        )
    if mat2.layout is not _layout.strided:
        raise RuntimeError(
            f"sparse.mm(): a product with reduce= needs a dense mat2, got {mat2.layout}; convert "
            "with to_dense()"
        )
    if reduce == "sum":
        return T.mm(mat1, mat2)
    return _reduced(mat1, mat2, _REDUCTIONS[reduce])


def _reduced(mat1, mat2, reduce):
    from .._sparse_parts import index_tensor, indices_of

    if mat2.ndim != 2 or mat1.shape[1] != mat2.shape[0]:
        raise RuntimeError(
            f"Expected a tensor of dimension 2 and tensor.size[0] == {mat1.shape[1]} but got: "
            f"dimension {mat2.ndim} and tensor.size[0] = {mat2.shape[0]}"
        )
    if not mat2.is_floating_point():
        raise NotImplementedError(
            f"sparse.mm(): reduce= is not implemented for {mat2.dtype}; convert with .float()"
        )
    columns = index_tensor(mat2, indices_of(mat1)[1])
    products = T.mul(T.unsqueeze(mat1._stored, 1), T.index_select(mat2, 0, columns))
    rows = mat1._index[0].to(_dtype.int64)
    out = T.segment_values(products, reduce, rows, 0, None)
    # The reduction of no elements is infinite, or NaN.
    return T.where(T.unsqueeze(T.eq(rows[1:], rows[:-1]), 1), 0, out)


@composite(
    **_SPARSE,
    dtypes="no_half_float",
    samples=("x(3, 5), x(3, 4), x(4, 5), beta=2, alpha=0.5",),
    errors=(("x(3, 5), T.eye(3).to_sparse(), x(4, 5)", RuntimeError, "cannot be multiplied"),),
)
def sparse_addmm(
    mat: Array, mat1: Array, mat2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """`beta * mat + alpha * (mat1 @ mat2)`, where `mat1` may be sparse.

    >>> import firebrick_core as fb
    >>> fb.sparse.addmm(fb.ones(2, 1), fb.eye(2).to_sparse(), fb.ones(2, 1), alpha=3)
    tensor([[4.],
            [4.]])
    """
    return T.addmm(mat, mat1, mat2, beta=beta, alpha=alpha)


@composite(
    **_SPARSE,
    out=True,
    errors=(
        ("x(3, 3), x(3, 2), x(2, 3)", NotImplementedError, "'aten::sparse_sampled_addmm'"),
        ("T.eye(3).to_sparse_csr(), x(2, 2), x(2, 3)", RuntimeError, "sizes"),
        ("T.eye(3).to_sparse_csr(), x(2, 2), x(3, 3)", RuntimeError, "cannot be multiplied"),
        (
            "T.eye(3).to_sparse_csr(), x(3, 2).to_sparse(), x(2, 3)",
            RuntimeError,
            "strided layout",
        ),
    ),
)
def sparse_sampled_addmm(
    input: Array, mat1: Array, mat2: Array, *, beta: Number = 1.0, alpha: Number = 1.0
) -> Array:
    """`beta * input + alpha * (mat1 @ mat2)`, computed only where the sparse `input` stores.

    >>> import firebrick_core as fb
    >>> fb.sparse.sampled_addmm(fb.eye(2).to_sparse_csr(), fb.ones(2, 3), fb.ones(3, 2)).values()
    tensor([4., 4.])
    """
    if not input._keys & SPARSE:
        raise not_served("sparse_sampled_addmm", input)
    _check_sampled(input, mat1, mat2)
    from .._sparse_parts import index_tensor, indices_of

    rows, columns = (index_tensor(mat1, i) for i in indices_of(input))
    sampled = T.sampled_products(rows, columns, mat1, T.t(mat2))
    return input._with(T.add(T.mul(input._stored, beta), sampled, alpha=alpha))


def _check_sampled(input, mat1, mat2):
    if input.ndim != 2 or T.dense_dim(input):
        raise NotImplementedError(
            "sampled_addmm: Expected self to be a matrix of two sparse dimensions, but got shape "
            f"{list(input.shape)} with {T.dense_dim(input)} dense ones"
        )
    for name, x in (("mat1", mat1), ("mat2", mat2)):
        if x.layout is not _layout.strided:
            raise RuntimeError(
                f"sampled_addmm: Expected {name} to have strided layout, but got {x.layout}"
            )
        if x.ndim != 2:
            raise RuntimeError(
                f"sampled_addmm: Expected {name} to be a matrix, but got shape {list(x.shape)}: "
                "batches are not implemented"
            )
        if x.dtype is not input.dtype:
            raise RuntimeError(
                f"sampled_addmm: Expected self and {name} to have the same dtype, but got "
                f"{input.dtype} and {x.dtype}"
            )
    if input.dtype.category < _dtype.FLOATING:
        raise RuntimeError(
            "sparse_sampled_addmm: Expected self to be a floating-point or complex tensor, but got "
            f"{input.dtype}"
        )
    if mat1.shape[1] != mat2.shape[0]:
        raise RuntimeError(
            "sampled_addmm: mat1 and mat2 shapes cannot be multiplied "
            f"({mat1.shape[0]}x{mat1.shape[1]} and {mat2.shape[0]}x{mat2.shape[1]})"
        )
    if tuple(input.shape) != (mat1.shape[0], mat2.shape[1]):
        raise RuntimeError(
            f"sampled_addmm: sizes of self, {list(input.shape)}, and of the product, "
            f"{[mat1.shape[0], mat2.shape[1]]}, must be equal"
        )


# ---------------------------------------------------------------------- sparse results
NO_SPARSE = "can only be called on sparse tensors"


@composite(errors=(("x(3, 3), x(3, 2)", NotImplementedError, "'aten::hspmm'"),), methods=False)
def hspmm(mat1: Array, mat2: Array) -> Array:
    """A sparse matrix times a dense one, with the rows that are not empty stored whole.

    >>> import firebrick_core as fb
    >>> fb.hspmm(fb.tensor([[0.0, 2.0], [0.0, 0.0]]).to_sparse(), fb.ones(2, 2)).indices()
    tensor([[0]])
    """
    if not mat1._keys & SPARSE:
        raise not_served("hspmm", mat1)
    from .._sparse_parts import as_coo, coalesced, coo, index_tensor, namespace
    from .._sparse_rules.products import check

    check("hspmm", mat1, mat2, (mat1.shape[1], mat2.shape[0]))
    s = coalesced(as_coo(mat1))
    rows, columns = s._index[0]._array
    used, ranks = namespace(s._stored).unique(rows, return_inverse=True)
    stored = T.sparse_matmul(
        index_tensor(s._stored, ranks.reshape(-1)), index_tensor(s._stored, columns), s._stored,
        mat2, len(used),
    )  # fmt: skip
    return coo(used.reshape(1, -1), stored, (s.shape[0], mat2.shape[1]), True)


@composite(errors=(("x(3, 3), x(3, 2)", RuntimeError, NO_SPARSE),))
def smm(input: Array, mat: Array) -> Array:
    """A sparse matrix times a dense one, in COO layout.

    >>> import firebrick_core as fb
    >>> fb.smm(fb.eye(2).to_sparse(), fb.ones(2, 1)).to_dense()
    tensor([[1.],
            [1.]])
    """
    _sparse_only("smm", input)
    from .._sparse_parts import coo, namespace

    product = hspmm(input, mat)
    rows, width = product._index[0]._array[0], mat.shape[1]
    xp = namespace(product._stored)
    columns = xp.concatenate([xp.arange(width)] * len(rows)) if len(rows) else rows
    indices = xp.stack([xp.repeat(rows, width), columns])
    return coo(indices, T.reshape(product._stored, (-1,)), product.shape, True)


def _sparse_only(name, input):
    if not input._keys & SPARSE:
        raise RuntimeError(f"tensor.{name}(...) {NO_SPARSE}: make one with to_sparse()")


@composite(errors=(("x(3, 2), x(3, 3), x(3, 2)", RuntimeError, NO_SPARSE),))
def sspaddmm(
    input: Array, mat1: Array, mat2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """`beta * input + alpha * (mat1 @ mat2)` of sparse `input` and `mat1`, in COO layout.

    >>> import firebrick_core as fb
    >>> s = fb.eye(2).to_sparse()
    >>> fb.sspaddmm(s, s, fb.ones(2, 2), beta=2).to_dense()
    tensor([[3., 1.],
            [1., 3.]])
    """
    _sparse_only("sspaddmm", input)
    return T.add(T.mul(input, beta), smm(mat1, mat2), alpha=alpha)


# ---------------------------------------------------------------------- sums
@composite(
    **_SPARSE,
    errors=(
        ("x(3, 3)", RuntimeError, "expected sparse coordinate tensor layout but got Strided"),
        ("T.eye(3).to_sparse(), 5", IndexError, "out of range"),
    ),
)
def sparse_sum(input: Array, dim: Dims = None, dtype: DType | None = None) -> Array:
    """The sum over `dim`, sparse where sparse dimensions are left; over all of them a number.

    Sums over some dimensions keep the dtype, also of integers.

    >>> import firebrick_core as fb
    >>> fb.sparse.sum(fb.eye(2).to_sparse(), 0).values()
    tensor([1., 1.])
    """
    if input.layout is _layout.strided:
        expected("coalesce", "sparse coordinate", (_layout.sparse_coo,), input)
    if dim is None:
        return T.sum(input, dtype=dtype)
    if isinstance(dim, (tuple, list)) and not dim:
        return input if dtype is None else input.to(dtype)
    from .._sparse_rules.pointwise import sum_over

    return sum_over(input, all_dims(dim, input.ndim), dtype)


# ---------------------------------------------------------------------- softmax
NOT_FOR = (
    ("x(3, 3), 1", NotImplementedError, "backend: it is for sparse tensors"),
    ("T.eye(3).to_sparse(), 5", IndexError, "out of range"),
    ("T.eye(3, dtype=T.int64).to_sparse(), 1", NotImplementedError, "not implemented for"),
)


@composite(**_SPARSE, errors=NOT_FOR)
def sparse_softmax(input: Array, dim: int, *, dtype: DType | None = None) -> Array:
    """Softmax over `dim` of what a sparse tensor stores: what it does not counts as -inf.

    >>> import firebrick_core as fb
    >>> fb.sparse.softmax(fb.tensor([[0.0, 3.0], [3.0, 3.0]]).to_sparse(), 1).to_dense()
    tensor([[0.0000, 1.0000],
            [0.5000, 0.5000]])
    """
    return _softmax("softmax", input, dim, dtype)


@composite(**_SPARSE, errors=NOT_FOR)
def sparse_log_softmax(input: Array, dim: int, *, dtype: DType | None = None) -> Array:
    """The logarithm of `sparse.softmax`, of what is stored.

    >>> import firebrick_core as fb
    >>> fb.sparse.log_softmax(fb.eye(2).to_sparse(), 1).values()
    tensor([0., 0.])
    """
    return _softmax("log_softmax", input, dim, dtype)


def _softmax(name, input, dim, dtype):
    from .._sparse_parts import as_coo, coalesced, in_layout, sparse_dim

    if not input._keys & SPARSE:
        raise not_served(f"_sparse_{name}", input)
    dim = one_dim(dim, input.ndim)
    if dtype is not None:
        input = input.to(dtype)
    if not input.dtype.is_floating_point:
        raise NotImplementedError(
            f'"{name}" not implemented for {input.dtype}: convert the tensor with .float()'
        )
    s = coalesced(as_coo(input))
    n = sparse_dim(s)
    if dim >= n:
        function = T.softmax if name == "softmax" else T.log_softmax
        result = s._with(function(s._stored, dim - n + 1))
    else:
        result = s._with(_over_places(name, s, dim, n))
    return in_layout(result, input.layout)


def _over_places(name, s, dim, n):
    """Softmax of the stored values among those whose other indices are the same."""
    from .._sparse_parts import groups, index_tensor, indices_of, keys_of, namespace

    stored, xp = s._stored, namespace(s._stored)
    others = [d for d in range(n) if d != dim]
    key = keys_of(xp, indices_of(s)[others], [s.shape[d] for d in others])
    order, first, ranks = groups(xp, key)
    groups_of = index_tensor(stored, ranks)
    size = (len(first), *stored.shape[1:])
    offsets = index_tensor(stored, xp.concatenate([first, xp.asarray([len(key)])]))
    in_order = T.index_select(stored.detach(), 0, index_tensor(stored, order))
    flat = T.reshape(in_order, (len(key), math.prod(size[1:])))
    highest = T.reshape(T.segment_values(flat, "max", offsets, 0, None), size)
    shifted = T.sub(stored, T.index_select(highest, 0, groups_of))
    powers = T.exp(shifted)
    sums = T.index_select_backward(powers, 0, groups_of, size)
    if name == "softmax":
        return T.true_divide(powers, T.index_select(sums, 0, groups_of))
    return T.sub(shifted, T.index_select(T.log(sums), 0, groups_of))


# Tensors from dense to sparse and back, and the parts of sparse ones.

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
