"""What generated source is made of besides the functions: its header, annotations, names."""

from __future__ import annotations

from ._operator import Operator, Parameter

SYMBOLS = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
UNARY = {"neg": "neg", "~": "invert", "abs": "abs", "pos": "pos"}
COMMUTATIVE = "+*&|^"

HEADER = '''"""Operator functions and the Tensor methods made of them. Generated: do not edit.

Written by `python tools/generate_operators.py` from the declarations in `firebrick_core.ops`.
"""

from __future__ import annotations

import warnings
from builtins import bool as _bool, float as _float, int as _int, str as _str
from builtins import list as _list, tuple as _tuple, type as _type
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

{imports}
from ._arguments import blame_arguments, check_arguments
from ._arguments import call_deprecated
from ._dispatch import assign, dispatch, switch, through_layers, write_out
from ._dtype import FROM_NUMPY as _FROM_NUMPY, from_numpy_dtype
from ._errstate import QUIET, SILENT, get_errstate, reset_errstate, set_errstate
from ._operator import TABLE
from ._fast_paths import python_operator, reflected_operator
from ._arguments import MISSING, with_numpy_names
from ._return_types import return_type
from ._run import call_mixed
from ._typing import Device, Dims, DType, Index, Number, Shape

_new = object.__new__
_asarray = np.asarray
_ndarray = np.ndarray
_INTEGERS = (_int, np.integer)
# Set by `_tensor` when the class exists; the functions need them only when called.
if TYPE_CHECKING:
    from ._tensor import Tensor
else:
    Tensor = None
wrap: Any = None
view_of: Any = None
conceal: Any = None
'''

_BUILTINS = ("int", "float", "bool", "str", "list", "tuple")


def annotation(text: str) -> str:
    """A parameter's annotation in terms of public types."""
    table = {
        "Array": "Tensor",
        "Array | None": "Tensor | None",
        "Arrays": "Sequence[Tensor]",
        "OptionalArrays": "Sequence[Tensor | None]",
        "Operand": "Tensor | Number",
        "Operand | None": "Tensor | Number | None",
        "Varargs": "Any",
    }
    if text in table:
        return table[text]
    out = text
    for b in _BUILTINS:
        out = _replace_word(out, b, "_" + b)
    return _replace_word(out, "Array", "Tensor")


def _replace_word(text: str, word: str, by: str) -> str:
    import re

    return re.sub(rf"(?<![\w.]){word}(?!\w)", by, text)


def passed(p: Parameter) -> str:
    """A parameter as an argument of the same name."""
    return f"{p.name}={p.name}" if p.keyword_only else p.name


def prelude(op: Operator) -> list[str]:
    """The module-level names that an operator's functions use, besides its kernel."""
    lines = []
    if op.returns:
        lines.append(f'_{op.name}_result = return_type("{op.name}", {op.returns!r})')
    return lines
