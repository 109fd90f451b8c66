"""Ranges of hyper-parameters, a table per optimizer, and PyTorch's messages for what is outside.

An optimizer lists `Check(name, range, label)` rows; `check` goes through them when the optimizer is
made and when a group is added, never in a step.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from firebrick_core import Tensor


class Range(NamedTuple):
    """The numbers from `low` to `high`, or between them if open there. NaN is outside."""

    low: float
    high: float = math.inf
    open_low: bool = False
    open_high: bool = False

    def __contains__(self, value: Any) -> bool:
        above = self.low < value if self.open_low else self.low <= value
        return bool(above and (value < self.high if self.open_high else value <= self.high))

    def __str__(self) -> str:
        left = "" if self.low == -math.inf else f"{self.low:g} {'<' if self.open_low else '<='} "
        right = "" if self.high == math.inf else f" {'<' if self.open_high else '<='} {self.high:g}"
        return f"{left}value{right}"


AT_LEAST_ZERO = Range(0.0)
ABOVE_ZERO = Range(0.0, open_low=True)
ZERO_TO_ONE = Range(0.0, 1.0)
ZERO_TO_BELOW_ONE = Range(0.0, 1.0, open_high=True)


_WORDS = {1: "a number", 2: "a pair of numbers", 3: "three numbers"}


class Check(NamedTuple):
    """One row of an optimizer's table: the hyper-parameter, its range, and its name in messages.

    A hyper-parameter of several numbers (`betas`) is checked number by number; `size` says how
    many. `should` words the message as PyTorch's newer optimizers do: "momentum should be >= 0 but
    is: -1".
    """

    name: str
    range: Range
    label: str
    size: int = 1
    should: str = ""


LEARNING_RATE = Check("lr", AT_LEAST_ZERO, "learning rate")
BETAS = Check("betas", ZERO_TO_BELOW_ONE, "beta parameter", size=2)
EPSILON = Check("eps", AT_LEAST_ZERO, "epsilon value")
WEIGHT_DECAY = Check("weight_decay", AT_LEAST_ZERO, "weight_decay value")


def number(value: Any, owner: str, name: str) -> float:
    """The value of a number, or of a tensor with one element.

    Raises ValueError for tensors of several elements and TypeError for what is no number.
    """
    if isinstance(value, numbers.Real):
        return value  # type: ignore[return-value]  # int, float, NumPy scalars: compared alike
    if isinstance(value, Tensor):
        if value.numel() != 1:
            raise ValueError(f"Tensor {name} must be 1-element, got shape {tuple(value.shape)}")
        return value.item()
    raise TypeError(f"{owner}: {name} must be a number, got {value!r} ({type(value).__name__})")


def check(owner: str, rows: Iterable[Check], hyper: Mapping[str, Any]) -> None:
    """Raise ValueError for a hyper-parameter outside its range, TypeError for what is no number."""
    for row in rows:
        value = hyper[row.name]
        if row.size == 1:
            check_number(owner, row, row.name, "", value)
            continue
        check_count(owner, row.name, value, row.size)
        if len({isinstance(v, Tensor) for v in value}) > 1:
            raise ValueError(f"{row.name} must be either both floats or both Tensors: {value!r}")
        for i, v in enumerate(value):
            check_number(owner, row, f"{row.name}[{i}]", f" at index {i}", v)


def check_count(owner: str, name: str, value: Any, count: int) -> None:
    """Raise TypeError for what is no tuple or list of `count` numbers."""
    if not isinstance(value, (tuple, list)) or len(value) != count:
        raise TypeError(f"{owner}: {name} must be {_WORDS[count]}, got {value!r}")


def check_number(owner: str, row: Check, name: str, where: str, value: Any) -> None:
    """One number against a row; `name` and `where` say which one it is."""
    value = number(value, owner, name)
    if value not in row.range:
        needs = f"{owner} needs {row.range} for {name}"
        if row.should:
            raise ValueError(f"{row.label} should be {row.should} but is: {value} ({needs})")
        raise ValueError(f"Invalid {row.label}{where}: {value} ({needs})")


def plain_pair(value: Any) -> Any:
    """Pairs of tensors as Python numbers; anything else as it came."""
    if isinstance(value, (tuple, list)) and any(isinstance(v, Tensor) for v in value):
        return tuple(v.item() if isinstance(v, Tensor) else v for v in value)
    return value


def check_modes(owner: str, hyper: Mapping[str, Any], elementwise: bool) -> None:
    """Refuse combinations of `foreach`, `fused` and `differentiable` that PyTorch refuses.

    `foreach`, `fused` and `capturable` choose among implementations that give the same numbers, so
    they are accepted and change no result. `differentiable` steps are there for elementwise rules.
    """
    if hyper.get("fused"):
        if hyper.get("differentiable"):
            raise RuntimeError("`fused` does not support `differentiable`")
        if hyper.get("foreach"):
            raise RuntimeError("`fused` and `foreach` cannot be `True` together.")
    if hyper.get("differentiable") and not elementwise:
        raise NotImplementedError(
            f"{owner}: differentiable=True is not available, its steps are not recorded. To "
            "differentiate an update, write it with operators on tensors: p = p - lr * grad"
        )
    if hyper.get("foreach") and not hyper.get("capturable", True):
        betas = hyper.get("betas", ())
        named = [("lr", hyper.get("lr")), *((f"betas[{i}]", b) for i, b in enumerate(betas))]
        for name, value in named:
            if isinstance(value, Tensor):
                raise ValueError(
                    f"{name} as a Tensor is not supported for capturable=False and foreach=True"
                )
