"""The script that a GPU is proven with runs from end to end, on the fake device."""

from __future__ import annotations

import json
import sys

import pytest

pytestmark = pytest.mark.without_torch


@pytest.fixture
def check(root, monkeypatch):
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    import gpu_check

    yield gpu_check
    for name in ("gpu_check", "gpu_models", "gpu_pictures"):
        sys.modules.pop(name, None)


def test_all_parts_run(check, tmp_path, capsys):
    assert check.main(["--device", "fake", "--out", str(tmp_path), "--filter", "gpt"]) == 0
    parts = "operators,gradients,kernels"
    arguments = ["--device", "fake", "--parts", parts, "--filter", "softmax", "--out"]
    assert check.main([*arguments, str(tmp_path / "softmax")]) == 0
    whole = json.loads((tmp_path / "gpu_check.json").read_text())
    assert whole["failures"] == {} and whole["left_out"] == []
    assert set(whole["suite"]) == {"gpt float32", "gpt bfloat16"} and whole["models"]["gpt"] < 1e-3
    assert whole["pictures"]["steps"][0]["driver"] > 0 == whole["pictures"]["steps"][-1]["driver"]
    trace = json.loads((tmp_path / "gpu_timeline.json").read_text())["traceEvents"]
    assert {e["tid"] for e in trace} == {"host queues", "device runs"}
    narrow = json.loads((tmp_path / "softmax" / "gpu_check.json").read_text())
    assert narrow["operators"]["samples"] > 10 < narrow["gradients"]["samples"]
    assert set(narrow["kernels"]) >= {"softmax float32", "log_softmax bfloat16"}
    assert "losses of gpt" in capsys.readouterr().out


def test_failures_and_what_was_left_out_are_told(check, tmp_path, capsys, monkeypatch):
    def broken(name, operators):
        raise AssertionError("planted")

    monkeypatch.setattr(check, "check_backend", broken)
    arguments = ["--device", "fake", "--parts", "operators", "--out", str(tmp_path)]
    assert check.main([*arguments, "--filter", "softmax"]) == 1
    assert check.main([*arguments, "--minutes", "0"]) == 0
    out = capsys.readouterr().out
    assert "FAILED operator softmax: AssertionError: planted" in out
    assert "left out for time: operators from" in out


def test_without_a_gpu_it_says_why(check, tmp_path):
    from firebrick_core import cuda

    if cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(RuntimeError, match="device 'cuda'"):
        check.main(["--out", str(tmp_path)])
