"""Libraries that import torch work on Firebrick, in an environment without PyTorch.

Each file of `libraries/` is a program that checks results of the library in its name; it runs under
`python -m firebrick run`. The session `together` installs the libraries without their dependencies
(PyTorch among them); a library that is not installed is skipped.
"""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.without_torch

PROGRAMS = sorted(Path(__file__).with_name("libraries").glob("*.py"))


def library_of(path):
    """The library that a program is about: "x_transformers_models" is of x_transformers."""
    return path.stem.rpartition("_")[0]


@pytest.mark.parametrize("path", PROGRAMS, ids=library_of)
def test_library(path, tmp_path):
    if importlib.util.find_spec(library_of(path)) is None:
        pytest.skip(f"{library_of(path)} is not installed")
    done = subprocess.run(
        [sys.executable, "-m", "firebrick", "run", str(path)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "FIREBRICK_AS_TORCH": "1"},
    )
    assert done.returncode == 0, done.stderr


def test_what_works_is_listed(root):
    """docs/gaps.toml names each library that is tried, for docs/compatibility.md."""
    import tomllib

    listed = tomllib.loads((root / "docs" / "gaps.toml").read_text())["library"]
    assert {name.replace("-", "_") for name in listed} == {library_of(p) for p in PROGRAMS}
