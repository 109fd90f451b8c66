"""Tensors between processes: the same memory on both sides, and nothing left."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import time

import multiprocessing_programs as programs
import numpy as np
import pytest
from multiprocessing_programs import Labelled

import firebrick_core as fb
from firebrick_core import multiprocessing as mp
from firebrick_core._shared_memory import attach, reserve

METHODS = [m for m in ("fork", "forkserver", "spawn") if m in mp.get_all_start_methods()]
pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="descriptors are passed on POSIX"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
]

TENSORS = {
    "float": lambda: fb.arange(6.0),
    "matrix": lambda: fb.arange(12).reshape(4, 3),
    "shared": lambda: fb.arange(6.0).share_memory_(),
    "a view of shared memory": lambda: fb.arange(12.0).share_memory_().reshape(3, 4)[:, 1:3],
    "complex": lambda: fb.tensor([1j, 2.0]),
    "subclass": lambda: fb.arange(4.0).as_subclass(Labelled),
    "zero-dim": lambda: fb.tensor([3.0, 4.0]).share_memory_()[0].reshape(1),
}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", TENSORS)
def test_both_sides_of_a_queue_have_the_same_memory(name, method):
    if method != "fork" and name not in ("float", "a view of shared memory"):
        return  # the way of the bytes is the same, and starting takes its time
    context = mp.get_context(method)
    inbox, outbox = context.Queue(), context.Queue()
    process = context.Process(target=programs.double, args=(inbox, outbox))
    process.start()
    tensor = TENSORS[name]()
    expected = (tensor * 2).tolist()
    inbox.put(tensor)
    kind, shared, part = outbox.get(timeout=20)
    assert tensor.tolist() == expected and tensor.is_shared()
    assert (kind, shared, part.tolist()) == (type(tensor).__name__, True, expected[1:])
    if part.numel():
        part.fill_(0)  # a view of it that came back is a view of it here
        assert not tensor[1:].any()
    inbox.put(None)
    process.join(20)
    assert process.exitcode == 0


@pytest.mark.parametrize("method", METHODS)
def test_arguments_of_a_process(method):
    shared = fb.arange(3.0).share_memory_()
    tensors = [shared, fb.ones(2), fb.tensor(3.0)]
    mp.start_processes(programs.double_all, (tensors,), start_method=method)
    assert shared.tolist() == [0, 2, 4]
    moved = [tensor.is_shared() for tensor in tensors]
    assert moved == ([True, False, False] if method == "fork" else [True] * 3)
    if method != "fork":
        assert tensors[1].tolist() == [2, 2] and tensors[2].item() == 6


def send(*tensors):
    """Tensors through a pipe, within one process: what the receiver gets."""
    ours, theirs = mp.Pipe()
    with ours, theirs:
        ours.send(tensors)
        return theirs.recv()


def test_tensors_of_one_message_share_as_before():
    base = fb.zeros(2, 3).share_memory_()
    whole, row = send(base, base[1])
    row.fill_(7)
    assert whole.tolist() == base.tolist() == [[0] * 3, [7] * 3]


def test_memory_that_is_known_is_not_mapped_again():
    tensor = fb.zeros(3).share_memory_()
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    received = [send(tensor)[0] for _ in range(5)]
    assert len({t.data_ptr() for t in received} | {tensor.data_ptr()}) == 1
    if before:
        assert len(os.listdir("/proc/self/fd")) <= before + 2  # the server that passes them


def test_what_is_sent_as_a_copy():
    base = fb.zeros(4)
    view, _ = base[1:], base[2:]
    for tensor in (view, base):
        (copy,) = send(tensor)
        copy.fill_(1)
        assert not base.any() and not base.is_shared()
    empty, meta = send(fb.empty(0, 3), fb.empty(2, device="meta"))
    assert empty.shape == (0, 3) and meta.device.type == "meta"


def test_a_view_takes_its_base_along():
    base = fb.zeros(2, 3)
    base.add_(1)
    row, storage, version = base[1], base.untyped_storage(), base._version
    (received,) = send(row)
    received.fill_(7)
    assert base.tolist() == [[1] * 3, [7] * 3] and row.tolist() == [7] * 3
    assert base.is_shared() and row.is_shared() and storage.is_shared()
    row.mul_(2)
    assert received.tolist() == [14] * 3 and base._version == version + 1


def test_layout_and_attributes_are_kept():
    tensor = fb.arange(24.0).share_memory_().reshape(2, 3, 4).permute(2, 0, 1)
    labelled = fb.arange(3.0).as_subclass(Labelled)
    labelled.note = "kept"
    received, other = send(tensor, labelled)
    assert received.stride() == tensor.stride() and received.tolist() == tensor.tolist()
    assert type(other) is Labelled and other.note == "kept"
    narrow = pytest.importorskip("ml_dtypes") and fb.ones(3, dtype=fb.bfloat16)
    assert send(narrow)[0].dtype is fb.bfloat16 and narrow.is_shared()


def test_plain_pickles_are_unchanged():
    shared = fb.ones(3).share_memory_()
    copy = pickle.loads(pickle.dumps(shared))
    assert copy.tolist() == [1, 1, 1] and not copy.is_shared()


def test_share_memory_keeps_values_and_is_idempotent():
    for tensor in (fb.rand(3, 4), fb.empty(0), fb.tensor(2), fb.rand(4, 3).t().clone()):
        before, shape = tensor.tolist(), tensor.shape
        assert tensor.share_memory_() is tensor and tensor.is_shared()
        address = tensor.data_ptr()
        assert tensor.share_memory_().data_ptr() == address
        assert tensor.tolist() == before and tensor.shape == shape
    with pytest.raises(RuntimeError, match="share its base, or clone"):
        fb.zeros(3)[1:].share_memory_()


def test_memory_that_cannot_be_reserved_is_an_error_and_changes_nothing():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    tensor = fb.ones(1 << 20)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, before[1]))
    try:
        with pytest.raises(OSError):
            tensor.share_memory_()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not tensor.is_shared() and tensor.sum().item() == 1 << 20


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="looks into /proc")
def test_descriptors_go_with_the_tensors():
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    tensors = [fb.ones(100).share_memory_() for _ in range(20)]
    assert before + 20 <= len(os.listdir("/proc/self/fd")) <= before + 40
    del tensors
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before
    memory = attach(reserve(10))
    assert np.frombuffer(memory, np.uint8).tolist() == [0] * 10


def test_spawn():
    shared = fb.zeros(3).share_memory_()
    assert mp.spawn(programs.fill, (shared,), nprocs=3) is None
    assert shared.tolist() == [1, 2, 3]


FAILURES = [
    ("raise_an_error", mp.ProcessRaisedException, r"-- Process 1 terminated.*\n(.*\n)*.*bad thing"),
    ("die", mp.ProcessExitedException, "process 1 terminated with signal SIGKILL"),
    ("leave", mp.ProcessExitedException, "process 1 terminated with exit code 7"),
]


@pytest.mark.parametrize("how, error, message", FAILURES)
def test_the_first_failure_ends_all(how, error, message):
    start = time.monotonic()
    with pytest.raises(error, match=message) as caught:
        mp.start_processes(programs.fail, (getattr(programs, how),), nprocs=3, start_method="fork")
    assert caught.value.error_index == 1 and time.monotonic() - start < 20
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), again.pid, str(again)) == (error, caught.value.pid, str(caught.value))
    assert mp.active_children() == []


def test_processes_that_are_not_waited_for():
    shared = fb.zeros(2).share_memory_()
    running = mp.start_processes(programs.fill, (shared,), 2, join=False, start_method="fork")
    assert len(set(running.pids())) == 2
    while not running.join(timeout=20):
        pass
    assert running.join() and shared.tolist() == [1, 2]


PROGRAM = """
import sys, time
sys.path.insert(0, {folder!r})
import firebrick_core as fb
from firebrick_core import multiprocessing as mp
import multiprocessing_programs as programs

if __name__ == "__main__":
    pids = fb.zeros(2, dtype=fb.int64).share_memory_()
    running = mp.start_processes(programs.sleep, (pids,), 2, join=False, start_method={method!r})
    while not pids.all():
        time.sleep(0.01)
    print(*pids.tolist(), flush=True)
    time.sleep(60)
"""


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("method", METHODS)
def test_a_killed_program_leaves_no_process_and_no_memory(method):
    segments = os.listdir("/dev/shm")
    folder = os.path.dirname(os.path.abspath(__file__))
    code = PROGRAM.format(folder=folder, method=method)
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    pids = [int(pid) for pid in program.stdout.readline().split()]
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    program.stdout.close()
    deadline = time.monotonic() + 10
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(pids) == 2 and not any(map(alive, pids))
    # Python's own semaphores, where a queue has them, go with its resource tracker.
    assert [name for name in os.listdir("/dev/shm") if "firebrick" in name] == []
    assert set(os.listdir("/dev/shm")) <= set(segments)


def test_strategies():
    assert mp.get_sharing_strategy() in mp.get_all_sharing_strategies()
    mp.set_sharing_strategy("file_descriptor")
    with pytest.warns(UserWarning, match="by descriptor only, and goes on to"):
        mp.set_sharing_strategy("file_system")
    with pytest.raises(ValueError, match=r"expected one of \['file_descriptor'\], got 'carrier"):
        mp.set_sharing_strategy("carrier pigeon")


def test_what_cannot_be_sent_says_why():
    class Pipe:
        """A subclass's own error passes on."""

    with pytest.raises(Exception, match="pickle|local object"):
        send(Pipe())
