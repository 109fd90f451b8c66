"""The singular value decomposition, what singular values decide, and decompositions of low rank."""

from __future__ import annotations

import math

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._errors import LinAlgError
from .._operator import Array, Operand, composite, operator
from .._return_types import return_type
from ._dims import broadcast_shapes, largest
from ._matrices import (
    adjoint,
    dtype_of,
    need_floating,
    need_matrices,
    need_square,
    real_type,
    type_name,
)


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


# Decompositions of low rank from random projections.


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


# What singular values decide: pseudo-inverses, ranks, condition numbers.


# ---------------------------------------------------------------------- tolerances
def _tolerances(name, input, atol, rtol):
    """The absolute and the relative tolerance as tensors, of which the larger one counts.

    Where neither is given, the relative one is the precision times the larger dimension.
    """
    real = dtype_of(input).to_real()
    default = float(np.finfo(real.numpy_dtype).eps) * max(input.shape[-2:])
    for label, value in (("atol", atol), ("rtol", rtol)):
        if hasattr(value, "_keys") and value.dtype.is_complex:
            raise RuntimeError(
                f"{name}: {label} tensor of complex type is not supported. Got {type_name(value)}"
            )
    if rtol is None:
        if hasattr(atol, "_keys"):
            rtol = T.where(atol > 0, 0.0, default)
        else:
            rtol = default if atol is None or not atol > 0 else 0.0
    return tuple(
        value.to(real) if hasattr(value, "_keys") else input.new_full((), value, dtype=real)
        for value in (0.0 if atol is None else atol, rtol)
    )


# ---------------------------------------------------------------------- pseudo-inverse
def _pseudo_inverse_rule(input, atol, rtol, hermitian):
    *batch, m, n = input.shape
    return meta_array((*broadcast_shapes(batch, atol.shape, rtol.shape), n, m), input.dtype)


@operator(
    samples=(
        "x(3, 4), T.tensor(0.0), T.tensor(1e-6), False",
        "x(2, 4, 3), T.tensor(0.0), T.tensor(1e-6), False",
        "x(4, 2) @ x(2, 3), T.tensor(0.0), T.tensor(1e-3), False",
    ),
    errors=(("x(3, 2), T.tensor(0.0), T.tensor(0.0), True", RuntimeError, "square matrices"),),
    dtypes="no_half_floating",
    namespace="internal",
    methods=False,
    meta=_pseudo_inverse_rule,
)
def pseudo_inverse(xp, input: Array, atol: Array, rtol: Array, hermitian: bool) -> Array:
    """The pseudo-inverse, from the singular values above `max(atol, rtol * largest)`.

    From eigenvalues, of which the sizes count, where `hermitian`.
    """
    need_floating("linalg.pinv", input)
    if hermitian:
        need_square("linalg.eigh", input)
        values, first = xp.linalg.eigh(input)
        last = adjoint(first)
    else:
        first, values, last = xp.linalg.svd(input, False)
    sizes = abs(values)
    top = largest(xp, xp.maximum, sizes)[..., None]
    kept = sizes > xp.maximum(atol[..., None], rtol[..., None] * top)
    inverses = xp.where(kept, 1 / values, 0).astype(values.dtype)
    return xp.matmul(adjoint(last) * inverses[..., None, :], adjoint(first))


@composite(
    samples=(
        "x(3, 4)",
        "x(2, 4, 3)",
        "x(3, 3), 0.1",
        "x(3, 3), atol=0.5, rtol=T.tensor([0.0, 0.1])",
        "T.eye(3), hermitian=True",
        "x(0, 3)",
    ),
    errors=(("x(3)", RuntimeError, "expected a tensor with 2 or more dimensions"),),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
)
def linalg_pinv(
    input: Array,
    rcond: Operand | None = None,
    hermitian: bool = False,
    *,
    atol: Operand | None = None,
    rtol: Operand | None = None,
) -> Array:
    """The Moore-Penrose pseudo-inverse (..., n, m) of matrices (..., m, n).

    Singular values up to `max(atol, rtol * largest)` are taken as 0, where `rtol` is the dtype's
    precision times max(m, n) unless `atol` is given; both may be tensors, one number a matrix.
    `hermitian` takes eigenvalues instead, and reads the lower triangle. `rcond` is the older name
    of `rtol`.

    >>> import firebrick_core as fb
    >>> fb.linalg.pinv(fb.tensor([[2.0, 0.0], [0.0, 0.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.0000]])
    """
    if input.ndim < 2 or not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            f"linalg.pinv({type_name(input)}{{{list(input.shape)}}}): expected a tensor with 2 or "
            "more dimensions of float, double, cfloat or cdouble types"
        )
    if rcond is not None:
        if atol is not None or rtol is not None:
            raise TypeError("linalg.pinv(): rcond is rtol's older name; give one of them")
        rtol = rcond
    atol, rtol = _tolerances("torch.linalg.pinv", input, atol, rtol)
    return T.pseudo_inverse(input, atol, rtol, hermitian)


@composite(samples=("x(3, 4)", "x(2, 4, 3), 0.01"), dtypes="no_half_floating", layered=True)
def pinverse(input: Array, rcond: Operand = 1e-15) -> Array:
    """The pseudo-inverse: the older `linalg.pinv`, with `rcond` as relative tolerance."""
    return T.linalg_pinv(input, rcond)


# ---------------------------------------------------------------------- rank and condition
@composite(
    samples=("x(3, 4)", "x(2, 3, 3), 0.5", "T.eye(3), hermitian=True", "x(3, 3), atol=1, rtol=0.1"),
    errors=(("x(3)", RuntimeError, "must have at least 2 dimensions"),),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    layered=True,
)
def linalg_matrix_rank(
    input: Array,
    tol: Operand | None = None,
    hermitian: bool = False,
    *,
    atol: Operand | None = None,
    rtol: Operand | None = None,
) -> Array:
    """The number of singular values above `max(atol, rtol * largest)`, int64.

    The tolerances are as in `linalg.pinv`; `tol` is an absolute one alone. `hermitian` takes the
    sizes of eigenvalues instead.

    >>> import firebrick_core as fb
    >>> fb.linalg.matrix_rank(fb.ones(3, 3))
    tensor(1)
    """
    need_matrices("torch.linalg.matrix_rank", input, "input")
    if tol is not None:
        if atol is not None or rtol is not None:
            raise TypeError("linalg.matrix_rank(): give tol, or atol and rtol")
        atol, rtol = tol, 0.0
    input = input.detach()
    values = T.abs(T.linalg_eigvalsh(input)) if hermitian else T.linalg_svdvals(input)
    atol, rtol = _tolerances("torch.linalg.matrix_rank", input, atol, rtol)
    largest = T.amax(values, -1) if values.shape[-1] else T.sum(values, -1)
    return T.count_nonzero(values > T.maximum(atol, rtol * largest).unsqueeze(-1), -1)


@composite(
    samples=("x(3, 4)", *(f"x(2, 3, 3), {p}" for p in ("-2", "1", "inf", "'fro'", "'nuc'"))),
    errors=(
        ("x(3)", RuntimeError, "linalg.cond: The input tensor must have at least 2 dimensions"),
        ("x(3, 3), 3", RuntimeError, "linalg.cond got an invalid norm type: 3"),
        ("x(3, 2), 1", RuntimeError, r"linalg.cond\(ord=1\): A must be batches of square"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    layered=True,
)
def linalg_cond(input: Array, p: object = None) -> Array:
    """The condition number: the norm of a matrix times that of its inverse.

    For None, 2 and -2 it is the quotient of the largest and smallest singular value, also of
    matrices that are not square; for the other orders of `linalg.matrix_norm` the product, inf
    where a matrix is singular.

    >>> import firebrick_core as fb
    >>> fb.linalg.cond(fb.tensor([[4.0, 0.0], [0.0, 0.5]]))
    tensor(8.)
    """
    if input.ndim < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if (
        p is not None
        and p not in ("fro", "nuc")
        and (isinstance(p, str) or abs(p) not in (1, 2, math.inf))
    ):
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    if p is None or (not isinstance(p, str) and abs(p) == 2):
        if not input._array.size:
            return T.abs(input).new_zeros(input.shape[:-2])
        values = T.linalg_svdvals(input)
        largest, smallest = values[..., 0], values[..., -1]
        return smallest / largest if p == -2 else largest / smallest
    need_square(f"linalg.cond(ord={p})", input)
    inverse, info = T.linalg_inv_ex(input)
    singular = (info != 0).unsqueeze(-1).unsqueeze(-1)
    inverse = T.where(singular, 0.0, inverse)  # singular values of NaN are refused
    product = T.linalg_matrix_norm(input, p) * T.linalg_matrix_norm(inverse, p)
    return T.where(info != 0, math.inf, product)
