"""What this package takes from `firebrick_core` beyond its public names, in one place."""

from __future__ import annotations

from typing import Any

import numpy as np

from firebrick_core import Tensor, get_num_threads
from firebrick_core._device import BACKENDS, BY_BIT
from firebrick_core._dispatch import DEVICE_BITS
from firebrick_core._dtype import float64, get_default_dtype
from firebrick_core._errstate import quiet
from firebrick_core._provider import PROVIDERS, Provider, register_provider
from firebrick_core._storage import low_high
from firebrick_core._tensor import view_of
from firebrick_core.grad_mode import enable_grad

__all__ = [
    "BY_BIT", "DEVICE_BITS", "PROVIDERS", "Provider", "Tensor", "array_namespace",
    "counter_type", "cuda_kernel", "enable_grad", "get_num_threads", "low_high", "namespace",
    "quiet", "recording_graph", "register_provider", "tensor_like", "tensor_over", "view_of",
]


def namespace(tensor: Any) -> Any:
    """The array namespace of a tensor's device: NumPy or CuPy.

    Raises RuntimeError for a device without memory (meta).
    """
    backend = BY_BIT[tensor._keys & DEVICE_BITS]
    if not backend.computes:
        raise RuntimeError(
            f"step(): a parameter is on device '{tensor.device}', which has no data to update; "
            "move the model to a device with memory before training it"
        )
    return backend.namespace()


def recording_graph() -> Any:
    """The CUDA graph that records the current stream, None where none does."""
    cuda: Any = BACKENDS["cuda"]
    if not cuda.recordings:
        return None
    from firebrick_core import extend  # not with every import of this package

    return extend.recording_graph()


def cuda_kernel(*args: Any) -> Any:
    """`extend.cuda_kernel`."""
    from firebrick_core import extend

    return extend.cuda_kernel(*args)


def array_namespace(array: Any) -> Any:
    """The namespace of a bare array; CuPy's arrays do not tell theirs."""
    if isinstance(array, np.ndarray):
        return np
    tell = getattr(array, "__array_namespace__", None)
    return BACKENDS["cuda"].namespace() if tell is None else tell()


def tensor_like(tensor: Any, array: Any) -> Any:
    """A tensor over an array of the same device as `tensor`."""
    return Tensor._wrap(array, tensor._keys & DEVICE_BITS)


def tensor_over(array: Any) -> Any:
    """A CPU tensor over a NumPy array."""
    return Tensor._wrap(array)


def counter_type() -> str:
    """The type of `step` and its like: float32, or float64 where that is the default dtype."""
    return "float64" if get_default_dtype() is float64 else "float32"
