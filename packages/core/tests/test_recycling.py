"""Memory of large arrays is used again rather than handed back and mapped anew."""

import os
import platform
import subprocess
import sys

import pytest

glibc = pytest.mark.skipif(
    not sys.platform.startswith("linux") or platform.libc_ver()[0] != "glibc",
    reason="the thresholds are glibc's",
)

# Several arrays live at a time and go together, as at the end of a training step.
PROGRAM = """
import resource
import firebrick_core as fb
def step():
    kept = [fb.ones(4 << 20) for _ in range(6)]
for _ in range(3):
    step()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(4):
    step()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def faults(**settings):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MALLOC_", "FIREBRICK_"))}
    run = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(run, env={**kept, **settings}, capture_output=True, text=True, check=True)
    return int(done.stdout)


SETTINGS = [{"FIREBRICK_RECYCLE": "0"}, {"MALLOC_TRIM_THRESHOLD_": "100000"}]


@glibc
@pytest.mark.parametrize("settings", SETTINGS)
def test_memory_is_kept_unless_a_setting_turns_it_off(settings, monkeypatch):
    from firebrick_core._recycling import recycle

    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert recycle() is False
    assert faults(**settings) > 4 * (faults() + 10)  # nearly none: no step takes new pages


@glibc
def test_the_thresholds_are_set_on_import():
    from firebrick_core._recycling import recycle

    own = [n for n in os.environ if n.startswith(("MALLOC_", "GLIBC_", "FIREBRICK_RECYCLE"))]
    assert recycle() is not bool(own)
