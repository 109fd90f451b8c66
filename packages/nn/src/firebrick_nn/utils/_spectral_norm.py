"""Spectral normalisation by a hook before forward, as it was before `parametrizations`."""

from __future__ import annotations

from typing import Any, TypeVar

import firebrick_core as torch
from firebrick_core import Tensor, functional as F

from .._module import Module
from .._parameter import Parameter
from ._matrices import as_matrix, random_direction
from .parametrizations import spectral_dim

__all__ = ["SpectralNorm", "remove_spectral_norm", "spectral_norm"]

M = TypeVar("M", bound=Module)


class SpectralNorm:
    """The hook: computes the weight from `weight_orig` with the vectors `weight_u`, `weight_v`."""

    _version = 1  # of the keys in `state_dict`

    def __init__(self, name: str, n_power_iterations: int, dim: int, eps: float) -> None:
        if n_power_iterations <= 0:
            raise ValueError(
                "Expected n_power_iterations to be positive, but got "
                f"n_power_iterations={n_power_iterations}"
            )
        self.name, self.n_power_iterations, self.dim, self.eps = name, n_power_iterations, dim, eps

    def compute_weight(self, module: Any, do_power_iteration: bool) -> Tensor:
        """The weight divided by its estimated largest singular value."""
        weight, u, v = (getattr(module, f"{self.name}_{part}") for part in ("orig", "u", "v"))
        matrix = as_matrix(weight, self.dim)
        if do_power_iteration:
            with torch.no_grad():
                # v first: a state that was saved in eval mode fits either order, and this is the
                # order of PyTorch's numbers.
                for _ in range(self.n_power_iterations):
                    v.copy_(_normalized(torch.mv(matrix.t(), u), self.eps))
                    u.copy_(_normalized(torch.mv(matrix, v), self.eps))
            u, v = u.clone(), v.clone()  # so that later steps do not change what was saved
        return weight / torch.dot(u, torch.mv(matrix, v))

    def __call__(self, module: Any, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module, module.training))

    def remove(self, module: Any) -> None:
        """Make the weight a parameter again, with its current value."""
        with torch.no_grad():
            weight = self.compute_weight(module, do_power_iteration=False)
        for name in (self.name, *(f"{self.name}_{part}" for part in ("u", "v", "orig"))):
            delattr(module, name)
        module.register_parameter(self.name, Parameter(weight.detach()))


def _normalized(vector: Tensor, eps: float) -> Tensor:
    return F.normalize(vector, dim=0, eps=eps)


class _SaveVersion:
    """A hook that marks in a state_dict's metadata which keys this form uses."""

    def __init__(self, hook: SpectralNorm) -> None:
        self.hook = hook

    def __call__(self, module: Any, state: Any, prefix: str, local_metadata: dict) -> None:
        versions = local_metadata.setdefault("spectral_norm", {})
        key = f"{self.hook.name}.version"
        if key in versions:
            raise RuntimeError(f"Unexpected key in metadata['spectral_norm']: {key}")
        versions[key] = self.hook._version


def spectral_norm(
    module: M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12,
    dim: int | None = None,
) -> M:
    """Older form of `parametrizations.spectral_norm`: `weight_orig`, `weight_u` and `weight_v`.

    Raises RuntimeError if the weight is normalised already, ValueError for non-positive steps.
    Source: Miyato et al. 2018, arXiv 1802.05957; torch.nn.utils.spectral_norm.

    >>> import firebrick_nn as nn
    >>> list(spectral_norm(nn.Linear(2, 3)).state_dict())
    ['bias', 'weight_orig', 'weight_u', 'weight_v']
    """
    if _find(module, name) is not None:
        raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}")
    hook = SpectralNorm(name, n_power_iterations, spectral_dim(module) if dim is None else dim, eps)
    weight = module._parameters[name]
    if weight is None:
        raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
    with torch.no_grad():
        matrix = as_matrix(weight, hook.dim)
        u, v = (random_direction(matrix, size, eps) for size in matrix.shape)
    delattr(module, name)
    module.register_parameter(f"{name}_orig", weight)
    setattr(module, name, weight.detach())
    module.register_buffer(f"{name}_u", u)
    module.register_buffer(f"{name}_v", v)
    module.register_forward_pre_hook(hook)
    module._register_state_dict_hook(_SaveVersion(hook))
    return module


def _find(module: Module, name: str) -> Any:
    hooks = vars(module).get("_forward_pre_hooks", {})
    return next(
        (k for k, h in hooks.items() if isinstance(h, SpectralNorm) and h.name == name), None
    )


def remove_spectral_norm(module: M, name: str = "weight") -> M:
    """Undo `spectral_norm`, keeping the current value. Raises ValueError if there is none."""
    key = _find(module, name)
    if key is None:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    module._forward_pre_hooks.pop(key).remove(module)
    hooks = module._state_dict_hooks
    for key in [k for k, h in hooks.items() if isinstance(h, _SaveVersion) and h.hook.name == name]:
        del hooks[key]
    return module
