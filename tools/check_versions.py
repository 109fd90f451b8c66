"""Check that versions, ranges, changelogs and the list of packages agree.

python tools/check_versions.py
"""

import re
import runpy
import sys
import tomllib

from packages import ROOT, Package, load


def expected_range(version: str) -> str:
    """The range in which a sibling may be: until the next version that is allowed to break."""
    major, minor = (int(part) for part in version.split(".")[:2])
    if major == 0:
        return f">=0.{minor},<0.{minor + 1}"
    return f">={major}.{minor},<{major + 1}"


def check_list(packages: list[Package]):
    """packages.toml names every folder of packages/, and no other."""
    listed = {package.name for package in packages}
    present = {path.parent.name for path in (ROOT / "packages").glob("*/pyproject.toml")}
    for name in sorted(listed ^ present):
        where = "packages.toml" if name in listed else "packages/"
        yield f"{name}: is only in {where}; packages.toml lists exactly the folders of packages/"


def check_version(package: Package):
    """A release number, at the top of the changelog too."""
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc|\.dev)\d+)?", package.version):
        yield f"{package.name}: version {package.version!r} is not of the form X.Y.Z"
    changelog = package.folder / "CHANGELOG.md"
    headings = re.findall(r"^## (.+)$", changelog.read_text(), re.MULTILINE)
    if not headings or headings[0].split()[0] != package.version:
        top = repr(headings[0]) if headings else "missing"
        says = f"_version.py says {package.version}"
        yield f"{package.name}: {says}, the top of CHANGELOG.md is {top}"


def check_ranges(package: Package, lower: list[Package]):
    """Siblings are lower packages, each in the range that its present version asks for."""
    ranges = {other.distribution: expected_range(other.version) for other in lower}
    for distribution, found in [*package.requirements.items(), *package.optional_requirements]:
        if not distribution.startswith("firebrick"):
            continue
        if distribution not in ranges:
            yield (
                f"{package.name}: needs {distribution}, which is not below it in packages.toml;"
                " a package needs only packages listed before it"
            )
        elif found != ranges[distribution]:
            yield (
                f"{package.name}: pyproject.toml says {distribution}{found},"
                f" its present version asks for {distribution}{ranges[distribution]}"
            )


def check_metadata(package: Package, first: Package):
    """What must be the same everywhere is, and the wheel carries types and a licence."""
    for key in ("license", "requires-python", "classifiers"):
        if package.project.get(key) != first.project.get(key):
            yield f"{package.name}: {key} differs from that of {first.name}"
    if not (package.folder / "src" / package.module / "py.typed").is_file():
        yield f"{package.name}: py.typed is missing, so that type checkers ignore the package"
    licence = package.folder / "LICENSE"
    if not licence.is_file() or licence.read_bytes() != (ROOT / "LICENSE").read_bytes():
        yield f"{package.name}: LICENSE is not a copy of the one at the root"
    with (package.folder / "pyproject.toml").open("rb") as file:
        hatch = tomllib.load(file)["tool"]["hatch"]
    if ROOT / package.folder / hatch["version"]["path"] != package.version_file:
        yield f"{package.name}: [tool.hatch.version] is not {package.version_file.name}"


def check_runtime_ranges(package: Package):
    """The ranges that importing the package checks are those of its pyproject.toml."""
    path = package.folder / "src" / package.module / "_compatible.py"
    if not path.is_file():
        return
    ranges = runpy.run_path(str(path))["RANGES"]
    checked = {name: ",".join(bounds) for name, bounds in ranges.items()}
    declared = {n: r for n, r in package.requirements.items() if n.startswith("firebrick")}
    if checked != declared:
        yield f"{package.name}: {path.name} checks {checked}, pyproject.toml says {declared}"


def problems() -> list[str]:
    """Every disagreement, as one line each."""
    listed = load()
    found = list(check_list(listed))
    packages = [package for package in listed if (package.folder / "pyproject.toml").is_file()]
    for position, package in enumerate(packages):
        found += check_version(package)
        found += check_ranges(package, packages[:position])
        found += check_metadata(package, packages[0])
        found += check_runtime_ranges(package)
    return found


def main() -> int:
    found = problems()
    for line in found:
        print(line)
    if not found:
        print("  ".join(f"{package.distribution} {package.version}" for package in load()))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
