"""Derivatives of picking and placing elements by index, by mask and by order."""

from __future__ import annotations

from firebrick_core import _operators as T, zeros
from firebrick_core.ops._dims import broadcast_shapes

from .._rule import derivative, not_implemented


def _zero(grad, shape=()):
    return zeros(shape, dtype=grad.dtype, device=grad.device)


# ---------------------------------------------------------------------- by lists of index tensors
@derivative("index")
class Index:
    def input(grad, indices, input_shape):
        return T.index_backward(grad, indices, input_shape)


@derivative("index_backward")
class IndexBackward:
    def grad(grad, indices):
        return T.index(grad, indices)


@derivative("index_put", "index_put_")
class IndexPut:
    def input(grad, indices, accumulate):
        return grad if accumulate else T.index_put(grad, indices, _zero(grad))

    def values(grad, indices):
        return T.index(grad, indices)


# ---------------------------------------------------------------------- by flat positions
@derivative("take")
class Take:
    def input(grad, index, input_shape):
        return T.take_backward(grad, index, input_shape)


@derivative("take_backward")
class TakeBackward:
    def grad(grad, index):
        return T.take(grad, index)


@derivative("put", "put_")
class Put:
    def input(grad, index, accumulate, index_shape):
        return grad if accumulate else T.put(grad, index, _zero(grad, index_shape))

    def source(grad, index, source_shape):
        return T.reshape(T.take(grad, index), source_shape)


# ---------------------------------------------------------------------- along one dimension
@derivative("gather")
class Gather:
    def input(grad, dim, index, input_shape):
        return T.gather_backward(grad, dim, index, input_shape)


@derivative("gather_backward")
class GatherBackward:
    def grad(grad, dim, index):
        return T.gather(grad, dim, index)


def _gathered(grad, dim, index, shape):
    """The gradient of a scatter's source, of which only the part of the index's shape was used."""
    part = T.gather(grad, dim, index)
    if part.shape == shape:
        return part
    return T.slice_backward(part, tuple(slice(n) for n in part.shape), shape)


@derivative("scatter_src", "scatter_src_")
class Scatter:
    def input(grad, dim, index):
        return T.scatter_value(grad, dim, index, 0)

    def src(grad, dim, index, src_shape):
        return _gathered(grad, dim, index, src_shape)


@derivative("scatter_value", "scatter_value_")
class ScatterValue:
    def input(grad, dim, index):
        return T.scatter_value(grad, dim, index, 0)


@derivative("scatter_add", "scatter_add_")
class ScatterAdd:
    def input(grad):
        return grad

    def src(grad, dim, index, src_shape):
        return _gathered(grad, dim, index, src_shape)


@derivative("scatter_multiply", "scatter_multiply_")
class ScatterMultiply:
    input = not_implemented
    src = not_implemented


# ---------------------------------------------------------------------- slices of one dimension
@derivative("index_select")
class IndexSelect:
    def input(grad, dim, index, input_shape):
        return T.index_select_backward(grad, dim, index, input_shape)


@derivative("index_select_backward")
class IndexSelectBackward:
    def grad(grad, dim, index, grad_shape):
        return T.reshape(T.index_select(grad, dim, index), grad_shape)


@derivative("index_add", "index_add_")
class IndexAdd:
    def input(grad):
        return grad

    def source(grad, dim, index, source_shape, alpha):
        rows = T.reshape(T.index_select(grad, dim, index), source_shape)
        return rows if alpha == 1 else rows * alpha


@derivative("index_copy", "index_copy_")
class IndexCopy:
    def input(grad, dim, index):
        return T.index_fill_number(grad, dim, index, 0)

    def source(grad, dim, index, source_shape):
        return T.reshape(T.index_select(grad, dim, index), source_shape)


@derivative("index_fill_number", "index_fill_number_")
class IndexFill:
    def input(grad, dim, index):
        return T.index_fill_number(grad, dim, index, 0)


@derivative("index_fill_tensor", "index_fill_tensor_")
class IndexFillTensor:
    def input(grad, dim, index):
        return T.index_fill_number(grad, dim, index, 0)

    def value(grad, dim, index):
        kept = T.index_fill_number(grad, dim, index, 0)
        return (grad - kept).sum()


# ---------------------------------------------------------------------- by mask
@derivative("where_tensors")
class Where:
    def input(grad, condition):
        return T.where(condition, grad, 0)

    def other(grad, condition):
        return T.where(condition, 0, grad)


@derivative("masked_fill_number", "masked_fill_number_")
class MaskedFill:
    def input(grad, mask):
        return T.masked_fill_number(grad, mask, 0)


@derivative("masked_fill_tensor", "masked_fill_tensor_")
class MaskedFillTensor:
    def input(grad, mask):
        return T.masked_fill_number(grad, mask, 0)

    def value(grad, mask):
        return T.where(mask, grad, 0).sum()


@derivative("masked_select")
class MaskedSelect:
    def input(grad, mask, input_shape, mask_shape):
        return T.masked_select_backward(grad, mask, broadcast_shapes(input_shape, mask_shape))


@derivative("masked_select_backward")
class MaskedSelectBackward:
    def grad(grad, mask):
        return T.masked_select(grad, mask)


@derivative("masked_scatter", "masked_scatter_")
class MaskedScatter:
    def input(grad, mask):
        return T.masked_fill_number(grad, mask, 0)

    def source(grad, mask, source_shape):
        return T.masked_scatter_backward(grad, mask, source_shape)


@derivative("masked_scatter_backward")
class MaskedScatterBackward:
    def grad(grad, mask, grad_shape):
        return T.masked_scatter(_zero(grad, grad_shape), mask, grad)


# ---------------------------------------------------------------------- by order
@derivative("sort")
class Sort:
    def input(grad, dim, indices, input_shape):
        return T.gather_backward(grad, dim, indices, input_shape)


@derivative("topk")
class Topk:
    def input(grad, dim, indices, input_shape):
        return T.gather_backward(grad, dim, indices, input_shape)
