"""What the processes of test_multiprocessing do, in a module that they can import."""

import os
import signal
import time

import firebrick_core as fb
from firebrick_core import multiprocessing as mp

assert mp.get_sharing_strategy()  # lets tensors be sent


class Labelled(fb.Tensor):
    """A subclass that was defined after the module was imported."""


def double(inbox, outbox):
    """Double what comes, in place, and answer with a view of it."""
    tensor = inbox.get(timeout=20)
    tensor.mul_(2)
    outbox.put((type(tensor).__name__, tensor.is_shared(), tensor[1:]))
    inbox.get(timeout=20)  # stay until the answer was received


def double_all(index, tensors):
    for tensor in tensors:
        tensor.mul_(2)


def fill(index, tensor):
    tensor[index] = index + 1


def fail(index, how):
    if index == 1:
        how()
    time.sleep(60)


def raise_an_error():
    raise ValueError("bad thing")


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def leave():
    os._exit(7)


def sleep(index, pids):
    pids[index] = os.getpid()
    time.sleep(60)
