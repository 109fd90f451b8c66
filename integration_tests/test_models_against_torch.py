"""Programs written for PyTorch train the same with only their import lines changed.

The programs are the files of `models/`; each has a `train(steps)` that returns its losses.
"""

import re
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

STEPS = 20
PROGRAMS = sorted(Path(__file__).with_name("models").glob("*.py"))
IMPORT = re.compile(r"^(from|import) torch\b", re.MULTILINE)


def losses_of(program, library):
    """The losses that a program has with another library under the name of torch."""
    source = program.read_text()
    if library != "torch":
        source = re.sub(r"^import torch$", f"import {library} as torch", source, flags=re.M)
        source = re.sub(r"^import torch\.", f"import {library}.", source, flags=re.M)
        source = re.sub(r"^from torch\b", f"from {library}", source, flags=re.M)
        assert not IMPORT.search(source)
    names = {"__name__": f"{library}_{program.stem}"}
    exec(compile(source, str(program), "exec"), names)
    return names["train"](STEPS)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor is True")  # PyTorch, about its own speed
@pytest.mark.parametrize("program", PROGRAMS, ids=[p.stem for p in PROGRAMS])
def test_the_loss_curve_is_pytorchs(program):
    want = losses_of(program, "torch")
    got = losses_of(program, "firebrick")
    assert len(want) >= STEPS and np.isfinite(want).all()
    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-4)
