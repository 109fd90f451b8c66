"""`torch.cuda.FloatTensor` and its like: older names of dtypes on a GPU."""

from __future__ import annotations

import functools
from typing import Any

from firebrick_core import Tensor
from firebrick_core._tensor_types import TYPES, TensorType
from firebrick_core.cuda import init


class CudaTensorType(TensorType):
    """The class of `torch.cuda.FloatTensor` and its like: tensors of a dtype on a GPU."""

    is_cuda = True

    def __call__(cls, *args: Any, device: Any = None) -> Any:
        init()
        made: Any = TYPES[cls.__name__](*args)
        return made.to("cuda" if device is None else device)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Tensor) and instance.dtype is cls.dtype and instance.is_cuda

    def __repr__(cls) -> str:
        return f"<class 'torch.cuda.{cls.__name__}'>"


@functools.cache
def cuda_type(name: str) -> CudaTensorType:
    """The class of a name, as `FloatTensor`.

    >>> import firebrick as torch
    >>> isinstance(torch.ones(1), torch.cuda.FloatTensor)
    False
    """
    return CudaTensorType(name, (), {"dtype": TYPES[name].dtype, "__module__": "torch.cuda"})
