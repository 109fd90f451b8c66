"""Whether the installed sibling packages fit this one.

The ranges are those of `pyproject.toml`, repeated here because reading installed metadata imports a
dozen modules; the version check (`tools/check_versions.py`) holds them together.
"""

from __future__ import annotations

from importlib import import_module

RANGES = {
    "firebrick-core": (">=0.2", "<0.3"),
    "firebrick-autograd": (">=0.2", "<0.3"),
    "firebrick-nn": (">=0.2", "<0.3"),
    "firebrick-optim": (">=0.2", "<0.3"),
    "firebrick-data": (">=0.2", "<0.3"),
}


def check_siblings() -> None:
    """Raise ImportError where a sibling package is missing or outside its range, saying what to
    install."""
    for name, (low, high) in RANGES.items():
        module = name.replace("-", "_")
        try:
            found = import_module(f"{module}._version").__version__
        except ModuleNotFoundError as e:
            if e.name != module:
                raise
            raise ImportError(
                f"firebrick needs {name}, which is not installed: pip install '{name}{low},{high}'"
            ) from None
        check(name, found, low, high)


def check(name: str, found: str, low: str, high: str) -> None:
    """Raise ImportError where version `found` of a package is outside of `low` and `high`."""
    too_old = _numbers(found) < _numbers(low[2:])
    if too_old or _numbers(found) >= _numbers(high[1:]):
        raise ImportError(
            f"firebrick needs {name}{low},{high}, but {found} is installed: "
            f"pip install --upgrade {name if too_old else 'firebrick'}"
        )


def _numbers(version: str) -> tuple[int, ...]:
    """The leading numbers of a version; what follows them (rc1, dev0) does not count."""
    numbers = []
    for part in version.split("."):
        if not part.isdigit():
            break
        numbers.append(int(part))
    return tuple(numbers)
