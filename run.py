"""Set up a private environment in `.venv`, and use it. Needs nothing but Python 3.11 or newer.

    python3 run.py train [options of examples/digits.py]    train a network on handwritten digits
    python3 run.py test [options of nox]                    run every check that needs no PyTorch
    python3 run.py environment                              only set up; `. .venv/bin/activate` next
"""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
MINIMUM = (3, 11)
BUILD = ("hatchling>=1.26", "editables>=0.5")
TOOLS = "nox>=2026.10"

NO_PIP = """
This Python can make an environment but has no pip to fill it with (Debian and Ubuntu split it off).
Install pip's parts and run this command again:

    sudo apt install python3-venv        # Debian, Ubuntu
    sudo dnf install python3-pip         # Fedora

or use a Python from another source: any 3.11 or newer will do."""


def run(*command: object) -> None:
    """Run a command in the repository. Stops with its exit status when it fails."""
    status = subprocess.run([str(part) for part in command], cwd=ROOT).returncode
    if status:
        raise SystemExit(status)


def works(*command: object) -> bool:
    return subprocess.run([str(part) for part in command], capture_output=True).returncode == 0


def create_environment() -> None:
    """Make `.venv`, or make it anew where it is broken or of another Python version."""
    version = f"import sys; raise SystemExit(sys.version_info[:2] != {sys.version_info[:2]})"
    if PYTHON.exists() and works(PYTHON, "-c", version):
        return
    print(f"making the environment {ENVIRONMENT}", flush=True)
    if ENVIRONMENT.exists():
        shutil.rmtree(ENVIRONMENT)
    venv.create(ENVIRONMENT, with_pip=False, symlinks=os.name != "nt")


def pip_command() -> list:
    """A pip that installs into `.venv`: its own, else the one that came with this Python."""
    if works(PYTHON, "-m", "pip", "--version") or works(
        PYTHON, "-Im", "ensurepip", "--upgrade", "--default-pip"
    ):
        return [PYTHON, "-m", "pip"]
    host = [sys.executable, "-m", "pip", "--python", PYTHON]
    if works(*host, "--version"):
        return host
    raise SystemExit(NO_PIP)


def install(what: str, *requirements: object, reinstall_for: tuple = ()) -> None:
    """Install into `.venv`, unless the same succeeded before.

    It is the same when the requirements are, and the contents of the files `reinstall_for`.
    """
    files = [path.read_bytes() for path in reinstall_for]
    digest = hashlib.sha256(repr((requirements, files)).encode()).hexdigest()
    stamp = ENVIRONMENT / f"{what}.sha256"
    if stamp.exists() and stamp.read_text() == digest:
        return
    print(f"installing {what}", flush=True)
    pip = [*pip_command(), "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, *requirements)
    stamp.write_text(digest)


def install_packages() -> None:
    """The packages, editable from their folders, and what the examples need."""
    sys.path.insert(0, str(ROOT / "tools"))
    import packages

    folders = [package.folder for package in packages.load()]
    needed = ROOT / "examples" / "requirements.txt"
    install("hatchling", *BUILD)  # once, here, and not in a build environment per package
    install(
        "firebrick",
        "--no-build-isolation",
        *(part for folder in folders for part in ("--editable", folder)),
        "--requirement",
        needed,
        reinstall_for=(needed, *(folder / "pyproject.toml" for folder in folders)),
    )


def train(arguments: list) -> None:
    install_packages()
    run(PYTHON, ROOT / "examples" / "digits.py", *arguments)


def test(arguments: list) -> None:
    install("nox", TOOLS)
    run(PYTHON, "-m", "nox", *arguments)


def environment(arguments: list) -> None:
    install_packages()
    install("nox", TOOLS)


def main(arguments: list[str]) -> None:
    if sys.version_info < MINIMUM:
        found = ".".join(map(str, sys.version_info[:3]))
        raise SystemExit(f"Firebrick needs Python 3.11 or newer; {sys.executable} is {found}")
    commands = {"train": train, "test": test, "environment": environment}
    if not arguments or arguments[0] not in commands:
        raise SystemExit(__doc__)
    create_environment()
    commands[arguments[0]](arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
