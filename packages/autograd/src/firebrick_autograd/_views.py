"""History of tensors that share memory: views, and what in-place operations do to it.

A view remembers its base. When a view is written to, the *base* gets a new history that says "all
but this region as before, this region from that operator" (`CopySlices`), and every view of it,
when next used, gets its history anew from the base (`refresh`): its node knows the storage's
version that it was made at. Regions are index maps into the base, so any strides and overlaps are
right. Where one of the two is complex and the other shows its parts (`x.real`, `view_as_complex`),
both are taken apart into real numbers, and the maps are of those.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

import firebrick_core as fb
from firebrick_core import _frames, _operators
from firebrick_core._dispatch import AUTOGRAD

from . import _hooks, _node
from ._region import Region as Region
from ._saved import FREED, freed

TYPED_VIEWS = frozenset(("real_part", "imaginary_part", "view_as_real", "view_as_complex"))
"""Operators whose results are views of another dtype, through which gradients pass."""


def gives_views(op: Any) -> bool:
    """Whether an operator's results share memory, and history, with its first argument."""
    return op.kind == "view" or op.name in TYPED_VIEWS


def _is_related(base: Any, view: Any) -> bool:
    """Whether a view shows the numbers of its base, or their parts, and no other bits."""
    return view.dtype.to_real() is base.dtype.to_real()


class AsStridedBackward0(_node.Node):
    """A view whose history was made anew from its base: a selection of the base's elements."""

    __slots__ = ("view_version",)
    is_view = True

    @staticmethod
    def backward(node: Any, grad: Any, graph: bool) -> Any:
        (region,) = node.saved
        return (region.put(grad),)


class CopySlices(_node.Node):
    """A base of which one region was written in place: the writer's node runs on that region.

    What is freed after backward is what the writer saved, too.
    """

    __slots__ = ("own_edge", "parts", "writer")
    writer: Any
    own_edge: int | None  # which of the writer's edges is that of the tensor it wrote to
    frees = True

    @property
    def saved(self) -> Any:
        """The written region, its mask and its shape."""
        return self.parts

    @saved.setter
    def saved(self, value: Any) -> None:
        self.parts = value
        if value is FREED:
            self.writer.saved = FREED

    def name(self) -> str:
        """The name that PyTorch shows."""
        return "torch::autograd::CopySlices"

    @staticmethod
    def backward(node: Any, grad: Any, graph: bool) -> Any:
        if node.parts is FREED:
            raise freed(node)
        region, mask, shape = node.parts
        writer, own, taken = node.writer, node.own_edge, region.taken(grad)
        grads = writer.backward(writer, [taken] if writer.several else taken, graph)
        kept = region.kept(grad, mask)
        if own is None:
            return (kept, *grads)
        if grads[own] is not None:
            inner = _operators.sum_to_size(grads[own], shape)
            kept = kept + region.put(inner)
        return (kept, *grads[:own], *grads[own + 1 :])


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
    saved = (Region(base, view),)
    node = _new_node(AsStridedBackward0, (_node.gradient_edge(base),), saved, view)
    node.view_version = view._storage.version
    before, view._meta = view._meta, node
    view._keys |= AUTOGRAD
    move_kept(before, node)


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
    if base is None or not _is_related(base, out):
        fresh = not out._keys & AUTOGRAD and out._storage.views
        before, out._meta = out._meta, node
        out._keys |= AUTOGRAD
        if before is not None and (type(before) is _node.Output or before.pre_hooks is not None):
            move_kept(before, node)
        if fresh:
            _tell_other_views(out)
        return out
    write_region(node, out, base, 0 if _first_is_self(node) else None)
    return out


def write_region(node: Any, out: Any, base: Any, own_edge: int | None) -> None:
    """Give the base of a view that `node` wrote to its new history, and the view one from there."""
    fresh = not base._keys & AUTOGRAD and base._storage.views > 1
    region = Region(base, out)
    others = [e for i, e in enumerate(node.next) if i != own_edge]
    saved = (region, region.mask(), tuple(out._array.shape))
    slices = _new_node(CopySlices, (_node.gradient_edge(base), *others), saved, base)
    slices.writer, slices.own_edge = node, own_edge
    before, base._meta = base._meta, slices
    base._keys |= AUTOGRAD
    move_kept(before, slices)
    _regenerate(out, base)
    if fresh:
        _tell_other_views(base)


def move_kept(before: Any, after: Any) -> None:
    """Let a tensor that keeps its gradient, and has a new history, keep that of what it is now."""
    source = before.node if type(before) is _node.Output else before
    if source is not None and source.pre_hooks is not None:
        _hooks.move_kept(*_node.as_edge(before), *_node.as_edge(after))


def _tell_other_views(base: Any) -> None:
    """Give history to the views that were made while nothing of their base required grad.

    They have no key that would bring them here, and their base does not know them: they are looked
    for among what refers to it. That takes 0.5 ms among 25,000 objects, and happens where a tensor
    that has views is written to with something that requires grad for the first time.
    """
    for view in gc.get_referrers(base):
        if isinstance(view, fb.Tensor) and view._base is base and not view._keys & AUTOGRAD:
            if _is_related(base, view):
                _regenerate(view, base)


def _first_is_self(node: Any) -> bool:
    from ._rule import RULES

    op = node.operator.inplace_of or node.operator
    return callable(RULES[op.name].inputs.get(op.parameters[0].name))
