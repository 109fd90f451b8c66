"""Positional forms that PyTorch deprecates and still serves: `x.add_(-lr, gradient)`."""

from __future__ import annotations

from typing import Any

from ._arguments import NUMBERS, shown_name
from ._frames import warn
from ._operator import VALUE, Operator


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
