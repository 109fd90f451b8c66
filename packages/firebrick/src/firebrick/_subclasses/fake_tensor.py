"""Tensors that stand for others while a program is traced, under the names of
torch._subclasses.fake_tensor: nothing is traced, so there are none."""

from __future__ import annotations

from typing import Any


class FakeTensor:
    """The class of such tensors: nothing is an instance of it."""


def is_fake(x: Any) -> bool:
    """False: nothing is traced."""
    return False
