"""Tying an operator to its functions: the generated ones on import, or made at run time.

Import needs only this; the writer of the text, `_codegen`, is loaded where a library declares an
operator of its own.
"""

from __future__ import annotations

import linecache
from typing import Any

from ._fast_paths import fast_path
from ._operator import TABLE, Operator

_PROMOTES = {
    "default": "in the common dtype",
    "number": "in the common dtype, booleans as integers",
    "float": "in the common dtype, integers in the default floating one",
    "bool": "in the common dtype, with a bool result",
    "real": "in the common dtype, of complex numbers with a real result",
}


def document(op: Operator) -> str:
    """An operator's docstring: its kernel's, and what follows from the declaration."""
    text = (op.kernel.__doc__ or "").rstrip()
    notes = []
    if op.promotion is not None:
        several = len(op.kernel.__annotations__) > 2  # the result's is one
        how = "Tensors broadcast, and are computed" if several else "Computed"
        notes.append(f"{how} {_PROMOTES[op.promotion]}.")
    elif op.kind == "view":
        notes.append("The result is a view: it shares memory and version with its input.")
    forms = [f"`Tensor.{n}`" for n in op.methods if n != op.name or op.namespace != "method"]
    forms += [f"`{op.name}_` in place"] * op.inplace + ["`out=`"] * op.out
    if op.symbol is not None:
        forms.append(f"the Python operator `{op.symbol}`")
    if forms:
        notes.append(f"Also as {', '.join(forms)}.")
    if not op.differentiable:
        notes.append("Not differentiable.")
    if op.aliases:
        notes.append(f"Other names: {', '.join(op.aliases)}.")
    errors = sorted({kind.__name__ for _, kind, _ in op.errors})
    if errors and "Raises" not in text:
        notes.append(f"Raises {' or '.join(errors)} for arguments that do not fit.")
    return f"{text}\n\n{' '.join(notes)}" if notes else text


def attach(op: Operator, names: Any) -> None:
    """Give an operator its generated functions, found in a module's names."""
    op.function = names[op.name]
    if op.kind == "composite":
        op.plain = op.function
    elif op.kind == "pointwise" or op.inplace_of is not None:
        op.plain = names[f"_plain_{op.name}"] = fast_path(op)
    else:
        op.plain = names[f"_plain_{op.name}"]
    if op.function is not op.kernel:
        op.function.__doc__ = document(op)
    document_methods(op, vars(names["OperatorMethods"]))


def document_methods(op: Operator, methods: Any) -> None:
    """Give methods that are not the function itself its text."""
    for name in op.methods:
        method = methods.get(name)
        if method is not None and method.__doc__ is None:
            method.__doc__ = op.function.__doc__


def add_inplace(op: Operator) -> Operator:
    """The table's entry for an operator's in-place form."""
    form = Operator(
        f"{op.name}_",
        op.kernel,
        op.kind,
        promotion=op.promotion,
        namespace="method",
        differentiable=op.differentiable,
    )
    form.inplace_of = op
    TABLE[form.name] = form
    return form


def bind(op: Operator) -> Any:
    """Make the functions of an operator declared at run time, and its methods; returns the
    function.

    The text that is executed is put where tracebacks and debuggers find it.
    """
    from . import _operators, _tensor
    from ._codegen import Writer
    from ._codegen_text import COMPARISONS, SYMBOLS, prelude

    if op.inplace and f"{op.name}_" not in TABLE:
        add_inplace(op)
    writer = Writer(op)
    source = "\n".join([*prelude(op), "", writer.text()])
    filename = f"<firebrick operator {op.name}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    names = dict(vars(_operators))
    names[f"_kernel_{op.name}"] = op.kernel
    names[f"_{op.name}_op"], names[f"_{op.name}__op"] = op, TABLE.get(f"{op.name}_")
    names["SILENT"] = None  # the filter does not cover warnings from other packages' kernels
    exec(compile(source, filename, "exec"), names)
    attach(op, names)
    if op.inplace:
        attach(TABLE[f"{op.name}_"], names)
    body = "\n".join(["class Methods:", "    pass", *writer.methods()])
    exec(compile(body, filename, "exec"), names)
    document_methods(op, vars(names["Methods"]))
    for key, value in vars(names["Methods"]).items():
        if not key.startswith("__") or key.strip("_") in (*SYMBOLS.values(), *COMPARISONS.values()):
            if hasattr(_tensor.Tensor, key):
                raise ValueError(f"operator {op.name!r}: Tensor already has a method {key!r}")
            setattr(_tensor.Tensor, key, value)
    return op.function
