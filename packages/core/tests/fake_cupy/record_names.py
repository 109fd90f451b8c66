"""Writes names.json: what CuPy's namespace has, so that the fake one has no more.

    python packages/core/tests/fake_cupy/record_names.py

Needs CuPy, but no GPU. A function's entry is its parameters ("a", "axis=", "*rest"), a ufunc's its
loops in NumPy's letters; None where a compiled function does not say.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("names.json")


def parameters(function: Any) -> str | None:
    """The parameters of a function as text, None where it does not say."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    marks = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    return " ".join(marks.get(p.kind, "") + p.name for p in signature.parameters.values())


def names(module: Any, skip: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a module of CuPy has: functions, ufuncs with their loops, and everything else."""
    found: dict[str, Any] = {}
    for name in dir(module):
        value = getattr(module, name)
        if name.startswith("_") or name in skip or inspect.ismodule(value):
            continue
        if isinstance(getattr(value, "types", None), list):
            found[name] = {"loops": " ".join(value.types)}
        elif callable(value) and not isinstance(value, type):
            found[name] = parameters(value)
    return found


def record() -> dict[str, Any]:
    """The whole table."""
    import cupy

    methods = [n for n in dir(cupy.ndarray) if not n.startswith("_")]
    parts = {name: names(getattr(cupy, name)) for name in ("linalg", "fft")}
    return {"version": cupy.__version__, "": names(cupy), **parts, "ndarray": methods}


if __name__ == "__main__":
    FILE.write_text(json.dumps(record(), indent=0, sort_keys=True) + "\n")
