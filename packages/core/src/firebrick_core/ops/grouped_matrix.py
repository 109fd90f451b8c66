"""Matrix products of groups of rows, each with a matrix of its own (mixtures of experts)."""

from __future__ import annotations

from .. import _dtype, _operators as T
from .._operator import Array, composite
from .._typing import DType
from ._nn_arrays import require_tensor

_SERVED = (_dtype.float32, _dtype.float16, _dtype.bfloat16, _dtype.float64)


def _check(mat_a, mat_b, offs, bias, out_dtype):
    for name, matrix in (("mat_a", mat_a), ("mat_b", mat_b)):
        require_tensor("grouped_mm", name, 1 if name == "mat_a" else 2, matrix)
        if matrix.ndim not in (2, 3):
            raise RuntimeError(f"grouped_mm: {name} has to be 2 or 3d, but got {matrix.ndim}d")
        if matrix.dtype not in _SERVED:
            raise RuntimeError(
                f"Expected {name} to be a floating-point matrix, got {matrix.dtype} (grouped_mm)"
            )
    if mat_a.dtype is not mat_b.dtype:
        raise RuntimeError(
            f"grouped_mm: expected matrices of one dtype, but got {mat_a.dtype} and {mat_b.dtype}"
        )
    if mat_a.size(-1) != mat_b.size(-2):
        raise RuntimeError(
            "contraction dimension of mat_a and mat_b must match, but got "
            f"{list(mat_a.shape)} and {list(mat_b.shape)} (grouped_mm)"
        )
    if (offs is None) != (mat_a.ndim == mat_b.ndim == 3):
        raise RuntimeError(
            "Have to provide offsets if there is a 2d matrix, or no offset if both matrices are 3d "
            "(grouped_mm)"
        )
    if bias is not None:
        raise RuntimeError("Bias not supported yet (grouped_mm); add it to the result")
    if out_dtype is not None and out_dtype is not mat_a.dtype:
        raise RuntimeError(
            f"Grouped gemm output dtype must match `mat_a` dtype, {mat_a.dtype}, but got "
            f"{out_dtype}; convert the result with .to(dtype)"
        )


def _check_groups(mat_a, mat_b, offs):
    batches = [m.size(0) for m in (mat_a, mat_b) if m.ndim == 3]
    if offs is not None:
        if offs.ndim != 1 or offs.dtype is not _dtype.int32:
            raise RuntimeError(
                "grouped_mm: offs has to be 1D and int32, but got "
                f"{offs.ndim}D and {offs.dtype}; convert with .to(torch.int32)"
            )
        batches.append(offs.size(0))
    if len(set(batches)) > 1:
        raise RuntimeError(
            f"matrix batch sizes have to match, but got {batches} groups (grouped_mm)"
        )


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=(
        "x(6, 4), x(3, 4, 8), offs=T.tensor([2, 2, 6], dtype=T.int32)",
        "x(3, 6, 4), x(3, 4, 8)",
        "x(2, 6, 4), x(4, 8), offs=T.tensor([2, 8], dtype=T.int32)",
        "x(4, 8), x(8, 4), offs=T.tensor([2, 8], dtype=T.int32)",
    ),
    errors=(
        ("x(6, 4), x(3, 4, 5)", RuntimeError, "Have to provide offsets"),
        ("x(6, 4), x(3, 5, 5), offs=ints(3, 3)", RuntimeError, "contraction dimension"),
        ("x(6, 4), x(3, 4, 5), offs=ints(3, 3)", RuntimeError, "has to be 1D and int32"),
        ("x(4), x(3, 4, 5), offs=ints(3, 3)", RuntimeError, "has to be 2 or 3d"),
        ("x(2, 6, 4), x(3, 4, 5)", RuntimeError, "batch sizes have to match"),
        (
            "x(6, 4), x(3, 4, 5), offs=T.tensor([2, 1, 6], dtype=T.int32)",
            RuntimeError,
            "expected offs to ascend",
        ),
    ),
    layered=True,
)
def grouped_mm(
    mat_a: Array,
    mat_b: Array,
    *,
    offs: Array | None = None,
    bias: Array | None = None,
    out_dtype: DType | None = None,
) -> Array:
    """The products of groups, which end at `offs` along the dimension that a 2-D matrix shares out.

    (M, K) and (G, K, N) give (M, N): each group of rows has a matrix of its own. (G, M, K) and
    (K, N) give (M, N), by groups of columns; (M, K) and (K, N) give (G, M, N), by groups of the
    dimension that is summed over; (G, M, K) and (G, K, N) take no `offs`. What lies beyond the last
    offset is 0. Raises RuntimeError for what does not fit.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> experts = fb.tensor([[[1.0]], [[10.0]]])
    >>> ends = fb.tensor([1, 3], dtype=fb.int32)
    >>> F.grouped_mm(fb.tensor([[1.0], [2.0], [3.0]]), experts, offs=ends).flatten()
    tensor([ 1., 20., 30.])
    """
    _check(mat_a, mat_b, offs, bias, out_dtype)
    _check_groups(mat_a, mat_b, offs)
    if offs is None:
        return mat_a.matmul(mat_b)
    ends, shared = offs.tolist(), (mat_a.size(0) if mat_b.ndim == 3 else mat_b.size(-1))
    if mat_a.ndim == mat_b.ndim:
        shared = mat_a.size(1)
    if ends != sorted(ends) or (ends and not 0 <= ends[0] <= ends[-1] <= shared):
        raise RuntimeError(
            f"grouped_mm: expected offs to ascend from 0 to at most {shared}, but got {ends}"
        )
    spans = list(zip([0, *ends[:-1]], ends, strict=True))
    if mat_a.ndim == mat_b.ndim == 2:
        return T.stack([mat_a[:, i:j].matmul(mat_b[i:j]) for i, j in spans])
    if mat_b.ndim == 3:
        parts = [mat_a[i:j].matmul(mat_b[g]) for g, (i, j) in enumerate(spans)]
        return _filled(T.cat(parts), 0, mat_a.size(0))
    parts = [mat_a[g].matmul(mat_b[:, i:j]) for g, (i, j) in enumerate(spans)]
    return _filled(T.cat(parts, 1), 1, mat_b.size(1))


def _filled(out, dim, size):
    missing = size - out.size(dim)
    return T.constant_pad_nd(out, (0, missing) if dim else (0, 0, 0, missing)) if missing else out
