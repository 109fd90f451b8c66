"""Eigenvalues and eigenvectors: all, or some of a large symmetric matrix."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import _dispatch, _operators as T
from .._device import meta_array
from .._errors import LinAlgError
from .._operator import Array, composite, operator
from ..grad_mode import no_grad
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


# Some eigenvalues of large symmetric matrices, which are only multiplied with.


# ---------------------------------------------------------------------- all eigenvalues
def _of_all(A, B, k, largest):
    """The k extreme eigenpairs from all: for small matrices, and where gradients are wanted."""
    if B is not None:
        L = T.linalg_cholesky(B)
        A = T.linalg_solve_triangular(L, A, upper=False)
        A = T.linalg_solve_triangular(T.adjoint(L), A, upper=True, left=False)
    E, V = T.linalg_eigh(A)
    if largest:
        E, V = T.flip(E, (-1,)), T.flip(V, (-1,))
    E, V = E[..., :k], V[..., :k]
    if B is not None:
        V = T.linalg_solve_triangular(T.adjoint(L), V, upper=True)
    return E, V


# ---------------------------------------------------------------------- the iteration
def _through(B, x):
    return x if B is None else T.matmul(B, x)


def _orthonormal(S, B):
    """A B-orthonormal basis of the space that columns span, without those that depend on others.

    From the eigenvectors of the scaled Gram matrix (Stathopoulos & Wu, A block orthogonalization
    procedure with constant synchronization requirements, 2002).
    """
    for _ in range(2):
        gram = T.matmul(T.adjoint(S), _through(B, S))
        scale = T.rsqrt(T.clamp(T.diagonal(gram), min=float(np.finfo(_numpy(S)).tiny)))
        values, vectors = T.linalg_eigh(gram * scale.unsqueeze(-1) * scale)
        kept = values > values[-1] * (float(np.finfo(_numpy(S)).eps) * 10)
        vectors = vectors[:, kept] * T.rsqrt(values[kept])
        S = T.matmul(S * scale, vectors)
    return S


def _numpy(x):
    return x.dtype.numpy_dtype


def _ritz(A, S, n, largest):
    """The n extreme eigenpairs of A on a space with the orthonormal basis S."""
    E, Z = T.linalg_eigh(T.matmul(T.adjoint(S), T.matmul(A, S)))
    if largest:
        E, Z = T.flip(E, (-1,)), T.flip(Z, (-1,))
    return E[:n], Z[:, :n]


def _iterate(A, B, X, iK, k, niter, tol, largest, tracker):
    """LOBPCG on one matrix (Knyazev, Toward the optimal preconditioned eigensolver, 2001)."""
    n = X.shape[-1]
    S = _orthonormal(X, B)
    E, Z = _ritz(A, S, n, largest)
    X, P = T.matmul(S, Z), None
    norm_A = T.norm(T.matmul(A, X)) / T.norm(X)
    norm_B = 1.0 if B is None else T.norm(T.matmul(B, X)) / T.norm(X)
    step = 0
    while True:
        R = T.matmul(A, X) - _through(B, X) * E
        error = T.linalg_vector_norm(R, 2, 0) / (
            T.linalg_vector_norm(X, 2, 0) * (norm_A + T.abs(E) * norm_B)
        )
        # Those in front must all be exact enough: later ones need not be.
        converged = int(T.sum(T.cumprod(error < tol, 0)))
        state = _state(A, B, X, E, R, error, step, converged, k)
        if tracker is not None:
            tracker(state)
        if converged >= k or step >= niter or state.bvars["force_stop"]:
            return E[:k], X[:, :k]
        W = R if iK is None else T.matmul(iK, R)
        W = W[:, converged:]
        # Without what X has of it already, which would drown in rounding.
        W = W - T.matmul(X, T.matmul(T.adjoint(X), _through(B, W)))
        S = _orthonormal(T.cat([X, W] if P is None else [X, W, P], -1), B)
        E, Z = _ritz(A, S, n, largest)
        new = T.matmul(S, Z)
        P = new - T.matmul(X, T.matmul(T.adjoint(X), _through(B, new)))
        X, step = new, step + 1


def _state(A, B, X, E, R, error, step, converged, k):
    """What a tracker sees, by PyTorch's names; it may set `bvars["force_stop"]`."""
    return SimpleNamespace(
        A=A,
        B=B,
        X=X,
        E=E,
        R=R,
        tvars={"rerr": error},
        fvars={},
        ivars={"istep": step, "converged_count": converged, "k": k, "n": X.shape[-1]},
        bvars={"force_stop": False},
    )


# ---------------------------------------------------------------------- the operator
def _checked(A, B, X, k, n, largest, method):
    m = A.shape[-1]
    if A.ndim < 2 or A.shape[-2] != m:
        raise ValueError(f"lobpcg(): A must be square, got shape {list(A.shape)}")
    if B is not None and B.shape != A.shape:
        raise ValueError(
            f"lobpcg(): B must have the shape of A, {list(A.shape)}, got {list(B.shape)}"
        )
    k = (X.shape[-1] if X is not None else 1) if k is None else k
    n = (X.shape[-1] if X is not None else k) if n is None else n
    if not 0 < k <= n <= m:
        raise ValueError(
            f"lobpcg(): expected 0 < k <= n <= {m}, the number of rows of A; got k={k} and n={n}"
        )
    if method not in (None, "basic", "ortho"):
        raise ValueError(f"lobpcg(): method must be 'basic' or 'ortho', got {method!r}")
    return k, n, True if largest is None else largest


def _flat(x):
    return None if x is None else T.reshape(x, (-1, *x.shape[-2:]))


SYMMETRIC = "(lambda a: a + a.mT)(x(12, 12))"


@composite(
    samples=(SYMMETRIC, f"{SYMMETRIC}, 2, T.eye(12, dtype=T.float64).to(x(1).dtype)"),
    errors=(
        ("x(3, 4)", ValueError, "A must be square"),
        ("x(3, 3), 4", ValueError, "expected 0 < k <= n <= 3"),
    ),
    dtypes="no_half_float",
    methods=False,
    random=True,
    layered=True,
)
def lobpcg(
    A: Array,
    k: int | None = None,
    B: Array | None = None,
    X: Array | None = None,
    n: int | None = None,
    iK: Array | None = None,
    niter: int | None = None,
    tol: float | None = None,
    largest: bool | None = None,
    method: str | None = None,
    tracker: Callable[[Any], None] | None = None,
    ortho_iparams: dict[str, int] | None = None,
    ortho_fparams: dict[str, float] | None = None,
    ortho_bparams: dict[str, bool] | None = None,
) -> tuple[Array, Array]:
    """The `k` largest, or smallest, eigenvalues of symmetric matrices, and their eigenvectors.

    A V = V diag(E), or A V = B V diag(E) with a positive-definite `B`; A is (..., m, m), V
    (..., m, k). Iterates from `X`, or from `n` random vectors, with the preconditioner `iK`, until
    the relative residuals are below `tol` (the root of the dtype's precision), at most `niter`
    times (1000). Where a gradient is wanted, and for m < 3 n, all eigenvalues are computed instead.
    `method` and `ortho_...` choose between PyTorch's variants; there is one here.

    >>> import firebrick_core as fb
    >>> E, V = fb.lobpcg(fb.diag(fb.arange(1.0, 21.0)), k=2)
    >>> E.round()
    tensor([20., 19.])
    """
    k, n, largest = _checked(A, B, X, k, n, largest, method)
    m = A.shape[-1]
    # Layers that differentiate or batch see the operators of the direct way.
    layers = _dispatch.LAYER_BITS & ~_dispatch.get_excluded()
    seen = any(t is not None and t._keys & layers for t in (A, B))
    if seen or m < 3 * n:
        return _of_all(A, B, k, largest)
    tol = float(np.finfo(_numpy(A)).eps) ** 0.5 if tol is None else tol
    niter = 1000 if niter is None else niter
    with no_grad():
        if X is None:
            from ..random import randn

            X = randn(*A.shape[:-1], n, dtype=A.dtype, device=A.device)
        Bs = _flat(B)
        parts = [
            _iterate(a, None if B is None else Bs[i], x, iK, k, niter, tol, largest, tracker)
            for i, (a, x) in enumerate(zip(_flat(A), _flat(X), strict=True))
        ]
    E = T.reshape(T.stack([e for e, _ in parts]), (*A.shape[:-2], k))
    return E, T.reshape(T.stack([v for _, v in parts]), (*A.shape[:-1], k))
