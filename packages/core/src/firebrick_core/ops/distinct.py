"""Distinct elements."""

from __future__ import annotations

from .. import _operators as T
from .._operator import Array, composite, operator
from ._dims import one_dim
from ._reducing import not_for


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
