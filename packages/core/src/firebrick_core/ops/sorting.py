"""Sorting, and the largest or smallest elements in order."""

from __future__ import annotations

from .. import _operators as T
from .._device import meta_array
from .._memory_format import laid_out
from .._operator import Array, composite, like_input, operator
from ._dims import one_dim
from ._positions import grid


def _order(xp, input, dim, descending):
    """The indices that sort along a dimension, stably; NaN is the largest."""
    if input.dtype.kind == "c":
        raise RuntimeError("Sort does not support complex dtypes on CPU")
    if not descending:
        return input.argsort(dim, "stable")
    turned = (slice(None),) * dim + (slice(None, None, -1), ...)
    return input.shape[dim] - 1 - input[turned].argsort(dim, "stable")[turned]


def _along(xp, input, dim, indices):
    return input[indices] if input.ndim == 1 else input[grid(xp, indices.shape, dim, indices)]


def _pair_rule(input, *args, **kwargs):
    return meta_array(input.shape, input.dtype), meta_array(input.shape, "i8")


SORTS = ("x(3, 4)", "x(3, 4), 0", "x(3, 4), 1, True", "x(5), -1, True", "x()", "x(0, 3), 0")


@operator(
    samples=SORTS,
    errors=(("x(3), 1", IndexError, "out of range"),),
    dtypes="real",
    returns=("values", "indices"),
    out=True,
    meta=_pair_rule,
)
def sort(
    xp, input: Array, dim: int = -1, descending: bool = False, stable: bool = False
) -> tuple[Array, Array]:
    """The elements in order along `dim`, and where they were; equal ones keep their order.

    NaN is the largest. `stable` is always kept. Raises RuntimeError for complex numbers.

    >>> import firebrick_core as fb
    >>> fb.sort(fb.tensor([3, 1, 2]))
    torch.return_types.sort(
    values=tensor([1, 2, 3]),
    indices=tensor([1, 2, 0]))
    """
    dim = one_dim(dim, input.ndim)
    if not input.ndim:
        return input.copy(), xp.zeros((), "i8")
    indices = _order(xp, input, dim, descending)
    return laid_out(_along(xp, input, dim, indices), input), laid_out(indices, input)


def _indices_rule(input, *args, **kwargs):
    return meta_array(input.shape, "i8")


@operator(
    samples=SORTS,
    errors=(("x(3), 1", IndexError, "out of range"),),
    dtypes="real",
    differentiable=False,
    out=True,
    meta=_indices_rule,
)
def argsort(
    xp, input: Array, dim: int = -1, descending: bool = False, stable: bool = False
) -> Array:
    """The indices that sort the elements along `dim`; equal ones keep their order.

    >>> import firebrick_core as fb
    >>> fb.argsort(fb.tensor([3, 1, 2]), descending=True)
    tensor([0, 2, 1])
    """
    dim = one_dim(dim, input.ndim)
    if not input.ndim:
        return xp.zeros((), "i8")
    return laid_out(_order(xp, input, dim, descending), input)


@operator(
    samples=("x(3, 4), 0", "x(3, 4), -1", "x(), 0", "x(0, 3), 0"),
    dtypes="ordered",
    methods=False,
    namespace="internal",
    meta=like_input,
)
def sorted_values(xp, input: Array, dim: int) -> Array:
    """The elements in order along `dim`, without their places: that takes a tenth of the time."""
    if input.dtype.kind == "c":
        raise RuntimeError("Sort does not support complex dtypes on CPU")
    dim = one_dim(dim, input.ndim)
    return laid_out(xp.sort(input, dim), input) if input.ndim else input.copy()


@composite(samples=("x(3, 4)", "x()", "T.tensor([2.0, nan, 1.0])"), dtypes="ordered", out=True)
def msort(input: Array) -> Array:
    """The elements in order along the first dimension; NaN is the largest.

    >>> import firebrick_core as fb
    >>> fb.msort(fb.tensor([3, 1, 2]))
    tensor([1, 2, 3])
    """
    return T.sorted_values(input, 0)


def _topk_size(input, k, dim):
    dim = one_dim(dim, input.ndim)
    if not 0 <= k <= (input.shape[dim] if input.ndim else 1):
        raise RuntimeError(
            f"selected index k out of range: k is {k}, the tensor has shape {list(input.shape)}"
        )
    shape = list(input.shape)
    if shape:
        shape[dim] = k
    return dim, shape


def _topk_rule(input, k, dim=-1, largest=True, sorted=True):
    shape = _topk_size(input, k, dim)[1]
    return meta_array(shape, input.dtype), meta_array(shape, "i8")


@operator(
    samples=("x(3, 4), 2", "x(3, 4), 2, 0", "x(5), 3, -1, False", "x(3, 4), 0", "x(), 1"),
    dtypes="float",
    errors=(
        ("x(3), 4", RuntimeError, "selected index k out of range"),
        ("x(3), 1, 1", IndexError, "out of range"),
    ),
    returns=("values", "indices"),
    out=True,
    meta=_topk_rule,
)
def topk(
    xp, input: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> tuple[Array, Array]:
    """The `k` largest or smallest elements along `dim`, in order, and where they are.

    NaN is the largest. They are in order also with `sorted=False`. Raises RuntimeError where there
    are fewer, and for booleans and complex numbers.

    >>> import firebrick_core as fb
    >>> fb.topk(fb.tensor([3.0, 1.0, 2.0]), 2).values
    tensor([3., 2.])
    """
    if input.dtype.kind in "bc":
        kind = "bool" if input.dtype.kind == "b" else "complex"
        raise RuntimeError(f"topk does not support {kind} dtypes on CPU; convert with .to(dtype)")
    dim, shape = _topk_size(input, k, dim)
    if not input.ndim:
        return input.copy(), xp.zeros((), "i8")
    n = input.shape[dim]
    if k and n >= 128 and 8 * k <= n:
        indices = _candidates(xp, input, k, dim, largest)
        if indices is not None:
            return _along(xp, input, dim, indices), indices
    if n > 64 and 0 < k <= n // 2:
        found = _partition(xp, input, k, dim, largest)
        values = _along(xp, input, dim, found)
        indices = _along(xp, found, dim, _order(xp, values, dim, largest))
    else:
        indices = _order(xp, input, dim, largest)[(slice(None),) * dim + (slice(k),)].copy()
    return _along(xp, input, dim, indices), indices


def _partition(xp, input, k, dim, largest):
    """The indices, ascending, of the `k` largest or smallest elements."""
    before = (slice(None),) * dim
    if largest:  # NaN counts as the largest, in partitions too
        found = xp.argpartition(input, input.shape[dim] - k, dim)[(*before, slice(-k, None))]
    else:
        found = xp.argpartition(input, k - 1, dim)[(*before, slice(k))]
    return xp.sort(found, dim)


def _candidates(xp, input, k, dim, largest):
    """The indices of the `k` largest or smallest elements of long rows, in order.

    The k-th largest of the maxima of blocks is a bound that at least k elements reach, and few
    more: only they are sorted. None where NaN leaves no bound.
    """
    n = input.shape[dim]
    rows = xp.moveaxis(input, dim, -1).reshape(-1, n)
    width = int((n / k) ** 0.5)
    count = n // width
    blocks = rows[:, : width * count].reshape(-1, width, count)
    if largest:
        bound = xp.partition(xp.maximum.reduce(blocks, 1), count - k, 1)[:, count - k, None]
        reached = ~(rows < bound)
    else:
        bound = xp.partition(xp.minimum.reduce(blocks, 1), k - 1, 1)[:, k - 1, None]
        reached = rows <= bound
    if input.dtype.kind == "f" and xp.isnan(bound).any():
        return None
    flat = xp.flatnonzero(reached)
    flat = flat[_order(xp, rows.reshape(-1)[flat], 0, largest)]
    flat = flat[xp.argsort(flat // n, kind="stable")]
    sizes = xp.add.reduce(reached, 1, "i8")
    starts = xp.cumsum(sizes) - sizes
    indices = flat[starts[:, None] + xp.arange(k)] % n
    moved = xp.moveaxis(input, dim, -1).shape[:-1]
    return xp.moveaxis(indices.reshape(*moved, k), -1, dim)
