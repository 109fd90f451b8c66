"""The repository's own tools see what they are there to see, on copies that have been broken."""

import shutil
import subprocess
import sys

import pytest
from conftest import ROOT
from readme_code import blocks, first_block

pytestmark = pytest.mark.without_torch

WRONG = [
    # file, what it says, what it is made to say, what the checker has to answer
    ("packages.toml", '"optim", ', "", "optim: is only in packages/"),
    ("packages.toml", '"data"', '"data", "extra"', "extra: is only in packages.toml"),
    ("packages.toml", '"core", "autograd"', '"autograd", "core"', "which is not below it"),
    ("packages/nn/pyproject.toml", "firebrick-core>=", "firebrick-core>=9.", "nn: pyproject.toml"),
    ("packages/nn/pyproject.toml", "Apache-2.0", "MIT", "nn: license differs from that of core"),
    ("packages/data/CHANGELOG.md", "## ", "## 9.9.9\n\n## ", "data: _version.py says"),
    ("packages/optim/LICENSE", "Apache", "Other", "optim: LICENSE is not a copy"),
]


@pytest.fixture
def copy(tmp_path):
    """The parts of the repository that the version check reads."""
    skipped = shutil.ignore_patterns("__pycache__", "tests", "*.egg-info")
    for name in ("packages", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
    for name in ("packages.toml", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def run_tool(folder, name):
    command = [sys.executable, str(folder / "tools" / name)]
    return subprocess.run(command, capture_output=True, text=True)


def test_versions_agree(copy):
    answer = run_tool(copy, "check_versions.py")
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize(("file", "old", "new", "expected"), WRONG, ids=[row[3] for row in WRONG])
def test_version_check_tells(copy, file, old, new, expected):
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1))
    answer = run_tool(copy, "check_versions.py")
    assert answer.returncode == 1, answer.stderr
    assert expected in answer.stdout


def test_a_raised_minor_version_asks_for_new_ranges(copy):
    for path in (copy / "packages/core").rglob("_version.py"):
        path.write_text('__version__ = "0.99.0"\n')
    answer = run_tool(copy, "check_versions.py")
    assert answer.returncode == 1
    assert "asks for firebrick-core>=0.99,<0.100" in answer.stdout


def test_import_contract_has_a_row_per_package_with_limits(copy):
    answer = run_tool(copy, "import_contract.py")
    assert answer.returncode == 0, answer.stderr
    optim = answer.stdout.split("[importlinter:contract:declared-optim]")[1].split("[")[0]
    assert "firebrick_nn" in optim and "firebrick_core" not in optim


def test_blocks_of_a_page(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A\n```sh\nls\n```\ntext\n## B\n```python\n# not a heading\nx = 1\n```\n")
    found = [(block.section, block.language, block.code, block.line) for block in blocks(page)]
    assert found == [("A", "sh", "ls", 3), ("B", "python", "# not a heading\nx = 1", 8)]
    assert first_block(page, "B").line == 8
    with pytest.raises(ValueError, match="no section 'C'"):
        first_block(page, "C")
    page.write_text("```\nopen")
    with pytest.raises(ValueError, match="line 1 is never closed"):
        blocks(page)
