"""Changing the dtype, device or memory of all of a module's parameters and buffers."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import Any, Self

import firebrick_core as torch
from firebrick_core import Tensor

from ._parameter import Parameter
from ._registry import Registered

__all__ = ["Convertible"]


def _is_float_or_complex(tensor: Tensor) -> bool:
    return tensor.is_floating_point() or tensor.is_complex()


def _no_form(args: tuple, kwargs: dict) -> TypeError:
    got = [type(a).__name__ for a in args] + [f"{k}={type(v).__name__}" for k, v in kwargs.items()]
    return TypeError(
        f"to() received an invalid combination of arguments - got ({', '.join(got)}), but expected "
        "one of:\n * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = "
        "False)\n * (torch.dtype dtype, bool non_blocking = False)\n * (Tensor tensor, bool "
        "non_blocking = False)\neach with an optional keyword memory_format"
    )


def parse_to(
    *args: Any, **kwargs: Any
) -> tuple[torch.device | None, torch.dtype | None, bool, Any]:
    """The device, dtype, non_blocking and memory_format that the arguments of `to` ask for."""
    memory_format = kwargs.pop("memory_format", None)
    names: tuple[str, ...] = ("device", "dtype", "non_blocking")
    if args and isinstance(args[0], Tensor):
        like, *rest = args
        args = (like.device, like.dtype, *rest)
    elif "tensor" in kwargs and not args:
        like = kwargs.pop("tensor")
        args = (like.device, like.dtype)
    elif args and isinstance(args[0], torch.dtype):
        names = ("dtype", "non_blocking")
    args = args[:-1] if len(args) == len(names) + 1 and isinstance(args[-1], bool) else args  # copy
    known = dict(zip(names, args, strict=False))
    kwargs.pop("copy", None)
    if len(args) > len(names) or known.keys() & kwargs.keys() or kwargs.keys() - set(names):
        raise _no_form(args, kwargs)
    known |= kwargs
    device, dtype = known.get("device"), known.get("dtype")
    if not isinstance(dtype, (torch.dtype, NoneType)):
        raise _no_form(args, kwargs)
    if not isinstance(device, (torch.device, str, int, NoneType)):
        raise _no_form(args, kwargs)
    if not isinstance(known.get("non_blocking", False), (bool, int)):
        raise _no_form(args, kwargs)
    if isinstance(device, (str, int)):
        device = torch.device(device)
    return device, dtype, bool(known.get("non_blocking", False)), memory_format


class Convertible(Registered):
    """The methods of a module that convert all its parameters and buffers, in place."""

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """Replace the data of every parameter, gradient and buffer by `fn` of it."""
        if recurse:
            for module in dict.fromkeys(self._modules.values()):
                if module is not None:
                    module._apply(fn)
        for parameter in self._parameters.values():
            if parameter is not None:
                self._convert_parameter(parameter, fn)
        for name, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[name] = fn(buffer)
        return self

    def _convert_parameter(self, parameter: Parameter, fn: Callable[[Tensor], Tensor]) -> None:
        """The parameter stays the same object, so that optimizers and tied weights keep it."""
        with torch.no_grad():
            before = parameter.detach()
            after = fn(before)
            if after is before:
                return  # nothing to convert: views of the parameter keep sharing its memory
            parameter.data = after
            if parameter.grad is not None:
                requires_grad = parameter.grad.requires_grad
                parameter.grad = fn(parameter.grad.detach()).requires_grad_(requires_grad)

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Move or cast all parameters and buffers: `to(device)`, `to(dtype)`, `to(tensor)`, ...

        Forms: `to(device=None, dtype=None, non_blocking=False)`, `to(dtype, non_blocking=False)`,
        `to(tensor, non_blocking=False)`, `to(memory_format=...)`. Only floating-point and complex
        tensors are cast; integer buffers keep their dtype. Changes the module itself and returns
        it. Raises TypeError for a dtype that is neither floating-point nor complex,
        NotImplementedError from the meta device, where there is no data to move.

        >>> import firebrick_core as torch, firebrick_nn as nn
        >>> nn.Linear(2, 3).to(torch.float64).weight.dtype
        torch.float64
        """
        device, dtype, non_blocking, memory_format = parse_to(*args, **kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                "nn.Module.to only accepts floating point or complex dtypes, but got desired "
                f"dtype={dtype}"
            )

        def convert(tensor: Tensor) -> Tensor:
            to_dtype = dtype if _is_float_or_complex(tensor) else None
            layout = {}
            if memory_format is not None and tensor.dim() in (4, 5):
                layout["memory_format"] = memory_format
            to_device = device or tensor.device
            if tensor.is_meta and to_device.type != "meta":
                raise NotImplementedError(
                    "Cannot copy out of meta tensor; no data! Please use "
                    "torch.nn.Module.to_empty() instead of torch.nn.Module.to() when moving module "
                    "from meta to a different device."
                )
            return tensor.to(to_device, to_dtype or tensor.dtype, non_blocking, **layout)

        return self._apply(convert)

    def to_empty(self, *, device: Any, recurse: bool = True) -> Self:
        """Give all parameters and buffers fresh, uninitialised memory on `device`.

        >>> import firebrick_nn as nn
        >>> nn.Linear(2, 3, device="meta").to_empty(device="cpu").weight.device
        device(type='cpu')
        """

        def empty(tensor: Tensor) -> Tensor:
            return torch.empty_like(tensor, device=device or tensor.device)

        return self._apply(empty, recurse=recurse)

    def type(self, dst_type: torch.dtype | str) -> Self:
        """Cast all parameters and buffers, also integer ones, to `dst_type`.

        Raises TypeError for what names no dtype.
        """
        if not isinstance(dst_type, (torch.dtype, str)):
            raise TypeError(
                f"dtype must be a type, str, or dtype object, not {dst_type!r}; give one such as "
                "torch.float32"
            )

        def convert(tensor: Tensor) -> Tensor:
            return tensor.type(dst_type)

        return self._apply(convert)

    def _cast(self, dtype: torch.dtype) -> Self:
        def convert(tensor: Tensor) -> Tensor:
            return tensor.to(dtype) if tensor.is_floating_point() else tensor

        return self._apply(convert)

    def float(self) -> Self:
        """Cast all floating-point parameters and buffers to float32."""
        return self._cast(torch.float32)

    def double(self) -> Self:
        """Cast all floating-point parameters and buffers to float64."""
        return self._cast(torch.float64)

    def half(self) -> Self:
        """Cast all floating-point parameters and buffers to float16."""
        return self._cast(torch.float16)

    def bfloat16(self) -> Self:
        """Cast all floating-point parameters and buffers to bfloat16."""
        return self._cast(torch.bfloat16)

    def cpu(self) -> Self:
        """Move all parameters and buffers to the CPU."""
        return self.to("cpu")

    def cuda(self, device: int | torch.device | None = None) -> Self:
        """Move all parameters and buffers to a CUDA device; the current one by default."""
        return self._to_kind("cuda", device)

    def _to_kind(self, kind: str, device: int | torch.device | None) -> Self:
        if isinstance(device, int):
            device = torch.device(kind, device)
        return self.to(device or kind)

    def xpu(self, device: int | torch.device | None = None) -> Self:
        """Move all parameters and buffers to an XPU. Raises RuntimeError where there is none."""
        return self._to_kind("xpu", device)

    def ipu(self, device: int | torch.device | None = None) -> Self:
        """Move all parameters and buffers to an IPU. Raises RuntimeError where there is none."""
        return self._to_kind("ipu", device)

    def mtia(self, device: int | torch.device | None = None) -> Self:
        """Move all parameters and buffers to an MTIA. Raises RuntimeError where there is none."""
        return self._to_kind("mtia", device)

    def share_memory(self) -> Self:
        """Move all parameters, their gradients and buffers to memory that processes can share."""
        for module in dict.fromkeys(self._modules.values()):
            if module is not None:
                module.share_memory()
        for tensor in (*self._parameters.values(), *self._buffers.values()):
            if tensor is not None:
                tensor.share_memory_()  # the tensor itself: views of it would leave it behind
                if tensor.grad is not None:
                    tensor.grad.share_memory_()
        return self
