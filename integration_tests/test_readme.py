"""The README files show only code that runs, and commands that exist."""

import subprocess
import sys

import pytest
from conftest import ROOT
from readme_code import blocks, first_block

import packages

pytestmark = pytest.mark.without_torch

COMMANDS = {"Train a network": "train", "Run the tests": "test"}
PAGES = [ROOT / "README.md", *(package.folder / "README.md" for package in packages.load())]
SECTIONS = [
    (page, section)
    for page in PAGES
    for section in dict.fromkeys(b.section for b in blocks(page) if b.language == "python")
]


def test_every_package_shows_code():
    shown = {page.parent.name for page, _ in SECTIONS}
    assert {package.name for package in packages.load()} <= shown


@pytest.mark.parametrize(
    ("page", "section"), SECTIONS, ids=[f"{p.parent.name}-{s}" for p, s in SECTIONS]
)
def test_python_code_of_a_section_runs(page, section, tmp_path):
    """The Python blocks of a section are one program; warnings stop it."""
    lines = []
    for block in blocks(page):
        if block.section == section and block.language == "python":
            lines += [""] * (
                block.line - 1 - len(lines)
            )  # tracebacks then show the page's own line
            lines += block.code.splitlines()
    program = tmp_path / f"{page.stem}.py"
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-W", "error", str(program)]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert answer.returncode == 0, f"{page}\n{answer.stderr}"


@pytest.mark.parametrize("section", COMMANDS)
def test_first_block_is_one_command(section):
    command = first_block(ROOT / "README.md", section).code
    assert command == f"python3 run.py {COMMANDS[section]}"


def test_unknown_command_shows_the_known_ones():
    command = [sys.executable, str(ROOT / "run.py"), "fly"]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode != 0
    for known in COMMANDS.values():
        assert f"run.py {known}" in answer.stderr
