"""The Python interpreters at hand, newest last.

python tools/interpreters.py
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import packages

ASK = "import sys; print(*sys.version_info[:2], sys.implementation.name)"


def claimed() -> list[tuple[int, int]]:
    """The versions that the packages' classifiers name, oldest first."""
    prefix = "Programming Language :: Python :: 3."
    classifiers = packages.load()[0].project["classifiers"]
    return sorted(
        (3, int(line.removeprefix(prefix))) for line in classifiers if line.startswith(prefix)
    )


def candidates(version: tuple[int, int]) -> list[Path]:
    """Where an interpreter may be: this one, the search path, the folders of version managers."""
    name = f"python{version[0]}.{version[1]}"
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    managed = [
        *Path.home().glob(f".pyenv/versions/{version[0]}.{version[1]}.*/bin"),
        *Path.home().glob(f".local/share/uv/python/cpython-{version[0]}.{version[1]}.*/bin"),
    ]
    found = [folder / name for folder in [*folders, *sorted(managed, reverse=True)]]
    return [Path(sys.executable), *(path for path in found if path.is_file())]


def is_version(path: Path, version: tuple[int, int]) -> bool:
    """Whether `path` runs as CPython of `version`: a version manager's stand-in may refuse."""
    answer = subprocess.run([path, "-c", ASK], capture_output=True, text=True)
    return answer.returncode == 0 and answer.stdout.split() == [*map(str, version), "cpython"]


@cache
def find(version: tuple[int, int]) -> Path | None:
    """An interpreter of `version`, or None."""
    return next((path for path in candidates(version) if is_version(path, version)), None)


def oldest() -> Path | None:
    """An interpreter of the oldest version that Firebrick supports, or None."""
    return find(claimed()[0])


def newest() -> Path:
    """An interpreter of the newest version at hand; this one when there is no other."""
    return next(
        (path for version in reversed(claimed()) if (path := find(version))), Path(sys.executable)
    )


if __name__ == "__main__":
    for version in claimed():
        print(f"{version[0]}.{version[1]}", find(version) or "none")
