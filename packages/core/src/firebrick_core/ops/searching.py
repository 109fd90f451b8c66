"""Finding elements: places in sorted sequences, membership, distinct ones."""

from __future__ import annotations

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._operator import Array, Operand, composite, operator
from ._dims import one_dim
from ._reducing import not_for
from .selecting import number_like


def _places_rule(sorted_sequence, input, right, out_int32, sorter=None):
    return meta_array(input.shape, "i4" if out_int32 else "i8")


@operator(
    samples=(
        "T.arange(5.0), x(3, 4), False, False",
        "T.arange(10).view(2, 5), ints(9, 2, 3), True, False",
    ),
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="float",
    meta=_places_rule,
)
def search_sorted(
    xp,
    sorted_sequence: Array,
    input: Array,
    right: bool,
    out_int32: bool,
    sorter: Array | None = None,
) -> Array:
    """Where to put `input` into sorted sequences, one for all or one for each row."""
    not_for("searchsorted_out_cpu", sorted_sequence, "bc")
    _check_sequences(sorted_sequence, input)
    if sorter is not None:
        sorted_sequence = _in_order(xp, sorted_sequence, sorter)
    n = sorted_sequence.shape[-1]
    side = "right" if right else "left"
    if sorted_sequence.ndim == 1 or not input.size:
        found = xp.searchsorted(sorted_sequence.reshape(-1), input, side)
    else:
        found = xp.empty(input.shape, "i8")
        rows = sorted_sequence.reshape(-1, n)
        places, values = (a.reshape(len(rows), input.shape[-1]) for a in (found, input))
        for row, value, place in zip(rows, values, places, strict=True):
            place[...] = xp.searchsorted(row, value, side)
    if input.dtype.kind == "f":
        found = xp.where(xp.isnan(input), n, found)  # behind all, also behind NaN
    return xp.asarray(found, "i4" if out_int32 else "i8")


def _check_sequences(sequence, input):
    if not sequence.ndim:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 "
            "dimension"
        )
    if sequence.ndim > 1 and sequence.shape[:-1] != input.shape[:-1]:
        raise RuntimeError(
            "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
            "dimensions of boundaries tensor and input value tensor must match, but we got "
            f"boundaries tensor {list(sequence.shape)} and input value tensor {list(input.shape)}"
        )


def _in_order(xp, sequence, sorter):
    if sorter.shape != sequence.shape:
        raise RuntimeError("torch.searchsorted(): boundary and sorter must have the same size")
    if sorter.dtype != "i8":
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(sorter.dtype).name]
        raise RuntimeError(
            f"torch.searchsorted(): sorter must be a tensor of long dtype but got dtype {kind}"
        )
    if sorter.size and (sorter.min() < 0 or sorter.max() >= sequence.shape[-1]):
        raise RuntimeError("torch.searchsorted(): sorter index out of range")
    return xp.take_along_axis(sequence, sorter, -1)


def _check_side(side, right):
    if side not in (None, "left", "right"):
        raise RuntimeError(
            f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}"
        )
    if side == "left" and right:
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left "
            "while right was True"
        )


@composite(
    methods=False,
    out=True,
    samples=(
        "T.arange(5.0), x(3)",
        "T.arange(5.0), 2.5, right=True",
        "T.arange(5.0), x(3), side='right'",
        "T.arange(5.0), T.tensor([nan, 1.0]), out_int32=True",
    ),
    errors=(
        ("T.arange(6.0).view(2, 3), x(3)", RuntimeError, "should be 1 dimension"),
        ("T.arange(6.0).view(2, 3), 1.0", RuntimeError, "can be a scalar only"),
        ("T.arange(3.0), x(3), side='up'", RuntimeError, "side can only be"),
        ("T.arange(3.0), x(3), side='left', right=True", RuntimeError, "opposites"),
        ("T.arange(2.0), x(3), sorter=T.tensor([0, 2])", RuntimeError, "out of range"),
        ("x(), x(3)", RuntimeError, "positive dimension"),
    ),
)
def searchsorted(
    sorted_sequence: Array,
    input: Operand,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Array | None = None,
) -> Array:
    """Where each element of `input` keeps the sequence sorted; behind equal ones with `right`.

    The sequence is one for all, or one for each row of `input`; `sorter` are the indices that sort
    it. The result is int64, or int32 with `out_int32`. NaN is the largest. Raises RuntimeError for
    shapes that do not fit.

    >>> import firebrick_core as fb
    >>> fb.searchsorted(fb.tensor([1, 3, 5]), fb.tensor([0, 3, 9]), right=True)
    tensor([0, 2, 3])
    """
    _check_side(side, right)
    if not hasattr(input, "_keys"):
        if sorted_sequence._array.ndim != 1:
            raise RuntimeError(
                "torch.searchsorted(): input value can be a scalar only when boundaries tensor "
                f"dimension is 1, but we got boundaries tensor dim({sorted_sequence._array.ndim}) "
                "and input value's dim(0) numel(1)"
            )
        dtype = _dtype.promote_types(sorted_sequence.dtype, _dtype.number_dtype(input))
        input = number_like(input, dtype, sorted_sequence)
    return T.search_sorted(sorted_sequence, input, right or side == "right", out_int32, sorter)


@composite(
    methods=False,
    out=True,
    samples=(
        "x(3), T.arange(5.0)",
        "2, T.arange(5), right=True",
        "x(), T.arange(3), out_int32=True",
    ),
    errors=(("x(3), x(2, 2)", RuntimeError, "boundaries tensor must be 1 dimension"),),
)
def bucketize(
    input: Operand, boundaries: Array, *, out_int32: bool = False, right: bool = False
) -> Array:
    """The index of the bucket, between sorted boundaries, of each element.

    >>> import firebrick_core as fb
    >>> fb.bucketize(fb.tensor([3, 6, 9]), fb.tensor([1, 3, 5, 7, 9]))
    tensor([1, 3, 4])
    """
    if boundaries._array.ndim != 1:
        raise RuntimeError(
            f"boundaries tensor must be 1 dimension, but got dim({boundaries._array.ndim})"
        )
    return searchsorted(boundaries, input, out_int32=out_int32, right=right)


# ---------------------------------------------------------------------- membership
def _member_rule(elements, test_elements, invert):
    return meta_array(elements.shape, "?")


@operator(
    samples=("ints(5, 2, 3), ints(4, 3), False", "x(3), x(2, 2), True"),
    methods=False,
    namespace="internal",
    differentiable=False,
    dtypes="real",
    meta=_member_rule,
)
def is_member(xp, elements: Array, test_elements: Array, invert: bool) -> Array:
    """Whether each element is among others of the same dtype."""
    return xp.isin(elements, test_elements, invert=invert)


@composite(
    methods=False,
    out=True,
    samples=(
        "ints(5, 2, 3), ints(4, 3)",
        "x(3), 1.0",
        "1, T.arange(3)",
        "ints(4, 3), T.tensor([1.0]), invert=True",
    ),
    errors=(
        ("1, 1", TypeError, "invalid combination"),
        ("mask(3), mask(2)", RuntimeError, "Unsupported input type"),
    ),
    dtypes="real",
)
def isin(
    elements: Operand, test_elements: Operand, *, assume_unique: bool = False, invert: bool = False
) -> Array:
    """Whether each of `elements` is among `test_elements`, or with `invert` is not.

    One of both may be a number. NaN is among none. Raises RuntimeError for booleans and complex
    numbers.

    >>> import firebrick_core as fb
    >>> fb.isin(fb.tensor([1, 2, 3]), fb.tensor([3, 1]))
    tensor([ True, False,  True])
    """
    pair = [elements, test_elements]
    tensors = [x for x in pair if hasattr(x, "_keys")]
    if not tensors:
        kinds = ", ".join(type(x).__name__ for x in pair)
        raise TypeError(
            f"isin() received an invalid combination of arguments - got ({kinds}), but one of them "
            "must be a Tensor"
        )
    for x in tensors:
        if x.dtype is _dtype.bool or x.dtype.is_complex:
            raise RuntimeError(
                "Unsupported input type encountered for isin(): "
                f"{_errors.TYPE_NAMES[x.dtype.name]}; convert with .to(dtype)"
            )
    dtype = _dtype.operands_dtype(pair)
    pair = [x.to(dtype) if hasattr(x, "_keys") else number_like(x, dtype, tensors[0]) for x in pair]
    return T.is_member(*pair, invert)


# Distinct elements.


def _checked_dim(name, input, dim):
    not_for("unique", input, "c")
    if dim is None:
        return None
    if not input.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    dim = one_dim(dim, input.ndim)
    if 0 in input.shape and (input.shape[dim] or input.shape.count(0) > 1):
        raise RuntimeError(
            f"There are 0 sized dimensions, and they aren't selected, so {name} cannot be applied"
        )
    return dim


@operator(
    samples=("ints(3, 5), None, True, True", "ints(2, 4, 2), 0, False, True"),
    methods=False,
    namespace="internal",
    differentiable=False,
)
def unique_parts(
    xp, input: Array, dim: int | None, return_inverse: bool, return_counts: bool
) -> tuple[Array, ...]:
    """The distinct elements or slices in order; the inverse and the counts if asked for."""
    dim = _checked_dim("unique", input, dim)
    if dim is not None and not input.size:
        none = xp.zeros(0, "i8")
        return [
            input.copy(),
            *([none] if return_inverse else []),
            *([none] if return_counts else []),
        ]
    if dim is None and not (return_inverse or return_counts):
        rising = xp.sort(input, None)  # a fifth of the time of NumPy's own, which counts by hashes
        first = xp.ones(rising.shape, bool)
        xp.not_equal(rising[1:], rising[:-1], first[1:])
        return [rising[first]]
    found = xp.unique(
        input, return_inverse=return_inverse, return_counts=return_counts, axis=dim, equal_nan=False
    )
    parts = list(found) if isinstance(found, tuple) else [found]
    if return_inverse:
        parts[1] = parts[1].reshape(input.shape if dim is None else -1)
    return parts


@composite(
    samples=(
        "ints(3, 5)",
        "ints(3, 5), return_inverse=True, return_counts=True",
        "ints(2, 4, 2), dim=0",
        "T.tensor([nan, 1.0, nan]), return_counts=True",
        "x(0, 3), dim=0",
    ),
    errors=(
        ("x(0, 3), dim=1", RuntimeError, "0 sized dimensions"),
        ("x(), dim=0", IndexError, "has no dimensions"),
        ("x(3), dim=1", IndexError, "out of range"),
    ),
    dtypes="ordered",
)
def unique(
    input: Array,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Array:
    """The distinct elements, or slices of `dim`, in order.

    With `return_inverse` also where each element went, with `return_counts` also how often each
    occurs. They are in order also with `sorted=False`; NaN differs from NaN.

    >>> import firebrick_core as fb
    >>> fb.unique(fb.tensor([3, 1, 3]), return_counts=True)
    (tensor([1, 3]), tensor([1, 2]))
    """
    parts = T.unique_parts(input, dim, return_inverse, return_counts)
    return parts if len(parts) > 1 else parts[0]


@operator(
    samples=("ints(3, 6), None, True, True", "ints(3, 6), None, False, True"),
    methods=False,
    namespace="internal",
    differentiable=False,
)
def unique_runs(
    xp, input: Array, dim: int | None, return_inverse: bool, return_counts: bool
) -> tuple[Array, ...]:
    """The first of each run of equal elements or slices; the run of each and the runs' lengths if
    asked for."""
    dim = _checked_dim("unique_consecutive", input, dim)
    rows = input.reshape(-1) if dim is None else xp.moveaxis(input, dim, 0)
    n = len(rows)
    starts = xp.ones(n, bool)
    changed = rows[1:] != rows[:-1]
    if n > 1:
        starts[1:] = changed if dim is None else changed.reshape(n - 1, -1).any(1)
    first = starts.nonzero()[0]
    parts = [rows[first] if dim is None else xp.moveaxis(rows[first], 0, dim).copy()]
    if return_inverse:
        inverse = xp.cumsum(starts) - 1
        parts.append(inverse.reshape(input.shape) if dim is None else inverse)
    if return_counts:
        parts.append(xp.diff(xp.append(first, n)))
    return parts


@composite(
    samples=(
        "T.tensor([1, 1, 2, 2, 1])",
        "T.tensor([1, 1, 2]), return_inverse=True, return_counts=True",
        "ints(2, 4, 3), dim=0",
        "x()",
        "x(0)",
    ),
    errors=(
        ("x(0, 3), dim=1", RuntimeError, "0 sized dimensions"),
        ("x(), dim=0", IndexError, "has no dimensions"),
    ),
    dtypes="ordered",
)
def unique_consecutive(
    input: Array, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Array:
    """The elements, or slices of `dim`, without those equal to the one before.

    With `return_inverse` also where each element went, with `return_counts` also how long each run
    is.

    >>> import firebrick_core as fb
    >>> fb.unique_consecutive(fb.tensor([1, 1, 2, 1]))
    tensor([1, 2, 1])
    """
    parts = T.unique_runs(input, dim, return_inverse, return_counts)
    return parts if len(parts) > 1 else parts[0]
