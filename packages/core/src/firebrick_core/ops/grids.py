"""Grids of points, products and combinations of vectors, positions in triangles and arrays."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import BACKENDS, as_device
from .._frames import warn
from .._operator import Array, composite
from .._typing import Device, Dims, DType
from ._dims import all_tensors


# ---------------------------------------------------------------------- grids
def _axes(name, tensors):
    """The axes of a grid, checked."""
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    for t in tensors:
        if t._array.ndim > 1:
            raise RuntimeError(
                f"torch.{name}: Expected 0D or 1D tensor in the tensor list but got shape "
                f"{list(t._array.shape)}"
            )
        if t.dtype is not tensors[0].dtype:
            raise RuntimeError(f"{name} expects all tensors to have the same dtype")
    return tensors


def _expanded(axes):
    """Each axis along its own dimension, expanded over the others."""
    size = [t._array.size for t in axes]
    grids = []
    for i, t in enumerate(axes):
        shape = [1] * len(size)
        shape[i] = size[i]
        grids.append(T.expand(T.view_shape(t, tuple(shape)), size))
    return grids


@composite(
    methods=False,
    samples=(
        "x(3), x(2), indexing='ij'",
        "x(3), x(2), indexing='xy'",
        "[x(2), x()], indexing='ij'",
    ),
    errors=(
        ("x(2, 2), x(2), indexing='ij'", RuntimeError, "Expected 0D or 1D tensor"),
        ("x(2), x(2), indexing='ba'", RuntimeError, "must be one of"),
        ("indexing='ij'", RuntimeError, "non-empty TensorList"),
        ("x(2), 3, indexing='ij'", TypeError, "expected Tensor as element 1"),
    ),
)
def meshgrid(*tensors: Array, indexing: str | None = None) -> tuple[Array, ...]:
    """The points of a grid, from its axes; "xy" exchanges the first two dimensions.

    Without `indexing` it is "ij", with a warning, as in PyTorch.

    >>> import firebrick_core as fb
    >>> rows, columns = fb.meshgrid(fb.arange(2), fb.arange(3), indexing="ij")
    >>> rows.tolist(), columns.tolist()
    ([[0, 0, 0], [1, 1, 1]], [[0, 1, 2], [0, 1, 2]])
    """
    if indexing is None:
        warn(
            "torch.meshgrid: in an upcoming release, it will be required to pass the indexing "
            "argument.",
        )
        indexing = "ij"
    if indexing not in ("ij", "xy"):
        raise RuntimeError(
            'torch.meshgrid: indexing must be one of "xy" or "ij", but received: ' + str(indexing)
        )
    axes = _axes("meshgrid", all_tensors("meshgrid", tensors, listed=True))
    if indexing == "ij" or len(axes) < 2:
        return tuple(_expanded(axes))
    return tuple([T.transpose(g, 0, 1) for g in _expanded(axes)])


def _vectors(tensors):
    for t in tensors:
        if t._array.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(t._array.shape)}")


@composite(
    methods=False,
    samples=("x(2), x(3)", "x(3)", "x(2), x(1), x(2)", "x(2), x(0)"),
    errors=(
        ("x(2, 2), x(2)", RuntimeError, "Expect a 1D vector"),
        ("x(2), ints(3, 2)", RuntimeError, "the same dtype"),
    ),
)
def cartesian_prod(*tensors: Array) -> Array:
    """All ways of taking one element of each vector, in rows; a single vector as it is.

    >>> import firebrick_core as fb
    >>> fb.cartesian_prod(fb.tensor([1, 2]), fb.tensor([3, 4])).tolist()
    [[1, 3], [1, 4], [2, 3], [2, 4]]
    """
    tensors = all_tensors("cartesian_prod", tensors)
    _vectors(tensors)
    if len(tensors) == 1:
        return tensors[0]
    return T.stack([T.flatten(g) for g in _expanded(_axes("meshgrid", tensors))], 1)


@composite(
    methods=False,
    samples=("x(4)", "x(4), 3", "x(3), 2, True", "x(3), 0", "x(2), 3"),
    errors=(
        ("x(2, 2)", RuntimeError, "Expect a 1D vector"),
        ("x(2), -1", RuntimeError, "non-negative"),
    ),
)
def combinations(input: Array, r: int = 2, with_replacement: bool = False) -> Array:
    """All ways of taking `r` elements of a vector in their order, in rows.

    >>> import firebrick_core as fb
    >>> fb.combinations(fb.tensor([1, 2, 3])).tolist()
    [[1, 2], [1, 3], [2, 3]]
    """
    _vectors([input])
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if not r:
        return input.new_empty((0,))
    choose = itertools.combinations_with_replacement if with_replacement else itertools.combinations
    rows = list(choose(range(input._array.size), r))
    index = T.Tensor._wrap(np.array(rows, np.int64).reshape(-1)).to(input.device)
    return T.reshape(T.index_select(input, 0, index), (len(rows), r))


# ---------------------------------------------------------------------- matrices of parts
@composite(
    methods=False,
    samples=("x(2, 3), x(3), x()", "x(2, 2)", "x(2, 2), ints(3, 2)", "x(0, 2), x(1)"),
    errors=(
        ("x(2, 2, 2)", RuntimeError, "2 or fewer dimensions"),
        ("[x(2, 2)]", TypeError, "expected Tensor as element 0"),
    ),
)
def block_diag(*tensors: Array) -> Array:
    """Zeros with matrices along the diagonal; vectors count as rows, numbers as 1 by 1.

    >>> import firebrick_core as fb
    >>> fb.block_diag(fb.tensor([[1, 2]]), fb.tensor(3)).tolist()
    [[1, 2, 0], [0, 0, 3]]
    """
    tensors = all_tensors("block_diag", tensors)
    for i, t in enumerate(tensors):
        if t._array.ndim > 2:
            raise RuntimeError(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input "
                f"{i} has {t._array.ndim} dimensions"
            )
    if not tensors:
        from .._creation import empty

        return empty(1, 0)
    dtype = _dtype.operands_dtype(tensors)
    blocks = [T.atleast_2d(t if t.dtype is dtype else t.to(dtype)) for t in tensors]
    width, before, rows = sum(b._array.shape[1] for b in blocks), 0, []
    for b in blocks:
        height, own = b._array.shape
        left, right = (b.new_zeros((height, n)) for n in (before, width - before - own))
        rows.append(T.cat([left, b, right], 1))
        before += own
    return T.cat(rows)


@composite(samples=("x(3)", "x(2, 2), 1", "x()", "x(2), -1"))
def diagflat(input: Array, offset: int = 0) -> Array:
    """The matrix with all elements of a tensor on its diagonal.

    >>> import firebrick_core as fb
    >>> fb.diagflat(fb.tensor([1, 2])).tolist()
    [[1, 0], [0, 2]]
    """
    return T.diag_embed(T.flatten(T.contiguous(input)), offset)


# ---------------------------------------------------------------------- positions
def _triangle(name, row, col, offset, dtype, device, lower):
    for n, position, what in ((row, 1, "row"), (col, 2, "col")):
        if not isinstance(n, (int, np.integer)):
            raise TypeError(
                f"{name}(): argument '{what}' (position {position}) must be int, not "
                f"{type(n).__name__}"
            )
        if n < 0:
            raise RuntimeError(f"{what} must be non-negative, got {n}")
    dtype = dtype or _dtype.int64
    if dtype.category != _dtype.INTEGRAL:
        raise NotImplementedError(
            f'"{name}" not implemented for {_errors.TYPE_NAMES[dtype.name]!r}'
        )
    distance = np.arange(col) - np.arange(row).reshape(-1, 1)
    inside = (distance <= offset if lower else distance >= offset).nonzero()
    where = as_device(device)
    backend = BACKENDS[where.type]
    array = np.array(inside, dtype.numpy_dtype)
    if backend.bit:
        array = backend.from_host(array, where.index)
    return T.Tensor._wrap(array, backend.bit)


@composite(
    methods=False,
    samples=("3, 4", "3, 4, -1", "3, 4, 1, dtype=T.int32", "0, 4"),
    errors=(
        ("-1, 4", RuntimeError, "row must be non-negative"),
        ("3.5, 4", TypeError, "must be int, not float"),
        ("3, 4, dtype=T.float32", NotImplementedError, "not implemented for 'Float'"),
    ),
)
def tril_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DType | None = None,
    device: Device | None = None,
    layout: object = None,
    pin_memory: bool = False,
) -> Array:
    """The rows and columns of the elements of a matrix on and below a diagonal, int64 unless given.

    >>> import firebrick_core as fb
    >>> fb.tril_indices(2, 2).tolist()
    [[0, 1, 1], [0, 0, 1]]
    """
    return _triangle("tril_indices", row, col, offset, dtype, device, lower=True)


@composite(
    methods=False,
    samples=("3, 4", "3, 4, -1", "3, 4, 1, dtype=T.int32", "4, 0"),
    errors=(("4, -1", RuntimeError, "col must be non-negative"),),
)
def triu_indices(
    row: int,
    col: int,
    offset: int = 0,
    *,
    dtype: DType | None = None,
    device: Device | None = None,
    layout: object = None,
    pin_memory: bool = False,
) -> Array:
    """The rows and columns of the elements of a matrix on and above a diagonal, int64 unless given.

    >>> import firebrick_core as fb
    >>> fb.triu_indices(2, 2).tolist()
    [[0, 0, 1], [0, 1, 1]]
    """
    return _triangle("triu_indices", row, col, offset, dtype, device, lower=False)


def _sizes(shape: Any) -> tuple[int, ...]:
    """The argument of `unravel_index` as a tuple of sizes."""
    sizes = (shape,) if isinstance(shape, (int, np.integer)) else shape
    if not isinstance(sizes, (tuple, list)):
        raise TypeError(
            f"expected 'shape' to be int or sequence of ints, but got {type(shape).__name__}"
        )
    for n in sizes:
        if not isinstance(n, (int, np.integer)):
            raise TypeError(f"expected 'shape' sequence to only contain ints, but got {type(n)}")
    if any(n < 0 for n in sizes):
        raise ValueError(f"'shape' cannot have negative values, but got {tuple(sizes)}")
    return tuple(int(n) for n in sizes)


@composite(
    methods=False,
    samples=("ints(6, 4), (2, 3)", "ints(6, 2, 2), (2, 3)", "ints(6, 3), 6", "T.tensor(5), (2, 3)"),
    errors=(
        ("T.tensor([1.0]), (2, 3)", TypeError, "to be integer dtype"),
        ("ints(6, 2), (2, -3)", ValueError, "cannot have negative values"),
        ("ints(6, 2), (2, 3.0)", TypeError, "to only contain ints"),
        ("ints(6, 2), 'ab'", TypeError, "to be int or sequence of ints"),
    ),
    dtypes="integral",
)
def unravel_index(indices: Array, shape: Dims) -> tuple[Array, ...]:
    """Positions in a flattened tensor of `shape` as one tensor of indices for each dimension.

    >>> import firebrick_core as fb
    >>> [i.tolist() for i in fb.unravel_index(fb.tensor([3, 5]), (2, 3))]
    [[1, 1], [0, 2]]
    """
    if not hasattr(indices, "_keys"):
        raise _errors.not_a_tensor("unravel_index", "indices", 1, indices)
    if indices.dtype.category != _dtype.INTEGRAL:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    sizes = _sizes(shape)
    rest, found = indices.to(_dtype.int64), []
    for n in reversed(sizes):
        if not n and indices._array.size:
            raise RuntimeError(f"unravel_index(): no index lies in a tensor of shape {list(sizes)}")
        found.append(T.remainder(rest, max(n, 1)))
        rest = T.div(rest, max(n, 1), rounding_mode="floor")
    return tuple(reversed(found))
