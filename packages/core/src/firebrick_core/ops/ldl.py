"""The factorization of symmetric and Hermitian matrices that may be indefinite."""

from __future__ import annotations

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._return_types import return_type
from . import _ldl
from ._matrices import by_columns, flat_batch, need_floating, need_square, type_name
from ._rules import broadcast_shapes
from .failures import raise_first
from .solving import check_older


def _factor_rule(input, *, hermitian=False, check_errors=False):
    need_square("torch.linalg.ldl_factor_ex", input)
    return (
        meta_array(input.shape, input.dtype),
        meta_array(input.shape[:-1], "i4"),
        meta_array(input.shape[:-2], "i4"),
    )


@operator(
    samples=("x(3, 3)", "x(2, 4, 4), hermitian=True", "x(0, 0)"),
    errors=(
        ("x(3, 2)", RuntimeError, "must be batches of square matrices"),
        ("T.zeros(2, 2), check_errors=True", RuntimeError, r"ldl_factor_ex: D\[1,1\] is zero"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("LD", "pivots", "info"),
    meta=_factor_rule,
)
def linalg_ldl_factor_ex(
    xp, input: Array, *, hermitian: bool = False, check_errors: bool = False
) -> tuple[Array, Array, Array]:
    """`linalg.ldl_factor` that tells zeros in D by `info`, instead of raising.

    >>> import firebrick_core as fb
    >>> fb.linalg.ldl_factor_ex(fb.zeros(2, 2)).info
    tensor(1, dtype=torch.int32)
    """
    need_square("torch.linalg.ldl_factor_ex", input)
    need_floating("torch.linalg.ldl_factor_ex", input)
    hermitian = hermitian and input.dtype.kind == "c"
    ld = xp.empty_like(flat_batch(input))
    pivots, info = xp.empty(ld.shape[:-1], "i4"), xp.zeros(len(ld), "i4")
    for i, a in enumerate(flat_batch(input)):
        ld[i], pivots[i], info[i] = _ldl.factor(xp, a, hermitian)
    info = info.reshape(input.shape[:-2])
    if check_errors:
        raise_first(info, "ldl", "torch.linalg.ldl_factor_ex")
    return by_columns(xp, ld.reshape(input.shape)), pivots.reshape(input.shape[:-1]), info


@composite(
    samples=("x(3, 3)", "x(2, 4, 4), hermitian=True"),
    errors=(("T.zeros(2, 2)", RuntimeError, r"ldl_factor: D\[1,1\] is zero"),),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
)
def linalg_ldl_factor(input: Array, *, hermitian: bool = False) -> tuple[Array, Array]:
    """L and D of symmetric, or `hermitian`, matrices in one matrix, and the exchanges of rows.

    A = P L D L^T P^T, where D has blocks of size 1 and 2. Only the lower triangle of A (..., n, n)
    is read. The results are those of LAPACK's sytrf and hetrf. Raises linalg.LinAlgError where D
    has a zero block.

    >>> import firebrick_core as fb
    >>> fb.linalg.ldl_factor(fb.tensor([[4.0, 2.0], [2.0, 5.0]])).LD
    tensor([[4.0000, 0.0000],
            [0.5000, 4.0000]])
    """
    LD, pivots, info = T.linalg_ldl_factor_ex(input, hermitian=hermitian)
    T.require_success(info, "ldl", "torch.linalg.ldl_factor")
    return return_type("linalg_ldl_factor", ("LD", "pivots"))(LD, pivots)


def _solve_shape(LD, pivots, B):
    name = "torch.linalg.ldl_solve"
    need_square(name, LD)
    need_floating(name, LD)
    if B.ndim < 2:
        raise RuntimeError(
            f"{name}: Expected B to have at least 2 dimensions, but it has {B.ndim} dimensions "
            "instead"
        )
    check_older(name, B, LD)
    if pivots.shape != LD.shape[:-1]:
        raise RuntimeError(
            f"{name}: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with "
            f"shape {list(pivots.shape)} instead"
        )
    if pivots.dtype.kind not in "iu":
        raise RuntimeError(f"{name}: Expected pivots to be integers. Got {type_name(pivots)}")
    return (*broadcast_shapes(LD.shape[:-2], B.shape[:-2]), *B.shape[-2:])


def _solve_rule(LD, pivots, B, *, hermitian=False):
    return meta_array(_solve_shape(LD, pivots, B), B.dtype)


PIVOTS = "T.tensor([-2, -2, 3], dtype=T.int32)"


@operator(
    samples=(
        f"x(3, 3), {PIVOTS}, x(2, 3, 2)",
        "x(3, 3), T.tensor([1, 3, 3], dtype=T.int32), x(3, 1), hermitian=True",
        "x(2, 2, 2), T.tensor([[1, 2], [2, 2]], dtype=T.int32), x(2, 3)",
    ),
    errors=(
        ("x(3, 3), T.ones(2, dtype=T.int32), x(3, 1)", RuntimeError, "pivots with shape"),
        ("x(3, 3), T.ones(3), x(3, 1)", RuntimeError, "Expected pivots to be integers"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    meta=_solve_rule,
)
def linalg_ldl_solve(xp, LD: Array, pivots: Array, B: Array, *, hermitian: bool = False) -> Array:
    """X with A X = B, from the factorization of A that `linalg.ldl_factor` gives.

    >>> import firebrick_core as fb
    >>> factors = fb.linalg.ldl_factor(fb.tensor([[0.0, 2.0], [2.0, 0.0]]))
    >>> fb.linalg.ldl_solve(*factors, fb.tensor([[2.0], [4.0]]))
    tensor([[2.],
            [1.]])
    """
    shape = _solve_shape(LD, pivots, B)
    hermitian = hermitian and LD.dtype.kind == "c"
    batch = shape[:-2]
    x = xp.empty(shape, B.dtype)
    x[...] = B
    flat = flat_batch(x)
    lds = flat_batch(xp.broadcast_to(LD, (*batch, *LD.shape[-2:])))
    rows = flat_batch(xp.broadcast_to(pivots, (*batch, pivots.shape[-1])), 1)
    for i in range(len(flat)):
        _ldl.solve(xp, lds[i], rows[i], flat[i], hermitian)
    return x
