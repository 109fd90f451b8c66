"""`explain` and `draw`: what they say of a graph, and of graphs of every shape."""

import os
import re
import xml.etree.ElementTree as ElementTree

import pytest

import firebrick_autograd as autograd
import firebrick_core as fb
from firebrick_autograd.drawing import draw
from firebrick_autograd.explain import explain

HERE = os.path.basename(__file__)


def small():
    w = fb.ones(2, 3, requires_grad=True)
    b = fb.zeros(2, requires_grad=True)
    unused = fb.zeros(5, requires_grad=True)
    hidden = fb.functional.linear(fb.ones(4, 3), w, b).exp()
    return (hidden * hidden).sum(), {"w": w, "b": b, "unused": unused}


def test_explain():
    loss, params = small()
    lines = explain(loss, params).splitlines()
    # 4 x 3 inputs; 4 x 2 results of exp, which mul has twice: the memory is counted once.
    assert lines[0] == "[] of float32, made by 4 operators from 2 leaves; keeps 80 B for backward"
    columns = r"\s*(\d+)  (\w+) +(\[.*?\])  (.+?)   *(\w.*?)  +(\S.*?)  +(\S+):\d+ in small"
    rows = [re.match(columns, line).groups() for line in lines[4:7]]
    assert [row[:2] for row in rows] == [
        ("2", "MulBackward0"),
        ("3", "ExpBackward0"),
        ("4", "LinearBackward0"),
    ]
    assert rows[0][2:6] == ("[4, 2]", "3", "w, b", "[4, 2] 32 B")
    assert rows[2][2:6] == ("[4, 2]", "w, b", "w, b", "[4, 3] 48 B")
    assert all(os.path.basename(row[6]) == HERE for row in rows)
    assert "  w: [2, 3] float32, used in step 4" in lines
    assert lines[-1] == "not reached, so without a gradient: unused"


def test_explain_after_backward():
    loss, params = small()
    loss.backward()
    text = explain(loss, params)
    assert "keeps 0 B for backward (3 of them were freed by a backward)" in text
    assert "w: [2, 3] float32, has a gradient, used in step 4" in text


def test_names_of_leaves_come_from_pairs_and_modules_or_are_numbers():
    loss, params = small()

    class Module:
        def named_parameters(self):
            return iter(params.items())

    assert explain(loss, Module()) == explain(loss, list(params.items())) == explain(loss, params)
    assert "leaf1: [2, 3] float32" in explain(loss)
    with pytest.raises(TypeError, match="params are names of tensors.* not Tensor"):
        explain(loss, list(params.values()))


def chain(x):
    for _ in range(500):
        x = x * 1.001
    return x


def several_results(x):
    values, indices = x.sort()
    return values.sum() + x.unbind()[1]


def written_in_place(x):
    y = x * 2
    y[0].mul_(y[1])
    return y


class Cube(autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.square = x * x
        return x**3

    @staticmethod
    def backward(ctx, grad):
        return grad * 3 * ctx.square


GRAPHS = {
    "a leaf": lambda x: x,
    "a chain": chain,
    "several results": several_results,
    "written in place": written_in_place,
    "a Function": Cube.apply,
    "wide": lambda x: sum(x * n for n in range(20)),
    "a skip over layers": lambda x: x + x.exp().sin().cos().tanh(),
    "complex": lambda x: fb.view_as_complex(x.reshape(-1, 2)).abs(),
    "empty": lambda x: x[:0] * 2,
    "recorded backward": lambda x: autograd.grad((x**3).sum(), x, create_graph=True)[0],
}


@pytest.mark.parametrize("function", GRAPHS.values(), ids=GRAPHS)
def test_every_kind_of_graph(function):
    x = fb.tensor([0.5, 2.0], requires_grad=True)
    out = function(x)
    text, dot = explain(out, {"x": x}), draw(out, {"x": x}, format="dot")
    assert "x: [2] float32" in text
    assert dot.startswith("digraph {") and dot.endswith("}\n")
    image = ElementTree.fromstring(draw(out, {"x": x}))
    boxes = [g.get("id") for g in image.iter("{http://www.w3.org/2000/svg}g")]
    assert sorted(boxes) == sorted(re.findall(r"^    (\w+) \[label", dot, re.M))
    assert len(boxes) == len(set(boxes))
    arrows = [p for p in image.findall("{http://www.w3.org/2000/svg}path")]
    assert len(arrows) == dot.count(" -> ")


def test_boxes_do_not_lie_over_each_other_and_fit_into_the_picture():
    x = fb.tensor([0.5, 2.0], requires_grad=True)
    y = sum((x * n).exp() for n in range(5)) + x.sum()
    image = ElementTree.fromstring(draw(y.sum(), {"x": x}))
    width, height = float(image.get("width")), float(image.get("height"))
    names = ("x", "y", "width", "height")
    rects = [
        [float(g.find("{http://www.w3.org/2000/svg}rect").get(n)) for n in names]
        for g in image.iter("{http://www.w3.org/2000/svg}g")
    ]
    for i, (x0, y0, w0, h0) in enumerate(rects):
        assert 0 <= x0 and x0 + w0 <= width + 1 and 0 <= y0 and y0 + h0 <= height
        for x1, y1, w1, h1 in rects[i + 1 :]:
            assert x0 + w0 <= x1 or x1 + w1 <= x0 or y0 + h0 <= y1 or y1 + h1 <= y0


def test_large_graphs_are_cut():
    x = fb.tensor([0.5, 2.0], requires_grad=True)
    out = chain(x)
    text = explain(out, limit=10)
    assert "  ... and 490 more: 490 MulBackward0" in text and len(text.splitlines()) < 20
    assert draw(out, format="dot", limit=10).count(" [label") == 12  # with the result and "..."


def test_text_is_escaped():
    x = fb.tensor([0.5], requires_grad=True)
    name = 'a<b>&"c\\d'
    ElementTree.fromstring(draw(x * 2, {name: x}))
    assert r"a<b>&\"c\\d\n[1] float32" in draw(x * 2, {name: x}, format="dot")


@pytest.mark.parametrize("function", [explain, draw])
def test_refuses_what_was_not_recorded(function):
    with pytest.raises(RuntimeError, match="does not require grad: was it made under no_grad"):
        function(fb.ones(2))


def test_refuses_other_formats():
    with pytest.raises(ValueError, match="format must be 'svg' or 'dot', got 'png'"):
        draw(fb.ones(2, requires_grad=True) * 2, format="png")


def test_deep_graphs_need_no_recursion():
    x = fb.ones(1, requires_grad=True)
    y = x
    for _ in range(20_000):
        y = y + 1
    assert "made by 20000 operators" in explain(y)
    draw(y)
