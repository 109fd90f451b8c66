"""Norms of vectors and matrices.

All vector norms are one kernel, `vector_norm`; the public functions check their arguments and
choose the dimensions. Norms of matrices are made of vector norms, sums and singular values.
"""

from __future__ import annotations

import math

from .. import _dtype, _operators as T
from .._device import meta_array
from .._errors import TYPE_NAMES
from .._operator import Array, composite, operator, pointwise
from .._typing import Dims, DType, Number
from ._dims import all_dims, one_dim
from ._matrices import dtype_of, need_matrices, type_name
from ._positions import row_major
from ._reducing import reduced_shape

ORDERS = "0", "1", "2", "3", "0.5", "-1", "inf", "-inf"


def _norm_rule(input, ord, dim, keepdim):
    dtype = dtype_of(input).to_real().numpy_dtype
    return meta_array(reduced_shape(input.shape, dim, keepdim), dtype)


def _sum_of_squares(xp, input, axes, keepdim):
    if input.dtype.kind == "c":
        squares = input.real * input.real
        squares += input.imag * input.imag
    elif len(axes) == input.ndim and not keepdim:
        flat = input.reshape(-1)
        return flat.dot(flat)
    else:
        squares = input * input
    return xp.add.reduce(squares, axes, None, None, keepdim)


@operator(
    samples=(
        *(f"x(3, 4), {ord}, None, False" for ord in ORDERS),
        "x(2, 3, 4), 2, (0, -1), True",
        "x(3, 4), 1.5, 0, False",
        "x(), 2, None, False",
    ),
    dtypes="no_half_floating",
    namespace="internal",
    methods=False,
    meta=_norm_rule,
)
def vector_norm(xp, input: Array, ord: Number, dim: Dims, keepdim: bool) -> Array:
    """`sum(abs(input)**ord)**(1/ord)` over `dim`, and its limits for infinite orders and 0."""
    axes = all_dims(dim, input.ndim) if input.ndim else ()
    if ord == 2:
        return xp.sqrt(row_major(_sum_of_squares(xp, input, axes, keepdim)))
    if ord == 0:
        count = xp.add.reduce(input != 0, axes, "i8", None, keepdim)
        return row_major(xp.asarray(count).astype(input.real.dtype))
    size = abs(input)
    if ord == 1:
        return row_major(xp.add.reduce(size, axes, None, None, keepdim))
    if math.isinf(ord):
        extreme = xp.maximum if ord > 0 else xp.minimum
        return row_major(extreme.reduce(size, axes, None, None, keepdim))
    ord = float(ord)
    return row_major(xp.add.reduce(size**ord, axes, None, None, keepdim)) ** (1 / ord)


@pointwise(
    "float", samples=("pos(3)",), methods=False, namespace="internal", inplace=False, out=False
)
def root(xp, input: Array) -> Array:
    """The square root whose slope at 0 is taken as 0, as deviations need it."""
    return xp.sqrt(input)


# ---------------------------------------------------------------------- arguments
def _number(name, value):
    """An order of a vector norm. Raises TypeError or RuntimeError for what is none."""
    if isinstance(value, complex):
        raise RuntimeError(f"{name}: Expected a non-complex scalar as the order of norm.")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name}(): argument 'ord' must be Number, not {value!r}") from None


def _converted(name, input, dtype):
    """The tensor in the dtype that a norm is asked for in; checks both."""
    own = input.dtype
    if own.category < _dtype.FLOATING:
        raise RuntimeError(
            f"{name}: Expected a floating point or complex tensor as input. Got {type_name(input)}"
        )
    if dtype is None or dtype is own:
        return input
    wanted = TYPE_NAMES.get(dtype.name, dtype.name)
    if dtype.category < _dtype.FLOATING:
        raise RuntimeError(f"{name}: dtype should be floating point or complex, but got {wanted}")
    if own.is_complex != dtype.is_complex:
        kind = "complex" if own.is_complex else "real"
        raise RuntimeError(f"{name}: dtype should be {kind} for {kind} inputs, but got {wanted}")
    if _dtype.promote_types(own, dtype) is not dtype:
        raise RuntimeError(
            f"{name}: the dtype of the input ({type_name(input)}) should be convertible without "
            f"narrowing to the specified dtype ({wanted})"
        )
    return input.to(dtype)


def _need_elements(input, ord, dim):
    """Raises RuntimeError where a norm without an identity runs over nothing."""
    if input._array.size or not (ord < 0 or ord == math.inf):
        return
    if dim is None or dim == ():
        raise RuntimeError(
            f"linalg.vector_norm cannot compute the {ord:g} norm on an empty tensor because the "
            "operation does not have an identity"
        )
    for d in all_dims(dim, input.ndim):
        if not input.shape[d]:
            raise RuntimeError(
                f"linalg.vector_norm cannot compute the {ord:g} norm on the dimension {d}"
                "because this dimension is empty and the operation does not have an identity"
            )


def _two_dims(dim, ndim):
    """The dimensions of matrices, not negative. Raises RuntimeError for other than two."""
    given = list(dim) if isinstance(dim, (tuple, list)) else [dim]
    if len(given) != 2:
        raise RuntimeError(
            "linalg.matrix_norm: dim must be a 2-tuple. Got " + " ".join(map(str, given))
        )
    rows, columns = (one_dim(d, ndim) for d in given)
    if rows == columns:
        raise RuntimeError(
            f"linalg.matrix_norm: dims must be different. Got ({given[0]}, {given[1]})"
        )
    return rows, columns


# ---------------------------------------------------------------------- torch.linalg
@composite(
    samples=("x(3, 4)", "x(3, 4), 1", "x(3, 4), -inf, 0", "x(3, 4), 3, (0, 1), True"),
    errors=(
        ("x(3).long()", RuntimeError, "floating point or complex tensor as input. Got Long"),
        ("x(0), -1", RuntimeError, "cannot compute the -1 norm on an empty tensor"),
        ("x(3), dtype=T.int64", RuntimeError, "dtype should be floating point or complex"),
    ),
    methods=False,
    namespace="linalg",
    dtypes="floating",
    out=True,
    layered=True,
)
def linalg_vector_norm(
    input: Array,
    ord: Number = 2,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The norm of order `ord` of the elements over `dim`, or of all, as one vector.

    `sum(abs(x)**ord)**(1/ord)`; the largest or smallest size for inf and -inf, the number of
    elements that are not 0 for 0. Computed in `dtype` where that is given. Raises RuntimeError for
    integers.

    >>> import firebrick_core as fb
    >>> fb.linalg.vector_norm(fb.tensor([3.0, 4.0]))
    tensor(5.)
    """
    ord = _number("linalg.vector_norm", ord)
    input = _converted("linalg.vector_norm", input, dtype)
    _need_elements(input, ord, dim)
    return T.vector_norm(input, ord, dim, keepdim)


@composite(
    samples=(
        "x(3, 4)",
        *(f"x(2, 3, 4), {ord}" for ord in ("'nuc'", 1, -1, 2, -2, "inf", "-inf")),
        "x(2, 3, 4), 2, (0, 2), True",
        "x(2, 3, 4), 1, (2, 0), True",
    ),
    errors=(
        ("x(3)", RuntimeError, "must have at least 2 dimensions"),
        ("x(3, 3), 3", RuntimeError, "Order 3 not supported"),
        ("x(3, 3), 'max'", RuntimeError, "Order max not supported"),
        ("x(3, 3), 'fro', (0,)", RuntimeError, "dim must be a 2-tuple. Got 0"),
        ("x(3, 3), 'fro', (0, 0)", RuntimeError, r"dims must be different. Got \(0, 0\)"),
    ),
    methods=False,
    namespace="linalg",
    dtypes="no_half_floating",
    out=True,
    layered=True,
)
def linalg_matrix_norm(
    input: Array,
    ord: object = "fro",
    dim: Dims = (-2, -1),
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The norm of matrices, which lie in the two dimensions `dim`.

    "fro": the root of the sum of squares; "nuc": the sum of singular values; 2, -2: the largest
    and the smallest singular value; 1, -1 and inf, -inf: the largest and smallest sum of sizes in
    a column, and in a row.

    >>> import firebrick_core as fb
    >>> fb.linalg.matrix_norm(fb.tensor([[3.0, 0.0], [0.0, 4.0]]), "nuc")
    tensor(7.)
    """
    name = "linalg.matrix_norm"
    if ord not in ("fro", "nuc") and (isinstance(ord, str) or abs(ord) not in (1, 2, math.inf)):
        raise RuntimeError(f"{name}: Order {ord} not supported.")
    need_matrices(name, input)
    rows, columns = _two_dims(dim, input.ndim)
    input = _converted(name, input, dtype)
    if ord == "fro":
        return T.vector_norm(input, 2, (rows, columns), keepdim)
    if ord == "nuc" or abs(ord) == 2:
        out = _of_singular_values(T.movedim(input, (rows, columns), (-2, -1)), ord)
        if keepdim:
            for d in sorted((rows, columns)):
                out = T.unsqueeze(out, d)
        return out
    first, second = (rows, columns) if abs(ord) == 1 else (columns, rows)
    out = _extreme(T.vector_norm(input, 1, first, True), second, ord > 0)
    return out if keepdim else T.squeeze(out, (rows, columns))


def _of_singular_values(matrices, ord):
    values = T.linalg_svdvals(matrices)
    if ord == "nuc":
        return T.sum(values, -1)
    return T.squeeze(_extreme(values, -1, ord > 0), -1)


def _extreme(x, dim, largest):
    """The largest or smallest element along a dimension, kept; the largest of nothing is 0."""
    if not largest:
        return T.amin(x, dim, True)
    return T.amax(x, dim, True) if x.shape[dim] else T.sum(x, dim, True)


@composite(
    samples=("x(3, 4)", "x(3), 1", "x(3, 4), 'fro'", "x(2, 3, 4), 2, 1", "x(3, 4), 2"),
    errors=(
        ("x(2, 3, 3), 2", RuntimeError, "the input must be 1D or 2D. Got 3D"),
        ("x(2, 3, 3), 2, (0, 1, 2)", RuntimeError, "it must be of length 1 or 2"),
    ),
    methods=False,
    namespace="linalg",
    dtypes="no_half_floating",
    out=True,
)
def linalg_norm(
    input: Array,
    ord: object = None,
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The vector norm, or the matrix norm where there are two dimensions and an `ord`.

    Two dimensions means two in `dim`, or a matrix without `dim`. Without `ord`, the root of the
    sum of squares.

    >>> import firebrick_core as fb
    >>> fb.linalg.norm(fb.tensor([3.0, 4.0]))
    tensor(5.)
    """
    dims = None if dim is None else list(dim) if isinstance(dim, (tuple, list)) else [dim]
    if dims is not None and len(dims) not in (1, 2):
        raise RuntimeError(
            f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {dims}"
        )
    if ord is None:
        return T.linalg_vector_norm(input, 2, dim, keepdim, dtype=dtype)
    if dims is None and input.ndim not in (1, 2):
        raise RuntimeError(
            "linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got "
            f"{input.ndim}D."
        )
    if isinstance(ord, str) or (input.ndim if dims is None else len(dims)) == 2:
        dims = (-2, -1) if dims is None else dims
        return T.linalg_matrix_norm(input, ord, dims, keepdim, dtype=dtype)
    return T.linalg_vector_norm(input, ord, dims, keepdim, dtype=dtype)


# ---------------------------------------------------------------------- torch
@composite(
    samples=(
        "x(3, 4)",
        "x(3, 4), 1",
        "x(3, 4), 2, 1, True",
        "x(3, 4), 'fro'",
        "x(3, 4), inf, 0",
        "x(3, 4), 'nuc'",
    ),
    errors=(("x(2, 3, 4), 'nuc'", RuntimeError, "dim must be a 2-tuple. Got 0 1 2"),),
    dtypes="no_half_floating",
    out=True,
    layered=True,
)
def norm(
    input: Array,
    p: object = "fro",
    dim: Dims = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The norm of order `p` over `dim`, or of all elements, as one vector.

    "fro" is the root of the sum of squares, "nuc" the sum of a matrix's singular values. See
    `linalg.vector_norm` and `linalg.matrix_norm`.

    >>> import firebrick_core as fb
    >>> fb.tensor([[3.0, 4.0]]).norm()
    tensor(5.)
    """
    if isinstance(p, str) and p != "fro":
        dims = tuple(range(input.ndim)) if dim is None else dim
        return T.linalg_matrix_norm(input, p, dims, keepdim, dtype=dtype)
    if p == "fro" and isinstance(dim, (tuple, list)) and len(dim) > 2:
        _two_dims(dim, input.ndim)
    p = 2 if p is None or p == "fro" else p
    return T.linalg_vector_norm(input, p, dim, keepdim, dtype=dtype)


@composite(
    samples=("x(3, 4)", "x(2, 3, 4), (0, 2), True"),
    methods=False,
    dtypes="no_half_floating",
    out=True,
    layered=True,
)
def nuclear_norm(input: Array, dim: Dims = (-2, -1), keepdim: bool = False) -> Array:
    """The sum of the singular values of matrices in the two dimensions `dim`."""
    return T.linalg_matrix_norm(input, "nuc", dim, keepdim)


@composite(
    samples=("x(3, 4), 0", "x(2, 3, 4), (0, 2), True"),
    errors=(("x(2, 3, 4), (0, 1, 2)", RuntimeError, "Expected at most 2 dimensions, but got 3"),),
    methods=False,
    dtypes="floating",
    out=True,
    layered=True,
)
def frobenius_norm(input: Array, dim: Dims, keepdim: bool = False) -> Array:
    """The root of the sum of squares over one or two dimensions, or of all elements for ()."""
    if isinstance(dim, (tuple, list)) and len(dim) > 2:
        raise RuntimeError(f"Expected at most 2 dimensions, but got {len(dim)} dimensions instead.")
    return T.linalg_vector_norm(input, 2, dim, keepdim)


@composite(samples=("x(3, 4)", "x(3, 4), 1, 1", "x(3, 4), 2, -1"), methods=False, dtypes="floating")
def norm_except_dim(v: Array, pow: int = 2, dim: int = 0) -> Array:
    """The norm over all dimensions but `dim`, kept to broadcast with the tensor; over all for -1.

    >>> import firebrick_core as fb
    >>> fb.norm_except_dim(fb.ones(2, 3, 4), 2, 1).shape
    torch.Size([1, 3, 1])
    """
    if dim == -1:
        return T.norm(v, pow)
    kept = one_dim(dim, v.ndim)
    others = tuple(d for d in range(v.ndim) if d != kept)
    return T.linalg_vector_norm(v, pow, others, True) if others else T.abs(v)


@composite(samples=("x(3, 4), x(3, 4)",), dtypes="floating", layered=True)
def dist(input: Array, other: Array, p: Number = 2) -> Array:
    """The norm of order `p` of the difference."""
    return T.norm(T.sub(input, other), p)
