"""`python -m firebrick run`, `inspect` and `convert`."""

import contextlib
import os
import subprocess
import sys
import textwrap
from types import SimpleNamespace

import pytest

import firebrick as torch
from firebrick.__main__ import main


def firebrick(*arguments, cwd, **environment):
    """Run a command; the finished process."""
    return subprocess.run(
        [sys.executable, "-m", "firebrick", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **environment},
    )


def write(folder, name, code):
    path = folder / name
    path.write_text(textwrap.dedent(code))
    return path


class TestRun:
    def test_a_program_runs_as_it_does_alone(self, tmp_path):
        (tmp_path / "src").mkdir()
        write(tmp_path / "src", "beside.py", "import torch\nx = torch.ones(2)\n")
        path = write(
            tmp_path / "src",
            "program.py",
            """
            import sys, torch
            from beside import x
            print(sys.argv, __name__, __file__, x.sum().item())
            sys.exit(3)
            """,
        )
        done = firebrick("run", path, "--flag", "run", cwd=tmp_path)
        assert done.stdout.split("\n")[0] == f"{[str(path), '--flag', 'run']} __main__ {path} 2.0"
        assert done.returncode == 3

    def test_a_module_of_a_package(self, tmp_path):
        (tmp_path / "pkg").mkdir()
        write(tmp_path / "pkg", "__init__.py", "")
        write(tmp_path / "pkg", "part.py", "import torch\nvalue = torch.tensor(7)\n")
        write(tmp_path / "pkg", "train.py", "from .part import value\nprint(value.item())\n")
        done = firebrick("run", "-m", "pkg.train", cwd=tmp_path)
        assert (done.stdout, done.returncode) == ("7\n", 0), done.stderr

    def test_errors_begin_at_the_program(self, tmp_path):
        path = write(tmp_path, "program.py", "import torch\ntorch.nothing\n")
        done = firebrick("run", path, cwd=tmp_path)
        assert done.returncode == 1
        assert done.stderr.startswith(
            f'Traceback (most recent call last):\n  File "{path}", line 2'
        )
        assert "no torch.nothing" in done.stderr

    def test_a_name_missing_in_a_module_is_explained(self, tmp_path):
        path = write(tmp_path, "program.py", "from torch.nn.functional import nothing\n")
        done = firebrick("run", path, cwd=tmp_path)
        assert "Firebrick has no torch.nn.functional.nothing: docs/coverage.md" in done.stderr

    @pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
    def test_processes_of_the_program_have_torch_too(self, tmp_path, method):
        path = write(
            tmp_path,
            "program.py",
            f"""
            import multiprocessing, sys, torch

            def double(x):
                return torch.tensor(x).mul(2).item(), sys.argv

            if __name__ == "__main__":
                with multiprocessing.get_context({method!r}).Pool(1) as pool:
                    assert pool.map(double, [1, 2]) == [(2, sys.argv), (4, sys.argv)]
                    print("done")
            """,
        )
        done = firebrick("run", path, "--a", cwd=tmp_path)
        assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr

    def test_workers_of_a_loader(self, tmp_path):
        path = write(
            tmp_path,
            "program.py",
            """
            import torch
            from torch.utils.data import DataLoader, Dataset

            class Squares(Dataset):
                def __len__(self):
                    return 8

                def __getitem__(self, i):
                    return torch.tensor(i * i)

            if __name__ == "__main__":
                print(sum(batch.sum().item() for batch in DataLoader(Squares(), 4, num_workers=2)))
            """,
        )
        done = firebrick("run", path, cwd=tmp_path)
        assert (done.stdout, done.returncode) == ("140\n", 0), done.stderr

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((), "usage: python -m firebrick run SCRIPT"),
            (("-m",), "-m needs the name of a module"),
            (("none.py",), "there is no file 'none.py'"),
            (("-m", "no.module"), "there is no module 'no.module'"),
            ((".",), "is a folder without a __main__.py"),
        ],
    )
    def test_bad_arguments(self, tmp_path, arguments, message):
        done = firebrick("run", *arguments, cwd=tmp_path)
        assert done.returncode == 2 and message in done.stderr

    def test_help(self, tmp_path):
        done = firebrick("run", "--help", cwd=tmp_path)
        assert done.returncode == 0 and "FIREBRICK_AS_TORCH=0" in done.stdout
        assert "inspect" in firebrick("--help", cwd=tmp_path).stdout


@pytest.fixture
def files(tmp_path):
    """Checkpoints of several kinds in a folder."""
    model = torch.nn.Linear(2, 3)
    torch.save(model.state_dict(), tmp_path / "model.pt")
    state = {"model": model.state_dict(), "epoch": 3, "best": torch.tensor([1.0, float("nan")])}
    torch.save(state, tmp_path / "run.pth")
    whole = torch.zeros(1000)
    torch.save({"a": whole[:2], "b": whole[1:3]}, tmp_path / "views.bin")
    (tmp_path / "text.pt").write_text("no checkpoint")
    return tmp_path


@pytest.fixture
def command(capsys):
    """A function that runs a command in this process, as `python -m firebrick` does."""

    def run(*arguments, cwd):
        with contextlib.chdir(cwd):
            returncode = main(list(arguments))
        out, err = capsys.readouterr()
        return SimpleNamespace(returncode=returncode, stdout=out, stderr=err)

    return run


class TestInspect:
    def test_tensors(self, command, files):
        done = command("inspect", "model.pt", cwd=files)
        assert done.returncode == 0, done.stderr
        lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
        assert lines[0].startswith("model.pt: PyTorch archive, ")
        assert lines[1] == "2 tensors, 9 elements, 36 B"
        assert lines[4:] == ["weight float32 [3, 2] 24 B", "bias float32 [3] 12 B"]

    def test_other_values_and_nan(self, command, files):
        out = command("inspect", "run.pth", cwd=files).stdout
        assert "model.weight" in out and "epoch: int = 3" in out
        assert "best: 1 of 2 elements are NaN" in out

    def test_views(self, command, files):
        out = command("inspect", "views.bin", cwd=files).stdout
        assert "a, b: share memory" in out and "a, b: 16 B of a storage of 4.0 kB" in out

    def test_safetensors(self, command, files):
        command("convert", "model.pt", "model.safetensors", cwd=files)
        out = command("inspect", "model.safetensors", cwd=files).stdout
        assert out.startswith("model.safetensors: safetensors") and "metadata format: pt" in out

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("none.pt", "none.pt does not exist: expected a checkpoint"),
            ("text.pt", "not one"),
            (".", "is a folder: expected a checkpoint"),
        ],
    )
    def test_bad_files(self, command, files, name, message):
        done = command("inspect", name, cwd=files)
        assert done.returncode == 1 and message in done.stderr and "Traceback" not in done.stderr

    def test_names_that_would_be_run(self, command, tmp_path):
        import zipfile

        with zipfile.ZipFile(tmp_path / "evil.pt", "w") as archive:
            archive.writestr(
                "archive/data.pkl", b"\x80\x02cposix\nsystem\nX\x02\x00\x00\x00ls\x85R."
            )
            archive.writestr("archive/version", "3\n")
        done = command("inspect", "evil.pt", cwd=tmp_path)
        assert done.returncode == 1 and done.stderr.endswith("run:\n  posix.system\n")


class TestConvert:
    def test_there_and_back(self, command, files):
        for pair in (("model.pt", "m.safetensors"), ("m.safetensors", "back.pth")):
            done = command("convert", *pair, cwd=files)
            assert done.returncode == 0, done.stderr
            assert done.stdout.startswith(f"{pair[1]}: 2 tensors, ")
        one, two = torch.load(files / "model.pt"), torch.load(files / "back.pth")
        assert one.keys() == two.keys() and all(torch.equal(one[k], two[k]) for k in one)

    def test_part(self, command, files):
        done = command("convert", "run.pth", "m.safetensors", "--key", "model", cwd=files)
        assert done.returncode == 0, done.stderr

    def test_shared_memory(self, command, files):
        done = command("convert", "views.bin", "v.safetensors", "--copy-shared", cwd=files)
        assert done.returncode == 0, done.stderr

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("model.pt", "run.pth"), "run.pth exists: give another name, or --force"),
            (
                ("run.pth", "m.safetensors"),
                "these are none: model, epoch; take one part with --key",
            ),
            (("run.pth", "m.safetensors", "--key", "other"), "there is no 'other' of --key other"),
            (("run.pth", "m.safetensors", "--key", "epoch"), "expected a dict of tensors, got int"),
            (("views.bin", "v.safetensors"), "Some tensors share memory"),
            (("model.pt", "model.onnx"), "the suffix '.onnx' says no format"),
            (("text.pt", "m.safetensors"), "text.pt"),
        ],
    )
    def test_refused(self, command, files, arguments, message):
        before = {p: p.read_bytes() for p in files.iterdir()}
        done = command("convert", *arguments, cwd=files)
        assert done.returncode == 1 and message in done.stderr and "Traceback" not in done.stderr
        assert {p: p.read_bytes() for p in files.iterdir()} == before
