"""Names that PyTorch has taken away, kept for the message that says what to use."""

from __future__ import annotations

from .._operator import Array, composite


def _removed(reason, call):
    return RuntimeError(
        "This function was deprecated since version 1.9 and is now removed. "
        f"{reason}Use {call} instead."
    )


@composite(
    samples=(),
    errors=(("x(3, 3)", RuntimeError, "is now removed.*linalg.eigh"),),
    dtypes="no_half_floating",
    differentiable=False,
)
def symeig(input: Array, eigenvectors: bool = False, upper: bool = True) -> object:
    """Removed: raises RuntimeError. `linalg.eigh` and `linalg.eigvalsh` stand in its place."""
    raise _removed(
        "The default behavior has changed from using the upper triangular portion of the matrix by "
        "default to using the lower triangular portion. ",
        "linalg.eigh(A, UPLO='U'), or linalg.eigvalsh for the eigenvalues alone,",
    )


@composite(
    samples=(),
    errors=(("x(3, 3)", RuntimeError, "is now removed.*linalg.eig"),),
    dtypes="no_half_floating",
    differentiable=False,
)
def eig(input: Array, eigenvectors: bool = False) -> object:
    """Removed: raises RuntimeError. `linalg.eig` stands in its place, with complex results."""
    raise _removed(
        "`torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` rather than real"
        " tensors mimicking complex tensors. ",
        "linalg.eig(A), or linalg.eigvals for the eigenvalues alone,",
    )


@composite(
    samples=(),
    errors=(("x(3, 1), x(3, 3)", RuntimeError, r"is now removed.*linalg.solve\(A, B\)"),),
    dtypes="no_half_floating",
    differentiable=False,
)
def solve(input: Array, A: Array) -> object:
    """Removed: raises RuntimeError. `linalg.solve` stands in its place, with A first."""
    raise _removed(
        "`torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its"
        " arguments reversed and does not return the LU factorization. ",
        "linalg.solve(A, B)",
    )


@composite(
    samples=(),
    errors=(("x(3, 1), x(3, 3)", RuntimeError, r"is now removed.*linalg.lstsq\(A, B\)"),),
    dtypes="no_half_floating",
    differentiable=False,
)
def lstsq(input: Array, A: Array) -> object:
    """Removed: raises RuntimeError. `linalg.lstsq` stands in its place, with A first."""
    raise _removed(
        "`torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`. ", "linalg.lstsq(A, B)"
    )


@composite(
    samples=(),
    errors=(("x(3, 3)", RuntimeError, "is now removed.*linalg.matrix_rank"),),
    dtypes="no_half_floating",
    methods=False,
    differentiable=False,
)
def matrix_rank(input: Array, tol: object = None, symmetric: bool = False) -> object:
    """Removed: raises RuntimeError. `linalg.matrix_rank` stands in its place."""
    raise _removed("", "linalg.matrix_rank(A)")
