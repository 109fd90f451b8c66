"""The containers are the lists and dictionaries that they look like."""

from collections import OrderedDict

import pytest

import firebrick_core as torch
import firebrick_nn as nn


def layers(*sizes):
    return [nn.Linear(size, size) for size in sizes]


def sizes(container):
    return [layer.in_features for layer in container]


def keys(container):
    return list(container._modules)


LISTS = {
    "append": ("c.append(L(9))", [1, 2, 3, 9]),
    "extend": ("c.extend([L(8), L(9)])", [1, 2, 3, 8, 9]),
    "insert": ("c.insert(1, L(9))", [1, 9, 2, 3]),
    "insert from the end": ("c.insert(-1, L(9))", [1, 2, 9, 3]),
    "insert at the end": ("c.insert(3, L(9))", [1, 2, 3, 9]),
    "set": ("c[1] = L(9)", [1, 9, 3]),
    "set from the end": ("c[-1] = L(9)", [1, 2, 9]),
    "delete": ("del c[0]", [2, 3]),
    "delete from the end": ("del c[-2]", [1, 3]),
    "delete a slice": ("del c[:2]", [3]),
    "delete every second": ("del c[::2]", [2]),
    "pop": ("assert c.pop(1).in_features == 2", [1, 3]),
    "pop a slice": ("assert len(c.pop(slice(1, 3))) == 2", [1]),
    "extend by itself": ("c.extend(c)", [1, 2, 3, 1, 2, 3]),
}


@pytest.mark.parametrize("container", [nn.Sequential, nn.ModuleList])
@pytest.mark.parametrize("code, expected", LISTS.values(), ids=LISTS)
def test_lists_of_modules(container, code, expected):
    c = container(*layers(1, 2, 3)) if container is nn.Sequential else container(layers(1, 2, 3))
    exec(code, {"c": c, "L": lambda size: nn.Linear(size, size)})
    assert sizes(c) == expected and len(c) == len(expected)
    assert keys(c) == [str(i) for i in range(len(expected))]
    assert all(getattr(c, key) is module for key, module in c._modules.items())


@pytest.mark.parametrize("make", [lambda x: nn.Sequential(*x), nn.ModuleList])
def test_indexing(make):
    c = make(layers(1, 2, 3))
    assert c[0] is c[-3] and sizes(c[1:]) == [2, 3] and type(c[1:]) is type(c)
    assert sizes(c[::-1]) == [3, 2, 1] and c[torch.tensor(1)] is c[1]
    assert bool(c) and not make([])
    for wrong in (3, -4):
        with pytest.raises(IndexError, match=f"index {wrong} is out of range"):
            c[wrong]
    with pytest.raises(TypeError):
        c["a"]


def test_sequential_calls_in_turn():
    net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    x = torch.randn(3, 2)
    assert torch.equal(net(x), net[1](net[0](x)))
    assert nn.Sequential()(x) is x


def test_sequential_with_names():
    net = nn.Sequential(OrderedDict(first=nn.ReLU(), last=nn.Tanh()))
    assert isinstance(net.last, nn.Tanh) and isinstance(net[0], nn.ReLU)
    assert keys(net[1:]) == ["last"]
    net[0] = nn.Identity()
    assert keys(net) == ["first", "last"]


def test_sequential_arithmetic():
    a, b = nn.Sequential(*layers(1, 2)), nn.Sequential(*layers(3))
    assert sizes(a + b) == [1, 2, 3] and sizes(a * 2) == sizes(2 * a) == [1, 2, 1, 2]
    assert (a + b)[0] is a[0]
    a += b
    a *= 2
    assert sizes(a) == [1, 2, 3, 1, 2, 3]


def test_module_list_arithmetic():
    a = nn.ModuleList(layers(1))
    both = a + layers(2)
    a += layers(3)
    assert sizes(both) == [1, 2] and sizes(a) == [1, 3]


def test_module_list_repr_joins_equal_layers():
    chains = [nn.Sequential(nn.ReLU()), nn.Sequential(nn.ReLU())]
    c = nn.ModuleList([*layers(1, 1), *chains, nn.Tanh()])
    expected = """ModuleList(
  (0-1): 2 x Linear(in_features=1, out_features=1, bias=True)
  (2-3): 2 x Sequential(
    (0): ReLU()
  )
  (4): Tanh()
)"""
    assert repr(c) == expected and repr(nn.ModuleList()) == "ModuleList()"


def test_module_dict():
    d = nn.ModuleDict({"b": nn.ReLU(), "a": nn.Tanh()})
    d.update([("c", nn.Identity())])
    d.update(nn.ModuleDict({"d": nn.Sigmoid()}))
    assert list(d) == list(d.keys()) == ["b", "a", "c", "d"] and len(d) == 4
    assert "a" in d and "z" not in d
    assert d["a"] is d.a is dict(d.items())["a"] and list(d.values())[1] is d["a"]
    assert isinstance(d.pop("a"), nn.Tanh)
    del d["b"]
    assert list(d) == ["c", "d"] and not hasattr(d, "b")
    d.clear()
    assert len(d) == 0 and repr(d) == "ModuleDict()"


def test_parameter_list():
    c = nn.ParameterList([torch.ones(2), nn.Parameter(torch.zeros(1)), "text"])
    c.append(torch.ones(3))
    c += [5]
    assert [type(v) for v in c] == [nn.Parameter, nn.Parameter, str, nn.Parameter, int]
    assert [name for name, _ in c.named_parameters()] == ["0", "1", "3"]
    assert len(c) == 5 and c[-1] == 5 and len(c[1:4]) == 3 and c[1:4][0] is c[1]
    c[2] = torch.zeros(4)
    assert [name for name, _ in c.named_parameters()] == ["0", "1", "3", "2"]
    assert repr(c[:1]) == (
        "ParameterList(  (0): Parameter containing: [torch.float32 of size 2])"
    )


def test_parameter_dict():
    d = nn.ParameterDict({"b": torch.ones(1), "a": torch.zeros(2)})
    assert list(d) == ["a", "b"], "plain dictionaries come in sorted order"
    d["c"] = 3
    d.update([("d", torch.ones(1))])
    assert d.setdefault("a") is d["a"] and d.setdefault("e", 7) == 7 and d.get("z", 9) == 9
    assert [name for name, _ in d.named_parameters()] == ["a", "b", "d"]
    assert list(reversed(d)) == ["e", "d", "c", "b", "a"]
    assert d.popitem() == ("e", 7) and d.pop("c") == 3 and "c" not in d
    assert dict(d.items()) == dict(zip(d.keys(), d.values(), strict=True))
    copied = d.copy()
    assert copied["a"] is d["a"] and copied is not d
    del d["a"]
    assert "a" in copied and not hasattr(d, "a")
    assert list((d | {"x": 1}).keys()) == ["b", "d", "x"]
    assert list(({"x": 1} | d).keys()) == ["x", "b", "d"]
    d |= {"y": 2}
    assert list(d.fromkeys(["p", "q"], 1)) == ["p", "q"]
    d.clear()
    assert len(d) == 0 and repr(d) == "ParameterDict()"
    with pytest.raises(KeyError, match="dictionary is empty"):
        d.popitem()


WRONG = [
    ("nn.Sequential(3)", TypeError, "int is not a Module subclass"),
    ("nn.ModuleList(3)", TypeError, "should be called with an iterable, but got int"),
    ("nn.ModuleDict(3)", TypeError, "iterable of key/value pairs, but got int"),
    ("nn.ModuleDict([1])", TypeError, "element #0 should be Iterable; is int"),
    ("nn.ModuleDict([(1, 2, 3)])", ValueError, "element #0 has length 3; 2 is required"),
    ("nn.ModuleDict({'keys': nn.ReLU()})", KeyError, "attribute 'keys' already exists"),
    ("nn.ModuleDict()['a']", KeyError, "a"),
    ("nn.ParameterList(torch.ones(2))", TypeError, "with an iterable, but got Tensor"),
    ("nn.ParameterList()()", RuntimeError, "ParameterList should not be called"),
    ("nn.ParameterDict()()", RuntimeError, "ParameterDict should not be called"),
    ("nn.ParameterDict()[3]", TypeError, "it is not a string .type is 'int'"),
    ("nn.Sequential() + 3", ValueError, "only objects of Sequential class"),
    ("nn.Sequential() * 0", ValueError, "Non-positive multiplication factor 0"),
    ("nn.Sequential() * 1.5", TypeError, "unsupported operand"),
    ("nn.Sequential().insert(1, nn.ReLU())", IndexError, "Index out of range: 1"),
    ("nn.Sequential().insert(0, 3)", AssertionError, "module should be of type"),
    ("nn.ModuleList()(1)", NotImplementedError, 'missing the required "forward"'),
]


@pytest.mark.parametrize("code, error, message", WRONG)
def test_refusals(code, error, message):
    with pytest.raises(error, match=message):
        eval(code, {"nn": nn, "torch": torch})
