"""Autocast and `Function`: what its forward and backward run under."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import firebrick_core as fb
from firebrick_core import Tensor

from ._state import _checked, autocast, get_autocast_dtype, is_autocast_enabled

Method = Callable[..., Any]


def custom_fwd(
    fwd: Method | None = None, *, device_type: str, cast_inputs: Any = None
) -> Any:
    """For the `forward` of a `Function`: say what autocast does to it.

    With `cast_inputs`, inside a block floating tensors of the device are cast to that dtype, and
    `forward` runs as if there was no block; without it, it runs under the block's state. `backward`
    needs `custom_bwd`.

    Raises ValueError for a `device_type` that is no string.

    >>> import firebrick_core as fb
    >>> from firebrick_autograd import Function
    >>> from firebrick_autograd.amp import autocast, custom_bwd, custom_fwd
    >>> class Product(Function):
    ...     @staticmethod
    ...     @custom_fwd(device_type="cpu", cast_inputs=fb.float32)
    ...     def forward(ctx, a, b):
    ...         ctx.save_for_backward(a, b)
    ...         return a @ b
    ...     @staticmethod
    ...     @custom_bwd(device_type="cpu")
    ...     def backward(ctx, grad):
    ...         a, b = ctx.saved_tensors
    ...         return grad @ b.mT, a.mT @ grad
    >>> with autocast("cpu"):
    ...     Product.apply(fb.ones(2, 2), fb.ones(2, 2)).dtype
    torch.float32
    """
    kind = _checked(device_type)
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def forward(*args: Any, **kwargs: Any) -> Any:
        ctx = args[0]
        ctx._dtype, on = get_autocast_dtype(kind), is_autocast_enabled(kind)
        if cast_inputs is None:
            ctx._fwd_used_autocast = on
            return fwd(*args, **kwargs)
        ctx._fwd_used_autocast = False
        if not on:
            return fwd(*args, **kwargs)
        args, kwargs = _cast(args, kind, cast_inputs), _cast(kwargs, kind, cast_inputs)
        with autocast(kind, enabled=False):
            return fwd(*args, **kwargs)

    return forward


def custom_bwd(bwd: Method | None = None, *, device_type: str) -> Any:
    """For the `backward` of a `Function` whose `forward` has `custom_fwd`: run it under the same
    state of autocast.

    Raises ValueError for a `device_type` that is no string. For an example see `custom_fwd`.
    """
    kind = _checked(device_type)
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def backward(*args: Any, **kwargs: Any) -> Any:
        ctx = args[0]
        with autocast(kind, enabled=ctx._fwd_used_autocast, dtype=ctx._dtype):
            return bwd(*args, **kwargs)

    return backward


def _cast(value: Any, kind: str, dtype: Any) -> Any:
    """What is passed, with its floating tensors but float64 cast, also those in containers."""
    if isinstance(value, Tensor):
        floats = value.is_floating_point() and value.dtype is not fb.float64
        return value.to(dtype) if floats and value.device.type == kind else value
    if isinstance(value, Mapping):
        return {_cast(k, kind, dtype): _cast(v, kind, dtype) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_cast(v, kind, dtype) for v in value)
    return value
