"""A recorded graph as a picture: `draw(loss)` gives the text of an SVG image, or of a dot file.

Nothing else is needed. The layout is the usual one for layered graphs (K. Sugiyama, S. Tagawa and
M. Toda, "Methods for visual understanding of hierarchical system structures", 1981): a layer for
each distance from the result, edges over several layers bent at invisible places in between, and
the order within layers such that neighbours are near.
"""

from __future__ import annotations

from typing import Any

from .explain import Graph, Leaf, Step

ROW, GAP, HEIGHT, MARGIN = 70, 24, 40, 20
LETTER = 7.3  # the width of a letter of 12 px monospace text
SWEEPS = 4  # more do not change the order of graphs that one would look at
COLOURS = {"result": "#fde9c9", "operator": "#eeeeee", "leaf": "#d6e8fa"}


class Box:
    """Something to draw, or where an edge bends: a layer, and a place in it."""

    def __init__(self, key: str, lines: tuple[str, ...], kind: str, hint: str = ""):
        self.key, self.lines, self.kind, self.hint = key, lines, kind, hint
        self.layer = 0
        self.below: list[Box] = []
        self.above: list[Box] = []
        self.x = 0.0

    @property
    def width(self) -> float:
        """How much place the text needs."""
        longest = max(map(len, self.lines), default=0)
        return longest * LETTER + 16 if self.lines else 1.0


def _boxes(graph: Graph, limit: int) -> list[Box]:
    """A box for the result, for each of the first `limit` operators, and for the leaves that these
    use."""
    t = graph.tensor
    dtype = str(t.dtype).removeprefix("torch.")
    result = Box("result", ("result", f"{list(t.shape)} {dtype}"), "result")
    found: dict[int, Box] = {}
    boxes = [result]
    for step in graph.steps[:limit]:
        hint = f"step {step.number}, recorded at {step.recorded_at}"
        kept = graph.kept_by(step)
        hint += f"\nkeeps {kept}" if kept else ""
        found[id(step)] = Box(f"step{step.number}", (step.name, step.shapes), "operator", hint)
        boxes.append(found[id(step)])
    for step in graph.steps[:limit]:
        for source in step.inputs:
            if id(source) not in found:
                boxes.append(_end(source))
                found[id(source)] = boxes[-1]
            _tie(found[id(step)], found[id(source)])
    if graph.steps:
        _tie(result, found[id(graph.steps[0])])
    else:
        result.lines = (graph.leaves[0].label, *result.lines[1:])
    return boxes


def _end(source: Step | Leaf) -> Box:
    """The box of a leaf, or of an operator that is not drawn any more."""
    if isinstance(source, Leaf):
        return Box(f"leaf{source.number}", (source.label, source.what), "leaf")
    return Box(f"step{source.number}", ("...",), "operator", f"step {source.number}, not drawn")


def _tie(upper: Box, lower: Box) -> None:
    upper.below.append(lower)
    lower.above.append(upper)


# ---------------------------------------------------------------------- layout
def _layers(boxes: list[Box]) -> list[list[Box]]:
    """The boxes by their longest distance from the result, with a bend in each layer that an edge
    passes."""
    for box in _in_order(boxes):
        box.layer = max((above.layer + 1 for above in box.above), default=0)
    layers: list[list[Box]] = [[] for _ in range(max(b.layer for b in boxes) + 1)]
    for box in boxes:
        layers[box.layer].append(box)
    for box in boxes:
        for lower in list(box.below):
            upper = box
            for layer in range(box.layer + 1, lower.layer):
                bend = Box("", (), "bend")
                bend.layer = layer
                layers[layer].append(bend)
                _replace(upper.below, lower, bend)
                bend.above.append(upper)
                bend.below.append(lower)
                _replace(lower.above, upper, bend)
                upper = bend
    return layers


def _replace(boxes: list[Box], old: Box, new: Box) -> None:
    boxes[boxes.index(old)] = new


def _in_order(boxes: list[Box]) -> list[Box]:
    """Each box after all that are above it."""
    waiting = {id(b): len(b.above) for b in boxes}
    ready = [b for b in boxes if not b.above]
    for box in ready:
        for lower in box.below:
            waiting[id(lower)] -= 1
            if not waiting[id(lower)]:
                ready.append(lower)
    return ready


def _place(layers: list[list[Box]]) -> float:
    """Give each box its horizontal place; returns the width of the picture."""
    for layer in layers:
        _spread(layer)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            for box in layer:
                near = box.above if down else box.below
                if near:
                    box.x = sum(b.x for b in near) / len(near)
            layer.sort(key=lambda b: b.x)
            _spread(layer)
    left = min(b.x - b.width / 2 for layer in layers for b in layer)
    for layer in layers:
        for box in layer:
            box.x += MARGIN - left
    return max(b.x + b.width / 2 for layer in layers for b in layer) + MARGIN


def _spread(layer: list[Box]) -> None:
    """Keep the order of a layer, and its middle, without boxes over each other."""
    middle = sum(b.x for b in layer) / len(layer)
    for left, right in zip(layer, layer[1:], strict=False):
        right.x = max(right.x, left.x + (left.width + right.width) / 2 + GAP)
    shift = middle - sum(b.x for b in layer) / len(layer)
    for box in layer:
        box.x += shift


# ---------------------------------------------------------------------- text
def escape(text: str) -> str:
    """Text inside of XML. `xml.sax.saxutils` has this too, and takes 5 ms to import."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _y(box: Box) -> float:
    return MARGIN + HEIGHT / 2 + box.layer * ROW


def _svg(layers: list[list[Box]], width: float) -> str:
    height = 2 * MARGIN + HEIGHT + (len(layers) - 1) * ROW
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="monospace" font-size="12">',
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="white"/>',
    ]
    boxes = [b for layer in layers for b in layer]
    out += [_svg_edge(b, lower) for b in boxes if b.lines for lower in b.below]
    out += [_svg_box(b) for b in boxes if b.lines]
    return "\n".join([*out, "</svg>", ""])


def _svg_edge(upper: Box, lower: Box) -> str:
    """A smooth line, through its bends, from what is used to what uses it."""
    points = [(upper.x, _y(upper) + HEIGHT / 2)]
    while not lower.lines:
        points.append((lower.x, _y(lower)))
        lower = lower.below[0]
    points.append((lower.x, _y(lower) - HEIGHT / 2))
    points.reverse()
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x0, y0), (x1, y1) in zip(points, points[1:], strict=False):
        half = (y0 + y1) / 2
        path += f"C{x0:.1f} {half:.1f} {x1:.1f} {half:.1f} {x1:.1f} {y1:.1f}"
    return f'<path d="{path}" fill="none" stroke="black" marker-end="url(#arrow)"/>'


def _svg_box(box: Box) -> str:
    x, y = box.x - box.width / 2, _y(box) - HEIGHT / 2
    radius = 12 if box.kind == "leaf" else 3
    text = "".join(
        f'<text x="{box.x:.1f}" y="{y + 16 + 15 * i:.1f}" text-anchor="middle">'
        f"{escape(line)}</text>"
        for i, line in enumerate(box.lines)
    )
    hint = f"<title>{escape(box.hint)}</title>" if box.hint else ""
    return (
        f'<g id="{box.key}">{hint}<rect x="{x:.1f}" y="{y:.1f}" width="{box.width:.1f}" '
        f'height="{HEIGHT}" rx="{radius}" fill="{COLOURS[box.kind]}" stroke="black"/>{text}</g>'
    )


def _dot(boxes: list[Box]) -> str:
    out = ["digraph {", "    rankdir=BT; node [shape=box, style=filled, fontname=monospace];"]
    for box in boxes:
        label = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in box.lines)
        shape = ", shape=ellipse" if box.kind == "leaf" else ""
        hint = f", tooltip={_quoted(box.hint)}" if box.hint else ""
        out.append(
            f'    {box.key} [label="{label}", fillcolor="{COLOURS[box.kind]}"{shape}{hint}];'
        )
    for box in boxes:
        out += [f"    {lower.key} -> {box.key};" for lower in box.below]
    return "\n".join([*out, "}", ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def draw(tensor: Any, params: Any = None, format: str = "svg", limit: int = 300) -> str:
    """A picture of the graph that a tensor was recorded in, as the text of an SVG image or, with
    `format="dot"`, of a file for Graphviz.

    The result is above, the leaves below; `params` gives these their names, as in `explain`.
    Pointing at an operator shows the line that called it and what it keeps in memory. Of large
    graphs the first `limit` operators are drawn. Raises RuntimeError for a tensor that does not
    require grad, ValueError for another format.

    >>> import firebrick_core as fb, firebrick_autograd as autograd
    >>> w = fb.ones(2, requires_grad=True)
    >>> picture = autograd.draw((w * w).sum(), {"w": w})
    >>> picture[:41], "MulBackward0" in picture
    ('<svg xmlns="http://www.w3.org/2000/svg" w', True)
    """
    boxes = _boxes(Graph(tensor, params), limit)
    if format == "dot":
        return _dot(boxes)
    if format != "svg":
        raise ValueError(f"draw: format must be 'svg' or 'dot', got {format!r}")
    layers = _layers(boxes)
    return _svg(layers, _place(layers))


__all__ = ["draw"]
