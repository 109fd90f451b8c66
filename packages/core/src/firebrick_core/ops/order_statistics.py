"""Elements by their rank: k-th smallest, median, mode, quantiles."""

from __future__ import annotations

import functools

from .. import _dtype, _operators as T
from .._operator import Array, Operand, composite, operator
from .._return_types import return_type
from ._dims import one_dim
from ._reducing import chosen_dim, kept, not_for, pair_rule, same_type_rule
from ._values import may_hold
from .selecting import number_like

PAIR = ("values", "indices")


def _ranked(xp, input, dim, rank):
    """The elements of a rank, from 0, along `dim`, and where they are first, with the dimension.

    NaN is the largest.
    """
    values = xp.partition(input, rank, dim)[(slice(None),) * dim + (slice(rank, rank + 1),)]
    # Values first and then a search take half of the time of `argpartition`.
    return values, _first(xp, input, values, dim)


def _first(xp, input, values, dim):
    """Where the elements equal to the values, one for each row along `dim`, are first."""
    here = input == values
    if input.dtype.kind == "f":
        nan = xp.isnan(values)
        if may_hold(xp, nan):
            here |= nan & xp.isnan(input)
    return here.argmax(dim, None, keepdims=True)


def _kth_rule(input, k, dim=-1, keepdim=False):
    return pair_rule(input, dim, keepdim)


@operator(
    samples=(  # without equal elements, of which any may be chosen
        "(T.arange(12) * 5 % 12).reshape(3, 4).to(x(1).dtype), 2",
        "(T.arange(12) * 5 % 12).reshape(3, 4).to(x(1).dtype), 1, 0, True",
        "(T.arange(40) * 7 % 40).to(x(1).dtype), 7",
        "x(), 1",
        "x(0, 3), 1",
    ),
    errors=(
        ("x(3), 4", RuntimeError, "selected number k out of range for dimension 0"),
        ("x(3), 0", RuntimeError, "selected number k out of range"),
        ("x(3, 0), 1", IndexError, "non-zero size"),
        ("mask(3), 1", NotImplementedError, "not implemented for 'Bool'"),
    ),
    dtypes="real",
    returns=PAIR,
    meta=_kth_rule,
    out=True,
)
def kthvalue(xp, input: Array, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """The `k`-th smallest element along `dim`, counted from 1, and where it is.

    NaN is the largest. Raises RuntimeError for a rank that there is not.

    >>> import firebrick_core as fb
    >>> fb.kthvalue(fb.tensor([3.0, 1.0, 2.0]), 2).values
    tensor(2.)
    """
    dim = one_dim(dim, input.ndim)
    not_for("kthvalue_cpu", input, "bc")
    chosen_dim("kthvalue", input, dim)
    n = input.shape[dim] if input.ndim else 1
    if not 1 <= k <= n:
        raise RuntimeError(
            f"kthvalue(): selected number k out of range for dimension {dim}: k is {k}, expected "
            f"1 to {n}"
        )
    if not input.ndim:
        return input.copy(), xp.zeros((), "i8")
    return kept(*_ranked(xp, input, dim, k - 1), dim, keepdim)


# ---------------------------------------------------------------------- median
def _median_rule(input, ignore_nan):
    return same_type_rule(input)


def _middle(xp, input, dim, ignore_nan):
    """The lower medians along `dim`, and where they are; NaN counts unless `ignore_nan`."""
    n = input.shape[dim]
    nan = xp.isnan(input) if input.dtype.kind == "f" else None
    if nan is None or not may_hold(xp, nan):
        return _ranked(xp, input, dim, (n - 1) // 2)
    if ignore_nan:
        last = n - 1 - xp.add.reduce(nan, dim, "i8", None, True)
        values = xp.take_along_axis(xp.sort(input, dim), xp.maximum(last, 0) // 2, dim)
    else:
        values, _ = _ranked(xp, input, dim, (n - 1) // 2)
        values = xp.where(nan.any(dim, keepdims=True), values.dtype.type(xp.nan), values)
    return values, _first(xp, input, values, dim)


@operator(
    samples=("x(3, 4), False", "x(), True", "T.tensor([nan, 1.0, 2.0]), True"),
    dtypes="real",
    methods=False,
    namespace="internal",
    meta=_median_rule,
)
def median_all(xp, input: Array, ignore_nan: bool) -> Array:
    """The lower median of all elements; equal ones share the gradient."""
    not_for("median_cpu", input, "bc")
    if not input.size:
        return xp.asarray(
            xp.nan if input.dtype.kind == "f" else xp.iinfo(input.dtype).min, input.dtype
        )
    flat = input.reshape(-1)
    if input.dtype.kind == "f" and may_hold(xp, xp.isnan(flat)):
        return _middle(xp, flat, 0, ignore_nan)[0][0]
    return xp.partition(flat, (flat.size - 1) // 2)[(flat.size - 1) // 2]


def _median_dim_rule(input, dim, keepdim, ignore_nan):
    return pair_rule(input, dim, keepdim)


@operator(
    samples=("x(3, 4), 0, False, False", "x(3, 40), 1, True, True", "x(), 0, False, False"),
    dtypes="real",
    methods=False,
    namespace="internal",
    returns=PAIR,
    meta=_median_dim_rule,
)
def median_dim(xp, input: Array, dim: int, keepdim: bool, ignore_nan: bool) -> tuple[Array, Array]:
    """The lower medians along `dim`, and where they are."""
    dim = one_dim(dim, input.ndim)
    not_for("median_cpu", input, "bc")
    chosen_dim("nanmedian" if ignore_nan else "median", input, dim)
    if not input.ndim:
        return input.copy(), xp.zeros((), "i8")
    return kept(*_middle(xp, input, dim, ignore_nan), dim, keepdim)


MEDIANS = (
    "x(3, 4)",
    "(T.arange(12) * 5 % 12).reshape(3, 4).to(x(1).dtype), 0",
    "(T.arange(15) * 7 % 15).reshape(3, 5).to(x(1).dtype), 1, True",
    "T.tensor([1.0, nan, 3.0]), 0",
    "x(), 0",
)
MEDIAN_ERRORS = (
    ("x(3, 4), 2", IndexError, "out of range"),
    ("x(0, 3), 0", IndexError, "non-zero size"),
    ("mask(3)", NotImplementedError, "not implemented for 'Bool'"),
)


@composite(samples=MEDIANS, errors=MEDIAN_ERRORS, dtypes="real", out=True)
def median(input: Array, dim: int | None = None, keepdim: bool = False) -> object:
    """The median of all elements; with `dim` a pair (values, indices). Of two the lower one.

    NaN where there is one; of no elements NaN, or the smallest integer.

    >>> import firebrick_core as fb
    >>> fb.median(fb.tensor([4.0, 1.0, 3.0, 2.0]))
    tensor(2.)
    """
    if dim is None:
        return T.median_all(input, False)
    return return_type("median", PAIR)._make(T.median_dim(input, dim, keepdim, False))


@composite(samples=MEDIANS, errors=MEDIAN_ERRORS, dtypes="real", out=True)
def nanmedian(input: Array, dim: int | None = None, keepdim: bool = False) -> object:
    """The median of the elements that are not NaN; see `median`.

    >>> import firebrick_core as fb
    >>> fb.nanmedian(fb.tensor([fb.nan, 1.0, 3.0]))
    tensor(1.)
    """
    if dim is None:
        return T.median_all(input, True)
    return return_type("nanmedian", PAIR)._make(T.median_dim(input, dim, keepdim, True))


# ---------------------------------------------------------------------- mode
def _mode_rule(input, dim=-1, keepdim=False):
    return pair_rule(input, dim, keepdim)


@operator(
    samples=("ints(3, 5)", "ints(3, 4, 5), 0, True", "x(3, 4)", "x(), 0", "mask(5)"),
    errors=(("x(3), 1", IndexError, "out of range"), ("x(0)", IndexError, "non-zero size")),
    dtypes="ordered",
    returns=PAIR,
    meta=_mode_rule,
    out=True,
)
def mode(xp, input: Array, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """The most frequent element along `dim`, of several the smallest, and where it is last.

    >>> import firebrick_core as fb
    >>> fb.mode(fb.tensor([3, 1, 3, 2]))[0]
    tensor(3)
    """
    not_for("mode_cpu", input, "c")
    dim = chosen_dim("mode", input, dim)
    if not input.ndim:
        return input.copy(), xp.zeros((), "i8")
    rows = xp.moveaxis(input, dim, -1)
    order = xp.argsort(rows, -1, kind="stable")
    rows = xp.take_along_axis(rows, order, -1)
    # How long each run of equal elements is by now: the longest one's end, of several the first.
    place = xp.arange(rows.shape[-1])
    starts = xp.zeros(rows.shape, "i8")
    starts[..., 1:] = xp.where(rows[..., 1:] != rows[..., :-1], place[1:], 0)
    runs = place - xp.maximum.accumulate(starts, -1)
    ends = xp.expand_dims(xp.argmax(runs, -1), -1)
    found = (xp.take_along_axis(a, ends, -1) for a in (rows, order))
    return kept(*(xp.moveaxis(a, -1, dim) for a in found), dim, keepdim)


# ---------------------------------------------------------------------- quantiles
INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def _check_quantile(name, input, q, interpolation):
    """The quantiles' ranks as a tensor, of at most one dimension."""
    if input.dtype not in (_dtype.float32, _dtype.float64):
        raise RuntimeError(
            f"{name}() input tensor must be either float or double dtype, got {input.dtype}"
        )
    if not input.numel():
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if interpolation not in INTERPOLATIONS:
        raise RuntimeError(
            f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, "
            f"but got {interpolation}"
        )
    if not hasattr(q, "_keys"):
        if not 0 <= q <= 1:
            raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q}")
        return number_like(q, input.dtype, input)
    if q.ndim > 1:
        raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
    if q.dtype is not input.dtype:
        raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    T.verify(q.detach(), functools.partial(_check_shares, name))
    return q


def _check_shares(name, q):
    if not ((q >= 0) & (q <= 1)).all():
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")


def _ranks(ordered, q, ignore_nan):
    """The fractional places of the quantiles in ordered rows; that of a NaN where one counts."""
    nan, last = T.isnan(ordered), ordered.shape[-1] - 1
    if ignore_nan:
        last = T.clamp(last - T.sum(nan, -1, True), min=0)
        return q * last.to(q.dtype)
    return T.masked_fill(q * last, T.any(nan, -1, True), last)


def _quantile(name, input, q, dim, keepdim, interpolation, ignore_nan):
    q = _check_quantile(name, input, q, interpolation)
    ndim = input.ndim
    where = one_dim(dim, ndim) if dim is not None else 0
    if dim is None:
        rows = input.reshape(input.numel())
    else:
        rows = input.movedim(where, -1) if ndim else input.reshape(1)
    ordered = T.sorted_values(rows, -1)
    ranks = _ranks(ordered, q.reshape(q.numel()), ignore_nan)
    below = T.floor(ranks)
    if interpolation == "nearest":
        out = T.gather(ordered, -1, T.round(ranks).long())
    elif interpolation == "higher":
        out = T.gather(ordered, -1, T.ceil(ranks).long())
    else:
        out = T.gather(ordered, -1, below.long())
    if interpolation in ("linear", "midpoint"):
        above = T.gather(ordered, -1, T.ceil(ranks).long())
        out = T.lerp(out, above, ranks - below if interpolation == "linear" else 0.5)
    # The quantiles' dimension comes first, or is none; the reduced one comes back in its place.
    out = out.movedim(-1, 0)
    if keepdim and ndim:
        shape = [1] * ndim if dim is None else None
        out = out.reshape(-1, *shape) if shape else out.unsqueeze(where + 1)
    return out if q.ndim else out.squeeze(0)


QUANTILES = (
    "x(3, 4), 0.3",
    "x(3, 4), T.tensor([0.0, 0.5], dtype=T.float64).to(x(1).dtype), 0",
    "x(3, 4), 0.7, 1, True, interpolation='lower'",
    "x(3, 4), 0.7, 1, interpolation='higher'",
    "x(3, 4), 0.7, interpolation='midpoint', keepdim=True",
    "x(3, 4), 0.7, 1, interpolation='nearest'",
    "T.cat([x(3), x(1) * nan]), 0.5",
)
QUANTILE_ERRORS = (
    ("ints(3, 4), 0.5", RuntimeError, "either float or double"),
    ("x(3), 1.5", RuntimeError, "in the range"),
    ("x(3), T.tensor([[0.5]])", RuntimeError, "scalar or 1D"),
    ("x(0), 0.5", RuntimeError, "non-empty"),
    ("x(3), 0.5, interpolation='best'", RuntimeError, "interpolation must be one of"),
    ("x(3), 0.5, 1", IndexError, "out of range"),
)


@composite(
    samples=QUANTILES,
    errors=QUANTILE_ERRORS,
    dtypes="no_half_float",
    out=True,
    layered=True,
)
def quantile(
    input: Array,
    q: Operand,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
) -> Array:
    """The elements below which a share `q` of those along `dim`, or of all, lies.

    With a 1-d tensor `q` the result has a dimension of its size in front. Between two elements
    `interpolation` decides: "linear", "lower", "higher", "midpoint" or "nearest". NaN where there
    is one. Raises RuntimeError for shares outside of 0..1, no elements, and other dtypes than
    float32 and float64.

    >>> import firebrick_core as fb
    >>> fb.quantile(fb.tensor([1.0, 2.0, 4.0]), 0.75)
    tensor(3.)
    """
    return _quantile("quantile", input, q, dim, keepdim, interpolation, False)


@composite(
    samples=QUANTILES,
    errors=QUANTILE_ERRORS,
    dtypes="no_half_float",
    out=True,
    layered=True,
)
def nanquantile(
    input: Array,
    q: Operand,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    interpolation: str = "linear",
) -> Array:
    """`quantile` of the elements that are not NaN; NaN where all are.

    >>> import firebrick_core as fb
    >>> fb.nanquantile(fb.tensor([fb.nan, 1.0, 2.0]), 0.5)
    tensor(1.5000)
    """
    return _quantile("nanquantile", input, q, dim, keepdim, interpolation, True)
