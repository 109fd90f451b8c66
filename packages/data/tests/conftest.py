"""What every test of this package is held to: no process, descriptor or shared memory is left."""

import gc
import multiprocessing
import os

import pytest

import firebrick_data
from firebrick_data import _segments


def descriptors():
    """How many files this process has open; 0 where the system does not tell."""
    folder = "/proc/self/fd"
    return len(os.listdir(folder)) if os.path.isdir(folder) else 0


def shared_maps():
    """How many pieces of a loader's shared memory this process has mapped."""
    try:
        with open("/proc/self/maps") as maps:
            return sum("firebrick-batch" in line for line in maps)
    except FileNotFoundError:
        return 0


@pytest.fixture(scope="session")
def helper_processes():
    """multiprocessing keeps two processes for other start methods than fork, each with a descriptor
    here."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        from multiprocessing import forkserver, resource_tracker

        forkserver.ensure_running()
        resource_tracker.ensure_running()


def left(descriptors_before):
    """What a test has left behind, as text; empty where it left nothing. (Memory that is kept for
    other loaders is not left behind: here it is given back.)"""
    _segments.let_go_of_kept()
    left = [str(child) for child in multiprocessing.active_children()]
    if shared_maps():
        left.append("shared memory")
    if descriptors() > descriptors_before:
        left.append("descriptors")
    return ", ".join(left)


@pytest.fixture
def nothing_left(helper_processes):
    """Fails a test after which a worker runs, or a descriptor or shared memory is still open."""
    _segments.let_go_of_kept()
    before = descriptors()
    yield
    if left(before):
        gc.collect()  # an iterator in a traceback, or the like; too slow to do after every test
    assert left(before) == ""


@pytest.fixture(autouse=True)
def doctest_seed(request):
    """Examples in docstrings start from the same seed, whatever ran before."""
    if request.node.__class__.__name__ == "DoctestItem":
        import firebrick_core

        firebrick_core.manual_seed(0)
    assert firebrick_data.get_worker_info() is None
    yield


@pytest.fixture(params=["fork", "forkserver", "spawn"])
def start_method(request):
    """Each way to start a process that this system has."""
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {request.param}")
    return request.param
