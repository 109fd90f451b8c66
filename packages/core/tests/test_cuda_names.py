"""The fake CuPy has the names that CuPy has, where CuPy is installed to compare with."""

from __future__ import annotations

import fake_cupy
import pytest
from fake_cupy import record_names
from fake_cupy._names import NAMES


def test_the_fake_has_the_names_that_cupy_has():
    cupy = pytest.importorskip("cupy")
    if cupy.__version__ != NAMES["version"]:
        pytest.skip(f"names.json is of CuPy {NAMES['version']}, this is {cupy.__version__}")
    assert record_names.record() == NAMES


# What the fake's objects have for themselves.
OWN = {"hardware", "queue", "passed", "time", "timing", "recorded", "array"}
PARTS = (
    "", "runtime", "memory", "Device", "Stream", "ExternalStream", "Event", "MemoryPool",
    "MemoryPointer", "BaseMemory", "Graph",
)  # fmt: skip


def test_the_fake_cuda_has_no_name_that_cupy_has_not():
    real = pytest.importorskip("cupy").cuda
    unknown = []
    with fake_cupy.install() as cupy:
        side = cupy.cuda.Stream()
        side.begin_capture()
        parts = {part: getattr(cupy.cuda, part, None) for part in PARTS}
        parts[""], parts["Graph"] = cupy.cuda, side.end_capture()
        for part, mine in parts.items():
            theirs = getattr(real, part) if part else real
            names = {n for n in dir(mine) if not n.startswith("_")} - OWN
            names.discard("cublas")  # is loaded with a library that only a GPU's machine has
            unknown += [f"cuda.{part}.{n}" for n in names if not hasattr(theirs, n)]
    assert not unknown
