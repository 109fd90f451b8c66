"""Workers that are threads: the same batches and the same failures as with processes."""

import gc
import subprocess
import sys
import threading
import time

import pytest
from test_collate import plain
from test_failures import RAISED
from test_workers import LOADERS
from worker_datasets import Failing, FailingStream, Images, Numbers, Slow, Unpicklable, remember

import firebrick_core as fc
import firebrick_data as data

pytestmark = [
    pytest.mark.usefixtures("nothing_left"),
    pytest.mark.filterwarnings("ignore:This DataLoader will create"),
]


@pytest.fixture(autouse=True)
def no_thread_left():
    """Fails a test after which a worker runs."""
    yield
    if workers():
        gc.collect()  # an iterator in a traceback, or the like
    assert workers() == []


def workers():
    return [t for t in threading.enumerate() if t.name.startswith("firebrick-data worker")]


def threaded(dataset, *args, **arguments):
    return data.DataLoader(
        dataset, *args, **{"num_workers": 2, "worker_method": "thread", **arguments}
    )


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("name", LOADERS)
def test_the_same_batches_as_without_workers(name, count):
    def run(**arguments):
        fc.manual_seed(7)
        batches = [plain(batch) for batch in LOADERS[name](**arguments)]
        return batches, fc.get_rng_state().tolist()

    expected = run()
    assert repr(run(num_workers=count, worker_method="thread")) == repr(expected)


@pytest.mark.parametrize("lengths", [(5, 5), (7, 2), (0, 3), (0, 0)])
def test_streams_of_threads_alternate_as_those_of_processes(lengths):
    expected = [plain(b) for b in data.DataLoader(Numbers(lengths), 2, num_workers=2)]
    assert [plain(b) for b in threaded(Numbers(lengths), 2)] == expected


class Info(data.Dataset):
    """What a worker knows, and numbers of its own."""

    def __len__(self):
        return 8

    def __getitem__(self, index):
        info = data.get_worker_info()
        assert info.worker_method == "thread" and info.dataset is self
        return {
            "id": info.id,
            "seed": info.seed,
            "random": info.rng.random_generator.random(),
            "core": fc.rand((), generator=info.rng.torch_generator),
            "numpy": info.rng.numpy_generator.random(),
        }


def test_worker_info_and_generators():
    fc.manual_seed(1)
    first = [plain(batch) for batch in threaded(Info(), 4)]
    fc.manual_seed(1)
    assert [plain(batch) for batch in threaded(Info(), 4)] == first
    assert [batch["id"] for batch in first] == [("int64", [0] * 4), ("int64", [1] * 4)]
    for name in ("seed", "random", "core", "numpy"):
        assert first[0][name] != first[1][name]
    assert data.get_worker_info() is None


def test_nothing_is_pickled_or_copied():
    made = [threading.Lock() for _ in range(4)]
    batches = list(threaded(made, None, collate_fn=lambda sample: sample))
    assert all(one is other for one, other in zip(batches, made, strict=True))
    assert len(list(threaded(Unpicklable(lambda: 0)))) == 4


def test_worker_init_fn_runs_in_each_thread():
    names = []
    loader = threaded(
        Images(), 4, worker_init_fn=lambda n: names.append((n, threading.current_thread().name))
    )
    list(loader)
    assert sorted(names) == [(n, f"firebrick-data worker {n}") for n in range(2)]


def test_persistent_threads_are_kept_and_leave_unfinished_passes():
    loader = threaded(Images(30), 3, persistent_workers=True)
    for stop in (1, 4, 2):
        for number, batch in enumerate(loader, 1):
            assert batch["label"].tolist() == list(range(3 * number - 3, 3 * number))
            threads = workers()
            if number == stop:
                break
    assert len(list(loader)) == 10
    assert workers() == threads
    older = iter(loader)
    next(older)
    iter(loader)
    with pytest.raises(RuntimeError, match="stopped by another pass with the same persistent"):
        next(older)


@pytest.mark.parametrize("how, error, message", RAISED)
def test_an_error_of_the_dataset_has_its_type_and_tells_where(how, error, message):
    with pytest.raises(error) as caught:
        list(threaded(Failing(how), 2))
    text = str(caught.value)
    assert text.startswith(f"Caught {error.__name__} in DataLoader worker thread 1.\n")
    assert "(while loading sample 3 of dataset Failing)" in text or how == "stop"
    assert "worker_datasets.py" in text and message in text


def test_errors_of_streams_and_of_starting():
    with pytest.raises(ValueError, match="loading sample 2 of the stream of FailingStream"):
        list(threaded(FailingStream(), 2))
    with pytest.raises(ZeroDivisionError, match="in DataLoader worker thread 0"):
        list(threaded(Images(), worker_init_fn=lambda worker: 1 / 0))


def test_a_thread_that_ends():
    batches = iter(threaded(Failing("system_exit"), 2))
    assert next(batches).tolist() == [0, 1]
    with pytest.raises(RuntimeError, match=r"was ended by SystemExit\(4\) while loading sample 3"):
        next(batches)
    with pytest.raises(RuntimeError, match="was stopped by the death of a worker"):
        next(batches)


class Held(data.Dataset):
    """Waits at its fourth sample until it is let go."""

    def __init__(self):
        self.go_on = threading.Event()

    def __len__(self):
        return 8

    def __getitem__(self, index):
        if index == 3:
            self.go_on.wait(60)
        return index


def test_a_thread_that_hangs(monkeypatch):
    monkeypatch.setattr("firebrick_data._threads.CLOSE_SECONDS", 0.1)
    held = Held()
    with pytest.raises(RuntimeError, match="DataLoader timed out after 0.3 seconds") as caught:
        list(threaded(held, 2, timeout=0.3))
    assert caught.match(r"worker 1 \(thread 'firebrick-data worker 1'\).*still loading sample 3 of")
    del caught
    gc.collect()  # the iterator in the traceback
    assert [thread.name for thread in workers()] == ["firebrick-data worker 1"]
    held.go_on.set()
    for thread in workers():
        thread.join(5)


def test_leaving_the_loop():
    for batch in threaded(Slow(0.01)):
        assert batch.tolist() == [0]
        break
    with pytest.raises(ZeroDivisionError):
        for _ in threaded(Slow(0.01)):
            raise ZeroDivisionError


def test_threads_work_side_by_side():
    start = time.monotonic()
    assert len(list(threaded(Slow(0.05, 20), num_workers=10))) == 20
    assert time.monotonic() - start < 0.5


def test_a_hanging_thread_does_not_keep_the_program_from_ending():
    code = """
import time
from firebrick_data import DataLoader, Dataset

class Hangs(Dataset):
    def __len__(self):
        return 9
    def __getitem__(self, index):
        time.sleep(60 if index else 0)
        return index

print(next(iter(DataLoader(Hangs(), num_workers=2, worker_method="thread"))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    assert (done.stdout, done.stderr, done.returncode) == ("tensor([0])\n", "", 0)


REFUSED = [
    (dict(worker_method="fibre"), "should be 'multiprocessing' or 'thread', but got worker_method"),
    (dict(worker_method="thread", num_workers=1, multiprocessing_context="fork"), "of no use with"),
    (dict(sample_seed=-1), "sample_seed option should be non-negative, got sample_seed=-1"),
    (dict(dataset=Numbers(), sample_seed=1), "the samples of an IterableDataset have none"),
]


@pytest.mark.parametrize("arguments, message", REFUSED)
def test_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        data.DataLoader(**{"dataset": [1], **arguments})
    with pytest.raises(TypeError, match="sample_seed should be an integer, got 1.5"):
        data.DataLoader([1], sample_seed=1.5)


def test_the_warning_of_too_many_says_threads():
    with pytest.warns(UserWarning, match="will create 999 worker threads in total"):
        threaded([1], num_workers=999, worker_init_fn=remember)
