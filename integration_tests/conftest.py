"""Where the repository's files are, for the tests that use them."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))  # packages.py, readme_code.py


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT
