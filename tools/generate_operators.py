"""Write firebrick_core/_operators.py and its namespace modules from the operator table.

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
    """Import the declarations, with their in-place forms; returns the code generator and the
    table."""
    sys.path.insert(0, str(SOURCE.parent))
    package = types.ModuleType("firebrick_core")
    package.__path__ = [str(SOURCE)]
    sys.modules["firebrick_core"] = package
    sys.modules["firebrick_core._operators"] = types.ModuleType("firebrick_core._operators")
    package._operators = sys.modules["firebrick_core._operators"]
    importlib.import_module("firebrick_core.ops")
    codegen = importlib.import_module("firebrick_core._codegen")
    codegen.text = importlib.import_module("firebrick_core._codegen_text")
    bind = importlib.import_module("firebrick_core._bind")
    table = importlib.import_module("firebrick_core._operator").TABLE
    for op in list(table.values()):
        if op.inplace:
            bind.add_inplace(op)
    return codegen, table


# The names by which the functions look up kernels and entries of the table.
BOUND = """\
for _entry in [*TABLE.values()]:
    if _entry.inplace:
        add_inplace(_entry)
for _name, _entry in TABLE.items():
    globals()[f"_{_name}_op"] = _entry
    if _entry.inplace_of is None:
        globals().setdefault(f"_kernel_{_name}", _entry.kernel)
"""


def operators_text(codegen: types.ModuleType, table: dict) -> str:
    """The text of `_operators.py`."""
    imports, preludes, functions, methods, exported = [], {}, [], [], []
    declared = [op for op in table.values() if op.inplace_of is None]
    for op in declared:
        writer = codegen.Writer(op)
        own = op.kind == "composite" and (not writer.wraps() or writer.function_name() != op.name)
        if own:  # it is the public function, or the method
            module = op.kernel.__module__.removeprefix("firebrick_core.")
            imports.append(f"from .{module} import {op.kernel.__name__} as _kernel_{op.name}")
        preludes.update(dict.fromkeys(codegen.text.prelude(op)))
        functions.append(writer.text())
        public = op.names_in("torch")
        for alias in dict.fromkeys([*public, *(a for a in op.aliases if "." not in a)]):
            if alias != op.name:
                functions.append(f"{alias} = {op.name}\n\n")
                if op.inplace:
                    functions.append(f"{alias}_ = {op.name}_\n\n")
        methods += writer.methods()
        exported += public
        if op.inplace:
            exported += [f"{n}_" for n in public]
    header = codegen.text.HEADER.replace(
        "{imports}",
        "from . import ops as _ops  # fills the table\nfrom ._bind import add_inplace, attach\n"
        + "\n".join(sorted(set(imports))),
    )
    out = [
        header,
        BOUND,
        *preludes,
        "",
        "",
        *functions,
        "class OperatorMethods:",
        '    """The methods that operators give to Tensor."""',
        "",
        "    __slots__ = ()",
        "",
        *methods,
        "",
        "",
        "__all__ = [",
        *(f'    "{n}",' for n in sorted(set(exported))),
        "]",
        "",
        "for _entry in TABLE.values():",
        "    attach(_entry, globals())",
        "",
    ]
    return "\n".join(out)


# Namespace -> its module, what the module's docstring says, and lines for names that are no
# operators.
NAMESPACES = {
    "functional": (
        "functional.py",
        "The neural-network primitives under the names of torch.nn.functional.",
        (),
    ),
    "linalg": (
        "linalg.py",
        "Linear algebra under the names of torch.linalg.",
        ("from ._errors import LinAlgError as LinAlgError",),
    ),
    "special": ("special.py", "Special functions under the names of torch.special.", ()),
    "fft": ("fft.py", "Discrete Fourier transforms under the names of torch.fft.", ()),
    "windows": (
        "signal/windows.py",
        "Window functions under the names of torch.signal.windows.",
        (),
    ),
    "masked": ("masked.py", "Reductions over unmasked elements, as torch.masked has them.", ()),
    "sparse": (
        "sparse.py",
        "Functions of sparse tensors under the names of torch.sparse.",
        (
            "from ._sparse_parts import (",
            "    check_sparse_tensor_invariants as check_sparse_tensor_invariants,",
            ")",
        ),
    ),
}


def namespace_text(namespace: str, table: dict) -> str:
    """The text of a module that gives a namespace's operators their names there.

    One that takes other arguments there than in `torch` is declared as <namespace>_<name>.
    """
    module, doc, lines = NAMESPACES[namespace]
    public = {}
    for op in table.values():
        for short in op.names_in(namespace) if op.inplace_of is None else ():
            if short not in public or op.name == f"{namespace}_{short}":
                public[short] = op.name
                if op.inplace:
                    public[f"{short}_"] = f"{op.name}_"
    here = "." * (1 + module.count("/"))
    names = [
        f"from {here}_operators import {own} as {short}" for short, own in sorted(public.items())
    ]
    return "\n".join([f'"""{doc} Generated: do not edit."""', "", *lines, *names, ""])


def main() -> int:
    """Write what is stale, or with --check say so; returns the exit status."""
    codegen, table = load_table()
    texts = {"_operators.py": operators_text(codegen, table)}
    for name, (module, _, _) in NAMESPACES.items():
        texts[module] = namespace_text(name, table)
    stale = [
        n for n, t in texts.items() if not (SOURCE / n).exists() or (SOURCE / n).read_text() != t
    ]
    if "--check" in sys.argv and stale:
        print(f"stale: {', '.join(stale)}; run python tools/generate_operators.py")
        return 1
    for name in stale:
        (SOURCE / name).write_text(texts[name])
    print(
        f"{len(table)} operators"
        + (f", wrote {', '.join(stale)}" if stale else ", nothing to write")
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
