"""Advanced indexing by lists of index tensors, and by positions in the flattened tensor."""

from __future__ import annotations

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._operator import Array, OptionalArrays, composite, direct, like_input, operator
from .._overlap import check_apart
from .._typing import Dims
from ._dims import broadcast_shapes, like_index, shape_last
from ._positions import add_flat, add_rows, wrapped
from ._values import refuse
from ._writing import in_place, received, written_in_order

ALLOWED = "tensors used as indices must be long, int, byte or bool tensors"


# ---------------------------------------------------------------------- by lists of index tensors
def _key(indices, shape):
    """NumPy's key for PyTorch's list: None is a full slice."""
    key, dim = [], 0
    for i in indices:
        if i is None:
            key.append(slice(None))
            dim += 1
            continue
        kind, size = i.dtype.kind, i.dtype.itemsize
        if kind == "u" and size == 1:
            i = i.astype(bool)
        elif kind != "b" and (kind != "i" or size < 4):
            raise IndexError(ALLOWED)
        elif not isinstance(i, np.ndarray) and i.size and dim < len(shape):  # CuPy goes around
            message = f"an index is out of bounds for dimension {dim} with size {shape[dim]}"
            refuse((i < -shape[dim]) | (i >= shape[dim]), IndexError, message)
        dim += i.ndim if i.dtype == bool else 1
        key.append(i)
        if not i.size and i.dtype == bool:
            _check_empty_mask(key, shape)
    return tuple(key)


def _check_empty_mask(key, shape):
    """Raise IndexError where the last mask of a key, of no elements, does not fit: NumPy takes
    some."""
    mask = key[-1]
    dim = sum(k.ndim if not isinstance(k, slice) and k.dtype == bool else 1 for k in key[:-1])
    if mask.shape != tuple(shape[dim : dim + mask.ndim]):
        raise _explain(tuple(key), shape)


def _explain(key, shape):
    """PyTorch's error for a key that NumPy has refused."""
    used = sum(k.ndim if not isinstance(k, slice) and k.dtype == bool else 1 for k in key)
    if used > len(shape):
        return IndexError(f"too many indices for tensor of dimension {len(shape)} (got {used})")
    dim, arrays = 0, []  # each index array with its dimension
    for k in key:
        if isinstance(k, slice):
            dim += 1
        elif k.dtype == bool:
            for d in range(k.ndim):
                if k.shape[d] != shape[dim + d]:
                    return IndexError(
                        f"The shape of the mask {list(k.shape)} at index {d} does not match the "
                        "shape of "
                        f"the indexed tensor {list(shape)} at index {dim + d}"
                    )
            arrays += enumerate(k.nonzero(), dim)
            dim += k.ndim
        else:
            arrays.append((dim, k))
            dim += 1
    try:
        np.broadcast_shapes(*[a.shape for _, a in arrays])
    except ValueError:
        shapes = ", ".join(str(list(a.shape)) for _, a in arrays)
        return IndexError(
            f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}"
        )
    for dim, a in arrays:
        n = shape[dim]
        wrong = a[(a < -n) | (a >= n)].ravel()
        if wrong.size:
            return IndexError(
                f"index {wrong[0]} is out of bounds for dimension {dim} with size {n}"
            )
    return IndexError(f"the indices do not fit a tensor of shape {list(shape)}")


def _picked_shape(key, shape):
    """The shape of the elements at a key."""
    arrays, dim = {}, 0
    for k in key:
        if isinstance(k, slice):
            dim += 1
            continue
        for a in k.nonzero() if k.dtype == bool else (k,):
            arrays[dim] = a.shape
            dim += 1
    picked = list(broadcast_shapes(*arrays.values()))
    kept = [(d, n) for d, n in enumerate(shape) if d not in arrays]
    # Index tensors side by side give their dimensions in their place, else in front.
    first, last = min(arrays), max(arrays)
    before = [n for d, n in kept if last - first + 1 == len(arrays) and d < first]
    return before + picked + [n for _, n in kept[len(before) :]]


def _index_rule(input, indices):
    key = _key(indices, input.shape)
    if any(k.dtype == bool for k in key if not isinstance(k, slice)):
        raise NotImplementedError("index(): the shape of a selection by a mask depends on data")
    return meta_array(_picked_shape(key, input.shape), input.dtype)


@operator(
    moves=True,
    inlined=True,
    samples=(
        "x(3, 4), (ints(3, 5),)",
        "x(3, 4), (None, ints(4, 2))",
        "x(3, 4), (None, ints(4, 2, 2))",
        "x(3, 4), (ints(3, 2), ints(4, 2))",
        "x(2, 3, 4), (ints(2, 5), None, ints(4, 5))",
    ),
    errors=(
        ("x(3), (T.tensor([3]),)", IndexError, "index 3 is out of bounds for dimension 0"),
        ("x(3), (T.tensor([0.5]),)", IndexError, "must be long, int, byte or bool"),
        ("x(3), (mask(4),)", IndexError, "The shape of the mask"),
    ),
    methods=False,
    namespace="internal",
    meta=_index_rule,
)
def index(xp, input: Array, indices: OptionalArrays) -> Array:
    """The elements at index tensors, one for each dimension, None for all of a dimension."""
    key = _key(indices, input.shape)
    try:
        if len(key) == 1:
            (one,) = key
            out = input.take(one, 0) if one.dtype.kind == "i" and input.ndim == 1 else input[one]
        else:
            out = input[key]
    except IndexError:
        raise _explain(key, input.shape) from None
    # NumPy lays results of several indices out as it likes.
    return out if out.flags.c_contiguous else out.copy()


def _accumulate(xp, out, key, values):
    """out[key] += values, each position as often as it is named."""
    arrays = [k for k in key if not isinstance(k, slice)]
    if len(arrays) == 1 and arrays[0].dtype == bool:
        out[key] += values
    elif (
        len(arrays) == len(key)
        and all(k.dtype != bool for k in arrays)
        and out.flags.c_contiguous
        and out.size
    ):
        # Leading dimensions only: as rows of a matrix.
        n = len(key)
        index = 0
        for k, m in zip(key, out.shape, strict=False):
            index = index * m + wrapped(k, m).astype("i8", copy=False)
        rest = out.shape[n:]
        rows = values
        if values.shape != index.shape + rest:
            rows = xp.broadcast_to(values, index.shape + rest)
        add_rows(xp, out.reshape(-1, *rest), index.reshape(-1), rows.reshape(-1, *rest))
    else:
        xp.add.at(out, key, values)


def _write_index(xp, out, indices, values, accumulate):
    if values.dtype != out.dtype:
        names = [_errors.TYPE_NAMES[_dtype.from_numpy_dtype(a.dtype).name] for a in (out, values)]
        raise RuntimeError(
            f"Index put requires the source and destination dtypes match, got {names[0]} for the "
            f"destination and {names[1]} for the source."
        )
    key = _key(indices, out.shape)
    try:
        if accumulate:
            shape = out[key].shape
            if np.broadcast_shapes(values.shape, shape) != shape:
                raise ValueError
            _accumulate(xp, out, key, values)
        else:
            out[key] = values
    except IndexError:
        raise _explain(key, out.shape) from None
    except (ValueError, TypeError):
        raise RuntimeError(
            f"shape mismatch: value tensor of shape {list(values.shape)} cannot be broadcast to "
            f"indexing result of shape {_picked_shape(key, out.shape)}"
        ) from None


PUT = (
    "x(3, 4), (T.tensor([2, 0]),), x(2, 4)",
    "x(3, 4), (mask(3, 4),), x()",
    "x(3, 4), (ints(3, 5), ints(4, 5)), x(5), True",
)
PUT_ERRORS = (
    ("x(3), (T.tensor([3]),), x(1)", IndexError, "index 3 is out of bounds for dimension 0"),
    ("x(3), (T.tensor([0]),), x(2)", RuntimeError, "cannot be broadcast to indexing result"),
)


@operator(samples=PUT, errors=PUT_ERRORS, meta=like_input)
def index_put(
    xp, input: Array, indices: OptionalArrays, values: Array, accumulate: bool = False
) -> Array:
    """A copy with `values` at index tensors; added to what is there with `accumulate`."""
    return written_in_order(_write_index, xp, input, indices, values, accumulate)


@direct(samples=PUT, errors=PUT_ERRORS, mutates=True)
def index_put_(
    input: Array, indices: OptionalArrays, values: Array, accumulate: bool = False
) -> Array:
    """Write `values` at index tensors, or add them; returns the tensor."""
    arrays = [None if i is None else i._array for i in indices]
    if values._array.size > 1:  # one number is read before anything is written
        check_apart("index_put_", input, values)
    return in_place("index_put_", input, _write_index, arrays, values._array, accumulate)


@operator(
    samples=("x(5, 4), (ints(3, 5),), (3, 4)", "x(3, 2), (None, ints(4, 2)), (3, 4)"),
    methods=False,
    namespace="internal",
    meta=shape_last,
)
def index_backward(xp, grad: Array, indices: OptionalArrays, shape: Dims) -> Array:
    """Zeros of `shape` with `grad` added at index tensors."""
    out = xp.zeros(shape, grad.dtype)
    _accumulate(xp, out, _key(indices, shape), grad)
    return out


# ---------------------------------------------------------------------- by flat positions
def _check_flat(name, positions, size):
    if positions.dtype != "i8":
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(positions.dtype).name]
        raise RuntimeError(f"{name}(): Expected a long tensor for index, but got {kind}")
    wrong = (positions < -size) | (positions >= size)
    if not isinstance(positions, np.ndarray):
        message = f"out of range: tried to access an index that a tensor of {size} elements has not"
        refuse(wrong, IndexError, message)
    elif wrong.any():
        wrong = positions[wrong].ravel()
        raise IndexError(
            f"out of range: tried to access index {wrong[0]} on a tensor of {size} elements."
        )


@operator(
    moves=True,
    samples=("x(3, 4), ints(12, 2, 3)", "x(5), T.tensor([-1, 0])", "x(3, 4).t(), ints(12, 4)"),
    errors=(("x(3), T.tensor([3])", IndexError, "out of range: tried to access index 3"),),
    out=True,
    meta=like_index,
)
def take(xp, input: Array, index: Array) -> Array:
    """The elements at positions of the flattened tensor."""
    try:
        if xp is np and index.dtype == "i8":
            return input.reshape(-1).take(index)
    except IndexError:
        pass  # reported below
    _check_flat("take", index, input.size)
    return input.reshape(-1).take(index)


@operator(
    samples=("x(2, 3), ints(12, 2, 3), (3, 4)",),
    methods=False,
    namespace="internal",
    meta=shape_last,
)
def take_backward(xp, grad: Array, index: Array, shape: Dims) -> Array:
    """Zeros of `shape` with `grad` added at positions of the flattened tensor."""
    out = xp.zeros(shape, grad.dtype)
    add_flat(xp, out, index, grad)
    return out


def _write_put(xp, out, index, source, accumulate):
    if index.size != source.size:
        raise IndexError(
            "put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {source.size}, index.numel() = {index.size}"
        )
    if source.dtype != out.dtype:
        names = [_errors.TYPE_NAMES[_dtype.from_numpy_dtype(a.dtype).name] for a in (out, source)]
        raise RuntimeError(
            "put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{names[0]} and source.dtype = {names[1]}"
        )
    _check_flat("put_", index, out.size)
    positions, values = wrapped(index, out.size).reshape(-1), source.reshape(-1)
    if accumulate:
        add_flat(xp, out, positions, values)
    else:
        flat = out.reshape(-1)
        flat[positions] = values
        if not out.flags.c_contiguous:
            out[...] = flat.reshape(out.shape)


@operator(
    samples=("x(3, 4), T.tensor([0, 5]), x(2)", "x(3, 4), T.tensor([0, 0]), x(2), True"),
    meta=like_input,
)
def put(xp, input: Array, index: Array, source: Array, accumulate: bool = False) -> Array:
    """A copy with `source` at positions of the flattened tensor."""
    return written_in_order(_write_put, xp, input, index, source, accumulate)


@direct(
    samples=("x(3, 4), T.tensor([0, 5]), x(2)",),
    namespace="method",
    mutates=True,
    errors=(("x(3), T.tensor([0]), x(2)", IndexError, "the same number of elements"),),
)
def put_(input: Array, index: Array, source: Array, accumulate: bool = False) -> Array:
    """Write `source` at positions of the flattened tensor, or add it; returns the tensor."""
    check_apart("put_", input, source)
    return in_place("put_", input, _write_put, index._array, source._array, accumulate)


# ---------------------------------------------------------------------- where elements are nonzero
@operator(
    samples=("x(3, 4)", "mask(3, 4)", "x()"),
    methods=False,
    namespace="internal",
    differentiable=False,
)
def nonzero_positions(xp, input: Array) -> Array:
    """The indices of nonzero elements, one row for each."""
    if not input.ndim:
        return xp.zeros((int(bool(input)), 0), "i8")
    return xp.array(input.nonzero()).T


@operator(
    samples=("x(3, 4)", "mask(3, 4)"), methods=False, namespace="internal", differentiable=False
)
def nonzero_tuple(xp, input: Array) -> tuple[Array, ...]:
    """The indices of nonzero elements, one tensor for each dimension."""
    places = (input if input.ndim else input.reshape(1)).nonzero()
    return [xp.ascontiguousarray(p) for p in places]  # NumPy gives columns of one matrix


@composite(samples=("x(3, 4)", "mask(3, 4), as_tuple=True"))
def nonzero(input: Array, *, as_tuple: bool = False, out: object = None) -> Array:
    """The indices of nonzero elements: one row for each, or one tensor for each dimension."""
    if as_tuple:
        return T.nonzero_tuple(input)
    if out is not None and getattr(out, "dtype", _dtype.int64) is not _dtype.int64:
        raise RuntimeError(
            "nonzero: Expected out tensor to have scalar type Long but got scalar type "
            f"{_errors.TYPE_NAMES[out.dtype.name]}"
        )
    return received("nonzero", T.nonzero_positions(input), out)


def _static_rule(input, *, size, fill_value=-1):
    return meta_array((size, input.ndim), "i8")


@operator(
    samples=("x(3, 4), size=15", "mask(3, 4), size=2", "x(3), size=5, fill_value=7", "x(), size=2"),
    errors=(("x(3), size=-1", RuntimeError, "must be an non-negative integer"),),
    out=True,
    differentiable=False,
    meta=_static_rule,
)
def nonzero_static(xp, input: Array, *, size: int, fill_value: int = -1) -> Array:
    """The indices of the first `size` nonzero elements, one row for each, then `fill_value`.

    >>> import firebrick_core as fb
    >>> fb.nonzero_static(fb.tensor([0, 5, 6]), size=3).tolist()
    [[1], [2], [-1]]
    """
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    out = xp.full((size, input.ndim), fill_value, "i8")
    found = nonzero_positions(xp, input)[:size]
    out[: len(found)] = found
    return out


@composite(samples=("x(3, 4)",))
def argwhere(input: Array) -> Array:
    """The indices of nonzero elements, one row for each."""
    return T.nonzero_positions(input)
