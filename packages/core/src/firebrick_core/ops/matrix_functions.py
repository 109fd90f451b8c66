"""Powers and exponentials of matrices, Vandermonde matrices, diagonals; sums with products."""

from __future__ import annotations

import math

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._memory_format import contiguous_format
from .._operator import Array, composite, like_input, operator
from .._typing import Number
from ._matrices import identities, need_floating, need_square, type_name
from ._numbers import check_factor, element, require_tensors

# Largest 1-norms for which the Padé approximants of degree 7 and 13 are exact to double precision
# (Higham, The scaling and squaring method for the matrix exponential revisited, 2005, table 2.3).
LARGEST_NORM = {7: 9.504178996162932e-1, 13: 5.371920351148152}


# ---------------------------------------------------------------------- exponential
def _pade(xp, a, degree):
    """The Padé approximant of exp(a)."""
    m = degree
    total = math.factorial(2 * m)
    c = [
        math.factorial(2 * m - j) * math.factorial(m) / (total * math.factorial(m - j))
        / math.factorial(j)
        for j in range(m + 1)
    ]  # fmt: skip
    a2 = xp.matmul(a, a)
    a4 = xp.matmul(a2, a2)
    a6 = xp.matmul(a4, a2)
    ones = identities(xp, a, a.shape[-1])
    even = c[0] * ones + c[2] * a2 + c[4] * a4 + c[6] * a6
    odd = c[1] * ones + c[3] * a2 + c[5] * a4 + c[7] * a6
    if m == 13:
        even += xp.matmul(a6, c[8] * a2 + c[10] * a4 + c[12] * a6)
        odd += xp.matmul(a6, c[9] * a2 + c[11] * a4 + c[13] * a6)
    odd = xp.matmul(a, odd)
    return xp.linalg.solve(even - odd, even + odd)


def _exponential(xp, a):
    """exp of a batch (b, n, n) of finite matrices in double precision."""
    norms = abs(a).sum(-2).max(-1)
    if norms.max() <= LARGEST_NORM[7]:
        return _pade(xp, a, 7)
    # exp(a) = exp(a / 2**s) ** (2**s), with an s for each matrix.
    halvings = xp.ceil(xp.log2(xp.maximum(norms / LARGEST_NORM[13], 1))).astype("i8")
    out = _pade(xp, a * (0.5**halvings)[:, None, None], 13)
    for i in range(int(halvings.max())):
        going = halvings > i
        part = out[going]
        out[going] = xp.matmul(part, part)
    return out


@operator(
    samples=("x(3, 3)", "x(2, 3, 3) * 0.1", "x(2, 2, 2) * 5", "x(0, 0)"),
    errors=(
        ("x(3, 2)", RuntimeError, "linalg.matrix_exp: A must be batches of square matrices"),
        ("x(3, 3).long()", RuntimeError, "floating point or complex tensor as input. Got Long"),
    ),
    dtypes="no_half_floating",  # PyTorch computes it in half precision too
    aliases=("linalg.matrix_exp",),
    meta=like_input,
)
def matrix_exp(xp, input: Array) -> Array:
    """The exponential of square matrices (..., n, n): the sum of `A**k / k!`.

    Computed in double precision by scaling and squaring (Higham 2005). Matrices with NaN or
    infinities give NaN.

    >>> import firebrick_core as fb
    >>> fb.matrix_exp(fb.zeros(2, 2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    need_square("linalg.matrix_exp", input)
    need_floating("linalg.matrix_exp", input)
    if not input.size:
        return input.copy()
    n = input.shape[-1]
    a = input.reshape(-1, n, n).astype("c16" if input.dtype.kind == "c" else "f8")
    finite = xp.isfinite(a).all((-2, -1))
    out = xp.full_like(a, math.nan)
    if finite.all():
        out = _exponential(xp, a)
    elif finite.any():
        out[finite] = _exponential(xp, a[finite])
    return out.astype(input.dtype).reshape(input.shape)


# ---------------------------------------------------------------------- powers
@composite(
    samples=("x(3, 3), 3", "x(2, 3, 3), 2", "x(3, 3), -2", "x(3, 3), 0", "x(3, 3), 1"),
    errors=(
        ("x(3, 2), 2", RuntimeError, "linalg.matrix_power: A must be batches of square matrices"),
        ("x(3, 3), 1.5", TypeError, "must be int, not float"),
    ),
    dtypes="no_half_floating",
    namespace="torch linalg",
    out=True,
)
def matrix_power(input: Array, n: int) -> Array:
    """The product of `n` times the same square matrices; of their inverses for n < 0.

    By repeated squaring. Integers are served for n >= 0. Raises linalg.LinAlgError for singular
    matrices where n < 0.

    >>> import firebrick_core as fb
    >>> fb.matrix_power(fb.tensor([[1, 1], [0, 1]]), 5)
    tensor([[1, 5],
            [0, 1]])
    """
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)):
        raise TypeError(
            f"matrix_power(): argument 'n' (position 2) must be int, not {type(n).__name__}"
        )
    need_square("linalg.matrix_power", input)
    if n == 0:
        # Of the input's graph, as all powers are.
        ones = T.diag_embed(input.new_ones(input.shape[:-1]))
        return T.clone(input, memory_format=contiguous_format).copy_(ones)
    if n < 0:
        input, n = T.linalg_inv(input), -n
    out = None
    while True:
        if n & 1:
            out = input if out is None else T.matmul(out, input)
        n >>= 1
        if not n:
            return T.clone(out, memory_format=contiguous_format) if out is input else out
        input = T.matmul(input, input)


def _powers(x, n):
    """1, x, x**2 and so on to n columns; of integers in int64."""
    ones = T.cumprod(x.new_ones((*x.shape, 1)), -1)
    if n < 2:
        return ones[..., :n]
    return T.cat([ones, T.cumprod(T.expand(x.unsqueeze(-1), (*x.shape, n - 1)), -1)], -1)


@composite(
    samples=("x(3)", "x(2, 3), N=4"),
    errors=(("x(3), N=1", RuntimeError, "N must be greater than 1"),),
    dtypes="no_half_floating",
    namespace="linalg",
    methods=False,
)
def linalg_vander(x: Array, N: int | None = None) -> Array:
    """The powers 0 to N - 1 of each element, along a new last dimension; N is x.shape[-1] else.

    >>> import firebrick_core as fb
    >>> fb.linalg.vander(fb.tensor([2, 3]), N=3)
    tensor([[1, 2, 4],
            [1, 3, 9]])
    """
    if x.dtype.name in ("bool", "float16", "bfloat16"):
        raise RuntimeError(
            "linalg.vander supports floating point, complex, and integer tensors, but got "
            f"{type_name(x)}"
        )
    n = N if N is not None else x.shape[-1] if x.ndim else 1
    if n <= 1:
        raise RuntimeError("N must be greater than 1.")
    return _powers(x if x.ndim else x.unsqueeze(0), n)


@composite(
    samples=("x(3)", "x(3), 4", "x(3), 2, True", "x(3), 0"),
    errors=(
        ("x(3, 3)", RuntimeError, "x must be a one-dimensional tensor"),
        ("x(3), -1", RuntimeError, "N must be non-negative"),
    ),
    dtypes="all",
    methods=False,
)
def vander(x: Array, N: int | None = None, increasing: bool = False) -> Array:
    """The powers of a vector's elements in columns: N - 1 to 0, or `increasing`; N is len(x) else.

    >>> import firebrick_core as fb
    >>> fb.vander(fb.tensor([2, 3]), 3)
    tensor([[4, 2, 1],
            [9, 3, 1]])
    """
    if x.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.shape[0] if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    powers = _powers(x, n)
    return powers if increasing else T.flip(powers, (-1,))


@composite(
    samples=("x(3, 4)", "x(2, 3, 4), offset=1", "x(2, 3, 4), dim1=0, dim2=1"),
    errors=(("x(3)", IndexError, "Dimension out of range"),),
    namespace="linalg",
    methods=False,
)
def linalg_diagonal(A: Array, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """The diagonals of matrices, as a view: `diagonal` of the last two dimensions.

    >>> import firebrick_core as fb
    >>> fb.linalg.diagonal(fb.eye(3)).sum()
    tensor(3.)
    """
    return T.diagonal(A, offset, dim1, dim2)


# Sums with products of matrices and vectors.


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
