"""Batches of matrices: what their operators check, arrays that they share, triangular systems."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import _dtype, _operators as T
from .._errors import TYPE_NAMES


def dtype_of(a: Any) -> _dtype.dtype:
    """The dtype of an array or a tensor."""
    return a.dtype if isinstance(a.dtype, _dtype.dtype) else _dtype.from_numpy_dtype(a.dtype)


def type_name(a: Any) -> str:
    """The name that PyTorch's messages give the dtype of an array or a tensor."""
    name = dtype_of(a).name
    return TYPE_NAMES.get(name, name)


def real_type(dtype: Any) -> Any:
    """The NumPy type of the parts of a floating or complex NumPy type."""
    return dtype if dtype.kind == "f" else np.dtype(f"f{dtype.itemsize // 2}")


def complex_type(dtype: Any) -> Any:
    """The complex NumPy type whose parts have a floating NumPy type."""
    return dtype if dtype.kind == "c" else np.dtype(f"c{dtype.itemsize * 2}")


def need_matrices(name: str, a: Any, label: str = "A") -> None:
    """Raises RuntimeError for arrays with fewer than two dimensions."""
    if a.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor {label} must have at least 2 dimensions.")


def need_square(name: str, a: Any, label: str = "A") -> None:
    """Raises RuntimeError for what is no batch of square matrices."""
    need_matrices(name, a, label)
    if a.shape[-1] != a.shape[-2]:
        raise RuntimeError(
            f"{name}: {label} must be batches of square matrices, but they are "
            f"{a.shape[-2]} by {a.shape[-1]} matrices"
        )


def need_floating(name: str, a: Any, error: type[RuntimeError] = RuntimeError) -> None:
    """Raises RuntimeError, or `error`, for integers.

    Numbers of 16 bits, which PyTorch's libraries refuse, are computed in float32.
    """
    if dtype_of(a).category < _dtype.FLOATING:
        raise error(
            f"{name}: Expected a floating point or complex tensor as input. Got {type_name(a)}; "
            "convert it with .to(torch.float32)"
        )


def need_same_dtype(name: str, a: Any, b: Any) -> None:
    """Raises RuntimeError where the dtypes of A and B differ."""
    if a.dtype != b.dtype:
        raise RuntimeError(
            f"{name}: Expected A and B to have the same dtype, but found A of type {type_name(a)}"
            f" and B of type {type_name(b)} instead"
        )


def need_fitting(name: str, a: Any, b: Any, left: bool) -> None:
    """Raises RuntimeError where B does not fit into the equation AX = B, or XA = B."""
    if a.shape[-2] != b.shape[-2 if left else -1]:
        raise RuntimeError(
            f"{name}: Incompatible shapes of A and B for the equation "
            f"{'AX = B' if left else 'XA = B'} ({a.shape[-2]}x{a.shape[-1]} and "
            f"{b.shape[-2]}x{b.shape[-1]})"
        )


def transposed(a: Any) -> Any:
    """A view with rows and columns exchanged."""
    return a.swapaxes(-1, -2)


def adjoint(a: Any) -> Any:
    """The conjugate transpose: a view where the numbers are real."""
    return a.conj().swapaxes(-1, -2) if a.dtype.kind == "c" else a.swapaxes(-1, -2)


def identities(xp: Any, a: Any, n: int) -> Any:
    """A new batch of identity matrices of size `n`, with the batch dimensions and dtype of `a`."""
    out = xp.zeros((*a.shape[:-2], n, n), a.dtype)
    steps = xp.arange(n)
    out[..., steps, steps] = 1
    return out


def flat_batch(a: Any, dims: int = 2) -> Any:
    """The batch dimensions made one; the last `dims` are those of one element."""
    cut = a.ndim - dims
    return a.reshape(math.prod(a.shape[:cut]), *a.shape[cut:])


def tensors_by_columns(matrices: Any) -> Any:
    """`by_columns` of a tensor."""
    return T.contiguous(matrices.mT).mT


def by_columns(xp: Any, matrices: Any) -> Any:
    """Matrices that lie in memory column by column, as LAPACK leaves them."""
    return xp.ascontiguousarray(matrices.swapaxes(-1, -2)).swapaxes(-1, -2)


# Triangular systems, solved by substitution: all matrices of a batch at once.

# Rows that are substituted one by one; larger systems are split, so that most of the work is a
# product of matrices.
BLOCK = 32


def substitute(xp: Any, a: Any, b: Any, upper: bool, unit: bool = False) -> Any:
    """X with A X = B, reading one triangle of A; `unit` takes its diagonal as ones.

    Batch dimensions broadcast. A zero on the diagonal gives infinities and NaN, as LAPACK's trtrs
    does before it looks for them.
    """
    batch = xp.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    x = xp.empty((*batch, *b.shape[-2:]), b.dtype)
    x[...] = b
    _solve(xp, a, x, upper, unit)
    return x


def substitute_right(xp: Any, a: Any, b: Any, upper: bool, unit: bool = False) -> Any:
    """X with X A = B: the transposed system."""
    return transposed(substitute(xp, transposed(a), transposed(b), not upper, unit))


def _solve(xp: Any, a: Any, x: Any, upper: bool, unit: bool) -> None:
    """Solve in place: half of the rows, what they take from the others, the other half."""
    n = a.shape[-1]
    if n <= BLOCK:
        _solve_rows(xp, a, x, upper, unit)
        return
    half = n // 2
    first, last = slice(None, half), slice(half, None)
    if upper:
        first, last = last, first
    _solve(xp, a[..., first, first], x[..., first, :], upper, unit)
    x[..., last, :] -= xp.matmul(a[..., last, first], x[..., first, :])
    _solve(xp, a[..., last, last], x[..., last, :], upper, unit)


def _solve_rows(xp: Any, a: Any, x: Any, upper: bool, unit: bool) -> None:
    n = a.shape[-1]
    for i in range(n - 1, -1, -1) if upper else range(n):
        known = slice(i + 1, None) if upper else slice(None, i)
        if i != (n - 1 if upper else 0):
            x[..., i : i + 1, :] -= xp.matmul(a[..., i : i + 1, known], x[..., known, :])
        if not unit:
            x[..., i, :] /= a[..., i, i, None]
