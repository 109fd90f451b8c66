"""Without a GPU, asking for one says what is missing and what to do."""

from __future__ import annotations

import builtins
import subprocess
import sys
import types

import pytest

import firebrick_core as fb
from firebrick_core import cuda
from firebrick_core._cuda import _availability
from firebrick_core._device import BACKENDS


class CUDARuntimeError(RuntimeError):
    """As CuPy's."""


def broken_cupy(error, driver, built=13000):
    """A CuPy that finds no GPU."""

    def raises():
        raise CUDARuntimeError(error)

    runtime = types.SimpleNamespace(
        CUDARuntimeError=CUDARuntimeError,
        getDeviceCount=raises if error else int,
        driverGetVersion=lambda: driver,
        runtimeGetVersion=lambda: built,
    )
    cupy = types.ModuleType("cupy")
    cupy.__version__ = "14.2.0"
    cupy.cuda = types.SimpleNamespace(runtime=runtime)
    return cupy


INSUFFICIENT = "cudaErrorInsufficientDriver: CUDA driver version is insufficient"
REASONS = {
    "no driver": (INSUFFICIENT, 0, [], {}, "there is no NVIDIA driver.*Install the driver"),
    "older driver": (
        INSUFFICIENT,
        12040,
        [],
        {},
        r"built for CUDA 13.0.*driver knows CUDA up to 12.4: install 'firebrick-core\[cuda12\]'",
    ),
    "several packages": (
        INSUFFICIENT,
        12040,
        ["cupy-cuda12x 14.0", "cupy-cuda13x 14.2"],
        {},
        "overwrite each other: pip uninstall cupy-cuda12x cupy-cuda13x, then",
    ),
    "hidden": (
        "cudaErrorNoDevice: no CUDA-capable device is detected",
        13000,
        [],
        {"CUDA_VISIBLE_DEVICES": "-1"},
        "CUDA_VISIBLE_DEVICES='-1' hides",
    ),
    "none": ("", 13000, [], {}, "no devices; nvidia-smi shows"),
}


@pytest.mark.parametrize("case", REASONS)
def test_why_there_is_no_gpu(case, monkeypatch):
    error, driver, packages, environment, message = REASONS[case]
    monkeypatch.setitem(sys.modules, "cupy", broken_cupy(error, driver))
    monkeypatch.setattr(_availability, "packages", lambda: packages)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert not cuda.is_available() and cuda.device_count() == 0
    with pytest.raises(RuntimeError, match=message):
        fb.ones(2, device="cuda")
    with pytest.raises(RuntimeError, match=message):
        cuda.Stream()


IMPORT_ERRORS = (
    (ModuleNotFoundError("No module named 'cupy'", name="cupy"), r"not installed: pip install"),
    (ModuleNotFoundError("No module named 'fastrlock'", name="fastrlock"), "cannot be imported"),
    (ImportError("libcudart.so.12: cannot open"), r"libcudart.so.12.*for another CUDA"),
)


@pytest.mark.parametrize(("error", "message"), IMPORT_ERRORS)
def test_cupy_that_cannot_be_imported(error, message, monkeypatch):
    original = builtins.__import__

    def refuse(name, *args, **kwargs):
        if name == "cupy":
            raise error
        return original(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "cupy", raising=False)
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(RuntimeError, match=message):
        BACKENDS["cuda"].namespace()


def test_importing_does_not_import_cupy():
    code = "import sys, firebrick_core, firebrick_core.cuda; print('cupy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["False"]
