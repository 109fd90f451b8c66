"""Parts of a tensor as views, and the operators that put a part's gradient back."""

from __future__ import annotations

from .. import _dtype, _operators as T
from .._operator import Array, Operand, Varargs, composite, operator, view as view_operator
from .._storage import Storage
from .._typing import Dims, Index
from ._dims import one_dim, shape_last
from ._positions import plain, strided
from ._writing import received

WRONG_DIM = ("x(3, 4), 2, 0", IndexError, "Dimension out of range")


def at(dim, key):
    """The key that applies `key` to one dimension, and all of the others."""
    return (slice(None),) * dim + (key, ...)


# ---------------------------------------------------------------------- by key
def _with_ones(xp, input, key):
    """`input[key]` for a key with `None`: its stride steps over all of the next dimension."""
    if plain(input):
        out = input[key] if Ellipsis in key else input[(*key, ...)]
        if out.size == input.size and out.flags.c_contiguous:
            return out.reshape(-1).reshape(
                out.shape
            )  # by way of one dimension: strides are made anew
    key = complete(key, input.ndim)
    out = input[(*(k for k in key if k is not None), ...)]
    shape, strides = list(out.shape), list(out.strides)
    place = dim = 0
    for k in key:
        if k is None:
            behind = input.shape[dim] * input.strides[dim] if dim < input.ndim else input.itemsize
            shape.insert(place, 1)
            strides.insert(place, behind)
        else:
            dim += 1
        place += k is None or isinstance(k, slice)
    return strided(xp, out, shape, strides)


@view_operator(
    samples=(
        "x(3, 4), (1,)",
        "x(3, 4), (slice(None), slice(0, 4, 2))",
        "x(3, 4), (..., 1)",
        "x(3), (slice(None, None, -1),)",
        "x(3), (None, 1)",
        "x(3, 4), (..., None)",
    ),
    methods=False,
    namespace="internal",
)
def slice_view(xp, input: Array, key: Index) -> Array:
    """`input[key]` for a tuple of integers, slices, `None` and at most one ellipsis."""
    if None in key:
        return _with_ones(xp, input, key)
    return input[key] if Ellipsis in key else input[(*key, ...)]


def complete(key, ndim):
    """A key with its ellipsis, or what is missing at its end, written out as slices."""
    missing = (slice(None),) * (ndim - sum(k is not None and k is not Ellipsis for k in key))
    if Ellipsis not in key:
        return (*key, *missing)
    i = key.index(Ellipsis)
    return (*key[:i], *missing, *key[i + 1 :])


@operator(
    moves=True,
    samples=("x(4), (1,), (3, 4)", "x(3, 2), (slice(None), slice(0, 4, 2)), (3, 4)"),
    methods=False,
    namespace="internal",
    meta=shape_last,
)
def slice_backward(xp, grad: Array, key: Index, shape: Dims) -> Array:
    """Zeros of `shape` with `grad` at `key`."""
    out = xp.zeros(shape, grad.dtype)
    part = tuple(k for k in key if k is not None)
    target = out[part] if Ellipsis in key else out[(*part, ...)]
    target[...] = grad.reshape(target.shape)
    return out


@view_operator(
    samples=("x(3, 4), 0, 1", "x(3, 4), -1, -1"),
    errors=(("x(3, 4), 0, 3", IndexError, r"index 3 out of range"), WRONG_DIM),
)
def select(xp, input: Array, dim: int, index: int) -> Array:
    """The part at one index of a dimension, without that dimension."""
    if not input.ndim:
        raise IndexError("select() cannot be applied to a 0-dim tensor.")
    dim = one_dim(dim, input.ndim)
    n = input.shape[dim]
    if not -n <= index < n:
        raise IndexError(
            f"select(): index {index} out of range for tensor of size {list(input.shape)} "
            f"at dimension {dim}"
        )
    return input[at(dim, index)]


@composite(
    samples=("x(3, 4), 1, 1, 2", "x(3, 4), 0, -1, 1"),
    errors=(
        ("x(3), 0, 2, 2", RuntimeError, "exceeds dimension size"),
        ("x(3), 0, T.tensor([1]), 2", RuntimeError, "must be an 0-dim integral Tensor"),
        ("x(3), 0, 1.0, 2", TypeError, "must be int or Tensor, not float"),
        ("x(3), 0, 0, -1", RuntimeError, "length must be non-negative"),
    ),
)
def narrow(input: Array, dim: int, start: int | Array, length: int) -> Array:
    """`length` elements of a dimension, from `start` on."""
    shape = input._array.shape
    if not shape:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    dim, start = one_dim(dim, len(shape)), _first(start)
    n = shape[dim]
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    if not -n <= start <= n:
        raise IndexError(
            f"start out of range (expected to be in range of [{-n}, {n}], but got {start})"
        )
    if start < 0:
        start += n
    if start + length > n:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({n}).")
    return T.slice_view(input, at(dim, slice(start, start + length)))


def _first(start):
    """Where `narrow` starts, from an integer or a 0-d tensor of one."""
    if hasattr(start, "_keys"):
        if start._array.ndim or start.dtype.category != _dtype.INTEGRAL:
            raise RuntimeError("start must be an 0-dim integral Tensor.")
        return int(start.item())
    if not hasattr(start, "__index__"):
        raise TypeError(
            f"narrow(): argument 'start' (position 3) must be int or Tensor, not "
            f"{type(start).__name__}"
        )
    return int(start.__index__())


@view_operator(
    samples=("x(3, 4)", "x(3, 4), 1"), errors=(("x()", IndexError, "has no dimensions"),)
)
def unbind(xp, input: Array, dim: int = 0) -> tuple[Array, ...]:
    """The parts at all indices of a dimension, without that dimension."""
    if not input.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dim = one_dim(dim, input.ndim)
    before = (slice(None),) * dim
    return [input[(*before, i, ...)] for i in range(input.shape[dim])]


# ---------------------------------------------------------------------- by strides
def _diagonal(xp, input, offset, dim1, dim2):
    part = input
    if offset:
        part = input[at(dim2 if offset > 0 else dim1, slice(abs(offset), None))]
    shape, strides = part.shape, part.strides
    rest = [d for d in range(len(shape)) if d not in (dim1, dim2)]
    shape = [*(shape[d] for d in rest), min(shape[dim1], shape[dim2])]
    return strided(xp, part, shape, [*(strides[d] for d in rest), strides[dim1] + strides[dim2]])


@view_operator(
    samples=("x(3, 4)", "x(3, 4), 1", "x(3, 4), -1", "x(2, 3, 4), 0, 0, 2"),
    errors=(
        ("x(3, 3), 0, 0, 0", RuntimeError, "cannot be identical"),
        ("x(3)", IndexError, "out of range"),
    ),
)
def diagonal(xp, input: Array, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """The diagonals of two dimensions, as the last dimension."""
    first, second = one_dim(dim1, input.ndim), one_dim(dim2, input.ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return _diagonal(xp, input, offset, first, second)


@operator(samples=("x(3), 0, 0, 1, (3, 4)",), methods=False, namespace="internal", meta=shape_last)
def diagonal_backward(xp, grad: Array, offset: int, dim1: int, dim2: int, shape: Dims) -> Array:
    """Zeros of `shape` with `grad` on the diagonals."""
    out = xp.zeros(shape, grad.dtype)
    _diagonal(xp, out, offset, one_dim(dim1, out.ndim), one_dim(dim2, out.ndim))[...] = grad
    return out


@composite(samples=("x(3)", "x(2, 3), 1", "x(2, 3), -1, 0, 2"))
def diag_embed(input: Array, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """Matrices of zeros with the last dimension on their diagonals."""
    shape = list(input._array.shape)
    ndim = len(shape) + 1
    first, second = one_dim(dim1, ndim), one_dim(dim2, ndim)
    if first == second:
        raise RuntimeError(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    n = shape.pop() + abs(offset)
    for d in sorted((first, second)):
        shape.insert(d, n)
    return T.diagonal_backward(input, offset, first, second, tuple(shape))


@composite(
    samples=("x(3)", "x(3, 4), 1"),
    out=True,
    errors=(("x(2, 2, 2)", RuntimeError, "Supports 1D or 2D"),),
)
def diag(input: Array, diagonal: int = 0, *, out: object = None) -> Array:
    """The matrix with a vector on its diagonal, or a copy of a matrix's diagonal."""
    ndim = input._array.ndim
    if ndim == 1:
        return received("diag", T.diag_embed(input, diagonal), out)
    if ndim == 2:
        return received("diag", T.clone(T.diagonal(input, diagonal)), out)
    raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")


@composite(
    namespace="method",
    mutates=True,
    samples=("x(3, 4), 1.5", "x(7, 3), 2", "x(7, 3), 2, True", "x(2, 2, 2), 0"),
    errors=(
        ("x(3), 1", RuntimeError, "dimensions must larger than 1"),
        ("x(2, 2, 3), 1", RuntimeError, "must be of equal length"),
    ),
)
def fill_diagonal_(input: Array, fill_value: Operand, wrap: bool = False) -> Array:
    """Write a number along the main diagonal of all dimensions; returns the tensor.

    With `wrap` the diagonal of a tall matrix starts again one row below its end.

    >>> import firebrick_core as fb
    >>> fb.zeros(2, 3).fill_diagonal_(5).tolist()
    [[5.0, 0.0, 0.0], [0.0, 5.0, 0.0]]
    """
    shape = input._array.shape
    if len(shape) < 2:
        raise RuntimeError("fill_diagonal_(): dimensions must larger than 1")
    if len(shape) > 2 and len(set(shape)) > 1:
        raise RuntimeError("fill_diagonal_(): all dimensions of input must be of equal length")
    step = shape[1] + 1
    tops = range(0, shape[0], step) if wrap and len(shape) == 2 else (0,)
    for top in tops:
        part = T.slice_view(input, (slice(top, None),)) if top else input
        T.fill_(_main_diagonal(part), fill_value)
    return input


def _main_diagonal(tensor):
    """The elements whose indices are all the same, as a view."""
    out = T.diagonal(tensor, 0, 0, 1)
    while out._array.ndim > 1:
        out = T.diagonal(out, 0, 0, -1)
    return out


@view_operator(
    samples=("x(5), 0, 3, 1", "x(2, 6), 1, 2, 3", "x(), 0, 1, 1"),
    namespace="method",
    errors=(
        ("x(3), 0, 4, 1", RuntimeError, "maximum size for tensor"),
        ("x(3), 0, 2, 0", RuntimeError, "must be > 0"),
    ),
)
def unfold(xp, input: Array, dimension: int, size: int, step: int) -> Array:
    """All windows of `size` elements, `step` apart, along a dimension; their elements come last."""
    dim = one_dim(dimension, input.ndim)
    n = input.shape[dim] if input.ndim else 1
    if size < 0:
        raise RuntimeError(f"size is {size} but must be >= 0")
    if size > n:
        raise RuntimeError(f"maximum size for tensor at dimension {dim} is {n} but size is {size}")
    if step <= 0:
        raise RuntimeError(f"step is {step} but must be > 0")
    shape, strides = list(input.shape), list(input.strides)
    if not shape:
        return strided(xp, input, (size,), (input.itemsize,))
    one = strides[dim]
    shape[dim], strides[dim] = (n - size) // step + 1, one * step
    return strided(xp, input, [*shape, size], [*strides, one])


@operator(samples=("x(3, 3), 0, 3, 1, (5,)",), methods=False, namespace="internal", meta=shape_last)
def unfold_backward(xp, grad: Array, dimension: int, size: int, step: int, shape: Dims) -> Array:
    """The sum of all windows at their places in zeros of `shape`."""
    out = xp.zeros(shape, grad.dtype)
    if not out.ndim:
        return grad.reshape(())[...].copy() if size else out
    dim = one_dim(dimension, out.ndim)
    count = grad.shape[dim]
    for i in range(size):
        out[at(dim, slice(i, i + (count - 1) * step + 1, step))] += grad[..., i]
    return out


@composite(
    samples=("x(12), (1, 1), (1, 2), 0", "x(3, 4), (3, 0), (1, 1)"),
    errors=(("x(4), (2, 2), (2, 3)", RuntimeError, "out of bounds for storage"),),
)
def as_strided(input: Array, size: Dims, stride: Dims, storage_offset: int | None = None) -> Array:
    """The tensor's storage under any shape and strides, in elements, from its own offset on."""
    own = input.storage_offset()
    offset = own if storage_offset is None else storage_offset
    return T.strided_view(input, tuple(size), tuple(stride), offset, input.stride(), own)


@view_operator(samples=("x(12), (1, 1), (1, 2), 0, (1,), 0",), methods=False, namespace="internal")
def strided_view(
    xp,
    input: Array,
    size: Varargs,
    stride: Dims,
    storage_offset: int,
    own_stride: Dims,
    own_offset: int,
) -> Array:
    """`as_strided` with the geometry of the input, which its derivative needs."""
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    item, storage = input.itemsize, Storage(input)
    last = storage_offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True)) + 1
    if min((0, *size)) < 0:
        raise RuntimeError(f"as_strided: sizes must be non-negative, got sizes: {list(size)}")
    if min((0, *stride)) < 0:
        raise RuntimeError(
            "as_strided: Negative strides are not supported at the moment, got strides: "
            f"{list(stride)}"
        )
    if storage_offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {storage_offset}")
    if 0 not in size and last * item > storage.nbytes():
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset "
            f"{storage_offset}, and itemsize {item} requiring a storage size of {last * item} are "
            f"out of bounds for storage of size {storage.nbytes()}"
        )
    start = storage.array_bytes()[storage_offset * item : last * item].view(input.dtype)
    overlapping = any(not s and n > 1 for n, s in zip(size, stride, strict=True))
    return strided(xp, start, size, [s * item for s in stride], overlapping)
