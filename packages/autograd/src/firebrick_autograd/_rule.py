"""Declaring derivatives: one class per operator, one function per input.

    @derivative("mul")
    class Mul:
        def input(grad, other): return grad * other.conj()
        def other(grad, input): return grad * input.conj()

A function is the vector-Jacobian product for the operator's parameter of the same name. Its own
parameters say what it needs, and just that is saved: `grad` (of the result; `grads` is the tuple
where there are several results), any of the operator's parameters, `result` (or a result's field
name), and `<parameter>_shape`. Sums over broadcast dimensions and casts to an input's dtype are the
engine's work. An input without a gradient is written `zero` or `not_differentiable`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firebrick_core._operator import TABLE

RULES: dict[str, Rule] = {}


class Status:
    """What is declared for an input that has no rule."""

    def __init__(self, name: str):
        self.name = name

    def __repr__(self) -> str:
        return self.name


zero = Status("zero")
not_differentiable = Status("not differentiable")
not_implemented = Status("not implemented")


class Rule:
    """The declared derivative of one operator."""

    def __init__(self, operator: str, declaration: type):
        self.operator = operator
        self.name = declaration.__name__
        self.inputs: dict[str, Callable[..., Any] | Status] = {}
        op = TABLE.get(operator)
        if op is None:
            raise ValueError(f"derivative({operator!r}): there is no such operator")
        known = {p.name for p in op.parameters}
        for name, value in vars(declaration).items():
            if name.startswith("_"):
                continue
            if name not in known:
                raise ValueError(
                    f"derivative({operator!r}): {name!r} is no parameter of the operator; it has "
                    f"{', '.join(sorted(known))}"
                )
            self.inputs[name] = value

    def needs(self, name: str) -> list[str]:
        """The names that the rule of one input asks for, after `grad`."""
        rule = self.inputs[name]
        if not callable(rule):
            return []
        code = rule.__code__
        return list(code.co_varnames[: code.co_argcount])


def derivative(*operators: str) -> Callable[[type], type]:
    """Declare the derivative of one operator, or of several that share it.

    Raises ValueError where the operator or one of the inputs does not exist.
    """

    def declare(declaration: type) -> type:
        for name in operators:
            RULES[name] = Rule(name, declaration)
            TABLE[name].handlers.clear()
        return declaration

    return declare


def status(operator: str) -> str:
    """How an operator stands: "given", "given in part" where that is not implemented for some
    inputs, "not implemented" for all, "composite", "not differentiable", or "missing"."""
    op = TABLE[operator]
    if op.inplace_of is not None:
        return status(op.inplace_of.name)
    rule = RULES.get(operator)
    if rule is not None:
        if not any(s is not_implemented for s in rule.inputs.values()):
            return "given"
        return "given in part" if any(map(callable, rule.inputs.values())) else "not implemented"
    if op.kind == "composite":
        return "composite"
    return "not differentiable" if not op.differentiable else "missing"
