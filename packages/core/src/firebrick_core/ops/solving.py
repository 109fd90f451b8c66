"""Systems of linear equations: solved, inverted, and in the sense of least squares."""

from __future__ import annotations

import math

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._errors import LinAlgError
from .._operator import Array, composite, operator
from .._return_types import return_type
from .._typing import Dims
from ._dims import broadcast_shapes, largest, one_dim
from ._matrices import (
    adjoint,
    by_columns,
    identities,
    need_fitting,
    need_floating,
    need_matrices,
    need_same_dtype,
    need_square,
    real_type,
    substitute,
    substitute_right,
    tensors_by_columns,
    transposed,
    type_name,
)
from ._positions import row_major
from .lu import lu_factors, solve_factored
from .removed import raise_first


# ---------------------------------------------------------------------- general matrices
def is_vector(a, b):
    """Whether B holds vectors: one, or a batch of them as large as that of the matrices."""
    return b.ndim == 1 or (b.ndim == a.ndim - 1 and b.shape == a.shape[:-1])


def _check_system(A, B, left):
    """Check the arguments of `solve`; returns the shapes of B as matrices, and of the result."""
    need_floating("linalg.solve", A)
    need_square("linalg.solve", A)
    need_same_dtype("linalg.solve", A, B)
    vector = is_vector(A, B)
    if vector and not left:
        raise RuntimeError(
            "linalg.solve: Vector broadcasting of the left hand side is not supported for "
            "left=False. In this case linalg.solve is equivalent to B / A.squeeze(-1)"
        )
    if not vector:
        need_matrices("linalg.solve", B, "B")
    matrices = B.reshape(*B.shape, 1) if vector else B
    need_fitting("linalg.solve", A, matrices, left)
    batch = broadcast_shapes(A.shape[:-2], matrices.shape[:-2])
    return matrices, (*batch, *(matrices.shape[-2:-1] if vector else matrices.shape[-2:]))


def _solve_rule(A, B, *, left=True, check_errors=False):
    shape = _check_system(A, B, left)[1]
    return meta_array(shape, B.dtype), meta_array(A.shape[:-2], "i4")


@operator(
    samples=(
        "x(3, 3), x(3)",
        "x(3, 3), x(3, 2)",
        "x(2, 3, 3), x(2, 3)",
        "x(2, 3, 3), x(3, 2)",
        "x(3, 3), x(2, 4, 3), left=False",
        "x(0, 0), x(0, 2)",
    ),
    errors=(
        ("x(3, 2), x(3)", RuntimeError, "must be batches of square matrices"),
        ("x(3, 3), x(4)", RuntimeError, r"equation AX = B \(3x3 and 4x1\)"),
        ("x(3, 3), x(3).double()", RuntimeError, "to have the same dtype"),
        ("T.zeros(2, 2), T.ones(2), check_errors=True", RuntimeError, "input matrix is singular"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("result", "info"),
    meta=_solve_rule,
)
def linalg_solve_ex(
    xp, A: Array, B: Array, *, left: bool = True, check_errors: bool = False
) -> tuple[Array, Array]:
    """`linalg.solve` that tells singular matrices by `info`, not 0 for them, instead of raising.

    Of a singular matrix the solution holds infinities and NaN.

    >>> import firebrick_core as fb
    >>> fb.linalg.solve_ex(fb.zeros(2, 2), fb.ones(2)).info
    tensor(1, dtype=torch.int32)
    """
    matrices, shape = _check_system(A, B, left)
    if not left:
        A, matrices = transposed(A), transposed(matrices)
    info = xp.zeros(A.shape[:-2], "i4")
    try:
        result = xp.linalg.solve(A, matrices)
    except np.linalg.LinAlgError:
        lu, pivots, info = lu_factors(xp, A)
        if check_errors:
            raise_first(info, "solve", "torch.linalg.solve_ex")
        result = solve_factored(xp, lu, pivots, matrices)
    result = (result if left else transposed(result)).reshape(shape)
    return (by_columns(xp, result) if left and result.ndim > 1 else row_major(result)), info


@composite(
    samples=("x(3, 3), x(3)", "x(2, 3, 3), x(3, 2)", "x(3, 3), x(4, 3), left=False"),
    errors=(("T.zeros(2, 2), T.ones(2)", RuntimeError, "input matrix is singular"),),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    layered=True,
)
def linalg_solve(A: Array, B: Array, *, left: bool = True) -> Array:
    """X with A X = B, or X A = B where not `left`, of square matrices A (..., n, n).

    B is (..., n, k), or a vector (n) or a batch of vectors (..., n) as large as that of A; batches
    broadcast otherwise. Raises linalg.LinAlgError for singular matrices.

    >>> import firebrick_core as fb
    >>> fb.linalg.solve(fb.tensor([[2.0, 0.0], [0.0, 4.0]]), fb.tensor([2.0, 2.0]))
    tensor([1.0000, 0.5000])
    """
    result, info = T.linalg_solve_ex(A, B, left=left)
    T.require_success(info, "solve", "torch.linalg.solve")
    return result


def _inverse_rule(A, *, check_errors=False):
    need_square("linalg.inv", A)
    return meta_array(A.shape, A.dtype), meta_array(A.shape[:-2], "i4")


@operator(
    samples=("x(3, 3)", "x(2, 3, 3)", "x(0, 0)"),
    errors=(
        ("x(3, 2)", RuntimeError, "must be batches of square matrices"),
        ("T.zeros(2, 2), check_errors=True", RuntimeError, "linalg.inv_ex: The diagonal element 1"),
        ("x(3, 3).long()", RuntimeError, "floating point or complex tensor as input. Got Long"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("inverse", "info"),
    meta=_inverse_rule,
)
def linalg_inv_ex(xp, A: Array, *, check_errors: bool = False) -> tuple[Array, Array]:
    """`linalg.inv` that tells singular matrices by `info`, not 0 for them, instead of raising.

    >>> import firebrick_core as fb
    >>> fb.linalg.inv_ex(fb.zeros(2, 2)).info
    tensor(1, dtype=torch.int32)
    """
    need_floating("linalg.inv", A)
    need_square("linalg.inv", A)
    info = xp.zeros(A.shape[:-2], "i4")
    try:
        return by_columns(xp, xp.linalg.inv(A)), info
    except np.linalg.LinAlgError:
        lu, pivots, info = lu_factors(xp, A)
        if check_errors:
            raise_first(info, "inverse", "linalg.inv_ex")
        inverse = solve_factored(xp, lu, pivots, identities(xp, A, A.shape[-1]))
        return by_columns(xp, inverse), info


@composite(
    samples=("x(3, 3)", "x(2, 3, 3)"),
    errors=(
        ("T.zeros(2, 2)", RuntimeError, "The diagonal element 1 is zero, the inversion could not"),
        ("T.zeros(1, 2, 2)", RuntimeError, r"linalg.inv: \(Batch element 0\): The diagonal"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    layered=True,
)
def linalg_inv(A: Array) -> Array:
    """The inverse of square matrices (..., n, n).

    Raises linalg.LinAlgError for singular matrices. `linalg.solve` is faster and more accurate
    where the inverse is only multiplied.

    >>> import firebrick_core as fb
    >>> fb.linalg.inv(fb.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    inverse, info = T.linalg_inv_ex(A)
    T.require_success(info, "inverse", "linalg.inv")
    return inverse


@composite(samples=("x(3, 3)",), dtypes="no_half_floating", out=True, layered=True)
def inverse(input: Array) -> Array:
    """The inverse of square matrices: `linalg.inv`."""
    return T.linalg_inv(input)


# ---------------------------------------------------------------------- triangular matrices
def _check_triangular(A, B, left):
    need_floating("linalg.solve_triangular", A, NotImplementedError)
    need_square("linalg.solve_triangular", A)
    need_matrices("linalg.solve_triangular", B, "B")
    need_same_dtype("linalg.solve_triangular", A, B)
    need_fitting("linalg.solve_triangular", A, B, left)
    return (*broadcast_shapes(A.shape[:-2], B.shape[:-2]), *B.shape[-2:])


def _triangular_rule(input, B, *, upper, left=True, unitriangular=False):
    return meta_array(_check_triangular(input, B, left), B.dtype)


@operator(
    samples=(
        "x(3, 3), x(3, 2), upper=True",
        "x(2, 3, 3), x(3, 2), upper=False, unitriangular=True",
        "x(3, 3), x(2, 2, 3), upper=False, left=False",
        "x(40, 40) * 0.1, x(40, 2), upper=True, unitriangular=True",
    ),
    errors=(
        ("x(3, 3), x(3), upper=True", RuntimeError, "B must have at least 2 dimensions"),
        ("x(3, 3), x(4, 2), upper=True", RuntimeError, "Incompatible shapes of A and B"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    meta=_triangular_rule,
)
def linalg_solve_triangular(
    xp, input: Array, B: Array, *, upper: bool, left: bool = True, unitriangular: bool = False
) -> Array:
    """X with A X = B, or X A = B where not `left`, of triangular matrices A (..., n, n).

    Only one triangle of A is read, the `upper` one or the lower one, and no diagonal where
    `unitriangular` says that it holds ones. Zeros on it give infinities and NaN, and no error.

    >>> import firebrick_core as fb
    >>> A, B = fb.tensor([[1.0, 2.0], [0.0, 4.0]]), fb.tensor([[5.0], [4.0]])
    >>> fb.linalg.solve_triangular(A, B, upper=True)
    tensor([[3.],
            [1.]])
    """
    _check_triangular(input, B, left)
    solve = substitute if left else substitute_right
    return by_columns(xp, solve(xp, input, B, upper, unitriangular))


@composite(
    samples=(
        "x(3, 2), x(3, 3)",
        "x(2, 3, 2), x(3, 3), False, True",
        "x(3, 2), x(3, 3), unitriangular=True",
    ),
    errors=(("x(3), x(3, 3)", RuntimeError, "Expected b to have at least 2 dimensions"),),
    dtypes="no_half_floating",
    out=True,
    layered=True,
)
def triangular_solve(
    input: Array, A: Array, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> tuple[Array, Array]:
    """X with A X = B, or A.T X = B, and a copy of A: the older `linalg.solve_triangular`.

    B comes first.
    """
    for label, t in (("b", input), ("A", A)):
        if t.ndim < 2:
            raise RuntimeError(
                f"torch.triangular_solve: Expected {label} to have at least 2 dimensions, but it "
                f"has {t.ndim} dimensions instead"
            )
    check_older("triangular_solve", input, A)
    batch = broadcast_shapes(A.shape[:-2], input.shape[:-2])
    A = T.expand(A, (*batch, *A.shape[-2:]))
    used, upper = (A.mT, not upper) if transpose else (A, upper)
    solution = T.linalg_solve_triangular(used, input, upper=upper, unitriangular=unitriangular)
    results = return_type("triangular_solve", ("solution", "cloned_coefficient"))
    return results(solution, tensors_by_columns(T.clone(A)))


def check_older(name, b, A):
    """Raises RuntimeError where b and A do not fit, as PyTorch's older solvers word it."""
    if b.dtype != A.dtype:
        raise RuntimeError(
            f"Expected b and A to have the same dtype, but found b of type {type_name(b)} and A of"
            f" type {type_name(A)} instead."
        )
    if A.shape[-1] != A.shape[-2]:
        raise RuntimeError(
            "A must be batches of square matrices, but they are "
            f"{A.shape[-2]} by {A.shape[-1]} matrices"
        )
    if A.shape[-1] != b.shape[-2]:
        raise RuntimeError(
            f"Incompatible matrix sizes for {name}: each A matrix is {A.shape[-1]} by "
            f"{A.shape[-1]} but each b matrix is {b.shape[-2]} by {b.shape[-1]}"
        )


# ---------------------------------------------------------------------- tensors as matrices
@composite(
    samples=("x(4, 6, 8, 3)", "x(6, 2, 3), 1"),
    errors=(
        ("x(6, 2, 2), 1", RuntimeError, r"prod\(self.shape\[:ind\]\), but got 4 != 6"),
        ("x(6, 2, 3), 0", RuntimeError, "strictly positive integer for 'ind'"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    layered=True,
)
def linalg_tensorinv(input: Array, ind: int = 2) -> Array:
    """The inverse of a tensor as a linear map of its first `ind` dimensions: of `tensordot`.

    >>> import firebrick_core as fb
    >>> fb.linalg.tensorinv(fb.eye(6).reshape(6, 2, 3), ind=1).shape
    torch.Size([2, 3, 6])
    """
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    rest, first = tuple(input.shape[ind:]), tuple(input.shape[:ind])
    if math.prod(rest) != math.prod(first):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == "
            f"prod(self.shape[:ind]), but got {math.prod(rest)} != {math.prod(first)}"
        )
    n = math.prod(first)
    inverse, info = T.linalg_inv_ex(T.reshape(input, (n, n)))
    T.require_success(info, "inverse", "inv")
    return T.reshape(inverse, rest + first)


@composite(
    samples=("x(2, 3, 6), x(2, 3)", "x(2, 6, 3), x(2, 3), (1,)"),
    errors=(("x(2, 3, 5), x(2, 3)", RuntimeError, "but got 5 != 6"),),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    layered=True,
)
def linalg_tensorsolve(input: Array, other: Array, dims: Dims = None) -> Array:
    """X with `tensordot(A, X, X.ndim) == B`; `dims` of A are moved to the end first.

    >>> import firebrick_core as fb
    >>> fb.linalg.tensorsolve(fb.eye(6).reshape(2, 3, 6), fb.ones(2, 3))
    tensor([1., 1., 1., 1., 1., 1.])
    """
    if dims is not None:
        moved = [one_dim(d, input.ndim) for d in dims]
        input = T.permute(input, [d for d in range(input.ndim) if d not in moved] + moved)
    shape, rows = tuple(input.shape[other.ndim :]), math.prod(input.shape[: other.ndim])
    if math.prod(shape) != rows:
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == "
            f"prod(self.shape[:other.ndim]), but got {math.prod(shape)} != {rows}"
        )
    solution = T.linalg_solve(T.reshape(input, (rows, rows)), T.reshape(other, (other.numel(),)))
    return T.reshape(solution, shape)


# Least squares: the X that makes A X - B smallest.

DRIVERS = ("gels", "gelsy", "gelsd", "gelss")


def _by_reflectors(xp, a, b):
    """The solution of full-rank systems through Q R, of least norm where there are several.

    As LAPACK's gels, 0 where R has a zero on its diagonal.
    """
    m, n = a.shape[-2:]
    tall = m >= n
    Q, R = xp.linalg.qr(a if tall else adjoint(a))
    if tall:
        x = substitute(xp, R, xp.matmul(adjoint(Q), b), upper=True)
    else:
        x = xp.matmul(Q, substitute(xp, adjoint(R), b, upper=False))
    singular = (xp.diagonal(R, 0, -2, -1) == 0).any(-1)
    return xp.where(singular[..., None, None], xp.zeros((), x.dtype), x)


def _by_singular_values(xp, a, b, rcond):
    """The solution of least norm, the rank, and the singular values."""
    try:
        U, S, Vh = xp.linalg.svd(a, False)
    except np.linalg.LinAlgError:
        raise LinAlgError(
            "torch.linalg.lstsq: The least squares solution could not be computed because the input"
            " matrix contained non-finite values"
        ) from None
    kept = S > rcond * largest(xp, xp.maximum, S)[..., None]
    inverses = xp.where(kept, 1 / S, 0).astype(S.dtype)
    x = xp.matmul(adjoint(Vh), inverses[..., None] * xp.matmul(adjoint(U), b))
    return x, kept.sum(-1), S


def _residual_shape(input, b, driver, full_rank):
    m, n = input.shape[-2:]
    if m <= n or driver == "gelsy" or not full_rank:
        return (0,)
    return (*input.shape[:-2], b.shape[-1])


def _rule(input, b, rcond, driver):
    m, n = input.shape[-2:]
    batch, real = input.shape[:-2], real_type(input.dtype)
    by_values = driver in ("gelsd", "gelss")
    return (
        meta_array((*batch, n, b.shape[-1]), b.dtype),
        meta_array(_residual_shape(input, b, driver, True), real),
        meta_array((0,) if driver == "gels" else batch, "i8"),
        meta_array((*batch, min(m, n)) if by_values else (0,), real),
    )


@operator(
    samples=(
        "x(4, 3), x(4, 2), 1e-6, 'gels'",
        "x(2, 3, 4), x(2, 3, 2), 1e-6, 'gels'",
        "x(4, 3), x(4, 2), 1e-6, 'gelsy'",
        "x(2, 4, 3), x(2, 4, 1), 1e-6, 'gelsd'",
    ),
    dtypes="no_half_floating",
    namespace="internal",
    methods=False,
    returns=("solution", "residuals", "rank", "singular_values"),
    meta=_rule,
)
def least_squares(
    xp, input: Array, b: Array, rcond: float, driver: str
) -> tuple[Array, Array, Array, Array]:
    """`linalg.lstsq` of checked arguments: B holds matrices, of the batch dimensions of A."""
    real = real_type(input.dtype)
    values, rank = xp.zeros(0, real), xp.zeros(0, "i8")
    full_rank = True
    if driver == "gels":
        x = _by_reflectors(xp, input, b)
    else:
        x, rank, S = _by_singular_values(xp, input, b, rcond)
        full_rank = bool((xp.asarray(rank) == input.shape[-1]).all())
        if driver != "gelsy":
            values = S
    shape = _residual_shape(input, b, driver, full_rank)
    if shape == (0,):
        return x, xp.zeros(0, real), rank, values
    off = xp.matmul(input, x) - b
    return x, (off * off.conj()).real.sum(-2), rank, values


def _checked(input, b, driver):
    """B as matrices, and the driver. Raises RuntimeError for what does not fit."""
    name = "torch.linalg.lstsq"
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if b.ndim < 1:
        raise RuntimeError(f"{name}: other must have at least 1 dimension.")
    need_floating(name, input)
    if input.dtype is not b.dtype:
        raise RuntimeError(
            f"{name}: Expected input and other to have the same dtype, but got input's dtype "
            f"{type_name(input)} and other's dtype {type_name(b)}"
        )
    if not 0 <= input.ndim - b.ndim <= 1:
        raise RuntimeError(
            f"{name}: input.dim() must be greater or equal to other.dim() and "
            "(input.dim() - other.dim()) <= 1"
        )
    vector = input.ndim - 1 == b.ndim and input.shape[:-1] == b.shape
    matrices = b.unsqueeze(-1) if vector else b
    if input.ndim > matrices.ndim:
        raise RuntimeError(
            f"{name}: expected other to be a vector for each matrix of input, of shape "
            f"{list(input.shape[:-1])}, or matrices of as many dimensions as input; got "
            f"{list(b.shape)}"
        )
    if input.shape[-2] != matrices.shape[-2]:
        side = "-1" if vector else "-2"
        raise RuntimeError(f"{name}: input.size(-2) should match other.size({side})")
    driver = "gelsy" if driver is None else driver
    if driver not in DRIVERS:
        raise RuntimeError(
            f"{name}: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)"
        )
    return matrices, vector, driver


@composite(
    samples=(
        "x(4, 3), x(4, 2)",
        "x(2, 3, 4), x(2, 3)",
        "x(4, 3), x(4, 2), driver='gels'",
        "x(4, 3), x(4), driver='gelsd'",
        "x(4, 2) @ x(2, 3), x(4, 1), 1e-3",
    ),
    errors=(
        ("x(3), x(3)", RuntimeError, "input must have at least 2 dimensions"),
        ("x(3, 2), x(4, 1)", RuntimeError, r"input.size\(-2\) should match other.size\(-2\)"),
        ("x(3, 2), x(3, 1), driver='svd'", RuntimeError, "should be one of"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    layered=True,
)
def linalg_lstsq(
    input: Array, b: Array, rcond: float | None = None, *, driver: str | None = None
) -> tuple[Array, Array, Array, Array]:
    """The X that makes `A X - B` smallest, the one of least norm where there are several.

    A is (..., m, n) and B (..., m, k), or (..., m) for vectors. Results: `solution`; `residuals`,
    the sums of squares of A X - B where m > n and A has full rank, else empty; `rank`;
    `singular_values`. `driver`: "gelsy" (the default; no residuals), "gels" (for full rank, by QR;
    no rank), "gelsd" and "gelss" (with singular values). All but "gels" take singular values up to
    `rcond` times the largest as 0; that is the dtype's precision times max(m, n) unless given.

    >>> import firebrick_core as fb
    >>> A = fb.tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
    >>> fb.linalg.lstsq(A, fb.tensor([1.0, 3.0, 5.0])).solution
    tensor([1.0000, 2.0000])
    """
    matrices, vector, driver = _checked(input, b, driver)
    if rcond is None:
        real = input.dtype.to_real().numpy_dtype
        rcond = float(np.finfo(real).eps) * max(input.shape[-2:])
    batch = broadcast_shapes(input.shape[:-2], matrices.shape[:-2])
    input = T.expand(input, (*batch, *input.shape[-2:]))
    matrices = T.expand(matrices, (*batch, *matrices.shape[-2:]))
    x, residuals, rank, values = T.least_squares(input, matrices, rcond, driver)
    x = T.squeeze(x, -1) if vector else x
    results = return_type("linalg_lstsq", ("solution", "residuals", "rank", "singular_values"))
    return results(x, residuals, rank, values.detach())
