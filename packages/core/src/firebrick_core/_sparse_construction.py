"""Sparse tensors from indices and values."""

from __future__ import annotations

from typing import Any

from . import _layout
from ._dispatch import AUTOGRAD, TRANSFORMED
from ._dtype import dtype as DType, int32, int64
from ._factory import refuse_pinned
from ._from_data import as_tensor
from ._tensor import Tensor

SPARSE_LAYOUTS = (_layout.sparse_coo, _layout.sparse_csr, _layout.sparse_csc)


def _values(caller: str, values: Any, dtype: Any, device: Any, requires_grad: bool) -> Any:
    """The stored values as a tensor: with the history of one that is given, else a new leaf."""
    stored = as_tensor(values, dtype=dtype, device=device)
    if requires_grad and not (stored.is_floating_point() or stored.is_complex()):
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients: "
            f"{caller}() got values of {stored.dtype}"
        )
    if stored._keys & (AUTOGRAD | TRANSFORMED):
        from . import _operators as T

        return T.alias(stored)  # its gradient is not the leaf's own, but goes there
    stored = stored.detach()
    return stored.requires_grad_() if requires_grad else stored


def _indices(caller: str, name: str, indices: Any, device: Any, dtype: Any = int64) -> Any:
    out = as_tensor(indices, device=device)
    if out.dtype not in (int32, int64) or dtype is int64:
        out = out.to(int64)
    return out.detach()


def _sizes(caller: str, size: Any) -> tuple[int, ...]:
    if isinstance(size, int) or not hasattr(size, "__iter__"):
        raise TypeError(
            f"{caller}() received an invalid combination of arguments: 'size' must be a tuple of "
            f"ints, not {type(size).__name__}"
        )
    out = []
    for i, n in enumerate(size):
        if not hasattr(n, "__index__"):
            raise TypeError(
                f"{caller}(): argument 'size' must be tuple of ints, but found element of type "
                f"{type(n).__name__} at pos {i}"
            )
        out.append(n.__index__())
        if out[-1] < 0:
            raise RuntimeError(
                f"{caller}(): Trying to create tensor with negative dimension {n}: {list(size)}"
            )
    return tuple(out)


def sparse_coo_tensor(
    indices: Any = None,
    values: Any = None,
    size: Any = None,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
    is_coalesced: bool | None = None,
) -> Tensor:
    """A sparse tensor in COO layout: `values[k]` is at `indices[:, k]`.

    `indices` is (sparse_dim, nnz), `values` (nnz, *dense sizes). Values of the same place add up.
    Without `size` every dimension ends with its last index; `sparse_coo_tensor(size)` stores
    nothing. Indices and values that are tensors are shared, not copied. Raises RuntimeError for
    parts that do not fit each other, and (always, other than PyTorch) for indices outside of
    `size`.

    >>> import firebrick_core as fb
    >>> fb.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], [3.0, 4.0, 5.0], (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [4., 0., 5.]])
    """
    name = "sparse_coo_tensor"
    if pin_memory:
        refuse_pinned(name)
    if values is None:
        size = indices if size is None else size
        return nothing(name, _layout.sparse_coo, size, dtype, device, requires_grad)
    index = _indices(name, "indices", indices, device)
    stored = _values(name, values, dtype, device, requires_grad)
    if index.ndim != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(index.shape)}")
    if not stored.ndim:
        stored = stored.unsqueeze(0)
    n, count = index.shape
    if count != stored.shape[0]:
        raise RuntimeError(
            "indices and values must have same nnz, but got nnz from indices: "
            f"{count}, nnz from values: {stored.shape[0]}"
        )
    array = index._array
    if size is None:
        from ._sparse_parts import check_coo

        size = tuple(int(row.max()) + 1 if count else 0 for row in array)
        check_coo(array, size)
        size += tuple(stored.shape[1:])
    else:
        size = _fitting(name, size, array, stored)
    return _coo(index, stored, size, is_coalesced, check_invariants)


def _fitting(name: str, size: Any, indices: Any, stored: Any) -> tuple[int, ...]:
    """A given size, checked against the parts."""
    from ._sparse_parts import check_coo

    size, n, dense = _sizes(name, size), len(indices), tuple(stored.shape[1:])
    if len(size) != n + len(dense):
        raise RuntimeError(
            f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(size)}, "
            f"sparse_dim = {n}, dense_dim = {len(dense)}"
        )
    if size[n:] != dense:
        raise RuntimeError(
            f"values has incorrect size, expected {[stored.shape[0], *size[n:]]}, got "
            f"{list(stored.shape)}"
        )
    if not stored.is_meta:
        check_coo(indices, size[:n])
    return size


def _coo(index: Any, stored: Any, size: Any, is_coalesced: Any, check_invariants: Any) -> Any:
    from ._sparse_parts import (
        check_coalesced,
        check_sparse_tensor_invariants,
        coo,
        is_ascending,
        keys_of,
        namespace,
    )

    count = stored.shape[0]
    if check_invariants is None:
        check_invariants = check_sparse_tensor_invariants.is_enabled()
    if is_coalesced and check_invariants:
        xp = namespace(stored)
        check_coalesced(is_ascending(xp, keys_of(xp, index._array, size[: len(index._array)])))
    return coo(index, stored, size, count < 2 if is_coalesced is None else bool(is_coalesced))


def nothing(name: str, layout: Any, size: Any, dtype: Any, device: Any, requires_grad: bool) -> Any:
    """A tensor of a sparse layout and a size that stores nothing."""
    from ._creation import zeros
    from ._sparse_parts import compressed, coo

    size = _sizes(name, size)
    stored = zeros(0, dtype=dtype, device=device)
    indices = zeros((len(size), 0), dtype=int64, device=device)
    out = coo(indices, stored, size, True)
    if layout is not _layout.sparse_coo:
        out = compressed(out, layout)
    return out.requires_grad_() if requires_grad else out


def _compressed(
    name: str, layout: Any, compressed: Any, plain: Any, values: Any, size: Any,
    dtype: Any, device: Any, pin_memory: bool, requires_grad: bool, check_invariants: Any,
) -> Any:  # fmt: skip
    """A matrix in CSR or CSC layout."""
    from ._sparse_parts import (
        SparseTensor,
        check_compressed,
        check_order,
        check_sparse_tensor_invariants,
        namespace,
        rows_of,
    )

    if pin_memory:
        refuse_pinned(name)
    # int32 is kept where both have it.
    index = [_indices(name, "indices", i, device, None) for i in (compressed, plain)]
    if index[0].dtype is not index[1].dtype:
        index = [i.to(int64) for i in index]
    stored = _values(name, values, dtype, device, requires_grad)
    if size is None:
        m = index[0].numel() - 1
        n = int(index[1].max().item()) + 1 if index[1].numel() else 0
        size = (m, n) if layout is _layout.sparse_csr else (n, m)
    size = _sizes(name, size)
    if len(size) != 2 or stored.ndim != 1:
        raise NotImplementedError(
            f"{name}(): batches and dense dimensions are not implemented in compressed layouts, "
            f"only matrices: got size {list(size)} and values of shape {list(stored.shape)}; use "
            "sparse_coo_tensor()"
        )
    if stored.shape[0] != index[1].numel():
        raise RuntimeError(
            f"{name}(): number of values ({stored.shape[0]}) and of indices "
            f"({index[1].numel()}) must be equal"
        )
    arrays = [i._array for i in index]
    check_compressed(layout, arrays[0], arrays[1], size)
    if check_invariants is None:
        check_invariants = check_sparse_tensor_invariants.is_enabled()
    if check_invariants:
        check_order(layout, rows_of(namespace(stored), arrays[0]), arrays[1])
    return SparseTensor.make(layout, tuple(index), stored, size)


def sparse_csr_tensor(
    crow_indices: Any,
    col_indices: Any,
    values: Any,
    size: Any = None,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
) -> Tensor:
    """A matrix in CSR layout: row i has `values[a:b]` in `col_indices[a:b]`, where a and b are
    `crow_indices[i]` and `crow_indices[i + 1]`.

    Raises RuntimeError for parts that do not fit each other; with `check_invariants` also where
    the columns of a row do not ascend. NotImplementedError for batches and dense dimensions.

    >>> import firebrick_core as fb
    >>> fb.sparse_csr_tensor([0, 1, 3], [2, 0, 2], [3.0, 4.0, 5.0], (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [4., 0., 5.]])
    """
    return _compressed(
        "sparse_csr_tensor", _layout.sparse_csr, crow_indices, col_indices, values, size,
        dtype, device, pin_memory, requires_grad, check_invariants,
    )  # fmt: skip


def sparse_csc_tensor(
    ccol_indices: Any,
    row_indices: Any,
    values: Any,
    size: Any = None,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
) -> Tensor:
    """A matrix in CSC layout: `sparse_csr_tensor` with columns in place of rows.

    >>> import firebrick_core as fb
    >>> fb.sparse_csc_tensor([0, 1, 2], [1, 0], [3.0, 4.0]).to_dense()
    tensor([[0., 4.],
            [3., 0.]])
    """
    return _compressed(
        "sparse_csc_tensor", _layout.sparse_csc, ccol_indices, row_indices, values, size,
        dtype, device, pin_memory, requires_grad, check_invariants,
    )  # fmt: skip


def sparse_compressed_tensor(
    compressed_indices: Any,
    plain_indices: Any,
    values: Any,
    size: Any = None,
    *,
    dtype: DType | None = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
) -> Tensor:
    """A matrix in the compressed `layout`: `torch.sparse_csr` or `torch.sparse_csc`.

    >>> import firebrick_core as fb
    >>> fb.sparse_compressed_tensor([0, 1], [0], [2.0], layout=fb.sparse_csr).to_dense()
    tensor([[2.]])
    """
    if layout in (_layout.sparse_bsr, _layout.sparse_bsc):
        return _in_blocks("sparse_compressed_tensor")
    if layout not in (_layout.sparse_csr, _layout.sparse_csc):
        raise RuntimeError(
            f"sparse_compressed_tensor expected sparse compressed tensor layout but got {layout}: "
            "give layout=torch.sparse_csr or layout=torch.sparse_csc"
        )
    return _compressed(
        "sparse_compressed_tensor", layout, compressed_indices, plain_indices, values, size,
        dtype, device, pin_memory, requires_grad, check_invariants,
    )  # fmt: skip


def _in_blocks(name: str) -> Any:
    raise NotImplementedError(
        f"{name}(): layouts in blocks (BSR, BSC) are not implemented; use sparse_csr_tensor()"
    )


def sparse_bsr_tensor(*args: Any, **kwargs: Any) -> Tensor:
    """Raises NotImplementedError: layouts in blocks are not implemented."""
    return _in_blocks("sparse_bsr_tensor")


def sparse_bsc_tensor(*args: Any, **kwargs: Any) -> Tensor:
    """Raises NotImplementedError: layouts in blocks are not implemented."""
    return _in_blocks("sparse_bsc_tensor")
