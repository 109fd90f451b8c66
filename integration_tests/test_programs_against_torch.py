"""Whole programs print the same numbers under `python -m firebrick run` as under PyTorch.

Each program of `programs/` runs unchanged in a process of its own with each of the two.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from other_streams import REASON, from_another_stream

torch = pytest.importorskip("torch")

FOLDER = Path(__file__).with_name("programs")
PROGRAMS = {path.stem: () for path in sorted(FOLDER.glob("*.py"))}
CASES = [*PROGRAMS.items(), ("mnist_cnn", ("--workers", "2"))]
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def output_of(start, name, arguments):
    """What a program prints."""
    done = subprocess.run(
        [sys.executable, *start, str(FOLDER / f"{name}.py"), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("name", "arguments"), CASES)
def test_the_numbers_are_pytorchs(name, arguments):
    uses_dropout = "Dropout" in (FOLDER / f"{name}.py").read_text()
    if uses_dropout and from_another_stream(torch, lambda: torch.empty(400).bernoulli_(0.5)):
        pytest.skip(REASON)
    want = output_of([], name, arguments)
    got = output_of(["-m", "firebrick", "run"], name, arguments)
    assert NUMBER.sub("#", got) == NUMBER.sub("#", want)
    numbers = [np.array(NUMBER.findall(text), float) for text in (got, want)]
    assert len(numbers[1]) >= 30
    np.testing.assert_allclose(*numbers, rtol=1e-4, atol=1e-4)
