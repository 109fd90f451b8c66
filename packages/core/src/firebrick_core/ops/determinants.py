"""Determinants."""

from __future__ import annotations

from .. import _operators as T
from .._device import meta_array
from .._errstate import quiet
from .._operator import Array, composite, operator
from .._return_types import return_type
from ._lu import lu_factors
from ._matrices import need_floating, need_square, real_type

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
