"""Derivatives of views, joins and copies in another arrangement."""

from __future__ import annotations

import numpy as np

from firebrick_core import _operators as ops, zeros
from firebrick_core.ops._positions import storage_index
from firebrick_core.ops.slicing import at

from .._rule import derivative


@derivative("alias")
class Alias:
    def input(grad):
        return grad


# ---------------------------------------------------------------------- one element, one element
@derivative("reshape_copy")
class Reshape:
    def input(grad, input_shape):
        return ops.reshape(grad, input_shape)


@derivative("view_shape")
class View:
    def input(grad, input_shape):
        return ops.reshape(grad, input_shape)


@derivative("squeeze")
class Squeeze:
    def input(grad, input_shape):
        return ops.reshape(grad, input_shape)


@derivative("unsqueeze")
class Unsqueeze:
    def input(grad, input_shape):
        return ops.reshape(grad, input_shape)


@derivative("t")
class T:
    def input(grad):
        return ops.t(grad)


@derivative("transpose")
class Transpose:
    def input(grad, dim0, dim1):
        return ops.transpose(grad, dim0, dim1)


@derivative("permute")
class Permute:
    def input(grad, dims):
        order = [0] * len(dims)
        for place, d in enumerate(dims):
            order[d] = place
        return ops.permute(grad, order)


@derivative("flip")
class Flip:
    def input(grad, dims):
        return ops.flip(grad, dims)


@derivative("roll")
class Roll:
    def input(grad, shifts, dims):
        back = -shifts if isinstance(shifts, int) else tuple(-s for s in shifts)
        return ops.roll(grad, back, dims)


@derivative("tril")
class Tril:
    def input(grad, diagonal):
        return ops.tril(grad, diagonal)


@derivative("triu")
class Triu:
    def input(grad, diagonal):
        return ops.triu(grad, diagonal)


# ---------------------------------------------------------------------- repeating
@derivative("expand")
class Expand:
    def input(grad):
        return grad  # the engine sums over what was expanded


@derivative("sum_expanded")
class SumExpanded:
    def input(grad, input_shape):
        return ops.expand(grad, input_shape)


@derivative("repeat")
class Repeat:
    def input(grad, repeats, input_shape):
        return ops.repeat_backward(grad, repeats, input_shape)


@derivative("repeat_backward")
class RepeatBackward:
    def grad(grad, repeats):
        return ops.repeat(grad, repeats)


# ---------------------------------------------------------------------- parts
@derivative("slice_view")
class Slice:
    def input(grad, key, input_shape):
        return ops.slice_backward(grad, key, input_shape)


@derivative("slice_backward")
class SliceBackward:
    def grad(grad, key):
        return ops.slice_view(grad, key)


@derivative("select")
class Select:
    def input(grad, dim, index, input_shape):
        return ops.slice_backward(grad, at(dim % len(input_shape), index), input_shape)


def _filled(grads, shapes):
    """The gradients of several results, zeros where there is none."""
    like = next(g for g in grads if g is not None)
    return [
        zeros(shape, dtype=like.dtype, device=like.device) if g is None else g
        for g, shape in zip(grads, shapes, strict=True)
    ]


@derivative("unbind")
class Unbind:
    def input(grads, dim, input_shape):
        dim %= len(input_shape)
        shape = (*input_shape[:dim], *input_shape[dim + 1 :])
        return ops.stack(_filled(grads, [shape] * len(grads)), dim)


@derivative("split_with_sizes", "unsafe_split_with_sizes")
class SplitWithSizes:
    def input(grads, split_sizes, dim, input_shape):
        dim %= len(input_shape)
        shapes = [(*input_shape[:dim], n, *input_shape[dim + 1 :]) for n in split_sizes]
        return ops.cat(_filled(grads, shapes), dim)


@derivative("diagonal")
class Diagonal:
    def input(grad, offset, dim1, dim2, input_shape):
        return ops.diagonal_backward(grad, offset, dim1, dim2, input_shape)


@derivative("diagonal_backward")
class DiagonalBackward:
    def grad(grad, offset, dim1, dim2):
        return ops.diagonal(grad, offset, dim1, dim2)


def _zeros(grad, shape):
    return zeros(shape, dtype=grad.dtype, device=grad.device)


@derivative("select_scatter")
class SelectScatter:
    def input(grad, dim, index, src_shape):
        return ops.select_scatter(grad, _zeros(grad, src_shape), dim, index)

    def src(grad, dim, index):
        return ops.select(grad, dim, index)


@derivative("slice_scatter")
class SliceScatter:
    def input(grad, dim, start, end, step, src_shape):
        return ops.slice_scatter(grad, _zeros(grad, src_shape), dim, start, end, step)

    def src(grad, dim, start, end, step):
        return ops.slice_dim(grad, dim, start, end, step)


@derivative("diagonal_scatter")
class DiagonalScatter:
    def input(grad, offset, dim1, dim2, src_shape):
        return ops.diagonal_scatter(grad, _zeros(grad, src_shape), offset, dim1, dim2)

    def src(grad, offset, dim1, dim2):
        return ops.diagonal(grad, offset, dim1, dim2)


@derivative("unfold")
class Unfold:
    def input(grad, dimension, size, step, input_shape):
        return ops.unfold_backward(grad, dimension, size, step, input_shape)


@derivative("unfold_backward")
class UnfoldBackward:
    def grad(grad, dimension, size, step):
        return ops.unfold(grad, dimension, size, step)


@derivative("strided_view")
class AsStrided:
    def input(grad, size, stride, storage_offset, own_stride, own_offset, input_shape):
        # Each element of the result belongs to the element of the input at the same place of the
        # storage, or to none.
        index = storage_index(
            (input_shape, own_stride, own_offset), (tuple(size), tuple(stride), storage_offset)
        )
        outside = ops.Tensor._wrap(index < 0).to(grad.device)
        index = ops.Tensor._wrap(np.maximum(index, 0)).to(grad.device)
        return ops.take_backward(ops.masked_fill(grad, outside, 0), index, input_shape)


# ---------------------------------------------------------------------- joining
@derivative("cat")
class Cat:
    def tensors(grad, dim, tensors_shape):
        dim %= grad.ndim
        grads, start = [], 0
        for shape in tensors_shape:
            if shape == (0,) and grad.ndim > 1:
                grads.append(zeros(shape, dtype=grad.dtype, device=grad.device))
                continue
            stop = start + shape[dim]
            grads.append(ops.slice_view(grad, at(dim, slice(start, stop))))
            start = stop
        return grads


@derivative("stack")
class Stack:
    def tensors(grad, dim):
        return ops.unbind(grad, dim)
