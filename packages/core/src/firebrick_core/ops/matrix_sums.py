"""Sums with products of matrices and vectors."""

from __future__ import annotations

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from .._typing import Number
from ._numbers import check_factor, element, require_tensors


def _fit(number, tensor):
    """A factor in the category of a tensor: integers take whole numbers only."""
    return number if tensor.dtype.is_floating_point or tensor.dtype.is_complex else int(number)


def _sum_rule(input, product, beta, alpha):
    return meta_array(product.shape, product.dtype)


@operator(
    samples=("x(3, 4), x(3, 4), 2, 1", "x(4), x(3, 4), 0, 2", "x(1), x(3), 1, 1"),
    dtypes="number",
    methods=False,
    namespace="internal",
    meta=_sum_rule,
)
def weighted_sum(xp, input: Array, product: Array, beta: Number, alpha: Number) -> Array:
    """`beta * input + alpha * product`, where a `beta` of 0 leaves `input` out, NaN and all."""
    if alpha != 1:
        product = xp.multiply(product, element(alpha, product.dtype))
    if beta == 0:
        return product.copy() if alpha == 1 else product
    if beta != 1:
        input = xp.multiply(input, element(beta, input.dtype))
    return xp.add(input, product)


def _scaled_sum(name, input, product, beta, alpha):
    """`weighted_sum` of tensors of one dtype; `input` broadcasts.

    Raises RuntimeError for several dtypes, or an `input` that does not broadcast.
    """
    if not hasattr(input, "_keys"):
        require_tensors(name, input=input)
    if input.dtype is not product.dtype:
        a, b = (_errors.TYPE_NAMES[t.dtype.name] for t in (input, product))
        raise RuntimeError(
            f"self and mat2 must have the same dtype, but got {a} and {b} (in {name}())"
        )
    if input._array.shape != product._array.shape:
        input = T.expand(input, product._array.shape)
    return T.weighted_sum(input, product, _fit(beta, product), _fit(alpha, product))


SUM = {"dtypes": "number", "out": True, "inplace": True}


def older(factors):
    """The deprecated positional orders of a sum: the numbers before what they multiply, or both
    behind the method's own tensor."""
    ways = ("beta, input, alpha", "beta, input", "input, beta, alpha", "input, beta")
    return tuple(f"{way}, {factors}" for way in ways)


@composite(
    samples=(
        "x(3, 5), x(3, 4), x(4, 5)",
        "x(5), x(3, 4), x(4, 5), beta=0.5, alpha=2",
        "x(3, 5), x(3, 4), x(4, 5), beta=0",
    ),
    errors=(
        ("x(3), x(3, 4), x(4, 5)", RuntimeError, "expanded size"),
        ("x(5), x(3), x(4, 5)", RuntimeError, "must be a matrix"),
        ("x(3, 5).to(T.float64), x(3, 4), x(4, 5)", RuntimeError, "Double and Float"),
    ),
    **SUM,
    deprecated=older("mat1, mat2"),
    layered=True,
)
def addmm(input: Array, mat1: Array, mat2: Array, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """`beta * input + alpha * (mat1 @ mat2)`; `input` broadcasts.

    Raises RuntimeError for shapes that do not fit, or several dtypes.

    >>> import firebrick_core as fb
    >>> fb.addmm(fb.ones(2), fb.ones(1, 3), fb.ones(3, 2), alpha=2)
    tensor([[7., 7.]])
    """
    return _scaled_sum("addmm", input, T.mm(mat1, mat2), beta, alpha)


@composite(
    samples=("x(3), x(3, 4), x(4)", "x(), x(3, 4), x(4), beta=0.5, alpha=2"),
    errors=(
        ("x(3), x(3, 4), x(3)", RuntimeError, "size mismatch"),
        ("x(4), x(3, 4), x(4)", RuntimeError, "expanded size"),
    ),
    **SUM,
    deprecated=older("mat, vec"),
    layered=True,
)
def addmv(input: Array, mat: Array, vec: Array, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """`beta * input + alpha * (mat @ vec)`; `input` broadcasts.

    Raises RuntimeError for shapes that do not fit, or several dtypes.

    >>> import firebrick_core as fb
    >>> fb.addmv(fb.ones(2), fb.ones(2, 3), fb.ones(3), beta=10)
    tensor([13., 13.])
    """
    return _scaled_sum("addmv", input, T.mv(mat, vec), beta, alpha)


@composite(
    samples=("x(2, 3, 5), x(2, 3, 4), x(2, 4, 5)", "x(5), x(2, 3, 4), x(2, 4, 5), beta=2"),
    errors=(("x(2, 3, 5), x(3, 4), x(2, 4, 5)", RuntimeError, "batch1 must be a 3D tensor"),),
    **SUM,
    deprecated=older("batch1, batch2"),
    layered=True,
)
def baddbmm(
    input: Array, batch1: Array, batch2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """`beta * input + alpha * (batch1 @ batch2)`, matrix by matrix; `input` broadcasts.

    Raises RuntimeError for shapes that do not fit, or several dtypes.

    >>> import firebrick_core as fb
    >>> fb.baddbmm(fb.ones(1), fb.ones(2, 1, 3), fb.ones(2, 3, 1)).tolist()
    [[[4.0]], [[4.0]]]
    """
    return _scaled_sum("baddbmm", input, T.bmm(batch1, batch2), beta, alpha)


@composite(
    samples=("x(3, 5), x(2, 3, 4), x(2, 4, 5)", "x(5), x(2, 3, 4), x(2, 4, 5), alpha=2"),
    errors=(
        ("x(3, 5), x(3, 4), x(2, 4, 5)", RuntimeError, "batch1 must be a 3D tensor"),
        ("x(3, 5), x(2, 3, 4), x(3, 4, 5)", RuntimeError, "same number of batches, got 2 and 3"),
        ("x(3, 5), x(2, 3, 4), x(2, 3, 5)", RuntimeError, "Incompatible matrix sizes"),
    ),
    **SUM,
    deprecated=older("batch1, batch2"),
    layered=True,
)
def addbmm(
    input: Array, batch1: Array, batch2: Array, *, beta: Number = 1, alpha: Number = 1
) -> Array:
    """`beta * input + alpha * (batch1 @ batch2).sum(0)`; `input` broadcasts.

    Raises RuntimeError for shapes that do not fit, or several dtypes.

    >>> import firebrick_core as fb
    >>> fb.addbmm(fb.ones(1, 1), fb.ones(2, 1, 3), fb.ones(2, 3, 1))
    tensor([[7.]])
    """
    require_tensors("addbmm", input=input, batch1=batch1, batch2=batch2)
    for name, t in (("batch1", batch1), ("batch2", batch2)):
        if t.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor, not one of {t.ndim}D (in addbmm())")
    count, rows, inner = batch1.shape
    if batch2.shape[0] != count:
        raise RuntimeError(
            "batch1 and batch2 must have same number of batches, got"
            f" {count} and {batch2.shape[0]} (in addbmm())"
        )
    if batch2.shape[1] != inner:
        raise RuntimeError(
            f"Incompatible matrix sizes for bmm ({rows}x{inner} and"
            f" {batch2.shape[1]}x{batch2.shape[2]})"
        )
    # One product of matrices side by side: its sum runs over the batch too.
    wide = batch1.permute(1, 0, 2).reshape(rows, count * inner)
    tall = batch2.reshape(count * inner, batch2.shape[2])
    return _scaled_sum("addbmm", input, T.matmul(wide, tall), beta, alpha)


@composite(
    samples=("x(3, 4), x(3), x(4)", "x(4), x(3), x(4), beta=0.5, alpha=2"),
    errors=(
        ("x(3, 4), x(3, 1), x(4)", RuntimeError, "Expected 1-D argument vec1, but got 2-D"),
        ("x(3, 4), x(3), x(3)", RuntimeError, "expanded size"),
        ("ints(3, 3, 4), ints(3, 3), ints(3, 4), beta=0.5", RuntimeError, "floating point number"),
    ),
    promotion="default",
    dtypes="floating",
    out=True,
    inplace=True,
    deprecated=older("vec1, vec2"),
    layered=True,
)
def addr(input: Array, vec1: Array, vec2: Array, *, beta: Number = 1, alpha: Number = 1) -> Array:
    """`beta * input + alpha * outer(vec1, vec2)`; `input` broadcasts.

    Of booleans it is "or" and "and". Raises RuntimeError for shapes that do not fit, or factors
    that the dtype does not hold.

    >>> import firebrick_core as fb
    >>> fb.addr(fb.ones(2, 2), fb.tensor([1.0, 2.0]), fb.tensor([10.0, 20.0]))
    tensor([[11., 21.],
            [21., 41.]])
    """
    require_tensors("addr", input=input, vec1=vec1, vec2=vec2)
    for name, v in (("vec1", vec1), ("vec2", vec2)):
        if v.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {v.ndim}-D")
    dtype = _dtype.operands_dtype((input, vec1, vec2))
    shape = (*vec1.shape, *vec2.shape)
    if input.shape != shape:
        input = T.expand(input, shape)
    product = vec1.to(dtype).unsqueeze(1) * vec2.to(dtype)
    if dtype is _dtype.bool:
        return product & bool(alpha) | input & bool(beta)
    check_factor("beta", beta, dtype)
    check_factor("alpha", alpha, dtype)
    return T.weighted_sum(input.to(dtype), product, beta, alpha)
