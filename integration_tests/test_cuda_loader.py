"""A loader's batches in pinned memory, on a fake GPU."""

from __future__ import annotations

import sys
import threading
import time
from collections import namedtuple
from pathlib import Path

import pytest

import firebrick

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "packages" / "core" / "tests"))

import fake_cupy  # noqa: E402  # found through the path above

pytestmark = pytest.mark.without_torch
Pair = namedtuple("Pair", ["x", "name"])
DATA = [{"x": float(i), "pair": Pair(i, "a"), "list": [i]} for i in range(4)]


@pytest.mark.parametrize("workers", [0, 1])
def test_batches_are_pinned_in_every_structure(workers):
    with fake_cupy.install():
        loader = firebrick.utils.data.DataLoader(
            DATA, batch_size=2, pin_memory=True, num_workers=workers
        )
        batches = list(loader)
        for batch in batches:
            assert batch["x"].is_pinned() and batch["pair"].x.is_pinned()
            assert batch["list"][0].is_pinned() and list(batch["pair"].name) == ["a", "a"]
        assert [b["x"].cuda(non_blocking=True).tolist() for b in batches] == [[0, 1], [2, 3]]


def test_batches_are_not_pinned_unless_asked_for():
    with fake_cupy.install():
        assert not any(b["x"].is_pinned() for b in firebrick.utils.data.DataLoader(DATA))


class Slow:
    """A batch whose pinning says in which thread it was, and waits to be let go."""

    begun: list = []
    go = threading.Event()

    def __init__(self, samples):
        self.number = samples[0]

    def pin_memory(self):
        self.begun.append((self.number, threading.current_thread() is threading.main_thread()))
        if self.number == 3:
            raise RuntimeError("cannot pin 3")
        assert self.number == 0 or self.go.wait(60)
        return self


@pytest.mark.parametrize("method", ["thread", "multiprocessing"])
def test_the_next_batch_is_pinned_while_one_is_used(method, monkeypatch):
    monkeypatch.setattr(Slow, "begun", [])
    Slow.go.clear()
    with fake_cupy.install():
        loader = firebrick.utils.data.DataLoader(
            range(5), batch_size=1, pin_memory=True, num_workers=1, collate_fn=Slow,
            worker_method=method, prefetch_factor=4,
        )
        batches = iter(loader)
        assert next(batches).number == 0
        deadline = time.monotonic() + 60
        while len(Slow.begun) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
            batches._pin_ahead()  # as the next call does: the batch may not have been there
        assert Slow.begun[1] == (1, False), "before anybody has asked for it"
        Slow.go.set()
        assert [next(batches).number for _ in range(2)] == [1, 2]
        with pytest.raises(RuntimeError, match="cannot pin 3"):
            next(batches)
        assert next(batches).number == 4
        with pytest.raises(StopIteration):
            next(batches)
    assert [number for number, _ in Slow.begun] == [0, 1, 2, 3, 4]
