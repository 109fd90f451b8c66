"""The standard's linear algebra extension."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import _operators as T
from .._dtype import get_default_dtype
from ._elementwise import _accumulator
from ._types import only, promoted

FLOATING = ("real floating", "complex floating")


class EighResult(NamedTuple):
    """What `eigh` returns."""

    eigenvalues: Any
    eigenvectors: Any


class QRResult(NamedTuple):
    """What `qr` returns."""

    Q: Any
    R: Any


class SlogdetResult(NamedTuple):
    """What `slogdet` returns."""

    sign: Any
    logabsdet: Any


class SVDResult(NamedTuple):
    """What `svd` returns."""

    U: Any
    S: Any
    Vh: Any


def matmul(x1: Any, x2: Any, /) -> Any:
    """The matrix product. Raises TypeError for bool, RuntimeError for shapes that do not fit."""
    x1, x2 = promoted(x1, x2)
    only("matmul", x1, "numeric")
    if not x1._array.ndim or not x2._array.ndim:
        raise ValueError("matmul: both arrays need at least 1 dimension")
    return T.matmul(x1, x2)


def matrix_transpose(x: Any, /) -> Any:
    """The last two axes exchanged. Raises ValueError for fewer."""
    if x._array.ndim < 2:
        raise ValueError(f"matrix_transpose: expected at least 2 dimensions, got {x._array.ndim}")
    return T.transpose(x, -2, -1)


def tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    """The sum of products over pairs of axes."""
    x1, x2 = promoted(x1, x2)
    only("tensordot", x1, "numeric")
    return T.tensordot(x1, x2, axes)


def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """The dot product along an axis, of the conjugate of `x1` with `x2`."""
    x1, x2 = promoted(x1, x2)
    only("vecdot", x1, "numeric")
    if x1.dtype.is_complex:
        x1 = T.conj_physical(x1)
    return T.sum(x1 * x2, axis, dtype=x1.dtype)


def outer(x1: Any, x2: Any, /) -> Any:
    """The matrix of the products of two vectors' elements."""
    x1, x2 = promoted(x1, x2)
    only("outer", x1, "numeric")
    return T.outer(x1, x2)


def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """The vector product of vectors of 3 elements."""
    x1, x2 = promoted(x1, x2)
    only("cross", x1, "numeric")
    return T.linalg_cross(x1, x2, dim=axis)


def cholesky(x: Any, /, *, upper: bool = False) -> Any:
    """The triangular factor of Hermitian positive-definite matrices."""
    only("cholesky", x, *FLOATING)
    return T.linalg_cholesky(x, upper=upper)


def det(x: Any, /) -> Any:
    """The determinant."""
    only("det", x, *FLOATING)
    return T.linalg_det(x)


def slogdet(x: Any, /) -> SlogdetResult:
    """The determinant as its sign and the logarithm of its size."""
    only("slogdet", x, *FLOATING)
    return SlogdetResult(*T.linalg_slogdet(x))


def inv(x: Any, /) -> Any:
    """The inverse. Raises LinAlgError for singular matrices."""
    only("inv", x, *FLOATING)
    return T.linalg_inv(x)


def pinv(x: Any, /, *, rtol: Any = None) -> Any:
    """The Moore-Penrose pseudo-inverse."""
    only("pinv", x, *FLOATING)
    return T.linalg_pinv(x, rtol=rtol)


def solve(x1: Any, x2: Any, /) -> Any:
    """The solution of linear equations; `x2` is a vector where it has one dimension."""
    x1, x2 = promoted(x1, x2)
    only("solve", x1, *FLOATING)
    if x2._array.ndim == 1:
        return T.squeeze(T.linalg_solve(x1, T.unsqueeze(x2, -1)), -1)
    return T.linalg_solve(x1, x2)


def qr(x: Any, /, *, mode: str = "reduced") -> QRResult:
    """The factors of the QR decomposition."""
    only("qr", x, *FLOATING)
    return QRResult(*T.linalg_qr(x, mode))


def svd(x: Any, /, *, full_matrices: bool = True) -> SVDResult:
    """The singular value decomposition."""
    only("svd", x, *FLOATING)
    return SVDResult(*T.linalg_svd(x, full_matrices))


def svdvals(x: Any, /) -> Any:
    """The singular values."""
    only("svdvals", x, *FLOATING)
    return T.linalg_svdvals(x)


def eigh(x: Any, /) -> EighResult:
    """Eigenvalues and eigenvectors of Hermitian matrices."""
    only("eigh", x, *FLOATING)
    return EighResult(*T.linalg_eigh(x))


def eigvalsh(x: Any, /) -> Any:
    """Eigenvalues of Hermitian matrices."""
    only("eigvalsh", x, *FLOATING)
    return T.linalg_eigvalsh(x)


def matrix_power(x: Any, n: int, /) -> Any:
    """A matrix times itself; the inverse for negative powers."""
    only("matrix_power", x, *FLOATING)
    return T.matrix_power(x, n)


def matrix_rank(x: Any, /, *, rtol: Any = None) -> Any:
    """The number of singular values above a tolerance."""
    if not x.dtype.is_floating_point and not x.dtype.is_complex:
        x = x.to(get_default_dtype())
    return T.linalg_matrix_rank(x, rtol=rtol)


def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Any:
    """A norm of matrices."""
    only("matrix_norm", x, *FLOATING)
    return T.linalg_matrix_norm(x, ord, keepdim=keepdims)


def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """A norm of vectors along axes, of all elements where none is named."""
    only("vector_norm", x, *FLOATING)
    if axis is not None and not isinstance(axis, int) and not tuple(axis):
        return T.abs(x)
    return T.linalg_vector_norm(x, ord, axis, keepdims)


def diagonal(x: Any, /, *, offset: int = 0) -> Any:
    """A diagonal of matrices."""
    return T.diagonal(x, offset, -2, -1)


def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """The sum of a diagonal of matrices."""
    only("trace", x, "numeric")
    x = x.to(_accumulator(x, dtype))
    return T.sum(T.diagonal(x, offset, -2, -1), -1, dtype=x.dtype)
