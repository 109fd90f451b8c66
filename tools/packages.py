"""The packages of this repository, as `packages.toml` and their projects declare them.

Standard library only: `run.py` uses it before anything is installed.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def parse_requirement(line: str) -> tuple[str, str]:
    """`"name[extra]>=1,<2"` to `("name", ">=1,<2")`."""
    found = re.fullmatch(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*([^;]*)(?:;.*)?", line)
    if found is None:
        raise ValueError(f"expected a requirement as name>=1,<2, got {line!r}")
    return found[1], found[2].replace(" ", "")


@dataclass(frozen=True)
class Package:
    """One folder of packages/."""

    name: str

    @property
    def folder(self) -> Path:
        return ROOT / "packages" / self.name

    @cached_property
    def project(self) -> dict:
        """The `[project]` table of its `pyproject.toml`."""
        with (self.folder / "pyproject.toml").open("rb") as file:
            return tomllib.load(file)["project"]

    @property
    def distribution(self) -> str:
        """What pip installs, as `firebrick-core`."""
        return self.project["name"]

    @property
    def module(self) -> str:
        """What Python imports, as `firebrick_core`."""
        return self.distribution.replace("-", "_")

    @property
    def version_file(self) -> Path:
        return self.folder / "src" / self.module / "_version.py"

    @property
    def version(self) -> str:
        found = re.search(r'^__version__ = "([^"]+)"$', self.version_file.read_text(), re.MULTILINE)
        if found is None:
            raise ValueError(f'{self.version_file}: expected a line __version__ = "X.Y.Z"')
        return found[1]

    @property
    def requirements(self) -> dict[str, str]:
        """Its dependencies: distribution names with their version ranges."""
        return dict(parse_requirement(line) for line in self.project["dependencies"])

    @property
    def optional_requirements(self) -> list[tuple[str, str]]:
        """The dependencies of its extras: (distribution, version range)."""
        extras = self.project.get("optional-dependencies", {})
        return [parse_requirement(line) for lines in extras.values() for line in lines]

    @property
    def siblings(self) -> list["Package"]:
        """The packages of this repository that it declares it needs, lowest first."""
        return [other for other in load() if other.distribution in self.requirements]

    def closure(self) -> list["Package"]:
        """The package itself and all that it needs of this repository, lowest first."""
        needed = {self}
        for sibling in self.siblings:
            needed.update(sibling.closure())
        return [package for package in load() if package in needed]

    def wheel(self, folder: Path) -> Path:
        """Its wheel in `folder`."""
        return folder / f"{self.module}-{self.version}-py3-none-any.whl"


def load() -> list[Package]:
    """All packages, lowest first."""
    with (ROOT / "packages.toml").open("rb") as file:
        return [Package(name) for name in tomllib.load(file)["packages"]]
