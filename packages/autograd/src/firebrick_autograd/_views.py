"""History of tensors that share memory: views, and what in-place operations do to it.

A view remembers its base. When a view is written to, the *base* gets a new history that says "all
but this region as before, this region from that operator" (`CopySlices`), and every view of it,
when next used, gets its history anew from the base (`refresh`): its node knows the storage's
version that it was made at. Regions are index maps into the base, so any strides and overlaps are
right.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

import numpy as np

import firebrick_core as fb
from firebrick_core import _frames, _operators
from firebrick_core._dispatch import AUTOGRAD
from firebrick_core._storage import address, low_high

from . import _node


def flat_index(base: Any, view: Any) -> Any:
    """For each element of the view, its position in the flattened base."""
    a, v = base._array, view._array
    low, high = low_high(a)
    item = a.dtype.itemsize
    owner = np.full(max((high - low) // item, 1), -1)

    def inside(x: Any) -> Any:
        strides = tuple(s // item * 8 for s in x.strides)
        return np.ndarray(x.shape, np.int64, owner, (address(x) - low) // item * 8, strides)

    inside(a)[...] = np.arange(a.size).reshape(a.shape)
    return fb.Tensor._wrap(inside(v).copy())


class AsStridedBackward0(_node.Node):
    """A view whose history was made anew from its base: a selection of the base's elements."""

    __slots__ = ("view_version",)
    is_view = True

    @staticmethod
    def backward(node: Any, grad: Any, graph: bool) -> Any:
        index, shape = node.saved
        return (_operators.take_backward(grad, index, shape),)


class CopySlices(_node.Node):
    """A base of which one region was written in place: the writer's node runs on that region."""

    __slots__ = ("self_edges", "writer")

    @staticmethod
    def backward(node: Any, grad: Any, graph: bool) -> Any:
        index, mask, shape = node.saved
        writer, has_self = node.writer, node.self_edges
        grads = writer.backward(writer, _operators.take(grad, index), graph)
        kept = _operators.masked_fill(grad, mask, 0)
        if has_self:
            if grads[0] is not None:
                inner = _operators.sum_to_size(grads[0], tuple(index.shape))
                kept = kept + _operators.take_backward(inner, index, shape)
            grads = grads[1:]
        return (kept, *grads)


def _new_node(kind: Any, edges: tuple[Any, ...], saved: Any, like: Any) -> Any:
    node = object.__new__(kind)
    node.sequence = _node.next_sequence()
    node.next, node.saved = edges, saved
    node.shape, node.dtype = like._array.shape, like.dtype
    frame = _frames.user_frame(sys._getframe(1))
    node.code, node.lasti = frame.f_code, frame.f_lasti
    node.hooks = node.pre_hooks = None
    return node


def finish_view(node: Any, out: Any) -> None:
    """Let a view's node know which version of the storage its history describes."""
    node.view_version = out._storage.version


def refresh(tensor: Any) -> None:
    """Make a view's history anew where its memory was written to since."""
    meta, base = tensor._meta, tensor._base
    if meta is None or type(meta) is _node.AccumulateGrad or not tensor._keys & AUTOGRAD:
        return
    node: Any = meta.node if type(meta) is _node.Output else meta
    if not node.is_view or node.view_version == tensor._storage.version:
        return
    if base._keys & AUTOGRAD:
        _regenerate(tensor, base)


def _regenerate(view: Any, base: Any) -> None:
    saved = (flat_index(base, view), base._array.shape)
    node = _new_node(AsStridedBackward0, (_node.gradient_edge(base),), saved, view)
    node.view_version = view._storage.version
    view._meta = node
    view._keys |= AUTOGRAD


def begin_inplace(op: Any, tensor: Any) -> None:
    """Refuse in-place operations that would write over what the user gave or cannot be recorded."""
    base, meta = tensor._base, tensor._meta
    if tensor._keys & AUTOGRAD and type(meta) is _node.AccumulateGrad:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation:"
            f" {op.name}(). Do it under torch.no_grad(), or on a clone()"
        )
    if base is None:
        return
    if base._keys & AUTOGRAD and type(base._meta) is _node.AccumulateGrad:
        raise RuntimeError(
            "a view of a leaf Variable that requires grad is being used in an in-place operation: "
            f"{op.name}(). Do it under torch.no_grad(), or on a clone()"
        )
    if type(meta) is _node.Output and meta.node.is_view:
        raise RuntimeError(
            f"Output {meta.nr} of {meta.node.name()} is a view and is being modified inplace by "
            f"{op.name}(). This view is the output of a function that returns multiple views. Such "
            "functions do not allow the output views to be modified inplace. clone() it first"
        )
    refresh(tensor)


def finish_inplace(node: Any, out: Any) -> Any:
    """Give a tensor that was written in place its new history; returns the tensor."""
    node.shape, node.dtype = out._array.shape, out.dtype
    base = out._base
    if base is None:
        fresh = not out._keys & AUTOGRAD and out._storage.views
        out._meta = node
        out._keys |= AUTOGRAD
        if fresh:
            _tell_other_views(out)
        return out
    fresh = not base._keys & AUTOGRAD and base._storage.views > 1
    index = flat_index(base, out)
    mask = np.zeros(base._array.size, bool)
    mask[index._array.ravel()] = True
    mask = fb.Tensor._wrap(mask.reshape(base._array.shape))
    has_self = _first_is_self(node)
    others = node.next[1:] if has_self else node.next
    saved = (index, mask, base._array.shape)
    slices = _new_node(CopySlices, (_node.gradient_edge(base), *others), saved, base)
    slices.writer, slices.self_edges = node, has_self
    base._meta = slices
    base._keys |= AUTOGRAD
    _regenerate(out, base)
    if fresh:
        _tell_other_views(base)
    return out


def _tell_other_views(base: Any) -> None:
    """Give history to the views that were made while nothing of their base required grad.

    They have no key that would bring them here, and their base does not know them: they are looked
    for among what refers to it. That takes 0.5 ms among 25,000 objects, and happens where a tensor
    that has views is written to with something that requires grad for the first time.
    """
    for view in gc.get_referrers(base):
        if isinstance(view, fb.Tensor) and view._base is base and not view._keys & AUTOGRAD:
            if view.dtype.is_floating_point or view.dtype.is_complex:
                _regenerate(view, base)


def _first_is_self(node: Any) -> bool:
    from ._rule import RULES

    op = node.operator.inplace_of or node.operator
    return callable(RULES[op.name].inputs.get(op.parameters[0].name))
