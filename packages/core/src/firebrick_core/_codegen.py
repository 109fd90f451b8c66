"""Source text of an operator's public functions, from its declaration.

`tools/generate_operators.py` writes that text for the built-in table into `_operators.py`, so that
import compiles nothing and editors see real functions; `bind` executes the very same text for an
operator that another library adds at run time. Each call is one straight line: a key test, the
arrays, the kernel inside NumPy's quiet state, a new tensor. Docstrings are the kernels' own:
`attach` puts them there.
"""

from __future__ import annotations

from collections.abc import Callable

from ._codegen_composites import adds_out, tensors, wraps, write_composite
from ._codegen_text import (
    COMMUTATIVE,
    COMPARISONS,
    SYMBOLS,
    UNARY,
    annotation,
    passed,
)
from ._operator import OPERAND, OPTIONAL, TENSOR, TENSORS, VARARGS, Operator, Parameter


class Writer:
    """The text of one operator's functions."""

    def __init__(self, op: Operator):
        self.op = op
        self.params = op.parameters
        self.names = [p.name for p in self.params]
        self.call = ", ".join(self.names)
        self.tuple = f"({self.call},)" if len(self.names) == 1 else f"({self.call})"
        self.id = f"_{op.name}_op"
        self.lines: list[str] = []

    def emit(self, text: str) -> None:
        self.lines.extend(text.split("\n"))

    # ------------------------------------------------------------------ pieces
    def renames(self) -> bool:
        """Whether NumPy's names for `dim` and `keepdim` are understood, as in PyTorch's own
        functions: not in those of torch.nn.functional."""
        places = self.op.namespace.split()
        torch = (
            "torch" in places
            or ("method" in places or self.op.methods)
            and ("functional" not in places)
        )
        return bool(torch) and any(n in self.names for n in ("dim", "keepdim"))

    def may_wait(self) -> str | None:
        """`dim` where it must be given, but may be under NumPy's name: then it has a default."""
        for i, p in enumerate(self.params):
            if p.name == "dim" and p.default is Parameter.empty and self.renames():
                rest = self.params[i + 1 :]
                if all(q.default is not Parameter.empty or q.keyword_only for q in rest):
                    return p.name
        return None

    def understand(self, name: str, out: bool) -> None:
        """Emit the way from NumPy's names to the operator's own."""
        given = ", ".join(f'"{n}": {n}' for n in [*self.names, *(["out"] if out else [])])
        self.emit("    if renamed:")
        self.emit(f"        return with_numpy_names({name}, renamed, {{{given}}})")

    def signature(self, star: bool = False, out: bool = False, renames: bool = False) -> str:
        parts: list[str] = []
        named = False
        waiting = self.may_wait() if renames else None
        for p in self.params:
            if p.keyword_only and not named:
                parts.append("*old: Any" if self.op.deprecated else "*")
                named = True
            kind = annotation(p.annotation)
            if p.kind == VARARGS and star:
                # One by one, as a sequence, or by name.
                default = () if p.default is Parameter.empty else p.default
                parts += [f"*each: {kind}", f"{p.name}: {kind} = {default!r}"]
                named = True
            elif p.name == waiting:
                parts.append(f"{p.name}: Any = MISSING")
            elif p.default is Parameter.empty:
                parts.append(f"{p.name}: {kind}")
            else:
                parts.append(f"{p.name}: {kind} = {p.default!r}")
        if out:
            parts += ([] if named else ["*"]) + ["out: Any = None"]
        if renames:
            parts.append("**renamed: Any")
        return ", ".join(parts)

    def keys(self, indent: str) -> list[str]:
        single = [
            f"{p.name}._keys"
            for p in self.params
            if p.kind == TENSOR or (p.kind == OPERAND and p is self.params[0])
        ]
        lines = [f"{indent}keys = {' | '.join(single) or '0'}"]
        for p in self.params:
            if p.kind == OPTIONAL:
                lines += [
                    f"{indent}if {p.name} is not None:",
                    f"{indent}    keys |= {p.name}._keys",
                ]
            elif p.kind == OPERAND and p is not self.params[0]:
                tensor = "kind is not _float and kind is not _int"
                tensor += f" and {p.name} is not None" * p.annotation.endswith("None")
                lines += [
                    f"{indent}kind = _type({p.name})",
                    f"{indent}if {tensor}:",
                    f"{indent}    keys |= {p.name}._keys",
                ]
            elif p.kind == TENSORS:
                test = "if t is not None:" if p.annotation == "OptionalArrays" else ""
                # A tensor is a sequence of tensors, but not of those that are meant.
                lines.append(f"{indent}kind = _type({p.name})")
                lines.append(f"{indent}if kind is not _list and kind is not _tuple:")
                lines.append(f"{indent}    raise AttributeError")
                lines.append(f"{indent}for t in {p.name}:")
                if test:
                    lines += [f"{indent}    {test}", f"{indent}        keys |= t._keys"]
                else:
                    lines.append(f"{indent}    keys |= t._keys")
        return lines

    def number_param(self) -> str | None:
        """The second operand's name where that may be a number."""
        if self.op.kind == "pointwise" and len(self.params) > 1:
            p = self.params[1]
            if p.kind == OPERAND and p.annotation == "Operand":
                return p.name
        return None

    def returns(self) -> str:
        if self.op.kind == "pointwise":
            return "Tensor"
        return annotation(self.op.returned)

    def older_forms(self, id: str, out: bool) -> None:
        """Emit the way of calls with more positional arguments than there are parameters now."""
        if self.op.deprecated:
            given = ", ".join(p.name for p in self.params if not p.keyword_only)
            named = [p.name for p in self.params if p.keyword_only] + ["out"] * out
            pairs = ", ".join(f'"{n}": {n}' for n in named)
            self.emit("    if old:")
            self.emit(f"        return call_deprecated({id}, ({given}, *old), {{{pairs}}})")

    # ------------------------------------------------------------------ functions
    def public(self, name: str, id: str, body: list[str], out: bool) -> None:
        last = ", out" if out else ""
        renames = self.renames()
        self.emit(f"def {name}({self.signature(out=out, renames=renames)}) -> {self.returns()}:")
        if renames:
            self.understand(name, out)
        self.older_forms(id, out)
        number = self.number_param()
        # Numbers are told from tensors by type first: an AttributeError costs ten times as much.
        if number is not None:
            first = self.names[0]
            self.emit(f"    kind = _type({number})")
            self.emit("    try:")
            self.emit(f"        keys = {first}._keys")
            self.emit("        if kind is not _float and kind is not _int:")
            self.emit(f"            keys |= {number}._keys")
        else:
            self.emit("    try:")
            self.lines += self.keys("        ")
        self.emit("    except AttributeError:")
        self.emit(f"        return call_mixed({id}, {self.tuple}{last})")
        condition = "keys or switch.modes" + (" or out is not None" if out else "")
        self.emit(f"    if {condition}:")
        self.emit(f"        return dispatch({id}, keys, {self.tuple}{last})")
        self.lines += body

    def plain(self, name: str, body: list[str]) -> None:
        """The function for calls that have been through the layers: the same body without key
        tests."""
        self.emit(f"def _plain_{name}({self.call}):")
        self.lines += body

    def capture(self, write: Callable[[], None]) -> list[str]:
        """The lines that `write` emits."""
        before, self.lines = self.lines, []
        write()
        written, self.lines = self.lines, before
        return written

    def quiet(self, statement: str) -> None:
        self.emit("    try:")
        self.emit(
            "        token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \\"
        )
        self.emit("            else set_errstate(QUIET)")
        self.emit("    except IndexError:")
        self.emit("        token = set_errstate(QUIET)")
        self.emit("    try:")
        self.emit(f"        {statement}")
        self.emit("    finally:")
        self.emit("        if token is not None:")
        self.emit("            reset_errstate(token)")

    def to_plain(self, name: str) -> list[str]:
        """The body that calls the plain function: for forms that are seldom the hot ones."""
        return [f"    return _plain_{name}({self.call})\n\n"]

    def make(self) -> None:
        self.emit("    try:")
        self.emit("        dtype = _FROM_NUMPY[array.dtype]")
        self.emit("    except KeyError:")
        self.emit("        dtype = from_numpy_dtype(array.dtype)")
        self.emit("    out = _new(Tensor)")
        self.emit("    out._array = array")
        self.emit("    out.dtype = dtype")
        self.emit("    out._keys = dtype.keys")
        self.emit("    out._storage = out._meta = out._base = None")
        self.emit("    return out\n\n")

    def array(self) -> None:
        name, body = self.op.name, self.capture(self.array_body)
        self.plain(name, body)
        inlined = self.op.inlined or self.op.kind == "view"
        self.public(name, self.id, body if inlined else self.to_plain(name), self.op.out)

    def array_body(self) -> None:
        op, args = self.op, []
        for p in self.params:
            if p.kind == TENSOR:
                args.append(f"{p.name}._array")
            elif p.kind == OPTIONAL:
                args.append(f"None if {p.name} is None else {p.name}._array")
            elif p.kind == TENSORS:
                gap = " if t is not None else None" if p.annotation == "OptionalArrays" else ""
                args.append(f"[t._array{gap} for t in {p.name}]")
            else:
                args.append(passed(p))
        call = f"_kernel_{op.name}({', '.join(['np', *args])})"
        made = "view_of({0}, {1})" if op.kind == "view" else "wrap({1})"
        first = self.names[0]
        if op.kind == "view":
            self.emit(f"    array = {call}")
        else:
            self.quiet(f"array = {call}")
        if op.returns:
            self.emit(
                f"    return _{op.name}_result._make({made.format(first, 'a')} for a in array)\n\n"
            )
        elif op.several:
            self.emit(f"    return _tuple([{made.format(first, 'a')} for a in array])\n\n")
        elif op.kind == "view":
            self.emit(f"    return view_of({first}, array)\n\n")
        else:
            self.emit("    if _type(array) is not _ndarray:")
            self.emit("        array = _asarray(array)")
            self.make()

    def methods(self) -> list[str]:
        """Lines of the class body."""
        op, lines, renames = self.op, [], self.renames()
        star = any(p.kind == VARARGS for p in self.params)
        more = ", **renamed" * renames
        for name in op.methods:
            if star:
                varargs = next(p.name for p in self.params if p.kind == VARARGS)
                # Named after the operator, so that a traceback reads well.
                lines += [
                    f"    def {name}({self.signature(True, renames=renames)}) -> {self.returns()}:",
                    "        if each:",
                    (
                        f"            {varargs} = each[0] if len(each) == 1 and not"
                        " isinstance(each[0], _INTEGERS) else each"
                    ),
                    f"        return {self.function_name()}({self.keyword_call()}{more})",
                    "",
                ]
            else:
                lines.append(f"    {name} = {self.function_name()}")
        names = op.names_in("Tensor")
        own = op.methods[0] if op.methods else self.function_name()
        lines += [f"    {alias} = {own}" for alias in names if alias not in op.methods]
        if op.inplace:
            lines += [f"    {name}_ = {op.name}_" for name in names]
        if op.symbol in UNARY:
            lines.append(f"    __{UNARY[op.symbol]}__ = {op.name}")
        elif op.symbol is not None:
            stem = SYMBOLS.get(op.symbol) or COMPARISONS[op.symbol]
            lines.append(f"    __{stem}__ = python_operator({self.id})")
            if op.symbol in COMMUTATIVE:
                lines.append(f"    __r{stem}__ = __{stem}__")
            elif op.symbol in SYMBOLS:
                lines.append(f"    __r{stem}__ = reflected_operator({self.id})")
            if op.inplace:
                lines.append(f"    __i{stem}__ = {op.name}_")
        return lines

    def function_name(self) -> str:
        """What methods are: a composite's own function where nothing else is to be done."""
        op = self.op
        plain = op.kind == "composite" and not (op.layered or adds_out(self) or self.renames())
        only = [p.name for p in tensors(self)] in ([], self.names[:1])
        return f"_kernel_{op.name}" if plain and only else op.name

    def wraps(self) -> bool:
        """Whether a composite has a function around it."""
        return wraps(self)

    def keyword_call(self) -> str:
        return ", ".join(map(passed, self.params))

    def text(self) -> str:
        """All functions of the operator."""
        if self.op.kind == "composite":
            write_composite(self)
        elif self.op.kind == "pointwise":
            self.public(self.op.name, self.id, self.to_plain(self.op.name), self.op.out)
        elif self.op.kind in ("array", "view"):
            self.array()
        elif self.op.kind == "direct":
            body = [f"    return _kernel_{self.op.name}({self.keyword_call()})\n\n"]
            self.plain(self.op.name, body)
            self.public(self.op.name, self.id, self.to_plain(self.op.name), self.op.out)
        if self.op.inplace and self.op.kind != "composite":
            name = f"{self.op.name}_"
            self.public(name, f"_{name}_op", self.to_plain(name), out=False)
        return "\n".join(self.lines)
