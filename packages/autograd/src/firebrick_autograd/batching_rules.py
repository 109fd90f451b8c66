"""Batching rules of the operators that can take a whole batch at once, family by family."""

from __future__ import annotations

import math
from typing import Any

from firebrick_core import _operators as T
from firebrick_core.ops._dims import one_dim

from ._batching import Call, aligned, batching, broadcast, front, sample_by_sample
from ._levels import call

# ---------------------------------------------------------------------- one tensor, by dimensions
DIMS = ("dim", "dims", "dim0", "dim1", "dim2", "dimension")


def _shifted(dim: Any, ndim: int) -> Any:
    """Dimensions of a sample as those behind the batch dimension."""
    if isinstance(dim, (tuple, list)):
        return tuple(one_dim(d, ndim) + 1 for d in dim)
    return one_dim(dim, ndim) + 1


def _only_first(this: Call) -> bool:
    return this.bdims[0] is not None and not any(d is not None for d in this.bdims[1:])


def _along(this: Call, whole: bool) -> Any:
    """Call with the batch first and dimensions moved by one; `whole`: no dimensions mean all."""
    x, n = this.front(0), this.rank(0)
    scalar = n == 0
    if scalar:
        x, n = T.unsqueeze(x, 1), 1
    args: list[Any] = [x]
    for p, a in zip(this.op.parameters[1:], this.args[1:], strict=True):
        if p.name in DIMS:
            none = isinstance(a, (tuple, list)) and not a and this.op.name not in ("any", "all")
            if whole and (a is None or none):
                a = tuple(range(1, n + 1))
            elif a is not None:
                a = _shifted(a, n)
        args.append(a)
    out = call(this.op, tuple(args))
    if scalar:
        out = _each(out, lambda t: T.squeeze(t, 1) if t._array.ndim > 1 else t)
    return out, 0


def _each(out: Any, function: Any) -> Any:
    if isinstance(out, (tuple, list)):
        parts = [function(t) for t in out]
        return type(out)._make(parts) if hasattr(out, "_make") else tuple(parts)
    return function(out)


@batching(
    "softmax", "log_softmax", "causal_softmax", "cumsum", "cumprod", "cummax", "cummin",
    "logcumsumexp", "sort",
    "argsort", "topk", "kthvalue", "mode", "median_dim", "max_dim", "min_dim", "sorted_values",
    "flip", "roll", "transpose", "select", "unbind", "diagonal", "unfold", "split_with_sizes",
    "unsafe_split_with_sizes", "fft_c2c", "fft_r2c", "fft_c2r",
)  # fmt: skip
def along_dims(this: Call) -> Any:
    """One tensor, with dimensions that must be named."""
    if not _only_first(this) or (this.op.name == "roll" and this.args[2] in (None, ())):
        return sample_by_sample(this)
    return _along(this, whole=False)


@batching(
    "sum", "mean", "amax", "amin", "any", "all", "count_nonzero", "logsumexp", "var_correction",
    "vector_norm", "hash_tensor",
)  # fmt: skip
def reduction(this: Call) -> Any:
    """Over dimensions, or all of them where none is named."""
    return _along(this, whole=True)


@batching("prod", "argmax", "argmin", "aminmax")
def reduction_of_one_or_all(this: Call) -> Any:
    """Over one dimension, or all at once as one."""
    if this.args[1] is not None:
        return _along(this, whole=False)
    x = this.front(0)
    flat = T.reshape(x, (this.size, math.prod(this.shape(0))))
    out = call(this.op, (flat, 1, False, *this.args[3:]))
    if this.args[2]:
        ones = (this.size, *(1 for _ in this.shape(0)))
        out = _each(out, lambda t: T.reshape(t, ones))
    return out, 0


@batching("max_all", "min_all")
def extreme_of_all(this: Call) -> Any:
    """The largest or smallest element of each sample."""
    x = T.reshape(this.front(0), (this.size, math.prod(this.shape(0))))
    return (T.amax if this.op.name == "max_all" else T.amin)(x, 1), 0


# ---------------------------------------------------------------------- shapes
@batching(
    "clone", "to_dtype", "to_integral", "to_device", "real_part", "imaginary_part", "alias",
    "view_as_real", "view_as_complex", "view_dtype", "angle", "polygamma", "tril", "triu",
    "constant_pad_nd", "linalg_det", "linalg_slogdet", "linalg_inv_ex", "linalg_cholesky_ex",
    "linalg_eigh", "linalg_eigvalsh", "linalg_eig", "linalg_eigvals", "linalg_qr", "geqrf",
    "linalg_svd", "linalg_svdvals", "linalg_lu_factor_ex", "nan_to_num",
)  # fmt: skip
def leading(this: Call) -> Any:
    """Operators of one tensor that take any dimensions before theirs."""
    tensors = [i for i, d in enumerate(this.bdims) if d is not None]
    if len(tensors) > 1:
        return sample_by_sample(this)
    (i,) = tensors
    out = call(this.op, (*this.args[:i], this.front(i), *this.args[i + 1 :]))
    return out, 0


@batching("t")
def transposed(this: Call) -> Any:
    """Matrices; vectors stay."""
    x = this.front(0)
    return (T.transpose(x, 1, 2) if this.rank(0) == 2 else T.alias(x)), 0


@batching("permute")
def permuted(this: Call) -> Any:
    """The batch dimension stays first."""
    return T.permute(this.front(0), (0, *_shifted(tuple(this.args[1]), this.rank(0)))), 0


@batching("slice_view")
def sliced(this: Call) -> Any:
    """Of the batch dimension, everything."""
    return T.slice_view(this.front(0), (slice(None), *this.args[1])), 0


@batching("unsqueeze")
def unsqueezed(this: Call) -> Any:
    """A new dimension may also come last."""
    return T.unsqueeze(this.front(0), _shifted(this.args[1], this.rank(0) + 1)), 0


@batching("squeeze")
def squeezed(this: Call) -> Any:
    """All dimensions of size 1 are those that the function sees."""
    dim, shape = this.args[1], this.shape(0)
    if not shape:
        return T.alias(this.front(0)), 0
    if dim is None:
        dims = tuple(i + 1 for i, n in enumerate(shape) if n == 1)
    else:
        dims = _shifted(dim if isinstance(dim, (tuple, list)) else (dim,), len(shape))
    return (T.squeeze(this.front(0), dims) if dims else T.alias(this.front(0))), 0


@batching("view_shape", "reshape_copy")
def reshaped(this: Call) -> Any:
    """A size of -1 is found for one sample."""
    shape = list(this.args[1])
    if -1 in shape:
        known = math.prod(n for n in shape if n != -1)
        shape[shape.index(-1)] = math.prod(this.shape(0)) // max(known, 1)
    x = this.front(0)
    if this.op.kind != "view":
        return T.reshape_copy(x, (this.size, *shape)), 0
    return T.reshape(x, (this.size, *shape)), 0


@batching("expand")
def expanded(this: Call) -> Any:
    """New dimensions come between the batch dimension and the sample's."""
    size = tuple(this.args[1])
    x = aligned(this.front(0), this.rank(0), len(size))
    return T.expand(x, (this.size, *size)), 0


@batching("sum_expanded")
def summed_to_size(this: Call) -> Any:
    """Dimensions before those of the size are summed away."""
    size = tuple(this.args[1])
    x, more = this.front(0), this.rank(0) - len(size)
    if more:
        x = T.sum(x, tuple(range(1, 1 + more)))
    return T.sum_to_size(x, (this.size, *size)), 0


@batching("strided_view")
def strided(this: Call) -> Any:
    """Offsets are from where a sample's own memory begins."""
    x = this.front(0)
    size, stride, offset, _, own = this.args[1:]
    begin = T.select(x, 0, 0).storage_offset() - own if this.size else 0
    return T.as_strided(x, (this.size, *size), (x.stride(0), *stride), begin + offset), 0


@batching("repeat")
def repeated(this: Call) -> Any:
    """Repeats may be more than the sample's dimensions."""
    repeats = tuple(this.args[1])
    return T.repeat(aligned(this.front(0), this.rank(0), len(repeats)), (1, *repeats)), 0


# ---------------------------------------------------------------------- several tensors
@batching("where_tensors", "masked_fill_number", "masked_fill_tensor", "complex", "polar")
def broadcasting(this: Call) -> Any:
    """Operators that broadcast without being elementwise kernels."""
    return call(this.op, tuple(broadcast(this))), 0


@batching("cat", "stack")
def joined(this: Call) -> Any:
    """All tensors with the batch dimension first."""
    more = this.op.name == "stack"
    rank = this.outer[0][0]._array.ndim
    if not more and any(t._array.ndim != rank for t in this.outer[0]):
        return sample_by_sample(this)
    dim = _shifted(this.args[1], rank + more)
    return call(this.op, (this.fronts(0), dim)), 0


@batching(
    "gather", "scatter_src", "scatter_value", "scatter_add", "scatter_multiply", "scatter_reduce",
    "softmax_backward", "log_softmax_backward", "gather_backward", "select_scatter",
    "diagonal_scatter",
)  # fmt: skip
def all_first(this: Call) -> Any:
    """Every tensor with the batch dimension first, dimensions moved by one."""
    if this.rank(0) == 0:
        return sample_by_sample(this)
    args = []
    for i, p in enumerate(this.op.parameters):
        if hasattr(this.args[i], "_keys"):
            args.append(this.front(i, expand=True))
        elif p.name in DIMS:
            args.append(_shifted(this.args[i], this.rank(0)))
        else:
            args.append(this.args[i])
    if this.op.name == "gather_backward":
        return sample_by_sample(this)
    return call(this.op, tuple(args)), 0


@batching("embedding")
def looked_up(this: Call) -> Any:
    """Rows of one table at a batch of places."""
    if this.bdims[0] is not None:
        return sample_by_sample(this)
    return call(this.op, (this.args[0], this.front(1), *this.args[2:])), 0


@batching("index")
def indexed(this: Call) -> Any:
    """A batch of tensors at the same places; or one tensor, or a batch, each at its own places."""
    indices = list(this.args[1])
    places = [i for i, x in enumerate(indices) if x is not None]
    where = this.bdims[1] if isinstance(this.bdims[1], list) else [None] * len(indices)
    adjacent = places == list(range(places[0], places[-1] + 1)) if places else True
    if any(d is not None for d in where) or not adjacent:
        return sample_by_sample(this)
    return T.index(this.front(0), (None, *indices)), 0


# ---------------------------------------------------------------------- products
@batching("matmul", "bmm")
def multiplied(this: Call) -> Any:
    """Vectors are made matrices, and batches of matrices aligned."""
    x, y = this.front(0), this.front(1)
    rank_x, rank_y = this.rank(0), this.rank(1)
    if rank_x == 1:
        x, rank_x = T.unsqueeze(x, -2), 2
    if rank_y == 1:
        y, rank_y = T.unsqueeze(y, -1), 2
    wanted = max(rank_x, rank_y)
    if this.bdims[0] is not None:
        x = aligned(x, rank_x, wanted)
    if this.bdims[1] is not None:
        y = aligned(y, rank_y, wanted)
    out = T.matmul(x, y)
    if this.rank(0) == 1:
        out = T.squeeze(out, -2 if this.rank(1) > 1 else -2)
    if this.rank(1) == 1:
        out = T.squeeze(out, -1)
    return out, 0


@batching("linear")
def affine(this: Call) -> Any:
    """One weight for all samples, or each its own."""
    if this.bdims[1] is None and this.bdims[2] is None:
        return T.linear(this.front(0), *this.args[1:]), 0
    x, weight, bias = this.outer
    out: Any = T.matmul(x, T.t(weight))
    if bias is not None:
        out = out + bias
    return out._value, out._bdim


@batching("linear_weight")
def affine_weight(this: Call) -> Any:
    """The gradient of a weight, for each sample."""
    grad, x = (this.front(i, expand=True) for i in (0, 1))
    x = T.reshape(x, (this.size, -1, x._array.shape[-1]))
    if this.rank(0) < this.rank(1):  # of a weight that is a vector
        return T.squeeze(T.matmul(T.reshape(grad, (this.size, 1, -1)), x), 1), 0
    grad = T.reshape(grad, (this.size, -1, grad._array.shape[-1]))
    return T.matmul(T.transpose(grad, 1, 2), x), 0


@batching("convolve")
def convolved(this: Call) -> Any:
    """One weight: the samples join the batch of images. A weight each: they are groups."""
    x, weight, bias = this.args[:3]
    *geometry, groups = this.args[3:]
    if this.bdims[1] is None and this.bdims[2] is None:
        images = this.front(0)
        out = call(this.op, (_merge(images, 0), weight, bias, *geometry, groups))
        return _split(out, 0, this.size), 0
    images, kernels = this.front(0, expand=True), this.front(1, expand=True)
    if bias is not None:
        bias = T.reshape(this.front(2, expand=True), (-1,))
    images = _merge(T.movedim(images, 0, 1), 1)
    groups = groups * this.size
    out = call(this.op, (images, _merge(kernels, 0), bias, *geometry, groups))
    return _split(out, 1, this.size), 1


@batching("convolve_input")
def convolved_back(this: Call) -> Any:
    """As `convolve`, towards the input."""
    grad, weight, bias = this.args[:3]
    *geometry, groups = this.args[3:]
    if this.bdims[1] is None and this.bdims[2] is None:
        grad = this.front(0)
        out = call(this.op, (_merge(grad, 0), weight, bias, *geometry, groups))
        return _split(out, 0, this.size), 0
    grad, kernels = this.front(0, expand=True), this.front(1, expand=True)
    if bias is not None:
        bias = T.reshape(this.front(2, expand=True), (-1,))
    grad, groups = _merge(T.movedim(grad, 0, 1), 1), groups * this.size
    out = call(this.op, (grad, _merge(kernels, 0), bias, *geometry, groups))
    return _split(out, 1, this.size), 1


@batching("convolve_weight")
def convolved_weight(this: Call) -> Any:
    """A weight's gradient for each sample: the samples are groups."""
    *geometry, groups = this.args[2:]
    grad = _merge(T.movedim(this.front(0, expand=True), 0, 1), 1)
    x = _merge(T.movedim(this.front(1, expand=True), 0, 1), 1)
    out = call(this.op, (grad, x, *geometry, groups * this.size))
    return _split(out, 0, this.size), 0


def _merge(x: Any, dim: int) -> Any:
    """A dimension and the one after it as one."""
    shape = x._array.shape
    return T.reshape(x, (*shape[:dim], shape[dim] * shape[dim + 1], *shape[dim + 2 :]))


def _split(x: Any, dim: int, size: int | None) -> Any:
    """A dimension as two, of which the first has the given size."""
    shape = x._array.shape
    return T.reshape(x, (*shape[:dim], size, shape[dim] // (size or 1), *shape[dim + 1 :]))


# ---------------------------------------------------------------------- images
def _image_rule(this: Call, dims: int, tensors: int) -> Any:
    """Pooling: samples that are batches of images join one batch."""
    rank = this.rank(0)
    parts = [this.front(i, expand=True) for i in range(tensors)]
    if rank == dims + 2:
        out = call(this.op, (*(_merge(x, 0) for x in parts), *this.args[tensors:]))
        return _each(out, lambda t: _split(t, 0, this.size)), 0
    return call(this.op, (*parts, *this.args[tensors:])), 0


@batching("max_pool", "avg_pool")
def pooled(this: Call) -> Any:
    """Windows over the last dimensions."""
    return _image_rule(this, len(this.args[1]), 1)


@batching("avg_pool_backward", "max_pool_indices", "adaptive_avg_pool", "adaptive_max_indices")
def pooled_otherwise(this: Call) -> Any:
    """Those whose windows come after a size or another tensor."""
    if this.op.name.startswith("adaptive"):
        return _image_rule(this, len(this.args[1]), 1)
    return sample_by_sample(this)


@batching("verify")
def verified(this: Call) -> Any:
    """The elements of all samples at once, their dimension in front."""
    return call(this.op, (this.front(0), *this.args[1:])), None


# ---------------------------------------------------------------------- writing
@batching("copy_tensor_", "masked_fill_number_", "masked_fill_tensor_")
def written(this: Call) -> Any:
    """Values that broadcast against each sample of the target."""
    rank = this.rank(0)
    args = [this.front(0)]
    for i in range(1, len(this.args)):
        a = this.args[i]
        if this.bdims[i] is not None:
            a = aligned(this.front(i), this.rank(i), rank)
        args.append(a)
    return call(this.op, tuple(args)), 0


@batching("fill_number_", "zero_")
def filled(this: Call) -> Any:
    """The same number everywhere."""
    return call(this.op, this.args), this.bdims[0]


@batching("fill_tensor_")
def filled_each(this: Call) -> Any:
    """A number for each sample."""
    if this.bdims[1] is None:
        return call(this.op, this.args), this.bdims[0]
    return this.front(0).copy_(aligned(this.front(1), 0, this.rank(0))), 0


__all__ = ["front"]
