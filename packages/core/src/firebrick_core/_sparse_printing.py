"""Text of a sparse tensor, character for character as PyTorch prints it."""

from __future__ import annotations

from typing import Any

from . import _dispatch, _dtype
from ._layout import sparse_coo
from ._printing import _contents, _options
from ._sparse_tensor import SparseTensor

_PARTS = {
    "sparse_csr": ("crow_indices", "col_indices"),
    "sparse_csc": ("ccol_indices", "row_indices"),
}


def _part(name: str, tensor: Any, before: str) -> str:
    """`name=tensor(...)`, in a text that goes on after `before` in its line."""
    prefix = f"{name}=tensor("
    if not tensor.numel():
        return f"{prefix}[], size={tuple(tensor.shape)})"
    to_host = _dispatch.BY_BIT[tensor._keys & _dispatch.DEVICE_BITS].to_host
    return prefix + _contents(tensor._array, len(before) + len(prefix), to_host) + ")"


def sparse_repr(s: Any) -> str:
    """`repr` of a sparse tensor."""
    before = "tensor(" if type(s) is SparseTensor else f"{type(s).__name__}("
    indent = " " * len(before)
    names = ("indices",) if s.layout is sparse_coo else _PARTS[s.layout.name]
    parts = [_part(n, i, before) for n, i in zip(names, s._index, strict=True)]
    parts.append(_part("values", s._stored.detach(), before))
    text = before + f",\n{indent}".join(parts)
    return _with_properties(text, _properties(s), len(before), s.layout is sparse_coo) + ")"


def _properties(s: Any) -> list[str]:
    out = [] if s.is_cpu else [f"device='{s.device}'"]
    out += [f"size={tuple(s.shape)}", f"nnz={s._stored._array.shape[0]}"]
    default = _dtype.get_default_dtype()
    if s.dtype not in (default, default.to_complex(), _dtype.int64, _dtype.bool):
        out.append(f"dtype={s.dtype}")
    out.append(f"layout={s.layout}")
    if s.grad_fn is not None:
        out.append(f"grad_fn=<{s.grad_fn.name()}>")
    elif s.requires_grad:
        out.append("requires_grad=True")
    return out


def _with_properties(text: str, properties: list[str], indent: int, newline: bool) -> str:
    """Append what follows the parts, breaking the line before what would not fit; before the first
    of them where `newline`."""
    length = len(text) - (text.rfind("\n") + 1) + 2
    for i, part in enumerate(properties):
        if length + len(part) + 2 > _options["linewidth"] or (newline and not i):
            text += ",\n" + " " * indent + part
            length = indent + len(part)
        else:
            text += ", " + part
            length += len(part) + 2
    return text
