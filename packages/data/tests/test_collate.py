"""From samples to batches."""

import collections
import types

import numpy as np
import pytest
from worker_datasets import Pair

import firebrick_core as fc
import firebrick_data as data


def plain(value):
    """Tensors as (dtype name, list), so that nested batches compare with ==."""
    if isinstance(value, fc.Tensor):
        return str(value.dtype).removeprefix("torch."), value.tolist()
    if isinstance(value, collections.abc.Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value


def f32(*values):
    return fc.tensor(values, dtype=fc.float32)


COLLATED = {
    "floats": ([1.0, 2.5], ("float64", [1.0, 2.5])),
    "ints": ([1, 2], ("int64", [1, 2])),
    "bools": ([True, False], ("bool", [True, False])),
    "int, then float": ([1, 2.0], ("float32", [1.0, 2.0])),
    "strings": (["a", "b"], ["a", "b"]),
    "bytes": ([b"a"], [b"a"]),
    "float32 scalars": ([np.float32(1), np.float32(2)], ("float32", [1.0, 2.0])),
    "float64 scalars": ([np.float64(1)], ("float64", [1.0])),
    "int32 scalars": ([np.int32(3)], ("int32", [3])),
    "bool scalars": ([np.bool_(True)], ("bool", [True])),
    "NumPy strings": ([np.str_("a")], ["a"]),
    "arrays": ([np.zeros(2), np.ones(2)], ("float64", [[0, 0], [1, 1]])),
    "0-d arrays": ([np.array(1.0), np.array(2.0)], ("float64", [1.0, 2.0])),
    "reversed arrays": ([np.arange(3)[::-1]] * 2, ("int64", [[2, 1, 0], [2, 1, 0]])),
    "empty arrays": ([np.zeros((0, 2), np.float32)] * 2, ("float32", [[], []])),
    "tensors": ([f32(1, 2), f32(3, 4)], ("float32", [[1, 2], [3, 4]])),
    "0-d tensors": ([fc.tensor(1), fc.tensor(2)], ("int64", [1, 2])),
    "two dtypes": ([f32(1), fc.tensor([2])], ("float32", [[1.0], [2.0]])),
    "tuples": ([(1, "a"), (2, "b")], [("int64", [1, 2]), ["a", "b"]]),
    "lists": ([[1, 2.0], [3, 4.0]], [("int64", [1, 3]), ("float64", [2.0, 4.0])]),
    "ranges": ([range(2), range(2)], [("int64", [0, 0]), ("int64", [1, 1])]),
    "dicts": ([{"a": 1, "b": [2]}] * 2, {"a": ("int64", [1, 1]), "b": [("int64", [2, 2])]}),
    "proxies": ([types.MappingProxyType({"a": 1})] * 2, {"a": ("int64", [1, 1])}),
    "columns": (data.ColumnBatch((fc.arange(2),)), [("int64", [0, 1])]),
}


@pytest.mark.parametrize("name", COLLATED)
def test_default_collate(name):
    batch, expected = COLLATED[name]
    assert plain(data.default_collate(batch)) == expected


def test_default_collate_bfloat16():
    pytest.importorskip("ml_dtypes")
    batch = data.default_collate([fc.tensor([1.5], dtype=fc.bfloat16)] * 2)
    assert plain(batch) == ("bfloat16", [[1.5], [1.5]])


KEPT = [
    Pair(1, "x"),
    collections.OrderedDict(a=1),
    collections.defaultdict(list, a=1),
    collections.UserDict(a=1),
    collections.deque([1, 2]),
    collections.UserList([1]),
    [1],
]


@pytest.mark.parametrize("sample", KEPT, ids=lambda sample: type(sample).__name__)
def test_default_collate_keeps_containers(sample):
    batch = data.default_collate([sample, sample])
    assert type(batch) is type(sample)
    first = batch["a"] if isinstance(batch, collections.abc.Mapping) else batch[0]
    assert first.tolist() == [1, 1]


def test_default_collate_copies():
    array = np.zeros(3, np.float32)
    batch = data.default_collate([array, array])
    batch.fill_(1)
    assert array.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    "batch, error, message",
    [
        ([None], TypeError, "found <class 'NoneType'>.*collate_fn="),
        ([1j], TypeError, "found <class 'complex'>"),
        ([{1}], TypeError, "found <class 'set'>"),
        ([np.array(["a"])], TypeError, "found <U1"),
        ([np.array([None])], TypeError, "found object"),
        ([np.datetime64("2020-01-01")], TypeError, "datetime64"),
        ([(1, 2), (3,)], RuntimeError, "equal size, but the samples at entry 0 and entry 1 have 2"),
        ([[1], [1], [1, 2]], RuntimeError, "equal size.*entry 2"),
        ([{"a": 1}, {"b": 1}], KeyError, "a"),
        ([f32(1), f32(1, 2)], RuntimeError, r"got \[1\] at entry 0 and \[2\] at entry 1"),
        ([np.zeros(2), np.zeros((2, 1))], RuntimeError, r"got \[2\] at entry 0 and \[2, 1\] at"),
        ([f32(1), 1.0], TypeError, "expected Tensor as element 1.*got float"),
        (f32(1, 2), TypeError, "list of tensors, got a Tensor"),
        ([2**70], ValueError, "does not fit in int64"),
        ([], IndexError, "out of range"),
    ],
)
def test_default_collate_refuses(batch, error, message):
    with pytest.raises(error, match=message):
        data.default_collate(batch)


CONVERTED = {
    "array": (np.zeros(2, np.float32), ("float32", [0.0, 0.0])),
    "scalar": (np.float32(1), ("float32", 1.0)),
    "int": (1, 1),
    "string": ("a", "a"),
    "none": (None, None),
    "string array": (np.array("a"), np.array("a")),
    "list": ([np.zeros(1), 1], [("float64", [0.0]), 1]),
    "tuple": ((np.zeros(1), "a"), [("float64", [0.0]), "a"]),
    "dict": ({"a": np.ones(1)}, {"a": ("float64", [1.0])}),
    "named": (Pair(np.ones(1), 2), [("float64", [1.0]), 2]),
    "proxy": (types.MappingProxyType({"a": np.ones(1)}), {"a": ("float64", [1.0])}),
    "set": ({1}, {1}),
}


@pytest.mark.parametrize("name", CONVERTED)
def test_default_convert(name):
    value, expected = CONVERTED[name]
    assert plain(data.default_convert(value)) == expected


def test_default_convert_keeps_what_it_can():
    tensor = fc.ones(2)
    assert data.default_convert(tensor) is tensor
    ordered = data.default_convert(collections.OrderedDict(a=np.ones(1)))
    assert type(ordered) is collections.OrderedDict
    assert type(data.default_convert(Pair(1, 2))) is Pair


def test_collate_with_functions_of_ones_own():
    def union(batch, *, collate_fn_map):
        return sorted(set.union(*batch))

    functions = {set: union, **data.default_collate_fn_map}
    batch = data.collate([({1}, 5), ({2}, 6)], collate_fn_map=functions)
    assert plain(batch) == [[1, 2], ("int64", [5, 6])]
    with pytest.raises(TypeError, match="found <class 'set'>"):
        data.collate([{1}])
