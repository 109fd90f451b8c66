"""Decompositions of low rank from random projections."""

from __future__ import annotations

from .. import _operators as T
from .._operator import Array, composite


def _basis(A, q, niter, M):
    """Orthonormal columns that span nearly the range of A - M.

    Halko, Martinsson & Tropp, Finding structure with randomness, 2009, algorithm 4.4.
    """
    from ..random import randn

    start = randn(A.shape[-1], q, dtype=A.dtype, device=A.device)
    Q = T.linalg_qr(_product(A, M, start)).Q
    for _ in range(niter):
        Q = T.linalg_qr(_product(T.adjoint(A), None if M is None else T.adjoint(M), Q)).Q
        Q = T.linalg_qr(_product(A, M, Q)).Q
    return Q


def _product(A, M, x):
    """(A - M) x, without A - M."""
    out = T.matmul(A, x)
    return out if M is None else out - T.matmul(M, x)


@composite(
    samples=("x(4, 3), 2", "x(2, 3, 4), 2, 3", "x(4, 3), 2, M=x(1, 3)"),
    dtypes="no_half_floating",
    methods=False,
    random=True,
)
def svd_lowrank(
    A: Array, q: int | None = 6, niter: int | None = 2, M: Array | None = None
) -> tuple[Array, Array, Array]:
    """U, S and V of a singular value decomposition of rank `q`, near that of A - M.

    A is (..., m, n), `M`, which broadcasts to it, is subtracted. `niter` subspace iterations make
    it more exact where singular values fall slowly. The start is random (Halko, Martinsson & Tropp
    2009, algorithm 5.1).

    >>> import firebrick_core as fb
    >>> U, S, V = fb.svd_lowrank(fb.ones(4, 3), q=2)
    >>> U.shape, S.shape, V.shape
    (torch.Size([4, 2]), torch.Size([2]), torch.Size([3, 2]))
    """
    q, niter = 6 if q is None else q, 2 if niter is None else niter
    if M is not None:
        M = T.expand(M, A.shape)
    wide = A.shape[-2] < A.shape[-1]
    if wide:
        A, M = T.adjoint(A), None if M is None else T.adjoint(M)
    Q = _basis(A, q, niter, M)
    B = T.adjoint(_product(T.adjoint(A), None if M is None else T.adjoint(M), Q))
    U, S, Vh = T.linalg_svd(B, False)
    U, V = T.matmul(Q, U), T.adjoint(Vh)
    return (V, S, U) if wide else (U, S, V)


@composite(
    samples=("x(4, 3), 2", "x(2, 3, 4), 2, False"),
    errors=(("x(3, 4), 5", ValueError, "not greater than min"),),
    dtypes="no_half_floating",
    methods=False,
    random=True,
)
def pca_lowrank(
    A: Array, q: int | None = None, center: bool = True, niter: int = 2
) -> tuple[Array, Array, Array]:
    """The `q` principal components of the rows of A: `svd_lowrank` of A less its mean row.

    The columns of V are the directions, `S**2 / (m - 1)` their variances. `q` is at most 6 unless
    given. Raises ValueError for a `q` over min(m, n).

    >>> import firebrick_core as fb
    >>> fb.pca_lowrank(fb.eye(4), q=2)[2].shape
    torch.Size([4, 2])
    """
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(
            f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}"
        )
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    if center:
        A = A - T.mean(A, -2, True)
    return T.svd_lowrank(A, q, niter)
