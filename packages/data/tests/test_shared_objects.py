"""Lists and dicts in shared memory: as those of Python, to read."""

import pickle
import random

import numpy as np
import pytest

import firebrick_data as data

pytestmark = pytest.mark.usefixtures("nothing_left")

OBJECTS = ["a", b"b", 3, 4.5, None, ("x", [1, {2}]), {"k": "v"}, "", "ü" * 1000]
KEYS = ["a", "ü", "", b"a", 0, -1, 2.5, 10**30, True and 7, None, ("a", 1), ("a", ("b", None)), ()]


def test_a_list_is_read_as_a_list():
    shared = data.SharedList(OBJECTS)
    assert list(shared) == OBJECTS and len(shared) == len(OBJECTS)
    assert [shared[-i] for i in range(1, 10)] == [OBJECTS[-i] for i in range(1, 10)]
    for part in (slice(2, 5), slice(None, None, -2), slice(50, 60), slice(-3, None)):
        assert shared[part] == OBJECTS[part]
    assert 4.5 in shared and "z" not in shared and shared.index(3) == 2
    assert shared[np.int64(1)] == b"b"
    assert repr(shared).startswith("SharedList(9 objects, ")
    assert list(data.SharedList()) == [] and list(data.SharedList(iter("ab"))) == ["a", "b"]


def test_its_objects_are_made_anew():
    shared = data.SharedList([[1], [2]])
    shared[0].append(5)
    assert shared[0] == [1] and shared[0] is not shared[0]


@pytest.mark.parametrize("index, error", [(9, IndexError), (-10, IndexError), ("a", TypeError)])
def test_an_index_that_is_not_there(index, error):
    with pytest.raises(error, match="out of range for a SharedList of 9|cannot be interpreted"):
        data.SharedList(OBJECTS)[index]


def test_a_dict_is_read_as_a_dict():
    content = {key: [i, key] for i, key in enumerate(KEYS)}
    shared = data.SharedDict(content)
    assert dict(shared) == content and list(shared) == KEYS and len(shared) == len(KEYS)
    assert list(shared.items()) == list(content.items())
    assert shared.get("z", 5) == 5 and "z" not in shared and "a" in shared
    assert shared[0.0] == shared[False] == [4, 0]  # as in a dict
    with pytest.raises(KeyError, match="'z'"):
        shared["z"]
    with pytest.raises(TypeError, match=r"keys should be str.*got frozenset\(\) of class"):
        data.SharedDict({frozenset(): 1})
    assert dict(data.SharedDict()) == {} and repr(data.SharedDict()).startswith("SharedDict(0 obj")
    assert dict(data.SharedDict([("a", 1), ("a", 2)])) == {"a": 2}


def test_keys_with_the_same_hash(monkeypatch):
    monkeypatch.setattr("firebrick_data._shared_objects._stable_hash", lambda key: len(key) % 2)
    content = {"x" * n: n for n in range(20)}
    assert {key: data.SharedDict(content)[key] for key in content} == content


def test_many_objects():
    draw = random.Random(0)
    objects = [draw.randbytes(draw.randrange(50)) for _ in range(5000)]
    shared = data.SharedList(objects)
    assert all(shared[i] == objects[i] for i in draw.sample(range(5000), 500))


class Both(data.Dataset):
    """Samples out of a shared list and a shared dict."""

    def __init__(self):
        self.names = data.SharedList(f"name {i}" for i in range(20))
        self.numbers = data.SharedDict({f"name {i}": i for i in range(20)})

    def __len__(self):
        return 20

    def __getitem__(self, index):
        return self.names[index], self.numbers[self.names[index]]


def test_workers_of_every_kind(start_method):
    dataset = Both()
    expected = [(f"name {i}", i) for i in range(20)]
    loader = data.DataLoader(dataset, None, num_workers=2, multiprocessing_context=start_method)
    assert [tuple(sample) for sample in loader] == expected
    copy = pickle.loads(pickle.dumps(dataset))
    assert [copy[i] for i in range(20)] == expected


def test_what_cannot_be_pickled():
    with pytest.raises(Exception, match="lambda|local object"):
        data.SharedList([lambda: 0])
