"""The parts of sparse tensors: indices, values, and how many dimensions have an index."""

from __future__ import annotations

from .. import _layout, _operators as T
from .._dispatch import SPARSE
from .._operator import Array, composite

_METHOD = {"namespace": "method", "dtypes": "all"}


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


@composite(**_METHOD, errors=NOT_COO)
def coalesce(input: Array) -> Array:
    """A COO tensor that stores each place once, in order: values of the same place are added.

    >>> import firebrick_core as fb
    >>> fb.sparse_coo_tensor([[1, 0, 1]], [1.0, 2.0, 3.0], (2,)).coalesce().values()
    tensor([2., 4.])
    """
    from .._sparse_parts import coalesced

    return coalesced(_coo("coalesce", input))


@composite(**_METHOD, errors=NOT_COO)
def is_coalesced(input: Array) -> bool:
    """Whether a COO tensor is known to store each place once, in order.

    >>> import firebrick_core as fb
    >>> fb.eye(2).to_sparse().is_coalesced()
    True
    """
    return _coo("is_coalesced", input)._coalesced


@composite(**_METHOD, errors=NOT_COO)
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
    **_METHOD,
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


@composite(**_METHOD, errors=(("x(3, 3)", RuntimeError, "expected sparse row compressed"),))
def crow_indices(input: Array) -> Array:
    """Where the rows of a CSR tensor begin, and where the last one ends: rows + 1 numbers."""
    return _compressed("crow_indices", "row", _layout.sparse_csr, input, 0)


@composite(**_METHOD, errors=(("x(3, 3)", RuntimeError, "expected sparse row compressed"),))
def col_indices(input: Array) -> Array:
    """The columns of a CSR tensor's values."""
    return _compressed("col_indices", "row", _layout.sparse_csr, input, 1)


@composite(**_METHOD, errors=(("x(3, 3)", RuntimeError, "expected sparse column compressed"),))
def ccol_indices(input: Array) -> Array:
    """Where the columns of a CSC tensor begin, and where the last one ends: columns + 1 numbers."""
    return _compressed("ccol_indices", "column", _layout.sparse_csc, input, 0)


@composite(**_METHOD, errors=(("x(3, 3)", RuntimeError, "expected sparse column compressed"),))
def row_indices(input: Array) -> Array:
    """The rows of a CSC tensor's values."""
    return _compressed("row_indices", "column", _layout.sparse_csc, input, 1)


@composite(**_METHOD, samples=("x(3, 4)",))
def sparse_dim(input: Array) -> int:
    """How many dimensions have an index: 0 for a dense tensor."""
    if not input._keys & SPARSE:
        return 0
    from .._sparse_parts import sparse_dim as count

    return count(input)


@composite(**_METHOD, samples=("x(3, 4)",))
def dense_dim(input: Array) -> int:
    """How many dimensions have none, and are stored whole: all of a dense tensor's."""
    return input._array.ndim - sparse_dim(input)
