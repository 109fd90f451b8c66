"""Whole slices picked and placed along one dimension by a vector of indices."""

from __future__ import annotations

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._operator import Array, Operand, composite, direct, like_input, operator
from .._overlap import check_apart
from .._typing import Dims, Number
from ._dims import one_dim, shape_last
from ._numbers import element
from ._positions import (
    add_flat,
    add_rows,
    check_bounds,
    check_index_dtype,
    flat_rows,
    taken_rows,
    wrapped,
)
from ._values import refuse
from ._writing import in_place, written, written_in_order


def _vector(name, index):
    """The index as a vector; one number counts as one. Raises IndexError for more dimensions."""
    if index.ndim > 1:
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(index.dtype).name]
        raise IndexError(
            f"{name}(): Index is supposed to be a vector, but got dim: {index.ndim} with type: "
            f"{kind} and size: {list(index.shape)}"
        )
    check_index_dtype(index, f"{name}(): Expected dtype int32 or int64 for index")
    return index.reshape(-1)


def _long_vector(name, index, error, many):
    """As `_vector`, for operators that take int64 alone."""
    if index.ndim > 1:
        raise many
    if index.dtype != "i8":
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(index.dtype).name]
        raise error(f"{name}(): Expected dtype int64, a long tensor, for index, but got {kind}")
    return index.reshape(-1)


def _at(dim, index):
    return (slice(None),) * dim + (index,)


def _select_rule(input, dim, index):
    shape = list(input.shape)
    if shape:
        shape[one_dim(dim, input.ndim)] = index.size
    return meta_array(shape, input.dtype)


@operator(
    moves=True,
    samples=(
        "x(3, 4), 0, ints(3, 5)",
        "x(3, 4), 1, ints(4, 2)",
        "x(3), 0, T.tensor(1)",
        "x(), 0, T.tensor([0])",
    ),
    errors=(
        ("x(3), 0, T.tensor([3])", IndexError, "index out of range in self"),
        ("x(3), 0, T.tensor([-1])", IndexError, "index out of range in self"),
        ("x(3), 0, T.tensor([[0]])", IndexError, "supposed to be a vector"),
        ("x(3), 0, T.tensor([0.5])", RuntimeError, "int32 or int64"),
        ("x(3), 1, T.tensor([0])", IndexError, "out of range"),
    ),
    out=True,
    meta=_select_rule,
)
def index_select(xp, input: Array, dim: int, index: Array) -> Array:
    """The slices of `dim` at `index`, a vector."""
    dim = one_dim(dim, input.ndim)
    index = _vector("index_select", index)
    if not input.ndim and index.size != 1:
        raise RuntimeError(
            f"index_select(): Index to scalar can have only 1 value, got {index.size} value(s)"
        )
    n = input.shape[dim] if input.ndim else 1
    try:
        check_bounds(index, n, dim, IndexError)
    except IndexError as e:
        raise IndexError(f"index out of range in self: {e}") from None
    if not input.ndim:
        return input.copy()
    if input.flags.c_contiguous:
        return taken_rows(xp, input, index) if not dim else input.take(index, dim)
    return input[_at(dim, index)].copy()


@operator(
    samples=("x(5, 4), 0, ints(3, 5), (3, 4)", "x(3, 2), 1, ints(4, 2), (3, 4)"),
    methods=False,
    namespace="internal",
    meta=shape_last,
)
def index_select_backward(xp, grad: Array, dim: int, index: Array, shape: Dims) -> Array:
    """Zeros of `shape` with the slices of `grad` added at `index` along `dim`."""
    out = xp.zeros(shape, grad.dtype)
    _add_rows(xp, out, one_dim(dim, out.ndim), index.reshape(-1), grad)
    return out


def _add_rows(xp, out, dim, index, source):
    if not out.ndim:
        xp.add.at(out.reshape(1), index, source.reshape(-1))
    elif source.size < 512:  # below that the flat positions cost more than they save
        xp.add.at(out, _at(dim, index), source)
    elif not dim:
        add_rows(xp, out, index, source)
    elif index.size:
        positions = flat_rows(xp, out.shape, dim, index)
        add_flat(xp, out, positions, source.reshape(positions.shape))


def _names(*arrays):
    return tuple(_errors.TYPE_NAMES[_dtype.from_numpy_dtype(a.dtype).name] for a in arrays)


def _check_source_slices(name, out, dim, index, source):
    """Raise RuntimeError where `source` has not a slice of the tensor's shape for each index."""
    if source.dtype != out.dtype:
        a, b = _names(out, source)
        raise RuntimeError(f"{name}(): self ({a}) and source ({b}) must have the same scalar type")
    n = source.shape[dim] if source.ndim else 1
    if index.size != n:
        raise RuntimeError(
            f"{name}(): Number of indices ({index.size}) should be equal to source.size(dim): "
            f"({n}), for dim: {dim}"
        )
    if (
        source.ndim != out.ndim
        and (source.ndim or out.ndim != 1)
        or _others(out.shape, dim) != _others(source.shape, dim)
    ):
        raise RuntimeError(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {list(out.shape)} source.shape = {list(source.shape)}"
        )


def _others(shape, dim):
    """The sizes of the other dimensions."""
    return shape[:dim] + shape[dim + 1 :]


# ---------------------------------------------------------------------- adding
def _write_add(xp, out, dim, index, source, alpha):
    dim, index = one_dim(dim, out.ndim), _vector("index_add_", index)
    _check_source_slices("index_add_", out, dim, index, source)
    check_bounds(index, out.shape[dim] if out.ndim else 1, dim)
    if alpha != 1:
        source = source * element(alpha, out.dtype)
    _add_rows(xp, out, dim, index, source)


ADD = (
    "x(3, 4), 0, ints(3, 5), x(5, 4)",
    "x(3, 4), 1, ints(4, 2), x(3, 2)",
    "x(3), 0, ints(3, 2), x(2), alpha=2",
)
ADD_ERRORS = (
    ("x(3), 0, T.tensor([0]), x(2)", RuntimeError, "should be equal to source.size"),
    ("x(3), 0, T.tensor([3]), x(1)", RuntimeError, "index 3 is out of bounds"),
)


@operator(samples=ADD, errors=ADD_ERRORS, out=True, meta=like_input)
def index_add(
    xp, input: Array, dim: int, index: Array, source: Array, *, alpha: Number = 1
) -> Array:
    """A copy with the slices of `source`, times `alpha`, added at `index` along `dim`."""
    return written(_write_add, xp, input, dim, index, source, alpha)


@direct(samples=ADD, errors=ADD_ERRORS, namespace="method", mutates=True)
def index_add_(input: Array, dim: int, index: Array, source: Array, *, alpha: Number = 1) -> Array:
    """Add the slices of `source`, times `alpha`, at `index` along `dim`; returns the tensor."""
    check_apart("index_add_", input, source)
    return in_place("index_add_", input, _write_add, dim, index._array, source._array, alpha)


# ---------------------------------------------------------------------- copying
def _check_copied_slices(out, dim, index, source):
    if source.ndim and out.ndim and source.ndim != out.ndim:
        raise IndexError(
            "index_copy_(): When source and destination are not scalars, their dimensionality must "
            f"match. Source dimensionality ({source.ndim}), destination dimensionality ({out.ndim})"
        )
    if source.dtype != out.dtype:
        a, b = _names(out, source)
        raise RuntimeError(
            "index_copy_(): self and source expected to have the same dtype, but got (self) "
            f"{a} and (source) {b}"
        )
    own, others = _others(out.shape, dim), _others(source.shape, dim)
    if own != others:
        raise RuntimeError(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
            f"slice shape: {list(own)} at dimension {dim} and source slice shape: {list(others)} "
            f"at dimension {dim}."
        )
    n = source.shape[dim] if source.ndim else 1
    if index.size != n:
        raise IndexError(
            f"index_copy_(): Number of indices ({index.size}) should be equal to source.size(dim) "
            f"({n})"
        )


def _write_copy(xp, out, dim, index, source):
    dim = one_dim(dim, out.ndim)
    many = IndexError(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    index = _long_vector("index_copy_", index, RuntimeError, many)
    _check_copied_slices(out, dim, index, source)
    check_bounds(index, out.shape[dim] if out.ndim else 1, dim, IndexError, "index_copy_(): ")
    if out.ndim:
        out[_at(dim, index)] = source
    elif index.size:
        out[...] = source.reshape(-1)[-1]


COPY = ("x(3, 4), 0, T.tensor([2, 0]), x(2, 4)", "x(3, 4), 1, T.tensor([1]), x(3, 1)")
COPY_ERRORS = (
    ("x(3, 4), 0, T.tensor([0]), x(1, 3)", RuntimeError, "must have same slice shapes"),
    ("x(3), 0, T.tensor([0]).int(), x(1)", RuntimeError, "a long tensor, for index, but got Int"),
    ("x(3), 0, T.tensor([0]), x(2)", IndexError, "should be equal to source.size"),
    ("x(3), 0, T.tensor([3]), x(1)", IndexError, "index 3 is out of bounds"),
)


@operator(samples=COPY, errors=COPY_ERRORS, out=True, meta=like_input)
def index_copy(xp, input: Array, dim: int, index: Array, source: Array) -> Array:
    """A copy with the slices of `source` written at `index` along `dim`."""
    return written(_write_copy, xp, input, dim, index, source)


@direct(samples=COPY, errors=COPY_ERRORS, namespace="method", mutates=True)
def index_copy_(input: Array, dim: int, index: Array, source: Array) -> Array:
    """Write the slices of `source` at `index` along `dim`; returns the tensor."""
    check_apart("index_copy_", input, source)
    return in_place("index_copy_", input, _write_copy, dim, index._array, source._array)


# ---------------------------------------------------------------------- filling
def _write_fill(xp, out, dim, index, value):
    many = RuntimeError("index_fill_(): Index has to be a vector/scalar")
    dim = one_dim(dim, out.ndim)
    index = _long_vector("index_fill_", index, IndexError, many)
    n = out.shape[dim] if out.ndim else 1
    wrong = (index < -n) | (index >= n)
    if not isinstance(index, np.ndarray):
        message = f"an index is out of bounds for dimension {dim} with size {n}"
        refuse(wrong, IndexError, message)
    elif wrong.any():
        wrong = index[wrong]
        raise IndexError(f"index {wrong[0]} is out of bounds for dimension {dim} with size {n}")
    if not hasattr(value, "dtype"):
        value = element(value, out.dtype)
    if out.ndim:
        out[_at(dim, wrapped(index, n))] = value
    elif index.size:
        out[...] = value


FILL = ("x(3, 4), 0, T.tensor([2, 0]), 1.5", "x(3, 4), 1, T.tensor([-1]), 2")
FILL_ERRORS = (
    ("x(3), 0, T.tensor([3]), 1", IndexError, "index 3 is out of bounds"),
    ("x(3), 0, T.tensor([[0]]), 1", RuntimeError, "has to be a vector"),
    ("x(3), 0, T.tensor([0]).int(), 1", IndexError, "Expected dtype int64"),
)


@operator(samples=FILL, methods=False, namespace="internal", meta=like_input)
def index_fill_number(xp, input: Array, dim: int, index: Array, value: Number) -> Array:
    """A copy with a number at `index` along `dim`."""
    return written_in_order(_write_fill, xp, input, dim, index, value)


@operator(
    samples=("x(3, 4), 0, T.tensor([2, 0]), x()",),
    methods=False,
    namespace="internal",
    meta=like_input,
)
def index_fill_tensor(xp, input: Array, dim: int, index: Array, value: Array) -> Array:
    """A copy with the one element of a tensor at `index` along `dim`."""
    return written_in_order(_write_fill, xp, input, dim, index, value)


@direct(samples=FILL, methods=False, namespace="internal", mutates=True)
def index_fill_number_(input: Array, dim: int, index: Array, value: Number) -> Array:
    """Write a number at `index` along `dim`; returns the tensor."""
    return in_place("index_fill_", input, _write_fill, dim, index._array, value)


@direct(
    samples=("x(3, 4), 0, T.tensor([2, 0]), x()",),
    methods=False,
    namespace="internal",
    mutates=True,
)
def index_fill_tensor_(input: Array, dim: int, index: Array, value: Array) -> Array:
    """Write the one element of a tensor at `index` along `dim`; returns the tensor."""
    return in_place("index_fill_", input, _write_fill, dim, index._array, value._array)


def _is_number(name, value):
    """Whether a fill value is a number. Raises RuntimeError for tensors with dimensions."""
    if not hasattr(value, "_keys"):
        return True
    if value._array.ndim:
        raise RuntimeError(
            f"{name} only supports a 0-dimensional value tensor, but got tensor with "
            f"{value._array.ndim} dimension(s)."
        )
    return False


@composite(samples=(*FILL, "x(3, 4), 0, T.tensor([2, 0]), x()"), errors=FILL_ERRORS, out=True)
def index_fill(input: Array, dim: int, index: Array, value: Operand) -> Array:
    """A copy with a number, or the element of a 0-d tensor, at `index` along `dim`."""
    number = _is_number("index_fill_", value)
    return (T.index_fill_number if number else T.index_fill_tensor)(input, dim, index, value)


@composite(namespace="method", mutates=True, samples=FILL, errors=FILL_ERRORS)
def index_fill_(input: Array, dim: int, index: Array, value: Operand) -> Array:
    """Write a number, or a 0-d tensor's element, at `index` along `dim`; returns the tensor."""
    number = _is_number("index_fill_", value)
    return (T.index_fill_number_ if number else T.index_fill_tensor_)(input, dim, index, value)
