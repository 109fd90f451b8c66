"""The singular value decomposition, and what follows from singular values."""

from __future__ import annotations

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._errors import LinAlgError
from .._operator import Array, composite, operator
from .._return_types import return_type
from ._matrices import need_floating, need_matrices, real_type


def _check(A, driver):
    need_matrices("linalg.svd", A)
    need_floating("linalg.svd", A)
    if driver is not None:
        raise RuntimeError(
            "torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with "
            "cuSOLVER backend."
        )


def _svd_rule(A, full_matrices=True, *, driver=None):
    _check(A, driver)
    *batch, m, n = A.shape
    k = min(m, n)
    return (
        meta_array((*batch, m, m if full_matrices else k), A.dtype),
        meta_array((*batch, k), real_type(A.dtype)),
        meta_array((*batch, n if full_matrices else k, n), A.dtype),
    )


def _no_convergence():
    return LinAlgError(
        "linalg.svd: The algorithm failed to converge because the input matrix contained non-finite"
        " values, or is ill-conditioned or has too many repeated singular values"
    )


@operator(
    samples=("x(3, 4)", "x(2, 4, 3), False", "x(3, 3)", "x(0, 3)"),
    errors=(
        ("x(3)", RuntimeError, "must have at least 2 dimensions"),
        ("x(3, 3) * nan", RuntimeError, "the input matrix contained non-finite values"),
        ("x(3, 3), driver='gesvd'", RuntimeError, "only supported on CUDA"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("U", "S", "Vh"),
    meta=_svd_rule,
)
def linalg_svd(
    xp, A: Array, full_matrices: bool = True, *, driver: str | None = None
) -> tuple[Array, Array, Array]:
    """U, S and Vh with A = U diag(S) Vh: unitary matrices, and singular values that fall.

    Of A (..., m, n), U is (..., m, m) and Vh (..., n, n), or the first min(m, n) columns and rows
    of them without `full_matrices`. Raises linalg.LinAlgError for NaN.

    >>> import firebrick_core as fb
    >>> fb.linalg.svd(fb.tensor([[3.0, 0.0], [0.0, -5.0]])).S
    tensor([5., 3.])
    """
    _check(A, driver)
    try:
        return tuple(xp.linalg.svd(A, full_matrices))
    except np.linalg.LinAlgError:
        raise _no_convergence() from None


def _svdvals_rule(A, *, driver=None):
    return _svd_rule(A, driver=driver)[1]


@operator(
    samples=("x(3, 4)", "x(2, 4, 3)", "x(0, 3)"),
    errors=(("x(3)", RuntimeError, "must have at least 2 dimensions"),),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    meta=_svdvals_rule,
)
def linalg_svdvals(xp, A: Array, *, driver: str | None = None) -> Array:
    """The singular values of matrices (..., m, n), falling: see `linalg.svd`.

    >>> import firebrick_core as fb
    >>> fb.linalg.svdvals(fb.tensor([[3.0, 0.0], [0.0, -5.0]]))
    tensor([5., 3.])
    """
    _check(A, driver)
    try:
        return xp.linalg.svd(A, False, False)
    except np.linalg.LinAlgError:
        raise _no_convergence() from None


@composite(
    samples=("x(3, 4)", "x(2, 4, 3), False", "x(3, 2), True, False"),
    errors=(("x(3)", RuntimeError, "input should have at least 2 dimensions"),),
    dtypes="no_half_floating",
    out=True,
    layered=True,
)
def svd(input: Array, some: bool = True, compute_uv: bool = True) -> tuple[Array, Array, Array]:
    """U, S and V with A = U diag(S) V^H: the older `linalg.svd`, which gives V^H.

    `some` leaves out the columns that no singular value belongs to. Without `compute_uv` U and V
    are square matrices of zeros.
    """
    if input.ndim < 2:
        raise RuntimeError(
            "linalg.svd: input should have at least 2 dimensions, but has "
            f"{input.ndim} dimensions instead"
        )
    results = return_type("svd", ("U", "S", "V"))
    if compute_uv:
        U, S, Vh = T.linalg_svd(input, not some)
        return results(U, S, T.adjoint(Vh))
    *batch, m, n = input.shape
    S = T.linalg_svdvals(input)
    return results(input.new_zeros((*batch, m, m)), S, input.new_zeros((*batch, n, n)))
