"""docs/derivatives.md: its programs run, on core and autograd alone."""

import subprocess
import sys

import pytest
from conftest import ROOT
from readme_code import blocks

pytestmark = pytest.mark.without_torch

PAGE = ROOT / "docs" / "derivatives.md"
BLOCKS = [block for block in blocks(PAGE) if block.language == "python"]
# One operator is built up over the first sections; the others stand alone.
TOGETHER = [
    "The operator",
    "Its derivative",
    "Its forward rule",
    "Its batching rule",
    "Checking it all",
]
PROGRAMS = [TOGETHER, ["The graph"], ["Stepping through backward"]]
ALONE = "\nimport sys\nassert not {'firebrick', 'firebrick_nn', 'torch'} & set(sys.modules)\n"


def test_every_section_is_run():
    assert {b.section for b in BLOCKS} == {name for program in PROGRAMS for name in program}


@pytest.mark.parametrize("sections", PROGRAMS, ids=lambda names: names[0])
def test_the_code_runs(sections, tmp_path):
    code = "\n".join(block.code for block in BLOCKS if block.section in sections)
    program = tmp_path / "page.py"
    program.write_text(code + ALONE, encoding="utf-8")
    command = [sys.executable, "-W", "error", str(program)]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert answer.returncode == 0, answer.stderr
