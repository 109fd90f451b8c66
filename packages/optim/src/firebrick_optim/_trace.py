"""An update rule as a loop over elements: its array operations, recorded and written as source.

A rule's `update` is run once on symbols. Each operation on them becomes a line of a loop that does
the same to one element after another, in the same order and floating type, so that it gives the
same bits with one pass over memory. What a rule does beyond the operations below cannot be
recorded, and the rule is then run as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


class Untraceable(Exception):
    """A rule did something to its arrays that the recorder does not know."""


class Symbol:
    """An element of an array, as a name in the loop."""

    def __init__(self, trace: Trace, name: str):
        self.trace, self.name = trace, name

    def __bool__(self) -> bool:
        raise Untraceable("the rule asks whether an array is true")

    def __lt__(self, other: Any) -> Symbol:
        return self.trace.value(f"{self.name} < {self.trace.text(other)}")

    def __gt__(self, other: Any) -> Symbol:
        return self.trace.value(f"{self.name} > {self.trace.text(other)}")

    def __setitem__(self, key: Any, value: Any) -> None:
        text = self.trace.text(value)
        if isinstance(key, Symbol):
            text = self.trace.operations["where"].format(key.name, text, self.name)
        elif key is not Ellipsis:
            raise Untraceable(f"the rule assigns to the part {key!r} of an array")
        self.trace.assign(self, text)


class Scalar(Symbol):
    """One of the step's numbers; rules may ask whether it is zero."""

    def __init__(self, trace: Trace, name: str, number: float):
        super().__init__(trace, name)
        self.number = number

    def __bool__(self) -> bool:
        return bool(self.number)


# NumPy's function, and the same for one element in Python. NaN goes through all of them, as in
# NumPy.
PYTHON = {
    "add": "{0} + {1}",
    "subtract": "{0} - {1}",
    "multiply": "{0} * {1}",
    "divide": "{0} / {1}",
    "negative": "-{0}",
    "abs": "abs({0})",
    "sqrt": "sqrt({0})",
    "maximum": "{1} if {0} < {1} or {1} != {1} else {0}",
    "minimum": "{1} if {0} > {1} or {1} != {1} else {0}",
    "sign": "one if {0} > zero else (-one if {0} < zero else (zero if {0} == zero else {0}))",
    "where": "{1} if {0} else {2}",
}
# ... and in C, where they differ.
C = PYTHON | {
    "abs": "fabs({0})",
    "maximum": "{0} < {1} || {1} != {1} ? {1} : {0}",
    "minimum": "{0} > {1} || {1} != {1} ? {1} : {0}",
    "sign": "{0} > zero ? one : {0} < zero ? -one : {0} == zero ? zero : {0}",
    "where": "{0} ? {1} : {2}",
}
_OUT = {"negative": 1, "abs": 1, "sqrt": 1, "sign": 1}  # where `out` may stand by its place


class Trace:
    """The array namespace that a rule is recorded with, and what it recorded, as assignments."""

    def __init__(self, operations: dict[str, str]) -> None:
        self.operations = operations
        self.lines: list[tuple[str, str]] = []
        self.constants: list[float] = []
        self.written: set[str] = set()
        self._count = 0

    def __getattr__(self, name: str) -> Callable[..., Symbol]:
        pattern = self.operations.get(name)
        if pattern is None:
            raise Untraceable(f"the rule calls {name}()")
        inputs = 3 if name == "where" else _OUT.get(name, 2)

        def operation(*args: Any, out: Symbol | None = None) -> Symbol:
            operands, rest = args[:inputs], args[inputs:]
            text = pattern.format(*map(self.text, operands))
            target = rest[0] if rest else out
            return self.value(text) if target is None else self.assign(target, text)

        return operation

    def text(self, value: Any) -> str:
        """How an operand is written: a name; a number gets one."""
        if isinstance(value, Symbol):
            return value.name
        if not isinstance(value, (int, float)):
            raise Untraceable(f"the rule computes with {value!r}")
        if value not in self.constants:
            self.constants.append(float(value))
        return f"c{self.constants.index(value)}"

    def value(self, text: str) -> Symbol:
        """A new name for what an expression gives."""
        self._count += 1
        return self.assign(Symbol(self, f"t{self._count}"), text)

    def assign(self, target: Symbol, text: str) -> Symbol:
        """Give a name what an expression gives."""
        if not isinstance(target, Symbol) or isinstance(target, Scalar):
            raise Untraceable(f"the rule writes into {target!r}")
        self.lines.append((target.name, text))
        self.written.add(target.name)
        return target


def recorded(
    rule: Any, names: Sequence[str], hyper: Any, numbers: Sequence[float],
    operations: dict[str, str],
) -> Trace:
    """What a rule does to an element: to `x0` (the parameter), `x1` (its gradient) and `x2`, ...
    (the buffers of these `names`), by the step's numbers `n0`, ... and scratch `w0`, ...

    Raises Untraceable.
    """
    trace = Trace(operations)
    arrays = ["param", "grad", *names]
    symbols = {name: Symbol(trace, f"x{i}") for i, name in enumerate(arrays)}
    scratch = [Symbol(trace, f"w{i}") for i in range(rule.scratch)]
    scalars = [Scalar(trace, f"n{i}", v) for i, v in enumerate(numbers)]
    state = {name: symbols[name] for name in names}
    try:
        rule.update(trace, symbols["param"], symbols["grad"], state, hyper, scalars, scratch)
    except Untraceable:
        raise
    except Exception as error:  # symbols lack most of what arrays have
        raise Untraceable(f"the rule does not run on symbols: {error}") from error
    if symbols["grad"].name in trace.written:
        raise Untraceable("the rule writes into the gradient")
    return trace


def given(trace: Trace, numbers: int) -> tuple[list[str], list[float]]:
    """The names of all numbers in the order in which a loop gets them, the step's first, and the
    values of those that follow them."""
    names = [f"n{i}" for i in range(numbers)]
    names += ["zero", "one", *(f"c{i}" for i in range(len(trace.constants)))]
    return names, [0.0, 1.0, *trace.constants]


def loop_of(rule: Any, names: Sequence[str], hyper: Any, numbers: Sequence[float]) -> Any:
    """Source of a function `update(param, grad, *buffers, n)`, and the constants that follow the
    step's numbers in `n`, all of one type.

    Raises Untraceable.
    """
    trace = recorded(rule, names, hyper, numbers, PYTHON)
    scalars, constants = given(trace, len(numbers))
    count, pad = 2 + len(names), " " * 4
    lines = [f"def update({', '.join(f'a{i}' for i in range(count))}, n):"]
    lines += [f"{pad}{name} = n[{i}]" for i, name in enumerate(scalars)]
    lines.append(f"{pad}for i in range(a0.size):")
    lines += [f"{pad * 2}x{i} = a{i}[i]" for i in range(count)]
    lines += [f"{pad * 2}{target} = {text}" for target, text in trace.lines]
    lines += [f"{pad * 2}a{i}[i] = x{i}" for i in range(count) if f"x{i}" in trace.written]
    return "\n".join(lines) + "\n", constants
