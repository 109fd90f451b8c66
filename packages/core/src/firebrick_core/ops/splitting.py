"""Consecutive pieces along a dimension, as views."""

from __future__ import annotations

from .. import _errors, _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator, view as view_operator
from .._typing import Dims
from ._dims import one_dim
from .slicing import at


def _pieces(name, input, split_sizes, dim):
    """The parts of an array by their sizes. Raises RuntimeError where those are not all of it."""
    try:
        sizes = list(split_sizes)
    except TypeError:
        raise TypeError(
            f"{name}(): argument 'split_sizes' (position 2) must be tuple of ints, not "
            f"{type(split_sizes).__name__}"
        ) from None
    if not input.ndim:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    dim = one_dim(dim, input.ndim)
    n = input.shape[dim]
    if any(s < 0 for s in sizes):
        raise RuntimeError(
            "split_with_sizes expects split_sizes have only non-negative entries, but got "
            f"split_sizes={sizes}"
        )
    if sum(sizes) != n:
        raise RuntimeError(
            f"split_with_sizes expects split_sizes to sum exactly to {n} (input tensor's size at "
            f"dimension {dim}), but got split_sizes={sizes}"
        )
    before, pieces, start = (slice(None),) * dim, [], 0
    for size in sizes:
        pieces.append(input[(*before, slice(start, start + size))])
        start += size
    return pieces


def _pieces_rule(input, split_sizes, dim=0):
    parts = _pieces("split_with_sizes", input, split_sizes, dim)
    return [meta_array(p.shape, p.dtype) for p in parts]


@view_operator(
    samples=("x(5, 2), (2, 3)", "x(2, 4), (1, 3, 0), 1"),
    errors=(("x(3), (1, 1)", RuntimeError, "to sum exactly to 3"),),
)
def split_with_sizes(xp, input: Array, split_sizes: Dims, dim: int = 0) -> tuple[Array, ...]:
    """Consecutive pieces of the given sizes along a dimension."""
    return _pieces("split_with_sizes", input, split_sizes, dim)


@operator(
    samples=("x(5, 2), (2, 3)", "x(2, 4), (1, 3, 0), 1"),
    errors=(("x(3), (1, 1)", RuntimeError, "to sum exactly to 3"),),
    meta=_pieces_rule,
)
def unsafe_split_with_sizes(xp, input: Array, split_sizes: Dims, dim: int = 0) -> tuple[Array, ...]:
    """`split_with_sizes` whose pieces share memory but do not count as views.

    Autograd takes each piece for a tensor of its own: writing into one in place is allowed, and
    right only where nothing else uses its memory.

    >>> import firebrick_core as fb
    >>> [p.tolist() for p in fb.unsafe_split_with_sizes(fb.arange(3), [1, 2])]
    [[0], [1, 2]]
    """
    return _pieces("unsafe_split_with_sizes", input, split_sizes, dim)


def _equal_sizes(input, size, dim):
    """The sizes of pieces of one size, of which the last one may be smaller."""
    shape = input._array.shape
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    n = shape[one_dim(dim, len(shape))]
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    if not size and n:
        raise RuntimeError(
            f"split_size can only be 0 if dimension size is 0, but got dimension size of {n}"
        )
    count = max(-(-n // size), 1) if size else 1
    return [size] * (count - 1) + [n - size * (count - 1)]


def _chunk_sizes(input, chunks, dim):
    """The sizes of at most `chunks` pieces of one size, of which the last one may be smaller."""
    shape = input._array.shape
    if not shape:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    n = shape[one_dim(dim, len(shape))]
    return _equal_sizes(input, -(-n // chunks), dim) if n else [0] * chunks


def _is_size(size):
    """Whether a number was given, not a sequence of them."""
    return isinstance(size, int) or hasattr(size, "_keys") and not size._array.ndim


SPLIT = ("x(5, 2), 2", "x(2, 4), 3, 1")
SPLIT_ERRORS = (
    ("x(3), 0", RuntimeError, "split_size can only be 0"),
    ("x(3), -1", RuntimeError, "non-negative"),
    ("x(), 1", RuntimeError, "at least a 1-dimensional tensor"),
)


@composite(
    methods=False,
    samples=(*SPLIT, "x(5, 2), (2, 3)"),
    errors=(*SPLIT_ERRORS, ("x(3), 1.5", TypeError, "must be tuple of ints, not float")),
)
def split(input: Array, split_size_or_sections: Dims, dim: int = 0) -> tuple[Array, ...]:
    """Consecutive pieces of one size, the last one smaller, or of the given sizes.

    >>> import firebrick_core as fb
    >>> [p.tolist() for p in fb.split(fb.arange(5), 2)]
    [[0, 1], [2, 3], [4]]
    """
    if _is_size(split_size_or_sections):
        sizes = _equal_sizes(input, int(split_size_or_sections), dim)
        return T.split_with_sizes(input, sizes, dim)
    return T.split_with_sizes(input, split_size_or_sections, dim)


@composite(name="split_method", namespace="internal", methods=("split",), samples=SPLIT)
def split_method(input: Array, split_size: Dims, dim: int = 0) -> tuple[Array, ...]:
    """Consecutive pieces of one size, the last one smaller, or of the given sizes."""
    return split(input, split_size, dim)


@composite(samples=SPLIT, errors=SPLIT_ERRORS)
def unsafe_split(input: Array, split_size: int, dim: int = 0) -> tuple[Array, ...]:
    """`split` whose pieces share memory but do not count as views.

    >>> import firebrick_core as fb
    >>> [p.tolist() for p in fb.unsafe_split(fb.arange(3), 2)]
    [[0, 1], [2]]
    """
    if not isinstance(split_size, int):
        raise TypeError(
            "unsafe_split(): argument 'split_size' (position 2) must be int, not "
            f"{type(split_size).__name__}"
        )
    return T.unsafe_split_with_sizes(input, _equal_sizes(input, split_size, dim), dim)


CHUNK = ("x(5, 2), 2", "x(2, 4), 3, 1")
CHUNK_ERRORS = (("x(3), 0", RuntimeError, "to be greater than 0"),)


@composite(samples=CHUNK, errors=CHUNK_ERRORS)
def chunk(input: Array, chunks: int, dim: int = 0) -> tuple[Array, ...]:
    """At most `chunks` consecutive pieces of equal size, the last one smaller."""
    return T.split_with_sizes(input, _chunk_sizes(input, chunks, dim), dim)


@composite(samples=CHUNK, errors=CHUNK_ERRORS)
def unsafe_chunk(input: Array, chunks: int, dim: int = 0) -> tuple[Array, ...]:
    """`chunk` whose pieces share memory but do not count as views.

    >>> import firebrick_core as fb
    >>> [p.tolist() for p in fb.unsafe_chunk(fb.arange(3), 2)]
    [[0, 1], [2]]
    """
    return T.unsafe_split_with_sizes(input, _chunk_sizes(input, chunks, dim), dim)


# ---------------------------------------------------------------------- nearly equal pieces
def _cuts(name, value):
    """The number of pieces, or where to cut, from an integer, a sequence or a tensor."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if hasattr(value, "_keys"):
        if value._array.ndim > 1:
            raise RuntimeError(
                f"{name} expected tensor_indices_or_sections to be a zero-dimensional or "
                f"one-dimensional tensor, but got a tensor with {value._array.ndim} dims"
            )
        if value.dtype.name != "int64":
            raise RuntimeError(
                f"{name} expected tensor_indices_or_sections to have dtype of long, but got "
                f"{_errors.TYPE_NAMES[value.dtype.name]}"
            )
        return value.tolist()
    try:
        return tuple(value)
    except TypeError:
        raise TypeError(
            f"{name}(): argument 'indices_or_sections' must be int, tuple of ints or Tensor, not "
            f"{type(value).__name__}"
        ) from None


def _given(name, *values):
    """The one argument that was given, under whichever of its names."""
    given = [v for v in values if v is not None]
    if len(given) != 1:
        raise TypeError(f"{name}(): give either sections or indices, got {len(given)} of them")
    return given[0]


def _one(values):
    """An argument that methods also take one by one."""
    return values if len(values) > 1 else values[0] if values else None


def _nearly_equal(input, cuts, dim):
    """Pieces of nearly equal size, by their number, or cut at indices."""
    n = input._array.shape[dim]
    if isinstance(cuts, int):
        if cuts <= 0:
            raise RuntimeError(f"number of sections must be larger than 0, got {cuts}")
        small, larger = divmod(n, cuts)
        return T.split_with_sizes(input, [small + 1] * larger + [small] * (cuts - larger), dim)
    pieces, start = [], 0
    for stop in (*cuts, None):
        pieces.append(T.slice_view(input, at(dim, slice(start, stop))))
        start = stop
    return tuple(pieces)


@composite(
    samples=(
        "x(5, 2), 3",
        "x(5, 2), (1, 4)",
        "x(2, 4), 3, 1",
        "x(5), sections=2",
        "x(5), indices=(3,)",
    ),
    errors=(
        ("x(3), 0", RuntimeError, "number of sections must be larger than 0"),
        ("x(), 1", RuntimeError, "at least a 1-dimensional tensor"),
        ("x(3), 1.5", TypeError, "must be int, tuple of ints or Tensor, not float"),
        ("x(3), T.tensor([1.0])", RuntimeError, "dtype of long, but got Float"),
    ),
)
def tensor_split(
    input: Array,
    indices_or_sections: Dims = None,
    dim: int = 0,
    *,
    sections: int | None = None,
    indices: Dims = None,
    tensor_indices_or_sections: Array | None = None,
) -> tuple[Array, ...]:
    """Pieces of nearly equal size, or cut at the given indices; pieces may be empty.

    >>> import firebrick_core as fb
    >>> [p.tolist() for p in fb.tensor_split(fb.arange(5), (1, 3))]
    [[0], [1, 2], [3, 4]]
    """
    given = _given(
        "tensor_split", indices_or_sections, sections, indices, tensor_indices_or_sections
    )
    shape = input._array.shape
    if not shape:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"
        )
    return _nearly_equal(input, _cuts("tensor_split", given), one_dim(dim, len(shape)))


def _split_evenly(name, input, given, dim, least):
    """Pieces along one dimension, all of one size where their number is given."""
    shape = input._array.shape
    if len(shape) < least:
        raise RuntimeError(
            f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor "
            f"with {len(shape)} dimensions!"
        )
    cuts = _cuts(name, given)
    if isinstance(cuts, int) and (cuts <= 0 or shape[dim] % cuts):
        raise RuntimeError(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
            f"{shape[dim]} is not divisible by the split_size {cuts}!"
        )
    return _nearly_equal(input, cuts, dim)


@composite(
    samples=("x(4, 2), 2", "x(4), 2", "x(4, 3), (1, 2)", "x(4), sections=2"),
    errors=(
        ("x(3), 2", RuntimeError, "is not divisible by the split_size 2"),
        ("x(), 1", RuntimeError, "at least 1 dimension"),
    ),
)
def hsplit(
    input: Array,
    *indices_or_sections: Dims,
    sections: int | None = None,
    indices: Dims = None,
) -> tuple[Array, ...]:
    """Pieces of equal size, or cut at indices, along the second dimension; of vectors the first."""
    given = _given("hsplit", _one(indices_or_sections), sections, indices)
    return _split_evenly("hsplit", input, given, 0 if input._array.ndim == 1 else 1, 1)


@composite(
    samples=("x(4, 2), 2", "x(4, 2), (1, 3)"),
    errors=(("x(4), 2", RuntimeError, "at least 2 dimension"),),
)
def vsplit(
    input: Array,
    *indices_or_sections: Dims,
    sections: int | None = None,
    indices: Dims = None,
) -> tuple[Array, ...]:
    """Pieces of equal size, or cut at indices, along the first dimension."""
    given = _given("vsplit", _one(indices_or_sections), sections, indices)
    return _split_evenly("vsplit", input, given, 0, 2)


@composite(
    samples=("x(2, 2, 4), 2", "x(2, 2, 4), (1, 3)"),
    errors=(("x(4, 4), 2", RuntimeError, "at least 3 dimension"),),
)
def dsplit(
    input: Array,
    *indices_or_sections: Dims,
    sections: int | None = None,
    indices: Dims = None,
) -> tuple[Array, ...]:
    """Pieces of equal size, or cut at indices, along the third dimension.

    >>> import firebrick_core as fb
    >>> [tuple(p.shape) for p in fb.dsplit(fb.zeros(2, 2, 4), 2)]
    [(2, 2, 2), (2, 2, 2)]
    """
    given = _given("dsplit", _one(indices_or_sections), sections, indices)
    return _split_evenly("dsplit", input, given, 2, 3)
