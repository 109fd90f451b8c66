"""Write firebrick_core/_operators.py and functional.py from the operator table.

    python tools/generate_operators.py           write them
    python tools/generate_operators.py --check   fail where they are stale

The declarations are imported without the package's `__init__`, which needs what is being written.
"""

from __future__ import annotations

import importlib
import sys
import types
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "packages/core/src/firebrick_core"


def load_table() -> tuple[types.ModuleType, dict]:
    """Import the declarations; returns the code generator and the table."""
    sys.path.insert(0, str(SOURCE.parent))
    package = types.ModuleType("firebrick_core")
    package.__path__ = [str(SOURCE)]
    sys.modules["firebrick_core"] = package
    sys.modules["firebrick_core._operators"] = types.ModuleType("firebrick_core._operators")
    package._operators = sys.modules["firebrick_core._operators"]
    importlib.import_module("firebrick_core.ops")
    codegen = importlib.import_module("firebrick_core._codegen")
    table = importlib.import_module("firebrick_core._operator").TABLE
    return codegen, table


def operators_text(codegen: types.ModuleType, table: dict) -> str:
    """The text of `_operators.py`."""
    imports, preludes, functions, methods, exported, attached = [], {}, [], [], [], []
    for op in list(table.values()):
        if op.inplace:
            codegen.add_inplace(op)
        module = op.kernel.__module__.removeprefix("firebrick_core.")
        imports.append(f"from .{module} import {op.kernel.__name__} as _kernel_{op.name}")
        writer = codegen.Writer(op)
        if op.kind != "composite":
            preludes.update(dict.fromkeys(codegen.prelude(op)))
            functions.append(writer.text())
        else:
            functions.append(f"{op.name} = _kernel_{op.name}\n\n")
        for alias in op.aliases:
            functions.append(f"{alias} = {op.name}\n\n")
            if op.inplace:
                functions.append(f"{alias}_ = {op.name}_\n\n")
        methods += writer.methods()
        if op.namespace == "torch":
            exported += [op.name, *op.aliases]
            if op.inplace:
                exported += [f"{n}_" for n in (op.name, *op.aliases)]
        attached += [op.name, *([f"{op.name}_"] if op.inplace else [])]
    inplace = [
        f'add_inplace(TABLE["{op.name}"])' for op in table.values() if op.inplace
    ]
    header = codegen.HEADER.replace("{imports}", "from . import ops as _ops  # fills the table\n"
                                    "from ._codegen import add_inplace, attach\n" + "\n".join(sorted(set(imports))))
    out = [
        header, *inplace, "_BOOL = _ops.comparison.BOOL", *preludes, "", "", *functions,
        "class OperatorMethods:", '    """The methods that operators give to Tensor."""', "",
        "    __slots__ = ()", "", *methods, "", "",
        "__all__ = [", *(f'    "{n}",' for n in sorted(set(exported))), "]", "",
        f"for _name in {attached!r}:", "    attach(TABLE[_name], globals())", "",
    ]
    return "\n".join(out)


def functional_text(table: dict) -> str:
    """The text of `functional.py`."""
    names = []
    for op in table.values():
        if op.namespace == "functional" or "functional" in op.namespace.split():
            names += [op.name, *op.aliases, *([f"{op.name}_"] if op.inplace else [])]
    lines = [f"from ._operators import {n} as {n}" for n in sorted(set(names))]
    return "\n".join(
        ['"""The neural-network primitives under the names of torch.nn.functional. Generated: do not edit."""',
         "", *lines, ""]
    )


def main() -> int:
    codegen, table = load_table()
    stale = []
    for name, text in (
        ("_operators.py", operators_text(codegen, table)), ("functional.py", functional_text(table))
    ):
        path = SOURCE / name
        if not path.exists() or path.read_text() != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(text)
    if "--check" in sys.argv and stale:
        print(f"stale: {', '.join(stale)}; run python tools/generate_operators.py")
        return 1
    print(f"{len(table)} operators" + (f", wrote {', '.join(stale)}" if stale else ", nothing to write"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
