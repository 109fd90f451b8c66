"""Products of matrices and vectors."""

from __future__ import annotations

import math

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from ._numbers import require_tensors
from ._positions import row_major

PRODUCTS = (
    "x(3, 4), x(4, 5)",
    "x(4), x(4)",
    "x(3, 4), x(4)",
    "x(4), x(4, 5)",
    "x(2, 3, 4), x(4, 5)",
    "x(2, 3, 4), x(2, 4, 5)",
    "x(2, 1, 3, 4), x(3, 4, 5)",
)
NUMBER = (("x(3, 4), 2", TypeError, "must be Tensor"),)
BOOLEAN = np.dtype(bool)


def check_same_dtype(name, *arrays):
    """Matrix products do not promote, and have none of booleans.

    Raises RuntimeError for two dtypes, NotImplementedError for booleans.
    """
    first = arrays[0].dtype
    for a in arrays[1:]:
        if a.dtype != first:
            raise RuntimeError(
                f"{name}(): expected m1 and m2 to have the same dtype, but got: "
                f"{_dtype.from_numpy_dtype(first)} != {_dtype.from_numpy_dtype(a.dtype)}; "
                "convert one with .to(dtype)"
            )
    if first == BOOLEAN:
        raise _errors.not_implemented_for(name, _dtype.bool)


def _product_error(name, a, b):
    """The error for shapes that have no product."""
    times = ["x".join(map(str, s)) for s in (a, b)]
    if len(a) == len(b) == 1:
        return RuntimeError(
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{b[0]}] to have the same"
            f" number of elements, but got {a[0]} and {b[0]} elements respectively (in {name}())"
        )
    if a[-1] != b[-2 if len(b) > 1 else 0]:
        if len(b) == 1 and len(a) == 2:
            return RuntimeError(
                f"size mismatch, got input ({a[0]}), mat ({times[0]}), vec ({b[0]}) (in {name}())"
            )
        return RuntimeError(
            f"{name}(): mat1 and mat2 shapes cannot be multiplied ({times[0]} and {times[1]})"
        )
    return _errors.shapes_do_not_broadcast(name, (a[:-2], b[:-2]))


def _matmul_rule(input, other):
    a, b = input.shape, other.shape
    _need_some_dims(len(a), len(b))
    try:
        if a[-1] != b[-2 if len(b) > 1 else 0]:
            raise ValueError
        batch = np.broadcast_shapes(a[:-2], b[:-2])
    except ValueError:
        raise _product_error("matmul", a, b) from None
    return meta_array((*batch, *a[-2:-1], *(b[-1:] if len(b) > 1 else ())), input.dtype)


def _need_some_dims(n, m):
    if not n or not m:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D"
        )


@operator(
    inlined=True,
    symbol="@",
    samples=PRODUCTS,
    out=True,
    dtypes="number",
    meta=_matmul_rule,
    aliases=("linalg.matmul",),
    errors=(
        *NUMBER,
        ("x(3, 4), x(3, 4)", RuntimeError, "cannot be multiplied"),
        ("x(3, 4), x(3)", RuntimeError, "size mismatch"),
        ("x(3), x(4)", RuntimeError, "inconsistent tensor size"),
        ("x(2, 3, 4), x(3, 4, 5)", RuntimeError, "must match the size"),
        ("x(), x(3)", RuntimeError, "at least 1D"),
        ("x(3, 4), x(4, 3).to(T.float64)", RuntimeError, "to have the same dtype"),
        ("mask(3, 4), mask(4, 3)", NotImplementedError, "not implemented for 'Bool'"),
    ),
)
def matmul(xp, input: Array, other: Array) -> Array:
    """The matrix product, with NumPy's rules for vectors and batches.

    Raises RuntimeError for shapes that do not fit, or two dtypes.

    >>> import firebrick_core as fb
    >>> fb.tensor([[1, 2], [3, 4]]) @ fb.tensor([1, 10])
    tensor([21, 43])
    """
    dtype = input.dtype
    if dtype is not other.dtype or dtype is BOOLEAN:
        check_same_dtype("matmul", input, other)
    n, m = input.ndim, other.ndim
    if not n or not m:
        _need_some_dims(n, m)
    try:
        if n <= 2 and m <= 2:
            # `dot` reaches BLAS with a third of matmul's overhead.
            return input.dot(other)
        if m == 2:
            # One product of all rows, where NumPy would make one for each matrix of the batch.
            rows = input.reshape(math.prod(input.shape[:-1]), input.shape[-1]).dot(other)
            return rows.reshape(*input.shape[:-1], other.shape[1])
        return row_major(_of_batches(xp, input, other))
    except ValueError:
        raise _product_error("matmul", input.shape, other.shape) from None


def _of_batches(xp, input, other):
    """Products of batches of matrices; NumPy's of columns by rows take five times a plain one."""
    outer = input.shape[-1] == 1 == other.shape[-2 if other.ndim > 1 else 0] and other.ndim > 2
    return (xp.multiply if outer and input.ndim > 2 else xp.matmul)(input, other)


def _batch_rule(input, mat2):
    _check_batches(input.shape, mat2.shape)
    return meta_array((*input.shape[:2], mat2.shape[2]), input.dtype)


@operator(
    inlined=True,
    samples=("x(2, 3, 4), x(2, 4, 5)", "x(0, 3, 4), x(0, 4, 5)"),
    out=True,
    dtypes="number",
    meta=_batch_rule,
    errors=(
        *NUMBER,
        ("x(3, 4), x(4, 5)", RuntimeError, "batch1 must be a 3D tensor"),
        ("x(2, 3, 4), x(2, 3, 4)", RuntimeError, "Expected size for first two dimensions"),
        ("mask(2, 3, 4), mask(2, 4, 5)", NotImplementedError, "not implemented for 'Bool'"),
    ),
)
def bmm(xp, input: Array, mat2: Array) -> Array:
    """The product of each pair of matrices in two batches.

    Raises RuntimeError for shapes that do not fit, or two dtypes.

    >>> import firebrick_core as fb
    >>> fb.bmm(fb.ones(2, 3, 4), fb.ones(2, 4, 5)).shape
    torch.Size([2, 3, 5])
    """
    _check_batches(input.shape, mat2.shape)
    dtype = input.dtype
    if dtype is not mat2.dtype or dtype is BOOLEAN:
        check_same_dtype("bmm", input, mat2)
    return row_major(_of_batches(xp, input, mat2))


def _check_batches(a, b):
    """Two batches of matrices that fit each other. Raises RuntimeError."""
    if len(a) != 3 or len(b) != 3:
        name, shape = ("batch1", a) if len(a) != 3 else ("batch2", b)
        raise RuntimeError(f"{name} must be a 3D tensor, not one of {len(shape)}D (in bmm())")
    if a[0] != b[0] or a[2] != b[1]:
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be:"
            f" {[a[0], a[2]]} but got: {list(b[:2])}."
        )


def _have_dims(input, n, other, m):
    """Whether two tensors have so many dimensions: the quick test before an error is worded."""
    try:
        return input._array.ndim == n and other._array.ndim == m
    except AttributeError:
        return False


@composite(
    samples=("x(3, 4), x(4, 5)", "x(0, 4), x(4, 5)"),
    errors=(
        *NUMBER,
        ("x(3), x(3)", RuntimeError, "self must be a matrix"),
        ("x(3, 3), x(3)", RuntimeError, "mat2 must be a matrix"),
        ("x(3, 4), x(3, 4)", RuntimeError, "cannot be multiplied"),
    ),
    dtypes="number",
    out=True,
    layered=True,
)
def mm(input: Array, mat2: Array) -> Array:
    """The product of two matrices. Raises RuntimeError for other shapes.

    >>> import firebrick_core as fb
    >>> fb.mm(fb.ones(2, 3), fb.ones(3, 1))
    tensor([[3.],
            [3.]])
    """
    if not _have_dims(input, 2, mat2, 2):
        require_tensors("mm", input=input, mat2=mat2)
        name, t = ("self", input) if input.ndim != 2 else ("mat2", mat2)
        raise RuntimeError(f"{name} must be a matrix: mm() got shape {list(t.shape)} for it")
    return T.matmul(input, mat2)


@composite(
    samples=("x(3, 4), x(4)",),
    errors=(
        *NUMBER,
        ("x(3), x(3)", RuntimeError, r"vector \+ matrix @ vector expected, got 1, 1, 1"),
        ("x(3, 4), x(3)", RuntimeError, "size mismatch"),
    ),
    dtypes="number",
    out=True,
    layered=True,
)
def mv(input: Array, vec: Array) -> Array:
    """The product of a matrix and a vector. Raises RuntimeError for other shapes.

    >>> import firebrick_core as fb
    >>> fb.mv(fb.tensor([[1, 2], [3, 4]]), fb.tensor([1, 10]))
    tensor([21, 43])
    """
    if not _have_dims(input, 2, vec, 1):
        require_tensors("mv", input=input, vec=vec)
        raise RuntimeError(
            f"vector + matrix @ vector expected, got {vec.ndim}, {input.ndim}, {vec.ndim}"
            " dimensions (in mv())"
        )
    return T.matmul(input, vec)


def check_vectors(name, input, other):
    """Two vectors of one size and dtype. Raises RuntimeError."""
    if not _have_dims(input, 1, other, 1):
        require_tensors(name, input=input, other=other)
        raise RuntimeError(
            f"1D tensors expected, but got {input.ndim}D and {other.ndim}D tensors (in {name}())"
        )
    if input.dtype is not other.dtype:
        a, b = (_errors.TYPE_NAMES[t.dtype.name] for t in (input, other))
        raise RuntimeError(
            f"{name} : expected both vectors to have same dtype, but found {a} and {b}"
        )


VECTORS = (
    ("x(3, 4), x(4)", RuntimeError, "1D tensors expected, but got 2D and 1D"),
    ("x(3), x(4)", RuntimeError, "inconsistent tensor size"),
    ("x(3), x(3).to(T.float64)", RuntimeError, "both vectors to have same dtype"),
)


@composite(
    samples=("x(4), x(4)", "x(0), x(0)"),
    errors=VECTORS,
    dtypes="number",
    out=True,
    layered=True,
)
def dot(input: Array, tensor: Array) -> Array:
    """The sum of the products of two vectors' elements. Raises RuntimeError for other shapes.

    >>> import firebrick_core as fb
    >>> fb.dot(fb.tensor([1, 2]), fb.tensor([3, 4]))
    tensor(11)
    """
    check_vectors("dot", input, tensor)
    return T.matmul(input, tensor)


@composite(samples=("x(4), x(4)",), errors=VECTORS, dtypes="number", out=True, layered=True)
def vdot(input: Array, other: Array) -> Array:
    """`dot` of the conjugate of `input` with `other`. Raises RuntimeError for other shapes.

    >>> import firebrick_core as fb
    >>> fb.vdot(fb.tensor([1j, 2]), fb.tensor([1j, 2]))
    tensor(5.+0.j)
    """
    check_vectors("vdot", input, other)
    return T.matmul(T.conj(input), other)
