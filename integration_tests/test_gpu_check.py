"""The script that a GPU is proven with runs from end to end, on the fake device."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest
from test_cuda_models import COMPILER

pytestmark = pytest.mark.without_torch
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="the host has no C++ compiler")


@pytest.fixture
def check(root, monkeypatch):
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    import gpu_check

    yield gpu_check
    sys.modules.pop("gpu_check", None)


def run(check, folder, *arguments):
    """The exit status, and what was written."""
    status = check.main(["--device", "fake", "--minutes", "4", "--out", str(folder), *arguments])
    return status, json.loads((folder / "gpu_check.json").read_text())


@needs_compiler
def test_all_parts_run(check, tmp_path, capsys):
    status, found = run(check, tmp_path, "--filter", "gpt")
    assert status == 0 and found["failures"] == {} and found["left_out"] == []
    assert set(found["suite"]) == {"gpt float32", "gpt bfloat16"} and found["models"]["gpt"] < 1e-3
    assert found["suite"]["gpt float32"]["profile"]["operators"]
    assert found["pictures"]["steps"][0]["driver"] > 0 == found["pictures"]["steps"][-1]["driver"]
    trace = json.loads((tmp_path / "gpu_timeline.json").read_text())["traceEvents"]
    assert {e["tid"] for e in trace} == {"host queues", "device runs"}
    told = capsys.readouterr().out
    assert "losses of gpt" in told and "0 failures" in told
    assert len(list(tmp_path.iterdir())) <= 4


@needs_compiler
def test_the_smoke_check_runs_whole(check, tmp_path):
    status, found = run(check, tmp_path, "--parts", "smoke")
    assert status == 0 and found["failures"] == {} and len(found["smoke"]) > 20


@needs_compiler
def test_operators_of_a_name(check, tmp_path):
    parts = "operators,gradients,kernels"
    status, found = run(check, tmp_path, "--parts", parts, "--filter", "softmax")
    assert status == 0
    assert found["operators"]["samples"] > 10 < found["gradients"]["samples"]
    assert set(found["kernels"]) >= {"softmax float32", "log_softmax bfloat16"}


@needs_compiler
def test_cudnn_against_the_plain_kernels(check, tmp_path, capsys):
    pytest.importorskip("cudnn", reason="graphs are made by nvidia-cudnn-frontend")
    status, found = run(check, tmp_path, "--parts", "cudnn", "--filter", "max_pool")
    assert status == 0 and found["cudnn"]["max_pool float32"]["difference"] < 1e-4
    assert "max_pool bfloat16" in capsys.readouterr().out


BROKEN = """
import gpu_smoke
from firebrick_core._device import BACKENDS

def fails():
    raise AssertionError("planted")

def dies():
    import os
    os._exit(3)

def loses():
    BACKENDS["cuda"].namespace().hardware.memory = 0
    BACKENDS["cuda"].memory.empty_cache()
    raise RuntimeError("an illegal address")

def hangs():
    import time
    time.sleep(600)

gpu_smoke.CHECKS.clear()
gpu_smoke.CHECKS.update(fails=fails, loses=loses, after=lambda: "went on", hangs=hangs)
"""


def test_what_fails_costs_nothing_else(check, tmp_path, capsys, monkeypatch):
    (tmp_path / "sitecustomize.py").write_text(
        "import sys, importlib.abc\n"
        "class Finder(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'gpu_pictures':\n"
        "            sys.meta_path.remove(self)\n"
        f"            exec({BROKEN!r}, {{}})\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    monkeypatch.setattr(check, "AFTER", 1.0)
    monkeypatch.setitem(check.ALONE, "smoke", 30)
    started = time.monotonic()
    status, found = run(check, tmp_path / "out", "--parts", "smoke")
    assert status == 1 and time.monotonic() - started < 60
    assert found["failures"]["smoke fails"] == "AssertionError: planted"
    assert "planted" in found["traces"]["smoke fails"]
    assert "illegal address" in found["failures"]["smoke loses"]
    assert "lost" in found["failures"]["device"]
    assert found["smoke"]["after"]["told"] == "went on"
    assert found["failures"]["smoke 0/1"] == "ended: it took too long (at hangs)"
    assert "FAILED smoke fails: AssertionError: planted" in capsys.readouterr().out


def test_without_time_everything_is_left_out(check, tmp_path, capsys):
    status = check.main(
        ["--device", "fake", "--minutes", "0", "--parts", "smoke,models", "--out", str(tmp_path)]
    )
    assert status == 0
    assert "left out for time: smoke:" in (out := capsys.readouterr().out)
    assert "left out for time: models:" in out


def test_the_page_of_performance_has_the_table_or_says_why_not(root, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    import performance

    section = "\n".join(performance.gpu_section(performance.GPU))
    assert section in (root / "docs" / "performance.md").read_text()
    assert "No GPU has been lent" in "\n".join(performance.gpu_section(tmp_path / "none"))
    found = {
        "machine": {"gpu": "H200"},
        "failures": {},
        "suite": {"mlp float32": {"torch": 2.0, "firebrick": 1.0, "ratio": 0.5}},
        "kernels": {"softmax float32": {"firebrick": 0.25}},
        "cudnn": {"conv": {"firebrick": 1.5}, "declined": {"max_pool": "no engine"}},
    }
    (tmp_path / "f").write_text(json.dumps(found))
    lines = performance.gpu_section(tmp_path / "f")
    assert "| mlp float32 | 2.000 ms | 1.000 ms | 0.50 |" in lines
    assert "| softmax float32 |  | 0.250 ms |  |" in lines and "| conv |  | 1.500 ms |  |" in lines


def test_without_a_gpu_it_says_why(check, tmp_path, capsys):
    from firebrick_core import cuda

    if cuda.is_available():
        pytest.skip("there is a GPU")
    assert check.main(["--out", str(tmp_path), "--parts", "smoke", "--minutes", "1"]) == 1
    assert "FAILED smoke: RuntimeError: device 'cuda'" in capsys.readouterr().out


def test_a_part_that_is_not_there(check, tmp_path):
    with pytest.raises(SystemExit):
        check.main(["--parts", "smok", "--out", str(tmp_path)])


def test_it_needs_no_installation(root, tmp_path):
    """In a Python that knows nothing of this project but the libraries that it needs."""
    import numpy

    site = str(next(p for p in map(os.path.dirname, [os.path.dirname(numpy.__file__)])))
    code = (
        "import sys; sys.meta_path = [f for f in sys.meta_path if 'editable' not in str(f).lower()]"
        f"; sys.path = [p for p in sys.path if 'firebrick' not in p]; sys.path.append({site!r})"
        f"; sys.argv = ['gpu_parts.py', '--part', 'smoke', '--file', {str(tmp_path / 'f')!r},"
        " '--device', 'fake', '--filter', 'addition']"
        f"; import runpy; sys.path.insert(0, {str(root / 'benchmarks')!r})"
        f"; runpy.run_path({str(root / 'benchmarks' / 'gpu_parts.py')!r}, run_name='__main__')"
    )
    subprocess.run([sys.executable, "-S", "-c", code], check=True, cwd=tmp_path)
    assert json.loads((tmp_path / "f").read_text())["failures"] == {}
