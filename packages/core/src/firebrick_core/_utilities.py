"""Questions about tensors that are no operators, and the number of threads."""

from __future__ import annotations

import os
from typing import Any

from . import _dtype
from ._blas_threads import set_blas_threads
from ._dtype import dtype
from ._settings import thread_count
from ._storage import UntypedStorage
from ._tensor import Tensor
from ._tensor_types import TensorType
from ._typed_storage import TypedStorage
from .ops._numbers import require_tensors


def is_tensor(obj: Any) -> bool:
    """Whether `obj` is a Tensor."""
    return isinstance(obj, Tensor)


def is_same_size(input: Tensor, other: Tensor) -> bool:
    """Whether two tensors have the same shape."""
    require_tensors("is_same_size", input=input, other=other)
    return input.is_same_size(other)


def is_storage(obj: Any) -> bool:
    """Whether `obj` is a storage, typed or not."""
    return isinstance(obj, (UntypedStorage, TypedStorage))


def is_floating_point(input: Tensor) -> bool:
    """Whether the dtype is a floating type."""
    require_tensors("is_floating_point", input=input)
    return input.dtype.is_floating_point


def is_complex(input: Tensor) -> bool:
    """Whether the dtype is a complex type."""
    require_tensors("is_complex", input=input)
    return input.dtype.is_complex


def is_signed(input: Tensor) -> bool:
    """Whether the dtype has negative numbers."""
    require_tensors("is_signed", input=input)
    return input.dtype.is_signed


def is_nonzero(input: Tensor) -> bool:
    """Whether the one element of a tensor is not zero.

    Raises RuntimeError for tensors of more or fewer elements.

    >>> import firebrick_core as fb
    >>> fb.is_nonzero(fb.tensor([0.0])), fb.is_nonzero(fb.tensor(True))
    (False, True)
    """
    require_tensors("is_nonzero", input=input)
    return bool(input)


def is_inference(input: Tensor) -> bool:
    """Whether a tensor was made in inference mode."""
    require_tensors("is_inference", input=input)
    return input.is_inference()


def is_distributed(input: Tensor) -> bool:
    """Whether a tensor's elements are spread over processes."""
    require_tensors("is_distributed", input=input)
    return input.is_distributed()


def get_device(input: Tensor) -> int:
    """The index of a tensor's CUDA device, -1 on the CPU."""
    require_tensors("get_device", input=input)
    return input.get_device()


def numel(input: Tensor) -> int:
    """The number of elements."""
    require_tensors("numel", input=input)
    return input.numel()


def typename(obj: Any) -> str:
    """The name of an object's type, or of a class, with its module; of tensors by their dtype.

    >>> import firebrick_core as fb
    >>> fb.typename(fb.ones(2)), fb.typename(3)
    ('torch.FloatTensor', 'int')
    """
    if isinstance(obj, Tensor):
        return obj.type()
    kind = obj if isinstance(obj, type) else type(obj)
    if kind is dtype or isinstance(kind, TensorType):
        return f"torch.{kind.__name__}"
    if kind is UntypedStorage or kind is TypedStorage:
        return f"torch.storage.{kind.__name__}"
    module = kind.__module__
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def result_type(tensor1: Any, tensor2: Any) -> dtype:
    """The dtype of an arithmetic result of two tensors or numbers."""
    return _dtype.operands_dtype((tensor1, tensor2))


def get_num_threads() -> int:
    """How many threads kernels may use."""
    return _threads or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


_threads = 0


def set_num_threads(threads: int) -> None:
    """Let kernels use at most so many threads, and those of BLAS and oneDNN with them.

    BLAS follows where it came with NumPy's wheel, or where `threadpoolctl` is installed.

    Raises RuntimeError for numbers below 1.
    """
    global _threads
    _threads = thread_count("set_num_threads", threads)
    if set_blas_threads(_threads):
        return
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return
    threadpool_limits(threads)
