"""The examples do what they promise, run as a user runs them."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

pytestmark = pytest.mark.without_torch

PNG = b"\x89PNG\r\n\x1a\n"


def run_example(name, *options, folder):
    """The finished process of an example, run in `folder`."""
    command = [sys.executable, str(ROOT / "examples" / name), *map(str, options)]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=900)


@pytest.fixture(scope="module")
def digits(tmp_path_factory):
    """`digits.py` as it comes: (folder it ran in, finished process)."""
    folder = tmp_path_factory.mktemp("digits")
    return folder, run_example("digits.py", folder=folder)


def test_digits_learns(digits):
    _, answer = digits
    assert answer.returncode == 0, answer.stderr
    final = float(re.search(r"^held-out accuracy ([\d.]+)", answer.stdout, re.MULTILINE)[1])
    assert final >= 0.98


def test_digits_shows_loss_and_accuracy_of_every_epoch(digits):
    _, answer = digits
    epochs = re.findall(
        r"^epoch +(\d+)/(\d+)  training: loss ([\d.]+) accuracy [\d.]+"
        r"  held out: loss [\d.]+ accuracy [\d.]+$",
        answer.stdout,
        re.MULTILINE,
    )
    assert [int(number) for number, *_ in epochs] == list(range(1, int(epochs[0][1]) + 1))
    assert float(epochs[-1][2]) < float(epochs[0][2]) / 10
    assert "it/s" in answer.stderr  # progress bars


def test_digits_leaves_a_checkpoint_and_a_picture(digits):
    folder, answer = digits
    output = folder / "runs" / "digits"
    assert sorted(path.name for path in output.iterdir()) == ["checkpoint.pt", "digits.png"]
    assert (output / "checkpoint.pt").stat().st_size > 100_000
    picture = (output / "digits.png").read_bytes()
    assert picture.startswith(PNG) and len(picture) > 20_000
    assert "reloaded, accuracy the same" in answer.stdout


@pytest.mark.parametrize("name", ["digits.py", "chargpt.py", "hogwild.py"])
def test_options_are_checked(name, tmp_path):
    option = {"chargpt.py": "--steps"}.get(name, "--epochs")
    answer = run_example(name, option, 0, folder=tmp_path)
    assert answer.returncode == 2
    assert f"{option}: expected at least 1, got 0" in answer.stderr


def test_chargpt_learns_and_writes(tmp_path):
    answer = run_example("chargpt.py", "--steps", 40, "--sample", 120, folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    losses = [float(loss) for loss in re.findall(r"held-out loss ([\d.]+)", answer.stdout)]
    assert losses[0] > 4  # nearly log(103): it knows nothing
    assert losses[-1] < 3
    sample = answer.stdout.split("A sample:\n\n")[1]
    assert sample.startswith("The ") and len(sample) == len("The ") + 120 + len("\n")


def test_hogwild_trains_one_model_in_two_processes(tmp_path):
    answer = run_example("hogwild.py", folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    before, after = (float(x) for x in re.findall(r"held-out accuracy ([\d.]+)", answer.stdout))
    assert before < 0.8 and after >= 0.95
