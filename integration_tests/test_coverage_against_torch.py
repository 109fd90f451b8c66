"""The list of PyTorch's names that the coverage page answers for is that of the PyTorch at hand."""

import importlib.util
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

TOOL = Path(__file__).resolve().parent.parent / "tools/pytorch_names.py"


def test_the_list_of_names_is_complete():
    spec = importlib.util.spec_from_file_location("pytorch_names", TOOL)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.LIST.read_text().split() == tool.names(), "run python tools/pytorch_names.py"
