"""Questions about tensors that are no operators."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from . import _dtype
from ._dtype import dtype
from ._tensor import Tensor


def is_tensor(obj: Any) -> bool:
    """Whether `obj` is a Tensor."""
    return isinstance(obj, Tensor)


def is_floating_point(input: Tensor) -> bool:
    """Whether the dtype is a floating type."""
    return input.dtype.is_floating_point


def is_complex(input: Tensor) -> bool:
    """Whether the dtype is a complex type."""
    return input.dtype.is_complex


def numel(input: Tensor) -> int:
    """The number of elements."""
    return input.numel()


def result_type(tensor1: Any, tensor2: Any) -> dtype:
    """The dtype of an arithmetic result of two tensors or numbers."""
    return _dtype.operands_dtype((tensor1, tensor2))


def equal(input: Tensor, other: Tensor) -> bool:
    """Whether two tensors have the same shape and elements."""
    if input.dtype is not other.dtype:
        raise RuntimeError(
            f"Expected object of data type {input.dtype} but got data type {other.dtype}"
        )
    return bool(np.array_equal(input._host("equal"), other._host("equal")))


def isclose(
    input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> Tensor:
    """Whether elements differ by at most `atol + rtol * |other|`."""
    a, b = input._host("isclose"), other._host("isclose")
    return Tensor._wrap(np.asarray(np.isclose(a, b, rtol, atol, equal_nan)))


def allclose(
    input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> bool:
    """Whether all elements are close; see `isclose`."""
    return bool(isclose(input, other, rtol, atol, equal_nan).all())


def get_num_threads() -> int:
    """How many threads kernels may use."""
    return _threads or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


_threads = 0


def set_num_threads(threads: int) -> None:
    """Let kernels use at most so many threads; BLAS follows where `threadpoolctl` is installed.

    Raises RuntimeError for numbers below 1.
    """
    global _threads
    if threads < 1:
        raise RuntimeError("set_num_threads expects a positive integer")
    _threads = threads
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return
    threadpool_limits(threads)
