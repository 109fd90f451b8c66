"""Matrices of a batch for which a factorization failed, told by numbers other than 0."""

from __future__ import annotations

from .._errors import LinAlgError
from .._operator import Array, like_input, operator

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
