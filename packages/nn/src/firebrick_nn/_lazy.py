"""What lazy layers share: the first call tells them their inputs' size, and they become ordinary.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firebrick_core import Tensor, no_grad

from ._parameter import Parameter
from ._uninitialized import UninitializedTensorMixin, is_lazy

__all__ = ["LazyModuleMixin"]


def _infer(module: Any, args: tuple, kwargs: dict) -> None:
    """The hook before the first call; a function, since a bound method would be a cycle."""
    module._infer_parameters(module, args, kwargs)


def _load_lazily(module: Any, *args: Any) -> None:
    """The hook before loading; as `_infer`."""
    module._lazy_load_hook(*args)


def _remove(table: Any, hook: Callable, marks: Any = None) -> None:
    """Take a hook out of a table. (Handles would point to the original's table in a copy.)"""
    for key, value in list(table.items()):
        if getattr(value, "hook", value) is hook:
            del table[key]
            if marks is not None:
                marks.pop(key, None)


class LazyModuleMixin:
    """For layers that learn their parameters' shapes from the first input.

    A lazy layer holds `UninitializedParameter`s, defines `initialize_parameters(*args, **kwargs)`,
    which materialises them for the arguments of forward, and becomes a `cls_to_become` then.
    Loading a state_dict materialises them too. Source: torch.nn.modules.lazy.LazyModuleMixin.

    >>> import firebrick_core as torch, firebrick_nn as nn
    >>> layer = nn.LazyLinear(3)
    >>> layer.weight
    <UninitializedParameter>
    >>> layer(torch.ones(2, 4)).shape, layer
    (torch.Size([2, 3]), Linear(in_features=4, out_features=3, bias=True))
    """

    cls_to_become: Any = None

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._register_load_state_dict_pre_hook(_load_lazily, with_module=True)
        self.register_forward_pre_hook(_infer, with_kwargs=True)

    def _lazy_members(self: Any) -> list[tuple[str, Any]]:
        members = [*self._parameters.items(), *self._buffers.items()]
        return [(name, value) for name, value in members if is_lazy(value)]

    def has_uninitialized_params(self) -> bool:
        """Whether a parameter or buffer still waits for its shape."""
        return bool(self._lazy_members())

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Materialise the parameters for these arguments of forward; every lazy layer defines it.

        Raises NotImplementedError here.
        """
        raise NotImplementedError(
            f"initialize_parameters is not implemented for {type(self).__name__}"
        )

    def _infer_parameters(self: Any, module: Any, args: tuple, kwargs: dict | None = None) -> None:
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(
                f"module {self._get_name()} has not been fully initialized: its "
                "initialize_parameters() must materialize every parameter and buffer"
            )
        _remove(module._forward_pre_hooks, _infer, module._forward_pre_hooks_with_kwargs)
        _remove(module._load_state_dict_pre_hooks, _load_lazily)
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    def _lazy_load_hook(self, state_dict: Any, prefix: str, *rest: Any) -> None:
        """Materialise what a state_dict has shapes for."""
        for name, value in self._lazy_members():
            saved = state_dict.get(prefix + name)
            if isinstance(saved, Tensor) and not is_lazy(saved):
                with no_grad():
                    value.materialize(saved.shape)

    def _save_to_state_dict(self: Any, destination: Any, prefix: str, keep_vars: bool) -> None:
        """As other layers; what has no shape is saved as it is."""
        for name, value in self._own_state():
            keep = keep_vars or is_lazy(value)
            destination[prefix + name] = value if keep else value.detach()

    def _convert_parameter(self: Any, parameter: Parameter, fn: Callable) -> None:
        if isinstance(parameter, UninitializedTensorMixin):
            parameter.data = fn(parameter).data
        else:
            super()._convert_parameter(parameter, fn)  # type: ignore[misc]
