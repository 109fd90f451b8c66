"""Tensors that a module recognises when they are assigned to it: parameters and buffers."""

from __future__ import annotations

import copy
from collections import OrderedDict
from pickle import UnpicklingError
from typing import Any

from firebrick_core import Tensor, empty
from firebrick_core.serialization import register_rebuild

__all__ = ["Buffer", "Parameter"]


class _ParameterMeta(type(Tensor)):  # type: ignore[misc]  # whatever core's own metaclass is
    """Lets a tensor of another subclass, marked by `_is_param`, count as a parameter."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if type.__instancecheck__(cls, instance):
            return True
        return (
            cls is Parameter
            and isinstance(instance, Tensor)
            and getattr(instance, "_is_param", False)
        )


class Parameter(Tensor, metaclass=_ParameterMeta):
    """A tensor that a module counts among its parameters when it becomes an attribute.

    Operators treat it as any tensor, and their results are plain tensors.

    Args:
        data: the tensor whose memory the parameter shares. Default: an empty one.
        requires_grad: whether operators on it are recorded. Default: True.

    Raises TypeError where `data` is no tensor, RuntimeError for a dtype without gradients.
    Source: torch.nn.parameter.Parameter.

    >>> import firebrick_core as torch
    >>> Parameter(torch.ones(2))
    Parameter containing:
    tensor([1., 1.], requires_grad=True)
    """

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Any:
        if data is None:
            data = empty(0)
        if not isinstance(data, Tensor):
            raise TypeError(
                f"Parameter(): data must be a Tensor, not {type(data).__name__}. "
                "Make one with torch.tensor(...) or torch.from_numpy(...)"
            )
        plain = data.detach()
        if type(data) not in (Tensor, Parameter):
            marked = plain if type(plain) is type(data) else data
            marked.requires_grad_(requires_grad)
            marked._is_param = True  # type: ignore[attr-defined]  # any attribute can be set
            return marked
        parameter = cls._wrap(plain._array, plain._keys)
        parameter.dtype, parameter._storage = plain.dtype, plain._storage
        return parameter.requires_grad_(requires_grad)

    def __deepcopy__(self, memo: dict) -> Parameter:
        """A parameter with a copy of the data and attributes; the gradient is left behind."""
        if id(self) in memo:
            return memo[id(self)]
        result = type(self)(self.detach().clone(), self.requires_grad)
        memo[id(self)] = result
        result.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return result

    # The base class's signature; mypy 2.4 does not see that keyword-only parameters are equal.
    def __repr__(self, *, tensor_contents: Any = None) -> str:  # type: ignore[override]
        plain = self.detach().requires_grad_(self.requires_grad)
        return f"Parameter containing:\n{plain!r}"


class _BufferMeta(type(Tensor)):  # type: ignore[misc]  # whatever core's own metaclass is
    """A buffer is any tensor that was marked as one; there are no instances of the class itself."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Tensor) and getattr(instance, "_is_buffer", False)


class Buffer(Tensor, metaclass=_BufferMeta):
    """A tensor that a module counts among its buffers when it becomes an attribute.

    Args:
        data: the tensor whose memory the buffer shares. Default: an empty one.
        persistent: whether `state_dict` holds it. Default: True.

    Source: torch.nn.parameter.Buffer.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> module = nn.Module()
    >>> module.steps = Buffer(torch.zeros(1))
    >>> [name for name, _ in module.named_buffers()]
    ['steps']
    """

    persistent: bool

    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Any:
        if data is None:
            data = empty(0)
        buffer = data.detach().requires_grad_(data.requires_grad)
        buffer.persistent = persistent
        buffer._is_buffer = True
        return buffer


# ---------------------------------------------------------------------- in checkpoints
def _saved(parameter: Parameter) -> tuple[Any, ...]:
    return parameter.detach(), parameter.requires_grad, OrderedDict()


def _saved_with_state(parameter: Parameter) -> tuple[Any, ...] | None:
    return (*_saved(parameter), dict(vars(parameter))) if vars(parameter) else None


def _loaded(data: Any, requires_grad: Any, hooks: Any, state: Any = None) -> Parameter:
    """The parameter that a file describes."""
    attributes = {} if state is None else state
    if type(data) is not Tensor or type(attributes) is not dict:
        raise UnpicklingError("the pickle makes a Parameter of something that is not a tensor")
    if any(type(name) is not str or name.startswith("__") for name in attributes):
        raise UnpicklingError("the pickle gives a Parameter attributes that are special to Python")
    parameter = Parameter(data, requires_grad is True)
    vars(parameter).update(attributes)
    return parameter


register_rebuild("torch._utils _rebuild_parameter", Parameter, _saved, _loaded)
register_rebuild(
    "torch._utils _rebuild_parameter_with_state", Parameter, _saved_with_state, _loaded
)
