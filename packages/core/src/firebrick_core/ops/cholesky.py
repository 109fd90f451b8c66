"""The Cholesky factorization of positive-definite matrices, and what is solved with it."""

from __future__ import annotations

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from ._dims import broadcast_shapes
from ._matrices import (
    adjoint,
    by_columns,
    flat_batch,
    identities,
    need_floating,
    need_matrices,
    need_square,
    substitute,
)
from .removed import raise_first
from .solving import check_older

POSITIVE = "T.matmul(x(3, 4), x(4, 3)) * 0.1 + T.eye(3) * 9"


def _factor_rule(input, *, upper=False, check_errors=False):
    need_square("linalg.cholesky", input)
    return meta_array(input.shape, input.dtype), meta_array(input.shape[:-2], "i4")


def _factor_by_columns(xp, A):
    """(L, info) for batches that hold matrices which are not positive-definite.

    As LAPACK leaves it: the columns before the one that failed are those of L.
    """
    out = flat_batch(xp.tril(A))
    info = xp.zeros(len(out), "i4")
    for j in range(out.shape[-1]):
        row = out[:, j, :j]
        going = info == 0
        pivot = out[:, j, j].real - xp.add.reduce((row * row.conj()).real, -1)
        failed = going & ~(pivot > 0)
        info[failed] = j + 1
        out[:, j, j] = xp.where(failed, pivot, xp.where(going, xp.sqrt(pivot), out[:, j, j]))
        going &= ~failed
        below = out[:, j + 1 :, j] - xp.matmul(out[:, j + 1 :, :j], row.conj()[:, :, None])[..., 0]
        below /= out[:, j, j][:, None]
        out[:, j + 1 :, j] = xp.where(going[:, None], below, out[:, j + 1 :, j])
    return out.reshape(A.shape), info.reshape(A.shape[:-2])


@operator(
    samples=(POSITIVE, f"{POSITIVE}, upper=True", f"T.stack([{POSITIVE}, -T.eye(3)])", "x(0, 0)"),
    errors=(
        ("x(3, 2)", RuntimeError, "linalg.cholesky: A must be batches of square matrices"),
        ("-T.eye(3), check_errors=True", RuntimeError, "linalg.cholesky_ex: The factorization"),
    ),
    dtypes="no_half_float",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("L", "info"),
    meta=_factor_rule,
)
def linalg_cholesky_ex(
    xp, input: Array, *, upper: bool = False, check_errors: bool = False
) -> tuple[Array, Array]:
    """`linalg.cholesky` that tells by `info` where a matrix is not positive-definite.

    `info` is the order of the first leading minor that is not, or 0.

    >>> import firebrick_core as fb
    >>> fb.linalg.cholesky_ex(-fb.eye(2)).info
    tensor(1, dtype=torch.int32)
    """
    need_floating("linalg.cholesky", input)
    need_square("linalg.cholesky", input)
    if upper:
        input = adjoint(input)
    info = xp.zeros(input.shape[:-2], "i4")
    try:
        L = xp.linalg.cholesky(input)
    except np.linalg.LinAlgError:
        L, info = _factor_by_columns(xp, input)
        if check_errors:
            raise_first(info, "cholesky", "linalg.cholesky_ex")
    return by_columns(xp, adjoint(L) if upper else L), info


@composite(
    samples=(POSITIVE, f"{POSITIVE}, upper=True"),
    errors=(("-T.eye(3)", RuntimeError, "leading minor of order 1 is not positive-definite"),),
    dtypes="no_half_float",
    namespace="linalg",
    methods=False,
    out=True,
    layered=True,
)
def linalg_cholesky(input: Array, *, upper: bool = False) -> Array:
    """The lower triangular L with A = L L^H, or the `upper` one with A = U^H U.

    A (..., n, n) is symmetric or Hermitian; only its lower, or `upper`, triangle is read. Raises
    linalg.LinAlgError where it is not positive-definite.

    >>> import firebrick_core as fb
    >>> fb.linalg.cholesky(fb.tensor([[4.0, 2.0], [2.0, 5.0]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    L, info = T.linalg_cholesky_ex(input, upper=upper)
    T.require_success(info, "cholesky", "linalg.cholesky")
    return L


@composite(
    samples=(POSITIVE, f"{POSITIVE}, True"),
    errors=(("-T.eye(3)", RuntimeError, "cholesky: The factorization could not be completed"),),
    dtypes="no_half_float",
    out=True,
    layered=True,
)
def cholesky(input: Array, upper: bool = False) -> Array:
    """The Cholesky factor of positive-definite matrices: the older `linalg.cholesky`."""
    need_square("cholesky", input)
    L, info = T.linalg_cholesky_ex(input, upper=upper)
    T.require_success(info, "cholesky", "cholesky")
    return L


def _solve_shape(B, L):
    for label, t in (("b", B), ("u", L)):
        if t.ndim < 2:
            raise RuntimeError(
                f"{label} should have at least 2 dimensions, but has {t.ndim} dimensions instead"
            )
    check_older("cholesky_solve", B, L)
    return (*broadcast_shapes(B.shape[:-2], L.shape[:-2]), *B.shape[-2:])


def _solve_rule(input, input2, upper=False):
    return meta_array(_solve_shape(input, input2), input.dtype)


@operator(
    samples=("x(3, 2), x(3, 3)", "x(2, 3, 2), x(3, 3), True"),
    errors=(
        ("x(3), x(3, 3)", RuntimeError, "b should have at least 2 dimensions"),
        ("x(4, 1), x(3, 3)", RuntimeError, "each A matrix is 3 by 3 but each b matrix is 4 by 1"),
    ),
    dtypes="no_half_floating",
    out=True,
    meta=_solve_rule,
)
def cholesky_solve(xp, input: Array, input2: Array, upper: bool = False) -> Array:
    """X with A X = B, from B and the Cholesky factor of A: L with A = L L^H, or U with A = U^H U.

    >>> import firebrick_core as fb
    >>> fb.cholesky_solve(fb.ones(2, 1), fb.eye(2) * 2)
    tensor([[0.2500],
            [0.2500]])
    """
    need_floating("cholesky_solve", input, NotImplementedError)
    _solve_shape(input, input2)
    first, last = (adjoint(input2), input2) if upper else (input2, adjoint(input2))
    half = substitute(xp, first, input, upper=False)
    return by_columns(xp, substitute(xp, last, half, upper=True))


def _inverse_rule(input, upper=False):
    need_matrices("cholesky_inverse", input)
    need_floating("cholesky_inverse", input, NotImplementedError)
    need_square("cholesky_inverse", input)
    return meta_array(input.shape, input.dtype)


@operator(
    samples=("x(3, 3)", "x(2, 3, 3), True", "x(0, 0)"),
    errors=(
        ("x(3)", RuntimeError, "cholesky_inverse: The input tensor A must have at least 2"),
        ("x(3, 2)", RuntimeError, "cholesky_inverse: A must be batches of square matrices"),
    ),
    dtypes="no_half_float",
    out=True,
    meta=_inverse_rule,
)
def cholesky_inverse(xp, input: Array, upper: bool = False) -> Array:
    """The inverse of A from its Cholesky factor: L with A = L L^H, or U with A = U^H U.

    >>> import firebrick_core as fb
    >>> fb.cholesky_inverse(fb.eye(2) * 2)
    tensor([[0.2500, 0.0000],
            [0.0000, 0.2500]])
    """
    _inverse_rule(input)
    lower = adjoint(input) if upper else input
    half = substitute(xp, lower, identities(xp, input, input.shape[-1]), upper=False)
    return by_columns(xp, xp.matmul(adjoint(half), half))
