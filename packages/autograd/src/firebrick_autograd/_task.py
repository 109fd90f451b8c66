"""What one backward takes in: which nodes, which gradients, and when leaves with hooks are done.

These are passes over the graph. A backward to all leaves, none of which has hooks, needs none.
"""

from __future__ import annotations

from contextvars import ContextVar
from operator import attrgetter, itemgetter
from typing import Any

from ._hooks import has_hooks
from ._node import HOOKED, Output

Roots = list[tuple[Any, Any]]


class Task:
    """One call of backward that is restricted to some gradients, or that hooks may ask about.

    `captures` maps edges, as (node, output number), to where their gradients are put. `wanted` has
    the nodes that take part, None for all: True for those that run, False for those of which only
    the gradients are wanted.
    """

    __slots__ = ("__weakref__", "captures", "reached", "roots", "wanted")
    asked_about = False  # whether hooks have ever been registered that ask

    def __init__(self, roots: Roots, captures: dict[Any, Any] | None, inputs: Any):
        self.roots, self.captures = roots, captures
        self.wanted = None if captures is None else on_the_way(roots, captures, inputs)
        self.reached: set[Any] | None = None

    def takes(self, node: Any) -> bool:
        """Whether a gradient for the node's results is computed."""
        if self.wanted is not None:
            return node in self.wanted
        if self.reached is None:
            self.reached = reached(self.roots)
        return node in self.reached


current: ContextVar[Task | None] = ContextVar("firebrick_backward", default=None)


def _node_of(edge: Any) -> Any:
    return edge.node if type(edge) is Output else edge


def reached(roots: Roots) -> set[Any]:
    """Every node that can be reached."""
    seen = {_node_of(edge) for edge, _ in roots}
    stack = list(seen)
    while stack:
        for edge in stack.pop().next:
            if edge is not None:
                node = edge.node if type(edge) is Output else edge
                if node not in seen:
                    seen.add(node)
                    stack.append(node)
    return seen


def due_leaves(roots: Any, wanted: Any) -> dict[int, list[Any]]:
    """The leaves with hooks, by the sequence of the consumer that runs last."""
    for key, leaf in HOOKED.copy().items():
        if not has_hooks(leaf()):
            HOOKED.pop(key, None)
    if not HOOKED:
        return {}
    last: dict[Any, tuple[int, int]] = {}  # the consumer, and which of its inputs the leaf is
    for node in reached(roots):
        if wanted is None or wanted.get(node):
            for nr, edge in enumerate(node.next):
                if id(edge) in HOOKED:
                    use = node.sequence, nr
                    last[edge] = min(use, last.get(edge, use))
    due: dict[int, list[Any]] = {}
    for leaf, (sequence, _) in sorted(last.items(), key=itemgetter(1)):
        due.setdefault(sequence, []).append(leaf)
    return due


def on_the_way(roots: Roots, captures: Any, inputs: Any) -> dict[Any, bool]:
    """The nodes that take part where only some gradients are wanted: those from which a wanted one
    can be reached run."""
    wanted = dict.fromkeys((node for node, _ in captures), False)
    wanted.update(dict.fromkeys(inputs, True))
    # Inputs have lower numbers than what is made of them: from the lowest up, they come first.
    for node in sorted(reached(roots), key=attrgetter("sequence")):
        for edge in node.next:
            if edge is not None and (edge.node if type(edge) is Output else edge) in wanted:
                wanted[node] = True
                break
    return wanted
