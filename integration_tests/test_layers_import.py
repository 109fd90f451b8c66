"""Importing a package, in a fresh interpreter, loads no package that it does not declare."""

import subprocess
import sys

import pytest

import packages

pytestmark = pytest.mark.without_torch

PACKAGES = packages.load()
NAMES = [package.name for package in PACKAGES]
SHOW = "import sys, {module}; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"


def loaded_by(module):
    """The top-level modules in memory after `import module`."""
    command = [sys.executable, "-c", SHOW.format(module=module)]
    answer = subprocess.run(command, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return set(answer.stdout.split())


@pytest.mark.parametrize("package", PACKAGES, ids=NAMES)
def test_import_loads_only_declared_packages(package):
    ours = {other.module for other in PACKAGES}
    allowed = {other.module for other in package.closure()}
    loaded = loaded_by(package.module) & ours
    assert package.module in loaded
    assert loaded <= allowed, f"import {package.module} also loads {sorted(loaded - allowed)}"


@pytest.mark.parametrize("package", PACKAGES, ids=NAMES)
def test_import_loads_neither_pytorch_nor_test_tools(package):
    unwanted = {"torch", "pytest", "cupy", "matplotlib", "scipy"}
    assert not loaded_by(package.module) & unwanted


def test_the_meta_package_loads_every_package():
    assert {package.module for package in PACKAGES} <= loaded_by("firebrick")
