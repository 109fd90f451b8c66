"""What a recorded graph does, in words: `explain(loss)`.

Ours; PyTorch has nothing like it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ._node import AccumulateGrad, Output, as_edge, gradient_edge, place
from ._region import Region
from ._saved import FREED


class Step:
    """One operator of a graph, numbered from the result back."""

    def __init__(self, node: Any, number: int):
        self.node, self.number = node, number
        self.inputs: list[Step | Leaf] = []
        self.leaves: set[int] = set()  # numbers of the leaves that it reaches
        self.kept: list[Any] | None = None if node.saved is FREED else arrays_in(_kept_by(node))

    @property
    def label(self) -> str:
        """What others call the step."""
        return str(self.number)

    @property
    def name(self) -> str:
        """The node's name."""
        return self.node.name()

    @property
    def shapes(self) -> str:
        """The shape of the result, or of each result."""
        if self.node.several:
            return ", ".join("-" if s is None else str(list(s)) for s in self.node.shape)
        return str(list(self.node.shape))

    @property
    def recorded_at(self) -> str:
        """The user's line that called the operator."""
        return place(self.node)


class Leaf:
    """A tensor that the user made, at the end of a graph."""

    def __init__(self, edge: AccumulateGrad, number: int, name: str | None):
        self.edge, self.number = edge, number
        self.label = name if name is not None else f"leaf{number}"
        self.used_by: list[Step] = []

    @property
    def shapes(self) -> str:
        """The tensor's shape."""
        return str(list(self.edge.shape))

    @property
    def what(self) -> str:
        """Shape, dtype, and whether there is a gradient."""
        grad = ", has a gradient" if self.edge.grad is not None else ""
        return f"{self.shapes} {_short(self.edge.dtype)}{grad}"


class Graph:
    """All that a tensor was made of: `steps` from the tensor back, and `leaves`.

    `params` names leaves: a mapping, pairs of name and tensor, or a module.
    """

    def __init__(self, tensor: Any, params: Any = None):
        edge = gradient_edge(tensor)
        if edge is None:
            raise RuntimeError(
                "explain and draw show what was recorded, but this tensor does not require grad: "
                "was it made under no_grad(), detached, or of inputs without requires_grad=True?"
            )
        self.tensor = tensor
        self.named = _names(params)
        nodes, leaf_edges = _reached(as_edge(edge)[0])
        names = {id(t._meta): name for name, t in self.named if t._meta is not None}
        self.leaves = [Leaf(e, i, names.get(id(e))) for i, e in enumerate(leaf_edges, 1)]
        self.steps = [Step(n, i) for i, n in enumerate(nodes, 1)]
        self._connect()
        self.owners = {
            id(_root(a)): leaf.label for leaf in self.leaves for a in arrays_in(leaf.edge.variable)
        }
        roots = {id(r): r for s in self.steps for r in map(_root, s.kept or ())}
        self.bytes = sum(r.nbytes for i, r in roots.items() if i not in self.owners)

    def _connect(self) -> None:
        """Tie steps to their inputs, and find the leaves that each reaches."""
        found: dict[int, Any] = {id(s.node): s for s in self.steps}
        found.update((id(leaf.edge), leaf) for leaf in self.leaves)
        for step in reversed(self.steps):
            for edge in step.node.next:
                if edge is None:
                    continue
                source = found[id(as_edge(edge)[0])]
                step.inputs.append(source)
                if isinstance(source, Leaf):
                    source.used_by.append(step)
                    step.leaves.add(source.number)
                else:
                    step.leaves |= source.leaves

    @property
    def unreached(self) -> list[str]:
        """Names of `params` that the tensor does not depend on."""
        reached = {id(leaf.edge) for leaf in self.leaves}
        return [name for name, t in self.named if id(t._meta) not in reached]

    def leaf_names(self, step: Step) -> list[str]:
        """The leaves that a step reaches."""
        return [leaf.label for leaf in self.leaves if leaf.number in step.leaves]

    def kept_by(self, step: Step) -> str:
        """What a step keeps in memory: shapes and sizes, and names of leaves."""
        if step.kept is None:
            return "freed"
        parts: Counter[str] = Counter()
        for array in step.kept:
            owner = self.owners.get(id(_root(array)))
            parts[owner or f"{list(array.shape)} {size(array.nbytes)}"] += 1
        return ", ".join(t if n == 1 else f"{n} x {t}" for t, n in parts.items())


def _names(params: Any) -> list[tuple[str, Any]]:
    if params is None:
        return []
    if hasattr(params, "named_parameters"):
        params = params.named_parameters()
    pairs: Iterable[Any] = params.items() if isinstance(params, Mapping) else params
    named = []
    for pair in pairs:
        if not (isinstance(pair, tuple) and len(pair) == 2 and hasattr(pair[1], "_keys")):
            raise TypeError(
                "params are names of tensors: a dict, pairs of name and tensor, or a module, not "
                f"{type(pair).__name__}"
            )
        named.append((str(pair[0]), pair[1]))
    return named


def _reached(start: Any) -> tuple[list[Any], list[Any]]:
    """The nodes that lead to a node, latest first, and the leaves, oldest first."""
    nodes: list[Any] = []
    leaves: list[Any] = []
    seen, stack = {id(start)}, [start]
    while stack:
        node = stack.pop()
        (leaves if type(node) is AccumulateGrad else nodes).append(node)
        for edge in node.next:
            if edge is not None:
                source = edge.node if type(edge) is Output else edge
                if id(source) not in seen:
                    seen.add(id(source))
                    stack.append(source)
    nodes.sort(key=lambda n: -n.sequence)
    return nodes, sorted(leaves, key=lambda n: n.sequence)


# ---------------------------------------------------------------------- memory
def _kept_by(node: Any) -> Any:
    """What a node keeps: for its rule, on a `Function`'s ctx, and for what was written in place."""
    ctx, writer = getattr(node, "ctx", None), getattr(node, "writer", None)
    return node.saved, ctx and list(vars(ctx).values()), writer and _kept_by(writer)


def arrays_in(value: Any) -> list[Any]:
    """The arrays among what a node keeps, also those of tensors and in nested tuples, lists and
    dicts; each once."""
    found: dict[int, Any] = {}
    stack = [value]
    while stack:
        v = stack.pop()
        if hasattr(v, "_keys"):
            v = v._array
        if isinstance(v, (tuple, list)):
            stack.extend(reversed(v))
        elif isinstance(v, dict):
            stack.extend(reversed(list(v.values())))
        elif isinstance(v, Region):
            stack.append(v.index)
        elif hasattr(v, "nbytes") and hasattr(v, "strides") and not isinstance(v, np.generic):
            found.setdefault(id(v), v)
    return list(found.values())


def _root(array: Any) -> Any:
    """The array that owns the memory."""
    while isinstance(array.base, type(array)):
        array = array.base
    return array


def size(count: float) -> str:
    """A number of bytes as one reads it."""
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} GB"


def _short(dtype: Any) -> str:
    return str(dtype).removeprefix("torch.")


# ---------------------------------------------------------------------- text
_HEAD = ("step", "operator", "result", "from", "leaves", "keeps", "recorded at")


def explain(tensor: Any, params: Any = None, limit: int = 100) -> str:
    """The graph that a tensor was recorded in, as text: one line for each operator, from the
    tensor back, with the shape of its result, the steps or leaves that it is made of, the leaves
    that it reaches, what it keeps in memory for backward, and the line that called it.

    `params` gives leaves their names: a dict, pairs of name and tensor, or a module; those that the
    tensor does not depend on are listed. Only the first `limit` operators are written out. Raises
    RuntimeError for a tensor that does not require grad.

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> w = fb.tensor([1.0, 2.0], requires_grad=True)
    >>> print(autograd.explain((w * fb.ones(2)).sum(), {"w": w}))
    [] of float32, made by 2 operators from 1 leaf; keeps 8 B for backward
    <BLANKLINE>
    step  operator      result  from  leaves  keeps    recorded at
       1  SumBackward0  []      2     w                ...:1 in <module>
       2  MulBackward0  [2]     w     w       [2] 8 B  ...:1 in <module>
    <BLANKLINE>
    leaves
      w: [2] float32, used in step 2
    """
    graph = Graph(tensor, params)
    shown, rest = graph.steps[:limit], graph.steps[limit:]
    rows: list[tuple[str, ...]] = [_HEAD]
    rows += [
        (
            step.label,
            step.name,
            step.shapes,
            _few([s.label for s in step.inputs]),
            _few(graph.leaf_names(step), 3),
            graph.kept_by(step),
            step.recorded_at,
        )
        for step in shown
    ]
    lines = [_summary(graph), ""]
    lines += _table(rows) if shown else []
    if rest:
        counts = Counter(step.name for step in rest).most_common()
        lines.append(f"  ... and {len(rest)} more: {_few([f'{n} {name}' for name, n in counts])}")
    lines += ["", "leaves"]
    for leaf in graph.leaves:
        used = _few([s.label for s in reversed(leaf.used_by)])
        lines.append(f"  {leaf.label}: {leaf.what}, used in step {used or '-'}")
    if graph.unreached:
        lines += ["", f"not reached, so without a gradient: {', '.join(graph.unreached)}"]
    return "\n".join(lines)


def _summary(graph: Graph) -> str:
    t = graph.tensor
    freed = sum(s.kept is None for s in graph.steps)
    kept = f"keeps {size(graph.bytes)} for backward"
    if freed:
        kept += f" ({freed} of them were freed by a backward)"
    return (
        f"{list(t.shape)} of {_short(t.dtype)}, made by {_number(len(graph.steps), 'operator')} "
        f"from {_number(len(graph.leaves), 'leaf', 'leaves')}; {kept}"
    )


def _number(n: int, one: str, many: str | None = None) -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"


def _few(names: list[str], most: int = 4) -> str:
    """Names in order, each once, and how many more there are."""
    distinct = list(dict.fromkeys(names))
    more = len(distinct) - most
    return ", ".join(distinct[:most]) + (f" and {more} more" if more > 0 else "")


def _table(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [row[0].rjust(widths[0])]
        cells += [cell.ljust(w) for cell, w in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join(cells).rstrip())
    return lines


__all__ = ["explain"]
