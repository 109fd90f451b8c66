"""The fake CuPy has the names that CuPy has, where CuPy is installed to compare with."""

from __future__ import annotations

import pytest
from fake_cupy import record_names
from fake_cupy._names import NAMES


def test_the_fake_has_the_names_that_cupy_has():
    cupy = pytest.importorskip("cupy")
    if cupy.__version__ != NAMES["version"]:
        pytest.skip(f"names.json is of CuPy {NAMES['version']}, this is {cupy.__version__}")
    assert record_names.record() == NAMES
