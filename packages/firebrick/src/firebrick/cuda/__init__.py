"""The GPU, under the names of torch.cuda: `firebrick_core.cuda`, and PyTorch's older names.

Without CuPy or a GPU, questions answer as PyTorch's build without CUDA does (`is_available()` is
False, `device_count()` 0, memory 0), orders that a program may give without looking do nothing
(`empty_cache`, `manual_seed_all`), and what needs a GPU is a RuntimeError that says what is
missing.
"""

from __future__ import annotations

from typing import Any

from firebrick_core._device import BACKENDS as _BACKENDS
from firebrick_core.cuda import *  # noqa: F403  # `__all__` says which
from firebrick_core.cuda import is_available as is_available

from .._missing import attributes_missing as _attributes_missing
from . import (
    amp as amp,
    graphs as graphs,
    memory as memory,
    nvtx as nvtx,
    profiler as profiler,
    random as random,
    streams as streams,
)
from .graphs import make_graphed_callables as make_graphed_callables
from .memory import (
    ipc_collect as ipc_collect,
    max_memory_cached as max_memory_cached,
    memory_cached as memory_cached,
    reset_max_memory_allocated as reset_max_memory_allocated,
    reset_max_memory_cached as reset_max_memory_cached,
)

has_half = True
has_magma = False

_TYPES = frozenset(
    "BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor IntTensor"
    " LongTensor ShortTensor".split()
)
_missing = _attributes_missing(__name__)


def get_arch_list() -> list[str]:
    """The architectures that kernels were compiled for: none, CuPy compiles them when needed."""
    return []


def is_tf32_supported() -> bool:
    """Whether there is a GPU with products of less exact float32; False without one."""
    from firebrick_core import cuda

    return cuda.is_available() and cuda.get_device_capability()[0] >= 8


def __getattr__(name: str) -> Any:
    """Types such as `torch.cuda.FloatTensor`, and the generators of all GPUs, when asked for."""
    if name == "default_generators":
        return tuple(_BACKENDS["cuda"].generators) if is_available() else ()
    if name in _TYPES:
        from ._types import cuda_type

        return cuda_type(name)
    return _missing(name)
