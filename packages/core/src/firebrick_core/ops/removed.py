"""Operators that only refuse or check: names that PyTorch has taken away, checks of values, and of
factorizations that failed.
"""

from __future__ import annotations

from collections.abc import Callable

from .._device import BY_BIT, DEVICE_BITS
from .._errors import LinAlgError
from .._operator import Array, composite, direct, like_input, operator


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


# Checks of values, as operators: so that function transforms can call them too.


@direct(
    samples=("x(3, 4), len", "x(), repr"),
    errors=(("x(3), [].index", ValueError, "not in list"),),
    methods=False,
    namespace="internal",
    differentiable=False,
)
def verify(input: Array, check: Callable[[object], object]) -> None:
    """Call `check` on the elements as a NumPy array: it raises where they are wrong.

    Inside `vmap` the array holds all samples, along a dimension in front of those that the function
    sees. Nothing is checked on devices that do not compute, which have no elements. Where the host
    would have to wait for the elements, the check is made when it waits anyway.
    """
    backend = BY_BIT[input._keys & DEVICE_BITS]
    if backend.looks_later:
        backend.verify(input._array, check)
    elif backend.computes:
        check(backend.to_host(input._array))


# Matrices of a batch for which a factorization failed, told by numbers other than 0.

# What failed -> the exception, and its text: the operator's name, which matrix it was, the number.
FAILURES = {
    "solve": (
        LinAlgError,
        "{name}: {where}The solver failed because the input matrix is singular.",
    ),
    "inverse": (
        LinAlgError,
        "{name}: {where}The diagonal element {n} is zero, the inversion could not be completed "
        "because the input matrix is singular.",
    ),
    "cholesky": (
        LinAlgError,
        "{name}: {where}The factorization could not be completed because the input is not "
        "positive-definite (the leading minor of order {n} is not positive-definite).",
    ),
    "lu": (
        RuntimeError,
        "{name}: {where}U[{n},{n}] is zero and using it on lu_solve would result in a division by "
        "zero. If you still want to perform the factorization, consider calling linalg.lu(A, pivot)"
        " or linalg.lu_factor_ex(A, pivot)",
    ),
    "ldl": (
        LinAlgError,
        "{name}: {where}D[{n},{n}] is zero and using it on ldl_solve would result in a division by "
        "zero. If you still want to perform the factorization, consider calling "
        "linalg.ldl_factor_ex(A)",
    ),
}


def raise_first(info, what, name):
    """Raise the error of `what` for the first matrix whose number in `info` is not 0."""
    for i, n in enumerate(info.reshape(-1).tolist()):
        if n:
            error, text = FAILURES[what]
            where = f"(Batch element {i}): " if info.ndim else ""
            raise error(text.format(name=name, where=where, n=n))


@operator(
    samples=("T.tensor([0, 0], dtype=T.int32), 'inverse', 'linalg.inv'",),
    errors=(
        (
            "T.tensor([0, 2], dtype=T.int32), 'inverse', 'linalg.inv'",
            RuntimeError,
            r"linalg.inv: \(Batch element 1\): The diagonal element 2 is zero",
        ),
    ),
    dtypes="no_half_float",
    namespace="internal",
    methods=False,
    differentiable=False,
    meta=like_input,
)
def require_success(xp, info: Array, what: str, name: str) -> Array:
    """`info` itself, where all its numbers are 0: an operator, so that it works in batches too.

    Raises what `FAILURES` says otherwise, for the operator `name`.
    """
    raise_first(info, what, name)
    return info
