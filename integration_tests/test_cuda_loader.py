"""A loader's batches in pinned memory, on a fake GPU."""

from __future__ import annotations

import sys
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
