"""Rows of a table by index."""

from __future__ import annotations

import functools

import numpy as np

from .. import _dtype, _errors, _operators as T
from .._device import meta_array
from .._operator import Array, composite, operator
from ._nn_arrays import require_tensor
from ._positions import taken_rows
from ._values import refuse

_INDEX_TYPES = (np.dtype(np.int64), np.dtype(np.int32))


def _embedding_rule(weight, indices, *rest):
    return meta_array((*indices.shape, *weight.shape[1:]), weight.dtype)


def _check_indices(xp, indices, rows):
    if indices.dtype not in _INDEX_TYPES:
        kind = _errors.TYPE_NAMES[_dtype.from_numpy_dtype(indices.dtype).name]
        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: "
            "Long, Int; but got "
            f"torch.{kind}Tensor instead (while checking arguments for embedding); convert with "
            ".long()"
        )
    # As unsigned numbers negative ones are large: one pass for both bounds.
    if xp is not np:
        refuse(
            (indices < 0) | (indices >= rows),
            IndexError,
            f"index out of range in self: expected indices from 0 to {rows - 1}",
        )
        return
    unsigned = indices.view("u8" if indices.itemsize == 8 else "u4")
    if indices.size and xp.maximum.reduce(unsigned, None) >= rows:
        raise IndexError(
            f"index out of range in self: embedding() got indices from {indices.min()} to "
            f"{indices.max()} for {rows} rows"
        )


@operator(
    moves=True,
    inlined=True,
    samples=("x(5, 3), ints(5, 2, 4)", "x(5, 3), ints(1, 2), 1"),
    meta=_embedding_rule,
    methods=False,
    errors=(
        ("x(5, 3), ints(5, 2) + 5", IndexError, "out of range"),
        ("x(5, 3), x(2)", RuntimeError, "scalar types: Long, Int"),
        ("x(5), ints(5, 2)", RuntimeError, "must be 2-D"),
    ),
)
def embedding(
    xp,
    weight: Array,
    indices: Array,
    padding_idx: int = -1,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Array:
    """The rows of `weight` at `indices`; the row `padding_idx` takes no gradient."""
    if weight.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")
    _check_indices(xp, indices, weight.shape[0])
    return taken_rows(xp, weight, indices)


def segment_sums(xp, rows, starts, counts):
    """The sums of consecutive rows, from each start on as many as counted."""
    longest = int(counts.max())
    if longest > 32:
        return xp.add.reduceat(rows, starts, 0)
    # Few rows in each: the first of all, plus the second of those that have one, ... takes half the
    # time.
    sums = rows.take(starts, 0)
    for k in range(1, longest):
        more = xp.flatnonzero(counts > k)
        sums[more] += rows.take(starts[more] + k, 0)
    return sums


def _added_rows(xp, out, rows, flat, padding_idx, scale_grad_by_freq):
    """The rows added up by index with atomic additions, which needs no number of segments."""
    if scale_grad_by_freq:
        counts = xp.zeros(out.shape[0], rows.dtype)
        xp.add.at(counts, flat, rows.dtype.type(1))
        rows = rows / counts[flat][:, None]
    xp.add.at(out, flat, rows)
    if padding_idx >= 0:
        out[padding_idx] = 0
    return out


def _embedding_backward_rule(grad_output, indices, num_weights, padding_idx, scale_grad_by_freq):
    return meta_array((num_weights, grad_output.shape[-1]), grad_output.dtype)


@operator(
    samples=("x(2, 4, 3), ints(5, 2, 4), 5, -1, False", "x(2, 3), ints(5, 2), 5, 1, True"),
    meta=_embedding_backward_rule,
    dtypes="float",
    methods=False,
    namespace="internal",
)
def embedding_backward(
    xp,
    grad_output: Array,
    indices: Array,
    num_weights: int,
    padding_idx: int,
    scale_grad_by_freq: bool,
) -> Array:
    """The rows of `grad_output` added up by index."""
    rows = grad_output.reshape(-1, grad_output.shape[-1])
    flat = indices.reshape(-1)
    if padding_idx >= 0 and xp is np:
        kept = flat != padding_idx
        rows, flat = rows[kept], flat[kept]
    out = xp.zeros((num_weights, rows.shape[1]), grad_output.dtype)
    if xp is not np:
        return _added_rows(xp, out, rows, flat, padding_idx, scale_grad_by_freq)
    if flat.size:
        # Sorted by index, each index's rows are one segment: sums of segments are ten times as fast
        # as adding row by row.
        order = xp.argsort(flat, kind="stable")
        flat = flat[order]
        first = xp.concatenate((xp.asarray([True]), flat[1:] != flat[:-1]))
        starts = xp.flatnonzero(first)
        counts = xp.diff(xp.concatenate((starts, xp.asarray([flat.size]))))
        sums = segment_sums(xp, rows.take(order, 0), starts, counts)
        if scale_grad_by_freq:
            sums /= counts[:, None].astype(grad_output.dtype)
        out[flat[starts]] = sums
    return out


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("ints(5, 2, 4), x(5, 3)", "ints(5, 4), x(5, 3), padding_idx=-1"),
    errors=(("ints(5, 2), x(5, 3), padding_idx=7", AssertionError, "within num_embeddings"),),
)
def functional_embedding(
    input: Array,
    weight: Array,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Array:
    """The rows of `weight` at the indices `input`: of shape (*input.shape, weight.size(1)).

    The row `padding_idx` takes no gradient. With `max_norm`, rows in use whose norm is larger are
    first scaled down in place. With `sparse` the gradient of `weight` is sparse. Raises IndexError
    for an index outside of the table, AssertionError (as PyTorch does) for such a `padding_idx`.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.embedding(fb.tensor([2, 0]), fb.tensor([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]))
    tensor([[2., 2.],
            [0., 0.]])
    """
    require_tensor("embedding", "input", 1, input)
    require_tensor("embedding", "weight", 2, weight)
    if padding_idx is None:
        padding_idx = -1
    else:
        if not -weight.size(0) <= padding_idx < weight.size(0):
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx %= weight.size(0)
    if max_norm is not None:
        renormalize_rows(weight, input, max_norm, norm_type)
    return T.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


def renormalize_rows(weight, input, max_norm, norm_type):
    """Scale the rows of `weight` in use down to `max_norm`, in place and unrecorded."""
    table = weight.detach()
    rows = input.reshape(-1).unique()
    used = table[rows]
    norm = used.norm(norm_type, 1, keepdim=True)
    table[rows] = T.where(norm > max_norm, used * (max_norm / (norm + 1e-7)), used)


@composite(
    namespace="functional",
    methods=False,
    dtypes="float",
    samples=("ints(5, 2, 3)", "ints(5, 4), 7"),
    errors=(
        ("ints(5, 3) - 5", RuntimeError, "must be non-negative"),
        ("ints(5, 3) + 3, 2", RuntimeError, "smaller than num_classes"),
        ("x(3)", RuntimeError, "index tensor"),
    ),
)
def one_hot(tensor: Array, num_classes: int = -1) -> Array:
    """A last dimension of size `num_classes` with 1 at the index, else 0.

    -1 stands for the largest index + 1. Raises RuntimeError for indices outside.

    >>> import firebrick_core as fb, firebrick_core.functional as F
    >>> F.one_hot(fb.tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])
    """
    require_tensor("one_hot", "tensor", 1, tensor)
    from .._creation import arange

    if tensor.dtype is not _dtype.int64:
        raise RuntimeError(
            "one_hot is only applicable to index tensor of type LongTensor; convert with .long()"
        )
    if not tensor.numel():
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
    elif tensor.is_meta:
        if num_classes <= 0:
            raise NotImplementedError(
                "one_hot(): num_classes cannot be inferred from a meta tensor, which has no data; "
                "give it"
            )
    else:
        T.verify(tensor, functools.partial(_check_classes, num_classes))
        if num_classes == -1:
            num_classes = tensor.max().item() + 1
    hot = tensor.unsqueeze(-1) == arange(num_classes, device=tensor.device)
    return hot.to(_dtype.int64).contiguous()


def _check_classes(num_classes, classes):
    if classes.min() < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes != -1 and classes.max() >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
