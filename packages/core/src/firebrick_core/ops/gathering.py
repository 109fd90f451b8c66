"""Elements picked and placed along one dimension by an index tensor of as many dimensions."""

from __future__ import annotations

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, Operand, composite, direct, like_input, operator
from .._overlap import check_apart
from .._typing import Dims, Number
from ._dims import broadcast_shapes, one_dim, shape_last
from ._numbers import element
from ._positions import (
    add_flat,
    check_bounds,
    check_index_dtype,
    flat_along,
    grid,
    multiply_at,
    row_major,
)
from ._writing import in_place, received, written
from .selecting import number_like


def _checked(name, input, dim, index):
    """The dimension, after checking an index array against the array that it points into."""
    dim = one_dim(dim, input.ndim)
    if not index.size:
        return dim
    check_index_dtype(index, f"{name}(): Expected dtype int32/int64 for index")
    if max(index.ndim, 1) != max(input.ndim, 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as input tensor")
    for d in range(input.ndim):
        if d != dim and index.shape[d] > input.shape[d]:
            raise RuntimeError(
                f"Size does not match at dimension {d} expected index {list(index.shape)} to be no "
                f"larger than self {list(input.shape)} apart from dimension {dim}"
            )
    check_bounds(index, input.shape[dim] if input.ndim else 1, dim)
    return dim


def _gather_rule(input, dim, index, *, sparse_grad=False):
    return meta_array(index.shape, input.dtype)


@operator(
    moves=True,
    inlined=True,
    samples=(
        "x(3, 4), 0, ints(3, 2, 4)",
        "x(3, 4), 1, ints(4, 3, 2)",
        "x(5), -1, ints(5, 3)",
        "x(3, 4), 1, ints(4, 2, 1)",
        "x(), 0, T.tensor(0)",
    ),
    errors=(
        ("x(3, 4), 0, T.tensor([1])", RuntimeError, "same number of dimensions"),
        ("x(3, 4), 0, T.tensor([[3]])", RuntimeError, "index 3 is out of bounds"),
        ("x(3, 4), 0, T.tensor([[-1]])", RuntimeError, "index -1 is out of bounds"),
        ("x(3, 4), 0, T.tensor([[0.5]])", RuntimeError, "Expected dtype int32/int64"),
        ("x(3, 4), 2, T.tensor([[0]])", IndexError, "out of range"),
    ),
    out=True,
    meta=_gather_rule,
)
def gather(xp, input: Array, dim: int, index: Array, *, sparse_grad: bool = False) -> Array:
    """`out[i][j] = input[index[i][j]][j]` for dim 0: elements of `input` along `dim`."""
    dim = _checked("gather", input, dim, index)
    if not index.size:
        return xp.empty(index.shape, input.dtype)
    if input.ndim < 2:
        return row_major(input.reshape(-1)[index])
    if input.flags.c_contiguous:
        return row_major(input.reshape(-1).take(flat_along(xp, input.shape, dim, index)))
    return row_major(input[grid(xp, index.shape, dim, index)])


@operator(
    samples=("x(2, 4), 0, ints(3, 2, 4), (3, 4)", "x(3, 2), 1, ints(4, 3, 2), (3, 4)"),
    methods=False,
    namespace="internal",
    meta=shape_last,
)
def gather_backward(xp, grad: Array, dim: int, index: Array, shape: Dims) -> Array:
    """Zeros of `shape` with `grad` added at the places that `gather` read."""
    out = xp.zeros(shape, grad.dtype)
    if index.size:
        _add(xp, out, one_dim(dim, out.ndim), index, grad)
    return out


def _add(xp, out, dim, index, values):
    if out.ndim < 2:
        add_flat(xp, out, index, values)
    elif index.size < 64:  # below that the flat positions cost more than they save
        xp.add.at(out, grid(xp, index.shape, dim, index), values)
    else:
        add_flat(xp, out, flat_along(xp, out.shape, dim, index), values)


def _nonnegative_rule(index, n):
    return meta_array(index.shape, index.dtype)


@operator(
    samples=("T.tensor([-1, 0, 1]), 3",),
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="integral",
    meta=_nonnegative_rule,
)
def nonnegative(xp, index: Array, n: int) -> Array:
    """Indices of a dimension of size `n`, those counted from its end made non-negative."""
    return xp.where(index < 0, index + n, index)


@composite(
    samples=(
        "x(3, 4), ints(4, 3, 2), 1",
        "x(3, 4), ints(4, 1, 2), 1",
        "x(3, 4), ints(12, 5)",
        "x(3, 4), T.tensor([[-1], [0], [-2]]), 1",
    ),
    out=True,
)
def take_along_dim(
    input: Array, indices: Array, dim: int | None = None, *, out: object = None
) -> Array:
    """`gather` with broadcasting; positions of the flattened tensor without `dim`."""
    if dim is None:
        return T.gather(
            T.flatten(input), 0, T.nonnegative(T.flatten(indices), input._array.size), out=out
        )
    shape, places = input._array.shape, indices._array.shape
    if len(shape) != len(places):
        raise RuntimeError(
            "torch.take_along_dim(): input and indices should have the same number of "
            "dimensions, but "
            f"got {len(shape)} dimensions for input, and {len(places)} dimensions for indices"
        )
    dim = one_dim(dim, len(shape))
    common = list(
        broadcast_shapes(
            (*shape[:dim], 1, *shape[dim + 1 :]), (*places[:dim], 1, *places[dim + 1 :])
        )
    )
    wide, common[dim] = [*common[:dim], shape[dim], *common[dim + 1 :]], places[dim]
    places = T.nonnegative(T.expand(indices, common), shape[dim])
    return T.gather(T.expand(input, wide), dim, places, out=out)


# ---------------------------------------------------------------------- scatter
def _check_source(name, input, dim, index, src):
    if src.dtype != input.dtype:
        raise RuntimeError(f"{name}(): Expected self.dtype to be equal to src.dtype")
    if max(src.ndim, 1) != max(index.ndim, 1) or any(
        n > m for n, m in zip(index.shape, src.shape, strict=False)
    ):
        raise RuntimeError(
            f"Expected index {list(index.shape)} to be no larger than self {list(input.shape)} "
            "apart "
            f"from dimension {dim} and to be no larger size than src {list(src.shape)}"
        )


def _part(src, index):
    """The elements of `src` that the index array has places for."""
    return src[tuple(slice(n) for n in index.shape)] if src.ndim else src


def _place(xp, out, dim, index):
    """The array and the key that write along a dimension."""
    return (out, grid(xp, index.shape, dim, index)) if out.ndim > 1 else (out.reshape(-1), index)


def _write_src(xp, out, dim, index, src):
    dim = _checked("scatter", out, dim, index)
    if index.size:
        _check_source("scatter", out, dim, index, src)
        target, key = _place(xp, out, dim, index)
        target[key] = _part(src, index)


def _write_value(xp, out, dim, index, value):
    dim = _checked("scatter", out, dim, index)
    if index.size:
        target, key = _place(xp, out, dim, index)
        target[key] = element(value, out.dtype)


def _write_add(xp, out, dim, index, src):
    dim = _checked("scatter_add", out, dim, index)
    if index.size:
        _check_source("scatter_add", out, dim, index, src)
        _add(xp, out, dim, index, _part(src, index))


def _write_multiply(xp, out, dim, index, src):
    dim = _checked("scatter", out, dim, index)
    if index.size:
        _check_source("scatter", out, dim, index, src)
        target, key = _place(xp, out, dim, index)
        multiply_at(xp, target, key, _part(src, index))


SRC = (
    "x(3, 4), 0, T.tensor([[0, 2, 1, 0]]), x(1, 4)",
    "x(3, 4), 1, T.tensor([[0, 2], [3, 1]]), x(2, 2)",
    "x(5), 0, T.tensor([4, 0]), x(2)",
)
VALUE = ("x(3, 4), 0, T.tensor([[0, 2, 1, 0]]), 1.5", "x(5), 0, T.tensor([4, 0]), 2")
ADD = (
    *SRC,
    "x(3), 0, T.tensor([0, 0, 2]), x(3)",
    "x(2, 3), 1, T.tensor([[0, 0, 2, 0], [1, 1, 1, 1]]), x(2, 4)",
)
SRC_ERRORS = (
    ("x(3, 4), 0, T.tensor([[0, 1]]), x(1, 1)", RuntimeError, "to be no larger size than src"),
    ("x(3), 0, T.tensor([3]), x(1)", RuntimeError, "index 3 is out of bounds"),
)


@operator(samples=SRC, errors=SRC_ERRORS, methods=False, namespace="internal", meta=like_input)
def scatter_src(xp, input: Array, dim: int, index: Array, src: Array) -> Array:
    """A copy with elements of `src` written along `dim` at `index`."""
    return written(_write_src, xp, input, dim, index, src)


@operator(samples=VALUE, methods=False, namespace="internal", meta=like_input)
def scatter_value(xp, input: Array, dim: int, index: Array, value: Number) -> Array:
    """A copy with a number written along `dim` at `index`."""
    return written(_write_value, xp, input, dim, index, value)


@operator(samples=ADD, errors=SRC_ERRORS, out=True, meta=like_input)
def scatter_add(xp, input: Array, dim: int, index: Array, src: Array) -> Array:
    """A copy with elements of `src` added along `dim` at `index`."""
    return written(_write_add, xp, input, dim, index, src)


@operator(samples=SRC, methods=False, namespace="internal", differentiable=False, meta=like_input)
def scatter_multiply(xp, input: Array, dim: int, index: Array, src: Array) -> Array:
    """A copy multiplied along `dim` at `index` by elements of `src`."""
    return written(_write_multiply, xp, input, dim, index, src)


@direct(samples=SRC, methods=False, namespace="internal", mutates=True)
def scatter_src_(input: Array, dim: int, index: Array, src: Array) -> Array:
    """Write elements of `src` along `dim` at `index`; returns the tensor."""
    check_apart("scatter_", input, src)
    return in_place("scatter_", input, _write_src, dim, index._array, src._array)


@direct(samples=VALUE, methods=False, namespace="internal", mutates=True)
def scatter_value_(input: Array, dim: int, index: Array, value: Number) -> Array:
    """Write a number along `dim` at `index`; returns the tensor."""
    return in_place("scatter_", input, _write_value, dim, index._array, value)


@direct(samples=ADD, errors=SRC_ERRORS, namespace="method", mutates=True)
def scatter_add_(input: Array, dim: int, index: Array, src: Array) -> Array:
    """Add elements of `src` along `dim` at `index`; returns the tensor."""
    check_apart("scatter_add_", input, src)
    return in_place("scatter_add_", input, _write_add, dim, index._array, src._array)


@direct(samples=SRC, methods=False, namespace="internal", differentiable=False, mutates=True)
def scatter_multiply_(input: Array, dim: int, index: Array, src: Array) -> Array:
    """Multiply along `dim` at `index` by elements of `src`; returns the tensor."""
    check_apart("scatter_", input, src)
    return in_place("scatter_", input, _write_multiply, dim, index._array, src._array)


def _scatter(input, dim, index, src, value, reduce, write, set_, add, multiply):
    """The form of scatter that the arguments ask for."""
    if src is None:
        src = value
    if src is None:
        raise TypeError('scatter(): missing argument "src" or "value" (position 3)')
    tensor = hasattr(src, "_keys")
    if reduce is None:
        return (write if tensor else set_)(input, dim, index, src)
    if reduce not in ("add", "multiply"):
        raise RuntimeError("reduce argument must be either add or multiply.")
    if not tensor:
        src = T.expand(number_like(src, input.dtype, input), index._array.shape)
    return (add if reduce == "add" else multiply)(input, dim, index, src)


@composite(samples=(*SRC, *VALUE), errors=SRC_ERRORS, out=True)
def scatter(
    input: Array,
    dim: int,
    index: Array,
    src: Operand = None,
    *,
    value: Number | None = None,
    reduce: str | None = None,
    out: object = None,
) -> Array:
    """A copy with elements of `src`, or a number, written along `dim` at `index`: gather's reverse.

    `reduce` "add" or "multiply" combines them with what is there.
    """
    result = _scatter(
        input,
        dim,
        index,
        src,
        value,
        reduce,
        T.scatter_src,
        T.scatter_value,
        T.scatter_add,
        T.scatter_multiply,
    )
    return received("scatter", result, out)


@composite(namespace="method", mutates=True, samples=(*SRC, *VALUE))
def scatter_(
    input: Array,
    dim: int,
    index: Array,
    src: Operand = None,
    *,
    value: Number | None = None,
    reduce: str | None = None,
) -> Array:
    """Write elements of `src`, or a number, along `dim` at `index`; returns the tensor."""
    return _scatter(
        input,
        dim,
        index,
        src,
        value,
        reduce,
        T.scatter_src_,
        T.scatter_value_,
        T.scatter_add_,
        T.scatter_multiply_,
    )
