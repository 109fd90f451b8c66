"""Write docs/coverage.md: what each operator can do, and each gap with its reason.

    python tools/generate_coverage.py             write it
    python tools/generate_coverage.py --check     fail where it is stale, or an operator got worse

Rows come from the operator table and the derivative rules, reasons from docs/gaps.toml. A gap
without a reason, a reason without a gap, and a name of docs/pytorch_names.txt that is neither here
nor in docs/gaps.toml are errors. Writing refuses to take something away from an operator that the
page has said it can do, unless --allow-worse is given.
"""

from __future__ import annotations

import fnmatch
import importlib
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "coverage.md"
COLUMNS = (
    "operator", "names", "in place", "out=", "backward", "forward mode", "batching", "meta",
    "dtypes",
)  # fmt: skip
YES, NO = "yes", "no"
# What a column may say, from the best to the worst; a change to the right is a loss.
BETTER = {
    "in place": (YES, NO),
    "out=": (YES, NO),
    "backward": ("rule", "composite", "in part", "not differentiable", NO),
    "forward mode": (YES, "", NO),
    "batching": ("rule", "composite", "loop", "in part", NO),
    "meta": (YES, NO),
}
BACKWARD = {"given": "rule", "given in part": "in part", "not implemented": NO, "missing": NO}
SHOWN = {
    "torch": "torch", "Tensor": "Tensor", "functional": "nn.functional", "linalg": "linalg",
    "special": "special", "fft": "fft", "windows": "signal.windows", "masked": "masked",
    "sparse": "sparse",
}  # fmt: skip


def public_operators() -> list[Any]:
    """The operators that users call, in order of their names."""
    from firebrick_core._operator import TABLE

    return sorted(
        (op for op in TABLE.values() if op.inplace_of is None and places_of(op)),
        key=lambda op: op.name.lower(),
    )


def places_of(op: Any) -> list[str]:
    """The full names of an operator."""
    return [f"{shown}.{n}" for place, shown in SHOWN.items() for n in op.names_in(place)]


def row(op: Any, gaps: dict[str, Any]) -> dict[str, str]:
    """An operator's line of the table."""
    from firebrick_autograd._rule import status

    backward = status(op.name)
    automatic = op.kind in ("pointwise", "view", "composite", "direct")
    return {
        "operator": op.name,
        "names": ", ".join(places_of(op)),
        "in place": YES if op.inplace or op.mutates else NO,
        "out=": YES if op.out else NO,
        "backward": BACKWARD.get(backward, backward),
        "forward mode": {"not differentiable": "", "not implemented": NO, "missing": NO}.get(
            backward, YES
        ),
        "batching": "in part" if op.name in gaps.get("batching", {}) else batching(op),
        "meta": YES if automatic or op.meta is not None else NO,
        "dtypes": op.dtypes,
    }


def batching(op: Any) -> str:
    """How `vmap` calls an operator."""
    from firebrick_autograd._batching import RULES

    if op.kind == "composite":
        return "composite"
    return "rule" if op.name in RULES or op.kind == "pointwise" else "loop"


def reasons_needed(rows: list[dict[str, str]], gaps: dict[str, Any]) -> list[str]:
    """What is wrong with the reasons for operators' gaps."""
    wrong = []
    for column in ("backward", "batching", "meta"):
        lacking = {r["operator"] for r in rows if r[column] in (NO, "in part")}
        given = gaps.get(column, {})
        wrong += [f"{name}: no {column}, and no reason in gaps.toml" for name in lacking - {*given}]
        wrong += [
            f"{name}: gaps.toml has a reason, but no {column} gap" for name in {*given} - lacking
        ]
    return sorted(wrong)


def exists(name: str) -> bool:
    """Whether Firebrick has a name of PyTorch, given as `torch.fft.rfft`."""
    path = name.split(".")[1:]
    value: Any = importlib.import_module("firebrick")
    for i, part in enumerate(path):
        if not hasattr(value, part):
            try:
                value = importlib.import_module(".".join(["firebrick", *path[: i + 1]]))
                continue
            except ImportError:
                return False
        value = getattr(value, part)
    return True


def absent_names(gaps: dict[str, Any]) -> tuple[dict[str, list[str]], list[str]]:
    """PyTorch's names that are not here by reason, and what is wrong with the list of reasons."""
    by_reason: dict[str, list[str]] = {}
    wrong, used = [], Counter()
    for name in (DOCS / "pytorch_names.txt").read_text().split():
        if exists(name):
            continue
        for group in gaps.get("absent", ()):
            pattern = next((p for p in group["names"] if fnmatch.fnmatchcase(name, p)), None)
            if pattern is not None:
                used[pattern] += 1
                by_reason.setdefault(group["reason"], []).append(name)
                break
        else:
            wrong.append(f"{name}: absent, and no reason in gaps.toml")
    for group in gaps.get("absent", ()):
        wrong += [
            f"{p}: gaps.toml names it absent, it is not" for p in group["names"] if not used[p]
        ]
    return by_reason, wrong


def page(rows: list[dict[str, str]], gaps: dict[str, Any], absent: dict[str, list[str]]) -> str:
    """The text of the page."""
    total = len((DOCS / "pytorch_names.txt").read_text().split())
    missing = sum(map(len, absent.values()))
    lines = [
        "# Coverage",
        "",
        "Written by `python tools/generate_coverage.py`; do not edit. Names are PyTorch's, without",
        "`torch.` where they are in a namespace of their own.",
        "",
        f"{len(rows)} operators. Of PyTorch's {total} documented names of these namespaces,"
        f" {total - missing} are here and {missing} are not.",
        "",
        "- **backward**: `rule`, a derivative of its own; `composite`, that of its parts; `in",
        "  part`, not for all inputs; `not differentiable`, as in PyTorch; `no`, a gap.",
        "- **forward mode**: tangents, which come from the rules for backward.",
        "- **batching**: under `vmap`, `rule`, at once; `composite`, as its parts; `loop`, sample",
        "  by sample; `in part`, not where values decide sizes or memory is rebuilt.",
        "- **meta**: shape and dtype without data.",
        "- **dtypes**: `all`; `ordered`, all but complex; `number`, all but bool; `real`, numbers",
        "  but complex; `floating`, floats and complex; `float`; `integral`, integers and bool;",
        "  `integer`; `no_half...`, without floats of 16 bits. These are computed in float32;",
        "  float8 types are for storage.",
        "",
        "| " + " | ".join(COLUMNS) + " |",
        "|" + " --- |" * len(COLUMNS),
    ]
    lines += ["| " + " | ".join(r[c] for c in COLUMNS) + " |" for r in rows]
    lines += ["", "## Gaps of operators", ""]
    for column in ("backward", "batching", "meta"):
        lines += [f"- `{n}`, {column}: {why}" for n, why in sorted(gaps.get(column, {}).items())]
    lines += ["", "## Results that differ from PyTorch's", ""]
    lines += [f"- `{n}`: {why}" for n, why in sorted(gaps.get("different", {}).items())]
    lines += ["", "## Names of PyTorch that are absent", ""]
    for reason, names in absent.items():
        lines += [f"- {reason}: {', '.join(f'`{n}`' for n in names)}"]
    return "\n".join(lines) + "\n"


def read_rows(text: str) -> dict[str, dict[str, str]]:
    """The table of an earlier page, by operator."""
    found = {}
    for line in text.splitlines():
        cells = [c.strip() for c in line.strip("|").split(" | ")]
        row = line.startswith("| ") and len(cells) == len(COLUMNS)
        if row and cells[0] not in ("operator", "---"):
            found[cells[0]] = dict(zip(COLUMNS, cells, strict=True))
    return found


def losses(before: dict[str, dict[str, str]], rows: list[dict[str, str]]) -> list[str]:
    """What operators could do on the earlier page and cannot now."""
    now = {r["operator"]: r for r in rows}
    public = {name for r in rows for name in r["names"].split(", ")}
    wrong = []
    for name, old in before.items():
        wrong += [f"{n}: gone" for n in old["names"].split(", ") if n not in public]
        for column, order in BETTER.items() if name in now else ():
            new = now[name][column]
            if old[column] in order and order.index(new) > order.index(old[column]):
                wrong.append(f"{name}: {column} was {old[column]}, now {new}")
    return wrong


def main() -> int:
    """Write or check the page; returns the exit status."""
    gaps = tomllib.loads((DOCS / "gaps.toml").read_text())
    rows = [row(op, gaps) for op in public_operators()]
    absent, wrong = absent_names(gaps)
    wrong += reasons_needed(rows, gaps)
    before = PAGE.read_text() if PAGE.exists() else ""
    if "--allow-worse" not in sys.argv:
        wrong += losses(read_rows(before), rows)
    text = page(rows, gaps, absent)
    if "--check" in sys.argv and text != before:
        wrong.append("docs/coverage.md is stale: run python tools/generate_coverage.py")
    print(
        "\n".join(wrong) or f"{len(rows)} operators, {sum(map(len, absent.values()))} names absent"
    )
    if wrong:
        return 1
    PAGE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
