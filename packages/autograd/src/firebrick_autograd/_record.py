"""The autograd layer: records an operator call as a node, written out as source for each operator.

For every operator two functions are made from its rule when it is first recorded: `record`, the
layer's handler, which calls below and keeps what the rule needs, and `backward`, which checks and
unpacks that and calls the rule. They are straight lines, because this is what small models spend
their time in, and they are real source: a traceback shows them and a debugger steps through them.
"""

from __future__ import annotations

import functools
import linecache
import sys
from typing import Any

from firebrick_core import Tensor, _dispatch, _frames
from firebrick_core._dispatch import AUTOGRAD, register_layer
from firebrick_core._operator import OPERAND, OPTIONAL, TENSOR, TENSORS, Operator, Parameter

from . import _node
from ._rule import RULES, Rule, not_implemented
from ._saved import (
    FREED as FREED,
    attributes,
    opened,
    save_result,
    saved_copy,
    unpack,
    unpack_result,
    version_of,
)
from ._views import begin_inplace, finish_inplace, finish_view, gives_views, refresh

_TENSOR_KINDS = (TENSOR, OPTIONAL, OPERAND)


class Compiler:
    """Writes the functions of one operator from its rule."""

    def __init__(self, op: Operator, rule: Rule):
        self.op, self.rule = op, rule
        self.inplace = op.inplace_of is not None or op.mutates
        self.is_view = gives_views(op)
        self.base = op.inplace_of or op
        self.params = self.base.parameters
        self.by_name = {p.name: p for p in self.params}
        self.lines: list[str] = []
        self.names: dict[str, Any] = {}
        # Inputs with a rule, and for each thing to save the inputs whose rules use it.
        self.inputs = [p for p in self.params if self.function(p) is not None]
        self.users: dict[str, list[str]] = {}
        for p in self.inputs:
            for name in self.needs(p):
                if name not in ("grad", "grads"):
                    self.users.setdefault(name, []).append(p.name)

    def function(self, p: Parameter) -> Any:
        """What gives an input's gradient, None where it has none."""
        found = self.rule.inputs.get(p.name)
        if found is not_implemented:
            return functools.partial(_no_derivative, self.base.name, p.name)
        return found if callable(found) else None

    def needs(self, p: Parameter) -> tuple[str, ...]:
        """What that is called with."""
        if self.rule.inputs[p.name] is not_implemented:
            return ("grad",)
        return tuple(self.rule.needs(p.name))

    def emit(self, text: str) -> None:
        self.lines.append(text)

    # ------------------------------------------------------------------ what is saved
    def kind_of(self, name: str) -> str:
        p = self.by_name.get(name)
        if p is not None:
            if p.kind == OPERAND:
                return "operand"
            return {TENSOR: "tensor", OPTIONAL: "tensor", TENSORS: "tensors"}.get(p.kind, "value")
        if name == "result" or name in self.base.returns:
            return "result"
        if name.endswith("_shape") and name[:-6] in self.by_name:
            return "shape"
        raise ValueError(
            f"derivative of {self.base.name!r}: a rule asks for {name!r}, which is none of "
            "the operator's parameters, `result`, or `<parameter>_shape`"
        )

    def output_nr(self, name: str) -> int:
        return self.base.returns.index(name) if name in self.base.returns else 0

    def layout(self) -> tuple[tuple[str, str, int, int], ...]:
        """What a node's `saved` holds: names, kinds, places, and for results their numbers."""
        found, place = [], 0
        for name in self.users:
            kind = self.kind_of(name)
            found.append((name, kind, place, self.output_nr(name)))
            place += 3 if kind in ("tensor", "operand") else 1
        return tuple(found)

    def saves_tensors(self) -> bool:
        """Whether there is anything to free after backward, or for hooks to pack."""
        return any(self.kind_of(name) not in ("shape", "value") for name in self.users)

    # ------------------------------------------------------------------ record
    def record(self) -> None:
        names = ", ".join(p.name for p in self.params)
        self.emit("def record(op, args, keys):")
        self.emit(f"    {names}{',' if len(self.params) == 1 else ''} = args")
        first = self.params[0].name
        if self.inplace:
            self.emit(f"    begin_inplace(op, {first})")
        for p in self.inputs:
            self.edge(p)
        if self.inplace:
            self.save_inputs("    ")
        below = "redispatch(op, keys & ~AUTOGRAD, args)"
        given = "*args" if self.inplace else names  # in place, a name may stand for a copy by now
        self.emit(f"    out = plain({given}) if keys == AUTOGRAD else {below}")
        edges = "".join(
            f"*{p.name}_edge, " if p.kind == TENSORS else f"{p.name}_edge, " for p in self.inputs
        )
        wanted = [
            f"any({p.name}_edge)" if p.kind == TENSORS else f"{p.name}_edge is not None"
            for p in self.inputs
        ]
        if len(wanted) < sum(p.kind in (*_TENSOR_KINDS, TENSORS) for p in self.params):
            # The tensor that brought the autograd key may be one that takes no gradient.
            self.emit(f"    if not ({' or '.join(wanted) or 'False'}):")
            self.emit("        return out")
        self.emit("    node = new(NodeType)")
        self.emit("    node.sequence = next_sequence()")
        self.emit(f"    node.next = ({edges})")
        self.emit("    frame = getframe(3)")
        self.emit("    if id(frame.f_globals) in INTERNAL:")
        self.emit("        frame = user_frame(frame)")
        self.emit("    node.code, node.lasti = frame.f_code, frame.f_lasti")
        self.emit("    node.hooks = node.pre_hooks = None")
        if not self.inplace:
            self.save_inputs("    ")
        slots = [self.slot(name) for name in self.users]
        results = [n for n in self.users if self.kind_of(n) == "result"]
        for name in results:
            source = f"out[{self.output_nr(name)}]" if self.base.several else "out"
            self.emit(f"    {name}_saved = save_result({source})")
        self.emit(f"    node.saved = ({', '.join(slots)}{',' if slots else ''})")
        self.finish(first)

    def finish(self, first: str) -> None:
        if self.inplace:
            self.emit("    return finish_inplace(node, out)")
        elif self.base.several:
            self.emit("    return finish_outputs(node, out, keys)")
        else:
            self.emit("    node.shape, node.dtype = out._array.shape, out.dtype")
            self.emit("    out._meta = node")
            self.emit("    out._keys |= AUTOGRAD")
            if self.is_view:
                self.emit("    finish_view(node, out)")
            self.emit("    return out")

    def edge(self, p: Parameter) -> None:
        n = p.name
        if p.kind == TENSORS:
            self.emit(f"    {n}_edge = [None if t is None else gradient_edge(t) for t in {n}]")
            return
        pad = "    "
        if p.kind != TENSOR:
            # A number, or a tensor of any class.
            test = (
                f"{n} is None"
                if p.kind == OPTIONAL
                else (f"type({n}) is not Tensor and not hasattr({n}, '_keys')")
            )
            self.emit(f"    if {test}:")
            self.emit(f"        {n}_edge = None")
            self.emit("    else:")
            pad = "        "
        self.emit(f"{pad}if {n}._base is not None:")
        self.emit(f"{pad}    refresh({n})")
        self.emit(f"{pad}{n}_edge = {n}._meta if {n}._keys & AUTOGRAD else None")

    def save_inputs(self, pad: str) -> None:
        for name in self.users:  # before names of tensors that no rule needs are given up
            if self.kind_of(name) == "shape":
                self.save_shape(name, pad)
        for name, users in self.users.items():
            kind = self.kind_of(name)
            if kind in ("tensor", "operand"):
                self.save_tensor(name, kind, users, pad)
            elif kind == "tensors":
                self.emit(
                    f"{pad}{name}_saved = [t if t is None else (t, t._array, version_of(t)) for"
                    f" t in {name}]"
                )

    def save_tensor(self, name: str, kind: str, users: list[str], pad: str) -> None:
        """A tensor with its array and version; None where its users need no gradient."""
        present = f"hasattr({name}, '_keys')" if kind == "operand" else f"{name} is not None"
        maybe = kind == "operand" or self.by_name[name].kind == OPTIONAL
        always = len(users) == len(self.inputs) or any(
            self.by_name[u].kind == TENSORS for u in users
        )
        if maybe or not always:
            self.emit(f"{pad}{name}_array, {name}_version = None, 0")
        inner = pad
        if maybe:
            self.emit(f"{inner}if {present}:")
            inner += "    "
        given_up = inner
        if not always:
            self.emit(f"{inner}if {' or '.join(f'{u}_edge is not None' for u in users)}:")
            inner += "    "
        if self.inplace and name == self.params[0].name:
            self.emit(f"{inner}{name} = saved_copy({name}, {name}_edge)")
        self.emit(f"{inner}{name}_array = {name}._array")
        self.emit(f"{inner}storage = {name}._storage")
        self.emit(f"{inner}{name}_version = 0 if storage is None else storage.version")
        if not always:
            self.emit(f"{given_up}else:")
            self.emit(f"{given_up}    {name} = None")

    def save_shape(self, name: str, pad: str) -> None:
        source = name[:-6]
        if self.kind_of(source) == "tensors":
            self.emit(f"{pad}{name} = [t._array.shape for t in {source}]")
        elif self.by_name[source].kind == TENSOR:
            self.emit(f"{pad}{name} = {source}._array.shape")
        else:
            self.emit(f"{pad}{name} = getattr({source}, '_array', number_shape).shape")

    def slot(self, name: str) -> str:
        kind = self.kind_of(name)
        if kind in ("tensor", "operand"):
            return f"{name}, {name}_array, {name}_version"
        return f"{name}_saved" if kind in ("tensors", "result") else name

    # ------------------------------------------------------------------ backward
    def backward(self) -> None:
        self.emit("def backward(node, grad, graph):")
        self.emit("    saved = node.saved")
        if self.saves_tensors():
            self.emit("    if type(saved) is not tuple:  # freed, or packed by the user's hooks")
            self.emit("        saved = opened(node, saved)")
        slots = []
        for name in self.users:
            slots.append(self.slot(name))
        if slots:
            comma = "," if len(slots) == 1 and "," not in slots[0] else ""
            self.emit(f"    {', '.join(slots)}{comma} = saved")
        for name in self.users:
            kind = self.kind_of(name)
            if kind in ("tensor", "operand"):
                # Most saved inputs are unchanged and need no history: they are used as they are.
                self.emit(f"    if {name}_array is not None:")
                self.emit(f"        storage = {name}._storage")
                self.emit(
                    f"        if graph or {name}._keys or {name}._array is not {name}_array or "
                    f"(storage is not None and storage.version != {name}_version):"
                )
                self.emit(
                    f"            {name} = unpack(node, {name}, {name}_array, {name}_version,"
                    " graph)"
                )
            elif kind == "tensors":
                self.emit(
                    f"    {name} = [s if s is None else unpack(node, *s, graph) for s in"
                    f" {name}_saved]"
                )
            elif kind == "result":
                self.emit(
                    f"    {name} = unpack_result(node, {name}_saved, {self.output_nr(name)}, graph)"
                )
        fixed = not any(p.kind == TENSORS for p in self.inputs)
        if len(self.inputs) == 1 and fixed:
            p = self.inputs[0]
            self.emit(f"    return ({self.rule_call(p)},)")
            return
        if fixed:
            edges = ", ".join(f"{p.name}_edge" for p in self.inputs)
            self.emit(f"    {edges} = node.next")
            parts = [f"None if {p.name}_edge is None else {self.rule_call(p)}" for p in self.inputs]
        else:
            parts = [("*" if p.kind == TENSORS else "") + self.rule_call(p) for p in self.inputs]
        self.emit(f"    return ({', '.join(parts)},)")

    def rule_call(self, p: Parameter) -> str:
        self.names[f"rule_{p.name}"] = self.function(p)
        args = []
        for name in self.needs(p):
            if name == "grad":
                args.append("grad[0]" if self.base.several else "grad")
            else:
                args.append("grad" if name == "grads" else name)
        return f"rule_{p.name}({', '.join(args)})"

    # ------------------------------------------------------------------ result
    def compile(self) -> Any:
        """The operator's node class and handler."""
        self.record()
        self.emit("")
        self.backward()
        source = "\n".join(self.lines) + "\n"
        filename = f"<firebrick autograd of {self.op.name}>"
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        node_type: Any = type(
            f"{self.rule.name}Backward0",
            (_node.Node,),
            {
                "__slots__": ("view_version",) if self.is_view else (),
                "operator": self.op,
                "is_view": self.is_view,
                "several": self.base.several,
                "layout": self.layout(),
                "frees": self.saves_tensors(),
                **attributes(self.layout()),
            },
        )
        self.names.update(
            Tensor=Tensor,
            plain=self.op.plain,
            redispatch=_dispatch.redispatch,
            AUTOGRAD=AUTOGRAD,
            new=object.__new__,
            NodeType=node_type,
            next_sequence=_node.next_sequence,
            user_frame=_frames.user_frame,
            getframe=sys._getframe,
            INTERNAL=_frames.INTERNAL,
            refresh=refresh,
            gradient_edge=_node.gradient_edge,
            save_result=save_result,
            unpack=unpack,
            unpack_result=unpack_result,
            opened=opened,
            version_of=version_of,
            saved_copy=saved_copy,
            begin_inplace=begin_inplace,
            finish_inplace=finish_inplace,
            finish_view=finish_view,
            finish_outputs=finish_outputs,
            number_shape=_NUMBER,
        )
        _frames.INTERNAL.add(id(self.names))
        exec(compile(source, filename, "exec"), self.names)
        node_type.backward = staticmethod(self.names["backward"])
        return self.names["record"]


def _no_derivative(operator: str, argument: str, grad: Any) -> Any:
    raise NotImplementedError(
        f"the derivative for '{argument}' of {operator}() is not implemented: detach() that "
        "argument, or declare the derivative with firebrick_autograd.derivative"
    )


class _Number:
    shape = ()


_NUMBER = _Number()


def finish_outputs(node: Any, outs: Any, keys: int) -> Any:
    """Tie several results to their node; those of integer or bool type take no gradient."""
    node.shape = tuple(o._array.shape for o in outs)
    node.dtype = tuple(o.dtype for o in outs)
    for nr, out in enumerate(outs):
        if out.dtype.is_floating_point or out.dtype.is_complex:
            out._meta = _node.Output(node, nr, out)
            out._keys |= AUTOGRAD
            if node.is_view:
                finish_view(node, out)
    return outs


def first_call(op: Operator, args: Any, keys: int) -> Any:
    """The layer's handler until an operator's own is made."""
    base = op.inplace_of or op
    rule = RULES.get(base.name)
    if rule is None:
        handler = pass_below if not base.differentiable else refuse
    else:
        handler = Compiler(op, rule).compile()
    op.handlers[AUTOGRAD] = handler
    return handler(op, args, keys)


def pass_below(op: Operator, args: Any, keys: int) -> Any:
    """The handler of operators whose results have no derivative."""
    return _dispatch.redispatch(op, keys & ~AUTOGRAD, args)


def refuse(op: Operator, args: Any, keys: int) -> Any:
    """The handler of operators whose derivative nobody has written."""
    raise NotImplementedError(
        f"derivative for {op.name} is not implemented: detach() its inputs or call it under"
        " no_grad(), or declare one with firebrick_autograd.derivative"
    )


register_layer(AUTOGRAD, first_call)
