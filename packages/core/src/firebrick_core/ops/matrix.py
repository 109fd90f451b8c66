"""Products of matrices and vectors."""

from __future__ import annotations

import math

import numpy as np

from .. import _dtype, _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._typing import Number

PRODUCTS = (
    "x(3, 4), x(4, 5)",
    "x(4), x(4)",
    "x(3, 4), x(4)",
    "x(4), x(4, 5)",
    "x(2, 3, 4), x(4, 5)",
    "x(2, 3, 4), x(2, 4, 5)",
    "x(2, 1, 3, 4), x(3, 4, 5)",
)


def check_same_dtype(name, *arrays):
    """Matrix products do not promote. Raises RuntimeError, as PyTorch does."""
    first = arrays[0].dtype
    for a in arrays[1:]:
        if a.dtype != first:
            raise RuntimeError(
                f"{name}(): expected m1 and m2 to have the same dtype, but got: "
                f"{_dtype.from_numpy_dtype(first)} != {_dtype.from_numpy_dtype(a.dtype)}; "
                "convert one with .to(dtype)"
            )


def _product_error(name, input, other):
    return RuntimeError(
        f"{name}(): mat1 and mat2 shapes cannot be multiplied ({'x'.join(map(str, input.shape))}"
        f" and {'x'.join(map(str, other.shape))})"
    )


def _matmul_rule(input, other):
    a, b = input.shape, other.shape
    if not a or not b or a[-1] != b[-2 if len(b) > 1 else 0]:
        raise _product_error("matmul", input, other)
    batch = np.broadcast_shapes(a[:-2], b[:-2])
    return meta_array((*batch, *a[-2:-1], *(b[-1:] if len(b) > 1 else ())), input.dtype)


@operator(
    symbol="@",
    samples=PRODUCTS,
    out=True,
    dtypes="number",
    meta=_matmul_rule,
    errors=(
        ("x(3, 4), x(3, 4)", RuntimeError, "cannot be multiplied"),
        ("x(3, 4), 2", TypeError, "must be Tensor"),
        ("x(), x(3)", RuntimeError, "at least 1D"),
    ),
)
def matmul(xp, input: Array, other: Array) -> Array:
    """The matrix product, with NumPy's rules for vectors and batches."""
    if input.dtype is not other.dtype:
        check_same_dtype("matmul", input, other)
    n, m = input.ndim, other.ndim
    if not n or not m:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {n}D and {m}D"
        )
    try:
        if n <= 2 and m <= 2:
            # `dot` reaches BLAS with a third of matmul's overhead.
            return input.dot(other)
        if m == 2:
            # One product of all rows, where NumPy would make one for each matrix of the batch.
            rows = input.reshape(math.prod(input.shape[:-1]), input.shape[-1]).dot(other)
            return rows.reshape(*input.shape[:-1], other.shape[1])
        return xp.matmul(input, other)
    except ValueError:
        raise _product_error("matmul", input, other) from None


def _batch_rule(input, mat2):
    return meta_array((*input.shape[:2], mat2.shape[2]), input.dtype)


@operator(
    samples=("x(2, 3, 4), x(2, 4, 5)",),
    out=True,
    dtypes="number",
    meta=_batch_rule,
    errors=(
        ("x(3, 4), x(4, 5)", RuntimeError, "batch1 must be a 3D tensor"),
        ("x(2, 3, 4), x(2, 3, 4)", RuntimeError, "Expected size for first two dimensions"),
    ),
)
def bmm(xp, input: Array, mat2: Array) -> Array:
    """The product of each pair of matrices in two batches."""
    for i, a in enumerate((input, mat2), 1):
        if a.ndim != 3:
            raise RuntimeError(f"batch{i} must be a 3D tensor")
    check_same_dtype("bmm", input, mat2)
    want = (input.shape[0], input.shape[2])
    if mat2.shape[:2] != want:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: {list(want)} but got: "
            f"{list(mat2.shape[:2])}."
        )
    return xp.matmul(input, mat2)


def _need_dims(name, **tensors):
    for label, (t, n) in tensors.items():
        if t.ndim != n:
            raise RuntimeError(
                f"{name}(): {label} must be {n}D, got a {t.ndim}D tensor of shape {list(t.shape)}"
            )


@composite(
    samples=("x(3, 4), x(4, 5)",),
    errors=(("x(3), x(3)", RuntimeError, "must be 2D"),),
    dtypes="number",
)
def mm(input: Array, mat2: Array) -> Array:
    """The product of two matrices."""
    _need_dims("mm", self=(input, 2), mat2=(mat2, 2))
    return T.matmul(input, mat2)


@composite(samples=("x(3, 4), x(4)",), dtypes="number")
def mv(input: Array, vec: Array) -> Array:
    """The product of a matrix and a vector."""
    _need_dims("mv", self=(input, 2), vec=(vec, 1))
    return T.matmul(input, vec)


@composite(
    samples=("x(4), x(4)",),
    errors=(("x(3, 4), x(4)", RuntimeError, "must be 1D"),),
    dtypes="number",
)
def dot(input: Array, tensor: Array) -> Array:
    """The sum of the products of two vectors' elements."""
    _need_dims("dot", self=(input, 1), tensor=(tensor, 1))
    return T.matmul(input, tensor)


@composite(samples=("x(3), x(4)",), aliases=("ger",), dtypes="number")
def outer(input: Array, vec2: Array) -> Array:
    """The matrix of all products of two vectors' elements."""
    _need_dims("outer", self=(input, 1), vec2=(vec2, 1))
    return input.unsqueeze(1) * vec2


def _fit(number, tensor):
    """A factor in the category of a tensor: integers take whole numbers only."""
    return number if tensor.dtype.is_floating_point or tensor.dtype.is_complex else int(number)


def _scaled_sum(input, product, beta, alpha):
    beta, alpha = _fit(beta, product), _fit(alpha, product)
    if alpha != 1:
        product = product * alpha
    if beta == 0:
        return product
    return product + (input if beta == 1 else input * beta)


@composite(
    samples=("x(3, 5), x(3, 4), x(4, 5)", "x(5), x(3, 4), x(4, 5), beta=0.5, alpha=2"),
    dtypes="number",
)
def addmm(input: Array, mat1: Array, mat2: Array, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """`beta * input + alpha * (mat1 @ mat2)`."""
    return _scaled_sum(input, mm(mat1, mat2), beta, alpha)


@composite(samples=("x(3), x(3, 4), x(4)",), dtypes="number")
def addmv(input: Array, mat: Array, vec: Array, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """`beta * input + alpha * (mat @ vec)`."""
    return _scaled_sum(input, mv(mat, vec), beta, alpha)


@composite(samples=("x(2, 3, 5), x(2, 3, 4), x(2, 4, 5)",), dtypes="number")
def baddbmm(
    input: Array, batch1: Array, batch2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """`beta * input + alpha * (batch1 @ batch2)`, matrix by matrix."""
    return _scaled_sum(input, T.bmm(batch1, batch2), beta, alpha)


@composite(samples=("x(3, 4), x(3, 4), x(3, 4)", "x(3, 4), x(4), x(3, 1), value=0.5"))
def addcmul(input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """`input + value * tensor1 * tensor2`."""
    product = tensor1 * tensor2
    value = _fit(value, product)
    return input + (product if value == 1 else product * value)


@composite(samples=("x(3, 4), x(3, 4), pos(3, 4)",), dtypes="floating")
def addcdiv(input: Array, tensor1: Array, tensor2: Array, *, value: Number = 1) -> Array:
    """`input + value * tensor1 / tensor2`."""
    quotient = tensor1 / tensor2
    return input + (quotient if value == 1 else quotient * value)


@composite(samples=("x(3), x(3), 0.5", "x(3), x(3), x(3)"), dtypes="floating")
def lerp(input: Array, end: Array, weight: Number) -> Array:
    """The point `weight` of the way from `input` to `end`."""
    return input + (end - input) * weight


@composite(
    samples=(
        "'ij,jk->ik', x(3, 4), x(4, 5)",
        "'bij,bjk->bik', x(2, 3, 4), x(2, 4, 5)",
        "'ii->i', x(3, 3)",
        "'ij->ji', x(3, 4)",
        "'i,j->ij', x(3), x(4)",
        "'...ij->...ji', x(2, 3, 4)",
        "'ij,ij->', x(3, 4), x(3, 4)",
    ),
    methods=False,
    dtypes="number",
)
def einsum(equation: str, *operands: object) -> Array:
    """Sums of products by Einstein's convention; pairs of operands from left to right.

    Raises ValueError for an equation that does not fit its operands.
    """
    from ._einsum import contract

    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = tuple(operands[0])
    return contract(equation, operands)
