"""What a DataLoader accepts, what it makes of it, and what it refuses."""

import multiprocessing
import pickle
import re
import subprocess
import sys
import threading

import pytest
from worker_datasets import (
    Counted,
    Images,
    Numbers,
    Unpicklable,
    keep_samples,
)

import firebrick_core as fc
import firebrick_data as data

TEN = list(range(10))
REFUSED = [
    (dict(num_workers=-1), ValueError, "should be non-negative.*num_workers=-1"),
    (dict(num_workers=1.5), TypeError, "should be an integer, got 1.5"),
    (dict(num_workers="2"), TypeError, "should be an integer"),
    (dict(timeout=-1), ValueError, "timeout option should be non-negative"),
    (dict(timeout=1), AssertionError, "timeout=1 needs num_workers > 0"),
    (dict(prefetch_factor=2), ValueError, "prefetch_factor.*let num_workers > 0"),
    (dict(num_workers=1, prefetch_factor=-1), ValueError, "prefetch_factor.*got -1"),
    (dict(num_workers=1, prefetch_factor=0), AssertionError, "prefetch_factor.*got 0"),
    (dict(persistent_workers=True), ValueError, "needs num_workers > 0"),
    (dict(batch_size=0), ValueError, "batch_size=0"),
    (dict(batch_size=-1), ValueError, "batch_size=-1"),
    (dict(batch_size=1.5), ValueError, "batch_size=1.5"),
    (dict(batch_size=True), ValueError, "batch_size=True"),
    (dict(drop_last="x"), ValueError, "drop_last='x'"),
    (dict(batch_size=None, drop_last=True), ValueError, "batch_size=None.*exclusive with drop"),
    (dict(shuffle=True, sampler=[1]), ValueError, "exclusive with shuffle"),
    (dict(batch_sampler=[[1]], batch_size=2), ValueError, "batch_sampler option is mutually"),
    (dict(batch_sampler=[[1]], shuffle=True), ValueError, "batch_sampler option is mutually"),
    (dict(batch_sampler=[[1]], sampler=[1]), ValueError, "batch_sampler option is mutually"),
    (dict(batch_sampler=[[1]], drop_last=True), ValueError, "batch_sampler option is mutually"),
    (dict(multiprocessing_context="fork"), ValueError, "can only be used with multi-process"),
    (dict(num_workers=1, multiprocessing_context="x"), ValueError, "start method in .*='x'"),
    (dict(num_workers=1, multiprocessing_context=3), TypeError, "context object or a string"),
    (dict(collate_fn=3), TypeError, "collate_fn should be callable, got 3"),
]


@pytest.mark.parametrize("arguments, error, message", REFUSED, ids=lambda value: str(value)[:60])
def test_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        data.DataLoader(TEN, **arguments)


@pytest.mark.parametrize(
    "arguments, name",
    [
        (dict(shuffle=True), "shuffle"),
        (dict(sampler=[1]), "sampler"),
        (dict(batch_sampler=[[1]]), "batch_sampler"),
    ],
)
def test_an_iterable_dataset_has_an_order_of_its_own(arguments, name):
    with pytest.raises(ValueError, match=f"expected unspecified {name} option, but got {name}="):
        data.DataLoader(Numbers(), **arguments)
    assert len(list(data.DataLoader(Numbers(), shuffle=False))) == 5


@pytest.mark.parametrize(
    "name", ["batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers"]
)
def test_some_attributes_are_fixed(name):
    loader = data.DataLoader(TEN)
    with pytest.raises(ValueError, match=f"{name} attribute should not be set after DataLoader is"):
        setattr(loader, name, None)
    loader.collate_fn = keep_samples
    assert list(loader)[3] == [3]


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (dict(), [[i] for i in TEN]),
        (dict(batch_size=4), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]),
        (dict(batch_size=4, drop_last=True), [[0, 1, 2, 3], [4, 5, 6, 7]]),
        (dict(sampler=[5, 1, 7], batch_size=2), [[5, 1], [7]]),
        (dict(batch_sampler=[[1], [3, 2]]), [[1], [3, 2]]),
        (dict(batch_size=None), TEN),
        (dict(batch_size=None, sampler=[3, 1]), [3, 1]),
    ],
)
def test_batches(arguments, expected):
    loader = data.DataLoader(TEN, **arguments)
    batches = [b.tolist() if isinstance(b, fc.Tensor) else b for b in loader]
    assert batches == expected
    assert len(loader) == len(iter(loader)) == len(expected)


def test_without_batches_samples_are_converted():
    sample = next(iter(data.DataLoader(Images(), batch_size=None)))
    assert isinstance(sample["image"], fc.Tensor)
    assert sample["label"] == 0


@pytest.mark.parametrize(
    "arguments, expected",
    [
        (dict(batch_size=2), [[0, 1], [2, 3], [4]]),
        (dict(batch_size=2, drop_last=True), [[0, 1], [2, 3]]),
        (dict(batch_size=5), [[0, 1, 2, 3, 4]]),
        (dict(batch_size=None), [0, 1, 2, 3, 4]),
    ],
)
def test_streams(arguments, expected):
    batches = list(data.DataLoader(Numbers(), **arguments))
    assert [b.tolist() if isinstance(b, fc.Tensor) else b for b in batches] == expected


@pytest.mark.parametrize("drop_last, expected", [(False, 2), (True, 1)])
def test_length_of_a_stream(drop_last, expected):
    assert len(data.DataLoader(Counted(), batch_size=2, drop_last=drop_last)) == expected
    assert len(data.DataLoader(Counted(), batch_size=None)) == 3
    with pytest.raises(TypeError, match="has no len"):
        len(data.DataLoader(Numbers()))


def test_a_stream_that_is_longer_than_it_says():
    loader = data.DataLoader(Counted())
    assert sum(1 for _ in loader) == 5
    assert len(loader) == 3
    with pytest.warns(UserWarning, match="Length of IterableDataset Counted was reported to be 3"):
        assert sum(1 for _ in loader) == 5


def test_shuffle_draws_anew_in_each_pass():
    loader = data.DataLoader(TEN, shuffle=True, batch_size=10, generator=fc.Generator())
    first, second = list(loader)[0].tolist(), list(loader)[0].tolist()
    assert sorted(first) == sorted(second) == TEN
    assert first != second


def test_pin_memory_warns():
    loader = data.DataLoader(TEN, pin_memory=True, pin_memory_device="cuda")
    with pytest.warns(UserWarning, match="'pin_memory' argument is set as true but"):
        assert len(list(loader)) == 10


def test_too_many_workers_warn():
    with pytest.warns(UserWarning, match="will create 1000 worker processes"):
        data.DataLoader(TEN, num_workers=1000)


def test_attributes_are_pytorchs():
    loader = data.DataLoader(TEN, batch_size=2, num_workers=1, timeout=3)
    expected = dict(
        dataset=TEN, batch_size=2, num_workers=1, prefetch_factor=2, pin_memory=False, timeout=3,
        worker_init_fn=None, drop_last=False, generator=None, persistent_workers=False,
        collate_fn=data.default_collate, in_order=True, multiprocessing_context=None,
    )  # fmt: skip
    assert {name: getattr(loader, name) for name in expected} == expected
    assert isinstance(loader.sampler, data.SequentialSampler)
    assert isinstance(loader.batch_sampler, data.BatchSampler)


def test_workers_may_be_asked_for_later():
    loader = data.DataLoader(TEN, batch_size=5)
    loader.num_workers = 1
    assert [batch.tolist() for batch in loader] == [TEN[:5], TEN[5:]]


def test_context_is_a_name_or_an_object():
    context = multiprocessing.get_context("spawn")
    loader = data.DataLoader(TEN, num_workers=1, multiprocessing_context=context)
    assert loader.multiprocessing_context is context
    loader.multiprocessing_context = None
    assert loader.multiprocessing_context is None


@pytest.mark.skipif(sys.platform != "linux", reason="the default there is Python's own")
def test_fork_is_the_default_on_linux_until_the_program_chooses():
    code = (
        "import multiprocessing, firebrick_data as d; "
        "one = d.DataLoader([1], num_workers=1)._context().get_start_method(); "
        "multiprocessing.set_start_method('spawn'); "
        "print(one, d.DataLoader([1], num_workers=1)._context().get_start_method())"
    )
    assert _python(code) == "fork spawn"


def _python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize(
    "part, found",
    [
        (lambda x: x, "the lambda test_arguments.<lambda>"),
        (threading.Lock(), "_thread.lock"),
        ((i for i in TEN), "the generator"),
        (open, None),
    ],
)
@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_what_cannot_be_pickled_is_named_at_construction(part, found, method):
    dataset = data.Subset(Unpicklable(part), TEN)

    def make():
        return data.DataLoader(dataset, num_workers=1, multiprocessing_context=method)

    if found is None:
        make()
        return
    with pytest.raises(pickle.PicklingError) as caught:
        make()
    message = str(caught.value)
    assert re.search(r"dataset\.dataset\.transforms\[1\]\.inner\['scale'\] cannot be", message)
    assert found in message
    assert f"start method '{method}'" in message


def test_functions_that_cannot_be_pickled_are_named():
    def collate(samples):
        return samples

    with pytest.raises(pickle.PicklingError, match="collate_fn cannot be pickled.*inside another"):
        data.DataLoader(TEN, num_workers=1, collate_fn=collate, multiprocessing_context="spawn")
    with pytest.raises(pickle.PicklingError, match="worker_init_fn cannot be pickled.*the lambda"):
        data.DataLoader(
            TEN, num_workers=1, worker_init_fn=lambda worker: None, multiprocessing_context="spawn"
        )


def test_what_only_a_new_process_may_have_is_no_error():
    lock = multiprocessing.get_context("spawn").Lock()
    data.DataLoader(Unpicklable(lock), num_workers=1, multiprocessing_context="spawn")


def test_iterators_cannot_be_pickled_but_loaders_can():
    loader = data.DataLoader(Images(4), batch_size=2)
    with pytest.raises(NotImplementedError, match="pickle the DataLoader instead"):
        pickle.dumps(iter(loader))
    again = pickle.loads(pickle.dumps(loader))
    assert [b["label"].tolist() for b in again] == [[0, 1], [2, 3]]
