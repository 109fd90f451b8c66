"""Distances and similarities of vectors, and vectors of length one or bounded length."""

from __future__ import annotations

import math

from .. import _errors, _operators as T
from .._device import BY_BIT, DEVICE_BITS, meta_array
from .._operator import Array, composite, operator
from .._typing import Number
from ._dims import broadcast_shapes, largest, one_dim
from ._nn_arrays import require_tensor


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4)", "x(3, 4), 1.0, 0", "x(2, 3, 4), 3.0, -1"),
    errors=(("ints(5, 3)", RuntimeError, "floating point"),),
)
def normalize(
    input: Array, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Array | None = None
) -> Array:
    """`input / max(norm, eps)` with the norm of order `p` over `dim`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.normalize(fb.tensor([[3.0, 4.0]]))
    tensor([[0.6000, 0.8000]])
    """
    require_tensor("normalize", "input", 1, input)
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            "normalize(): Expected a floating point or complex tensor as input. Got "
            f"{input.dtype}; convert with .float()"
        )
    norm = input.norm(p, dim, keepdim=True).clamp(min=eps)
    return (
        T.true_divide(input, norm.expand_as(input))
        if out is None
        else T.true_divide(input, norm, out=out)
    )


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4)", "x(3, 4), x(3, 4), 0", "x(2, 3, 4), x(4), -1"),
    layered=True,
)
def cosine_similarity(x1: Array, x2: Array, dim: int = 1, eps: float = 1e-8) -> Array:
    """The product of two vectors along `dim`, divided by both lengths, each kept above `eps`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.cosine_similarity(fb.tensor([[1.0, 0.0]]), fb.tensor([[1.0, 1.0]]))
    tensor([0.7071])
    """
    require_tensor("cosine_similarity", "x1", 1, x1)
    require_tensor("cosine_similarity", "x2", 2, x2)
    x1, x2 = T.broadcast_tensors(x1, x2)
    lengths = [x.norm(2, dim, keepdim=True).clamp(min=eps) for x in (x1, x2)]
    return ((x1 / lengths[0]) * (x2 / lengths[1])).sum(dim)


@composite(
    namespace="torch functional",
    methods=False,
    dtypes="float",
    samples=("x(3, 4), x(3, 4)", "x(3, 4), x(4), 1.0", "x(4), x(4), keepdim=True"),
)
def pairwise_distance(
    x1: Array, x2: Array, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Array:
    """The norm of order `p` of `x1 - x2 + eps` over the last dimension."""
    require_tensor("pairwise_distance", "x1", 1, x1)
    require_tensor("pairwise_distance", "x2", 2, x2)
    return (x1 - x2 + eps).norm(p, -1, keepdim=keepdim)


@composite(
    samples=("x(3, 4), 2, 0, 1.5", "x(2, 3, 4), 1, -1, 2", "x(3, 4), inf, 1, 0.5"),
    errors=(
        ("x(3), 2, 0, 1", RuntimeError, "at least 2 dimensions"),
        ("x(3, 4), 0, 0, 1", RuntimeError, "non-positive-norm"),
        ("x(3, 4), 2, 0, -1", RuntimeError, "maxnorm to be >= 0"),
        ("x(3, 4), 2, 2, 1", IndexError, "out of range"),
    ),
    dtypes="floating",
    out=True,
    inplace=True,
    layered=True,
)
def renorm(input: Array, p: Number, dim: int, maxnorm: Number) -> Array:
    """The slices of `dim`, those of a `p`-norm over `maxnorm` scaled down to it.

    Raises RuntimeError for vectors, and where `p` is not positive.

    >>> import firebrick_core as fb
    >>> fb.renorm(fb.tensor([[3.0, 4.0], [0.0, 1.0]]), 2, 0, 1)
    tensor([[0.6000, 0.8000],
            [0.0000, 1.0000]])
    """
    if isinstance(p, complex):
        raise RuntimeError("renorm: p must be real-valued")
    if p <= 0:
        raise RuntimeError(f"renorm: non-positive-norm not supported: p is {p}")
    if isinstance(maxnorm, complex) or maxnorm < 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    if input.ndim < 2:
        raise RuntimeError(
            f"renorm: input needs at least 2 dimensions, got {input.ndim} dimensions"
        )
    dim = one_dim(dim, input.ndim)
    norms = T.norm(input, p, [d for d in range(input.ndim) if d != dim], True)
    return (input * T.where(norms > maxnorm, maxnorm / (norms + 1e-7), 1)).contiguous()


# ---------------------------------------------------------------------- between all pairs
BLOCK = 1 << 18
"""So many differences are taken at a time: they stay in the cache."""
MANY = 25
"""From more rows than this on, PyTorch takes Euclidean distances from a matrix product."""


def _batches(xp, x1, x2):
    """Both sets of rows with one batch dimension, and the batch's shape."""
    batch = broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    x1, x2 = (
        xp.broadcast_to(x, (*batch, *x.shape[-2:])).reshape(math.prod(batch), *x.shape[-2:])
        for x in (x1, x2)
    )
    return batch, x1, x2


def _blocks(x1, x2):
    """Rows of the first set in blocks, with those of the second that they meet."""
    step = max(1, BLOCK // max(1, x2.shape[1] * x2.shape[2]))
    for i in range(len(x1)):
        for start in range(0, x1.shape[1], step):
            rows = slice(start, start + step)
            yield i, rows, x1[i, rows, None] - x2[i]


def _norms(xp, differences, p):
    if p == 2:
        return xp.sqrt(xp.einsum("prm,prm->pr", differences, differences))
    size = xp.abs(differences)
    if p == 0:
        return xp.minimum(xp.ceil(size), 1).sum(-1)
    if p == 1:
        return size.sum(-1)
    if p == math.inf:
        return largest(xp, xp.fmax, size)  # PyTorch passes over NaN, here only
    return (size**p).sum(-1) ** (1 / p)


def _distances_rule(x1, x2, p=2.0):
    shape = (*broadcast_shapes(x1.shape[:-2], x2.shape[:-2]), x1.shape[-2], x2.shape[-2])
    return meta_array(shape, x1.dtype)


@operator(
    samples=("x(3, 4), x(2, 4), 3.0", "x(2, 1, 3, 4), x(5, 2, 4), 2.0", "x(3, 4), x(2, 4), inf"),
    methods=False,
    namespace="internal",
    dtypes="no_half_float",
    meta=_distances_rule,
)
def cdist_direct(xp, x1: Array, x2: Array, p: float) -> Array:
    """The p-norms of the differences of all pairs of rows, taken one by one."""
    batch, x1, x2 = _batches(xp, x1, x2)
    out = xp.empty((len(x1), x1.shape[1], x2.shape[1]), x1.dtype)
    if p == 2 and x1.dtype == "f4" and out.size > MANY**2:
        for a, b, lengths in zip(x1, x2, out, strict=True):
            lengths[...] = _lengths_from_products(xp, a, b)
        return out.reshape(*batch, *out.shape[1:])
    for i, rows, differences in _blocks(x1, x2):
        out[i, rows] = _norms(xp, differences, p)
    return out.reshape(*batch, *out.shape[1:])


def _lengths_from_products(xp, a, b):
    """Euclidean distances from a matrix product in float64, as exact as differences in float32.

    Pairs so close that even float64 loses digits are taken one by one.
    """
    a8, b8 = a.astype("f8"), b.astype("f8")
    sums = (a8 * a8).sum(1)[:, None] + (b8 * b8).sum(1)
    squares = sums - 2 * a8.dot(b8.T)
    first, second = (~(squares > 1e-7 * sums)).nonzero()
    if len(first):
        differences = a8[first] - b8[second]
        squares[first, second] = xp.einsum("pm,pm->p", differences, differences)
    return xp.sqrt(squares)


def _cdist_backward_rule(grad_output, x1, x2, p, result):
    return meta_array((*broadcast_shapes(x1.shape[:-2], x2.shape[:-2]), *x1.shape[-2:]), x1.dtype)


@operator(
    samples=(
        "x(3, 2), x(3, 4), x(2, 4), 3.0, pos(3, 2)",
        "x(3, 2), x(3, 4), x(2, 4), 1.0, pos(3, 2)",
    ),
    methods=False,
    namespace="internal",
    dtypes="no_half_float",
    meta=_cdist_backward_rule,
)
def cdist_backward(xp, grad_output: Array, x1: Array, x2: Array, p: float, result: Array) -> Array:
    """The gradient of the first set of rows of `cdist_direct`; 0 where rows are equal."""
    batch, x1, x2 = _batches(xp, x1, x2)
    out = xp.zeros(x1.shape, x1.dtype)
    grad, result = (a.reshape(len(x1), x1.shape[1], x2.shape[1]) for a in (grad_output, result))
    if p not in (1, math.inf):
        grad = xp.where(result == 0, 0, grad * result ** (1 - p))
    for i, rows, differences in _blocks(x1, x2) if p else ():
        slopes = _slopes(xp, differences, p, result[i, rows, :, None])
        out[i, rows] = xp.einsum("pr,prm->pm", grad[i, rows], slopes)
    return out.reshape(*batch, *out.shape[1:])


def _slopes(xp, differences, p, result):
    if p == 2:
        return differences
    signs = xp.sign(differences)
    if p == 1:
        return signs
    size = xp.abs(differences)
    if p == math.inf:
        return xp.where(size == result, signs, 0)
    return xp.where(size == 0, 0, signs * size ** (p - 1))


@operator(
    samples=("x(3, 4), x(2, 4)", "x(2, 1, 3, 4), x(5, 2, 4)"),
    methods=False,
    namespace="internal",
    dtypes="no_half_float",
    meta=_distances_rule,
)
def euclidean_distances(xp, x1: Array, x2: Array) -> Array:
    """The lengths of the differences of all pairs of rows, from one matrix product.

    `|a - b|**2 = |a|**2 + |b|**2 - 2 a b`: fast, but digits are lost where rows are close.
    """
    squares, others = ((x * x).sum(-1, keepdims=True) for x in (x1, x2))
    left = xp.concatenate([-2 * x1, squares, xp.ones_like(squares)], -1)
    right = xp.concatenate([x2, xp.ones_like(others), others], -1)
    return xp.sqrt(xp.maximum(xp.matmul(left, right.swapaxes(-1, -2)), 0))


COMPUTE_MODES = {
    "use_mm_for_euclid_dist_if_necessary": None,
    "use_mm_for_euclid_dist": True,
    "donot_use_mm_for_euclid_dist": False,
}


def _check_rows(x1, x2, p):
    for name, x in (("X1", x1), ("X2", x2)):
        if not x.is_floating_point():
            raise RuntimeError(
                f"cdist only supports floating-point dtypes, {name} got: "
                f"{_errors.TYPE_NAMES[x.dtype.name]}"
            )
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}"
        )
    if x1.dtype is not x2.dtype:
        raise RuntimeError(
            f"expected scalar type {_errors.TYPE_NAMES[x1.dtype.name]} but found "
            f"{_errors.TYPE_NAMES[x2.dtype.name]} (in cdist; convert with .to(dtype))"
        )
    if p < 0:
        raise RuntimeError(f"cdist only supports non-negative p values, got {p}")


@composite(
    samples=(
        "x(3, 4), x(2, 4)",
        "x(2, 1, 3, 4), x(5, 2, 4), 1.0",
        "x(3, 4), x(2, 4), inf",
        "x(3, 4), x(2, 4), 0.0",
        "x(3, 4), x(2, 4), 2.0, 'use_mm_for_euclid_dist'",
        "x(30, 4), x(2, 4)",
        "x(0, 4), x(2, 4)",
    ),
    errors=(
        ("x(3, 4), x(2, 3)", RuntimeError, "same number of columns"),
        ("x(4), x(2, 4)", RuntimeError, "at least 2D"),
        ("x(3, 4), x(2, 4), -1.0", RuntimeError, "non-negative p"),
        ("ints(4, 3, 4), x(2, 4)", RuntimeError, "floating-point dtypes, X1 got: Long"),
        ("x(3, 4), x(2, 4), 2.0, 'fast'", ValueError, "not a valid value for compute_mode"),
        ("x(2, 3, 4), x(3, 2, 4)", RuntimeError, "must match"),
    ),
    methods=False,
    dtypes="no_half_float",
    layered=True,
)
def cdist(
    x1: Array,
    x2: Array,
    p: float = 2.0,
    compute_mode: str | None = "use_mm_for_euclid_dist_if_necessary",
) -> Array:
    """The `p`-norm of the difference of each row of `x1` (..., P, M) and each of `x2` (..., R, M).

    The result is (..., P, R). `compute_mode` says whether Euclidean distances come from a matrix
    product, which is fast and less exact: "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist",
    or by default with more than 25 rows. Raises RuntimeError for shapes and dtypes that differ.

    >>> import firebrick_core as fb
    >>> fb.cdist(fb.tensor([[0.0, 0.0], [3.0, 0.0]]), fb.tensor([[0.0, 4.0]]))
    tensor([[4.],
            [5.]])
    """
    if compute_mode is None:
        compute_mode = "use_mm_for_euclid_dist_if_necessary"
    if compute_mode not in COMPUTE_MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    _check_rows(x1, x2, p)
    product = COMPUTE_MODES[compute_mode]
    if product is None:
        product = x1.shape[-2] > MANY or x2.shape[-2] > MANY
    if p == 2 and product:
        return T.euclidean_distances(x1, x2)
    return T.cdist_direct(x1, x2, float(p))


@composite(
    namespace="torch functional",
    samples=("x(4, 3)", "x(4, 3), 1.0", "x(5, 2), inf", "x(1, 3)", "x(4, 3), 0.0"),
    errors=(
        ("x(3)", RuntimeError, "only supports 2D tensors"),
        ("ints(3, 2, 2)", RuntimeError, "floating-point dtypes"),
        ("x(3, 2), -1.0", RuntimeError, "non-negative p"),
    ),
    methods=False,
    dtypes="no_half_float",
    layered=True,
)
def pdist(input: Array, p: float = 2.0) -> Array:
    """The `p`-norms of the differences of all pairs of rows, a vector of n(n-1)/2.

    They come row by row of the triangle above the diagonal of `cdist(input, input, p)`.

    >>> import firebrick_core as fb
    >>> fb.pdist(fb.tensor([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]]))
    tensor([3., 4., 5.])
    """
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    if not input.is_floating_point():
        raise RuntimeError("pdist only supports floating-point dtypes; convert with .float()")
    if p < 0:
        raise RuntimeError(f"pdist only supports non-negative p values, got {p}")
    n = input.shape[0]
    square = T.cdist_direct(input, input, float(p)).reshape(n * n)
    return T.index_select(square, 0, _above_diagonal(n, input))


def _above_diagonal(n, like):
    """The flat indices above the diagonal of a square, as a tensor on the device of another."""
    backend = BY_BIT[like._keys & DEVICE_BITS]
    xp = backend.namespace()
    rows, columns = xp.triu_indices(n, 1)
    return T.Tensor._wrap(backend.from_host(rows * n + columns), backend.bit)
