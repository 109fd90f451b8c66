"""What programs use of torch._C, PyTorch's compiled part: names of things that are Python here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from firebrick_core import (
    Generator as Generator,
    Size as Size,
    device as device,
    dtype as dtype,
    layout as layout,
    memory_format as memory_format,
)

from ._missing import attributes_missing as _attributes_missing

_GLIBCXX_USE_CXX11_ABI = True
has_cuda = has_mps = has_mkl = has_openmp = False


def _log_api_usage_once(event: str) -> None:
    """Nothing is logged."""


@contextmanager
def DisableTorchFunctionSubclass() -> Iterator[None]:
    """Inside the block `__torch_function__` of subclasses is not asked; it never is here."""
    yield


class _Names(type):
    def __getattr__(cls, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return name


class DispatchKey(metaclass=_Names):
    """Names of layers of PyTorch's dispatcher, which libraries put into sets; none exists here."""


class DispatchKeySet(frozenset[str]):
    """A set of such names."""

    def __new__(cls, *keys: str) -> DispatchKeySet:
        return frozenset.__new__(cls, keys)

    def __or__(self, other: Any) -> DispatchKeySet:
        return DispatchKeySet(*self, *other)


DisableTorchFunction = DisableTorchFunctionSubclass
__getattr__ = _attributes_missing(__name__)
