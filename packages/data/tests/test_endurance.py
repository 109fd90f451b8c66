"""What a long run, a small machine and a crash leave: nothing."""

import gc
import os
import subprocess
import sys

import pytest
from conftest import descriptors, shared_maps
from test_failures import wait_until_gone
from worker_datasets import Images

import firebrick_data as data
from firebrick_data import _segments
from firebrick_data._order import PREFETCH_FACTOR
from firebrick_data._transport import slots_needed

linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
pytestmark = [linux, pytest.mark.usefixtures("nothing_left")]

BATCHES = 10_000
# What ten thousand leaked batches would be far above, and an allocator's moods are far below.
SLACK = 8 << 20


def private(pid):
    """The memory that a worker has to itself, in bytes: not what it shares with its parent."""
    with open(f"/proc/{pid}/smaps_rollup") as rollup:
        return sum(1024 * int(line.split()[1]) for line in rollup if line.startswith("Private_"))


def resident():
    """The memory of this process, in bytes, whoever it shares it with."""
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("RssAnon"))


def held(loader):
    """Memory of each process, descriptors of each, and shared memory here."""
    gc.collect()
    pids = loader._persistent_pool.pids()
    files = [len(os.listdir(f"/proc/{pid}/fd")) for pid in ("self", *pids)]
    return [resident(), *map(private, pids)], files, shared_maps()


@pytest.mark.parametrize("shape", [(4,), (200, 200)], ids=["through sockets", "through slots"])
def test_ten_thousand_batches_twice_grow_nothing(shape):
    loader = data.DataLoader(Images(BATCHES, shape), 1, num_workers=2, persistent_workers=True)
    for _ in zip(range(500), loader, strict=False):
        pass
    before = held(loader)
    for _ in range(2):
        assert sum(1 for _ in loader) == BATCHES
        memory, files, maps = held(loader)
        grown = [now - then for now, then in zip(memory, before[0], strict=True)]
        assert max(grown) < SLACK
        # A slot that had not been needed before takes a descriptor or two on each side.
        more = [now - then for now, then in zip(files, before[1], strict=True)]
        assert max(more) <= 2 * 2 * slots_needed(PREFETCH_FACTOR)
        assert maps <= before[2] + 2 * slots_needed(PREFETCH_FACTOR)


def test_a_hundred_loaders_grow_nothing():
    def once():
        for workers in (dict(num_workers=1), dict(num_workers=2, worker_method="thread")):
            assert len(list(data.DataLoader(Images(4, (200, 200)), 2, **workers))) == 2

    once()
    _segments.let_go_of_kept()
    memory, files = resident(), descriptors()
    for _ in range(50):
        once()
    gc.collect()
    assert shared_maps() <= slots_needed(PREFETCH_FACTOR)  # kept for the next loader
    _segments.let_go_of_kept()
    assert resident() < memory + SLACK and descriptors() == files and shared_maps() == 0


class Lengths(data.Dataset):
    """The lengths of a million strings."""

    def __init__(self, count):
        self.strings = data.SharedList(f"a string with number {i:09d}" for i in range(count))

    def __len__(self):
        return len(self.strings)

    def __getitem__(self, index):
        return len(self.strings[index])


def sizes_of_workers(count, passes, method):
    """The memory that each of four workers has to itself, after each pass over `count` strings."""
    loader = data.DataLoader(
        Lengths(count),
        5000,
        shuffle=True,
        num_workers=4,
        persistent_workers=True,
        multiprocessing_context=method,
    )
    sizes = []
    for _ in range(passes):
        assert sum(batch.sum().item() for batch in loader) == 30 * count
        sizes.append([private(pid) for pid in loader._persistent_pool.pids()])
    return sizes


@pytest.mark.parametrize("method, passes", [("fork", 3), ("spawn", 1)])
@pytest.mark.filterwarnings("ignore:This DataLoader will create")
def test_workers_do_not_copy_a_list_of_a_million_strings(method, passes):
    without = max(sizes_of_workers(1000, 1, method)[0])
    for sizes in sizes_of_workers(1_000_000, passes, method):
        assert max(sizes) < without + SLACK  # the strings take 50 MB


CONTAINER = """
import os, subprocess, sys, warnings
sys.path.insert(0, {folder!r})
import firebrick_data as data
from worker_datasets import Images

if __name__ == "__main__":
    warnings.simplefilter("error")
    with open("/dev/shm/full", "wb") as file:  # not a byte is left
        while True:
            try:
                file.write(bytes(1 << 16)), file.flush()
            except OSError:
                break
    loader = data.DataLoader(Images(24, (1024, 1024)), 4, num_workers=2, prefetch_factor=4)
    print([int(batch["image"][-1, -1, -1].item()) for batch in loader], os.listdir("/dev/shm"))
"""


def can_mount():
    probe = ["unshare", "--mount", "--map-root-user", "mount", "-t", "tmpfs", "tmpfs", "/dev/shm"]
    try:
        return subprocess.run(probe, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def test_a_container_with_16_megabytes_of_dev_shm_is_enough():
    """Twelve times 16 MB go through it, all at once, although it is full already."""
    if not can_mount():
        pytest.skip("this user may not mount a /dev/shm of its own")
    mount = "mount -t tmpfs -o size=16m tmpfs /dev/shm && exec"
    code = CONTAINER.format(folder=os.path.dirname(os.path.abspath(__file__)))
    done = subprocess.run(
        ["unshare", "--mount", "--map-root-user", "sh", "-c", f'{mount} "$0" "$@"']
        + [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("[3, 7, 11, 15, 19, 23] ['full']\n", "")


def test_memory_that_cannot_be_reserved_is_done_without():
    """A real refusal by the kernel, in the workers: one warning, no bus error, the same batches."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, before[1]))
    try:
        batches = iter(data.DataLoader(Images(24, (512, 512)), 2, num_workers=2))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)  # the workers have inherited it
    with pytest.warns(RuntimeWarning, match="no more shared memory .*travel through") as warned:
        numbers = [batch["image"][:, -1, -1].tolist() for batch in batches]
    assert len(warned) == 1
    assert numbers == [[2 * n, 2 * n + 1] for n in range(12)]


PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
import firebrick_data as data
from worker_datasets import Images

if __name__ == "__main__":
    loader = data.DataLoader(Images(1000, (300, 300)), 4, num_workers=2)
    batches = iter(loader)
    print(*batches._pool.pids(), flush=True)
    for batch in batches:
        print("batch", flush=True)
"""


def test_a_killed_program_leaves_no_process_and_no_segment():
    segments = os.listdir("/dev/shm")
    code = PROGRAM.format(folder=os.path.dirname(os.path.abspath(__file__)))
    program = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    pids = [int(pid) for pid in program.stdout.readline().split()]
    for _ in range(5):
        assert program.stdout.readline() == "batch\n"
    program.kill()
    program.stdout.read()  # ends when the last process that could write to it has ended
    program.wait()
    program.stdout.close()
    assert len(pids) == 2
    assert wait_until_gone(pids, 1) == []
    assert os.listdir("/dev/shm") == segments
