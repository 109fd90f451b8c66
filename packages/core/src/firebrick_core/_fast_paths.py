"""Fast paths of pointwise operators on the CPU: which closure serves a call, by the declaration.

A call that has been through the layers is one straight line: dtype tests, the kernel inside NumPy's
quiet state (`_errstate`), a new tensor, or the old one with its version raised. What is left to the
general run (`plain_run`) is what tests fail on: mixed dtypes and numbers among integers, and what
the kernel refuses: shapes that do not broadcast, numbers out of range, read-only memory; it serves
them or raises PyTorch's error. Factories in `_fast_unary`, `_fast_binary` and `_fast_several` write
that line out for each form of call, because a call of a function in it would cost a tenth of a
small operator.

All closures of an operator have its ufunc, or its kernel, in a cell named `kernel`: that is where
providers stand in front of it. `silent` is the warnings filter that covers the kernel's warnings;
`refused` says by category which dtypes go to the general run, `truth` is the dtype of a boolean
result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _dtype, _fast_binary, _fast_several, _fast_unary
from ._errstate import SILENT
from ._operator import OPERAND, OPTIONAL, TENSOR, Operator, kind_of
from ._run import operator_fallback, plain_run

if TYPE_CHECKING:
    from ._tensor import Tensor


class Form:
    """What the choice of a fast path asks of an operator.

    It is read from the kernel's code: `inspect`, which is behind `Operator.parameters`, takes long
    to import.
    """

    def __init__(self, op: Operator):
        kernel: Any = op.kernel
        while hasattr(kernel, "__wrapped__"):
            kernel = kernel.__wrapped__
        code, annotations = kernel.__code__, kernel.__annotations__
        last = code.co_argcount + code.co_kwonlyargcount
        kinds = {name: kind_of(annotations.get(name)) for name in code.co_varnames[1:last]}
        operands = [k for k in kinds.values() if k in (TENSOR, OPTIONAL, OPERAND)]
        self.count = len(operands)
        self.starts_with_tensor = operands[:1] == [TENSOR]
        self.tensors = operands.count(TENSOR) == self.count
        self.names = tuple(kinds)[self.count :]
        self.rest = (*(kernel.__defaults__ or ()), *(kernel.__kwdefaults__ or {}).values())
        self.by_name = code.co_kwonlyargcount > 0
        self.few_values = len(self.names) <= (1 if self.by_name else 3)
        # Of the one value that may be given by name.
        self.default = next(iter((kernel.__kwdefaults__ or {}).values()), object())
        if not self.by_name:
            self.default = _fast_unary.POSITIONAL
        # A ufunc serves the default of one parameter more, as the `alpha` of `add`.
        self.alpha = 1 if self.count == 2 and len(self.names) == 1 and self.rest == (1,) else None
        spare = self.names and self.alpha is None
        self.ufunc = op.ufunc is not None and self.count <= 2 and not spare
        self.kernel: Any = getattr(np, op.ufunc or "") if self.ufunc else op.kernel
        covered = (op.kernel.__module__ or "").startswith("firebrick_")
        self.silent = SILENT if covered else None
        self.truth = _dtype.bool if op.promotion == "bool" else None
        self.refused = self._refused(op)

    def _refused(self, op: Operator) -> tuple[bool, ...]:
        """For each category of dtypes whether it is left to the general run."""
        if op.promotion in ("float", "real") or op.refused[1:2] == (_dtype.INTEGRAL,):
            return tuple(c != _dtype.FLOATING for c in range(4))
        if op.dtypes in ("integral", "integer") and op.ufunc is not None:
            return (False,) * 4  # NumPy refuses the others itself
        # NumPy makes integers of booleans, where PyTorch does not serve them.
        boolean = op.promotion != "bool" and (op.ufunc is None or self.count == 1)
        return boolean, False, False, _dtype.COMPLEX in op.refused


def fast_path(op: Operator) -> Any:
    """The function of a pointwise operator, or of any operator's in-place form, for calls that have
    been through the layers."""
    whole = op.inplace_of or op
    made = None
    if whole.kind == "pointwise":
        form = Form(whole)
        if whole is op:
            made = _new_result(op, form)
        elif whole.promotion in ("default", "number", "float"):
            made = _inplace(op, form)
        if made is not None:
            whole.closures.append((made, form.ufunc))
    return made or _general_run(op)


def _new_result(op: Operator, form: Form) -> Any:
    given = op, form.kernel, form.silent, form.refused, form.truth
    if form.count == 1:
        if form.ufunc:
            return _fast_unary.unary_ufunc(*given)
        if form.few_values:
            return _fast_unary.unary_kernel(*given, form.names, form.default)
    if form.count == 2:
        if form.ufunc and form.tensors:
            return _fast_binary.tensors_ufunc(*given)
        if form.ufunc:
            return _fast_binary.binary_ufunc(*given)
        if not form.names:
            return _fast_binary.binary_kernel(*given)
    if not form.starts_with_tensor:
        return None
    if form.count == 3 and form.names in ((), ("value",)):
        return _fast_several.ternary_kernel(*given, bool(form.names))
    return _fast_several.several_kernel(*given, form.names, form.by_name, form.count)


def _inplace(op: Operator, form: Form) -> Any:
    given = op, form.kernel, form.silent, form.refused
    if form.count == 1:
        if form.ufunc:
            return _fast_unary.unary_ufunc_inplace(*given)
        if form.few_values:
            return _fast_unary.unary_kernel_inplace(*given, form.names, form.default)
    if form.count == 2:
        if form.ufunc:
            return _fast_binary.binary_ufunc_inplace(*given)
        if not form.names:
            return _fast_binary.binary_kernel_inplace(*given)
    if form.count == 3 and form.starts_with_tensor and form.names in ((), ("value",)):
        return _fast_several.ternary_kernel_inplace(*given, bool(form.names))
    return None


def _general_run(op: Operator) -> Any:
    def general_run(*args: Any) -> Any:
        return plain_run(op, *args)

    return general_run


def python_operator(op: Operator) -> Callable[[Any, Any], Tensor]:
    """What `__add__` and its like are for the operator with that symbol."""
    form = Form(op)
    if op.kind == "pointwise" and (form.ufunc or not form.names):
        given = op, form.kernel, form.silent, form.refused, form.truth
        if form.ufunc:
            made = _fast_binary.ufunc_operator(*given, form.alpha)
        else:
            made = _fast_binary.kernel_operator(*given)
    elif op.kind == "array" and not form.names:
        made = _fast_binary.array_operator(op, form.kernel, form.silent)
    else:
        return _fast_binary.dispatched_operator(op, form.rest)
    op.closures.append((made, form.ufunc))
    return made


def reflected_operator(op: Operator) -> Callable[[Any, Any], Tensor]:
    """What `__rsub__` and its like are: `self` is the right operand."""
    form = Form(op)
    if op.kind == "pointwise" and form.ufunc and op.promotion in ("default", "float"):
        made = _fast_binary.reflected_ufunc(op, form.kernel, form.silent, form.rest)
        op.closures.append((made, True))
        return made

    def reflected(self: Any, other: Any) -> Any:
        return operator_fallback(op, self, other, (other, self, *form.rest))

    return reflected


def set_kernel(op: Operator, kernel: Any, ufunc: Any) -> None:
    """Let an operator's fast paths call `kernel`, those that call a ufunc `ufunc`."""
    for function, calls_ufunc in op.closures:
        cell = function.__closure__[function.__code__.co_freevars.index("kernel")]
        cell.cell_contents = ufunc if calls_ufunc else kernel


def set_tensor_class(tensor: type[Tensor]) -> None:
    """Say what fast paths make: its class is made of the operators, and so later than they are."""
    _fast_unary.Tensor = _fast_binary.Tensor = _fast_several.Tensor = tensor
