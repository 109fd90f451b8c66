"""What programs use of torch._C, PyTorch's compiled part: names of things that are Python here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

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


DisableTorchFunction = DisableTorchFunctionSubclass
__getattr__ = _attributes_missing(__name__)
