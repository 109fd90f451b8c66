"""Collating while samples come is `default_collate`, whatever comes."""

import numpy as np
import pytest
from test_collate import plain

import firebrick_core as fc
import firebrick_data as data
from firebrick_data._gather import LARGE_BYTES, WAITING_BYTES, Gathered

N = LARGE_BYTES // 4
WAITING = WAITING_BYTES // 4  # float32 elements that wait for others
ENOUGH = 4 * WAITING_BYTES  # and that do not


def large(i, dtype=np.float32, n=N):
    return np.full(n, i).astype(dtype)


def tensor(i, **arguments):
    return fc.from_numpy(large(i, **arguments))


class Subclass(fc.Tensor):
    pass


# Samples, of which some are large.
BATCHES = {
    "tuples": lambda: [(tensor(i), i, f"{i}") for i in range(5)],
    "arrays": lambda: [(i, large(i)) for i in range(5)],
    "lists": lambda: [[tensor(i), large(i), [i, large(i)]] for i in range(5)],
    "dicts": lambda: [{"b": i, "a": tensor(i), "c": {"d": tensor(i)}} for i in range(5)],
    "bare tensors": lambda: [tensor(i) for i in range(5)],
    "bare arrays": lambda: [large(i) for i in range(5)],
    "only large": lambda: [(tensor(i), tensor(-i)) for i in range(5)],
    "small": lambda: [(tensor(i, n=3), i) for i in range(5)],
    "one": lambda: [(tensor(3), 3)],
    "numbers": lambda: [1, 2, 3],
    "strided": lambda: [(fc.from_numpy(large(i, n=2 * N)[::-2]), i) for i in range(3)],
    "ints": lambda: [large(i, np.int16, 4 * N) for i in range(3)],
    "many that wait": lambda: [(tensor(i, n=WAITING), i, large(-i, n=3)) for i in range(40)],
    "two kinds": lambda: [(tensor(i, n=WAITING), large(-i, n=2 * WAITING)) for i in range(9)],
    "enough": lambda: [large(i, n=ENOUGH + 3) for i in range(3)],
    "rows": lambda: [large(i, n=ENOUGH).reshape(2, -1)[:, ::-1] for i in range(3)],
    # What does not go on as it began.
    "another dtype after a while": lambda: [
        *(large(i, n=WAITING) for i in range(3)),
        large(3, np.float64, WAITING),
    ],
    "another dtype": lambda: [(tensor(1), 1), (tensor(2), 2), (tensor(3, dtype=np.float64), 3)],
    "arrays after tensors": lambda: [(large(1), 1), (large(2), 2), (tensor(3), 3)],
    "a subclass": lambda: [tensor(1), tensor(2), tensor(3).as_subclass(Subclass)],
    "another order of keys": lambda: [{"a": tensor(1), "b": 1}, {"b": 2, "a": tensor(2)}],
    "more keys": lambda: [{"a": tensor(1), "b": 1}, {"a": tensor(2), "b": 2, "c": 3}],
    "a list after a tuple": lambda: [(tensor(1), 1), [tensor(2), 2]],
}
FAILING = {
    "another shape": lambda: [(tensor(1), 1), (tensor(2), 2), (tensor(3, n=N + 1), 3)],
    "fewer elements": lambda: [(tensor(1), 1), (tensor(2),)],
    "missing key": lambda: [{"a": tensor(1), "b": 1}, {"a": tensor(2)}],
    "no tensor": lambda: [tensor(1), 5],
    "None beside it": lambda: [(tensor(1), None), (tensor(2), None)],
    "objects": lambda: [np.array([None] * N), np.array([None] * N)],
}


def gathered(samples):
    batch = Gathered(len(samples))
    for sample in samples:
        batch.add(sample)
    return batch.collated()


@pytest.mark.parametrize("name", BATCHES)
def test_the_same_batch(name):
    expected, got = data.default_collate(BATCHES[name]()), gathered(BATCHES[name]())
    assert repr(plain(got)) == repr(plain(expected))
    assert type(got) is type(expected)


@pytest.mark.parametrize("name", FAILING)
def test_the_same_error(name):
    with pytest.raises(Exception) as expected:
        data.default_collate(FAILING[name]())
    with pytest.raises(type(expected.value)) as caught:
        gathered(FAILING[name]())
    assert str(caught.value) == str(expected.value)


def test_samples_are_not_changed_and_not_shared():
    samples = [{"a": tensor(i), "b": i} for i in range(3)]
    batch = gathered(samples)
    batch["a"].fill_(9)
    assert [sample["a"][0].item() for sample in samples] == [0, 1, 2]
    assert [list(sample) for sample in samples] == [["a", "b"]] * 3


def test_functions_of_the_program_are_asked(monkeypatch):
    def first(batch, *, collate_fn_map):
        return "mine"

    for kind, make in ((fc.Tensor, tensor), (np.ndarray, large)):
        with monkeypatch.context() as patched:
            patched.setitem(data.default_collate_fn_map, kind, first)
            assert gathered([make(1), make(2)]) == "mine"


def test_shapes_that_differ_name_samples_and_shapes():
    samples = [(tensor(i, n=N + (i == 6)), i) for i in range(8)]
    for workers in (0, 1):
        with pytest.raises(RuntimeError) as caught:
            list(data.DataLoader(samples, 3, num_workers=workers))
        text = "\n".join([str(caught.value), *getattr(caught.value, "__notes__", ())])
        assert f"got [{N + 1}] at entry 0 and [{N}] at entry 1" in text
        assert "(entries 0 and 1 of the batch are samples 6 and 7 of dataset list)" in text
