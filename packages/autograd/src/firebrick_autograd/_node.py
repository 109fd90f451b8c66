"""Nodes of the recorded graph.

`tensor._meta` is the edge to what made the tensor: a `Node` for an operator's only result, an
`Output` for one of several, an `AccumulateGrad` for a leaf. Edges point from results to inputs
only, and a node never holds its own result, so that reference counting frees a graph with its last
tensor.

Numbers of `sequence` rise as nodes are made: a node's consumers all have higher ones, which is the
whole of the engine's topological order.
"""

from __future__ import annotations

import itertools
import weakref
from collections import OrderedDict
from typing import Any, NamedTuple

from firebrick_core import Tensor, _dispatch
from firebrick_core._frames import where
from firebrick_core.hooks import add_hook

from . import _hooks

next_sequence = itertools.count(1).__next__
_new = object.__new__


def place(node: Any) -> str:
    """Where a node was recorded, as `file:line in function`."""
    return where(node.code, node.lasti)


# Leaves that have hooks, by identity. PyTorch finishes a leaf as soon as its gradient is complete,
# which only hooks can tell: while this is empty, backward need not know when that is.
HOOKED: dict[int, weakref.ref[Any]] = {}


class Node:
    """One recorded operator call: `next` are the edges of its inputs, `saved` what its rule needs.

    Each operator has its own subclass, whose `backward(node, grad, graph)` gives the inputs'
    gradients.
    """

    __slots__ = (
        "__weakref__",
        "code",
        "dtype",
        "hooks",
        "lasti",
        "next",
        "pre_hooks",
        "saved",
        "sequence",
        "shape",
    )
    operator: Any = None
    is_view = False
    several = False  # whether edges to it are `Output`s
    layout: tuple[tuple[str, str, int, int], ...] = ()  # what `saved` holds: see _saved
    frees = False  # whether `saved` holds tensors, which backward frees

    sequence: int
    next: tuple[Any, ...]
    saved: Any
    shape: Any
    dtype: Any
    code: Any  # None for a leaf
    lasti: Any
    hooks: Any
    pre_hooks: Any

    @staticmethod
    def backward(node: Any, grad: Any, graph: bool) -> Any:
        """The gradients of the inputs, one for each edge, from the gradient of the result."""
        raise NotImplementedError

    def name(self) -> str:
        """The node's name, for example AddBackward0."""
        return type(self).__name__

    @property
    def next_functions(self) -> tuple[tuple[Any, int], ...]:
        """The nodes of the inputs, each with the number of its output."""
        return tuple(as_edge(e) for e in self.next)

    @property
    def metadata(self) -> dict[str, Any]:
        """A place for notes of the user's."""
        return _metadata.setdefault(self, {})

    def register_hook(self, hook: Any) -> Any:
        """Call `hook(grad_inputs, grad_outputs)` after the node has run; a result replaces the
        first."""
        if self.hooks is None:
            self.hooks = OrderedDict()
        return add_hook(self.hooks, hook)

    def register_prehook(self, hook: Any) -> Any:
        """Call `hook(grad_outputs)` before the node runs; a result replaces them."""
        return add_hook(_hooks.before(self).own, hook)

    def _pack(self, results: Any, hooks: Any) -> None:
        """Let a pair of hooks pack what was just saved."""
        from ._saved import pack

        pack(self, results, hooks)

    def _sequence_nr(self) -> int:
        return self.sequence

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object at {id(self):#x}>"


_metadata: weakref.WeakKeyDictionary[Any, dict[str, Any]] = weakref.WeakKeyDictionary()


class Output:
    """The edge to one of a node's several results."""

    __slots__ = ("dtype", "node", "nr", "shape")

    def __init__(self, node: Node, nr: int, tensor: Any):
        self.node, self.nr = node, nr
        self.shape, self.dtype = tensor._array.shape, tensor.dtype


class GradientEdge(NamedTuple):
    """Where a gradient arrives: a node, and which of its outputs. Given in the place of a tensor as
    an input or an output of `grad` and `backward`.

    `ownership_token` is None here: an edge keeps the graph alive.
    """

    node: Any
    output_nr: int
    ownership_token: Any = None


def output(edge: GradientEdge) -> Any:
    """The engine's edge of a public one."""
    if not edge.node.several:
        return edge.node
    found = object.__new__(Output)
    found.node, found.nr = edge.node, edge.output_nr
    found.shape, found.dtype = edge.node.shape[found.nr], edge.node.dtype[found.nr]
    return found


class AccumulateGrad(Node):
    """The edge to a leaf, and where its gradient is kept."""

    __slots__ = ("contiguous", "grad", "post_hooks", "tensor")
    next = ()
    post_hooks: Any

    def __init__(self, tensor: Any):
        self.sequence = next_sequence()
        self.describe(tensor)
        self.code = self.lasti = self.grad = self.hooks = self.pre_hooks = self.post_hooks = None
        self.tensor = weakref.ref(tensor)

    def describe(self, tensor: Any) -> None:
        """Take over what the leaf looks like."""
        array = tensor._array
        self.shape, self.dtype = array.shape, tensor.dtype
        self.contiguous = array.flags.c_contiguous

    @property
    def variable(self) -> Any:
        """The leaf itself, None where it is gone."""
        return self.tensor()

    def name(self) -> str:
        """The name that PyTorch shows."""
        return "torch::autograd::AccumulateGrad"

    def hooked(self) -> None:
        """Let backward know that something waits for this leaf."""
        key = id(self)
        if key not in HOOKED:
            HOOKED[key] = weakref.ref(self, lambda _: HOOKED.pop(key, None))

    def register_hook(self, hook: Any) -> Any:
        self.hooked()
        return super().register_hook(hook)

    def register_prehook(self, hook: Any) -> Any:
        self.hooked()
        return super().register_prehook(hook)


def as_edge(meta: Any) -> tuple[Any, int]:
    """Node and output number of an edge."""
    if type(meta) is Output:
        return meta.node, meta.nr
    return meta, 0


def leaf_edge(tensor: Any) -> AccumulateGrad:
    """The edge of a leaf, made when first needed."""
    meta = tensor._meta
    if meta is None:
        meta = tensor._meta = AccumulateGrad(tensor)
    return meta


def gradient_edge(tensor: Any) -> Any:
    """The edge of a tensor that requires grad, None for others; refreshed for views."""
    if not tensor._keys & _dispatch.AUTOGRAD:
        return None
    if tensor._base is not None:
        from ._views import refresh

        refresh(tensor)
    return tensor._meta


def alias(array: Any, like: Any, keys: int = 0, meta: Any = None) -> Any:
    """A tensor over an array with another's dtype, for use inside rules."""
    t = _new(Tensor)
    t._array, t.dtype, t._keys = array, like.dtype, keys | like.dtype.keys
    t._storage, t._meta, t._base = None, meta, None
    return t
