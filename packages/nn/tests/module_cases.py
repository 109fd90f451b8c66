"""The table `module_cases.txt`: a layer, inputs, and its repr and state as PyTorch gives them.

The integration tests, which compare the layers' numbers with PyTorch's, read the same table.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np


@dataclass
class Input:
    """One argument of forward, as an array; `differentiated` if it should get a gradient."""

    array: np.ndarray
    differentiated: bool

    def tensor(self, torch: Any) -> Any:
        """The argument as a tensor of a library; of the integers, always the same ones."""
        tensor = torch.from_numpy(self.array.copy())
        return tensor.requires_grad_() if self.differentiated else tensor


class Inputs:
    """The names that the table's input column uses."""

    def __init__(self, seed: int = 0) -> None:
        self.random = np.random.RandomState(seed)

    def F(self, *shape: int) -> Input:
        return Input(self.random.standard_normal(shape).astype(np.float32), True)

    def D(self, *shape: int) -> Input:
        return Input(self.random.standard_normal(shape), True)

    def P(self, *shape: int) -> Input:
        return Input(self.random.uniform(0.1, 0.9, shape).astype(np.float32), True)

    def L(self, *shape: int) -> Input:
        x = self.random.standard_normal(shape)
        x = x - np.log(np.exp(x).sum(-1, keepdims=True))
        return Input(x.astype(np.float32), True)

    def N(self, *shape: int) -> Input:
        return Input(self.random.standard_normal(shape).astype(np.float32), False)

    def Q(self, *shape: int) -> Input:
        return Input(self.random.uniform(0.1, 0.9, shape).astype(np.float32), False)

    def B(self, *shape: int) -> Input:
        return Input(self.random.randint(0, 2, shape).astype(np.float32), False)

    def S(self, *shape: int) -> Input:
        return Input((self.random.randint(0, 2, shape) * 2 - 1).astype(np.float32), False)

    def C(self, *shape: int) -> Input:
        return Input(self.random.poisson(2.0, shape).astype(np.float32), False)

    def I(self, n: int, *shape: int) -> Input:  # noqa: E743  # integers, as in the table
        return Input(self.random.randint(0, n, shape).astype(np.int64), False)

    def X(self, values: Any) -> Input:
        return Input(np.asarray(values, np.int64), False)


@dataclass
class Case:
    """One line of the table."""

    constructor: str
    inputs: str
    repr: str
    state: str

    def make(self, torch: Any, nn: Any) -> Any:
        """The layer, of either library."""
        names = {"nn": nn, "torch": torch, "OrderedDict": OrderedDict}
        return eval(f"nn.{self.constructor}", names)

    def arguments(self, seed: int = 0) -> list[Input]:
        """The arguments of forward."""
        inputs = Inputs(seed)
        names = {name: getattr(inputs, name) for name in "FDPLNQBSCIX"}
        return list(eval(f"[{self.inputs}]", names))


def read_cases() -> list[Case]:
    """All lines of the table."""
    lines = Path(__file__).with_name("module_cases.txt").read_text().splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return [
        Case(row[0], row[1], row[2].replace("\\n", "\n"), row[3] if len(row) > 3 else "")
        for row in rows
    ]


CASES = read_cases()
