"""Where in a model an error happened, as a note on the exception (PEP 678).

    RuntimeError: mat1 and mat2 shapes cannot be multiplied (4x5 and 8x2)
    in Net.encoder.layers[3].fc: Linear(in_features=8, out_features=2, bias=True)
        called with (float32[4, 5])
        expected input of (*, 8), since in_features=8, but got (4, 5); set in_features=5

The innermost module writes the note; every module on the way out puts its own step in front of the
path. Nothing is computed unless an exception passes. Its type and message stay as they are.
"""

from __future__ import annotations

import weakref
from typing import Any

from firebrick_core import Tensor

__all__ = ["add_path_note"]

_LONGEST = 200  # characters of a description; a note should stay one line in a terminal or two


class _PathNote(str):
    """The note, and what the next module outwards needs to extend it."""

    leaf: weakref.ref  # the innermost module
    top: weakref.ref  # the outermost module so far
    path: str  # from there to the innermost, such as ".layers[3].fc"
    detail: str  # what the innermost module is and got

    @classmethod
    def write(cls, leaf: Any, top: Any, path: str, detail: str) -> _PathNote:
        """The note for an error in `leaf` that has come out as far as `top`."""
        note = cls(f"in {type(top).__name__}{path}: {detail}")
        note.leaf, note.top = weakref.ref(leaf), weakref.ref(top)
        note.path, note.detail = path, detail
        return note

    def __reduce__(self) -> tuple:
        return str, (str(self),)  # errors are sent between processes; modules are not


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _describe(value: Any) -> str:
    if isinstance(value, Tensor):
        return f"{str(value.dtype).rpartition('.')[2]}{list(value.shape)}"
    if isinstance(value, (tuple, list)):
        inside = ", ".join(_describe(v) for v in value[:8])
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if value is None or isinstance(value, (bool, int, float, str)):
        return _shorten(repr(value))
    return type(value).__name__


# What shapes, dtypes, devices and indices raise; attention checks its own with AssertionError.
_ADVISED = (RuntimeError, ValueError, IndexError, TypeError, AssertionError)


def _advice(module: Any, error: Exception, args: tuple) -> str:
    """One more line for errors that a layer knows more about."""
    if not isinstance(error, _ADVISED):
        return ""
    from ._expectations import advice  # only errors need it

    try:
        text = advice(module, args)
    except Exception as failure:  # arguments of any kind get here; the user's error goes first
        text = f"(looking at the arguments failed: {failure!r})"
    return f"\n    {text}" if text else ""


def _detail(module: Any, args: tuple, kwargs: dict) -> str:
    values = [_describe(a) for a in args] + [f"{k}={_describe(v)}" for k, v in kwargs.items()]
    name = type(module).__name__
    if not module.__dict__.get("_modules"):  # a leaf: its own arguments say which one it is
        name = f"{name}({module.extra_repr()})"
    return f"{_shorten(name)}\n    called with ({_shorten(', '.join(values))})"


def _step(parent: Any, child: Any) -> str:
    """How `child` is reached from `parent`, such as ".fc" or ".layers[3]"; "" if it is not."""
    if "_modules" not in parent.__dict__:  # its class forgot super().__init__()
        return ""
    for name, module in parent.named_modules():
        if module is child and name:
            parts = name.split(".")
            return "".join(f"[{p}]" if p.isdigit() else f".{p}" for p in parts)
    return ""


def add_path_note(module: Any, error: Exception, args: tuple, kwargs: dict) -> None:
    """Write on `error`, which passes through a call of `module`, where it comes from."""
    notes = getattr(error, "__notes__", [])
    at = max((i for i, n in enumerate(notes) if isinstance(n, _PathNote)), default=None)
    if at is not None:
        last = notes[at]
        inner = last.top()
        if inner is module:
            return  # a module that calls itself: the innermost call has said it
        step = _step(module, inner)
        if step:
            notes[at] = _PathNote.write(last.leaf(), module, step + last.path, last.detail)
            return
    # The first module that the error passes; or one that calls what is no submodule of it; or the
    # same error object is raised a second time, and its old note goes.
    notes[:] = [n for n in notes if not (isinstance(n, _PathNote) and n.leaf() is module)]
    detail = _detail(module, args, kwargs) + _advice(module, error, (*args, *kwargs.values()))
    error.add_note(_PathNote.write(module, module, "", detail))
