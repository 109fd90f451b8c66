"""Arguments that are not what an operator takes, told by name and place as PyTorch tells them; and
those that it takes as well: older positional forms, and NumPy's names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import _errors
from ._frames import warn
from ._operator import OPERAND, OPTIONAL, TENSOR, TENSORS, VALUE, Operator, Parameter

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


# Positional forms that PyTorch deprecates and still serves: `x.add_(-lr, gradient)`.


def call_deprecated(op: Operator, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Call an operator with more positional arguments than it takes, in one of its older orders.

    `named` are the arguments that must be named, given or not. Warns, as PyTorch does. Raises
    TypeError where no older order fits either.
    """
    base = op.inplace_of or op
    name = shown_name(op)
    kinds = {p.name: p.kind for p in op.parameters}
    for form in base.deprecated:
        order = form.split(", ")
        if len(order) == len(args) and all(map(_fits, (kinds[n] for n in order), args)):
            now = [p.name for p in op.parameters if not p.keyword_only]
            after = [p.name for p in op.parameters if p.keyword_only]
            warn(
                f"This overload of {name} is deprecated:\n\t{name}({form})\nConsider using this "
                f"signature instead:\n\t{name}({', '.join([*now, '*', *after])})"
            )
            return op.function(**{**named, **dict(zip(order, args, strict=True))})
    takes = sum(not p.keyword_only for p in op.parameters)
    raise TypeError(f"{name}() takes {takes} positional arguments but {len(args)} were given")


def _fits(kind: str, value: Any) -> bool:
    """Whether a value is a number where one is due, and a tensor elsewhere."""
    return isinstance(value, NUMBERS) if kind == VALUE else hasattr(value, "_keys")


# NumPy's names for arguments, which PyTorch's own functions take as well.

NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "x2": "other"}


class _Missing:
    """Stands for a `dim` that was not given, but may have been as `axis`."""

    def __repr__(self) -> str:
        return "<required>"


MISSING: Any = _Missing()


def with_numpy_names(
    function: Callable[..., Any], renamed: dict[str, Any], given: dict[str, Any]
) -> Any:
    """Call a function whose arguments `given` came in part under NumPy's names.

    Raises TypeError, as Python does, for names that are neither, and for a `dim` that is missing.
    """
    for name, value in renamed.items():
        own = NAMES.get(name)
        if own not in given:
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}")
        given[own] = value
    missing = next((name for name, value in given.items() if value is MISSING), None)
    if missing is not None:
        raise TypeError(
            f"{function.__name__}() missing 1 required positional argument: {missing!r}"
        )
    return function(**given)
