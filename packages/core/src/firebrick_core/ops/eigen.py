"""Eigenvalues and eigenvectors."""

from __future__ import annotations

import numpy as np

from .._device import meta_array
from .._errors import LinAlgError
from .._operator import Array, operator
from ._matrices import complex_type, need_floating, need_square, real_type

NOT_SQUARE = (("x(3, 2)", RuntimeError, "must be batches of square matrices"),)


def _no_convergence(name):
    return LinAlgError(
        f"{name}: The algorithm failed to converge because the input matrix is ill-conditioned or "
        "has too many repeated eigenvalues, or because it holds NaN or infinities"
    )


# ---------------------------------------------------------------------- Hermitian matrices
def _check_hermitian(A, UPLO):
    need_square("linalg.eigh", A)
    need_floating("linalg.eigh", A, NotImplementedError)
    if UPLO not in ("L", "U", "l", "u"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {UPLO}")


def _eigh_rule(input, UPLO="L"):
    _check_hermitian(input, UPLO)
    return meta_array(input.shape[:-1], real_type(input.dtype)), meta_array(
        input.shape, input.dtype
    )


@operator(
    samples=("x(3, 3)", "x(2, 3, 3), 'U'", "x(0, 0)"),
    errors=(*NOT_SQUARE, ("x(3, 3), 'X'", RuntimeError, "to be 'L' or 'U', but got X")),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("eigenvalues", "eigenvectors"),
    meta=_eigh_rule,
)
def linalg_eigh(xp, input: Array, UPLO: str = "L") -> tuple[Array, Array]:
    """Eigenvalues, rising, and eigenvectors, in columns, of symmetric or Hermitian matrices.

    Only the lower triangle of A (..., n, n) is read, the upper one with `UPLO="U"`. Raises
    linalg.LinAlgError where the iteration does not converge, as with NaN.

    >>> import firebrick_core as fb
    >>> fb.linalg.eigh(fb.tensor([[2.0, 1.0], [1.0, 2.0]])).eigenvalues
    tensor([1., 3.])
    """
    _check_hermitian(input, UPLO)
    try:
        return tuple(xp.linalg.eigh(input, UPLO.upper()))
    except np.linalg.LinAlgError:
        raise _no_convergence("linalg.eigh") from None


def _eigvalsh_rule(input, UPLO="L"):
    return _eigh_rule(input, UPLO)[0]


@operator(
    samples=("x(3, 3)", "x(2, 3, 3), 'U'", "x(0, 0)"),
    errors=NOT_SQUARE,
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    meta=_eigvalsh_rule,
)
def linalg_eigvalsh(xp, input: Array, UPLO: str = "L") -> Array:
    """The eigenvalues of symmetric or Hermitian matrices, rising: see `linalg.eigh`.

    >>> import firebrick_core as fb
    >>> fb.linalg.eigvalsh(fb.tensor([[2.0, 1.0], [1.0, 2.0]]))
    tensor([1., 3.])
    """
    _check_hermitian(input, UPLO)
    try:
        return xp.linalg.eigvalsh(input, UPLO.upper())
    except np.linalg.LinAlgError:
        raise _no_convergence("linalg.eigh") from None


# ---------------------------------------------------------------------- general matrices
def _check_general(xp, name, A):
    need_square(name, A)
    need_floating(name, A)
    if not xp.isfinite(A).all():
        raise RuntimeError(f"torch.{name}: input tensor should not contain infs or NaNs.")


def _eig_rule(input):
    need_square("linalg.eig", input)
    dtype = complex_type(input.dtype)
    return meta_array(input.shape[:-1], dtype), meta_array(input.shape, dtype)


@operator(
    samples=("x(3, 3)", "x(2, 3, 3)", "x(0, 0)"),
    errors=(*NOT_SQUARE, ("x(2, 2) * nan", RuntimeError, "should not contain infs or NaNs")),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("eigenvalues", "eigenvectors"),
    meta=_eig_rule,
)
def linalg_eig(xp, input: Array) -> tuple[Array, Array]:
    """Eigenvalues and eigenvectors of square matrices (..., n, n), complex, in no order.

    Eigenvectors are columns of norm 1. Raises RuntimeError for NaN and infinities.

    >>> import firebrick_core as fb
    >>> fb.linalg.eig(fb.tensor([[2.0, 0.0], [0.0, 3.0]])).eigenvalues
    tensor([2.+0.j, 3.+0.j])
    """
    _check_general(xp, "linalg.eig", input)
    try:
        values, vectors = xp.linalg.eig(input)
    except np.linalg.LinAlgError:
        raise _no_convergence("linalg.eig") from None
    return values.astype(complex_type(input.dtype)), vectors.astype(complex_type(input.dtype))


def _eigvals_rule(input):
    return _eig_rule(input)[0]


@operator(
    samples=("x(3, 3)", "x(2, 3, 3)", "x(0, 0)"),
    errors=NOT_SQUARE,
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    meta=_eigvals_rule,
)
def linalg_eigvals(xp, input: Array) -> Array:
    """The eigenvalues of square matrices, complex and in no order: see `linalg.eig`.

    >>> import firebrick_core as fb
    >>> fb.linalg.eigvals(fb.tensor([[0.0, 1.0], [-1.0, 0.0]])).imag.abs()
    tensor([1., 1.])
    """
    _check_general(xp, "linalg.eigvals", input)
    try:
        return xp.linalg.eigvals(input).astype(complex_type(input.dtype))
    except np.linalg.LinAlgError:
        raise _no_convergence("linalg.eig") from None
