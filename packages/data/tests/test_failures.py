"""Every way in which loading fails: what is told, and that nothing hangs or is left."""

import errno
import gc
import os
import re
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from worker_datasets import (
    ComesBackBroken,
    Failing,
    FailingStream,
    Images,
    Numbers,
    Slow,
    Together,
    fail_to_start,
    keep_samples,
    unpicklable_batch,
)

import firebrick_data as data

pytestmark = pytest.mark.usefixtures("nothing_left")


@pytest.fixture
def impatient(monkeypatch):
    """A hanging worker is ended sooner."""
    monkeypatch.setattr("firebrick_data._pool.CLOSE_SECONDS", 0.2)
    monkeypatch.setattr("firebrick_data._pool.TERMINATE_SECONDS", 0.2)
    yield
    gc.collect()  # an iterator in a traceback is dropped now


def consume(dataset, **arguments):
    return list(data.DataLoader(dataset, **{"batch_size": 2, "num_workers": 2, **arguments}))


# how Failing fails: what is raised, and a part of the message
RAISED = [
    ("value", ValueError, "ValueError: bad thing"),
    ("key", KeyError, "KeyError: 'missing'"),
    ("file", FileNotFoundError, "No such file or directory: '/nonexistent/file'"),
    ("stop", RuntimeError, "sample 3 of dataset Failing raised StopIteration"),
]


@pytest.mark.parametrize("how, error, message", RAISED)
def test_an_error_of_the_dataset_has_its_type_and_tells_where(how, error, message):
    with pytest.raises(error) as caught:
        consume(Failing(how))
    text = str(caught.value)
    assert text.startswith(f"Caught {error.__name__} in DataLoader worker process 1.\n")
    assert "(while loading sample 3 of dataset Failing)" in text or how == "stop"
    assert "worker_datasets.py" in text and message in text


@pytest.mark.parametrize("how, error, message", RAISED)
def test_an_error_of_the_dataset_without_workers(how, error, message):
    with pytest.raises(error) as caught:
        consume(Failing(how), num_workers=0)
    told = [str(caught.value), *getattr(caught.value, "__notes__", ())]
    assert "sample 3 of dataset Failing" in "\n".join(told)


def test_the_cause_of_an_error_is_the_original_exception():
    with pytest.raises(FileNotFoundError) as caught:
        consume(Failing("file"))
    assert caught.value.__cause__.errno == errno.ENOENT
    assert caught.value.__cause__.filename == "/nonexistent/file"


@pytest.mark.parametrize("how, name", [("two_arguments", "TwoArguments"), ("unicode", "Unicode")])
def test_an_exception_that_takes_other_arguments_comes_as_it_is(how, name):
    with pytest.raises(Exception, match="1|byte 0xff") as caught:
        consume(Failing(how))
    assert type(caught.value).__name__.startswith(name)
    notes = "\n".join(caught.value.__notes__)
    assert "in DataLoader worker process 1." in notes
    assert "sample 3 of dataset Failing" in notes


def test_an_exception_of_a_local_class_comes_as_a_runtime_error():
    with pytest.raises(RuntimeError, match="Caught Local in DataLoader(.|\n)*sample 3 of dataset"):
        consume(Failing("local_class"))


def test_after_an_error_the_other_batches_still_come():
    for workers in (0, 2):
        batches = iter(data.DataLoader(Failing("value"), batch_size=2, num_workers=workers))
        assert next(batches).tolist() == [0, 1]
        with pytest.raises(ValueError, match="bad thing"):
            next(batches)
        assert [batch.tolist() for batch in batches] == [[4, 5], [6, 7]]


@pytest.mark.parametrize("workers", [0, 1])
def test_errors_name_the_samples(workers):
    cases = [
        (dict(dataset=Together()), r"loading samples \[6, 7\] of dataset Together, by one call of"),
        (dict(dataset=FailingStream()), "loading sample 2 of the stream of FailingStream"),
        (dict(dataset=Failing("value"), batch_size=None), "loading sample 3 of dataset Failing"),
        (dict(dataset=[1, 2, None, 4]), r"collating with default_collate samples \[2, 3\] of dat"),
        (dict(dataset=[[1], [1], [1], [1, 2]]), "entries 0 and 1 of the batch are samples 2 and 3"),
        (dict(dataset=[1], sampler=[0, 5]), "while loading sample 5 of dataset list"),
    ]
    for arguments, message in cases:
        with pytest.raises(Exception) as caught:
            consume(num_workers=workers, **arguments)
        text = "\n".join([str(caught.value), *getattr(caught.value, "__notes__", ())])
        assert re.search(message, text), text


def test_an_error_while_starting():
    with pytest.raises(ValueError, match="worker 0 does not feel like it"):
        consume(Images(), worker_init_fn=fail_to_start)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_a_dataset_that_cannot_be_unpickled(method):
    with pytest.raises(RuntimeError, match="in DataLoader worker process 0.(.|\n)*not here"):
        consume(ComesBackBroken(), multiprocessing_context=method)


def test_a_batch_that_cannot_be_sent():
    with pytest.raises(Exception, match=r"batch\['function'\] cannot be pickled.*the lambda"):
        consume(Images(), collate_fn=unpicklable_batch)


# how Failing ends its process, and what the message tells
ENDED = [
    ("kill", r"was killed by signal 9 \(SIGKILL\).*The kernel kills the process that uses most"),
    ("segfault", r"was killed by signal 11 \(SIGSEGV\).*num_workers=0"),
    ("exit", "exited with code 3.*has ended the process"),
    ("system_exit", "exited with code 4"),
]


@pytest.mark.parametrize("how, message", ENDED)
def test_a_worker_that_ends(how, message):
    batches = iter(data.DataLoader(Failing(how), batch_size=2, num_workers=2))
    assert next(batches).tolist() == [0, 1]
    where = r"worker 1 .*while loading sample 3 of dataset Failing \(batch 1, samples \[2, 3\]\)"
    with pytest.raises(RuntimeError, match=message) as caught:
        next(batches)
    assert caught.match(r"DataLoader worker \(pid\(s\) \d+\) exited unexpectedly: " + where)
    with pytest.raises(RuntimeError, match="was stopped by the death of a worker"):
        next(batches)


def test_a_worker_that_ends_out_of_order_and_without_batches():
    with pytest.raises(RuntimeError, match="SIGKILL"):
        consume(Failing("kill"), in_order=False)
    with pytest.raises(RuntimeError, match=r"loading sample 3 of dataset Failing \(batch 3\)"):
        consume(Failing("kill"), batch_size=None)


def test_a_worker_that_is_killed_from_outside():
    batches = iter(data.DataLoader(Slow(0.2), num_workers=1, prefetch_factor=1))
    next(batches)
    while batches._pool.position(0) is None:
        time.sleep(0.01)
    os.kill(batches._pool.pids()[0], signal.SIGKILL)
    with pytest.raises(RuntimeError, match=r"SIGKILL.*sample 1 of dataset Slow"):
        list(batches)


def test_a_killed_stream_and_killed_persistent_workers():
    stream = iter(data.DataLoader(Numbers((10**9,)), num_workers=1, prefetch_factor=1))
    next(stream)
    time.sleep(0.1)
    os.kill(stream._pool.pids()[0], signal.SIGKILL)
    with pytest.raises(RuntimeError, match="SIGKILL"):
        list(stream)
    loader = data.DataLoader(Images(), 10, num_workers=1, persistent_workers=True)
    assert len(list(loader)) == 2
    os.kill(loader._persistent_pool.pids()[0], signal.SIGKILL)
    with pytest.raises(RuntimeError, match="SIGKILL.*between two batches"):
        list(loader)
    assert len(list(loader)) == 2  # with new workers


def test_a_worker_that_hangs(impatient):
    start = time.monotonic()
    with pytest.raises(RuntimeError, match="DataLoader timed out after 0.3 seconds") as caught:
        consume(Failing("hang"), timeout=0.3)
    assert caught.match(r"worker 1 \(pid \d+\) .*sample 3 of dataset Failing \(batch 1, samples")
    assert time.monotonic() - start < 5


def test_a_worker_that_ignores_sigterm(impatient):
    with pytest.raises(RuntimeError, match="timed out"):
        consume(Failing("hang_hard"), timeout=0.3)


def test_leaving_the_loop():
    for batch in data.DataLoader(Images(100, (200, 200)), num_workers=2):
        assert batch["label"].tolist() == [0]
        break


def test_an_error_in_the_loop():
    with pytest.raises(ZeroDivisionError):
        for _ in data.DataLoader(Images(100, (200, 200)), num_workers=2):
            raise ZeroDivisionError


@pytest.mark.parametrize("workers, prefetch", [(0, None), (1, 1), (2, 2), (2, 20)])
def test_an_error_of_the_sampler_comes_after_the_batches_before_it(workers, prefetch):
    def sampler():
        yield from range(6)
        raise ValueError("lost count")

    loader = data.DataLoader(
        Images(), sampler=sampler(), num_workers=workers, prefetch_factor=prefetch
    )
    labels = []
    with pytest.raises(ValueError, match="lost count"):
        for batch in loader:
            labels += batch["label"].tolist()
    assert labels == list(range(6))


def test_too_many_open_files():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    batches = iter(data.DataLoader(Images(30, (200, 200)), 2, num_workers=1))
    next(batches)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))  # 0, 1 and 2 are taken
        with pytest.raises(OSError, match="[Tt]oo many open files"):
            list(batches)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    with pytest.raises(RuntimeError, match="stopped by OSError"):
        next(batches)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_an_interruption(impatient):
    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    batches = iter(data.DataLoader(Slow(5), num_workers=2))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            next(batches)
    finally:
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(RuntimeError, match="stopped by KeyboardInterrupt; make a new one"):
        next(batches)


# A program that prints the process numbers of its workers, and then ends in some way.
PROGRAM = """
import os, signal, sys, time
sys.path.insert(0, {folder!r})
from worker_datasets import *

if __name__ == "__main__":
    loader = data.DataLoader({dataset}, batch_size=2, num_workers=2, **{arguments!r})
    batches = iter(loader)
    first = next(batches)
    print(*batches._pool.pids(), flush=True)
{end}
"""


def run_program(end, dataset="Images(1000, (200, 200))", **arguments):
    """Run PROGRAM; its exit status, what it printed on standard error, and its workers."""
    folder = os.path.dirname(os.path.abspath(__file__))
    end = textwrap.indent(textwrap.dedent(end), "    ")
    code = PROGRAM.format(folder=folder, end=end, dataset=dataset, arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=30,
        start_new_session=True,
    )
    pids = [int(pid) for pid in done.stdout.split()]
    assert len(pids) == 2, done.stderr
    return done.returncode, done.stderr, pids


def wait_until_gone(pids, seconds):
    deadline = time.monotonic() + seconds
    left = pids
    while left and time.monotonic() < deadline:
        left = [pid for pid in left if alive(pid)]
        time.sleep(0.02)
    return left


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


KILLED = "os.kill(os.getpid(), signal.SIGKILL)"


@linux
@pytest.mark.parametrize(
    "end, status",
    [
        ("pass", 0),
        ("sys.exit(3)", 3),
        ("1 / 0", 1),
        ("os._exit(5)", 5),
        (KILLED, -signal.SIGKILL),
        ("os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM),
        ("os.kill(os.getpid(), signal.SIGINT)", -signal.SIGINT),
        ("os.killpg(0, signal.SIGINT); time.sleep(9)", -signal.SIGINT),  # as Ctrl-C does
    ],
)
def test_no_worker_outlives_its_program(end, status):
    returncode, stderr, pids = run_program(end)
    assert returncode == status, stderr
    assert wait_until_gone(pids, 3) == []
    if status in (0, 3, 5, -signal.SIGKILL, -signal.SIGTERM):
        assert stderr == ""
    else:
        assert stderr.count("Traceback") == 1


@linux
@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_no_worker_that_was_not_forked_outlives_its_program(method):
    _, _, pids = run_program(KILLED, multiprocessing_context=method)
    assert wait_until_gone(pids, 3) == []


@linux
def test_no_persistent_worker_outlives_its_program():
    status, stderr, pids = run_program("pass", persistent_workers=True)
    assert (status, stderr, wait_until_gone(pids, 3)) == (0, "", [])


@linux
def test_a_busy_worker_does_not_outlive_its_killed_program():
    _, _, pids = run_program(KILLED, dataset="BusyAfterTheFirst()")
    assert wait_until_gone(pids, 3) == []


@linux
def test_a_child_of_the_program_does_not_keep_workers_alive():
    end = """
        child = os.fork()
        if child == 0:
            os.close(1), os.close(2)
            time.sleep(4)
            os._exit(0)
        os.kill(os.getpid(), signal.SIGKILL)
    """
    _, _, pids = run_program(end)
    assert wait_until_gone(pids, 2) == []


@linux
def test_a_batch_held_while_the_program_forks_stays_as_it_is_in_the_child():
    read, write = os.pipe()
    batches = iter(data.DataLoader(Images(60, (200, 200)), 2, num_workers=1))
    held = next(batches)
    child = os.fork()
    if child == 0:
        os.close(write)
        os.read(read, 1)  # until the parent has gone through all batches
        os._exit(0 if set(held["image"][1].numpy().ravel()) == {1.0} else 1)
    os.close(read)
    del held
    assert len(list(batches)) == 29
    os.close(write)
    assert os.waitpid(child, 0)[1] == 0


def test_many_passes_leave_nothing():
    loader = data.DataLoader(Images(8, (200, 200)), 2, num_workers=2)
    for _ in range(10):
        assert len(list(loader)) == 4
    for _ in range(10):
        next(iter(loader))


def test_an_error_does_not_keep_samples():
    assert consume(Images(4), collate_fn=keep_samples)[1][0]["label"] == 2
