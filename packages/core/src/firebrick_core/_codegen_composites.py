"""Source text of composites: the functions around their own, which check, rename and write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._operator import OPERAND, OPTIONAL, TENSOR, TENSORS, Parameter

if TYPE_CHECKING:
    from ._codegen import Writer


def write_composite(writer: Writer) -> None:
    """Emit the function itself, or forms around it that write its result into a tensor."""
    op, emit = writer.op, writer.emit
    call = plain = f"_kernel_{op.name}({writer.keyword_call()})"
    renames, out = writer.renames(), adds_out(writer)
    if op.layered:
        given = f"{writer.tuple}, out" if out else writer.tuple
        call = f"through_layers({writer.id}, {given}) if switch.modes else {call}"
    if wraps(writer):
        signature = writer.signature(out=out, renames=renames)
        emit(f"def {op.name}({signature}) -> {writer.returns()}:")
        if renames:
            writer.understand(op.name, out)
        writer.older_forms(writer.id, out)
        _guard(writer, f"result = {call}" if out else f"return {call}", writer.id)
        if out:
            emit("    if out is None:")
            emit("        return result")
            emit(f"    return write_out({writer.id}, result, out)")
        emit("\n")
    else:
        emit(f"{op.name} = _kernel_{op.name}\n\n")
    if op.inplace:
        emit(f"def {op.name}_({writer.signature()}) -> Tensor:")
        writer.older_forms(f"_{op.name}__op", out=False)
        _guard(writer, f"result = {plain}", f"_{op.name}__op")
        emit(f"    return assign(_{op.name}__op, {writer.names[0]}, result)\n\n")


def _guard(writer: Writer, statement: str, id: str) -> None:
    """Emit a call of a composite's own function, for arguments that are tensors.

    What may be a number or a list as well is looked at when the call has failed.
    """
    emit, loose = writer.emit, False
    if guards(writer):
        found = tensors(writer)
        must = [p.name for p in found if p.kind == TENSOR]
        may = [p.name for p in found if p.kind == OPTIONAL]
        loose = any(p.kind in (OPERAND, TENSORS) for p in found)
        if must or may:
            emit("    try:")
            for name in must:
                emit(f"        {name}._keys")
            for name in may:
                emit(f"        if {name} is not None:")
                emit(f"            {name}._keys")
            emit("    except AttributeError:")
            emit(f"        check_arguments({id}, {writer.tuple})")
    if not loose:
        emit(f"    {statement}")
        return
    emit("    try:")
    emit(f"        {statement}")
    emit("    except Exception as error:")
    emit(f"        blame_arguments({id}, {writer.tuple}, error)")
    emit("        raise")


def tensors(writer: Writer) -> list[Parameter]:
    """The parameters that are tensors, or may be."""
    return [p for p in writer.params if p.kind in (TENSOR, OPTIONAL, OPERAND, TENSORS)]


def guards(writer: Writer) -> bool:
    """Whether a composite's arguments may be no tensors: a method's own is one."""
    op, found = writer.op, tensors(writer)
    own = found and found[0] is writer.params[0] and op.namespace == "method"
    return (
        op.guarded
        and len(found) > bool(own)
        and op.namespace != "internal"
        and not any(p.variadic for p in writer.params)
    )


def adds_out(writer: Writer) -> bool:
    """Whether a composite's `out=` is added to it; some take it themselves and pass it on."""
    return writer.op.out and "out" not in writer.names


def wraps(writer: Writer) -> bool:
    """Whether a composite has a function around it."""
    return writer.op.layered or adds_out(writer) or writer.renames() or guards(writer)
