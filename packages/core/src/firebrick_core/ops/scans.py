"""Running sums, products, extremes and log-sums along a dimension; products of tensors of any
rank.
"""

from __future__ import annotations

from .. import _dtype, _operators as T
from .._device import meta_array
from .._errors import TYPE_NAMES, not_implemented_for
from .._operator import Array, composite, like_input, operator
from .._typing import DType
from ._dims import broadcast_shapes, one_dim
from ._nn_arrays import half_in_float32
from ._numbers import require_tensors
from ._positions import row_major
from ._reducing import INT64, accumulator, not_for

SAMPLES = ("x(3, 4), 0", "x(3, 4), -1", "x(), 0", "x(0, 3), 0")
WRONG_DIM = (("x(3, 4), 2", IndexError, "Dimension out of range"),)


def _sum_rule(input, dim, *, dtype=None):
    return meta_array(input.shape, accumulator(input, dtype) or input.dtype)


@operator(samples=SAMPLES, errors=WRONG_DIM, meta=_sum_rule, out=True, inplace=True)
def cumsum(xp, input: Array, dim: int, *, dtype: DType | None = None) -> Array:
    """Running sums along `dim`; integers are summed as int64.

    `dtype` converts the elements first.

    >>> import firebrick_core as fb
    >>> fb.cumsum(fb.tensor([1, 2, 3]), 0)
    tensor([1, 3, 6])
    """
    dim = one_dim(dim, input.ndim)
    kind = accumulator(input, dtype)
    if not input.ndim:
        return input.astype(kind or input.dtype)
    return row_major(xp.cumsum(input, dim, kind))


@operator(samples=SAMPLES, errors=WRONG_DIM, meta=_sum_rule, out=True, inplace=True)
def cumprod(xp, input: Array, dim: int, *, dtype: DType | None = None) -> Array:
    """Running products along `dim`; integers are multiplied as int64.

    `dtype` converts the elements first.

    >>> import firebrick_core as fb
    >>> fb.cumprod(fb.tensor([1, 2, 3]), 0)
    tensor([1, 2, 6])
    """
    dim = one_dim(dim, input.ndim)
    kind = accumulator(input, dtype)
    if not input.ndim:
        return input.astype(kind or input.dtype)
    return row_major(xp.cumprod(input, dim, kind))


# ---------------------------------------------------------------------- extremes
def _extreme_rule(input, dim):
    return meta_array(input.shape, input.dtype), meta_array(input.shape, INT64)


def _running(xp, ufunc, input, dim, name):
    not_for(f"{name}_cpu", input, "c")
    dim = one_dim(dim, input.ndim)
    if not input.ndim:
        return input.copy(), xp.zeros((), INT64)
    values = ufunc.accumulate(input, dim)
    here = input == values  # the latest of equal elements counts, as in PyTorch
    if input.dtype.kind == "f":
        here |= xp.isnan(input)
    shape = [1] * input.ndim
    shape[dim] = -1
    places = xp.arange(input.shape[dim]).reshape(shape)
    places = xp.maximum.accumulate(xp.where(here, places, 0), dim)
    return row_major(values), row_major(places)


@operator(
    samples=SAMPLES,
    errors=WRONG_DIM,
    dtypes="ordered",
    returns=("values", "indices"),
    meta=_extreme_rule,
    out=True,
)
def cummax(xp, input: Array, dim: int) -> tuple[Array, Array]:
    """The largest element so far along `dim`, and where it is; of equal ones the latest.

    From the first NaN on the values are NaN.

    >>> import firebrick_core as fb
    >>> fb.cummax(fb.tensor([1.0, 3.0, 2.0]), 0).values
    tensor([1., 3., 3.])
    """
    return _running(xp, xp.maximum, input, dim, "cummax")


@operator(
    samples=SAMPLES,
    errors=WRONG_DIM,
    dtypes="ordered",
    returns=("values", "indices"),
    meta=_extreme_rule,
    out=True,
)
def cummin(xp, input: Array, dim: int) -> tuple[Array, Array]:
    """The smallest element so far along `dim`, and where it is; of equal ones the latest.

    From the first NaN on the values are NaN.

    >>> import firebrick_core as fb
    >>> fb.cummin(fb.tensor([3.0, 1.0, 2.0]), 0).values
    tensor([3., 1., 1.])
    """
    return _running(xp, xp.minimum, input, dim, "cummin")


# ---------------------------------------------------------------------- log-sums
@operator(
    samples=(*SAMPLES, "x(3, 4) * 200, 1", "T.tensor([-inf, -inf, 1.0, inf, 2.0]), 0"),
    errors=(*WRONG_DIM, ("ints(5, 3), 0", NotImplementedError, "not implemented for 'Long'")),
    dtypes="floating",
    meta=like_input,
    out=True,
)
@half_in_float32
def logcumsumexp(xp, input: Array, dim: int) -> Array:
    """The logarithm of the running sums of exponentials along `dim`, without overflow.

    >>> import firebrick_core as fb
    >>> fb.logcumsumexp(fb.tensor([1000.0, 1000.0]), 0)
    tensor([1000.0000, 1000.6932])
    """
    not_for("logcumsumexp_out_cpu", input, "biu")
    dim = one_dim(dim, input.ndim)
    if not input.ndim or not input.size:
        return input.copy()
    if input.dtype.kind == "f":
        return row_major(xp.logaddexp.accumulate(input, dim))
    out = input.copy()
    steps = xp.moveaxis(out, dim, 0)
    for i in range(1, len(steps)):
        steps[i] = _log_add_exp(xp, steps[i - 1], steps[i])
    return out


def _log_add_exp(xp, a, b):
    """`log(exp(a) + exp(b))` of complex numbers, whose real parts may be infinite."""
    swap = ~(a.real >= b.real)
    high, low = xp.where(swap, b, a), xp.where(swap, a, b)
    out = high + xp.log1p(xp.exp(low - high))
    alone = xp.isinf(low.real) & ((low.real < 0) | (low.real != high.real))  # adds nothing
    equal = xp.isinf(high.real) & (high.real == low.real) & (high.real > 0)
    out = xp.where(alone | (xp.isinf(high.real) & ~equal), high, out)
    out = xp.where(equal, xp.log(xp.exp(low) + xp.exp(high)), out)
    nan = xp.isnan(a) | xp.isnan(b)
    return xp.where(nan, a.dtype.type(complex(xp.nan, xp.nan)), out)


# Products of tensors of any rank: outer, inner, Kronecker, cross.

NUMBER = (("x(3), 2", TypeError, "must be Tensor"),)


@composite(
    samples=("x(3), x(4)", "x(0), x(4)"),
    aliases=("ger",),
    promotion="default",
    out=True,
    errors=(*NUMBER, ("x(3, 4), x(4)", RuntimeError, "Expected 1-D argument self, but got 2-D")),
)
def outer(input: Array, vec2: Array) -> Array:
    """The matrix of all products of two vectors' elements. Raises RuntimeError for other shapes.

    >>> import firebrick_core as fb
    >>> fb.outer(fb.tensor([1, 2]), fb.tensor([3, 4]))
    tensor([[3, 4],
            [6, 8]])
    """
    require_tensors("outer", input=input, vec2=vec2)
    for name, t in (("self", input), ("vec2", vec2)):
        if t.ndim != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {t.ndim}-D")
    return T.mul(input.unsqueeze(1), vec2)


@composite(
    samples=("x(4), x(4)", "x(2, 4), x(3, 4)", "x(2, 3, 4), x(4)", "x(2, 3), x()"),
    dtypes="number",
    out=True,
    errors=(
        *NUMBER,
        ("x(2, 3), x(2, 4)", RuntimeError, "the last dimension must match"),
        ("x(3), x(3).to(T.float64)", RuntimeError, "both inputs should have same dtype"),
    ),
)
def inner(input: Array, other: Array) -> Array:
    """Sums of products over the last dimensions of both; a 0-d tensor just multiplies.

    Raises RuntimeError where those differ, or the dtypes do.

    >>> import firebrick_core as fb
    >>> fb.inner(fb.tensor([[1, 2], [3, 4]]), fb.tensor([1, 10]))
    tensor([21, 43])
    """
    require_tensors("inner", input=input, other=other)
    if input.dtype is not other.dtype:
        raise RuntimeError(f"both inputs should have same dtype, not {input.dtype}, {other.dtype}")
    if not input.ndim or not other.ndim:
        return T.mul(input, other)
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(input.shape)} and {list(other.shape)}"
        )
    if input.ndim == other.ndim == 1:
        return T.dot(input, other)
    return T.tensordot(input, other, ([-1], [-1]))


@composite(
    samples=("x(2, 3), x(3, 2)", "x(2), x(2, 3)", "x(2, 1, 2), x(3)", "x(), x(2)", "x(0), x(2)"),
    promotion="default",
    out=True,
    errors=NUMBER,
)
def kron(input: Array, other: Array) -> Array:
    """The Kronecker product: `other` times each element of `input`, in blocks.

    >>> import firebrick_core as fb
    >>> fb.kron(fb.tensor([1, 10]), fb.tensor([1, 2, 3]))
    tensor([ 1,  2,  3, 10, 20, 30])
    """
    require_tensors("kron", input=input, other=other)
    n = max(input.ndim, other.ndim)
    a, b = ((1,) * (n - t.ndim) + tuple(t.shape) for t in (input, other))
    blocks = T.mul(
        input.reshape([s for size in a for s in (size, 1)]),
        other.reshape([s for size in b for s in (1, size)]),
    )
    return blocks.reshape([x * y for x, y in zip(a, b, strict=True)])


# ---------------------------------------------------------------------- vectors in a dimension
def _cross_rule(input, other, dim):
    return meta_array(broadcast_shapes(input.shape, other.shape), input.dtype)


@operator(
    samples=("x(2, 3), x(2, 3), 1", "x(3, 1), x(3, 4), 0"),
    dtypes="number",
    methods=False,
    namespace="internal",
    meta=_cross_rule,
)
def cross_product(xp, input: Array, other: Array, dim: int) -> Array:
    """The cross product of the vectors along a dimension, given from the front."""
    out = xp.empty(broadcast_shapes(input.shape, other.shape), input.dtype)
    before = (slice(None),) * dim
    a, b = ([x[(*before, i)] for i in range(3)] for x in (input, other))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        out[(*before, i)] = xp.subtract(xp.multiply(a[j], b[k]), xp.multiply(a[k], b[j]))
    return out


CROSS = (
    ("x(2, 3), x(3)", RuntimeError, "inputs must have the same number of dimensions"),
    ("x(2, 3), x(2, 3), dim=0", RuntimeError, "inputs dimension 0 must have length 3"),
    ("x(2, 3), x(4, 3)", RuntimeError, "must match the size"),
    ("x(3), x(3).to(T.float64)", RuntimeError, "expected scalar type Float but found Double"),
    ("x(3), x(3), dim=1", IndexError, "Dimension out of range"),
)


@composite(
    samples=("x(2, 3), x(2, 3)", "x(3, 1), x(3, 4), dim=0", "x(0, 3), x(1, 3)"),
    methods=False,
    namespace="linalg",
    dtypes="number",
    out=True,
    errors=(*NUMBER, *CROSS),
)
def linalg_cross(input: Array, other: Array, *, dim: int = -1) -> Array:
    """The cross product of the vectors of three elements along `dim`; the others broadcast.

    Raises RuntimeError where `dim` has another size, ranks or dtypes differ.

    >>> import firebrick_core as fb
    >>> fb.linalg.cross(fb.tensor([1, 0, 0]), fb.tensor([0, 1, 0]))
    tensor([0, 0, 1])
    """
    require_tensors("linalg.cross", input=input, other=other)
    if input.dtype is _dtype.bool:
        raise not_implemented_for("cross", input.dtype)
    if input.dtype is not other.dtype:
        a, b = (TYPE_NAMES[t.dtype.name] for t in (input, other))
        raise RuntimeError(f"expected scalar type {a} but found {b} (in linalg.cross())")
    if input.ndim != other.ndim:
        raise RuntimeError(
            "linalg.cross: inputs must have the same number of dimensions. Got"
            f" {input.ndim} and {other.ndim}"
        )
    axis = one_dim(dim, input.ndim)
    sizes = [t.shape[axis] if t.ndim else 0 for t in (input, other)]
    if sizes != [3, 3]:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got"
            f" {sizes[0]} and {sizes[1]}"
        )
    return T.cross_product(input, other, axis)


@composite(
    samples=("x(2, 3), x(2, 3)", "x(3, 2), x(3, 2)", "x(3, 1), x(3, 4), dim=0"),
    dtypes="number",
    out=True,
    errors=(*NUMBER, *CROSS, ("x(2, 2), x(2, 2)", RuntimeError, "no dimension of size 3 in input")),
    layered=True,
)
def cross(input: Array, other: Array, dim: int | None = None) -> Array:
    """The cross product of the vectors of three elements along `dim`, by default the first of size
    3; the others broadcast.

    Raises RuntimeError where `dim` has another size, ranks or dtypes differ. `linalg.cross`
    takes the last dimension by default.

    >>> import firebrick_core as fb
    >>> fb.cross(fb.tensor([[1, 0, 0]]), fb.tensor([[0, 1, 0]]))
    tensor([[0, 0, 1]])
    """
    require_tensors("cross", input=input, other=other)
    if dim is None:
        shape = broadcast_shapes(input.shape, other.shape)
        dim = next((i for i, n in enumerate(shape) if n == 3), None)
        if dim is None:
            raise RuntimeError(f"no dimension of size 3 in input: cross() got {list(shape)}")
    return T.linalg_cross(input, other, dim=dim)


@composite(
    samples=("x(2, 3), x(2, 3)", "x(3), x(2, 3)", "x(3, 2), x(3, 1), dim=0"),
    methods=False,
    namespace="linalg",
    dtypes="floating",
    out=True,
    errors=(
        ("x(3), x(4)", RuntimeError, "must match the size"),
        ("ints(3, 3), ints(3, 3)", RuntimeError, "Expected a floating point or complex tensor"),
        ("x(3), x(3).to(T.float64)", RuntimeError, "to have the same dtype"),
    ),
    layered=True,
)
def linalg_vecdot(x: Array, y: Array, *, dim: int = -1) -> Array:
    """The sums of `conj(x) * y` along a dimension; the others broadcast.

    Raises RuntimeError for integers, or two dtypes.

    >>> import firebrick_core as fb
    >>> fb.linalg.vecdot(fb.tensor([[1.0, 2.0], [3.0, 4.0]]), fb.tensor([1.0, 10.0]))
    tensor([21., 43.])
    """
    require_tensors("linalg.vecdot", x=x, y=y)
    if x.dtype.category < _dtype.FLOATING:
        raise RuntimeError(
            "linalg.vecdot: Expected a floating point or complex tensor as input. Got"
            f" {TYPE_NAMES[x.dtype.name]}"
        )
    if x.dtype is not y.dtype:
        raise RuntimeError(
            "linalg.vecdot: Expected x and y to have the same dtype, but found x of type"
            f" {TYPE_NAMES[x.dtype.name]} and y of type {TYPE_NAMES[y.dtype.name]} instead"
        )
    return T.sum(T.mul(T.conj(x), y), dim)
