"""Least squares: the X that makes A X - B smallest."""

from __future__ import annotations

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._errors import LinAlgError
from .._operator import Array, composite, operator
from .._return_types import return_type
from ._dims import largest
from ._matrices import adjoint, need_floating, real_type, type_name
from ._rules import broadcast_shapes
from ._triangular import substitute

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
