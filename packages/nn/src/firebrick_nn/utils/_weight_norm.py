"""Weight normalisation by a hook before forward, as it was before `parametrizations`."""

from __future__ import annotations

import warnings
from typing import Any, TypeVar

import firebrick_core as torch
from firebrick_core import Tensor

from .._module import Module
from .._parameter import Parameter

__all__ = ["WeightNorm", "remove_weight_norm", "weight_norm"]

M = TypeVar("M", bound=Module)


class WeightNorm:
    """The hook: computes the weight from `weight_g`, its norm, and `weight_v`, its direction."""

    def __init__(self, name: str, dim: int | None) -> None:
        self.name = name
        self.dim = -1 if dim is None else dim

    def compute_weight(self, module: Any) -> Tensor:
        """The weight for the current norm and direction."""
        g, v = (getattr(module, f"{self.name}_{letter}") for letter in "gv")
        return v * (g / torch.norm_except_dim(v, 2, self.dim))

    def __call__(self, module: Any, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module))

    def remove(self, module: Any) -> None:
        """Make the weight a parameter again."""
        weight = self.compute_weight(module).detach()
        for name in (self.name, f"{self.name}_g", f"{self.name}_v"):
            delattr(module, name)
        module.register_parameter(self.name, Parameter(weight))


def weight_norm(module: M, name: str = "weight", dim: int | None = 0) -> M:
    """Deprecated form of `parametrizations.weight_norm`: parameters `weight_g` and `weight_v`.

    Raises RuntimeError if the weight is normalised already.
    Source: Salimans and Kingma 2016, arXiv 1602.07868; torch.nn.utils.weight_norm.
    """
    warnings.warn(
        "`torch.nn.utils.weight_norm` is deprecated in favor of "
        "`torch.nn.utils.parametrizations.weight_norm`.",
        FutureWarning,
        stacklevel=2,
    )
    if any(isinstance(h, WeightNorm) and h.name == name for h in _pre_hooks(module).values()):
        raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
    hook = WeightNorm(name, dim)
    weight = getattr(module, name)
    del module._parameters[name]
    norm = torch.norm_except_dim(weight.detach(), 2, hook.dim)
    module.register_parameter(f"{name}_g", Parameter(norm))
    module.register_parameter(f"{name}_v", Parameter(weight.detach()))
    setattr(module, name, hook.compute_weight(module))
    module.register_forward_pre_hook(hook)
    return module


def _pre_hooks(module: Module) -> dict:
    return vars(module).get("_forward_pre_hooks", {})


def remove_weight_norm(module: M, name: str = "weight") -> M:
    """Undo `weight_norm`, keeping the current value. Raises ValueError if there is none."""
    for key, hook in _pre_hooks(module).items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"weight_norm of '{name}' not found in {module}")
