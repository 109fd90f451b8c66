"""Backward through the recorded graph: iterative, re-entrant, in order of sequence numbers.

A node's consumers have higher sequence numbers than the node itself. So the one rule "run the
pending node with the highest number" runs every node after all that send gradients to it, with no
pass over the graph beforehand. All state is local to a call: threads and backwards inside backwards
do not meet.
"""

from __future__ import annotations

import threading
from contextvars import ContextVar, copy_context
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

from . import _hooks
from ._leaves import accumulate
from ._node import HOOKED, AccumulateGrad, Output, place
from ._saved import FREED
from ._task import Task, current, due_leaves

# How many backwards run inside each other, and how many may do so on one stack: each takes about 8
# of the 1000 calls that Python allows.
_depth: ContextVar[int] = ContextVar("firebrick_backward_depth", default=0)
DEEPEST = 50


class Anomaly:
    """What anomaly mode puts into the engine: `check(node, grads)` after each node, None for no
    check, and `explain(node)` for a node that raised. See `anomaly_mode`."""

    check: Any = None
    explain: Any = None


class Watch:
    """What a profiler puts into the engine: `before(node)`, whose answer `after` gets when the
    node has run. None of either while nothing is profiled."""

    before: Any = None
    after: Any = None


def run(
    roots: list[tuple[Any, Any]],
    keep_graph: bool,
    create_graph: bool,
    captures: dict[Any, Any] | None = None,
    inputs: Any = (),
) -> None:
    """Send gradients from `roots`, pairs of edge and gradient, to the leaves.

    Without `keep_graph` saved tensors are freed as nodes run; with `create_graph` the rules
    themselves are recorded. `captures` maps edges, as (node, output number), to where their
    gradients are put; `inputs` are leaves that accumulate. Where there are any of these, only nodes
    on the way to them run.
    """
    depth = _depth.get()
    if depth == DEEPEST:
        _in_thread(roots, keep_graph, create_graph, captures, inputs)
        return
    task = outer = None
    if captures is not None or Task.asked_about:
        task = Task(roots, captures, inputs)
    excluded = get_excluded()
    token = set_excluded(excluded & ~AUTOGRAD if create_graph else excluded | AUTOGRAD)
    deeper = _depth.set(depth + 1)
    if Task.asked_about:
        outer = current.set(task)
    try:
        with quiet():
            _loop(roots, keep_graph, create_graph, task)
    finally:
        if outer is not None:
            current.reset(outer)
        _depth.reset(deeper)
        reset_excluded(token)


def _in_thread(*args: Any) -> None:
    """`run` in a thread of its own, which has a stack of its own, and wait for it."""
    context = copy_context()
    context.run(_depth.set, 0)
    failed: list[BaseException] = []

    def work() -> None:
        try:
            context.run(run, *args)
        except BaseException as e:
            failed.append(e)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    if failed:
        raise failed.pop()


def _loop(roots: Any, keep_graph: bool, graph: bool, task: Task | None) -> None:
    pending: dict[int, list[Any]] = {}  # sequence -> [node, gradient or list of them, owned]
    heap: list[int] = []  # negative sequences
    for edge, grad in roots:
        _send(pending, heap, edge, grad, graph)
    check, wanted = Anomaly.check, None if task is None else task.wanted
    before, after = Watch.before, Watch.after
    due = due_leaves(roots, wanted) if HOOKED else None
    while heap:
        try:
            node, grad, _ = pending.pop(-heappop(heap))
        except KeyError:
            continue  # a leaf that was finished before its turn
        try:
            if wanted is not None or node.pre_hooks is not None:
                grad = _prepare(task, node, grad)
                if grad is None:
                    continue
            if before is not None:
                event = before(node)
            if type(node) is AccumulateGrad:
                accumulate(node, grad, graph)
                if before is not None:
                    after(event)
                continue
            grads = node.backward(node, grad, graph)
            if before is not None:
                after(event)
            if node.hooks is not None:
                grads = _hooks.run_after(node.hooks, _fitted(node, grads), grad)
            if check is not None:
                check(node, grads)
            if node.frees and not keep_graph:
                node.saved = FREED
            for edge, g in zip(node.next, grads, strict=True):
                if edge is None or g is None:
                    continue
                if g._array.shape != edge.shape:
                    g = _fit(node, g, edge)
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
            grads = g = None  # else the gradients of leaves would look shared
        except Exception as e:
            if node.code is not None:
                e.add_note(f"in the backward of {node.name()}, recorded at {place(node)}")
            if Anomaly.explain is not None:
                Anomaly.explain(node)
            raise
        if due is not None and node.sequence in due:
            _finish(due[node.sequence], pending, task, graph)


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


def _fit(node: Any, grad: Any, edge: Any) -> Any:
    """Sum a gradient over the dimensions that its input was broadcast along."""
    try:
        return _operators.sum_to_size(grad, edge.shape)
    except RuntimeError:
        raise RuntimeError(
            f"Function {node.name()} returned an invalid gradient at index"
            f" {node.next.index(edge)} - got {list(grad.shape)} but expected shape compatible with"
            f" {list(edge.shape)}"
        ) from None


def _cast(grad: Any, dtype: Any) -> Any:
    if grad.dtype.is_complex and not dtype.is_complex:
        grad = _operators.real(grad)
    return grad if grad.dtype is dtype else grad.to(dtype)


# ---------------------------------------------------------------------- hooks and captures
def _prepare(task: Task | None, node: Any, grad: Any) -> Any:
    """The gradient with which a node runs, after hooks; None where it does not run."""
    runs = task is None or task.wanted is None or task.wanted.get(node)
    if runs is None:
        return None
    if node.pre_hooks is not None:
        grad = _hooks.run_before(node.pre_hooks, grad)
    if task is not None and task.captures:
        for nr, g in enumerate(grad if isinstance(grad, list) else (grad,)):
            if (node, nr) in task.captures and g is not None:
                task.captures[node, nr] = g
    if not runs:
        return None
    if node.pre_hooks is not None:
        grad = _hooks.run_own_before(node.pre_hooks, grad)
    return grad


def _fitted(node: Any, grads: Any) -> list[Any]:
    """Gradients as the inputs are, for hooks to see."""
    return [
        None if edge is None or g is None else _cast(_fit(node, g, edge), edge.dtype)
        for edge, g in zip(node.next, grads, strict=True)
    ]


def _finish(leaves: list[Any], pending: Any, task: Any, graph: bool) -> None:
    """Accumulate leaves whose last consumer has run, ahead of their place in the order."""
    for leaf in leaves:
        entry = pending.pop(leaf.sequence, None)
        grad = None if entry is None else _prepare(task, leaf, entry[1])
        if grad is not None:
            entry = None  # else the gradient's buffer would look shared
            accumulate(leaf, grad, graph)
