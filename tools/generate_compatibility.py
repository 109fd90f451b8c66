"""Write what docs/gaps.toml knows of PyTorch's absent names to where users meet it.

    python tools/generate_compatibility.py             write
    python tools/generate_compatibility.py --check     fail where something is stale or wrong

`packages/firebrick/src/firebrick/_absent.py` gets the reasons for errors; docs/compatibility.md the
parts between its markers. A module that gaps.toml names absent and that is here is an error.
"""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
REASONS = ROOT / "packages" / "firebrick" / "src" / "firebrick" / "_absent.py"
PAGE = ROOT / "docs" / "compatibility.md"
WIDTH = 100


def reasons_source(gaps: dict[str, Any]) -> str:
    """The text of `_absent.py`."""
    lines = [
        '"""Why names of PyTorch are absent, as patterns by reason. Written by',
        'tools/generate_compatibility.py from docs/gaps.toml; do not edit."""',
        "",
        "ABSENT: dict[str, tuple[str, ...]] = {",
    ]
    groups: dict[str, list[str]] = {}
    for group in (*gaps["module"], *gaps["absent"]):
        groups.setdefault(group["reason"], []).extend(group["names"])
    for reason, names in groups.items():
        lines += [*_text(reason, ": ("), *(f'        "{name}",' for name in names), "    ),"]
    return "\n".join([*lines, "}", ""])


def _text(reason: str, end: str) -> list[str]:
    """A text as lines of source."""
    if len(reason) + 10 <= WIDTH:
        return [f'    "{reason}"{end}']
    cut = reason.rindex(" ", 0, WIDTH - 10) + 1
    return [f'    "{reason[:cut]}"', f'    "{reason[cut:]}"{end}']


def modules(gaps: dict[str, Any]) -> list[str]:
    """The absent modules, by reason."""
    return [
        f"- {', '.join(f'`{name}`' for name in group['names'])}: {group['reason']}."
        for group in gaps["module"]
    ]


def taken(gaps: dict[str, Any]) -> list[str]:
    """What is taken and does less."""
    return ["| name | here |", "| --- | --- |"] + [
        f"| `{name}` | {what} |" for name, what in gaps["taken"].items()
    ]


def differences(gaps: dict[str, Any]) -> list[str]:
    """Results that differ."""
    return [f"- `{name}`: {why}." for name, why in sorted(gaps["different"].items())]


def libraries(gaps: dict[str, Any]) -> list[str]:
    """Libraries that are tried, and how far they work."""
    return ["| library | what the tests use |", "| --- | --- |"] + [
        f"| {name} | {what} |" for name, what in gaps["library"].items()
    ]


PARTS = {"modules": modules, "taken": taken, "differences": differences, "libraries": libraries}


def filled(page: str, gaps: dict[str, Any]) -> str:
    """The page with its parts written anew."""
    for name, make in PARTS.items():
        start, end = f"<!-- {name}: generated -->", f"<!-- end of {name} -->"
        pattern = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.DOTALL)
        if not pattern.search(page):
            raise SystemExit(f"{PAGE.name}: there is no part {start} ... {end}")
        text = "\n".join([start, *make(gaps), end])
        page = pattern.sub(lambda _, text=text: text, page)
    return page


def here_after_all(gaps: dict[str, Any]) -> list[str]:
    """Modules that gaps.toml names absent and that can be imported."""
    found = []
    for name in (name for group in gaps["module"] for name in group["names"]):
        if "*" not in name:
            try:
                importlib.import_module("firebrick" + name.removeprefix("torch"))
            except ImportError:
                continue
            found.append(f"{name}: gaps.toml names it absent, it is not")
    return found


def main() -> int:
    """Write or check; returns the exit status."""
    gaps = tomllib.loads((ROOT / "docs" / "gaps.toml").read_text())
    wrong = here_after_all(gaps)
    for path, text in ((REASONS, reasons_source(gaps)), (PAGE, filled(PAGE.read_text(), gaps))):
        if "--check" not in sys.argv:
            path.write_text(text)
        elif path.read_text() != text:
            wrong.append(
                f"{path.relative_to(ROOT)} is stale: run python tools/generate_compatibility.py"
            )
    print("\n".join(wrong) or "docs/compatibility.md and _absent.py are up to date")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
