"""The QR factorization, and products of Householder reflectors."""

from __future__ import annotations

from .. import _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._return_types import return_type
from ._matrices import (
    need_floating,
    need_matrices,
    tensors_by_columns,
    transposed,
    type_name,
)

VECTOR = (("x(3)", RuntimeError, "must have at least 2 dimensions"),)


# ---------------------------------------------------------------------- factorizations
def _qr_shapes(A, mode):
    need_matrices("linalg.qr", A)
    need_floating("linalg.qr", A)
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(
            f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r',"
            " or 'complete'"
        )
    *batch, m, n = A.shape
    k = m if mode == "complete" else min(m, n)
    return ((0,) if mode == "r" else (*batch, m, k)), (*batch, k, n)


def _qr_rule(A, mode="reduced"):
    return tuple(meta_array(shape, A.dtype) for shape in _qr_shapes(A, mode))


@operator(
    samples=("x(4, 3)", "x(2, 3, 4)", "x(3, 3), 'complete'", "x(3, 0)", "x(0, 3)"),
    errors=(*VECTOR, ("x(3, 3), 'full'", RuntimeError, "unrecognized mode 'full'")),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    out=True,
    returns=("Q", "R"),
    meta=_qr_rule,
)
def linalg_qr(xp, A: Array, mode: str = "reduced") -> tuple[Array, Array]:
    """Q and R with A = Q R: orthonormal columns, and an upper triangle.

    Of A (..., m, n), Q is (..., m, k) and R (..., k, n), where k is min(m, n), or m with `mode`
    "complete". "r" leaves Q empty.

    >>> import firebrick_core as fb
    >>> Q, R = fb.linalg.qr(fb.ones(4, 2))
    >>> Q.shape, R.shape
    (torch.Size([4, 2]), torch.Size([2, 2]))
    """
    empty, shape = _qr_shapes(A, mode)
    if mode == "r":
        return xp.zeros(empty, A.dtype), xp.linalg.qr(A, mode).reshape(shape)
    Q, R = xp.linalg.qr(A, mode)
    return Q, R


@composite(
    samples=("x(4, 3)", "x(2, 3, 4)", "x(3, 3), False"),
    errors=VECTOR,
    dtypes="no_half_floating",
    out=True,
    layered=True,
)
def qr(input: Array, some: bool = True) -> tuple[Array, Array]:
    """Q and R with A = Q R: the older `linalg.qr`, complete where not `some`."""
    return return_type("qr", ("Q", "R"))(*T.linalg_qr(input, "reduced" if some else "complete"))


def _geqrf_rule(input):
    if input.ndim < 2:
        raise RuntimeError("torch.geqrf: input must have at least 2 dimensions.")
    tau = (*input.shape[:-2], min(input.shape[-2:]))
    return meta_array(input.shape, input.dtype), meta_array(tau, input.dtype)


@operator(
    samples=("x(4, 3)", "x(2, 3, 4)", "x(3, 0)"),
    errors=(("x(3)", RuntimeError, "geqrf: input must have at least 2 dimensions"),),
    dtypes="no_half_floating",
    out=True,
    returns=("a", "tau"),
    meta=_geqrf_rule,
)
def geqrf(xp, input: Array) -> tuple[Array, Array]:
    """The QR factorization as LAPACK keeps it: R with the reflectors of Q below it, their scales.

    `linalg.householder_product` makes Q of them, `ormqr` multiplies with Q.

    >>> import firebrick_core as fb
    >>> a, tau = fb.geqrf(fb.ones(4, 2))
    >>> fb.linalg.householder_product(a, tau).shape
    torch.Size([4, 2])
    """
    need_floating("geqrf", input, NotImplementedError)
    _geqrf_rule(input)
    reflectors, tau = xp.linalg.qr(input, "raw")
    return transposed(reflectors), tau


# ---------------------------------------------------------------------- reflectors
def _check_reflectors(name, input, tau):
    need_floating(name, input, NotImplementedError)
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if tau.ndim != input.ndim - 1:
        raise RuntimeError(
            f"{name}: Expected tau to have one dimension less than input, but got tau.ndim equal to"
            f" {tau.ndim} and input.ndim is equal to {input.ndim}"
        )
    if tau.shape[:-1] != input.shape[:-2]:
        raise RuntimeError(
            f"{name}: Expected batch dimensions of tau to be equal to input.shape[:-2], but got "
            f"{list(tau.shape[:-1])}"
        )
    if tau.dtype is not input.dtype:
        raise RuntimeError(
            f"{name}: tau dtype {type_name(tau)} does not match input dtype {type_name(input)}"
        )


def _block_reflector(input, tau):
    """V and T with H_1 H_2 ... H_k = 1 - V T V^H, where H_i = 1 - tau_i v_i v_i^H.

    Column i of V holds 1 at i and what `input` has below it. T is the inverse of the upper
    triangle of V^H V with 1 / tau on its diagonal (Joffrain et al., Accumulating Householder
    transformations, revisited, 2006).
    """
    m, k = input.shape[-2], tau.shape[-1]
    V = T.tril(input[..., :k], -1)
    V = V + T.diag_embed(input.new_ones((*input.shape[:-2], m)))[..., :k]
    scaled = tau.unsqueeze(-1) * T.matmul(T.adjoint(V), V)
    return V, T.linalg_solve_triangular(scaled, T.diag_embed(tau), upper=True, unitriangular=True)


@composite(
    samples=("x(4, 3), unit(3)", "x(2, 4, 3), unit(2, 2)", "x(3, 3), unit(0)"),
    errors=(
        ("x(2, 3), x(1)", RuntimeError, r"input.shape\[-2\] must be greater than or equal"),
        ("x(3, 2), x(3)", RuntimeError, r"must be greater than or equal to tau.shape\[-1\]"),
        ("x(3, 2), x(2, 2)", RuntimeError, "Expected tau to have one dimension less than input"),
    ),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
    aliases=("torch.orgqr", "Tensor.orgqr"),
    out=True,
    layered=True,
)
def linalg_householder_product(input: Array, tau: Array) -> Array:
    """The first n columns of the product of the Householder reflectors that `geqrf` gives.

    `input` is (..., m, n) with m >= n: column i holds reflector i below row i. `tau` is (..., k).

    >>> import firebrick_core as fb
    >>> fb.linalg.householder_product(fb.zeros(3, 2), fb.zeros(2)).shape
    torch.Size([3, 2])
    """
    name = "torch.linalg.householder_product"
    _check_reflectors(name, input, tau)
    m, n = input.shape[-2:]
    if m < n:
        raise RuntimeError(
            f"{name}: input.shape[-2] must be greater than or equal to input.shape[-1]"
        )
    if n < tau.shape[-1]:
        raise RuntimeError(
            f"{name}: input.shape[-1] must be greater than or equal to tau.shape[-1]"
        )
    ones = T.diag_embed(input.new_ones((*input.shape[:-2], m)))[..., :n]
    V, block = _block_reflector(input, tau)
    product = T.matmul(V, T.matmul(block, T.adjoint(V[..., :n, :])))
    return tensors_by_columns(ones - product)


@composite(
    samples=(
        "x(4, 3), unit(3), x(4, 2)",
        "x(2, 4, 3), unit(2, 3), x(2, 3, 4), False",
        "x(4, 3), unit(3), x(4, 2), True, True",
    ),
    errors=(
        ("x(3, 2), x(2), x(4, 3)", RuntimeError, r"other.shape\[-2\] must be equal"),
        ("x(3, 2), x(2), x(3)", RuntimeError, "other must have at least 2 dimensions"),
    ),
    dtypes="no_half_floating",
    out=True,
    layered=True,
)
def ormqr(
    input: Array, input2: Array, input3: Array, left: bool = True, transpose: bool = False
) -> Array:
    """Matrices multiplied from the left, or right, with the m x m product Q of reflectors.

    With Q^H where `transpose`. `input` and `input2` are `geqrf`'s results, `input3` the matrices.

    >>> import firebrick_core as fb
    >>> fb.ormqr(fb.zeros(3, 2), fb.zeros(2), fb.ones(3, 1)).shape
    torch.Size([3, 1])
    """
    _check_reflectors("torch.ormqr", input, input2)
    _check_other(input, input2, input3, left)
    V, block = _block_reflector(input, input2)
    if transpose:
        block = T.adjoint(block)
    if left:
        change = T.matmul(V, T.matmul(block, T.matmul(T.adjoint(V), input3)))
    else:
        change = T.matmul(T.matmul(T.matmul(input3, V), block), T.adjoint(V))
    return tensors_by_columns(input3 - change)


def _check_other(input, tau, other, left):
    if other.ndim < 2:
        raise RuntimeError("torch.ormqr: other must have at least 2 dimensions.")
    side = -2 if left else -1
    if other.shape[side] < tau.shape[-1]:
        raise RuntimeError(
            f"torch.ormqr: other.shape[{side}] must be greater than or equal to tau.shape[-1]"
        )
    if other.shape[side] != input.shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be equal to input.shape[-2]")
    if tau.shape[-1] != min(other.shape[side], input.shape[-1]):
        raise RuntimeError(
            f"torch.ormqr: tau.shape[-1] must be equal to min(other.shape[{side}], input.shape[-1])"
        )
    if other.ndim != input.ndim:
        raise RuntimeError(
            "torch.ormqr: Expected other to have the same number of dimensions as input, but got "
            f"other.ndim equal to {other.ndim} and input.ndim is equal to {input.ndim}"
        )
    if other.shape[:-2] != input.shape[:-2]:
        raise RuntimeError(
            "torch.ormqr: Expected batch dimensions of other to be equal to input.shape[:-2], but "
            f"got {list(other.shape[:-2])}"
        )
    if other.dtype is not input.dtype:
        raise RuntimeError(
            "torch.ormqr: Expected input and other to have the same dtype, but input has dtype "
            f"{type_name(input)} and other has dtype {type_name(other)}"
        )
