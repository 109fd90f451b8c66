"""The LU factorization, what is solved with it, and determinants."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _operators as T
from .._device import meta_array
from .._errstate import quiet
from .._operator import Array, composite, operator
from .._return_types import return_type
from ._dims import broadcast_shapes
from ._matrices import (
    by_columns,
    flat_batch,
    need_fitting,
    need_floating,
    need_matrices,
    need_square,
    real_type,
    substitute,
    tensors_by_columns,
    type_name,
)
from .removed import raise_first


def _need_dims(name, A):
    if A.ndim < 2:
        raise RuntimeError(
            f"{name}: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} instead"
        )


# ---------------------------------------------------------------------- factorizations
def _factor_rule(A, *, pivot=True, check_errors=False):
    _need_dims("torch.lu_factor", A)
    batch, k = A.shape[:-2], min(A.shape[-2:])
    return meta_array(A.shape, A.dtype), meta_array((*batch, k), "i4"), meta_array(batch, "i4")


@operator(
    samples=("x(3, 3)", "x(2, 4, 3)", "x(3, 4)", "x(3, 3), pivot=False", "x(0, 3)"),
    errors=(
        ("x(3)", RuntimeError, "Expected tensor with 2 or more dimensions"),
        ("T.zeros(2, 2), check_errors=True", RuntimeError, r"lu_factor_ex: U\[1,1\] is zero"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("LU", "pivots", "info"),
    meta=_factor_rule,
)
def linalg_lu_factor_ex(
    xp, A: Array, *, pivot: bool = True, check_errors: bool = False
) -> tuple[Array, Array, Array]:
    """`linalg.lu_factor` that tells zeros on the diagonal of U by `info`, instead of raising.

    `info` is the place of the first zero, counted from 1, or 0.

    >>> import firebrick_core as fb
    >>> fb.linalg.lu_factor_ex(fb.zeros(2, 2)).info
    tensor(1, dtype=torch.int32)
    """
    _need_dims("torch.lu_factor", A)
    need_floating("torch.lu_factor", A, NotImplementedError)
    lu, pivots, info = lu_factors(xp, A, pivot)
    if check_errors:
        raise_first(info, "lu", "torch.linalg.lu_factor_ex")
    return by_columns(xp, lu), pivots, info


@composite(
    samples=("x(3, 3)", "x(2, 4, 3)"),
    errors=(
        ("T.zeros(1, 2, 2)", RuntimeError, r"lu_factor: \(Batch element 0\): U\[1,1\] is zero"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
)
def linalg_lu_factor(A: Array, *, pivot: bool = True) -> tuple[Array, Array]:
    """L and U in one matrix, and the exchanges of rows, of matrices (..., m, n).

    L has ones on its diagonal, which are left out; U lies above. `pivots`, int32, tells with which
    row, counted from 1, each was exchanged in turn. Raises RuntimeError where U has a zero on its
    diagonal.

    >>> import firebrick_core as fb
    >>> fb.linalg.lu_factor(fb.tensor([[1.0, 2.0], [2.0, 0.0]])).LU
    tensor([[2.0000, 0.0000],
            [0.5000, 2.0000]])
    """
    LU, pivots, info = T.linalg_lu_factor_ex(A, pivot=pivot)
    T.require_success(info, "lu", "torch.linalg.lu_factor")
    return return_type("linalg_lu_factor", ("LU", "pivots"))(LU, pivots)


@composite(
    samples=("x(3, 3)", "x(2, 4, 3)", "x(3, 4), pivot=False"),
    errors=(("x(3)", RuntimeError, "linalg.lu: Expected tensor with 2 or more dimensions"),),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
)
def linalg_lu(A: Array, *, pivot: bool = True) -> tuple[Array, Array, Array]:
    """P, L and U with A = P L U: a permutation, and a lower and an upper triangle.

    Of A (..., m, n) they are (..., m, m), (..., m, k) and (..., k, n), where k is min(m, n).
    Without `pivot` P is empty.

    >>> import firebrick_core as fb
    >>> fb.linalg.lu(fb.tensor([[1.0, 2.0], [2.0, 0.0]])).P
    tensor([[0., 1.],
            [1., 0.]])
    """
    _need_dims("linalg.lu", A)
    LU, pivots, _ = T.linalg_lu_factor_ex(A, pivot=pivot)
    parts = T.lu_unpack(LU, pivots, True, pivot)
    return return_type("linalg_lu", ("P", "L", "U"))(*parts)


@composite(
    samples=("x(3, 3)", "x(2, 4, 3), True, True"),
    dtypes="no_half_floating",
    out=True,
    layered=True,
)
def lu(input: Array, pivot: bool = True, get_infos: bool = False) -> tuple[Array, ...]:
    """The LU factorization: the older `linalg.lu_factor_ex`, with `info` only if asked for."""
    LU, pivots, info = T.linalg_lu_factor_ex(input, pivot=pivot)
    if not get_infos:
        return LU, pivots
    return return_type("_lu_with_info", ("LU", "pivots", "info"))(LU, pivots, info)


# ---------------------------------------------------------------------- parts
def _order_rule(pivots, rows):
    return meta_array((*pivots.shape[:-1], rows), "i8")


@operator(
    samples=("T.tensor([2, 3, 3], dtype=T.int32), 3",),
    errors=(("T.tensor([4], dtype=T.int32), 3", RuntimeError, "must be between 1 and"),),
    dtypes="no_half_float",
    namespace="internal",
    methods=False,
    differentiable=False,
    meta=_order_rule,
)
def lu_row_order(xp, pivots: Array, rows: int) -> Array:
    """The order of rows that a factorization's exchanges make: A[order] = L U."""
    if pivots.size and (pivots.min() < 1 or pivots.max() > rows):
        raise RuntimeError(
            "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive."
            "Did you properly pass the result of lu_factor?"
        )
    return permutations(xp, pivots, rows)


def _need_pivots(LU, pivots):
    if str(pivots.dtype) != "torch.int32":
        raise RuntimeError(
            "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 "
            f"dtype, as linalg.lu_factor gives them; got {pivots.dtype}"
        )
    want = (*LU.shape[:-2], min(LU.shape[-2:]))
    if pivots.shape != want:
        raise RuntimeError(
            f"torch.lu_unpack: expected LU_pivots of shape {list(want)} for LU_data of shape "
            f"{list(LU.shape)}, got {list(pivots.shape)}"
        )


@composite(
    samples=(
        "x(3, 3), T.tensor([2, 3, 3], dtype=T.int32)",
        "x(4, 3), T.tensor([2, 3, 3], dtype=T.int32)",
        "x(3, 3), T.tensor([2, 3, 3], dtype=T.int32), False",
        "x(3, 3), T.tensor([2, 3, 3], dtype=T.int32), True, False",
    ),
    errors=(
        ("x(3, 3), T.tensor([1, 2, 3])", RuntimeError, "tensor of torch.int32 dtype"),
        ("x(3, 3), T.tensor([9, 2, 3], dtype=T.int32)", RuntimeError, "must be between 1 and"),
    ),
    dtypes="no_half_floating",
    methods=False,
    out=True,
)
def lu_unpack(
    LU_data: Array, LU_pivots: Array, unpack_data: bool = True, unpack_pivots: bool = True
) -> tuple[Array, Array, Array]:
    """P, L and U from what `linalg.lu_factor` gives; those not asked for are empty.

    >>> import firebrick_core as fb
    >>> fb.lu_unpack(*fb.linalg.lu_factor(fb.tensor([[1.0, 2.0], [2.0, 0.0]]))).U
    tensor([[2., 0.],
            [0., 2.]])
    """
    need_matrices("torch.lu_unpack", LU_data, "LU_data")
    m, n = LU_data.shape[-2:]
    P = L = U = LU_data.new_empty(0)
    if unpack_data:
        k = min(m, n)
        ones = T.diag_embed(LU_data.new_ones((*LU_data.shape[:-2], m)))[..., :k]
        L = T.tril(LU_data[..., :k], -1) + ones
        U = T.triu(LU_data[..., :k, :])
    if unpack_pivots:
        _need_pivots(LU_data, LU_pivots)
        order = T.lu_row_order(LU_pivots, m)
        ones = T.diag_embed(LU_data.new_ones((*order.shape[:-1], m)))
        P = _rows(ones, T.argsort(order))
    return return_type("lu_unpack", ("P", "L", "U"))(P, L, U)


# ---------------------------------------------------------------------- solving
def _check_factored(LU, pivots, B, left):
    need_square("torch.linalg.lu_solve", LU)
    if str(pivots.dtype) != "torch.int32":
        raise RuntimeError("linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32")
    if LU.dtype != B.dtype:
        raise RuntimeError(
            "linalg.lu_solve: Expected LU and B to have the same dtype, but found LU of type "
            f"{type_name(LU)} and B of type {type_name(B)} instead"
        )
    if LU.shape[-1] != pivots.shape[-1]:
        raise RuntimeError(
            "linalg.lu_solve: Number of pivots per batch should be same as the dimension of the "
            "matrix"
        )
    if LU.shape[:-1] != pivots.shape:
        raise RuntimeError(
            "linalg.lu_solve: Expected LU.shape[:-1] and pivots.shape to be the same, but got "
            f"pivots with shape {list(pivots.shape)} instead"
        )
    need_matrices("linalg.lu_solve", B, "B")
    need_fitting("linalg.lu_solve", LU, B, left)


@composite(
    samples=(
        "x(3, 3), T.tensor([2, 3, 3], dtype=T.int32), x(2, 3, 2)",
        "x(3, 3), T.tensor([2, 3, 3], dtype=T.int32), x(2, 3), left=False",
        "x(3, 3), T.tensor([2, 3, 3], dtype=T.int32), x(3, 2), adjoint=True",
    ),
    errors=(
        ("x(3, 3), T.ones(2, dtype=T.int32), x(3, 1)", RuntimeError, "Number of pivots per batch"),
        ("x(3, 3), T.ones(3), x(3, 1)", RuntimeError, "should be a Tensor of scalar type"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
)
def linalg_lu_solve(
    LU: Array, pivots: Array, B: Array, *, left: bool = True, adjoint: bool = False
) -> Array:
    """X with A X = B, or X A = B where not `left`, from the factorization of A.

    With `adjoint` the conjugate transpose of A stands in its place.

    >>> import firebrick_core as fb
    >>> LU, pivots = fb.linalg.lu_factor(fb.tensor([[1.0, 2.0], [2.0, 0.0]]))
    >>> fb.linalg.lu_solve(LU, pivots, fb.tensor([[3.0], [2.0]]))
    tensor([[1.],
            [1.]])
    """
    _check_factored(LU, pivots, B, left)
    if not left:
        X = linalg_lu_solve(LU, pivots, T.adjoint(B), adjoint=not adjoint)
        return T.adjoint(X)
    order = T.lu_row_order(pivots, LU.shape[-1])
    solve = T.linalg_solve_triangular
    if not adjoint:
        half = solve(LU, _rows(B, order), upper=False, unitriangular=True)
        return solve(LU, half, upper=True)
    other = T.adjoint(LU)
    half = solve(other, B, upper=False)
    rows = _rows(solve(other, half, upper=True, unitriangular=True), T.argsort(order))
    return tensors_by_columns(rows)


def _rows(x, order):
    """The rows of matrices in another order; batch dimensions broadcast."""
    batch = broadcast_shapes(x.shape[:-2], order.shape[:-1])
    index = T.expand(order.unsqueeze(-1), (*batch, *x.shape[-2:]))
    return T.gather(T.expand(x, (*batch, *x.shape[-2:])), -2, index)


@composite(
    samples=("x(3, 2), x(3, 3), T.tensor([2, 3, 3], dtype=T.int32)",),
    dtypes="no_half_floating",
    out=True,
    layered=True,
)
def lu_solve(input: Array, LU_data: Array, LU_pivots: Array) -> Array:
    """X with A X = B, from B and the factorization of A: the older `linalg.lu_solve`."""
    return T.linalg_lu_solve(LU_data, LU_pivots, input)


# LU factorization with partial pivoting, for all matrices of a batch at once.
#
# Right-looking, in blocks (Golub & Van Loan, Matrix Computations, 3.2.11 and 3.4.1): the
# conventions are those of LAPACK's getrf. L has ones on its diagonal and lies below that of U in
# one matrix; row i was exchanged with row `pivots[i]`, counted from 1.

BLOCK = 32


def lu_factors(xp: Any, a: Any, pivot: bool = True) -> tuple[Any, Any, Any]:
    """(LU, pivots, info) of (..., m, n); `info` is the first zero on U's diagonal, from 1, or 0.

    Without `pivot` no rows are exchanged.
    """
    *batch, m, n = a.shape
    k = min(m, n)
    lu = flat_batch(xp.array(a, order="C"))
    pivots = xp.empty((len(lu), k), "i4")
    info = xp.zeros(len(lu), "i4")
    matrices = xp.arange(len(lu))
    for start in range(0, k, BLOCK):
        stop = min(start + BLOCK, k)
        if len(lu) == 1:
            _factor_panel(lu[0], start, stop, pivots[0], info, pivot)
        else:
            for j in range(start, stop):
                pivots[:, j] = _exchange(lu, j, matrices) + 1 if pivot else j + 1
                _eliminate(xp, lu, j, stop, info)
        if stop < n:
            corner = lu[:, start:stop, start:stop]
            lu[:, start:stop, stop:] = substitute(
                xp, corner, lu[:, start:stop, stop:], upper=False, unit=True
            )
            lu[:, stop:, stop:] -= xp.matmul(lu[:, stop:, start:stop], lu[:, start:stop, stop:])
    return lu.reshape(a.shape), pivots.reshape(*batch, k), info.reshape(batch)


def _size(x: Any) -> Any:
    """|re| + |im|, which LAPACK compares of complex numbers."""
    return abs(x.real) + abs(x.imag) if x.dtype.kind == "c" else abs(x)


def _factor_panel(a: Any, start: int, stop: int, pivots: Any, info: Any, pivot: bool) -> None:
    """The columns of one matrix: the steps below, in half of their time."""
    for j in range(start, stop):
        row = int(_size(a[j:, j]).argmax()) + j if pivot else j
        pivots[j] = row + 1
        if row != j:
            a[[j, row]] = a[[row, j]]
        top = a[j, j]
        if top == 0:
            info[0] = info[0] or j + 1
            continue
        below = a[j + 1 :, j]
        below /= top
        if j + 1 < stop:
            a[j + 1 :, j + 1 : stop] -= below[:, None] * a[j, j + 1 : stop]


def _exchange(lu: Any, j: int, matrices: Any) -> Any:
    """Bring the largest element of column j, from row j on, into row j; returns where it was."""
    row = _size(lu[:, j:, j]).argmax(1) + j
    if (row != j).any():
        held = lu[matrices, row]
        lu[matrices, row] = lu[:, j]
        lu[:, j] = held
    return row


def _eliminate(xp: Any, lu: Any, j: int, stop: int, info: Any) -> None:
    """Take row j from those below, in the columns up to `stop`."""
    pivot = lu[:, j, j]
    zero = pivot == 0
    if zero.any():
        info[zero & (info == 0)] = j + 1
        pivot = xp.where(zero, xp.ones((), lu.dtype), pivot)
    below = lu[:, j + 1 :, j]
    below /= pivot[:, None]
    if j + 1 < stop:
        lu[:, j + 1 :, j + 1 : stop] -= below[:, :, None] * lu[:, j, None, j + 1 : stop]


def permutations(xp: Any, pivots: Any, m: int) -> Any:
    """The order of rows that a factorization's exchanges make: A[order] = L U."""
    flat = flat_batch(pivots, 1)
    order = xp.empty((len(flat), m), "i8")
    order[...] = xp.arange(m)
    matrices = xp.arange(len(flat))
    for i in range(flat.shape[1]):
        row = flat[:, i] - 1
        held = order[matrices, row]
        order[matrices, row] = order[:, i]
        order[:, i] = held
    return order.reshape(*pivots.shape[:-1], m)


def solve_factored(xp: Any, lu: Any, pivots: Any, b: Any) -> Any:
    """X with A X = B from the LU factorization of A; batches broadcast."""
    order = permutations(xp, pivots, lu.shape[-1])[..., None]
    batch = np.broadcast_shapes(lu.shape[:-2], b.shape[:-2])
    b = xp.broadcast_to(b, (*batch, *b.shape[-2:]))
    b = xp.take_along_axis(b, xp.broadcast_to(order, (*batch, *order.shape[-2:])), -2)
    return substitute(xp, lu, substitute(xp, lu, b, upper=False, unit=True), upper=True)


# Determinants.

# Rows up to which determinants in double precision are products, exact where those are.
LARGEST_EXACT = 8
NOT_SQUARE = (("x(3, 2)", RuntimeError, "must be batches of square matrices"),)


def _determinant_rule(A):
    need_square("linalg.det", A)
    return meta_array(A.shape[:-2], A.dtype)


def _product(xp, A):
    """The product of U's diagonal, with the sign of the row exchanges."""
    lu, pivots, _ = lu_factors(xp, A)
    odd = (pivots != xp.arange(1, A.shape[-1] + 1)).sum(-1) % 2
    return xp.multiply.reduce(xp.diagonal(lu, 0, -2, -1), -1) * (1.0 - 2.0 * odd)


@operator(
    samples=("x(3, 3)", "x(2, 3, 3)", "x(0, 0)", "x(1, 1)", "T.tensor([[1.0, 2.0], [2.0, 4.0]])"),
    errors=NOT_SQUARE,
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    meta=_determinant_rule,
)
def linalg_det(xp, A: Array) -> Array:
    """The determinants of square matrices (..., n, n); 1 where n is 0.

    They overflow soon: `linalg.slogdet` gives the sign and the logarithm instead.

    >>> import firebrick_core as fb
    >>> fb.linalg.det(fb.tensor([[1.0, 2.0], [3.0, 4.0]]))
    tensor(-2.)
    """
    need_floating("linalg.det", A)
    need_square("linalg.det", A)
    wide = A.astype("c16" if A.dtype.kind == "c" else "f8")
    # NumPy's is exp of a logarithm, which misses whole numbers in double precision.
    exact = A.dtype == wide.dtype and A.shape[-1] <= LARGEST_EXACT
    with quiet():  # NumPy's function warns from its own module
        return xp.asarray(_product(xp, A) if exact else xp.linalg.det(wide)).astype(A.dtype)


@composite(samples=("x(3, 3)", "x(2, 3, 3)"), errors=NOT_SQUARE, dtypes="no_half_floating")
def det(input: Array) -> Array:
    """The determinants of square matrices: `linalg.det`."""
    return T.linalg_det(input)


def _slogdet_rule(A):
    need_square("linalg.slogdet", A)
    return meta_array(A.shape[:-2], A.dtype), meta_array(A.shape[:-2], real_type(A.dtype))


@operator(
    samples=("x(3, 3)", "x(2, 3, 3)", "x(0, 0)"),
    errors=NOT_SQUARE,
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("sign", "logabsdet"),
    meta=_slogdet_rule,
)
def linalg_slogdet(xp, A: Array) -> tuple[Array, Array]:
    """The sign and the logarithm of the absolute value of determinants.

    For complex matrices the sign is a number on the unit circle. Singular matrices give 0 and
    -inf.

    >>> import firebrick_core as fb
    >>> fb.linalg.slogdet(fb.eye(2) * 1e-30).logabsdet
    tensor(-138.1551)
    """
    need_floating("linalg.slogdet", A)
    need_square("linalg.slogdet", A)
    with quiet():
        sign, size = xp.linalg.slogdet(A)
    return xp.asarray(sign), xp.asarray(size)


@composite(
    samples=("x(3, 3)", "x(2, 3, 3)"), errors=NOT_SQUARE, dtypes="no_half_floating", out=True
)
def slogdet(input: Array) -> tuple[Array, Array]:
    """The sign and the logarithm of the absolute value of determinants: `linalg.slogdet`."""
    return return_type("slogdet", ("sign", "logabsdet"))(*T.linalg_slogdet(input))


@composite(
    samples=("x(3, 3)", "x(2, 3, 3)"),
    errors=(("x(3, 2)", RuntimeError, "logdet: A must be batches of square matrices"),),
    dtypes="no_half_floating",
)
def logdet(input: Array) -> Array:
    """The logarithm of determinants: NaN where one is negative, -inf where it is 0.

    >>> import firebrick_core as fb
    >>> fb.logdet(fb.eye(2) * 2)
    tensor(1.3863)
    """
    need_floating("logdet", input)
    need_square("logdet", input)
    sign, size = T.linalg_slogdet(input)
    if input.dtype.is_complex:
        return T.log(sign) + size
    return T.where(sign == -1, float("nan"), size)
