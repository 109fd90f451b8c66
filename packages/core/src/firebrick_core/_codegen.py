"""Source text of an operator's public functions, from its declaration.

`tools/generate_operators.py` writes that text for the built-in table into `_operators.py`, so that
import compiles nothing and editors see real functions; `bind` executes the very same text for an
operator that another library adds at run time. Each call is one straight line: a key test, the
arrays, the kernel inside NumPy's quiet state, a new tensor.
"""

from __future__ import annotations

from collections.abc import Callable

from . import _dtype
from ._codegen_composites import adds_out, tensors, wraps, write_composite
from ._codegen_text import (
    COMMUTATIVE,
    COMPARISONS,
    FROM_ARRAY,
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
        self.in_dunder = False  # where types are known and further arguments have their defaults

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

    def doc(self) -> str:
        text = (self.op.kernel.__doc__ or "").strip().split("\n")[0]
        return text.replace("\\", "\\\\") or f"{self.op.name}."

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
        if name == self.op.name:  # the in-place form gets the text when it is attached
            self.emit(f'    """{self.doc()}"""')
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

    def enter_quiet(self, pad: str) -> None:
        self.emit(f"{pad}try:")
        self.emit(
            f"{pad}    token = None if warnings.filters[0] is SILENT or get_errstate() is QUIET \\"
        )
        self.emit(f"{pad}        else set_errstate(QUIET)")
        self.emit(f"{pad}except IndexError:")
        self.emit(f"{pad}    token = set_errstate(QUIET)")

    def quiet(self, statement: str, fallback: str | None = None) -> None:
        self.enter_quiet("    ")
        self.emit("    try:")
        self.emit(f"        {statement}")
        if fallback is not None:
            # Shapes that do not broadcast, numbers out of range, read-only memory: the general run
            # either serves them or raises PyTorch's error.
            self.emit("    except (ValueError, OverflowError, TypeError):")
            self.emit(f"        return {fallback}")
        self.emit("    finally:")
        self.emit("        if token is not None:")
        self.emit("            reset_errstate(token)")

    def arrays(self, fallback: str, written: bool = False) -> tuple[list[str], str]:
        """Emit the dtype tests of the fast path; returns the array expressions and the dtype's.

        With `written`, a second operand over the storage of the first is checked: it may overlap.
        """
        first = self.names[0]
        number = self.number_param()
        if self.op.ufunc is not None and not self.in_dunder:
            # The ufunc serves the defaults of further arguments, the kernel all values.
            for p in self.params:
                if p.kind not in (TENSOR, OPERAND, OPTIONAL):
                    self.emit(f"    if {p.name} != {p.default!r}:")
                    self.emit(f"        return {fallback}")
        tensors = [p for p in self.params if p.kind in (TENSOR, OPERAND, OPTIONAL)]
        odd = self.odd(f"{first}.dtype", len(tensors))
        if len(tensors) == 1:
            if odd:
                self.emit(f"    if {odd}:")
                self.emit(f"        return {fallback}")
            self.emit(f"    first = {first}._array")
            return ["first"], f"{first}.dtype"
        if len(tensors) == 2 and number is not None:
            if not self.in_dunder:
                self.emit(f"    kind = _type({number})")
            self.emit("    try:")
            self.emit("        if kind is _float or kind is _int:")
            floats, array = f"{first}.dtype.is_floating_point", f"{first}._array.dtype"
            # Ufuncs take a Python number as a weak scalar; kernels are promised arrays.
            weak = number if self.op.ufunc else f"_asarray({number}, {array})"
            if self.takes_integers():
                floats = f"({floats} or kind is _int and {first}.dtype.category == 1)"
                if self.op.promotion == "bool":  # the number takes the dtype before it is compared
                    weak = f"{number} if {first}.dtype.is_floating_point else _asarray({number},"
                    weak += f" {array})"
            self.emit(f"            if not {floats}:")
            self.emit(f"                return {fallback}")
            self.emit(f"            second = {weak}")
            same = f"{first}.dtype is not {number}.dtype"
            self.emit(f"        elif {same}{odd and ' or '}{odd}:")
            self.emit(f"            return {fallback}")
            self.emit("        else:")
            self.emit(f"            second = {number}._array")
            if written:
                self.check_overlap(number, "            ")
            self.emit(f"        first = {first}._array")
            self.emit("    except (AttributeError, OverflowError):")
            self.emit(f"        return {fallback}")
            return ["first", "second"], f"{first}.dtype"
        if len(tensors) == 2 and tensors[1].kind == TENSOR:
            other = tensors[1].name
            same = f"{first}.dtype is not {other}.dtype"
            self.emit(f"    if {same}{odd and ' or '}{odd}:")
            self.emit(f"        return {fallback}")
            if written:
                self.check_overlap(other, "    ")
            return [f"{first}._array", f"{other}._array"], f"{first}.dtype"
        return self.several(tensors, fallback, written) if tensors[0].kind == TENSOR else ([], "")

    def check_overlap(self, other: str, pad: str) -> None:
        first = self.names[0]
        self.emit(f"{pad}if {first}._storage is {other}._storage is not None:")
        self.emit(f"{pad}    check_partly('{self.op.name}_', {first}, {other})")

    def takes_integers(self) -> bool:
        """Whether the fast path serves integer tensors with an integer, whose dtype they keep."""
        op = self.op
        return (
            op.promotion in ("default", "bool")
            and _dtype.INTEGRAL not in op.refused
            and (op.ufunc is not None or op.check is None)
        )

    def several(
        self, tensors: list[Parameter], fallback: str, written: bool
    ) -> tuple[list[str], str]:
        """`arrays` of three operands or more, the later ones perhaps numbers or None."""
        first = tensors[0].name
        arrays = [f"{first}._array"]
        self.emit(f"    dtype = {first}.dtype")
        odd = self.odd("dtype", len(tensors))
        if odd:
            self.emit(f"    if {odd}:")
            self.emit(f"        return {fallback}")
        self.emit("    try:")
        for p in tensors[1:]:
            array, other = f"{p.name}_array", "if"
            if p.kind == OPERAND:
                self.emit(f"        kind = _type({p.name})")
                self.emit("        if kind is _float or kind is _int:")
                self.emit("            if not dtype.is_floating_point:")
                self.emit(f"                return {fallback}")
                self.emit(f"            {array} = _asarray({p.name}, {first}._array.dtype)")
                other = "elif"
            if p.annotation.endswith("None"):
                self.emit(f"        {other} {p.name} is None:")
                self.emit(f"            {array} = None")
                other = "elif"
            self.emit(f"        {other} {p.name}.dtype is not dtype:")
            self.emit(f"            return {fallback}")
            self.emit("        else:")
            self.emit(f"            {array} = {p.name}._array")
            if written:
                self.check_overlap(p.name, "            ")
            arrays.append(array)
        self.emit("    except (AttributeError, OverflowError):")
        self.emit(f"        return {fallback}")
        return arrays, "dtype"

    def odd(self, dtype: str, tensors: int) -> str:
        """The test for a dtype that the fast path leaves to the general run; "" for none."""
        op = self.op
        if op.promotion in ("float", "real") or op.refused[1:2] == (_dtype.INTEGRAL,):
            return f"not {dtype}.is_floating_point"
        if op.dtypes in ("integral", "integer") and op.ufunc is not None:
            return ""  # NumPy refuses the others itself
        tests = []
        # NumPy makes integers of booleans, where PyTorch does not serve them.
        if op.promotion != "bool" and (op.ufunc is None or tensors == 1):
            tests.append(f"{dtype} is _BOOL")
        if _dtype.COMPLEX in op.refused:
            tests.append(f"{dtype}.is_complex")
        return " or ".join(tests)

    def pointwise(self) -> None:
        body = self.capture(self.pointwise_body)
        self.plain(self.op.name, body)
        self.public(self.op.name, self.id, self.to_plain(self.op.name), self.op.out)
        if self.op.inplace:
            self.inplace()

    def to_plain(self, name: str) -> list[str]:
        """The body that calls the plain function: for forms that are seldom the hot ones."""
        return [f"    return _plain_{name}({self.call})\n\n"]

    def pointwise_body(self) -> None:
        op, fallback = self.op, f"plain_run({self.id}, {self.call})"
        arrays, dtype = self.arrays(fallback)
        if not arrays:
            self.emit(f"    return {fallback}\n\n")
            return
        self.quiet(f"array = {self.kernel_call(arrays)}", fallback)
        self.emit("    if _type(array) is not _ndarray:")
        self.emit("        array = _asarray(array)")
        if len(arrays) > 1:  # where the first is not row-major, NumPy's order may not be PyTorch's
            self.emit(f"    elif array.ndim > 1 and not {arrays[0]}.flags.c_contiguous:")
            self.emit(f"        array = laid_out(array, {', '.join(arrays)})")
        result = {"bool": "_BOOL", "real": f"{dtype}.to_real()"}.get(op.promotion or "", dtype)
        self.make(result)

    def kernel_call(self, arrays: list[str], out: str = "") -> str:
        """The call that computes: whole, or split where the first array is large."""
        several = self.op.ufunc is not None and len(arrays) > 1
        small = f" if {arrays[0]}.size < {'BROADCAST' if several else 'LARGE'} else "
        if self.op.ufunc is not None:
            name, given = f"_ufunc_{self.op.name}", ", ".join(arrays + ([out] if out else []))
            return f"{name}({given}){small}split_ufunc({name}, {given})"
        name, given, whole = self.kernel_parts(arrays)
        return f"{name}({given}){small}split_operator({whole})"

    def kernel_parts(self, arrays: list[str]) -> tuple[str, str, str]:
        """The kernel, its arguments, and those of a call that splits it."""
        values = [p for p in self.params if p.kind not in (TENSOR, OPERAND, OPTIONAL)]
        given = ", ".join(["np", *arrays, *map(passed, values)])
        named = ", ".join(f'"{p.name}": {p.name}' for p in values)
        whole = f"{self.id}, ({', '.join(arrays)},), {{{named}}}"
        return f"_kernel_{self.op.name}", given, whole

    def make(self, dtype: str) -> None:
        if dtype == FROM_ARRAY:
            self.emit("    try:")
            self.emit("        dtype = _FROM_NUMPY[array.dtype]")
            self.emit("    except KeyError:")
            self.emit("        dtype = from_numpy_dtype(array.dtype)")
        self.emit("    out = _new(Tensor)")
        self.emit("    out._array = array")
        if dtype == FROM_ARRAY:
            self.emit("    out.dtype = dtype")
            self.emit("    out._keys = dtype.keys")
        else:  # that of the inputs, which have no keys
            self.emit(f"    out.dtype = {dtype}")
            self.emit("    out._keys = 0")
        self.emit("    out._storage = out._meta = out._base = None")
        self.emit("    return out\n\n")

    def inplace(self) -> None:
        op, name = self.op, f"{self.op.name}_"
        body = self.capture(self.inplace_body)
        self.plain(name, body)
        self.public(name, f"_{op.name}__op", self.to_plain(name), out=False)

    def inplace_body(self) -> None:
        op, first = self.op, self.names[0]
        fallback = f"plain_run(_{op.name}__op, {self.call})"
        arrays: list[str] = []
        if op.kind == "pointwise" and op.promotion in ("default", "number", "float"):
            arrays, _ = self.arrays(fallback, written=True)
        if not arrays:
            self.emit(f"    return {fallback}\n\n")
            return
        target = arrays[0]
        if op.ufunc is not None:
            self.quiet(self.kernel_call(arrays, target), fallback)
        else:
            name, given, whole = self.kernel_parts(arrays)
            self.quiet(
                f"if {target}.size < LARGE:\n            {target}[...] = {name}({given})\n"
                f"        else:\n            write_split({whole})",
                fallback,
            )
        self.emit(f"    storage = {first}._storage")
        self.emit("    if storage is None:")
        self.emit(f"        storage = {first}._storage = Storage({first}._array)")
        self.emit("    storage.version += 1")
        self.emit("    frame = _getframe(2)")
        self.emit("    if id(frame.f_globals) in INTERNAL:")
        self.emit("        frame = user_frame(frame)")
        self.emit("    storage.writer = (frame.f_code, frame.f_lasti)")
        self.emit(f"    return {first}\n\n")

    def array(self) -> None:
        name, body = self.op.name, self.capture(self.array_body)
        self.plain(name, body)
        inlined = self.op.inlined or self.op.kind == "view"
        self.public(name, self.id, body if inlined else self.to_plain(name), self.op.out)
        if self.op.inplace:
            self.inplace()

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
        if op.any_order:
            tensors = [p.name for p in self.params if p.kind in (TENSOR, OPTIONAL, TENSORS)]
            made = f"conceal(wrap({{1}}), ({', '.join(tensors)},))"
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
        elif op.any_order:
            self.emit(f"    return {made.format(first, 'array')}\n\n")
        else:
            self.emit("    if _type(array) is not _ndarray:")
            self.emit("        array = _asarray(array)")
            self.make(FROM_ARRAY)

    # ------------------------------------------------------------------ Python operators
    def dunder(self) -> None:
        op = self.op
        assert op.symbol is not None
        if op.symbol in UNARY:
            return
        stem = SYMBOLS.get(op.symbol) or COMPARISONS[op.symbol]
        number = op.kind == "pointwise"
        first, second = self.names[:2]
        extra = "".join(f", {p.default!r}" for p in self.params[2:])
        call = f"({first}, {second}{extra})"
        self.emit(f"def _{stem}({first}: Any, {second}: Any) -> Tensor:")
        if number:
            self.emit(f"    kind = _type({second})")
            self.emit("    if kind is _float or kind is _int:")
            self.emit(f"        keys = {first}._keys")
            self.emit("    else:")
            self.emit("        try:")
            self.emit(f"            keys = {first}._keys | {second}._keys")
            self.emit("        except AttributeError:")
        else:
            self.emit("    try:")
            self.emit(f"        keys = {first}._keys | {second}._keys")
            self.emit("    except AttributeError:")
        pad = "            " if number else "        "
        self.emit(f"{pad}return operator_fallback({self.id}, {first}, {second}, {call})")
        self.emit("    if keys or switch.modes:")
        self.emit(f"        return dispatch({self.id}, keys, {call})")
        for p in self.params[2:]:
            self.emit(f"    {p.name} = {p.default!r}")
        self.in_dunder = True
        self.lines += self.capture(self.pointwise_body if number else self.array_body)
        self.in_dunder = False
        if op.symbol in SYMBOLS and op.symbol not in COMMUTATIVE:
            self.emit(f"def _r{stem}(self: Any, other: Any) -> Tensor:")
            if number and op.ufunc is not None and op.promotion in ("default", "float"):
                self.reflected()
            self.emit(
                f"    return operator_fallback({self.id}, self, other, (other, self{extra}))\n\n"
            )

    def reflected(self) -> None:
        """The fast path of a number on the left: recorded calls take the long way."""
        self.emit("    kind = _type(other)")
        self.emit("    if (kind is _float or kind is _int) and self.dtype.is_floating_point \\")
        self.emit("            and not (self._keys or switch.modes):")
        self.enter_quiet("        ")
        self.emit("        try:")
        self.emit(f"            array = _ufunc_{self.op.name}(other, self._array)")
        self.emit("        finally:")
        self.emit("            if token is not None:")
        self.emit("                reset_errstate(token)")
        self.emit("        return wrap(array)")

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
                    f'        """{self.doc()}"""',
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
            lines.append(f"    __{stem}__ = _{stem}")
            if op.symbol in SYMBOLS:
                reflected = stem if op.symbol in COMMUTATIVE else f"r{stem}"
                lines.append(f"    __r{stem}__ = _{reflected}")
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
            self.pointwise()
        elif self.op.kind in ("array", "view"):
            self.array()
        elif self.op.kind == "direct":
            body = [f"    return _kernel_{self.op.name}({self.keyword_call()})\n\n"]
            self.plain(self.op.name, body)
            self.public(self.op.name, self.id, self.to_plain(self.op.name), self.op.out)
        if self.op.symbol is not None:
            self.dunder()
        return "\n".join(self.lines)
