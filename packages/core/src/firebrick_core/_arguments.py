"""Arguments that are not what an operator takes: told by name and place, as PyTorch tells them."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _errors
from ._operator import OPERAND, OPTIONAL, TENSOR, TENSORS, Operator, Parameter

NUMBERS = (int, float, complex, np.number, np.bool_)


def shown_name(op: Operator) -> str:
    """The operator's name as callers know it: `functional_softmax` is `softmax`."""
    for place in op.namespace.split():
        if op.name.startswith(f"{place}_"):
            return op.name.removeprefix(f"{place}_")
    return op.name


def check_arguments(op: Operator, args: tuple[Any, ...]) -> None:
    """Refuse what is no tensor where one is due. Raises TypeError for the first such argument."""
    name, first = shown_name(op), 0 if op.namespace == "method" else 1  # a method's own has none
    for position, (p, x) in enumerate(zip(op.parameters, args, strict=True), first):
        error = None
        if p.kind == TENSORS:
            error = _not_tensors(name, p, position, x)
        elif hasattr(x, "_keys") or (x is None and _may_be_missing(p)):
            continue
        elif p.kind in (TENSOR, OPTIONAL):
            error = _errors.not_a_tensor(name, p.name, None if p.keyword_only else position, x)
        elif p.kind == OPERAND and not isinstance(x, NUMBERS):
            error = _errors.not_an_operand(name, p.name, None if p.keyword_only else position, x)
        if error is not None:
            raise error from None


def blame_arguments(op: Operator, args: tuple[Any, ...], error: Exception) -> None:
    """What `check_arguments` does, after an error that does not name an argument of `op` itself."""
    own = f"{shown_name(op)}(): argument '"
    if not (isinstance(error, TypeError) and str(error).startswith(own)):
        check_arguments(op, args)


def _may_be_missing(p: Parameter) -> bool:
    return p.kind == OPTIONAL or p.annotation.endswith("None") or p.default is None


def _not_tensors(name: str, p: Parameter, position: int, value: Any) -> TypeError | None:
    """The error for what is no sequence of tensors, None for one."""
    if value is None and p.default is None:
        return None
    if hasattr(value, "_keys") or not isinstance(value, (list, tuple)):
        where = "" if p.keyword_only else f" (position {position})"
        return TypeError(
            f"{name}(): argument '{p.name}'{where} must be tuple of Tensors, not "
            f"{type(value).__name__}"
        )
    for i, t in enumerate(value):
        if not hasattr(t, "_keys") and not (t is None and p.annotation == "OptionalArrays"):
            return TypeError(
                f"expected Tensor as element {i} in argument '{p.name}' (position {position}) of "
                f"{name}(), but got {type(t).__name__}"
            )
    return None
