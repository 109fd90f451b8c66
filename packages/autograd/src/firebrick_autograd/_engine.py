"""Backward through the recorded graph: iterative, re-entrant, in order of sequence numbers.

A node's consumers have higher sequence numbers than the node itself. So the one rule "run the
pending node with the highest number" runs every node after all that send gradients to it, with no
pass over the graph beforehand. All state is local to a call: threads and backwards inside backwards
do not meet.
"""

from __future__ import annotations

import sys
from heapq import heappop, heappush
from typing import Any

import numpy as np

from firebrick_core import _operators
from firebrick_core._dispatch import (
    AUTOGRAD,
    SPARSE,
    TRANSFORMED,
    get_excluded,
    reset_excluded,
    set_excluded,
)
from firebrick_core._errstate import quiet

from ._node import AccumulateGrad, Output, place
from ._record import FREED

_getrefcount = sys.getrefcount


def run(
    roots: list[tuple[Any, Any]],
    keep_graph: bool,
    create_graph: bool,
    captures: dict[Any, Any] | None = None,
    accumulate: bool = True,
) -> None:
    """Send gradients from `roots`, pairs of edge and gradient, to the leaves.

    Without `keep_graph` saved tensors are freed as nodes run; with `create_graph` the rules
    themselves are recorded. `captures` maps edges, as (node, output number), to where their
    gradients are put; then only nodes on the way to them run, and leaves outside of it are left
    alone. `accumulate` says whether leaves that are captured also add to `.grad`.
    """
    excluded = get_excluded()
    token = set_excluded(excluded & ~AUTOGRAD if create_graph else excluded | AUTOGRAD)
    try:
        with quiet():
            wanted = None if captures is None else _on_the_way([e for e, _ in roots], captures)
            _loop(roots, keep_graph, create_graph, captures, wanted, accumulate)
    finally:
        reset_excluded(token)


def _loop(
    roots: Any, keep_graph: bool, graph: bool, captures: Any, wanted: Any, accumulate: bool
) -> None:
    pending: dict[int, list[Any]] = {}  # sequence -> [node, gradient or list of them, owned]
    heap: list[int] = []  # negative sequences
    for edge, grad in roots:
        _send(pending, heap, edge, grad, graph)
    while heap:
        node, grad, _ = pending.pop(-heappop(heap))
        if node.pre_hooks is not None:
            grad = _run_pre_hooks(node, grad)
        if captures is not None:
            if wanted is not None and node not in wanted:
                continue
            _capture(captures, node, grad)
        if type(node) is AccumulateGrad:
            if captures is None or (accumulate and (node, 0) in captures):
                _accumulate(node, grad, graph)
            continue
        try:
            grads = node.backward(node, grad, graph)
        except Exception as e:
            e.add_note(f"in the backward of {node.name()}, recorded at {place(node)}")
            raise
        if node.hooks is not None:
            grads = _run_hooks(node, grads, grad)
        if not keep_graph:
            node.saved = FREED
        for edge, g in zip(node.next, grads, strict=False):  # hooks may give more
            if edge is None or g is None:
                continue
            if g._array.shape != edge.shape:
                g = _fit(node, g, edge.shape)
            if g.dtype is not edge.dtype:
                g = _cast(g, edge.dtype)
            if type(edge) is Output:
                _send(pending, heap, edge, g, graph)
                continue
            sequence = edge.sequence
            entry = pending.get(sequence)
            if entry is None:
                pending[sequence] = [edge, g, False]
                heappush(heap, -sequence)
            else:
                _add(entry, g, graph)


def _send(pending: Any, heap: Any, edge: Any, grad: Any, graph: bool) -> None:
    """Put a gradient to what else has come for the same node."""
    node, several = edge, False
    if type(edge) is Output:
        node, several = edge.node, True
    sequence = node.sequence
    entry = pending.get(sequence)
    if entry is None:
        if several:
            grads: Any = [None] * len(node.shape)
            grads[edge.nr] = grad
            pending[sequence] = [node, grads, [False] * len(grads)]
        else:
            pending[sequence] = [node, grad, False]
        heappush(heap, -sequence)
    elif several:
        part = [None, entry[1][edge.nr], entry[2][edge.nr]]
        if part[1] is None:
            part[1] = grad
        else:
            _add(part, grad, graph)
        entry[1][edge.nr], entry[2][edge.nr] = part[1], part[2]
    else:
        _add(entry, grad, graph)


def _add(entry: list[Any], grad: Any, graph: bool) -> None:
    """Add to a pending gradient; in place where the buffer was made here."""
    held = entry[1]
    keys = held._keys | grad._keys
    if graph or not entry[2] or keys & (TRANSFORMED | SPARSE):
        entry[1] = held + grad
        entry[2] = not graph
    elif keys:
        held.add_(grad)
    else:
        # Nobody else has this buffer: there are no versions to raise and no lines to remember,
        # which took a fifth of a chain's backward.
        np.add(held._array, grad._array, held._array)


def _fit(node: Any, grad: Any, shape: Any) -> Any:
    """Sum a gradient over the dimensions that its input was broadcast along."""
    try:
        return _operators.sum_to_size(grad, shape)
    except RuntimeError:
        raise RuntimeError(
            f"Function {node.name()} returned an invalid gradient: got {list(grad.shape)} but"
            f" expected shape compatible with {list(shape)}"
        ) from None


def _cast(grad: Any, dtype: Any) -> Any:
    if grad.dtype.is_complex and not dtype.is_complex:
        grad = _operators.real(grad)
    return grad if grad.dtype is dtype else grad.to(dtype)


# ---------------------------------------------------------------------- leaves
def _references(grad: Any) -> tuple[int, int]:
    return _getrefcount(grad), _getrefcount(grad._array)


def _unshared() -> tuple[int, int]:
    """What `_references` counts, called as `_accumulate` calls it, for a gradient nobody else
    holds."""

    from firebrick_core import Tensor

    def accumulate(leaf: Any, grad: Any) -> Any:
        return _references(grad)

    def loop() -> Any:
        node, grad, _ = [None, Tensor._wrap(np.zeros(1)), False]
        return accumulate(node, grad)

    return loop()


_ALONE = _unshared()


def _accumulate(leaf: Any, grad: Any, graph: bool) -> None:
    """Add to a leaf's `.grad`: in place, or by taking over a buffer that nobody else holds."""
    held = leaf.grad
    if held is None:
        tensor, array = _references(grad)
        mine = tensor <= _ALONE[0] and array <= _ALONE[1] and grad._base is None
        if graph:
            leaf.grad = grad.clone()
        elif mine and not grad._keys and grad._array.flags.owndata:
            leaf.grad = grad
        else:
            leaf.grad = grad.detach().clone()
    elif graph or held._keys & (AUTOGRAD | SPARSE):
        leaf.grad = held + grad
    else:
        held.add_(grad)
    if leaf.post_hooks is not None:
        for hook in list(leaf.post_hooks.values()):
            hook(leaf.variable)


# ---------------------------------------------------------------------- hooks and captures
def _run_pre_hooks(node: Any, grad: Any) -> Any:
    several = isinstance(grad, list)
    grads = list(grad) if several else [grad]
    for nr, hooks in node.pre_hooks.items():
        for hook in list(hooks.values()):
            if nr is None:
                result = hook(tuple(grads))
                if result is not None:
                    grads = list(result) if isinstance(result, (tuple, list)) else [result]
            elif grads[nr] is not None:
                result = hook(grads[nr])
                if result is not None:
                    grads[nr] = _checked_hook_result(result, grads[nr])
    return grads if several else grads[0]


def _checked_hook_result(result: Any, grad: Any) -> Any:
    if not hasattr(result, "_keys"):
        raise TypeError(f"expected Variable, but hook returned '{type(result).__name__}'")
    if result._array.shape != grad._array.shape:
        raise RuntimeError(
            f"hook has changed the size of value: {list(grad.shape)} to {list(result.shape)}"
        )
    return result


def _run_hooks(node: Any, grads: Any, grad: Any) -> Any:
    outputs = tuple(grad) if isinstance(grad, list) else (grad,)
    for hook in list(node.hooks.values()):
        result = hook(tuple(grads), outputs)
        if result is not None:
            grads = result if isinstance(result, (tuple, list)) else (result,)
    return grads


def _capture(captures: Any, node: Any, grad: Any) -> None:
    several = isinstance(grad, list)
    for nr, g in enumerate(grad if several else (grad,)):
        if (node, nr) in captures and g is not None:
            captures[node, nr] = g


def _on_the_way(roots: list[Any], captures: Any) -> set[Any]:
    """The nodes from which a captured one can be reached."""
    targets = {node for node, _ in captures}
    wanted: set[Any] = set(targets)
    seen: set[Any] = set()
    stack: list[tuple[Any, bool]] = [(_node_of(e), False) for e in roots]
    while stack:
        node, done = stack.pop()
        if done:
            if any(e is not None and _node_of(e) in wanted for e in node.next):
                wanted.add(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((_node_of(e), False) for e in node.next if e is not None)
    return wanted


def _node_of(edge: Any) -> Any:
    return edge.node if type(edge) is Output else edge
